// @ts-check
/**
 * Puzzles in links of other sites: f-puzzles, SudokuPad and sudoku.coach put a whole puzzle into a link, with the digits
 * and marks of a player. Links with only a puzzle of 81 characters need nothing of this.
 */

import { BLANK, Board } from "./board.js";
import { parseLoose } from "./loose-json.js";
import { decompress } from "./lz.js";
import { Shape, maskOf } from "./shape.js";

/** A puzzle, whether it has rules beyond rows, columns and boxes, and whether the service can read them from the link.
 * @typedef {{board: Board, hasRules: boolean, isReadByService?: boolean}} Linked */
/** What a cell has; `given` is a digit of the puzzle, `digit` one of the player.
 * @typedef {{given?: any, digit?: any, center?: any[], corner?: any[]}} Content */

const BASE32 = "0123456789abcdefghijklmnopqrstuv";
const BASE60 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
const MOST_BYTES = 1_000_000;

/** The keys of a puzzle of f-puzzles that are not rules. */
const NO_RULES = new Set([
  "size",
  "title",
  "author",
  "ruleset",
  "grid",
  "solution",
  "highlightConflicts",
  "successMessage",
]);
/** The parts of a puzzle of SudokuPad that draw rules. */
const DRAWN = ["lines", "arrows", "overlays", "underlays"];
/** SudokuPad's abbreviations of the keys that are needed here. */
const SHORT = {
  ce: "cells",
  re: "regions",
  ca: "cages",
  v: "value",
  l: "lines",
  a: "arrows",
  o: "overlays",
  u: "underlays",
};

/** Return the puzzle in a link, null if the link is of no known form. Throws an error if it is damaged.
 * @param {string} link @returns {Promise<Linked | null>} */
export async function puzzleOfLink(link) {
  const plain = decodeURIComponent(link).replaceAll(" ", "+");
  const coach = /SCv7_32_([0-9a-v]+)/.exec(plain);
  if (coach) return ofCoach(JSON.parse(await inflate(bytesOfBase32(coach[1]))));
  const fpuzzles = /(?:fpuzzles|fpuz|[?&]load=)([\w+/=-]+)/.exec(plain);
  if (fpuzzles) return ofFPuzzles(JSON.parse(decompress(fpuzzles[1])));
  const pad = /(?:^|[/=])(?:scl|ctc)([\w+/=-]{20,})/.exec(plain);
  if (pad) return ofSudokuPad(parseLoose(decompress(pad[1])));
  const short = /(?:^|[/=])scf(\w+)$/.exec(plain);
  const line = short ? lineOfShort(short[1]) : "";
  return line.length === 81 ? { board: boardOf([...line].map((given) => ({ given }))), hasRules: false } : null;
}

/** Return the board of some cells, row by row. @param {Content[]} contents @returns {Board} */
function boardOf(contents) {
  const shape = Shape.ofLength(contents.length);
  if (!shape) throw new Error("size");
  const digit = (/** @type {any} */ value) => {
    const number = Number(value ?? 0);
    if (!Number.isInteger(number) || number < 0 || number > shape.size) throw new Error("digit");
    return number;
  };
  const mask = (/** @type {any[] | undefined} */ digits) => maskOf((digits ?? []).map(digit).filter(Boolean));
  const givens = contents.map(({ given }) => digit(given));
  const cells = contents.map(({ digit: own, center, corner }, i) => {
    if (givens[i]) return { ...BLANK, digit: givens[i] };
    return { ...BLANK, digit: digit(own), corner: mask(corner), center: mask(center) || null };
  });
  return new Board(shape, givens, cells);
}

