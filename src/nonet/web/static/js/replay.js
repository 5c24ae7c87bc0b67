// @ts-check
/** A recorded search as a film: the board, the guesses and the counters after any number of its events. */

import { maskOf } from "./shape.js";

/** @typedef {{nodes: number, guesses: number, backtracks: number, deepest: number}} Counters */
/** @typedef {{cell: number, digit: number, guess: boolean}} Placement */
/**
 * One event. `placement` is the digit that is placed or removed; `tried` has the digits that the search has tried in
 * this cell before, from the same position; `counters` are those after the event.
 * @typedef {{kind: "place" | "remove" | "fail" | "found", cell: number, placement: Placement | null, tried: number,
 *   counters: Counters}} Event_
 */
/** The free digits of a row, a column and a box, the digits that all three allow (`candidates`), those of them that
 * have not been tried (`untried`), and the lowest of these (`lowbit`).
 * @typedef {{row: number, column: number, box: number, candidates: number, untried: number, lowbit: number}} Masks */

const START = { nodes: 0, guesses: 0, backtracks: 0, deepest: 0 };

export class Replay {
  /** The number of events shown. */
  at = 0;
  /** The digits that the search has on the board, the newest last. @type {Placement[]} */
  placed = [];

  /** @param {import("./shape.js").Shape} shape @param {number[]} givens
   * @param {[Event_["kind"], number, number, boolean][]} events as the service returns them */
  constructor(shape, givens, events) {
    this.shape = shape;
    this.givens = givens;
    this.digits = [...givens];
    this.events = complete(events);
  }

  get isOver() {
    return this.at >= this.events.length;
  }

  /** The event that led to the position shown, or null at the start. */
  get event() {
    return this.at ? this.events[this.at - 1] : null;
  }

  get counters() {
    return this.event?.counters ?? START;
  }

  /** The guesses from the root of the search tree to the position shown. */
  get path() {
    return this.placed.filter((placement) => placement.guess);
  }

  /** Show this number of events. @param {number} at */
  go(at) {
    const target = Math.max(0, Math.min(at, this.events.length));
    while (this.at < target) this.#apply(this.events[this.at++], "place");
    while (this.at > target) this.#apply(this.events[--this.at], "remove");
  }

  /** Play an event, forward if placing adds a digit, and backward if removing adds it.
   * @param {Event_} event @param {"place" | "remove"} adds */
  #apply({ kind, placement }, adds) {
    if (!placement) return;
    if (kind === adds) this.placed.push(placement);
    else this.placed.pop();
    this.digits[placement.cell] = kind === adds ? placement.digit : 0;
  }

  /** Return the masks of the event's cell on the board just before the event; null if it has no cell.
   * @returns {Masks | null} */
  get masks() {
    const { event } = this;
    if (!event || event.cell < 0) return null;
    const before = event.placement && event.kind === "remove" ? event.placement.digit : 0;
    const digitAt = (/** @type {number} */ cell) => (cell === event.cell ? before : this.digits[cell]);
    const all = 2 ** this.shape.size - 1;
    const [row, column, box] = this.shape
      .housesOf(event.cell)
      .map(({ cells }) => all & ~maskOf(cells.map(digitAt).filter(Boolean)));
    const candidates = row & column & box;
    const untried = candidates & ~event.tried;
    return { row, column, box, candidates, untried, lowbit: untried & -untried };
  }
}

/** Return the events with everything that follows from the events before them.
 * @param {[Event_["kind"], number, number, boolean][]} events @returns {Event_[]} */
function complete(events) {
  /** @type {Placement[]} */
  const placed = [];
  /** The cell filled last at each depth, and the digits tried there since the digits before it were placed.
   * @type {{cell: number, digits: number}[]} */
  const tries = [];
  let counters = START;
  let open = 0;
  return events.map(([kind, cell, digit, guess]) => {
    /** @type {Placement | null} */
    let placement = null;
    let tried = 0;
    const { nodes, guesses, backtracks, deepest } = counters;
    if (kind === "place") {
      const last = tries[placed.length];
      if (last?.cell === cell) tried = last.digits;
      tries.length = placed.length;
      tries.push({ cell, digits: tried | maskOf([digit]) });
      placement = { cell, digit, guess };
      placed.push(placement);
      if (guess) open += 1;
      counters = { nodes: nodes + 1, guesses: guesses + Number(guess), backtracks, deepest: Math.max(deepest, open) };
    } else if (kind === "remove") {
      placement = placed.pop() ?? null;
      if (placement?.guess) open -= 1;
    } else if (kind === "fail") counters = { ...counters, backtracks: backtracks + 1 };
    return { kind, cell, placement, tried, counters };
  });
}
