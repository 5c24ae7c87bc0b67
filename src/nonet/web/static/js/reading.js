// @ts-check
/**
 * What a pasted text may mean. The service reads texts and files of puzzles; this page adds links to puzzles, the cells of
 * a spreadsheet, and a puzzle in the middle of other text.
 */

import { Board } from "./board.js";
import { boardOf } from "./link.js";
import { puzzleOfLink } from "./other-links.js";
import { Shape } from "./shape.js";

/** A text for the service; the board if a link has digits and marks; the name of a text that the player should know; and
 * whether the service must read rules beyond rows, columns and boxes.
 * @typedef {{text: string, board?: Board, note?: "importRules", hasRules?: boolean}} Reading */

const BLANKS = ".0_*-?";
const CELLS = 81;

/** Return the readings of a text, the most likely first. Throws an Error with the name of a text about the link if it does
 * not contain a puzzle. @param {string} pasted @returns {Promise<Reading[]>} */
export async function readingsOf(pasted) {
  const text = halfWidth(pasted);
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  const linked = link ? await ofLink(link) : null;
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

/** @param {string} link @returns {Promise<Reading | null>} */
async function ofLink(link) {
  const own = boardOf(new URL(link).hash);
  if (own instanceof Board) return { text: own.puzzle, board: own };
  let linked;
  try {
    linked = await puzzleOfLink(link);
  } catch {
    throw new Error("importBadLink");
  }
  if (linked) {
    const { board, hasRules, isReadByService } = linked;
    if (hasRules && isReadByService) return { text: link, hasRules };
    return { text: board.puzzle, board, ...(hasRules ? { note: "importRules" } : {}) };
  }
  const [puzzle] = embedded(decodeURIComponent(link));
  if (puzzle) return { text: puzzle };
  if (/sudokupad\.app|crackingthecryptic\.com|f-puzzles\.com|tinyurl\.com/.test(link)) throw new Error("importShortLink");
  return null;
}

// Tables

/** Return the puzzle in the cells of a spreadsheet, or null. Blank cells are blanks. @param {string} text */
function ofTable(text) {
  const rows = text.replace(/[\r\n]+$/, "").split(/\r?\n/);
  const separator = ["\t", ";", ","].find((each) => rows[0].includes(each));
  if (!separator) return null;
  const cells = rows.map((row) => row.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1").trim()));
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
