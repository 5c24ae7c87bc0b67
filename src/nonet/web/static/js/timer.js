// @ts-check
/** A timer that runs only while someone plays. */

/** The reasons for which the time stands still: the player paused it; the puzzle is solved; a dialog is open; the page
 * shows another view; another tab is in front.
 * @typedef {"paused" | "over" | "dialog" | "view" | "tab"} Reason */

export class Timer extends EventTarget {
  #counted = 0;
  #since = 0;
  /** @type {Set<Reason>} */
  #holds = new Set();

  constructor() {
    super();
    document.addEventListener("visibilitychange", () => this.hold("tab", document.hidden));
    setInterval(() => this.dispatchEvent(new Event("tick")), 500);
    this.hold("tab", document.hidden);
  }

  /** Stop the time for a reason, or let it run if there is no other reason. @param {Reason} reason @param {boolean} holds */
  hold(reason, holds) {
    if (holds) this.#holds.add(reason);
    else this.#holds.delete(reason);
    this.#counted = this.elapsed;
    this.#since = this.#holds.size ? 0 : Date.now();
    this.dispatchEvent(new Event("tick"));
  }

  get isPaused() {
    return this.#holds.has("paused");
  }

  /** The time played in milliseconds. */
  get elapsed() {
    return this.#counted + (this.#since ? Date.now() - this.#since : 0);
  }

  /** Set the time, and let it run. @param {number} elapsed */
  reset(elapsed = 0) {
    this.#counted = elapsed;
    this.#since = 0;
    this.#holds.delete("over");
    this.hold("paused", false);
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
