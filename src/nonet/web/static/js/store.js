// @ts-check
/** What the browser stores: the settings, and each game with its history. Also the link that contains a puzzle. */

import { BLANK, Board } from "./board.js";
import { Shape } from "./shape.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./game.js").Game} Game */

const SETTINGS = "nonet.settings";
const GAMES = "nonet.games";
const GAME = "nonet.game.";
const MAX_GAMES = 20;
const MAX_CHANGES = 3000;

export const DEFAULTS = {
  language: "",
  theme: "",
  names: "rc",
  timer: true,
  peers: true,
  equal: true,
  conflicts: true,
  tidies: true,
  automatic: false,
};

/** @param {string} key @returns {any} */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full or not allowed: the game continues unsaved
  }
}

export const settings = { ...DEFAULTS, ...load(SETTINGS) };

export function saveSettings() {
  save(SETTINGS, settings);
}

// Cells and boards as short lists

/** @param {Cell} cell */
const packCell = ({ digit, corner, center, colors }) => [digit, corner, center, colors];

/** @param {[number, number, number | null, number]} packed @returns {Cell} */
const unpackCell = ([digit, corner, center, colors]) =>
  digit || corner || center !== null || colors ? { digit, corner, center, colors } : BLANK;

/** @param {Board} board */
const packBoard = (board) => ({
  box: [board.shape.height, board.shape.width],
  puzzle: board.puzzle,
  setting: board.isSetting,
  cells: board.cells.map((cell, index) =>
    cell.digit === board.givens[index] && !cell.colors && !cell.corner && cell.center === null ? 0 : packCell(cell),
  ),
});

/** @param {any} packed */
function unpackBoard(packed) {
  const [height, width] = packed.box;
  const plain = Board.fromLine(Shape.of(height, width), packed.puzzle);
  const cells = plain.cells.map((cell, index) => (packed.cells[index] ? unpackCell(packed.cells[index]) : cell));
  return new Board(plain.shape, plain.givens, cells, packed.setting);
}

/** @param {import("./game.js").Change} change */
const packChange = (change) =>
  "boards" in change
    ? { boards: change.boards.map(packBoard) }
    : { cells: change.cells.map(([index, before, after]) => [index, packCell(before), packCell(after)]) };

/** @param {any} packed @returns {any} */
const unpackChange = (packed) =>
  packed.boards
    ? { boards: packed.boards.map(unpackBoard) }
    : {
        cells: packed.cells.map((/** @type {any} */ [index, before, after]) => [
          index,
          unpackCell(before),
          unpackCell(after),
        ]),
      };

/** Return the key under which a board is stored. @param {Board} board */
const nameOf = (board) => `${board.shape.height}x${board.shape.width}.${board.puzzle}`;

/** @param {Game} game @param {number} elapsed */
export function saveGame(game, elapsed) {
  const name = nameOf(game.board);
  const stored = {
    version: 1,
    board: packBoard(game.board),
    past: game.past.slice(-MAX_CHANGES).map(packChange),
    future: game.future.slice(-MAX_CHANGES).map(packChange),
    elapsed,
  };
  /** @type {string[]} */
  const names = [name, ...(load(GAMES) ?? []).filter((/** @type {string} */ other) => other !== name)];
  for (const old of names.splice(MAX_GAMES)) localStorage.removeItem(GAME + old);
  save(GAMES, names);
  if (!save(GAME + name, stored)) save(GAME + name, { ...stored, past: [], future: [] });
}

/** Return the game last played, or the stored game of a board. @param {Board | null} board
 * @returns {{board: Board, past: any[], future: any[], elapsed: number} | null} */
export function loadGame(board = null) {
  const name = board ? nameOf(board) : (load(GAMES) ?? [])[0];
  const stored = name && load(GAME + name);
  if (!stored || stored.version !== 1) return null;
  try {
    return {
      board: unpackBoard(stored.board),
      past: stored.past.map(unpackChange),
      future: stored.future.map(unpackChange),
      elapsed: stored.elapsed,
    };
  } catch {
    return null; // written by another version or program
  }
}

// The link

/** Return the fragment of a link to a puzzle. @param {Board} board */
export function fragmentOf(board) {
  const box = board.shape.isUsual ? "" : `&b=${board.shape.height}x${board.shape.width}`;
  return `#p=${board.puzzle}${box}`;
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
  return Board.fromLine(shape, puzzle);
}
