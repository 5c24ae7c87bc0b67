// @ts-check
/** A clock that counts only while someone plays. */

export class Timer extends EventTarget {
  #counted = 0;
  #since = 0;
  /** Whether the player has stopped it. */
  isPaused = false;
  /** Whether the puzzle is done, so that the time stands. */
  isOver = false;

  constructor() {
    super();
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#hold() : this.#go()));
    setInterval(() => this.dispatchEvent(new Event("tick")), 500);
    this.#go();
  }

  #hold() {
    this.#counted = this.elapsed;
    this.#since = 0;
  }

  #go() {
    if (!this.isPaused && !this.isOver && !document.hidden && !this.#since) this.#since = Date.now();
  }

  /** Milliseconds played. */
  get elapsed() {
    return this.#counted + (this.#since ? Date.now() - this.#since : 0);
  }

  /** @param {number} elapsed */
  reset(elapsed = 0) {
    this.#counted = elapsed;
    this.#since = 0;
    this.isPaused = this.isOver = false;
    this.#go();
    this.dispatchEvent(new Event("tick"));
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.isPaused = paused;
    if (paused) this.#hold();
    else this.#go();
    this.dispatchEvent(new Event("tick"));
  }

  /** @param {boolean} over */
  finish(over) {
    this.isOver = over;
    if (over) this.#hold();
    else this.#go();
  }

  /** The time as people write it. */
  toString() {
    const seconds = Math.floor(this.elapsed / 1000);
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
    return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  }
}
