// @ts-check
/**
 * The stored games: one record for each puzzle, with its history, time and level. All tabs share the records. Each change
 * of a game raises the revision of its record, so that a tab can see that another one went on with the game.
 */

import { BLANK, Board } from "./board.js";
import { Shape } from "./shape.js";
import { has, keysWith, load, remove, save } from "./store.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./game.js").Change} Change */
/**
 * What is known about a game: the level of its puzzle, the daily puzzle that it is, the hints used, and the games that
 * were played before and after it. Of a puzzle with rules: its text, its title, its first kinds of rules in words, and its
 * solution once it is found.
 * @typedef {{level: string, daily: string, hints: number, previous: string, next: string,
 *   rules: string, title: string, kinds: string, solution: string}} Info
 */
/** @typedef {{board: Board, past: Change[], future: Change[], elapsed: number, revision: number, updated: number,
 *   info: Info}} Saved */

const LAST = "nonet.last";
const GAME = "nonet.game.";
const VARIANT = "nonet.variant";
const MAX_GAMES = 40;
const MAX_CHANGES = 3000;

/** @type {Info} */
export const NO_INFO = Object.freeze({
  level: "",
  daily: "",
  hints: 0,
  previous: "",
  next: "",
  rules: "",
  title: "",
  kinds: "",
  solution: "",
});

/** Return the name under which a game is stored: the text of a puzzle with rules, otherwise the boxes and the puzzle.
 * @param {Board} board @param {string} rules */
export const nameOf = (board, rules = "") => rules || `${board.shape.height}x${board.shape.width}.${board.puzzle}`;

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

/** @param {Change} change */
const packChange = (change) =>
  "boards" in change
    ? { boards: change.boards.map(packBoard), times: change.times }
    : { cells: change.cells.map(([index, before, after]) => [index, packCell(before), packCell(after)]) };

/** @param {any} packed @returns {any} */
const unpackChange = (packed) =>
  packed.boards
    ? { boards: packed.boards.map(unpackBoard), times: packed.times ?? [0, 0] }
    : {
        cells: packed.cells.map((/** @type {any} */ [index, before, after]) => [
          index,
          unpackCell(before),
          unpackCell(after),
        ]),
      };

/** Return the changes of one puzzle. Version 1 kept those of the puzzles before it, too.
 * @param {any[]} changes the newest last @param {string} puzzle */
function ofOnePuzzle(changes, puzzle) {
  const other = changes.findLastIndex((change) => change.boards?.some((/** @type {any} */ b) => b.puzzle !== puzzle));
  return changes.slice(other + 1).map(unpackChange);
}

// Records

/** Return a stored game, or null. @param {string} name @returns {Saved | null} */
export function readGame(name) {
  const stored = name && load(GAME + name);
  if (!stored || ![1, 2].includes(stored.version)) return null;
  try {
    return {
      board: unpackBoard(stored.board),
      past: ofOnePuzzle(stored.past, stored.board.puzzle),
      future: ofOnePuzzle(stored.future, stored.board.puzzle),
      elapsed: stored.elapsed,
      revision: stored.revision ?? 0,
      updated: stored.updated ?? 0,
      info: { ...NO_INFO, ...stored.info },
    };
  } catch {
    return null; // written by another version or program
  }
}

/** Whether a game is stored. @param {string} name */
export function hasGame(name) {
  return name !== "" && has(GAME + name);
}

/** Store a game. One without rules is the last one played. @param {string} name @param {Saved} game */
export function writeGame(name, { board, past, future, elapsed, revision, updated, info }) {
  const isNew = !hasGame(name);
  const record = {
    version: 2,
    revision,
    updated,
    board: packBoard(board),
    past: past.slice(-MAX_CHANGES).map(packChange),
    future: future.slice(-MAX_CHANGES).map(packChange),
    elapsed,
    info,
  };
  if (!info.rules) save(LAST, name);
  if (!save(GAME + name, record)) save(GAME + name, { ...record, past: [], future: [] });
  if (isNew) forgetOldest();
}

function forgetOldest() {
  const keys = keysWith(GAME);
  if (keys.length <= MAX_GAMES) return;
  const ages = keys.map((key) => ({ key, updated: load(key)?.updated ?? 0 }));
  ages.sort((one, other) => other.updated - one.updated);
  for (const { key } of ages.slice(MAX_GAMES)) remove(key);
}

/** Return the name of the game without rules that was played last, or "". */
export function lastName() {
  return load(LAST) ?? load("nonet.games")?.[0] ?? ""; // version 1 kept a list of names
}

/** Return all stored games, the newest first. */
export function listGames() {
  const games = keysWith(GAME).flatMap((key) => {
    const name = key.slice(GAME.length);
    const game = readGame(name);
    return game ? [{ name, ...game }] : [];
  });
  return games.sort((one, other) => other.updated - one.updated);
}

/** @param {string} name */
export function deleteGame(name) {
  remove(GAME + name);
}

/** Store the puzzle with rules of an earlier version, which kept only one, as a game. @param {any} old */
function adoptVariant(old) {
  const { text: rules, title = "", cells = [], elapsed = 0, updated = Date.now(), isSolved } = old;
  const [line] = rules.split("\n");
  const usual = Shape.ofLength(line.length);
  if (!usual) return;
  const [, height, width] = /^boxes (\d+)x(\d+)$/m.exec(rules) ?? [];
  const isLatin = /^(boxes none|regions)/m.test(rules);
  const shape = height ? Shape.of(Number(height), Number(width)) : isLatin ? Shape.of(1, usual.size) : usual;
  const plain = Board.fromLine(shape, line);
  const board = cells.length === shape.cells ? plain.with(cells) : plain;
  const info = { ...NO_INFO, rules, title, solution: isSolved ? board.digits : "" };
  const stored = readGame(rules);
  if (!stored || stored.updated < updated) {
    const past = board.isPlain ? [] : [/** @type {Change} */ ({ boards: [plain, board], times: [0, elapsed] })];
    const revision = (stored?.revision ?? 0) + 1;
    writeGame(rules, { board, past, future: [], elapsed, revision, updated, info });
  }
  if (hasGame(rules)) remove(VARIANT);
}

/** Whether the player has entered something. @param {{board: Board, past: Change[]}} game */
export function isStarted({ board, past }) {
  return past.length > 0 || board.digits !== board.puzzle;
}

/** Whether a game is solved. @param {{board: Board, info: Info}} game */
export function isOver({ board, info }) {
  return info.rules ? info.solution === board.digits : board.isSolved;
}

/** Call a function with the name of each game that another tab stores. @param {(name: string) => void} onChange */
export function followGames(onChange) {
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith(GAME)) onChange(event.key.slice(GAME.length));
  });
}

try {
  const old = load(VARIANT);
  if (old) adoptVariant(old);
} catch {
  // written by another program
}
