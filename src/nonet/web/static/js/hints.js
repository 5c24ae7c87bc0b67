// @ts-check
/** Hints in stages: a mistake first, then the technique, the area, the pattern, the conclusion; then it can be done. */

import { ask } from "./api.js";
import { $, make, say } from "./dom.js";
import { Drawing } from "./drawing.js";
import { language, t } from "./language.js";
import { maskOf } from "./shape.js";
import { settings } from "./store.js";

/** @typedef {import("./play.js").Play} Play */

export class Hints {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} */
    this.answer = null;
    this.stage = 0;
    /** @type {import("./board.js").Board | null} */
    this.asked = null;
    $("hint").addEventListener("click", () => this.next());
    $("hint-next").addEventListener("click", () => this.next());
    $("hint-apply").addEventListener("click", () => this.apply());
    $("hint-close").addEventListener("click", () => this.close());
  }

  get isOpen() {
    return this.answer !== null;
  }

  get #drawing() {
    return new Drawing(this.play.element.drawing, this.play.game.board.shape, "hint");
  }

  /** The candidates that the board shows for the hint, if its pattern is drawn. @returns {string[] | null} */
  get candidates() {
    return this.answer?.step && this.#name === "pattern or more" ? this.answer.position.candidates : null;
  }

  get #name() {
    const name = this.answer?.stages[this.stage]?.name;
    return name === "pattern" || name === "conclusion" ? "pattern or more" : name;
  }

  /** The first stage, the next one, or doing it. */
  async next() {
    if (!this.isOpen) await this.#ask();
    else if (this.stage < this.answer.stages.length - 1) {
      this.stage += 1;
      this.#show();
    } else this.apply();
  }

  async #ask() {
    const { board } = this.play.game;
    if (this.asked === board) return;
    this.asked = board;
    this.play.tell(t("hintWait"));
    try {
      const question = { ...board.question, language: language(), cells: settings.names };
      const answer = await ask("hint", question);
      if (board !== this.play.game.board) return;
      this.play.tell("");
      this.answer = answer;
      this.stage = 0;
      this.#show();
    } catch (error) {
      this.play.tellProblem(error);
    } finally {
      if (!this.isOpen) this.asked = null;
    }
  }

  #show() {
    const { stages, step, mistakes } = this.answer;
    const last = this.stage === stages.length - 1;
    $("hint-card").hidden = false;
    const name = stages[this.stage].name;
    $("hint-title").textContent =
      name === "mistake" ? t("mistakeTitle") : name === "leftover" ? t("leftoverTitle") : t("hintTitle");
    const texts = stages.slice(0, this.stage + 1).map((/** @type {any} */ stage) => stage.text);
    $("hint-text").replaceChildren(...texts.map((/** @type {string} */ text) => make("p", {}, text)));
    $("hint-dots").replaceChildren(
      ...stages.map((/** @type {any} */ _, /** @type {number} */ i) =>
        make("li", { class: i <= this.stage ? "done" : "" }),
      ),
    );
    $("hint-next").hidden = last;
    $("hint-apply").hidden = !mistakes.length && (!last || !step);
    $("hint-apply").textContent = mistakes.length ? t("undoMistakes") : t("apply");
    this.play.refresh();
    this.#draw(name);
    say(texts[texts.length - 1]);
  }

  /** @param {string} name */
  #draw(name) {
    const { step, mistakes, position } = this.answer;
    const { shape } = this.play.game.board;
    if (mistakes.length) {
      this.#drawing.mistakes(mistakes.map((/** @type {any} */ mistake) => shape.cellOf(mistake.cell)));
    } else if (!step || name === "leftover" || name === "technique") this.#drawing.clear();
    else if (name === "area") this.#drawing.area(step);
    else this.#drawing.step(step, name === "conclusion", position.candidates);
  }

  /** Do what the hint says, as one change. */
  apply() {
    const { answer } = this;
    const { game } = this.play;
    if (!answer) return;
    const { shape, cells } = game.board;
    const changes = new Map();
    const now = (/** @type {number} */ cell) => changes.get(cell) ?? cells[cell];
    for (const { kind, cell, digit } of answer.mistakes) {
      const index = shape.cellOf(cell);
      if (kind === "digit") changes.set(index, { ...now(index), digit: 0 });
      else changes.set(index, { ...now(index), centre: (now(index).centre ?? 0) | maskOf([shape.digitOf(digit)]) });
    }
    for (const { cell } of [...answer.leftovers, ...(answer.step?.eliminations ?? [])]) {
      const index = shape.cellOf(cell);
      const left = [...answer.after.candidates[index]].map((symbol) => shape.digitOf(symbol));
      if (left.length) changes.set(index, { ...now(index), centre: maskOf(left) });
    }
    const placements = (answer.step?.placements ?? []).map((/** @type {any} */ { cell, digit }) => [
      shape.cellOf(cell),
      shape.digitOf(digit),
    ]);
    this.close();
    game.placeAll(placements, changes);
    const where = placements[0]?.[0] ?? [...changes.keys()][0];
    if (where !== undefined) game.select([where], where);
  }

  close() {
    if (!this.isOpen) return;
    const focused = $("hint-card").contains(document.activeElement);
    this.answer = null;
    this.asked = null;
    $("hint-card").hidden = true;
    this.#drawing.clear();
    this.play.refresh();
    if (focused) $("hint").focus();
  }

  /** Something has changed: a hint about another position is none. */
  changed() {
    if (this.isOpen && this.asked !== this.play.game.board) this.close();
  }

  /** The same hint in another language, or with other names. */
  async again() {
    if (!this.isOpen) return;
    const { stage } = this;
    this.close();
    await this.#ask();
    if (this.isOpen) {
      this.stage = Math.min(stage, this.answer.stages.length - 1);
      this.#show();
    }
  }
}
