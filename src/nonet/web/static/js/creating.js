// @ts-check
/** What only some services can do: new puzzles, and the board as a file; their buttons show once the service is asked. */

import { ask, askEndpoints, askFile, askTechniques } from "./api.js";
import { Board } from "./board.js";
import { $, download, make } from "./dom.js";
import { language, t, tOr } from "./language.js";
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
    $("new-make").addEventListener("click", () => this.#make());
    $("print").addEventListener("click", () => window.print());
    $("save-svg").addEventListener("click", () => {
      download(new Blob([picture(play.game)], { type: "image/svg+xml" }), "sudoku.svg");
    });
    for (const format of ["png", "pdf"]) $(`save-${format}`).addEventListener("click", () => this.#draw(format));
    askEndpoints().then((endpoints) => {
      $("new").hidden = !endpoints.has("generate");
      $("save-png").hidden = $("save-pdf").hidden = !endpoints.has("draw");
    });
  }

  /** Words that change with the language. */
  translate() {
    const any = () => make("option", { value: "" }, t("any"));
    $("new-level").replaceChildren(
      ...LEVELS.map((level) => make("option", { value: level }, tOr(`level${level}`, level))),
    );
    $("new-symmetry").replaceChildren(
      ...SYMMETRIES.map((name) => make("option", { value: name }, t(/** @type {any} */ (`symmetry-${name}`)))),
    );
    $("new-symmetry").value = "half-turn";
    $("new-technique").replaceChildren(any());
  }

  async #open() {
    this.#tell("");
    $("new-dialog").showModal();
    if ($("new-technique").options.length > 1) return;
    const rows = await askTechniques().catch(() => []);
    const options = rows
      .filter((row) => row.default)
      .map((row) => make("option", { value: row.id }, language() === "zh" ? row.chinese : row.title));
    $("new-technique").append(...options);
  }

  /** @param {string} text */
  #tell(text, kind = "") {
    $("new-message").hidden = !text;
    $("new-message").textContent = text;
    $("new-message").className = `message ${kind}`;
  }

  async #make() {
    const seed = $("new-seed").value;
    const technique = $("new-technique").value;
    const question = {
      level: $("new-level").value,
      symmetry: $("new-symmetry").value,
      ...(technique ? { technique } : {}),
      ...(seed ? { seed: Number(seed) } : {}),
    };
    this.#tell(t("making"));
    $("new-make").disabled = true;
    try {
      const { puzzles } = await ask("generate", question);
      const [{ puzzle, level }] = puzzles;
      const shape = Shape.ofLength(puzzle.length);
      if (!shape) throw new Error(puzzle);
      const board = Board.fromLine(shape, puzzle);
      this.play.known = { puzzle: board.puzzle, text: level ? tOr(`level${level}`, level) : "" };
      this.play.game.load(board);
      this.play.game.select([0], 0);
      this.play.tell(t("loaded"));
      $("new-dialog").close();
    } catch (error) {
      this.#tell(problemText(error), "bad");
    } finally {
      $("new-make").disabled = false;
    }
  }

  /** @param {string} format */
  async #draw(format) {
    try {
      download(await askFile("draw", { ...this.play.game.board.question, format }), `sudoku.${format}`);
    } catch (error) {
      this.play.tellProblem(error);
    }
  }
}
