// @ts-check
/** New puzzles, and the board as a file. Their buttons are shown if the service supports them. */

import { getEndpoints, getTechniques, post, postForFile } from "./api.js";
import { Board } from "./board.js";
import { $, download, make } from "./dom.js";
import { language, t, tOr } from "./language.js";
import { showMessage } from "./messages.js";
import { picture } from "./picture.js";
import { problemText } from "./play.js";
import { Shape } from "./shape.js";

const LEVELS = ["Easy", "Medium", "Hard", "Unfair", "Extreme"];
const SYMMETRIES = [
  "none",
  "half-turn",
  "quarter-turn",
  "left-right",
  "upside-down",
  "mirrors",
  "diagonal",
  "anti-diagonal",
  "diagonals",
  "full",
];

export class Creating {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    $("new").addEventListener("click", () => this.#open());
    $("new-create").addEventListener("click", () => this.#create());
    $("print").addEventListener("click", () => window.print());
    $("save-svg").addEventListener("click", () => {
      download(new Blob([picture(play.game)], { type: "image/svg+xml" }), "sudoku.svg");
    });
    for (const format of ["png", "pdf"]) $(`save-${format}`).addEventListener("click", () => this.#draw(format));
    getEndpoints().then((endpoints) => {
      $("new").hidden = !endpoints.has("generate");
      $("save-png").hidden = $("save-pdf").hidden = !endpoints.has("draw");
    });
  }

  /** Update the texts after a change of language. */
  translate() {
    $("new-level").replaceChildren(
      ...LEVELS.map((level) => make("option", { value: level }, tOr(`level${level}`, level))),
    );
    $("new-symmetry").replaceChildren(
      ...SYMMETRIES.map((name) => make("option", { value: name }, t(/** @type {any} */ (`symmetry-${name}`)))),
    );
    $("new-symmetry").value = "half-turn";
    $("new-technique").replaceChildren(make("option", { value: "" }, t("any")));
  }

  async #open() {
    this.#showMessage("");
    $("new-dialog").showModal();
    if ($("new-technique").options.length > 1) return;
    const rows = await getTechniques().catch(() => []);
    const options = rows
      .filter((row) => row.default)
      .map((row) => make("option", { value: row.id }, language() === "zh" ? row.chinese : row.title));
    $("new-technique").append(...options);
  }

  /** @param {string} text */
  #showMessage(text, kind = "") {
    $("new-message").hidden = !text;
    $("new-message").textContent = text;
    $("new-message").className = `message ${kind}`;
  }

  async #create() {
    const seed = $("new-seed").value;
    const technique = $("new-technique").value;
    const fields = {
      level: $("new-level").value,
      symmetry: $("new-symmetry").value,
      ...(technique ? { technique } : {}),
      ...(seed ? { seed: Number(seed) } : {}),
    };
    this.#showMessage(t("creating"));
    $("new-create").disabled = true;
    try {
      const { puzzles } = await post("generate", fields);
      const [{ puzzle, level }] = puzzles;
      const shape = Shape.ofLength(puzzle.length);
      if (!shape) throw new Error(puzzle);
      const board = Board.fromLine(shape, puzzle);
      this.play.known = { puzzle: board.puzzle, text: level ? tOr(`level${level}`, level) : "" };
      $("new-dialog").close();
      if (!this.play.open(board, { level })) showMessage(t("loaded"));
    } catch (error) {
      this.#showMessage(problemText(error), "bad");
    } finally {
      $("new-create").disabled = false;
    }
  }

  /** @param {string} format */
  async #draw(format) {
    try {
      download(await postForFile("draw", { ...this.play.game.board.requestFields, format }), `sudoku.${format}`);
    } catch (error) {
      this.play.showProblem(error);
    }
  }
}
