// @ts-check
/** One search of the Lab: its board, masks, path and counters. */

import { post } from "./api.js";
import { BoardElement } from "./board-element.js";
import { make, put, terms } from "./dom.js";
import { number, t } from "./language.js";
import { MasksElement } from "./masks-element.js";
import { problemText } from "./messages.js";
import { Replay } from "./replay.js";
import { Shape } from "./shape.js";

const METHODS = ["backtracking", "bitmask", "singles", "mrv", "propagation", "dlx", "target"];
const NINE_ONLY = "target";
/** The methods that take the lowest digit that they have not tried. The others choose in their own way. */
const LOWEST_FIRST = new Set(["backtracking", "bitmask", "singles", "mrv"]);
const COUNTERS = /** @type {const} */ (["nodes", "guesses", "backtracks", "deepest"]);
/** Widths in the path of guesses, in pixels. Larger boards have longer names, such as r10c12. */
const WIDTHS = { root: 40, dots: 26, guess: 64, longGuess: 84 };

export class Lane {
  #width = 320;

  /** @param {string} letter @param {string} method
   * @param {(lane: Lane) => void} changed called when another method is chosen */
  constructor(letter, method, changed) {
    this.letter = letter;
    this.select = make("select", { id: `method-${letter}`, onchange: () => changed(this) });
    this.method = method;
    this.title = make("span", { class: "lane-title" });
    this.idea = make("p", { class: "note idea" });
    this.element = new BoardElement();
    this.event = make("p", { class: "event" });
    this.masks = new MasksElement();
    this.counts = make("dl", { class: "counts" });
    this.path = make("ol", { class: "path" });
    this.depth = make("span", { class: "path-title" });
    /** The last part that should be in view while the search plays. */
    this.bottom = make("div", { class: "lane-path" }, this.depth, this.path);
    this.bar = make("progress", { max: 1, value: 0 });
    this.note = make("p", { class: "note lane-note", role: "status" });
    this.root = make(
      "div",
      { class: "card lane", "data-lane": letter },
      make("label", { class: "field wide lane-method" }, this.title, this.select),
      this.idea,
      this.element,
      make("div", { class: "lane-info" }, this.event, this.masks, this.counts),
      this.bottom,
      make("div", { class: "lane-end" }, this.bar, this.note),
    );
    new ResizeObserver(([entry]) => {
      this.#width = entry.contentRect.width;
      this.#showPath();
    }).observe(this.path);
    /** @type {any} */
    this.trace = null;
    this.shape = Shape.of(3, 3);
    this.puzzle = "";
    this.replay = this.#replay([]);
  }

  translate() {
    const title = t("labLane", { letter: this.letter });
    this.title.textContent = title;
    put(this.bar, "aria-label", t("labProgress", { letter: this.letter }));
    this.element.label = title;
    const chosen = this.select.value || this.method;
    const options = METHODS.map((name) => make("option", { value: name }, t(/** @type {any} */ (`method-${name}`))));
    this.select.replaceChildren(...options);
    this.select.value = chosen;
    this.#allowMethods();
    this.show();
  }

