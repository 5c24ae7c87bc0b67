// @ts-check
/** What the page can do without the service: check a puzzle, and find full houses and singles. */

import { Board } from "./board.js";
import { language, t } from "./language.js";
import { Shape, digitsOf } from "./shape.js";

/** @typedef {import("./shape.js").House} House */
/** @typedef {{name: string, title: string, house: House | null, cell: number, digit: number}} Single */

/** The most guesses of a search: enough for every 9×9 puzzle, and at most a second on larger boards. */
const MOST_GUESSES = 20_000;

/**
 * The responses that the page computes itself if the service does not respond, by endpoint. A function returns null if
 * the answer needs the service.
 * @type {Record<string, (fields: any) => any>}
 */
export const LOCAL = { solve: solveLocally, hint: hintLocally };

/** Return the solution of a puzzle if it is unique. @param {{puzzle: string}} fields */
function solveLocally({ puzzle }) {
  const shape = Shape.ofLength(puzzle.length);
  if (!shape) return null;
  const board = Board.fromLine(shape, puzzle);
  if (board.conflicts.size) return { count: 0, solution: null };
  const search = new Search(shape, board.givens);
  if (!search.run()) return null;
  const unique = search.solutions.length === 1;
  return { count: search.solutions.length, solution: unique ? search.solutions[0] : null };
}

/** Return the mistakes of the player, or the next single, in stages.
 * @param {{puzzle: string, digits: string, candidates?: string[]}} fields */
function hintLocally({ puzzle, digits, candidates }) {
  const solution = solveLocally({ puzzle })?.solution;
  if (!solution) return null;
  const shape = /** @type {Shape} */ (Shape.ofLength(puzzle.length));
  const { cells } = Board.fromLine(shape, digits);
  const plain = Board.fromLine(shape, puzzle).with(cells);
  const position = { givens: puzzle, digits, candidates: candidates ?? plain.candidateTexts };
  const wrong = cells.flatMap(({ digit }, cell) =>
    digit && shape.symbol(digit) !== solution[cell] ? [{ cell, digit }] : [],
  );
  if (wrong.length) {
    const names = wrong.map(({ cell }) => shape.nameOf(cell)).join(t("listComma"));
    const mistakes = wrong.map(({ cell, digit }) => ({
      kind: "digit",
      cell: shape.nameOf(cell),
      digit: shape.symbol(digit),
    }));
    return {
      mistakes,
      leftovers: [],
      step: null,
      position,
      stages: [{ name: "mistake", text: t("offlineWrong", { names }) }],
    };
  }
  const single = findSingle(plain);
  return single && { mistakes: [], leftovers: [], position, after: position, ...describe(shape, single) };
}

/** Return the easiest single: a full house, a hidden single in a box or in a line, or a naked single.
 * @param {Board} board @returns {Single | null} */
function findSingle(board) {
  const { shape } = board;
  const boxesFirst = [...shape.houses].sort((a, b) => Number(b.kind === "box") - Number(a.kind === "box"));
  const blanks = (/** @type {House} */ house) => house.cells.filter((cell) => !board.cells[cell].digit);
  for (const house of boxesFirst) {
    const [cell, ...others] = blanks(house);
    if (cell !== undefined && !others.length)
      return { name: "full-house", title: t("fullHouse"), house, cell, digit: digitsOf(board.possible(cell))[0] };
  }
  for (const house of boxesFirst) {
    for (let digit = 1; digit <= shape.size; digit++) {
      const places = blanks(house).filter((cell) => (board.possible(cell) >> (digit - 1)) & 1);
      if (places.length === 1)
        return { name: "hidden-single", title: t("hiddenSingle"), house, cell: places[0], digit };
    }
  }
  for (let cell = 0; cell < shape.cells; cell++) {
    const left = board.cells[cell].digit ? [] : digitsOf(board.possible(cell));
    if (left.length === 1) return { name: "naked-single", title: t("nakedSingle"), house: null, cell, digit: left[0] };
  }
  return null;
}

/** Return a single as a step with the stages of its hint. @param {Shape} shape @param {Single} single */
function describe(shape, { name, title, house, cell, digit }) {
  const values = { technique: title, cell: shape.nameOf(cell), digit: shape.symbol(digit), house: houseName(house) };
  const where = house ? { house: [`${house.kind} ${house.number}`] } : {};
  /** @type {Record<string, string>} */
  const reason = { "full-house": "offlineFullHouse", "hidden-single": "offlineHidden", "naked-single": "offlineNaked" };
  const stages = [
    { name: "technique", text: t("offlineTechnique", values) },
    { name: "area", text: house ? t("offlineArea", values) : t("offlineCell", values) },
    { name: "conclusion", text: t(/** @type {any} */ (reason[name]), values) },
  ];
  const placements = [{ cell: values.cell, digit: values.digit }];
  const cells = { pattern: [values.cell] };
  return {
    stages,
    step: { technique: name, title, placements, eliminations: [], digits: [values.digit], cells, houses: where },
  };
}

/** @param {House | null} house */
function houseName(house) {
  if (!house) return "";
  const names =
    language() === "zh" ? { row: "行", column: "列", box: "宫" } : { row: "row", column: "column", box: "box" };
  return language() === "zh" ? `第 ${house.number} ${names[house.kind]}` : `${names[house.kind]} ${house.number}`;
}

/** A depth-first search that always guesses in the cell with the fewest candidates, for at most two solutions. */
class Search {
  /** @param {Shape} shape @param {number[]} givens */
  constructor(shape, givens) {
    this.shape = shape;
    this.digits = [...givens];
    this.guesses = 0;
    /** @type {string[]} */
    this.solutions = [];
  }

  /** Search; return whether the search came to its end. @returns {boolean} */
  run() {
    if (this.solutions.length === 2) return true;
    const { cell, mask } = this.#best();
    if (cell < 0) {
      this.solutions.push(this.digits.map((digit) => this.shape.symbol(digit)).join(""));
      return true;
    }
    for (const digit of digitsOf(mask)) {
      this.guesses += 1;
      if (this.guesses > MOST_GUESSES) return false;
      this.digits[cell] = digit;
      if (!this.run()) return false;
    }
    this.digits[cell] = 0;
    return true;
  }

  /** Return the blank cell with the fewest candidates, or -1 if there is none. */
  #best() {
    let best = { cell: -1, mask: 0, count: Infinity };
    for (let cell = 0; cell < this.digits.length && best.count > 1; cell++) {
      if (this.digits[cell]) continue;
      const mask = this.#possible(cell);
      const count = digitsOf(mask).length;
      if (count < best.count) best = { cell, mask, count };
    }
    return best;
  }

  /** @param {number} cell */
  #possible(cell) {
    let mask = (2 ** this.shape.size - 1) | 0;
    for (const peer of this.shape.peers[cell]) if (this.digits[peer]) mask &= ~(1 << (this.digits[peer] - 1));
    return mask;
  }
}
