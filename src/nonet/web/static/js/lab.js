// @ts-check
/** The Lab: two searches on the same puzzle, shown event by event. */

import { $, announce, make, put, setDisabled } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { Lane } from "./lab-lane.js";
import { createLegend } from "./lab-legend.js";
import { number, t } from "./language.js";
import { Shape } from "./shape.js";

/** Steps per second. */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const FIRST_SPEED = 5;

export class Lab {
  /** The number of events shown, the same for both searches; one that has fewer shows its end. */
  at = 0;
  /** The request of the next frame while the searches play, otherwise 0. */
  running = 0;
  /** The number of loads under way. */
  loading = 0;
  /** The puzzle that is loaded. */
  loaded = "";

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    const changed = (/** @type {Lane} */ lane) => (this.#puzzle === this.loaded ? this.#run([lane]) : this.load());
    this.lanes = [new Lane("A", "backtracking", changed), new Lane("B", "mrv", changed)];
    $("lanes").append(...this.lanes.map((lane) => lane.root));
    $("lab-puzzle").addEventListener("change", () => this.load());
    $("lab-play").addEventListener("click", () => this.#toggle());
    $("lab-back").addEventListener("click", () => this.#step(-1));
    $("lab-step").addEventListener("click", () => this.#step(1));
    $("lab-reset").addEventListener("click", () => this.#stopAt(0));
    $("lab-end").addEventListener("click", () => this.#stopAt(this.total));
    $("lab-at").addEventListener("input", () => this.#stopAt(Number($("lab-at").value)));
    $("lab-to-legend").addEventListener("click", () => {
      $("lab-legend").scrollIntoView();
      $("lab-legend").focus({ preventScroll: true });
    });
    for (const button of this.#switch)
      button.addEventListener("click", () => this.#showLane(button.dataset.lane ?? ""));
    document.addEventListener("keydown", (event) => this.#key(event));
    // unlike a change of size, not caused by a bar of the browser that appears while the player scrolls
    matchMedia("(orientation: landscape)").addEventListener("change", () => this.#reveal());
    this.#showLane("A");
  }

  /** The number of events of the longer search; 0 while a search runs. */
  get total() {
    return this.loading ? 0 : Math.max(...this.lanes.map((lane) => lane.total));
  }

  /** Update the texts after a change of language. */
  translate() {
    const puzzle = $("lab-puzzle").value;
    const puzzles = EXAMPLES.map(({ name, puzzle }) => make("option", { value: puzzle }, t(/** @type {any} */ (name))));
    $("lab-puzzle").replaceChildren(make("option", { value: "" }, t("labMine")), ...puzzles);
    $("lab-puzzle").value = puzzle;
    const speed = $("lab-speed").value || FIRST_SPEED;
    const speeds = SPEEDS.map((count) => make("option", { value: count }, t("labPerSecond", { count: number(count) })));
    $("lab-speed").replaceChildren(...speeds);
    $("lab-speed").value = String(speed);
    for (const lane of this.lanes) lane.translate();
    for (const button of this.#switch) put(button, "aria-label", t("labLane", { letter: button.dataset.lane }));
    $("lab-legend").replaceChildren(...createLegend());
    this.#showControls();
  }

  get #puzzle() {
    return $("lab-puzzle").value || this.game.board.puzzle;
  }

  /** Load the puzzle, unless it is loaded already. */
  async open() {
    const loading = this.#puzzle === this.loaded ? null : this.load(); // shows the puzzle at once
    this.#reveal();
    await loading;
  }

  async load() {
    this.at = 0;
    await this.#run(this.lanes);
  }

  /** Run some of the searches on the puzzle, and show as many events as before. @param {Lane[]} lanes */
  async #run(lanes) {
    const puzzle = this.#puzzle;
    const shape = $("lab-puzzle").value ? Shape.ofLength(puzzle.length) : this.game.board.shape;
    if (!shape) return;
    this.loaded = puzzle;
    this.loading += 1;
    this.pause();
    await Promise.all(lanes.map((lane) => lane.load(puzzle, shape)));
    this.loading -= 1;
    if (!this.loading) this.go(this.at);
  }

  pause() {
    cancelAnimationFrame(this.running);
    this.running = 0;
    this.#showControls();
  }

  /** Show this number of events of both searches. @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.total));
    for (const lane of this.lanes) lane.go(this.at);
    this.#showControls();
  }

  /** @param {number} at */
  #stopAt(at) {
    this.pause();
    this.go(at);
  }

  /** Go one event forward or back, and announce it. @param {1 | -1} by */
  #step(by) {
    this.#stopAt(this.at + by);
    this.#reveal();
    announce(this.lanes.map((lane) => `${lane.letter}: ${lane.sentence}`).join(" "));
  }

  #toggle() {
    if (this.running) return this.pause();
    if (this.at >= this.total) this.go(0);
    let last = performance.now();
    let due = 0;
    const frame = (/** @type {number} */ now) => {
      due += ((now - last) / 1000) * Number($("lab-speed").value);
      last = now;
      const steps = Math.floor(due);
      due -= steps;
      this.running = requestAnimationFrame(frame);
      if (steps) this.go(this.at + steps);
      if (this.at >= this.total) this.pause();
    };
    this.running = requestAnimationFrame(frame);
    this.#showControls();
    this.#reveal();
  }

  /** Scroll to the searches if the screen is too low to show them below the header. */
  #reveal() {
    const bottom = Math.max(...this.lanes.map((lane) => lane.bottom.getBoundingClientRect().bottom));
    const isHidden = bottom > $("lab-controls").getBoundingClientRect().top + 1;
    if (isHidden && $("lanes").getBoundingClientRect().top > 1) $("lanes").scrollIntoView();
  }

  #showControls() {
    const { at, total } = this;
    $("lab-play").textContent = t(this.running ? "labPause" : "labPlay");
    for (const name of ["reset", "back"]) setDisabled($(`lab-${name}`), !at || !total, () => $("lab-step").focus());
    for (const name of ["step", "end"]) setDisabled($(`lab-${name}`), at >= total, () => $("lab-back").focus());
    $("lab-play").disabled = $("lab-at").disabled = !total;
    $("lab-at").max = total;
    $("lab-at").value = at;
    $("lab-where").textContent = this.loading ? "" : `${number(at)} / ${number(total)}`;
  }

  /** Handle the arrows and P, unless the element with the focus needs them. @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if ($("view-lab").hidden || !this.total || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target.closest("select, input, textarea, dialog, nonet-masks[tabindex]")) return;
    if (event.key === "ArrowLeft") this.#step(-1);
    else if (event.key === "ArrowRight") this.#step(1);
    else if (event.key.toLowerCase() === "p") this.#toggle();
    else return;
    event.preventDefault();
  }

  // On a small screen, one search is shown at a time

  /** @returns {HTMLButtonElement[]} */
  get #switch() {
    return [...$("lab-switch").querySelectorAll("button")];
  }

  /** @param {string} letter */
  #showLane(letter) {
    $("lanes").dataset.shown = letter;
    for (const button of this.#switch) put(button, "aria-pressed", String(button.dataset.lane === letter));
  }
}
