// @ts-check
/** A step in words, and the legend of its drawing. */

import { make, makeSvg } from "./dom.js";
import { t } from "./language.js";

/** The most lines of a step that are all shown, and those shown at both ends of a longer one. */
const MOST_LINES = 14;
const FIRST_LINES = 6;
const LAST_LINES = 5;

/** Return the lines of a step as paragraphs; the middle of a long chain and smaller steps can be unfolded.
 * @param {{number?: number, label?: string, text: string, lines?: any[]}[]} lines @returns {HTMLElement[]} */
export function stepLines(lines) {
  const all = lines.map(({ number, label, text, lines: inner }) => {
    const line = number ? `${label ?? number}. ${text}` : text;
    return inner ? make("details", {}, make("summary", {}, line), ...stepLines(inner)) : make("p", {}, line);
  });
  if (all.length <= MOST_LINES) return all;
  const middle = all.splice(FIRST_LINES, all.length - FIRST_LINES - LAST_LINES);
  const summary = make("summary", {}, t("moreLines", { count: middle.length }));
  all.splice(FIRST_LINES, 0, make("details", {}, summary, ...middle));
  return all;
}

/** Show what the signs in the drawing of a step mean. @param {HTMLElement} holder @param {any} step */
export function showLegend(holder, step) {
  const entries = [];
  if (step?.chains)
    entries.push(["on", "legendOn"], ["off", "legendOff"], ["strong", "legendStrong"], ["weak", "legendWeak"]);
  if (step?.blockers) entries.push(["blocker", "legendBlocker"]);
  if (step?.eliminations.length) entries.push(["eliminated", "legendEliminated"]);
  if (step?.placements.length) entries.push(["placed", "legendPlaced"]);
  holder.replaceChildren(
    ...entries.map(([sign, name]) => make("span", {}, signFor(sign), t(/** @type {any} */ (name)))),
  );
}

/** Create the sign of a legend entry. @param {string} name */
function signFor(name) {
  const shapes = {
    on: () => [makeSvg("circle", { class: "spot on", cx: 15, cy: 10, r: 8 })],
    off: () => [makeSvg("rect", { class: "spot off", x: 8, y: 3, width: 14, height: 14, rx: 3 })],
    strong: () => [makeSvg("path", { class: "link link-strong", d: "M2 10H28" })],
    weak: () => [makeSvg("path", { class: "link link-weak", d: "M2 10H28" })],
    blocker: () => [makeSvg("rect", { class: "role role-blockers", x: 6, y: 1, width: 18, height: 18, rx: 3 })],
    eliminated: () => [
      makeSvg("circle", { class: "eliminated", cx: 15, cy: 10, r: 8 }),
      makeSvg("path", { class: "strike", d: "M8 17L22 3" }),
    ],
    placed: () => [
      makeSvg("circle", { class: "placed", cx: 15, cy: 10, r: 6 }),
      makeSvg("circle", { class: "placed", cx: 15, cy: 10, r: 9 }),
    ],
  };
  const children = shapes[/** @type {keyof typeof shapes} */ (name)]();
  return makeSvg("svg", { viewBox: "0 0 30 20", class: "drawing sign", "aria-hidden": "true" }, ...children);
}
