// @ts-check
/** The Explain view: a list of all steps to the solution, each drawn on the board. */

import { getTechniques, post, postExplain, titleOf } from "./api.js";
import { $, make, put, setDisabled, terms } from "./dom.js";
import { Drawing } from "./drawing.js";
import { language, levelTitle, number, t } from "./language.js";
import { problemText } from "./messages.js";
import { masksOf } from "./relevant.js";
import { showLegend, stepLines } from "./step-text.js";
import { settings } from "./store.js";

/** @typedef {import("./game.js").Game} Game */

export class ExplainView {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {import("./board-element.js").BoardElement} */
    this.element = $("explain-board");
    /** The steps that have arrived, each with the position before it. @type {{step: any, position: any}[]} */
    this.lines = [];
    /** What is known after the last step. @type {any} */
    this.end = null;
    /** Why no more steps arrive, if there is a reason. */
    this.problem = "";
    /** The request of the explanation. */
    this.requested = "";
    /** @type {AbortController | null} */
    this.loading = null;
    /** The step shown; -1 at the start. */
    this.at = -1;
    /** @type {Map<string, any>} */
    this.techniques = new Map();
    $("explain-first").addEventListener("click", () => this.go(-1));
    $("explain-previous").addEventListener("click", () => this.go(this.at - 1));
    $("explain-next").addEventListener("click", () => this.go(this.at + 1));
    $("explain-last").addEventListener("click", () => this.go(this.#count));
    $("explain-from-here").addEventListener("change", () => this.open());
    $("steps").addEventListener("click", (/** @type {Event} */ event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (!button) return;
      this.go(Number(button.dataset.step));
      window.scrollTo(0, 0); // on a small screen, the list is below the board and the explanation
    });
    $("view-explain").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
  }

  get #count() {
    return this.lines.length;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.go(this.at + by, true);
  }

  /** Update the texts after a change of language. */
  translate() {
    if (!$("view-explain").hidden) this.open();
  }

