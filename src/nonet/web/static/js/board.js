// @ts-check
/** The board: givens, digits, marks and colors. A board is never changed; each change creates a new one. */

import { Shape, digitsOf, maskOf } from "./shape.js";

/**
 * What a player has entered in a cell. `center` is null if the player has set no candidates; they then follow from the
 * rules. In a mask, digit d is bit d - 1.
 * @typedef {{digit: number, corner: number, center: number | null, colors: number}} Cell
 */
/** @typedef {{givens: string, digits: string, candidates: string[]}} PositionData */

/** @type {Cell} */
export const BLANK = Object.freeze({ digit: 0, corner: 0, center: null, colors: 0 });

/** Whether two cells have the same content. @param {Cell} one @param {Cell} other */
export function sameCell(one, other) {
  return (
    one === other ||
    (one.digit === other.digit &&
      one.corner === other.corner &&
      one.center === other.center &&
      one.colors === other.colors)
  );
}

export class Board {
  /** @param {Shape} shape @param {number[]} givens @param {Cell[]} cells @param {boolean} isSetting */
  constructor(shape, givens, cells, isSetting = false) {
    this.shape = shape;
    this.givens = givens;
    this.cells = cells;
    /** Whether the clues are still being typed in. */
    this.isSetting = isSetting;
  }

  /** Return the board of a puzzle that is given as one line. @param {Shape} shape @param {string} line */
  static fromLine(shape, line) {
    const givens = [...line].map((symbol) => shape.digitOf(symbol));
    return new Board(
      shape,
      givens,
      givens.map((digit) => ({ ...BLANK, digit })),
    );
  }

  /** Return an empty board into which clues are typed. @param {Shape} shape */
  static blank(shape) {
    const blanks = Array(shape.cells).fill(0);
    return new Board(
      shape,
      blanks,
      blanks.map(() => BLANK),
      true,
    );
  }

  /** Return a board with the digits and candidates of a position. @param {Shape} shape @param {PositionData} position */
  static fromPosition(shape, position) {
    const board = Board.fromLine(shape, position.givens);
    const digits = [...position.digits].map((symbol) => shape.digitOf(symbol));
    const own = digits.map((digit, cell) => ({ ...board.cells[cell], digit }));
    const plain = new Board(shape, board.givens, own);
    return plain.with(
      own.map((cell, index) => {
        const mask = maskOf([...position.candidates[index]].map((symbol) => shape.digitOf(symbol)));
        return cell.digit || mask === plain.possible(index) ? cell : { ...cell, center: mask };
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

  /** All digits on the board as one line. */
  get digits() {
    return this.cells.map((cell) => this.shape.symbol(cell.digit)).join("");
  }

  get clues() {
    return this.givens.filter(Boolean).length;
  }

  get blanks() {
    return this.cells.filter((cell) => !cell.digit).length;
  }

  /** Return the digits that no peer of a cell has, as a mask. @param {number} cell */
  possible(cell) {
    let mask = (2 ** this.shape.size - 1) | 0;
    for (const peer of this.shape.peers[cell]) {
      const { digit } = this.cells[peer];
      if (digit) mask &= ~(1 << (digit - 1));
    }
    return mask;
  }

  /** Return the candidates of a cell: the center marks, or what the rules allow. @param {number} cell */
  candidates(cell) {
    const { digit, center } = this.cells[cell];
    if (digit) return 0;
    return center === null ? this.possible(cell) : center;
  }

  /** Whether the player has set candidates. */
  get hasOwnCandidates() {
    return this.cells.some((cell) => !cell.digit && cell.center !== null);
  }

  /** Whether the player has entered nothing. */
  get isPlain() {
    return this.cells.every((cell, index) => sameCell(cell, { ...BLANK, digit: this.givens[index] }));
  }

  /** Whether another board has the same puzzle, digits, marks and colors. @param {Board} other */
  equals(other) {
    const isSame = this.shape === other.shape && this.puzzle === other.puzzle && this.isSetting === other.isSetting;
    return isSame && this.cells.every((cell, index) => sameCell(cell, other.cells[index]));
  }

  /** The candidates of each cell, as in a request. */
  get candidateTexts() {
    return this.cells.map((_, cell) =>
      digitsOf(this.candidates(cell))
        .map((digit) => this.shape.symbol(digit))
        .join(""),
    );
  }

  /** The cells with the same digit as one of their peers. */
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

  /** The fields of a request about this position. */
  get requestFields() {
    return {
      puzzle: this.puzzle,
      digits: this.digits,
      ...(this.hasOwnCandidates ? { candidates: this.candidateTexts } : {}),
    };
  }
}
