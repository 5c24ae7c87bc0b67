// @ts-check
/** The levels, and new puzzles of a level. The puzzle of a day is the same for everyone. */

import { Problem, post } from "./api.js";
import { Board } from "./board.js";
import { dateText } from "./results.js";
import { Shape } from "./shape.js";

export const LEVELS = ["Easy", "Medium", "Hard", "Unfair", "Extreme"];
const SYMMETRY = "half-turn";

/** Request puzzles. If there are none, the error is the sentence of the service.
 * @param {object} fields @param {AbortSignal} [signal] @returns {Promise<{board: Board, level: string}[]>} */
export async function createPuzzles(fields, signal) {
  const { puzzles, sentence } = await post("generate", { symmetry: SYMMETRY, ...fields }, signal);
  if (!puzzles.length) throw new Problem("not-found", sentence);
  return puzzles.map((/** @type {{puzzle: string, level: string}} */ { puzzle, level }) => ({
    board: Board.fromLine(Shape.of(3, 3), puzzle),
    level,
  }));
}

/** Request a puzzle. @param {object} fields @param {AbortSignal} [signal] */
export async function createPuzzle(fields, signal) {
  return (await createPuzzles(fields, signal))[0];
}

/** Return the name of the puzzle of a day, such as "2026-11-18 Easy". @param {Date} day @param {string} level */
export function dailyName(day, level) {
  return `${dateText(day)} ${level}`;
}

/** Request the puzzle of a day. Its number follows from the date and the level. @param {Date} day @param {string} level */
export function createDaily(day, level) {
  const date = Number(dateText(day).replaceAll("-", ""));
  return createPuzzle({ level, seed: 10 * date + LEVELS.indexOf(level) });
}
