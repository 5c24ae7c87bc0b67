// @ts-check
/** The dialog for importing: paste, drop or type; what was read is shown back before it is played. */

import { ask } from "./api.js";
import { BoardElement } from "./board-element.js";
import { Board } from "./board.js";
import { $, make, takesFiles } from "./dom.js";
import { EXAMPLES, SIZES } from "./examples.js";
import { t } from "./language.js";
import { problemText, solutionsText } from "./play.js";
import { Shape } from "./shape.js";

const MOST = 60_000;
const SHOWN = 12;
const PATIENCE = 250;

export class Importing {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.dialog = $("import-dialog");
    this.wait = 0;
    /** @type {AbortController | null} */
    this.asking = null;
    $("import").addEventListener("click", () => this.open());
    $("import-input").addEventListener("input", () => {
      clearTimeout(this.wait);
      this.wait = window.setTimeout(() => this.read(), PATIENCE);
    });
    $("import-example").addEventListener("change", (/** @type {any} */ event) => {
      if (event.target.value) this.take(event.target.value);
    });
    $("import-file").addEventListener("change", async (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (file) this.take(await file.text());
      event.target.value = "";
    });
    takesFiles($("import-drop"), (text) => this.take(text));
    // a file may be dropped, and a puzzle pasted, right onto the page
    takesFiles($("view-play"), (text) => this.openWith(text));
    document.addEventListener("paste", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (document.querySelector("dialog[open]") || $("view-play").hidden || target.closest("input, textarea")) return;
      const text = event.clipboardData?.getData("text/plain");
      if (text?.trim()) this.openWith(text);
    });
  }

  /** Words that change with the language. */
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
    this.#show([]);
    this.#tell("");
    this.dialog.showModal();
    $("import-input").focus();
  }

  /** @param {string} text */
  openWith(text) {
    this.open();
    this.take(text);
  }

  /** @param {string} text */
  take(text) {
    $("import-input").value = text;
    this.read();
  }

  /** @param {string} text @param {"" | "bad"} kind */
  #tell(text, kind = "") {
    const message = $("import-message");
    message.hidden = !text;
    message.textContent = text;
    message.className = `message ${kind}`;
  }

  /** Read what the text holds. */
  async read() {
    clearTimeout(this.wait);
    const text = $("import-input").value;
    this.asking?.abort();
    this.#show([]);
    if (!text.trim()) {
      this.#tell("");
      return;
    }
    if (text.length > MOST) {
      this.#tell(t("importTooLong", { count: text.length }), "bad");
      return;
    }
    const asking = (this.asking = new AbortController());
    this.#tell(t("importWait"));
    try {
      const { puzzles } = await ask("read", { text }, asking.signal);
      this.#tell(puzzles.length > 1 ? t("importFound", { count: puzzles.length }) : "");
      this.#show(puzzles);
    } catch (error) {
      if (!asking.signal.aborted) this.#tell(problemText(error), "bad");
    }
  }

  /** @param {any[]} puzzles */
  #show(puzzles) {
    $("import-found").replaceChildren(...puzzles.slice(0, SHOWN).map((puzzle) => this.#card(puzzle)));
  }

  /** @param {any} read */
  #card(read) {
    const shape = Shape.of(read.box[0], read.box[1]);
    const board = read.position ? Board.fromPosition(shape, read.position) : Board.fromLine(shape, read.puzzle);
    const preview = new BoardElement();
    preview.setAttribute("label", t("board", { size: shape }));
    preview.setAttribute("class", "small");
    preview.show({
      shape,
      cells: board.cells.map((cell, i) => ({
        digit: cell.digit,
        given: board.givens[i] > 0,
        flags: board.conflicts.has(i) ? ["conflict"] : [],
      })),
    });
    const solutions = solutionsText(read.solutions);
    const play = make("button", { type: "button", class: read.solutions === "one" ? "primary" : "" }, t("importPlay"));
    play.addEventListener("click", () => {
      this.play.known = { puzzle: board.puzzle, text: solutions };
      this.#load(board);
    });
    const facts = make(
      "div",
      { class: "facts-text" },
      make("strong", {}, t("aboutPuzzle", { size: shape, clues: read.clues })),
      make("span", { class: read.solutions === "one" ? "good" : "bad" }, solutions),
    );
    if (read.solutions !== "one")
      facts.append(make("span", { class: "note" }, read.sentence.split("\n").slice(1).join("\n")));
    if (read.comment) facts.append(make("span", { class: "note" }, read.comment));
    if (read.position) facts.append(make("span", { class: "note" }, t("importWith")));
    facts.append(play);
    return make("div", { class: "card found-one" }, preview, facts);
  }

  /** @param {number} size */
  #typeIn(size) {
    const shape = Shape.ofLength(size * size);
    if (shape) this.#load(Board.blank(shape));
  }

  /** @param {Board} board */
  #load(board) {
    this.dialog.close();
    this.play.game.load(board);
    if (!board.isSetting) this.play.tell(t("loaded"));
    this.play.game.select([0], 0);
    this.play.element.focusCell(0);
  }
}
