// @ts-check
/**
 * What a pasted text may mean. The service reads texts and files of puzzles; this page adds links to puzzles, the cells of
 * a spreadsheet, and a puzzle in the middle of other text.
 */

import { boardOf } from "./link.js";
import { decompress } from "./lz.js";
import { SYMBOLS, Shape } from "./shape.js";

/** A text for the service, and whether it has rules beyond rows, columns and boxes.
 * @typedef {{text: string, hasRules?: boolean}} Reading */

const BLANKS = ".0_*-?";
const CELLS = 81;

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

/** Return the readings of a text, the most likely first. Throws an Error with the name of a text about the link if it does
 * not contain a puzzle. @param {string} pasted @returns {Reading[]} */
export function readingsOf(pasted) {
  const text = halfWidth(pasted);
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  const linked = link ? ofLink(link) : null;
  if (linked) return [linked];
  const line = ofTable(text) ?? ofSpaces(text);
  if (line) return [{ text: line }];
  return [{ text }, ...embedded(text).map((puzzle) => ({ text: puzzle }))];
}

/** Return a text with ordinary characters instead of the full-width ones of Chinese and Japanese keyboards.
 * @param {string} text */
function halfWidth(text) {
  return text
    .replaceAll(/[！-～]/g, (symbol) => String.fromCharCode(symbol.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");
}

/** Return the puzzles of one line within a text, such as a message or a link. @param {string} text */
function embedded(text) {
  return [...text.matchAll(/(?<![\d.*_-])[\d.*_-]{81}(?![\d.*_-])/g)].map(([puzzle]) => puzzle);
}

// Links

/** @param {string} link @returns {Reading | null} */
function ofLink(link) {
  const board = boardOf(new URL(link).hash);
  if (board && "puzzle" in board) return { text: board.puzzle };
  const compressed = /(?:fpuzzles|fpuz|[?&]load=)([A-Za-z0-9+/=%_ -]+)/.exec(link)?.[1];
  if (compressed) return ofCompressed(decodeURIComponent(compressed).replaceAll(" ", "+"), link);
  const [puzzle] = embedded(decodeURIComponent(link));
  if (puzzle) return { text: puzzle };
  if (link.trim().includes("sudokupad.app") || link.includes("f-puzzles.com")) throw new Error("importShortLink");
  return null;
}

/** @param {string} base64 @param {string} link @returns {Reading} */
function ofCompressed(base64, link) {
  let puzzle;
  try {
    puzzle = JSON.parse(decompress(base64));
  } catch {
    throw new Error("importBadLink");
  }
  const symbol = (/** @type {any} */ cell) => (cell.value && cell.given !== false ? SYMBOLS[cell.value - 1] : ".");
  const text = puzzle.grid.flatMap((/** @type {any[]} */ row) => row.map(symbol)).join("");
  const rules = Object.entries(puzzle).filter(([name, value]) => !NO_RULES.has(name) && isRule(value));
  const isUsual = !puzzle.grid.flat().some((/** @type {any} */ cell) => "region" in cell || cell.givenPencilMarks);
  return rules.length || !isUsual ? { text: link, hasRules: true } : { text };
}

/** @param {unknown} value */
function isRule(value) {
  return value === true || (Array.isArray(value) && value.length > 0);
}

// Tables

/** Return the puzzle in the cells of a spreadsheet, or null. Blank cells are blanks. @param {string} text */
function ofTable(text) {
  const rows = text.replace(/[\r\n]+$/, "").split(/\r?\n/);
  const separator = ["\t", ";", ","].find((each) => rows[0].includes(each));
  if (!separator) return null;
  const cells = rows.map((row) => row.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  const shape = Shape.ofLength(rows.length ** 2);
  if (!shape || cells.some((row) => row.length !== shape.size)) return null;
  const symbols = cells.flat().map((cell) => symbolOf(shape, cell));
  return symbols.includes("") ? null : symbols.join("");
}

/** Return the symbol of a cell, or "" if it has none. @param {Shape} shape @param {string} cell */
function symbolOf(shape, cell) {
  if (cell === "" || (cell.length === 1 && BLANKS.includes(cell))) return ".";
  const isNumber = /^\d+$/.test(cell) && Number(cell) <= shape.size;
  const digit = isNumber ? Number(cell) : cell.length === 1 ? shape.digitOf(cell) : 0;
  return digit ? shape.symbol(digit) : "";
}

/** Return the puzzle in nine lines of nine characters with spaces as blanks, or null. @param {string} text */
function ofSpaces(text) {
  const rows = text.replace(/^[\r\n]+|[\r\n]+$/g, "").split(/\r?\n/);
  const isBoard =
    rows.length === 9 && rows.every((row) => /^[1-9 .0]{0,9}$/.test(row)) && rows.some((row) => / /.test(row));
  if (isBoard) return rows.map((row) => row.padEnd(9).replaceAll(" ", ".")).join("");
  const line = text.replace(/[\r\n]+/g, "");
  const isLine = line.length === CELLS && /^[1-9 ]+$/.test(line) && line.includes(" ");
  return isLine ? line.replaceAll(" ", ".") : null;
}
