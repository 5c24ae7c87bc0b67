// @ts-check
/** The dialog for new puzzles, and the board as a file. */

import { getTechniques, postForFile, titleOf } from "./api.js";
import { $, download, make } from "./dom.js";
import { language, levelTitle, t } from "./language.js";
import { LEVELS, createPuzzle } from "./levels.js";
import { problemText, showMessage, writeMessage } from "./messages.js";
import { picture } from "./picture.js";

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
    /** The request that is under way. @type {AbortController | null} */
    this.running = null;
    $("new-create").addEventListener("click", () => this.#create());
    $("new-dialog").addEventListener("close", () => this.running?.abort());
  }

  /** Update the texts after a change of language. */
  translate() {
    const level = $("new-level").value || LEVELS[0];
    $("new-level").replaceChildren(
      make("option", { value: "" }, t("any")),
      ...LEVELS.map((level) => make("option", { value: level }, levelTitle(level))),
    );
    $("new-level").value = level;
    $("new-symmetry").replaceChildren(
      ...SYMMETRIES.map((name) => make("option", { value: name }, t(/** @type {any} */ (`symmetry-${name}`)))),
    );
    $("new-symmetry").value = "half-turn";
    $("new-technique").replaceChildren(make("option", { value: "" }, t("any")));
  }

  async open() {
    writeMessage($("new-message"), "");
    $("new-dialog").showModal();
    if ($("new-technique").options.length > 1) return;
    const rows = await getTechniques().catch(() => []);
    const options = rows
      .filter((row) => row.default)
      .map((row) => make("option", { value: row.id }, titleOf(row)));
    $("new-technique").append(...options);
  }

  /** Request the puzzle that the dialog describes. A request under way is finished first. */
  async #create() {
    if (this.running) return;
    if (!$("new-seed").validity.valid) return writeMessage($("new-message"), t("badSeed"), "bad");
    const [level, technique, seed] = ["level", "technique", "seed"].map((name) => $(`new-${name}`).value);
    const fields = {
      symmetry: $("new-symmetry").value,
      ...(level ? { level } : {}),
      ...(technique ? { technique } : {}),
      ...(seed ? { seed: Number(seed) } : {}),
    };
    writeMessage($("new-message"), t("creating"));
    const running = (this.running = new AbortController());
    try {
      const created = await createPuzzle(fields, running.signal);
      $("new-dialog").close();
      if (!this.play.open(created.board, { level: created.level })) showMessage(t("loaded"));
    } catch (error) {
      if (!running.signal.aborted) writeMessage($("new-message"), problemText(error), "bad");
    } finally {
      this.running = null;
    }
  }

  /** Save the board as a file. @param {"svg" | "png" | "pdf"} format */
  async save(format) {
    const { board, automatic } = this.play.game;
    if (format === "svg") {
      download(new Blob([picture(board, automatic)], { type: "image/svg+xml" }), "sudoku.svg");
      return;
    }
    try {
      download(await postForFile("draw", { ...board.requestFields, format }), `sudoku.${format}`);
    } catch (error) {
      this.play.showProblem(error);
    }
  }
}
