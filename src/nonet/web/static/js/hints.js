// @ts-check
/** Hints in stages: mistakes first; then the technique, the area, the pattern, and the conclusion, which can be applied. */

import { post } from "./api.js";
import { $, make, announce } from "./dom.js";
import { Drawing } from "./drawing.js";
import { language, t } from "./language.js";
import { showMessage } from "./messages.js";
import { masksOf, relevantCandidates } from "./relevant.js";
import { maskOf } from "./shape.js";
import { settings } from "./store.js";

/** @typedef {import("./play.js").Play} Play */

export class Hints {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} */
    this.hint = null;
    this.stage = 0;
    /** The board that the hint is about. @type {import("./board.js").Board | null} */
    this.board = null;
    $("hint").addEventListener("click", () => this.next());
    $("hint-next").addEventListener("click", () => this.next());
    $("hint-close").addEventListener("click", () => this.close());
  }

  get isOpen() {
    return this.hint !== null;
  }

  get #drawing() {
    return new Drawing(this.play.element.drawing, this.play.game.board.shape, "hint");
  }

  /** Whether the pattern of a step is drawn on the board. */
  get isDrawn() {
    const stage = this.hint?.stages[this.stage]?.name;
    return Boolean(this.hint?.step) && (stage === "pattern" || stage === "conclusion");
  }

  /** The candidates that the board shows while the pattern of a hint is drawn: all, or only those that the step is
   * about if the player keeps none. @returns {number[] | null} a mask for each cell */
  get candidates() {
    if (!this.isDrawn) return null;
    const { game } = this.play;
    const { shape } = game.board;
    const all = masksOf(shape, this.hint.position);
    if (game.automatic || game.board.hasOwnCandidates) return all;
    const relevant = relevantCandidates(shape, this.hint.step);
    return all.map((mask, cell) => mask & relevant[cell]);
  }

  /** Show the first or the next stage; after the last one, apply the hint. */
  async next() {
    if (!this.isOpen) await this.#load();
    else if (this.stage < this.hint.stages.length - 1) {
      this.stage += 1;
      this.#show();
    } else if (this.hint.step || this.hint.mistakes.length || this.hint.leftovers.length) this.apply();
    else this.close();
  }

  async #load() {
    const { board } = this.play.game;
    if (this.board === board) return;
    this.board = board;
    showMessage(t("hintWait"));
    try {
      const fields = { ...board.requestFields, language: language(), cells: settings.names };
      const hint = await post("hint", fields);
      if (board !== this.play.game.board) return;
      showMessage("");
      this.hint = hint;
      this.stage = 0;
      this.play.session.setInfo({ hints: this.play.session.info.hints + 1 });
      this.#show();
    } catch (error) {
      this.play.showProblem(error);
    } finally {
      if (!this.isOpen) this.board = null;
    }
  }

  #show() {
    const { stages, step, mistakes } = this.hint;
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
    const action = mistakes.length ? "undoMistakes" : step ? "apply" : "close";
    $("hint-next").textContent = t(last ? action : "hintNext");
    this.play.refresh();
    this.#draw(name);
    announce(texts[texts.length - 1]);
    this.#scroll();
  }

  /** Show the newest text, and on a phone the whole board above the card. */
  #scroll() {
    const text = $("hint-text");
    text.scrollTop = text.lastElementChild.offsetTop - text.offsetTop;
    if (getComputedStyle($("hint-card")).position === "fixed") window.scrollTo({ top: 0 });
  }

  /** @param {string} name */
  #draw(name) {
    const { step, mistakes, position } = this.hint;
    const { shape } = this.play.game.board;
    if (mistakes.length) {
      this.#drawing.mistakes(mistakes.map((/** @type {any} */ mistake) => shape.cellOf(mistake.cell)));
    } else if (!step || name === "leftover" || name === "technique") this.#drawing.clear();
    else if (name === "area") this.#drawing.area(step);
    else this.#drawing.step(step, name === "conclusion", position.candidates);
  }

  /** Apply the hint as one change. */
  apply() {
    const { hint } = this;
    const { game } = this.play;
    if (!hint) return;
    const { shape, cells } = game.board;
    const changes = new Map();
    const now = (/** @type {number} */ cell) => changes.get(cell) ?? cells[cell];
    for (const { kind, cell, digit } of hint.mistakes) {
      const index = shape.cellOf(cell);
      if (kind === "digit") changes.set(index, { ...now(index), digit: 0 });
      else changes.set(index, { ...now(index), center: (now(index).center ?? 0) | maskOf([shape.digitOf(digit)]) });
    }
    for (const { cell } of [...hint.leftovers, ...(hint.step?.eliminations ?? [])]) {
      const index = shape.cellOf(cell);
      const left = [...hint.after.candidates[index]].map((symbol) => shape.digitOf(symbol));
      if (left.length) changes.set(index, { ...now(index), center: maskOf(left) });
    }
    const placements = (hint.step?.placements ?? []).map((/** @type {any} */ { cell, digit }) => [
      shape.cellOf(cell),
      shape.digitOf(digit),
    ]);
    this.close();
    game.placeAll(placements, changes);
    const where = placements[0]?.[0] ?? [...changes.keys()][0];
    if (where === undefined) return;
    game.select([where], where);
    const { element } = this.play;
    if (element.contains(document.activeElement)) element.focusCell(where);
  }

  close() {
    if (!this.isOpen) return;
    const focused = $("hint-card").contains(document.activeElement);
    this.hint = null;
    this.board = null;
    $("hint-card").hidden = true;
    this.#drawing.clear();
    this.play.refresh();
    if (focused) $("hint").focus({ preventScroll: true });
  }

  /** Close the hint if it is about another position. */
  changed() {
    if (this.isOpen && this.board !== this.play.game.board) this.close();
  }

  /** Load the same hint again, in another language or with other cell names. */
  async reload() {
    if (!this.isOpen) return;
    const { stage } = this;
    this.close();
    await this.#load();
    if (this.isOpen) {
      this.stage = Math.min(stage, this.hint.stages.length - 1);
      this.#show();
    }
  }
}
