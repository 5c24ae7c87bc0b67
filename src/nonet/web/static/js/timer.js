// @ts-check
/** A timer that runs only while someone plays. */

export class Timer extends EventTarget {
  #counted = 0;
  #since = 0;
  /** Whether the player has paused it. */
  isPaused = false;
  /** Whether the puzzle is solved, so that the time no longer changes. */
  isOver = false;

  constructor() {
    super();
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#stop() : this.#run()));
    setInterval(() => this.dispatchEvent(new Event("tick")), 500);
    this.#run();
  }

  #stop() {
    this.#counted = this.elapsed;
    this.#since = 0;
  }

  #run() {
    if (!this.isPaused && !this.isOver && !document.hidden && !this.#since) this.#since = Date.now();
  }

  /** The time played in milliseconds. */
  get elapsed() {
    return this.#counted + (this.#since ? Date.now() - this.#since : 0);
  }

  /** @param {number} elapsed */
  reset(elapsed = 0) {
    this.#counted = elapsed;
    this.#since = 0;
    this.isPaused = this.isOver = false;
    this.#run();
    this.dispatchEvent(new Event("tick"));
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.isPaused = paused;
    if (paused) this.#stop();
    else this.#run();
    this.dispatchEvent(new Event("tick"));
  }

  /** @param {boolean} over */
  finish(over) {
    this.isOver = over;
    if (over) this.#stop();
    else this.#run();
  }

  /** Return the time as hours, minutes and seconds. */
  toString() {
    return timeText(this.elapsed);
  }
}

/** Return milliseconds as hours, minutes and seconds. @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
