// @ts-check
/**
 * The link that contains a puzzle, and optionally what the player has entered:
 * `#p=` the puzzle as one line, `&b=3x4` the boxes if they are not the usual ones, `&l=Easy` the level, `&m=` the entries.
 *
 * The entries are bits, six in each character. A cell that is as in the puzzle has the bit 0. Any other cell has the bit 1,
 * then a bit for each of these that it has (digit, corner marks, center marks, colors), and then their values.
 */

import { BLANK, Board, sameCell } from "./board.js";
import { Shape } from "./shape.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS = 6;
const COLORS = 9;
/** The parts of a cell, in this order. @type {["digit", "corner", "center", "colors"]} */
const PARTS = ["digit", "corner", "center", "colors"];

/** Return the number of bits of each part. @param {Shape} shape */
function widthsOf({ size }) {
  return { digit: Math.ceil(Math.log2(size + 1)), corner: size, center: size, colors: COLORS };
}

/** Return what the player has entered as a short text. @param {Board} board */
function entriesOf(board) {
  const widths = widthsOf(board.shape);
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, width = 1) => {
    for (let i = 0; i < width; i++) bits.push((value >> i) & 1);
  };
  board.cells.forEach((cell, index) => {
    const given = { ...BLANK, digit: board.givens[index] };
    put(sameCell(cell, given) ? 0 : 1);
    if (sameCell(cell, given)) return;
    const has = PARTS.filter((part) => cell[part] !== BLANK[part]);
    for (const part of PARTS) put(Number(has.includes(part)));
    for (const part of has) put(/** @type {number} */ (cell[part]), widths[part]);
  });
  while (bits.length % BITS) bits.push(0);
  let text = "";
  for (let i = 0; i < bits.length; i += BITS)
    text += ALPHABET[bits.slice(i, i + BITS).reduce((sum, bit, at) => sum | (bit << at), 0)];
  return text.replace(/A+$/, ""); // missing bits are 0
}

/** Return a board with the entries of a text, or an Error if it is damaged. @param {Board} board @param {string} text */
function withEntries(board, text) {
  if (/[^\w-]/.test(text)) return new Error("entries");
  const widths = widthsOf(board.shape);
  let at = 0;
  const read = (width = 1) => {
    let value = 0;
    for (let i = 0; i < width; i++, at++) {
      const symbol = ALPHABET.indexOf(text[Math.floor(at / BITS)] ?? "A");
      value |= ((symbol >> (at % BITS)) & 1) << i;
    }
    return value;
  };
  const cells = board.cells.map((cell) => {
    if (!read()) return cell;
    const has = PARTS.filter(() => read());
    return { ...BLANK, ...Object.fromEntries(has.map((part) => [part, read(widths[part])])) };
  });
  const isWrong = cells.some(
    ({ digit }, i) => digit > board.shape.size || (board.givens[i] > 0 && digit !== board.givens[i]),
  );
  return isWrong ? new Error("entries") : board.with(cells);
}

/** Return the fragment of a link to a puzzle. @param {Board} board @param {string} level its level, if known
 * @param {boolean} withOwn whether to add what the player has entered */
export function fragmentOf(board, level = "", withOwn = false) {
  const box = board.shape.isUsual ? "" : `&b=${board.shape.height}x${board.shape.width}`;
  const entries = withOwn && !board.isPlain ? `&m=${entriesOf(board)}` : "";
  return `#p=${board.puzzle}${box}${level ? `&l=${level}` : ""}${entries}`;
}

/** Return the level in a fragment, or "". @param {string} fragment */
export function levelOf(fragment) {
  return /[#&]l=(Easy|Medium|Hard|Unfair|Extreme)(?=&|$)/.exec(fragment)?.[1] ?? "";
}

/** Return the board in a fragment; null if there is none, an Error if it is not valid.
 * @param {string} fragment */
export function boardOf(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const puzzle = parts.get("p")?.replaceAll(/[0_*]/g, ".").toUpperCase();
  if (!puzzle) return null;
  const box = /^(\d{1,2})x(\d{1,2})$/.exec(parts.get("b") ?? "");
  const [height, width] = box ? [Number(box[1]), Number(box[2])] : [0, 0];
  const fits = height > 0 && height * width <= 25 && (height * width) ** 2 === puzzle.length;
  const shape = box ? (fits ? Shape.of(height, width) : null) : Shape.ofLength(puzzle.length);
  if (!shape) return new Error("length");
  if ([...puzzle].some((symbol) => symbol !== "." && !shape.digitOf(symbol))) return new Error("symbol");
  const board = Board.fromLine(shape, puzzle);
  return parts.has("m") ? withEntries(board, parts.get("m") ?? "") : board;
}
