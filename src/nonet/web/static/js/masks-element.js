// @ts-check
/** <nonet-masks>: the bit masks of one cell, one bit per digit, as a table. */

import { make, put } from "./dom.js";
import { t } from "./language.js";
import { digitsOf } from "./shape.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./shape.js").House} House */

const ROWS = /** @type {const} */ (["row", "column", "box", "candidates", "untried", "lowbit"]);
const HOUSES = ["row", "column", "box"];
/** What a bit shows if the event has no mask. */
const NONE = "·";

export class MasksElement extends HTMLElement {
  #size = 0;
  /** What the names of the rows depend on. */
  #named = "";
  #caption = make("caption");
  #names = ROWS.map(() => make("th", { scope: "row" }));
  /** The bits of each row, digit 1 first. @type {HTMLElement[][]} */
  #bits = [];
  #digit = make("strong", { class: "mask-digit" });

  /** Show the masks of the cell of the current event.
   * @param {Replay} replay @param {boolean} isUsed whether the method chooses its digits by lowbit */
  show(replay, isUsed) {
    const { shape, event, masks } = replay;
    if (shape.size !== this.#size) this.#build(shape);
    this.#rename(masks && event ? shape.housesOf(event.cell) : []);
    const isTry = event?.kind !== "remove";
    const flipped = event?.placement?.digit ?? 0;
    const cell = masks && event ? shape.nameOf(event.cell) : "";
    this.#caption.textContent = cell ? t(isUsed ? "masksOf" : "masksOfOther", { cell }) : t("masksOfNone");
    ROWS.forEach((name, i) => {
      const mask = masks && (isTry || HOUSES.includes(name) || name === "candidates") ? masks[name] : null;
      put(this.#names[i].parentElement, "class", `mask-${name}${mask === null ? " mask-none" : ""}`);
      this.#bits[i].forEach((element, index) => {
        const bit = mask === null ? NONE : String((mask >>> index) & 1);
        const flips = HOUSES.includes(name) && index + 1 === flipped;
        if (element.textContent !== bit) element.textContent = bit;
        put(element, "class", `bit bit-${bit === NONE ? "none" : bit}${flips ? " flips" : ""}`);
      });
    });
    const [digit] = masks && isTry ? digitsOf(masks.lowbit) : [];
    this.#digit.textContent = digit ? ` → ${shape.symbol(digit)}` : "";
  }

  /** Name the rows; those of the houses with their numbers, if there is a cell. @param {House[]} houses */
  #rename(houses) {
    const key = [document.documentElement.lang, ...houses.map((house) => house.number)].join();
    if (this.#named === key) return;
    this.#named = key;
    put(this, "aria-label", t("masks"));
    ROWS.forEach((name, i) => {
      const text = houses[i]
        ? t(/** @type {any} */ (`mask-${name}-of`), houses[i])
        : t(/** @type {any} */ (`mask-${name}`));
      this.#names[i].replaceChildren(text);
    });
    this.#names[ROWS.indexOf("lowbit")].append(this.#digit);
  }

  /** @param {import("./shape.js").Shape} shape */
  #build(shape) {
    this.#size = shape.size;
    const digits = [...shape.symbols].reverse();
    this.#bits = ROWS.map(() => [...shape.symbols].map(() => make("td")));
    const rows = ROWS.map((name, i) =>
      make("tr", { class: `mask-${name}` }, this.#names[i], ...[...this.#bits[i]].reverse()),
    );
    const head = make("tr", {}, make("td"), ...digits.map((symbol) => make("th", { scope: "col" }, symbol)));
    // a wide table scrolls, so it must be reachable with the keyboard
    put(this, "role", "group");
    put(this, "tabindex", shape.size > 9 ? "0" : null);
    this.replaceChildren(make("table", {}, this.#caption, make("thead", {}, head), make("tbody", {}, ...rows)));
  }
}

customElements.define("nonet-masks", MasksElement);