  /** Explain the puzzle on the board, unless this is done already. Steps are shown as they arrive. */
  async open() {
    const { board } = this.game;
    const from = $("explain-from-here").checked ? board.requestFields : { puzzle: board.puzzle };
    const fields = { ...from, language: language(), cells: settings.names };
    const key = JSON.stringify(fields);
    this.element.label = t("board", { size: board.shape });
    if (key === this.requested && !this.problem) return;
    this.requested = key;
    this.loading?.abort();
    const loading = (this.loading = new AbortController());
    Object.assign(this, { lines: [], end: null, problem: "", at: -1 });
    this.#blank(t("explainWait"));
    try {
      this.techniques = new Map((await getTechniques()).map((row) => [row.id, row]));
      for await (const lines of postExplain(fields, loading.signal)) {
        if (loading.signal.aborted) return;
        this.#add(lines);
      }
      if (this.end) this.#explainerRating(key, board);
    } catch (error) {
      if (loading.signal.aborted) return;
      this.problem = problemText(error);
      if (!this.#count) this.#blank(this.problem);
      else if (this.at >= this.#count) this.go(this.at);
      else this.#showPlace();
    }
  }

  /** Add steps that have arrived, or the end. @param {any[]} lines */
  #add(lines) {
    const isWaiting = !this.#count || this.at >= this.#count;
    const steps = lines.filter(({ step }) => step);
    $("steps").append(...steps.map(({ step }, i) => this.#row(step, this.#count + i)));
    this.lines.push(...steps);
    this.end = lines.at(-1)?.end ?? this.end;
    if (this.end) this.#rating();
    if (isWaiting) this.go(this.at);
    else this.#showPlace();
  }

  /** Show the puzzle and a text instead of steps. @param {string} text */
  #blank(text) {
    const { board } = this.game;
    const cells = board.cells.map((_, i) => ({ digit: board.givens[i], given: true }));
    this.element.show({ shape: board.shape, cells });
    this.element.drawing.replaceChildren();
    $("steps").replaceChildren();
    $("rating").replaceChildren();
    $("legend").replaceChildren();
    $("explain-text").textContent = text;
    $("explain-where").textContent = "";
    for (const id of ["explain-first", "explain-previous", "explain-next", "explain-last"]) $(id).disabled = true;
  }

  /** @param {string} id @param {string} title */
  #title(id, title) {
    return titleOf(this.techniques.get(id) ?? { title, chinese: title });
  }

  /** Return a step as an entry of the list. @param {any} step @param {number} i */
  #row(step, i) {
    const [, what = ""] = /^[^:]*: (.*)$/s.exec(step.notation) ?? [];
    const conclusion = what.includes("=>") ? what.slice(what.lastIndexOf("=>") + 2).trim() : what;
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", "data-step": i, class: `level-${step.level.toLowerCase()}` },
        make("span", { class: "number" }, String(i + 1)),
        make("span", { class: "title" }, this.#title(step.technique, step.title)),
        make("span", { class: "what" }, conclusion),
      ),
    );
  }

  #rating() {
    const { rating, logical } = this.end;
    const hodoku = rating.scales.hodoku;
    /** @type {[string, string][]} */
    const rows = [
      [t("level"), levelTitle(rating.level)],
      [t("score"), number(hodoku.score)],
      [t("hardest"), rating.hardest ? this.#title(rating.hardest, rating.hardest) : "–"],
      [t("steps"), number(rating.steps)],
    ];
    $("rating").replaceChildren(make("dl", { class: "facts" }, ...terms(rows)));
    if (!logical) $("rating").append(make("p", { class: "note" }, t("notLogical")));
  }

  /**
   * Add the ratings of Sudoku Explainer as soon as they arrive. Without the kernel, or if they take too long, there are none.
   * @param {string} key @param {import("./board.js").Board} board
   */
  async #explainerRating(key, board) {
    if (board.shape.size !== 9) return;
    const rated = await post("rate", { puzzle: board.puzzle, scale: "se" }).catch(() => null);
    const list = $("rating").querySelector("dl");
    if (!rated?.se || key !== this.requested || !list) return;
    const value = [rated.se.er, rated.se.ep, rated.se.ed].map((rating) => rating.toFixed(1)).join(" / ");
    list.append(make("div", { title: t("explainerTitle") }, make("dt", {}, t("explainer")), make("dd", {}, value)));
  }

  /** Show a step. @param {number} at @param {boolean} moveFocus whether to move the focus in the list, too */
  go(at, moveFocus = false) {
    if (!this.#count && !this.end) return;
    this.at = Math.max(-1, Math.min(at, this.#count));
    const { shape } = this.game.board;
    const { step = null } = this.lines[this.at] ?? {};
    const { position } = this.lines[Math.max(this.at, 0)] ?? this.end ?? this.lines[this.#count - 1];
    this.element.show({ shape, cells: this.#cells(position) });
    const drawing = new Drawing(this.element.drawing, shape, "explain");
    if (step) drawing.step(step, true, position.candidates);
    else drawing.clear();
    this.#describe(step);
    showLegend($("legend"), step);
    this.#showPlace();
    for (const button of $("steps").querySelectorAll("button")) {
      put(button, "aria-current", Number(button.dataset.step) === this.at ? "step" : null);
    }
    const button = $("steps").querySelector(`[data-step="${this.at}"]`);
    if (button) {
      const list = $("steps");
      list.scrollTop = button.offsetTop - list.clientHeight / 2;
      if (moveFocus && list.contains(document.activeElement)) button.focus({ preventScroll: true });
    }
  }

  /** Show which step is shown, and which buttons lead to another one. */
  #showPlace() {
    $("explain-where").textContent =
      this.at < 0
        ? t("start")
        : t(this.end || this.problem ? "stepOf" : "stepOfMore", {
            step: Math.min(this.at + 1, this.#count),
            count: this.#count,
          });
    const atEnds = {
      first: this.at < 0,
      previous: this.at < 0,
      next: this.at >= this.#count,
      last: this.at >= this.#count,
    };
    const turn = () => $(this.at < 0 ? "explain-next" : "explain-previous").focus();
    for (const [name, isAtEnd] of Object.entries(atEnds)) setDisabled($(`explain-${name}`), isAtEnd, turn);
  }

  /** @param {any} position */
  #cells(position) {
    const { shape } = this.game.board;
    const masks = masksOf(shape, position);
    return [...position.digits].map((symbol, i) => ({
      digit: shape.digitOf(symbol),
      given: position.givens[i] === symbol && symbol !== ".",
      candidates: masks[i],
    }));
  }

  /** The text after the last step that has arrived. */
  get #lastText() {
    if (this.problem) return this.problem;
    if (!this.end) return t("explainWait");
    return t(this.end.solved ? "solvedEnd" : "unsolvedEnd");
  }

  /** @param {any} step */
  #describe(step) {
    const text = $("explain-text");
    text.scrollTop = 0;
    if (!step) {
      text.textContent = this.at < 0 ? t("startText") : this.#lastText;
      return;
    }
    const se = step.se ? ` · SE ${step.se.rating.toFixed(1)}` : "";
    const note = step.uniqueness ? `${se} · ${t("usesUniqueness")}` : se;
    text.replaceChildren(
      make("h3", {}, this.#title(step.technique, step.title)),
      make("p", { class: "note" }, `${levelTitle(step.level)} · ${step.score}${note}`),
      ...stepLines(step.lines),
    );
  }
}