/** @param {any} puzzle @returns {Linked} */
function ofFPuzzles(puzzle) {
  const contents = puzzle.grid.flat().map((/** @type {any} */ cell) => ({
    [cell.given === false || cell.given === undefined ? "digit" : "given"]: cell.value,
    center: cell.centerPencilMarks,
    corner: cell.cornerPencilMarks,
  }));
  const isRule = (/** @type {any} */ value) => value === true || (Array.isArray(value) && value.length > 0);
  const rules = Object.entries(puzzle).filter(([name, value]) => !NO_RULES.has(name) && isRule(value));
  const isUsual = !puzzle.grid.flat().some((/** @type {any} */ cell) => "region" in cell || cell.givenPencilMarks);
  return { board: boardOf(contents), hasRules: rules.length > 0 || !isUsual, isReadByService: true };
}

/** Return the cells of SudokuPad's shortest form: each symbol is a digit or a blank, and the number of blanks after it.
 * @param {string} text */
function lineOfShort(text) {
  const numbers = [...text].map((symbol) => BASE60.indexOf(symbol));
  return numbers.includes(-1) ? "" : numbers.map((n) => (n % 10) + "0".repeat(Math.floor(n / 10))).join("");
}

/** @param {any} puzzle @returns {Linked} */
function ofSudokuPad(puzzle) {
  const { cells, cages = [], regions = [], metadata = {}, ...parts } = rename(puzzle);
  const contents = cells.flat().map((/** @type {any} */ cell) => ({
    given: cell.value,
    center: cell.centremarks,
    corner: cell.pencilMarks,
  }));
  const board = boardOf(contents);
  const isDrawn = DRAWN.some((name) => parts[name]?.length);
  // a cage without cells is a note, such as the title; some notes are rules; rows and columns may be hidden cages
  const isRule = (/** @type {any} */ { cells, value, type }) =>
    type !== "rowcol" && (cells?.length || /^anti/.test(String(value)));
  const isUnusual = ["norowcol", "antiknight", "antiking"].some((name) => metadata[name]);
  return { board, hasRules: isDrawn || isUnusual || cages.some(isRule) || !areBoxes(board.shape, regions) };
}

/** Return data with the whole names of its keys. @param {any} data @returns {any} */
function rename(data) {
  if (Array.isArray(data)) return data.map(rename);
  if (typeof data !== "object" || data === null) return data;
  const pairs = Object.entries(data);
  return Object.fromEntries(pairs.map(([key, value]) => [SHORT[/** @type {"ce"} */ (key)] ?? key, rename(value)]));
}

/** Whether regions are the boxes of the board; it may also have none. @param {Shape} shape @param {any[]} regions */
function areBoxes(shape, regions) {
  const boxes = shape.houses.filter(({ kind }) => kind === "box").map(({ cells }) => cells.join());
  const named = regions.map((region) =>
    region
      .map((/** @type {number[]} */ [row, column]) => row * shape.size + column)
      .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b)
      .join(),
  );
  return named.every((cells) => boxes.includes(cells));
}

/** @param {any} puzzle @returns {Linked} */
function ofCoach({ gridSize, givenDigits, userDigits = "", userCellCandidates = "", ...parts }) {
  // digit d is bit d of a number
  const marks = userCellCandidates.split("-").map((/** @type {string} */ text) => Number(text));
  const contents = [...givenDigits].map((symbol, i) => ({
    given: Number.parseInt(symbol, 36),
    digit: Number.parseInt(userDigits[i] ?? "0", 36),
    center: [...Array(gridSize + 1).keys()].filter((digit) => digit && (marks[i] >> digit) & 1),
  }));
  const isRule = (/** @type {any} */ value) => Array.isArray(value) && value.length > 0;
  return { board: boardOf(contents), hasRules: Object.values(parts).some(isRule) };
}

/** @param {string} text */
function bytesOfBase32(text) {
  const bits = [...text].map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8), 2));
}

/** Return the text of data that zlib has compressed. @param {Uint8Array} data */
async function inflate(data) {
  const stream = new Blob([/** @type {any} */ (data)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const decoder = new TextDecoder();
  let text = "";
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_BYTES) throw new Error("too long");
  }
}
