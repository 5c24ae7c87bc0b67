// @ts-check
/** The Print dialog: 1, 2, 4 or 6 puzzles on a sheet, and their answers on pages of their own. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { $, make } from "./dom.js";
import { levelTitle, number, t } from "./language.js";
import { LEVELS, createPuzzles } from "./levels.js";
import { problemText, writeMessage } from "./messages.js";
import { picture } from "./picture.js";

/** A board with its level. @typedef {{board: Board, level: string}} Printed */

const PER_SHEET = [1, 2, 4, 6];
const ANSWERS_PER_SHEET = 12;
const MAX_NEW = 60;
/** The most puzzles of one request: more may take too long. */
const AT_ONCE = 6;

export class Printing {
  /** @param {import("./play.js").Play} play @param {import("./importing.js").Importing} importing */
  constructor(play, importing) {
    this.play = play;
    this.importing = importing;
    /** The request that is under way. @type {AbortController | null} */
    this.running = null;
    $("print-what").addEventListener("change", () => this.#showFields());
    $("print-start").addEventListener("click", () => this.#start());
    $("print-dialog").addEventListener("close", () => this.running?.abort());
    window.addEventListener("afterprint", () => this.#clear());
  }

  /** Update the texts after a change of language. */
  translate() {
    const chosen = $("print-level").value || LEVELS[0];
    $("print-level").replaceChildren(
      ...LEVELS.map((level) => make("option", { value: level }, levelTitle(level))),
    );
    $("print-level").value = chosen;
    const per = $("print-per").value || PER_SHEET[0];
    $("print-per").replaceChildren(...PER_SHEET.map((count) => make("option", { value: count }, String(count))));
    $("print-per").value = per;
  }

  /** @param {"puzzle" | "board" | "new" | "found"} what what to print at first */
  open(what = this.play.game.board.isPlain ? "puzzle" : "board") {
    const { found } = this.importing;
    const names = ["puzzle", ...(this.play.game.board.isPlain ? [] : ["board"]), "new"];
    const options = names.map((name) => make("option", { value: name }, t(/** @type {any} */ (`print-${name}`))));
    if (what === "found") options.push(make("option", { value: what }, t("print-found", { count: found.length })));
    $("print-what").replaceChildren(...options);
    $("print-what").value = what;
    this.#showFields();
    writeMessage($("print-message"), "");
    $("print-dialog").showModal();
  }

  /** Show the fields that matter. */
  #showFields() {
    const what = $("print-what").value;
    for (const field of $("print-dialog").querySelectorAll("[data-for]")) field.hidden = field.dataset.for !== what;
  }

  async #start() {
    if (this.running) return;
    const running = (this.running = new AbortController());
    try {
      const what = $("print-what").value;
      const printed = await this.#puzzles(what, running.signal);
      const answers = $("print-answers").checked ? await this.#answers(printed) : [];
      if (running.signal.aborted) return;
      $("print-dialog").close();
      this.#print(printed, answers);
    } catch (error) {
      if (!running.signal.aborted) writeMessage($("print-message"), problemText(error), "bad");
    } finally {
      this.running = null;
    }
  }

  /** @param {string} what @param {AbortSignal} signal @returns {Promise<Printed[]>} */
  async #puzzles(what, signal) {
    const { game, session } = this.play;
    if (what === "found")
      return this.importing.found.map((read) => ({ board: this.importing.boardOf(read), level: "" }));
    if (what !== "new") {
      const board = what === "board" ? game.board : Board.fromLine(game.board.shape, game.board.puzzle);
      return [{ board, level: session.info.level }];
    }
    const count = Math.min(Math.max(1, Math.round(Number($("print-count").value)) || 1), MAX_NEW);
    /** @type {Printed[]} */
    const created = [];
    while (created.length < count) {
      writeMessage($("print-message"), t("printCreating", { done: number(created.length), count: number(count) }));
      const fields = { level: $("print-level").value, count: Math.min(AT_ONCE, count - created.length) };
      created.push(...(await createPuzzles(fields, signal)));
    }
    return created;
  }

  /** Return the solved boards; a puzzle without a unique solution has no answer.
   * @param {Printed[]} printed @returns {Promise<(Board | null)[]>} */
  async #answers(printed) {
    const answers = [];
    for (const { board } of printed) {
      const { solution } = await post("solve", { puzzle: board.puzzle });
      const digits = [...(solution ?? "")].map((symbol) => board.shape.digitOf(symbol));
      answers.push(solution ? board.with(board.cells.map((cell, i) => ({ ...cell, digit: digits[i] }))) : null);
    }
    return answers;
  }

  /** @param {Printed[]} printed @param {(Board | null)[]} answers */
  #print(printed, answers) {
    const name = (/** @type {number} */ i) => (printed.length > 1 ? `${i + 1}. ` : "");
    const puzzles = printed.map(({ board, level }, i) =>
      figure(`${name(i)}${level ? levelTitle(level) : t("board", { size: board.shape })}`, board),
    );
    const solved = answers.map((board, i) => figure(`${name(i)}${board ? "" : t("printNoAnswer")}`, board));
    $("sheets").replaceChildren(
      ...sheets(puzzles, Number($("print-per").value), "Sudoku"),
      ...sheets(solved, ANSWERS_PER_SHEET, t("answers")),
    );
    document.body.classList.add("prints-sheets");
    window.print();
  }

  #clear() {
    document.body.classList.remove("prints-sheets");
    $("sheets").replaceChildren();
  }
}

/** @param {string} title @param {Board | null} board */
function figure(title, board) {
  const element = make("figure", {}, make("figcaption", {}, title));
  if (board) element.insertAdjacentHTML("beforeend", picture(board));
  return element;
}

/** Return figures in sheets of some size. @param {HTMLElement[]} figures @param {number} per @param {string} title */
function sheets(figures, per, title) {
  const count = Math.ceil(figures.length / per);
  return [...Array(count).keys()].map((i) =>
    make(
      "section",
      { class: `sheet per-${per}` },
      make("h2", {}, title),
      make("div", { class: "figures" }, ...figures.slice(i * per, i * per + per)),
    ),
  );
}
