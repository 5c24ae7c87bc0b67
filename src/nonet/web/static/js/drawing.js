// @ts-check
/**
 * The drawing of a step on a board: houses, cells by role, sets, colors, chains, eliminations and placements.
 * A cell has 100 units. Colors are never the only difference: outlines differ in their dashes, nodes in their shapes,
 * and eliminated candidates are crossed out.
 */

import { makeSvg } from "./dom.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{digit: string, cells: string[], on: boolean, reason: string, parents: number[]}} Node_ */

/** The margin of the candidates in a cell, as in board.css. */
const MARGIN = 4;

export class Drawing {
  /** @param {SVGElement} layer @param {Shape} shape @param {string} names a prefix of the ids in this drawing */
  constructor(layer, shape, names) {
    this.layer = layer;
    this.shape = shape;
    this.names = names;
    this.radius = Math.min(46 / shape.width, 46 / shape.height) * 0.98;
  }

  clear() {
    this.layer.replaceChildren();
  }

  /** Draw where to look. @param {any} step */
  area(step) {
    this.clear();
    let houses = ["house", "base"].flatMap((role) => step.houses[role] ?? []);
    if (!houses.length) {
      const cells = new Set(this.#everyCell(step));
      houses = this.shape.houses
        .filter((house) => house.kind === "box" && house.cells.some((cell) => cells.has(cell)))
        .map((house) => `box ${house.number}`);
    }
    if (houses.length <= this.shape.size / 2) for (const house of houses) this.#house(house, "area");
  }

  /** Draw the pattern and, if wanted, the conclusion. @param {any} step @param {boolean} withConclusion
   * @param {string[]} candidates the candidates of each cell */
  step(step, withConclusion, candidates) {
    this.clear();
    this.#arrow();
    for (const [role, houses] of Object.entries(step.houses)) for (const house of houses) this.#house(house, role);
    const blockers = step.blockers ?? [];
    for (const house of new Set(blockers.map((/** @type {any} */ { house }) => house))) this.#house(house, "blocked");
    for (const { cell } of blockers) this.#cell(this.shape.cellOf(cell), "blockers");
    const sets = step.cells.pincers ? [] : (step.sets ?? []);
    sets.forEach((/** @type {any} */ set, /** @type {number} */ i) => this.#set(set, i));
    for (const [cell, role] of this.#roles(step)) this.#cell(cell, role);
    if (!step.chains && !step.colors) this.#digits(step, candidates);
    (step.colors ?? []).forEach((/** @type {any[]} */ group, /** @type {number} */ i) => {
      for (const { cell, digit } of group)
        this.#spot(this.shape.cellOf(cell), digit, i % 2 ? "off" : "on", i % 2 === 1);
    });
    for (const chain of step.chains ?? []) this.#chain(chain);
    if (!withConclusion) return;
    for (const { cell, digit } of step.eliminations) this.#strike(this.shape.cellOf(cell), digit);
    for (const { cell, digit } of step.placements) this.#ring(this.shape.cellOf(cell), digit);
  }

  /** Draw the cells with a mistake. @param {number[]} cells */
  mistakes(cells) {
    this.clear();
    for (const cell of cells) {
      const { x, y } = this.#corner(cell);
      this.#add("rect", { class: "mistake", x: x + 5, y: y + 5, width: 90, height: 90, rx: 10 });
      this.#add("path", { class: "mistake", d: `M${x + 76} ${y + 12}l12 12m0 -12l-12 12` });
    }
  }

  // Positions

  /** @param {number} cell @returns {Point} */
  #corner(cell) {
    return { x: (cell % this.shape.size) * 100, y: Math.floor(cell / this.shape.size) * 100 };
  }

  /** Return the position of a candidate. @param {number} cell @param {string} symbol @returns {Point} */
  place(cell, symbol) {
    const { x, y } = this.#corner(cell);
    const digit = this.shape.digitOf(symbol) - 1;
    const inner = 100 - 2 * MARGIN;
    return {
      x: x + MARGIN + (inner / this.shape.width) * ((digit % this.shape.width) + 0.5),
      y: y + MARGIN + (inner / this.shape.height) * (Math.floor(digit / this.shape.width) + 0.5),
    };
  }

  /** @param {any} step */
  #everyCell(step) {
    const names = [
      ...Object.values(step.cells).flat(),
      ...(step.sets ?? []).flatMap((/** @type {any} */ set) => set.cells),
      ...(step.chains ?? []).flatMap((/** @type {any} */ chain) =>
        chain.nodes.flatMap((/** @type {any} */ node) => node.cells),
      ),
    ];
    return names.map((name) => this.shape.cellOf(/** @type {string} */ (name)));
  }

  /** @param {string} name @param {Record<string, unknown>} attributes */
  #add(name, attributes) {
    const element = makeSvg(name, attributes);
    this.layer.append(element);
    return element;
  }

