// @ts-check
/** The link that contains a puzzle. */

import { Board } from "./board.js";
import { Shape } from "./shape.js";

/** Return the fragment of a link to a puzzle. @param {Board} board @param {string} level its level, if known */
export function fragmentOf(board, level = "") {
  const box = board.shape.isUsual ? "" : `&b=${board.shape.height}x${board.shape.width}`;
  return `#p=${board.puzzle}${box}${level ? `&l=${level}` : ""}`;
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
  return Board.fromLine(shape, puzzle);
}
