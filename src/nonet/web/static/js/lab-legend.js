// @ts-check
/** The legend of the Lab: the signs on the board, the masks, the counters and the keys. */

import { make, terms } from "./dom.js";
import { t } from "./language.js";

/** Each sign: its text, the digit in its cell, and the classes of the cell as on the board. */
const SIGNS = /** @type {const} */ ([
  ["signGiven", "5", "given"],
  ["signPlaced", "5", ""],
  ["signGuess", "5", "guess"],
  ["signNewest", "5", "newest"],
  ["signUndone", "", "undone"],
  ["signDeadEnd", "", "dead-end"],
  ["signHouses", "", "peer"],
]);
const WORDS = /** @type {const} */ (["labSteps", "nodes", "guesses", "backtracks", "deepest", "path"]);
const KEYS = /** @type {const} */ ([
  ["← →", "labKeysStep"],
  ["P", "labKeysPlay"],
]);

/** Create the contents of the legend. @returns {HTMLElement[]} */
export function createLegend() {
  return [
    make("h3", {}, t("labLegend")),
    make("p", {}, t("labText")),
    make("ul", { class: "signs" }, ...SIGNS.map(([text, digit, classes]) => createSign(t(text), digit, classes))),
    make("p", {}, t("masksText")),
    make("p", {}, t("masksFlips")),
    make("p", {}, t("masksOther")),
    make(
      "dl",
      { class: "words" },
      ...terms(WORDS.map((name) => [t(name), t(/** @type {any} */ (`${name}Text`))])),
      ...terms(KEYS.map(([key, text]) => [make("kbd", {}, key), t(text)])),
    ),
  ];
}

/** @param {string} text @param {string} digit @param {string} classes */
function createSign(text, digit, classes) {
  const content = digit ? [make("span", { class: "digit" }, digit)] : [];
  const sample = make("span", { class: `cell ${classes}` }, ...content);
  return make("li", {}, make("span", { class: "sample", "aria-hidden": "true" }, sample), text);
}
