// @ts-check
/** <nonet-board>: a board on the screen, a grid for screen readers, with a drawing on top. */

import { make, makeSvg, put } from "./dom.js";
import { t } from "./language.js";
import { digitsOf } from "./shape.js";

/**
 * What a cell shows. `candidates`, each at its own place, replace the other marks.
 * @typedef {{digit: number, given?: boolean, corner?: number, center?: number, candidates?: number, colors?: number,
 *   flags?: string[]}} Shown
 */
/** @typedef {{shape: import("./shape.js").Shape, cells: Shown[], selection?: Set<number>, cursor?: number}} View */

/** The place of each corner mark, numbered as on a telephone: first the corners, then the edges. */
const CORNERS = [1, 3, 7, 9, 2, 8, 4, 6, 5];

/** The flags of a cell that screen readers announce, each with the name of its text. */
const FLAGS = /** @type {const} */ ([
  ["conflict", "cellConflict"],
  ["wrong", "cellWrong"],
  ["guess", "cellGuess"],
  ["newest", "cellNewest"],
  ["undone", "cellUndone"],
  ["dead-end", "cellDeadEnd"],
]);

export class BoardElement extends HTMLElement {
  /** @type {HTMLElement[]} */
  cellElements = [];
  /** @type {string[]} */
  #shown = [];
  /** @type {import("./shape.js").Shape | null} */
  #shape = null;
  #grid = make("div", { class: "grid", role: "grid" });
  #lines = makeSvg("svg", { class: "lines", "aria-hidden": "true" });
  #drawing = makeSvg("svg", { class: "drawing", "aria-hidden": "true" });

