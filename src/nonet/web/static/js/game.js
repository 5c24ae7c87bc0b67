// @ts-check
/** The game: a board, the selection, and all changes since the start, which can be undone. */

import { Board, sameCell } from "./board.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {"digit" | "corner" | "center" | "color"} Mode */
/** One change: some cells, or the whole board and the time played in milliseconds.
 * @typedef {{cells: [number, Cell, Cell][]} | {boards: [Board, Board], times: [number, number]}} Change */

/** @type {Mode[]} */
export const MODES = ["digit", "corner", "center", "color"];

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
    /** Whether a digit removes the same mark from its peers. */
    this.tidies = true;
  }

  /** @param {"game" | "board" | "cells" | "selection" | "mode"} what */
  #notify(what) {
    this.dispatchEvent(new CustomEvent("change", { detail: what }));
  }

  // Changes

  /** @param {Map<number, Cell>} changes */
  #change(changes) {
    /** @type {[number, Cell, Cell][]} */
    const cells = [];
    for (const [index, after] of changes) {
      const before = this.board.cells[index];
      if (!sameCell(before, after)) cells.push([index, before, after]);
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
      this.#setBoard(change.boards[side]);
      this.dispatchEvent(new CustomEvent("time", { detail: change.times[side] }));
      this.#notify("board");
      return;
    }
    const cells = [...this.board.cells];
    for (const [index, before, after] of change.cells) cells[index] = side ? after : before;
    this.board = this.board.with(cells);
    this.#notify("cells");
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

  /** @param {Board} board */
  #setBoard(board) {
    if (board.shape !== this.board.shape) {
      this.cursor = 0;
      this.selection = new Set();
    }
    this.board = board;
  }

  /** Change to another game with its history. @param {{board: Board, past: Change[], future: Change[]}} game */
  replace({ board, past, future }) {
    this.#setBoard(board);
    Object.assign(this, { past, future });
    this.#notify("game");
  }

  /** Replace the board by another one of the same puzzle, and start the time again. @param {Board} board
   * @param {number} elapsed the time played until now */
  load(board, elapsed) {
    this.#do({ boards: [this.board, board], times: [elapsed, 0] });
  }

  /** Start the same puzzle again. @param {number} elapsed the time played until now */
  restart(elapsed) {
    const fresh = Board.fromLine(this.board.shape, this.board.puzzle);
    fresh.isSetting = this.board.isSetting;
    this.load(fresh, elapsed);
  }

  // Entering

  /** The selected cells that are not givens. */
  get #editable() {
    return [...this.selection].filter((cell) => !this.board.givens[cell]);
  }

  /** Report that nothing can be entered: no cell is selected, all are givens, or all have digits.
   * @param {"none" | "given" | "filled"} reason */
  #refuse(reason) {
    this.dispatchEvent(new CustomEvent("refused", { detail: reason }));
  }

  /** Enter a digit, or a color by its number, in a mode (by default the current one).
   * @param {number} digit @param {Mode} mode */
  enter(digit, mode = this.mode) {
    if (!this.selection.size) this.#refuse("none");
    else if (mode === "color") this.#color(digit);
    else if (!this.#editable.length) this.#refuse("given");
    else if (mode === "digit") this.#place(digit);
    else this.#mark(digit, mode);
  }

  /** @param {number} digit */
  #place(digit) {
    const cells = this.#editable;
    const all = cells.every((cell) => this.board.cells[cell].digit === digit);
    this.placeAll(cells.map((cell) => [cell, all ? 0 : digit]));
  }

  /** Write digits into cells and, if `tidies` is set, remove their marks from the peers.
   * @param {[number, number][]} placements @param {Map<number, Cell>} changes further changes, undone together with it */
  placeAll(placements, changes = new Map()) {
    const now = (/** @type {number} */ cell) => changes.get(cell) ?? this.board.cells[cell];
    for (const [cell, digit] of placements) {
      changes.set(cell, { ...now(cell), digit });
      if (!digit || !this.tidies) continue;
      const keep = ~(1 << (digit - 1));
      for (const peer of this.board.shape.peers[cell]) {
        const { corner, center } = now(peer);
        changes.set(peer, { ...now(peer), corner: corner & keep, center: center === null ? null : center & keep });
      }
    }
    this.#change(changes);
  }

  /** @param {number} digit @param {"corner" | "center"} mode */
  #mark(digit, mode) {
    const cells = this.#editable.filter((cell) => !this.board.cells[cell].digit);
    if (!cells.length) this.#refuse("filled");
    const bit = 1 << (digit - 1);
    const shown = (/** @type {number} */ cell) =>
      mode === "corner"
        ? this.board.cells[cell].corner
        : this.automatic
          ? this.board.candidates(cell)
          : (this.board.cells[cell].center ?? 0);
    const all = cells.every((cell) => shown(cell) & bit);
    this.#change(
      new Map(
        cells.map((cell) => {
          const marks = all ? shown(cell) & ~bit : shown(cell) | bit;
          // no mark left means that no candidates are set; with automatic candidates, that all are removed
          const stored = mode === "center" && !marks && !this.automatic ? null : marks;
          return [cell, { ...this.board.cells[cell], [mode]: stored }];
        }),
      ),
    );
  }

  /** @param {number} color */
  #color(color) {
    const bit = 1 << (color - 1);
    const cells = [...this.selection];
    const all = cells.every((cell) => this.board.cells[cell].colors & bit);
    this.#change(
      new Map(
        cells.map((cell) => {
          const content = this.board.cells[cell];
          return [cell, { ...content, colors: all ? content.colors & ~bit : content.colors | bit }];
        }),
      ),
    );
  }

  /** Clear the first of these that the selected cells have: digits, marks, colors. */
  erase() {
    /** @type {((cell: Cell) => Cell)[]} */
    const layers = [
      (cell) => ({ ...cell, digit: 0 }),
      (cell) => ({ ...cell, corner: 0, center: null }),
      (cell) => ({ ...cell, colors: 0 }),
    ];
    const cleared = layers.some((clear, layer) => {
      const cells = layer < 2 ? this.#editable : [...this.selection];
      const changes = new Map(cells.map((cell) => [cell, clear(this.board.cells[cell])]));
      const any = cells.some((cell) => !sameCell(this.board.cells[cell], clear(this.board.cells[cell])));
      if (any) this.#change(changes);
      return any;
    });
    if (!this.selection.size) this.#refuse("none");
    else if (!cleared && !this.#editable.length) this.#refuse("given");
  }

  // Selecting

  /** @param {Iterable<number>} cells @param {number} cursor */
  select(cells, cursor = this.cursor) {
    this.selection = new Set(cells);
    this.cursor = cursor;
    this.#notify("selection");
  }

  /** Select the first blank. */
  selectFirst() {
    const first = Math.max(
      0,
      this.board.cells.findIndex((cell) => !cell.digit),
    );
    this.select([first], first);
  }

  /** Select all cells with the same content as a cell. @param {number} cell */
  selectLike(cell) {
    const content = this.board.cells[cell];
    const alike = (/** @type {Cell} */ other) => {
      if (content.digit) return other.digit === content.digit;
      if (other.digit) return false;
      if (content.corner || content.center !== null)
        return other.corner === content.corner && other.center === content.center;
      return content.colors ? other.colors === content.colors : false;
    };
    const cells = this.board.cells.flatMap((other, index) => (index === cell || alike(other) ? [index] : []));
    this.select(cells, cell);
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode;
    this.#notify("mode");
  }
}