  /** Return the role of each cell. A special role replaces the pattern; chains and sets draw their own cells.
   * @param {any} step */
  #roles(step) {
    /** @type {Map<number, string>} */
    const roles = new Map();
    for (const [role, names] of Object.entries(step.cells)) {
      if (role === "pattern" && (step.chains || step.sets)) continue;
      for (const name of names) {
        const cell = this.shape.cellOf(name);
        if (role !== "pattern" || !roles.has(cell)) roles.set(cell, role);
      }
    }
    return roles;
  }

  // Shapes

  #arrow() {
    for (const kind of ["strong", "weak"]) {
      const head = makeSvg("path", { d: "M0 0L8 4L0 8z", class: `head-${kind}` });
      const options = { id: `${this.names}-${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, orient: "auto" };
      const size = { markerWidth: 11, markerHeight: 11, markerUnits: "userSpaceOnUse" };
      this.layer.append(makeSvg("marker", { ...options, ...size }, head));
    }
  }

  /** @param {string} name @param {string} role */
  #house(name, role) {
    const cells = this.shape.houseCells(name);
    if (!cells.length) return;
    const first = this.#corner(cells[0]);
    const last = this.#corner(cells[cells.length - 1]);
    const [width, height] = [last.x - first.x + 100, last.y - first.y + 100];
    this.#add("rect", {
      class: `house house-${role}`,
      x: first.x + 2,
      y: first.y + 2,
      width: width - 4,
      height: height - 4,
      rx: 6,
    });
  }

  /** @param {number} cell @param {string} role */
  #cell(cell, role) {
    const { x, y } = this.#corner(cell);
    this.#add("rect", { class: `role role-${role}`, x: x + 4, y: y + 4, width: 92, height: 92, rx: 9 });
  }

  /** @param {any} set @param {number} index */
  #set(set, index) {
    const cells = set.cells.map((/** @type {string} */ name) => this.shape.cellOf(name));
    for (const cell of cells) {
      const { x, y } = this.#corner(cell);
      this.#add("rect", { class: `set set-${index % 4}`, x: x + 3, y: y + 3, width: 94, height: 94, rx: 9 });
    }
    const { x, y } = this.#corner(cells[0]);
    const text = makeSvg("text", { class: `set-name set-name-${index % 4}`, x: x + 5, y: y + 17 });
    text.textContent = String.fromCharCode(65 + index);
    this.layer.append(text);
  }

  /** Draw the digits of the pattern where they are candidates. @param {any} step @param {string[]} candidates */
  #digits(step, candidates) {
    const eliminated = new Set(step.eliminations.map((/** @type {any} */ { cell, digit }) => cell + digit));
    for (const [role, names] of Object.entries(step.cells)) {
      for (const name of names) {
        const cell = this.shape.cellOf(name);
        for (const digit of step.digits) {
          if (candidates[cell].includes(digit) && !eliminated.has(name + digit))
            this.#spot(cell, digit, `digit-${role}`);
        }
      }
    }
  }

  /** @param {number} cell @param {string} digit @param {string} kind @param {boolean} square */
  #spot(cell, digit, kind, square = false) {
    const { x, y } = this.place(cell, digit);
    const r = this.radius;
    if (square)
      this.#add("rect", {
        class: `spot ${kind}`,
        x: x - r * 0.88,
        y: y - r * 0.88,
        width: r * 1.76,
        height: r * 1.76,
        rx: 3,
      });
    else this.#add("circle", { class: `spot ${kind}`, cx: x, cy: y, r });
  }

  /** @param {number} cell @param {string} digit */
  #strike(cell, digit) {
    const { x, y } = this.place(cell, digit);
    const r = this.radius;
    this.#add("circle", { class: "eliminated", cx: x, cy: y, r });
    this.#add("path", { class: "strike", d: `M${x - r * 0.8} ${y + r * 0.8}L${x + r * 0.8} ${y - r * 0.8}` });
  }

  /** @param {number} cell @param {string} digit */
  #ring(cell, digit) {
    const { x, y } = this.place(cell, digit);
    const at = this.#corner(cell);
    this.#add("rect", { class: "placed-cell", x: at.x + 4, y: at.y + 4, width: 92, height: 92, rx: 12 });
    this.#add("circle", { class: "placed", cx: x, cy: y, r: this.radius });
    this.#add("circle", { class: "placed", cx: x, cy: y, r: this.radius * 1.3 });
  }

  // Chains

  /** @param {{kind: string, nodes: Node_[]}} chain */
  #chain(chain) {
    const drawn = new Set();
    for (const node of chain.nodes) {
      const key = node.digit + node.cells.join() + node.on;
      if (drawn.has(key)) continue;
      drawn.add(key);
      const points = node.cells.map((name) => this.place(this.shape.cellOf(name), node.digit));
      if (points.length > 1) this.#hull(points, node.on);
      for (const name of node.cells) this.#spot(this.shape.cellOf(name), node.digit, node.on ? "on" : "off", !node.on);
    }
    for (const node of chain.nodes) {
      if (node.reason === "part") continue; // a smaller step is no link between two candidates
      for (const parent of node.parents) this.#link(chain.nodes[parent], node);
    }
  }

  /** Draw a group of candidates that form one node. @param {Point[]} points @param {boolean} on */
  #hull(points, on) {
    const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
    const path = this.#add("path", { class: `hull ${on ? "on" : "off"}`, d });
    path.setAttribute("stroke-width", String(this.radius * 2.3));
  }

  /** @param {Node_} from @param {Node_} to */
  #link(from, to) {
    const [a, b] = this.#closest(from, to);
    const distance = Math.hypot(b.x - a.x, b.y - a.y);
    if (distance < 1) return;
    const [ux, uy] = [(b.x - a.x) / distance, (b.y - a.y) / distance];
    const bend = Math.min(34, distance * 0.16);
    const gap = this.radius * 1.05;
    const start = { x: a.x + ux * gap, y: a.y + uy * gap };
    const end = { x: b.x - ux * (gap + 1), y: b.y - uy * (gap + 1) };
    const middle = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
    const kind = to.on ? "strong" : "weak";
    this.#add("path", {
      class: `link link-${kind}`,
      d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`,
      "marker-end": `url(#${this.names}-${kind})`,
    });
  }

  /** Return the two closest positions of two nodes. @param {Node_} from @param {Node_} to @returns {[Point, Point]} */
  #closest(from, to) {
    const positions = (/** @type {Node_} */ node) =>
      node.cells.map((name) => this.place(this.shape.cellOf(name), node.digit));
    /** @type {[Point, Point]} */
    let best = [positions(from)[0], positions(to)[0]];
    let least = Infinity;
    for (const a of positions(from)) {
      for (const b of positions(to)) {
        const distance = Math.hypot(a.x - b.x, a.y - b.y);
        if (distance < least && distance > 1) [least, best] = [distance, [a, b]];
      }
    }
    return best;
  }
}