  connectedCallback() {
    if (this.#grid.isConnected) return;
    put(this.#grid, "aria-label", this.getAttribute("label") ?? "Sudoku");
    this.append(make("div", { class: "frame" }, this.#grid, this.#lines, this.#drawing));
  }

  get isInteractive() {
    return this.hasAttribute("interactive");
  }

  /** @param {string} text */
  set label(text) {
    put(this.#grid, "aria-label", text);
  }

  /** The layer for drawings, with 100 units per cell. */
  get drawing() {
    return this.#drawing;
  }

  /** @param {View} view */
  show(view) {
    if (view.shape !== this.#shape) this.#build(view.shape);
    const { selection } = view;
    view.cells.forEach((cell, index) => {
      const selected = selection?.has(index) ?? false;
      const focus = this.isInteractive && index === view.cursor;
      const edges = selected && selection ? this.#edges(index, selection) : "";
      const key = [
        cell.digit,
        cell.given,
        cell.corner,
        cell.center,
        cell.candidates,
        cell.colors,
        cell.flags,
        selected,
        focus,
        edges,
        document.documentElement.lang,
      ].join("|");
      if (this.#shown[index] === key) return;
      this.#shown[index] = key;
      this.#paint(index, cell, selected, focus, edges);
    });
  }

  /** @param {import("./shape.js").Shape} shape */
  #build(shape) {
    this.#shape = shape;
    this.#shown = [];
    this.cellElements = [];
    this.style.setProperty("--n", String(shape.size));
    this.style.setProperty("--box-w", String(shape.width));
    this.style.setProperty("--box-h", String(shape.height));
    this.dataset.size = String(shape.size);
    put(this.#grid, "aria-rowcount", String(shape.size));
    put(this.#grid, "aria-colcount", String(shape.size));
    if (this.isInteractive) put(this.#grid, "aria-multiselectable", "true");
    const rows = [...Array(shape.size).keys()].map((row) => {
      const cells = [...Array(shape.size).keys()].map((column) => {
        const cell = make("div", { class: "cell", role: "gridcell", "aria-colindex": column + 1 });
        cell.dataset.cell = String(row * shape.size + column);
        this.cellElements.push(cell);
        return cell;
      });
      return make("div", { class: "row", role: "row", "aria-rowindex": row + 1 }, ...cells);
    });
    this.#grid.replaceChildren(...rows);
    this.#drawing.replaceChildren();
    this.#drawLines(shape);
  }

  /** @param {import("./shape.js").Shape} shape */
  #drawLines(shape) {
    const side = shape.size * 100;
    for (const svg of [this.#lines, this.#drawing]) svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
    /** @type {string[]} */
    const thin = [];
    /** @type {string[]} */
    const thick = [];
    for (let i = 1; i < shape.size; i++) {
      (i % shape.width ? thin : thick).push(`M${i * 100} 0V${side}`);
      (i % shape.height ? thin : thick).push(`M0 ${i * 100}H${side}`);
    }
    this.#lines.replaceChildren(
      makeSvg("path", { class: "thin", d: thin.join("") }),
      makeSvg("path", { class: "thick", d: thick.join("") }),
    );
  }

  /** Return the sides of a selected cell at which the selection ends.
   * @param {number} cell @param {Set<number>} selection */
  #edges(cell, selection) {
    const size = /** @type {import("./shape.js").Shape} */ (this.#shape).size;
    const column = cell % size;
    return [
      selection.has(cell - size) ? "" : "top",
      column < size - 1 && selection.has(cell + 1) ? "" : "right",
      selection.has(cell + size) ? "" : "bottom",
      column > 0 && selection.has(cell - 1) ? "" : "left",
    ].join(" ");
  }

  /** @param {number} index @param {Shown} cell @param {boolean} selected @param {boolean} focus @param {string} edges */
  #paint(index, cell, selected, focus, edges) {
    const element = this.cellElements[index];
    const flags = cell.flags ?? [];
    element.className = [
      "cell",
      cell.given ? "given" : "",
      selected ? "selected" : "",
      ...edges
        .split(" ")
        .filter(Boolean)
        .map((edge) => `edge-${edge}`),
      ...flags,
    ]
      .filter(Boolean)
      .join(" ");
    this.#color(element, cell.colors ?? 0);
    element.replaceChildren(...this.#content(cell));
    put(element, "aria-label", this.#label(index, cell));
    if (!this.isInteractive) return;
    put(element, "tabindex", focus ? "0" : "-1");
    put(element, "aria-selected", String(selected));
    put(element, "aria-readonly", cell.given ? "true" : "false");
    if (flags.includes("conflict") || flags.includes("wrong")) put(element, "aria-invalid", "true");
    else put(element, "aria-invalid", null);
  }

  /** @param {HTMLElement} element @param {number} colors */
  #color(element, colors) {
    const chosen = digitsOf(colors);
    element.classList.toggle("colored", chosen.length > 0);
    if (!chosen.length) {
      element.style.removeProperty("--paint");
      return;
    }
    const part = 100 / chosen.length;
    const stops = chosen.map((color, i) => `var(--color-${color}) ${i * part}% ${(i + 1) * part}%`);
    element.style.setProperty("--paint", `conic-gradient(from 35deg, ${stops.join(", ")})`);
  }

  /** @param {Shown} cell */
  #content(cell) {
    const shape = /** @type {import("./shape.js").Shape} */ (this.#shape);
    /** Create a mark. CSS paints its text, since the label of the cell already has it.
     * @param {string} name @param {string} text */
    const mark = (name, text) => make("span", { class: `mark ${name}`, "data-mark": text });
    const parts = [];
    if (cell.digit) parts.push(make("span", { class: "digit" }, shape.symbol(cell.digit)));
    else if (cell.candidates !== undefined) {
      const places = make("span", { class: "candidates" });
      for (const digit of digitsOf(cell.candidates)) {
        const place = mark("candidate", shape.symbol(digit));
        place.style.gridRow = String(Math.floor((digit - 1) / shape.width) + 1);
        place.style.gridColumn = String(((digit - 1) % shape.width) + 1);
        places.append(place);
      }
      parts.push(places);
    } else if (cell.center) {
      const text = digitsOf(cell.center).map((digit) => shape.symbol(digit));
      parts.push(mark(`center${text.length > 5 ? " small" : ""}`, text.join("")));
    }
    if (!cell.digit && cell.corner) {
      const corners = digitsOf(cell.corner).slice(0, CORNERS.length);
      parts.push(...corners.map((digit, i) => mark(`corner at-${CORNERS[i]}`, shape.symbol(digit))));
    }
    return parts;
  }

  /** Return the text for screen readers. @param {number} index @param {Shown} cell */
  #label(index, cell) {
    const shape = /** @type {import("./shape.js").Shape} */ (this.#shape);
    const list = (/** @type {number} */ mask) =>
      digitsOf(mask)
        .map((digit) => shape.symbol(digit))
        .join(" ");
    const parts = [t("cell", { row: Math.floor(index / shape.size) + 1, column: (index % shape.size) + 1 })];
    if (cell.digit) parts.push(t(cell.given ? "cellGiven" : "cellDigit", { digit: shape.symbol(cell.digit) }));
    else parts.push(t("cellEmpty"));
    if (!cell.digit) {
      const candidates = cell.candidates ?? cell.center;
      if (candidates) parts.push(t("cellCandidates", { digits: list(candidates) }));
      if (cell.corner) parts.push(t("cellCorner", { digits: list(cell.corner) }));
    }
    if (cell.colors) {
      parts.push(...digitsOf(cell.colors).map((color) => t(/** @type {any} */ (`color${color}`))));
    }
    for (const [flag, text] of FLAGS) if (cell.flags?.includes(flag)) parts.push(t(text));
    return parts.join(t("comma"));
  }

  /** Return the text of a cell for screen readers. @param {number} cell */
  labelOf(cell) {
    return this.cellElements[cell].getAttribute("aria-label") ?? "";
  }

  /** @param {number} cell */
  focusCell(cell) {
    this.cellElements[cell]?.focus({ preventScroll: true });
  }
}

customElements.define("nonet-board", BoardElement);

/** Return a small board with the digits of another one. @param {import("./board.js").Board} board
 * @param {Set<number>} conflicts the cells that are marked as in conflict */
export function preview({ shape, cells, givens }, conflicts = new Set()) {
  const element = new BoardElement();
  element.setAttribute("label", t("board", { size: shape }));
  element.setAttribute("class", "small");
  const shown = cells.map(({ digit }, i) => ({
    digit,
    given: givens[i] > 0,
    flags: conflicts.has(i) ? ["conflict"] : [],
  }));
  element.show({ shape, cells: shown });
  return element;
}
