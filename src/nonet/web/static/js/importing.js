// @ts-check
/** The Import dialog: paste, drop or type a puzzle. It is shown before it is loaded. */

import { Problem, post } from "./api.js";
import { preview } from "./board-element.js";
import { Board } from "./board.js";
import { $, acceptFiles, make, sourceIn, textOf } from "./dom.js";
import { EXAMPLES, SIZES } from "./examples.js";
import { number, t } from "./language.js";
import { problemText, showMessage, writeMessage } from "./messages.js";
import { solutionsText } from "./play.js";
import { readingsOf } from "./reading.js";
import { Shape } from "./shape.js";
import { tv } from "./text/variants.js";
import { readVariant, variantCard } from "./variants.js";

const MAX_LENGTH = 60_000;
const MAX_SHOWN = 12;
const DELAY_MS = 250;

export class Importing {
  /** @param {import("./play.js").Play} play @param {(variant: import("./variants.js").Variant) => void} playVariant */
  constructor(play, playVariant) {
    this.play = play;
    this.playVariant = playVariant;
    this.dialog = $("import-dialog");
    this.timeout = 0;
    /** The puzzles that were found. @type {any[]} */
    this.found = [];
    /** @type {AbortController | null} */
    this.loading = null;
    $("import-input").addEventListener("input", () => {
      clearTimeout(this.timeout);
      this.timeout = window.setTimeout(() => this.read(), DELAY_MS);
    });
    $("import-example").addEventListener("change", (/** @type {any} */ event) => {
      if (event.target.value) this.take(event.target.value);
    });
    $("import-file").addEventListener("change", (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (file) this.take(file);
      event.target.value = "";
    });
    acceptFiles(this.dialog, (source) => this.take(source));
    this.dialog.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
      const source = sourceIn(event.clipboardData);
      if (source instanceof File) this.take(source); // the field itself takes only text
    });
  }

  /** Update the texts after a change of language. */
  translate() {
    const chosen = make("option", { value: "" }, t("choose"));
    const options = EXAMPLES.map(({ name, puzzle }) => make("option", { value: puzzle }, t(/** @type {any} */ (name))));
    $("import-example").replaceChildren(chosen, ...options);
    $("import-sizes").replaceChildren(
      ...SIZES.map((size) => {
        const button = make("button", { type: "button", "data-size": size }, `${size}×${size}`);
        button.addEventListener("click", () => this.#typeIn(size));
        return button;
      }),
    );
  }

  open() {
    $("import-input").value = "";
    $("import-example").value = "";
    this.found = [];
    this.#show(0);
    writeMessage($("import-message"), "");
    this.dialog.showModal();
    $("import-input").focus();
  }

  /** @param {File | string} source */
  openWith(source) {
    this.open();
    this.take(source);
  }

  /** @param {File | string} source */
  async take(source) {
    const { text, problem } = await textOf(source);
    $("import-input").value = text;
    await this.read();
    if (problem) writeMessage($("import-message"), t(problem), "bad");
  }

  /** Read the puzzles in the text. */
  async read() {
    clearTimeout(this.timeout);
    const text = $("import-input").value;
    this.loading?.abort();
    this.found = [];
    this.#show(0);
    if (!text.trim()) {
      writeMessage($("import-message"), "");
      return;
    }
    if (text.length > MAX_LENGTH) {
      writeMessage($("import-message"), t("importTooLong", { count: text.length }), "bad");
      return;
    }
    const loading = (this.loading = new AbortController());
    writeMessage($("import-message"), t("importWait"));
    try {
      const { puzzles, complete, note } = await readAny(text, loading.signal);
      this.found = puzzles;
      const parts = puzzles.length > 1 ? [t("importFound", { count: number(puzzles.length) })] : [];
      if (!complete) parts.push(t("importFirst", { count: number(puzzles.length) }));
      if (note) parts.push(t(note));
      writeMessage($("import-message"), parts.join(" "));
      this.#show(MAX_SHOWN);
    } catch (error) {
      if (loading.signal.aborted) return;
      const reason = problemText(error);
      writeMessage($("import-message"), reason.replace(/[;；]\s*lenient=True.*/, ""), "bad");
      if (reason.includes("lenient=True")) this.#offerTheRest(text);
    }
  }

  /** Offer to import a puzzle without the part that is not understood. @param {string} text */
  #offerTheRest(text) {
    const button = make("button", { type: "button" }, tv("leaveOut"));
    button.addEventListener("click", async () => {
      try {
        this.found = [{ variant: await readVariant(text, true) }];
        writeMessage($("import-message"), "");
        this.#show(1);
      } catch (error) {
        writeMessage($("import-message"), problemText(error), "bad");
      }
    });
    $("import-found").replaceChildren(button);
  }

  /** Show the first puzzles that were found. @param {number} count */
  #show(count) {
    const cards = this.found.slice(0, count).map((puzzle) => this.#card(puzzle));
    if (count < this.found.length) {
      const more = make("button", { type: "button" }, t("importMore"));
      more.addEventListener("click", () => {
        this.#show(count + MAX_SHOWN);
        $("import-found").children[count].querySelector("button").focus();
      });
      cards.push(more);
    }
    $("import-found").replaceChildren(...cards);
    $("import-print").hidden = this.found.length < 2;
    if (count <= MAX_SHOWN) cards[0]?.scrollIntoView({ block: "nearest" }); // it is below the text on a small screen
  }

  /** Return the board of a puzzle that was found. @param {any} read @returns {Board} */
  boardOf(read) {
    if (read.linked) return read.linked;
    const shape = Shape.of(read.box[0], read.box[1]);
    return read.position ? Board.fromPosition(shape, read.position) : Board.fromLine(shape, read.puzzle);
  }

  /** @param {any} read */
  #card(read) {
    if (read.variant) {
      return variantCard(read.variant, () => {
        this.dialog.close();
        this.playVariant(read.variant);
      });
    }
    const board = this.boardOf(read);
    const solutions = solutionsText(read.solutions);
    const isUnique = read.solutions === "unique";
    const play = make("button", { type: "button", class: isUnique ? "primary" : "" }, t("importPlay"));
    play.addEventListener("click", () => {
      this.play.known = { puzzle: board.puzzle, text: solutions };
      this.#load(board);
      if (isUnique) this.play.rate().catch(() => {}); // the service has seen the puzzle
    });
    const facts = make(
      "div",
      { class: "facts-text" },
      make("strong", {}, t("aboutPuzzle", { size: board.shape, clues: read.clues })),
      make("span", { class: isUnique ? "good" : "bad" }, solutions),
    );
    if (!isUnique) facts.append(make("span", { class: "note" }, read.sentence.split("\n").slice(1).join("\n")));
    if (read.comment) facts.append(make("span", { class: "note" }, read.comment));
    if (!board.isPlain) facts.append(make("span", { class: "note" }, t("importWith")));
    facts.append(play);
    return make("div", { class: "card found-one" }, preview(board, board.conflicts), facts);
  }

  /** @param {number} size */
  #typeIn(size) {
    const shape = Shape.ofLength(size * size);
    if (shape) this.#load(Board.blank(shape));
  }

  /** @param {Board} board */
  #load(board) {
    this.dialog.close();
    if (!this.play.open(board) && !board.isSetting) showMessage(t("loaded"));
    this.play.element.focusCell(this.play.game.cursor);
  }
}

