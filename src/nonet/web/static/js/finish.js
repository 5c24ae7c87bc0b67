// @ts-check
/** The end of a game: its time, its level, the techniques that the puzzle needs, and the next puzzle. */

import { getTechniques, post, titleOf } from "./api.js";
import { $, terms } from "./dom.js";
import { language, levelTitle, number, t } from "./language.js";
import { createPuzzle } from "./levels.js";
import { problemText, writeMessage } from "./messages.js";
import { addResult, dateText } from "./results.js";
import { settings } from "./store.js";
import { timeText } from "./timer.js";

export class Finish {
  /** @param {import("./session.js").Session} session
   * @param {{open: (board: import("./board.js").Board, info: object) => void, showHome: () => void}} page */
  constructor(session, page) {
    this.session = session;
    this.page = page;
    this.dialog = $("solved");
    this.isLoading = false;
    $("solved-next").addEventListener("click", () => this.#next());
    $("solved-home").addEventListener("click", () => {
      this.dialog.close();
      page.showHome();
    });
  }

  /** Store the result of the game, and show it. */
  open() {
    const { name, info, timer } = this.session;
    const { level, daily } = info;
    const result = { name, level, time: timer.elapsed, date: dateText(new Date()), daily };
    addResult(result);
    this.#show([]);
    writeMessage($("solved-message"), "");
    this.dialog.showModal();
    this.#rate(result);
  }

  /** @param {string[]} techniques */
  #show(techniques) {
    const { info, timer } = this.session;
    /** @type {[string, string][]} */
    const rows = [
      [t("level"), info.level ? levelTitle(info.level) : "–"],
      [t("hintsUsed"), number(info.hints)],
    ];
    if (settings.timer) rows.unshift([t("time"), timeText(timer.elapsed)]);
    if (techniques.length) rows.push([t("techniquesUsed"), techniques.join(t("comma"))]);
    $("solved-facts").replaceChildren(...terms(rows));
  }

  /** Add the level and the techniques, if the service knows them. @param {import("./results.js").Result} result */
  async #rate(result) {
    const { session } = this;
    try {
      const [rating, rows] = await Promise.all([
        post("rate", { puzzle: session.game.board.puzzle, scale: "hodoku" }),
        getTechniques(),
      ]);
      addResult({ ...result, level: result.level || rating.level });
      if (result.name !== session.name) return; // the player has opened the next puzzle
      if (!session.info.level) session.setInfo({ level: rating.level });
      const titles = new Map(rows.map((row) => [row.id, titleOf(row)]));
      const used = Object.entries(rating.techniques).map(([id, count]) => `${titles.get(id) ?? id} × ${number(count)}`);
      this.#show(used);
    } catch {
      // without the service, the time is enough
    }
  }

  async #next() {
    if (this.isLoading) return;
    this.isLoading = true;
    writeMessage($("solved-message"), t("creating"));
    try {
      const { board, level } = await createPuzzle({ level: this.session.info.level || "Easy" });
      this.dialog.close();
      this.page.open(board, { level });
    } catch (error) {
      writeMessage($("solved-message"), problemText(error));
    } finally {
      this.isLoading = false;
    }
  }
}
