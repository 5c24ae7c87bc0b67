// @ts-check
/** The geometry of a board: cells, houses and peers. Cells are numbered from 0 in reading order. */

const SYMBOLS = "123456789ABCDEFGHIJKLMNOP";

/** @typedef {{kind: "row" | "column" | "box", number: number, cells: number[]}} House */

/** @type {Map<string, Shape>} */
const known = new Map();

export class Shape {
  /** Return the shape with boxes of this height and width; always the same object.
   * @param {number} height @param {number} width */
  static of(height, width) {
    const key = `${height}x${width}`;
    let shape = known.get(key);
    if (!shape) known.set(key, (shape = new Shape(height, width)));
    return shape;
  }

  /** Return the usual shape of a board with this number of cells, or null. Its boxes are as square as
   * possible, and wider than high.
   * @param {number} cells @returns {Shape | null} */
  static ofLength(cells) {
    const size = Math.round(Math.sqrt(cells));
    if (size * size !== cells || size < 2 || size > SYMBOLS.length) return null;
    let height = Math.floor(Math.sqrt(size));
    while (size % height) height -= 1;
    return Shape.of(height, size / height);
  }

  /** @param {number} height @param {number} width */
  constructor(height, width) {
    this.height = height;
    this.width = width;
    this.size = height * width;
    this.cells = this.size * this.size;
    this.symbols = SYMBOLS.slice(0, this.size);
    const lines = [...Array(this.size).keys()];
    /** @type {House[]} */
    this.houses = [
      ...lines.map((r) => this.#house("row", r, (row) => row)),
      ...lines.map((c) => this.#house("column", c, (_, column) => column)),
      ...lines.map((b) => this.#house("box", b, (row, column) => this.boxOf(row, column))),
    ];
    /** @type {number[][]} */
    this.peers = lines.flatMap((row) => lines.map((column) => this.#peersOf(row * this.size + column)));
  }

  /** @param {number} row @param {number} column */
  boxOf(row, column) {
    return Math.floor(row / this.height) * this.height + Math.floor(column / this.width);
  }

  /** @param {House["kind"]} kind @param {number} number @param {(row: number, column: number) => number} numberOf */
  #house(kind, number, numberOf) {
    const cells = [];
    for (let cell = 0; cell < this.cells; cell++) {
      if (numberOf(Math.floor(cell / this.size), cell % this.size) === number) cells.push(cell);
    }
    return { kind, number: number + 1, cells };
  }

  /** @param {number} cell */
  #peersOf(cell) {
    const peers = new Set(this.housesOf(cell).flatMap((house) => house.cells));
    peers.delete(cell);
    return [...peers];
  }

  /** Return the row, the column and the box of a cell. @param {number} cell */
  housesOf(cell) {
    const [row, column] = [Math.floor(cell / this.size), cell % this.size];
    return [row, this.size + column, 2 * this.size + this.boxOf(row, column)].map((house) => this.houses[house]);
  }

  /** Return the name of a cell, such as r4c5. @param {number} cell */
  nameOf(cell) {
    return `r${Math.floor(cell / this.size) + 1}c${(cell % this.size) + 1}`;
  }

  /** Return the cell with a name such as r4c5. @param {string} name */
  cellOf(name) {
    const found = /^r(\d+)c(\d+)$/.exec(name);
    return found ? (Number(found[1]) - 1) * this.size + Number(found[2]) - 1 : -1;
  }

  /** Return the cells of a house, such as "box 2". @param {string} name */
  houseCells(name) {
    const [kind, number] = name.split(" ");
    return this.houses.find((house) => house.kind === kind && house.number === Number(number))?.cells ?? [];
  }

  /** Return the digit of a symbol, or 0 if this board does not have it. @param {string} symbol */
  digitOf(symbol) {
    return this.symbols.indexOf(symbol.toUpperCase()) + 1;
  }

  /** @param {number} digit */
  symbol(digit) {
    return digit ? SYMBOLS[digit - 1] : ".";
  }

  /** Whether the boxes follow from the size alone. @returns {boolean} */
  get isUsual() {
    return Shape.ofLength(this.cells) === this;
  }

  toString() {
    return `${this.size}×${this.size}`;
  }
}

/** Return the digits in a mask. Digit 1 is the lowest bit. @param {number} mask */
export function digitsOf(mask) {
  const digits = [];
  for (let digit = 1; mask >>> (digit - 1); digit++) if ((mask >>> (digit - 1)) & 1) digits.push(digit);
  return digits;
}

/** Return digits as a mask. @param {Iterable<number>} digits */
export function maskOf(digits) {
  let mask = 0;
  for (const digit of digits) mask |= 1 << (digit - 1);
  return mask;
}