  /** The target method is for 9x9 boards only. */
  #allowMethods() {
    for (const option of this.select.options) option.disabled = option.value === NINE_ONLY && this.shape.size !== 9;
    if (this.select.selectedOptions[0]?.disabled) this.select.value = "mrv";
  }

  /** @param {string} puzzle @param {Shape} shape */
  async load(puzzle, shape) {
    this.puzzle = puzzle;
    this.shape = shape;
    this.trace = null;
    this.replay = this.#replay([]);
    this.#allowMethods();
    this.show();
    this.note.textContent = t("labWait");
    put(this.root, "aria-busy", "true");
    const method = this.select.value;
    try {
      const trace = await post("trace", { puzzle, method });
      if (this.puzzle !== puzzle || this.select.value !== method) return;
      this.trace = trace;
      this.replay = this.#replay(trace.events);
      this.show();
    } catch (error) {
      this.note.textContent = problemText(error);
    }
    put(this.root, "aria-busy", "false");
  }

  /** @param {any[]} events */
  #replay(events) {
    return new Replay(
      this.shape,
      [...this.puzzle].map((symbol) => this.shape.digitOf(symbol)),
      events,
    );
  }

  get total() {
    return this.replay.events.length;
  }

  /** Show this number of events. @param {number} at */
  go(at) {
    this.replay.go(at);
    this.show();
  }

  show() {
    if (!this.puzzle) return;
    const method = this.select.value;
    this.idea.textContent = t(/** @type {any} */ (`idea-${method}`));
    this.root.classList.toggle("large", this.shape.size > 9);
    this.event.textContent = this.sentence;
    this.masks.show(this.replay, LOWEST_FIRST.has(method));
    this.#showBoard();
    this.#showPath();
    this.#showCounts();
    this.bar.value = this.total ? this.replay.at / this.total : 0;
    this.note.textContent = this.#state();
  }

  #showBoard() {
    const { digits, givens, event, path } = this.replay;
    const guesses = new Set(path.map(({ cell }) => cell));
    const shaded = new Set(event && event.cell >= 0 ? [event.cell, ...this.shape.peers[event.cell]] : []);
    const current = { place: "newest", remove: "undone", fail: "dead-end", found: "" }[event?.kind ?? "found"];
    const cells = digits.map((digit, cell) => {
      const flags = [];
      if (shaded.has(cell)) flags.push("peer");
      if (guesses.has(cell)) flags.push("guess");
      if (current && cell === event?.cell) flags.push(current);
      return { digit, given: givens[cell] > 0, flags };
    });
    this.element.show({ shape: this.shape, cells });
  }

  /** Show the guesses from the root of the tree. A long path keeps its first guess and its newest ones. */
  #showPath() {
    const { path } = this.replay;
    const names = path.map(({ cell, digit }) => `${this.shape.nameOf(cell)}=${this.shape.symbol(digit)}`);
    const each = WIDTHS[this.shape.size > 9 ? "longGuess" : "guess"];
    const room = this.#width - WIDTHS.root;
    const omitted =
      names.length * each > room ? names.length - 1 - Math.max(1, Math.floor((room - WIDTHS.dots) / each) - 1) : 0;
    const parts = omitted > 0 ? [names[0], "…", ...names.slice(1 + omitted)] : names;
    this.depth.textContent = t("labPath", { depth: number(path.length) });
    const crumbs = [t("labRoot"), ...parts].map((text) => make("li", {}, text));
    if (omitted > 0) put(crumbs[2], "title", t("labPathCut", { count: number(omitted) }));
    put(crumbs[crumbs.length - 1], "aria-current", "step");
    this.path.replaceChildren(...crumbs);
  }

  #showCounts() {
    /** @type {[string, number][]} */
    const counts = [
      [t("labSteps"), this.replay.at],
      ...COUNTERS.map((name) => /** @type {[string, number]} */ ([t(name), this.replay.counters[name]])),
    ];
    this.counts.replaceChildren(...terms(counts.map(([name, count]) => [name, number(count)])));
  }

  /** The current event in words. */
  get sentence() {
    const { event } = this.replay;
    if (!event) return t("eventStart");
    const cell = event.cell < 0 ? "" : this.shape.nameOf(event.cell);
    const digit = this.shape.symbol(event.placement?.digit ?? 0);
    if (event.kind === "place") return t(event.placement?.guess ? "eventGuess" : "eventPlace", { cell, digit });
    if (event.kind === "remove") return t("eventRemove", { cell, digit });
    if (event.kind === "found") return t("eventFound");
    return cell ? t("eventFail", { cell }) : t("eventContradiction");
  }

  #state() {
    if (!this.trace) return "";
    const { complete, ended } = this.trace;
    if (ended === "out of time") return t("labOutOfTime");
    if (!complete) return t("labCut", { count: number(this.total) });
    if (!this.replay.isOver) return "";
    return ended === "solved" ? t("labSolved") : t("labNone");
  }
}
