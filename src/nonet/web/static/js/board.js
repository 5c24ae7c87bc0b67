// @ts-check
/** The board as a value: givens, digits, marks and colours, never changed but replaced. */

import { Shape, digitsOf, maskOf } from "./shape.js";

/**
 * What a player has in a cell. `centre` is null as long as the player has not said which candidates are left; the rules
 * then tell. Masks have digit d at bit d - 1.
 * @typedef {{digit: number, corner: number, centre: number | null, colours: number}} Cell
 */
/** @typedef {{givens: string, digits: string, candidates: string[]}} PositionData */

/** @type {Cell} */
export const BLANK = Object.freeze({ digit: 0, corner: 0, centre: null, colours: 0 });

export class Board {
  /** @param {Shape} shape @param {number[]} givens @param {Cell[]} cells @param {boolean} isSetting */
  constructor(shape, givens, cells, isSetting = false) {
    this.shape = shape;
    this.givens = givens;
    this.cells = cells;
    /** Whether the clues are still being typed in. */
    this.isSetting = isSetting;
  }

  /** The board of a puzzle given as a line of its cells. @param {Shape} shape @param {string} line */
  static fromLine(shape, line) {
    const givens = [...line].map((symbol) => shape.digitOf(symbol));
    return new Board(
      shape,
      givens,
      givens.map((digit) => ({ ...BLANK, digit })),
    );
  }

  /** An empty board into which clues are typed. @param {Shape} shape */
  static blank(shape) {
    const blanks = Array(shape.cells).fill(0);
    return new Board(
      shape,
      blanks,
      blanks.map(() => BLANK),
      true,
    );
  }

  /** A board with digits and candidates of a position on it. @param {Shape} shape @param {PositionData} position */
  static fromPosition(shape, position) {
    const board = Board.fromLine(shape, position.givens);
    const digits = [...position.digits].map((symbol) => shape.digitOf(symbol));
    const own = digits.map((digit, cell) => ({ ...board.cells[cell], digit }));
    const plain = new Board(shape, board.givens, own);
    return plain.with(
      own.map((cell, index) => {
        const mask = maskOf([...position.candidates[index]].map((symbol) => shape.digitOf(symbol)));
        return cell.digit || mask === plain.possible(index) ? cell : { ...cell, centre: mask };
      }),
    );
  }

  /** @param {Cell[]} cells */
  with(cells) {
    return new Board(this.shape, this.givens, cells, this.isSetting);
  }

  /** The puzzle as one line. */
  get puzzle() {
    return this.givens.map((digit) => this.shape.symbol(digit)).join("");
  }

  /** All digits that stand, as one line. */
  get digits() {
    return this.cells.map((cell) => this.shape.symbol(cell.digit)).join("");
  }

  get clues() {
    return this.givens.filter(Boolean).length;
  }

  get blanks() {
    return this.cells.filter((cell) => !cell.digit).length;
  }

  /** The digits that no peer of a cell holds, as a mask. @param {number} cell */
  possible(cell) {
    let mask = (2 ** this.shape.size - 1) | 0;
    for (const peer of this.shape.peers[cell]) {
      const { digit } = this.cells[peer];
      if (digit) mask &= ~(1 << (digit - 1));
    }
    return mask;
  }

  /** What the player has left for a cell: the centre marks, or what the rules leave. @param {number} cell */
  candidates(cell) {
    const { digit, centre } = this.cells[cell];
    if (digit) return 0;
    return centre === null ? this.possible(cell) : centre;
  }

  /** Whether the player has said anything about candidates. */
  get hasOwnCandidates() {
    return this.cells.some((cell) => !cell.digit && cell.centre !== null);
  }

  /** The candidates as the service takes them. */
  get candidateTexts() {
    return this.cells.map((_, cell) =>
      digitsOf(this.candidates(cell))
        .map((digit) => this.shape.symbol(digit))
        .join(""),
    );
  }

  /** The cells that hold the same digit as a peer. */
  get conflicts() {
    const found = new Set();
    this.cells.forEach(({ digit }, cell) => {
      if (digit && this.shape.peers[cell].some((peer) => this.cells[peer].digit === digit)) found.add(cell);
    });
    return found;
  }

  get isSolved() {
    return !this.blanks && !this.conflicts.size;
  }

  /** The question about this position that the service takes. */
  get question() {
    return {
      puzzle: this.puzzle,
      digits: this.digits,
      ...(this.hasOwnCandidates ? { candidates: this.candidateTexts } : {}),
    };
  }
}
