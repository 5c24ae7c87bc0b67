// @ts-check
/** The Lab: two searches on the same puzzle, shown event by event. */

import { post } from "./api.js";
import { BoardElement } from "./board-element.js";
import { $, make } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { number, t } from "./language.js";
import { problemText } from "./play.js";
import { Shape } from "./shape.js";

const METHODS = ["backtracking", "bitmask", "singles", "mrv", "propagation", "dlx", "target"];
const NINE_ONLY = "target";
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const COUNTERS = /** @type {const} */ (["nodes", "guesses", "backtracks", "deepest"]);

/** One search, its board and its counters. */
class Lane {
  /** @type {number[]} */
  givens = [];
  /** @type {number[]} */
  digits = [];
  /** The cells that the search has filled, the newest last. @type {{cell: number, guess: boolean}[]} */
  placed = [];
  depth = 0;
  /** The cell where the search has just failed. */
  failed = -1;
  /** The number of events shown. */
  at = 0;
  counters = { nodes: 0, guesses: 0, backtracks: 0, deepest: 0 };

  /** @param {string} letter @param {string} method @param {() => void} changed */
  constructor(letter, method, changed) {
    this.letter = letter;
    this.select = make("select", { id: `method-${letter}` });
    this.select.addEventListener("change", changed);
    this.method = method;
    this.element = new BoardElement();
    this.title = make("span", {});
    this.counts = make("dl", { class: "counts" });
    this.bar = make("progress", { max: 1, value: 0 });
    this.note = make("p", { class: "note lane-note", role: "status" });
    this.root = make(
      "div",
      { class: "card lane" },
      make("label", { class: "field wide" }, this.title, this.select),
      this.counts,
      this.bar,
      this.element,
      this.note,
    );
    /** @type {any} */
    this.trace = null;
    this.shape = Shape.of(3, 3);
    this.puzzle = "";
    this.reset();
  }

  translate() {
    this.title.textContent = t("labLane", { letter: this.letter });
    this.bar.setAttribute("aria-label", t("labLane", { letter: this.letter }));
    const chosen = this.select.value || this.method;
    const options = METHODS.map((name) => make("option", { value: name }, t(/** @type {any} */ (`method-${name}`))));
    this.select.replaceChildren(...options);
    this.select.value = chosen;
    this.element.label = t("labLane", { letter: this.letter });
  }

  /** @param {string} puzzle @param {Shape} shape */
  async load(puzzle, shape) {
    this.puzzle = puzzle;
    this.shape = shape;
    this.trace = null;
    for (const option of this.select.options) option.disabled = option.value === NINE_ONLY && shape.size !== 9;
    if (this.select.selectedOptions[0]?.disabled) this.select.value = "mrv";
    this.reset();
    this.note.textContent = t("labWait");
    const method = this.select.value;
    try {
      const trace = await post("trace", { puzzle, method });
      if (this.puzzle !== puzzle || this.select.value !== method) return;
      this.trace = trace;
      this.reset();
    } catch (error) {
      this.note.textContent = problemText(error);
    }
  }

  reset() {
    this.givens = [...this.puzzle].map((symbol) => this.shape.digitOf(symbol));
    this.digits = [...this.givens];
    this.placed = [];
    this.depth = 0;
    this.failed = -1;
    this.at = 0;
    this.counters = { nodes: 0, guesses: 0, backtracks: 0, deepest: 0 };
    this.show();
  }

  get total() {
    return this.trace?.events.length ?? 0;
  }

  get isOver() {
    return this.at >= this.total;
  }

  /** Show the next event. */
  step() {
    if (this.isOver) return;
    const [kind, cell, digit, guess] = this.trace.events[this.at];
    this.at += 1;
    this.failed = -1;
    if (kind === "place") {
      this.digits[cell] = digit;
      this.placed.push({ cell, guess });
      this.counters.nodes += 1;
      if (guess) {
        this.counters.guesses += 1;
        this.depth += 1;
        this.counters.deepest = Math.max(this.counters.deepest, this.depth);
      }
    } else if (kind === "remove") {
      const last = this.placed.pop();
      if (last) {
        this.digits[last.cell] = 0;
        if (last.guess) this.depth -= 1;
      }
    } else if (kind === "fail") {
      this.counters.backtracks += 1;
      this.failed = cell;
    }
  }