/** Read the puzzles in a text: the first reading that the service understands. If there is none, the error is that of the
 * text as it is. @param {string} text @param {AbortSignal} signal */
async function readAny(text, signal) {
  let readings;
  try {
    readings = await readingsOf(text);
  } catch (error) {
    throw new Problem("bad-puzzle", t(/** @type {any} */ (/** @type {Error} */ (error).message)));
  }
  let problem;
  for (const { text, note, board, hasRules } of readings) {
    try {
      if (hasRules) return { puzzles: [{ variant: await readVariant(text, false, signal) }], complete: true };
      const { puzzles, complete } = await post("read", { text }, signal);
      if (board) puzzles[0].linked = board;
      return { note, puzzles, complete };
    } catch (error) {
      if (!(error instanceof Problem) || signal.aborted) throw error;
      if (problem) continue;
      problem = error;
      const variant = hasRules ? null : await readOther(text, signal);
      if (variant) return { puzzles: [{ variant }], complete: true };
    }
  }
  const isLink = /^\s*https?:\/\/\S+\s*$/.test(text);
  const reason = isLink ? "importNoPuzzle" : /\d/.test(text) ? null : "importNoDigits";
  const isUnknown = reason && problem?.code === "bad-puzzle" && !problem.message.includes("lenient=True");
  throw isUnknown ? new Problem("bad-puzzle", t(reason)) : problem;
}

/** Return a puzzle with rules that is no link, or null. @param {string} text @param {AbortSignal} signal */
async function readOther(text, signal) {
  try {
    return await readVariant(text, false, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
