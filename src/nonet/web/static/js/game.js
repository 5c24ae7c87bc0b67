// @ts-check
/** The game: a board, what is selected, and every change since the beginning, each of which can be undone. */

import { BLANK, Board } from "./board.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {"digit" | "corner" | "centre" | "colour"} Mode */
/** One change: some cells, or the whole board.
 * @typedef {{cells: [number, Cell, Cell][]} | {boards: [Board, Board]}} Change */

/** @type {Mode[]} */
export const MODES = ["digit", "corner", "centre", "colour"];

export class Game extends EventTarget {
  /** @param {Board} board */
  constructor(board) {
    super();
    this.board = board;
    /** @type {Change[]} */
    this.past = [];
    /** @type {Change[]} */
    this.future = [];
    /** @type {Set<number>} */
    this.selection = new Set();
    this.cursor = 0;
    /** @type {Mode} */
    this.mode = "digit";
    /** Whether every cell shows its candidates. */
    this.automatic = false;
    /** Whether a digit takes the marks of its peers with it. */
    this.tidies = true;
  }

  /** @param {"board" | "cells" | "selection" | "mode"} what */
  #tell(what) {
    this.dispatchEvent(new CustomEvent("change", { detail: what }));
  }

  // Changes

  /** @param {Map<number, Cell>} changes */
  #change(changes) {
    /** @type {[number, Cell, Cell][]} */
    const cells = [];
    for (const [index, after] of changes) {
      const before = this.board.cells[index];
      if (!same(before, after)) cells.push([index, before, after]);
    }
    if (cells.length) this.#do({ cells });
  }

  /** @param {Change} change */
  #do(change) {
    this.past.push(change);
    this.future = [];
    this.#apply(change, 1);
  }

  /** @param {Change} change @param {0 | 1} side */
  #apply(change, side) {
    if ("boards" in change) {
      this.board = change.boards[side];
      this.selection = new Set();
      this.cursor = Math.min(this.cursor, this.board.shape.cells - 1);
      this.#tell("board");
      return;
    }
    const cells = [...this.board.cells];
    for (const [index, before, after] of change.cells) cells[index] = side ? after : before;
    this.board = this.board.with(cells);
    this.#tell("cells");
  }

  undo() {
    const change = this.past.pop();
    if (!change) return false;
    this.future.push(change);
    this.#apply(change, 0);
    return true;
  }

  redo() {
    const change = this.future.pop();
    if (!change) return false;
    this.past.push(change);
    this.#apply(change, 1);
    return true;
  }

  /** Put another board in place of this one. @param {Board} board */
  load(board) {
    this.#do({ boards: [this.board, board] });
  }

  /** Start the same puzzle anew. */
  restart() {
    const fresh = Board.fromLine(this.board.shape, this.board.puzzle);
    fresh.isSetting = this.board.isSetting;
    this.load(fresh);
  }

  /** The digits typed in so far become the givens. */
  fix() {
    this.load(Board.fromLine(this.board.shape, this.board.digits));
  }

  /** @param {Map<number, Cell>} changes */
  set(changes) {
    this.#change(changes);
  }

  // Entering

  /** The selected cells that the player may write into. */
  get #own() {
    return [...this.selection].filter((cell) => !this.board.givens[cell]);
  }

  /** Enter a digit (or a colour by its number) in a mode, the current one unless told.
   * @param {number} digit @param {Mode} mode */
  enter(digit, mode = this.mode) {
    if (mode === "colour") this.#colour(digit);
    else if (mode === "digit") this.#place(digit);
    else this.#mark(digit, mode);
  }

  /** @param {number} digit */
  #place(digit) {
    const cells = this.#own;
    const all = cells.every((cell) => this.board.cells[cell].digit === digit);
    this.placeAll(cells.map((cell) => [cell, all ? 0 : digit]));
  }

  /** Write digits into cells; marks of the same digit in their peers go, if wished. @param {[number, number][]} placements
   * @param {Map<number, Cell>} changes further changes that belong to it */
  placeAll(placements, changes = new Map()) {
    const now = (/** @type {number} */ cell) => changes.get(cell) ?? this.board.cells[cell];
    for (const [cell, digit] of placements) {
      changes.set(cell, { ...now(cell), digit });
      if (!digit || !this.tidies) continue;
      const keep = ~(1 << (digit - 1));
      for (const peer of this.board.shape.peers[cell]) {
        const { corner, centre } = now(peer);
        changes.set(peer, { ...now(peer), corner: corner & keep, centre: centre === null ? null : centre & keep });
      }
    }
    this.#change(changes);
  }

  /** @param {number} digit @param {"corner" | "centre"} mode */
  #mark(digit, mode) {
    const cells = this.#own.filter((cell) => !this.board.cells[cell].digit);
    const bit = 1 << (digit - 1);
    const shown = (/** @type {number} */ cell) =>
      mode === "corner"
        ? this.board.cells[cell].corner
        : this.automatic
          ? this.board.candidates(cell)
          : (this.board.cells[cell].centre ?? 0);
    const all = cells.every((cell) => shown(cell) & bit);
    this.#change(
      new Map(
        cells.map((cell) => {
          const marks = all ? shown(cell) & ~bit : shown(cell) | bit;
          // no mark left means nothing said, but where candidates are automatic, that all are struck out
          const kept = mode === "centre" && !marks && !this.automatic ? null : marks;
          return [cell, { ...this.board.cells[cell], [mode]: kept }];
        }),
      ),
    );
  }

  /** @param {number} colour */
  #colour(colour) {
    const bit = 1 << (colour - 1);
    const cells = [...this.selection];
    const all = cells.every((cell) => this.board.cells[cell].colours & bit);
    this.#change(
      new Map(
        cells.map((cell) => {
          const own = this.board.cells[cell];
          return [cell, { ...own, colours: all ? own.colours & ~bit : own.colours | bit }];
        }),
      ),
    );
  }

  /** Clear the topmost layer that the selected cells have: digits, then marks, then colours. */
  erase() {
    /** @type {((cell: Cell) => Cell)[]} */
    const layers = [
      (cell) => ({ ...cell, digit: 0 }),
      (cell) => ({ ...cell, corner: 0, centre: null }),
      (cell) => ({ ...cell, colours: 0 }),
    ];
    layers.some((clear, layer) => {
      const cells = layer < 2 ? this.#own : [...this.selection];
      const changes = new Map(cells.map((cell) => [cell, clear(this.board.cells[cell])]));
      const any = cells.some((cell) => !same(this.board.cells[cell], clear(this.board.cells[cell])));
      if (any) this.#change(changes);
      return any;
    });
  }

  /** Write what the rules leave into every empty cell, as centre marks. */
  fillCandidates() {
    this.#change(
      new Map(
        this.board.cells.flatMap((cell, index) =>
          cell.digit ? [] : [[index, { ...cell, centre: this.board.candidates(index) & this.board.possible(index) }]],
        ),
      ),
    );
  }

  // Selecting

  /** @param {Iterable<number>} cells @param {number} cursor */
  select(cells, cursor = this.cursor) {
    this.selection = new Set(cells);
    this.cursor = cursor;
    this.#tell("selection");
  }

  /** Every cell with the same content as this one. @param {number} cell */
  selectLike(cell) {
    const own = this.board.cells[cell];
    const alike = (/** @type {Cell} */ other) => {
      if (own.digit) return other.digit === own.digit;
      if (other.digit) return false;
      if (own.corner || own.centre !== null) return other.corner === own.corner && other.centre === own.centre;
      return own.colours ? other.colours === own.colours : false;
    };
    const cells = this.board.cells.flatMap((other, index) => (index === cell || alike(other) ? [index] : []));
    this.select(cells, cell);
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode;
    this.#tell("mode");
  }
}

/** @param {Cell} one @param {Cell} other */
function same(one, other) {
  return (
    one === other ||
    (one.digit === other.digit &&
      one.corner === other.corner &&
      one.centre === other.centre &&
      one.colours === other.colours)
  );
}

export { BLANK };