  show() {
    if (!this.puzzle) return;
    const guesses = new Set(this.placed.filter((each) => each.guess).map((each) => each.cell));
    const newest = this.placed[this.placed.length - 1]?.cell ?? -1;
    const cells = this.digits.map((digit, cell) => {
      const flags = [];
      if (guesses.has(cell)) flags.push("guess");
      if (cell === newest && !this.isOver) flags.push("newest");
      if (cell === this.failed) flags.push("dead-end");
      return { digit, given: this.givens[cell] > 0, flags };
    });
    this.element.show({ shape: this.shape, cells });
    /** @type {[string, number][]} */
    const counts = [
      [t("labSteps"), this.at],
      ...COUNTERS.map((name) => /** @type {[string, number]} */ ([t(name), this.counters[name]])),
    ];
    this.counts.replaceChildren(
      ...counts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, number(value)))),
    );
    this.bar.value = this.total ? this.at / this.total : 0;
    this.note.textContent = this.#state();
  }

  #state() {
    if (!this.trace) return "";
    const { complete, ended } = this.trace;
    const cut =
      ended === "out of time" ? t("labOutOfTime") : complete ? "" : t("labCut", { count: number(this.total) });
    if (!this.isOver || cut) return cut;
    return ended === "solved" ? t("labSolved") : t("labNone");
  }
}

export class Lab {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.lanes = [new Lane("A", "backtracking", () => this.load()), new Lane("B", "mrv", () => this.load())];
    $("lanes").append(...this.lanes.map((lane) => lane.root));
    this.running = 0;
    this.loaded = "";
    $("lab-puzzle").addEventListener("change", () => this.load());
    $("lab-play").addEventListener("click", () => (this.running ? this.pause() : this.#play()));
    $("lab-step").addEventListener("click", () => this.#advance(1, true));
    $("lab-reset").addEventListener("click", () => {
      this.pause();
      for (const lane of this.lanes) lane.reset();
    });
    $("lab-end").addEventListener("click", () => this.#advance(Infinity, true));
  }

  /** Update the texts after a change of language. */
  translate() {
    const chosen = $("lab-puzzle").value;
    const options = EXAMPLES.map(({ name, puzzle }) => make("option", { value: puzzle }, t(/** @type {any} */ (name))));
    $("lab-puzzle").replaceChildren(make("option", { value: "" }, t("labMine")), ...options);
    $("lab-puzzle").value = chosen;
    for (const lane of this.lanes) {
      lane.translate();
      lane.show();
    }
    $("lab-play").textContent = t(this.running ? "labPause" : "labPlay");
  }

  /** Load the puzzle, unless it is loaded already. */
  async open() {
    const puzzle = $("lab-puzzle").value || this.game.board.puzzle;
    if (puzzle !== this.loaded) await this.load();
  }

  async load() {
    this.pause();
    const example = $("lab-puzzle").value;
    const puzzle = example || this.game.board.puzzle;
    const shape = example ? Shape.ofLength(example.length) : this.game.board.shape;
    if (!shape) return;
    this.loaded = puzzle;
    await Promise.all(this.lanes.map((lane) => lane.load(puzzle, shape)));
  }

  pause() {
    cancelAnimationFrame(this.running);
    this.running = 0;
    $("lab-play").textContent = t("labPlay");
  }

  #play() {
    if (this.lanes.every((lane) => lane.isOver)) for (const lane of this.lanes) lane.reset();
    let last = performance.now();
    let due = 0;
    const frame = (/** @type {number} */ now) => {
      due += ((now - last) / 1000) * SPEEDS[Number($("lab-speed").value)];
      last = now;
      const steps = Math.floor(due);
      due -= steps;
      this.running = requestAnimationFrame(frame);
      if (steps) this.#advance(steps, false);
    };
    this.running = requestAnimationFrame(frame);
    $("lab-play").textContent = t("labPause");
  }

  /** Show the next events of both searches. @param {number} steps @param {boolean} stops */
  #advance(steps, stops) {
    if (stops) this.pause();
    for (const lane of this.lanes) {
      for (let i = 0; i < steps && !lane.isOver; i++) lane.step();
      lane.show();
    }
    if (this.lanes.every((lane) => lane.isOver)) this.pause();
  }
}
