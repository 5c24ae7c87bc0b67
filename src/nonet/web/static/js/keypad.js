// @ts-check
/** The keypad: input modes, digits or colors, and a key that clears. */

import { make, put } from "./dom.js";
import { MODES } from "./game.js";
import { t } from "./language.js";

/** @typedef {import("./game.js").Game} Game */

const COLOR_KEYS = 9;
const ERASE = "M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5";

/** Create an icon. @param {string} d */
function icon(d) {
  const holder = make("span", { class: "sign", "aria-hidden": "true" });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", d);
  svg.append(path);
  holder.append(svg);
  return holder;
}

export class Keypad {
  /** @param {HTMLElement} modes @param {HTMLElement} keys @param {Game} game */
  constructor(modes, keys, game) {
    this.modes = modes;
    this.keys = keys;
    this.game = game;
    this.shown = "";
    this.#buildModes();
  }

  #buildModes() {
    const letters = ["Z", "X", "C", "V"];
    this.modes.replaceChildren(
      ...MODES.map((mode, i) => {
        const example = make(
          "span",
          { class: `example ${mode}`, "aria-hidden": "true" },
          mode === "color" ? "" : mode === "digit" ? "5" : "12",
        );
        const text = make("span", { class: "name", "data-t": mode }, t(mode));
        const key = make("kbd", { "aria-hidden": "true" }, letters[i]);
        const button = make("button", { type: "button", role: "radio", "data-mode": mode }, example, text, key);
        button.addEventListener("click", () => this.game.setMode(mode));
        button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
          const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: 3, ArrowUp: 3 }[event.key];
          if (!by) return;
          event.preventDefault();
          const next = MODES[(MODES.indexOf(mode) + by) % 4];
          this.game.setMode(next);
          /** @type {HTMLElement} */ (this.modes.querySelector(`[data-mode=${next}]`)).focus();
        });
        return button;
      }),
    );
  }

  /** Show the keys for the current board and mode. */
  update() {
    const { board, mode } = this.game;
    for (const button of this.modes.querySelectorAll("button")) {
      const chosen = button.dataset.mode === mode;
      put(button, "aria-checked", String(chosen));
      put(button, "tabindex", chosen ? "0" : "-1");
    }
    const wanted = `${board.shape.height}x${board.shape.width} ${mode} ${document.documentElement.lang}`;
    if (wanted !== this.shown) this.#build(wanted);
    if (mode !== "color") this.#count();
  }

  /** @param {string} wanted */
  #build(wanted) {
    this.shown = wanted;
    const { shape } = this.game.board;
    const colors = this.game.mode === "color";
    const count = colors ? COLOR_KEYS : shape.size;
    this.keys.dataset.count = String(count);
    this.keys.dataset.mode = this.game.mode;
    const keys = [...Array(count).keys()].map((i) => {
      const key = make("button", { type: "button", class: "key", "data-digit": i + 1 });
      if (colors) {
        key.append(make("span", { class: "swatch" }, make("kbd", { "aria-hidden": "true" }, String(i + 1))));
        key.setAttribute("aria-label", t(/** @type {any} */ (`color${i + 1}`)));
        key.style.setProperty("--swatch", `var(--color-${i + 1})`);
      } else key.append(make("span", { class: "symbol" }, shape.symbol(i + 1)), make("small", { class: "mark" }));
      key.addEventListener("click", () => this.game.enter(i + 1));
      return key;
    });
    const erase = make(
      "button",
      { type: "button", class: "key erase", "aria-label": t("erase"), title: t("erase") },
      icon(ERASE),
    );
    erase.addEventListener("click", () => this.game.erase());
    this.keys.replaceChildren(...keys, erase);
  }

  /** Show how often each digit is still to be placed. */
  #count() {
    const { board } = this.game;
    const placed = Array(board.shape.size + 1).fill(0);
    for (const cell of board.cells) placed[cell.digit] += 1;
    for (const key of this.keys.querySelectorAll(".key[data-digit]")) {
      const digit = Number(key.getAttribute("data-digit"));
      const left = board.shape.size - placed[digit];
      const small = key.querySelector("small");
      if (small) small.dataset.mark = left > 0 ? String(left) : "✓";
      key.classList.toggle("spent", left <= 0);
      put(key, "aria-label", `${board.shape.symbol(digit)}${t("comma")}${t("left", { count: Math.max(0, left) })}`);
    }
  }
}
