// @ts-check
/**
 * The game that is played in this tab: it is stored after each change, follows the same game in other tabs, and can be
 * left for another one. Undo at the start of a game returns to the game before it.
 */

import { NO_INFO, followGames, hasGame, isStarted, nameOf, readGame, writeGame } from "./games.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./games.js").Info} Info */
/** @typedef {import("./games.js").Saved} Saved */

export class Session extends EventTarget {
  /** The revision of the record that this tab has seen. */
  #revision = 0;
  /** Whether the game has been stored. If its record is gone, the player has deleted it. */
  #isStored = false;

  /** @param {import("./game.js").Game} game @param {import("./timer.js").Timer} timer */
  constructor(game, timer) {
    super();
    this.game = game;
    this.timer = timer;
    /** The name of the game; "" before the first one is opened. */
    this.name = "";
    /** @type {Info} */
    this.info = { ...NO_INFO };
    game.addEventListener("change", (event) => {
      const what = /** @type {CustomEvent} */ (event).detail;
      if (what === "board" || what === "cells") this.save();
    });
    game.addEventListener("time", (event) => timer.reset(/** @type {CustomEvent} */ (event).detail));
    followGames((name) => name === this.name && this.follow());
    window.addEventListener("pageshow", () => this.follow());
    window.addEventListener("pagehide", () => this.saveTime());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.saveTime() : this.follow()));
  }

  // Storing

  /** Store the game after a change. If another tab went on with it, its board is one Undo away. */
  save() {
    const stored = readGame(this.name);
    const { game } = this;
    if (stored && stored.revision > this.#revision) {
      game.past = [...stored.past, { boards: [stored.board, game.board], times: [stored.elapsed, this.timer.elapsed] }];
      this.#revision = stored.revision;
    }
    this.#revision += 1;
    this.#write();
  }

  /** Store the time and the info, unless another tab went on with the game or it was deleted. */
  #touch() {
    const stored = readGame(this.name);
    if (stored ? stored.revision === this.#revision : !this.#isStored) this.#write();
  }

  /** Store the time played of a stored game. */
  saveTime() {
    if (hasGame(this.name)) this.#touch();
  }

  /** Store what is known about the game. @param {Partial<Info>} info */
  setInfo(info) {
    Object.assign(this.info, info);
    this.#touch();
  }

  #write() {
    if (!this.name) return;
    this.#isStored = true;
    const { board, past, future } = this.game;
    const { elapsed } = this.timer;
    writeGame(this.name, {
      ...{ board, past, future, elapsed, info: this.info },
      revision: this.#revision,
      updated: Date.now(),
    });
  }

  /** Show what another tab has stored of this game, if it is newer. */
  follow() {
    const stored = readGame(this.name);
    if (!stored || stored.revision <= this.#revision) return;
    this.#show(this.name, stored);
    this.dispatchEvent(new Event("follow"));
  }

  // Changing to another game

  /** @param {string} name @param {Saved} saved */
  #show(name, saved) {
    this.name = name;
    this.info = saved.info;
    this.#revision = saved.revision;
    this.#isStored = hasGame(name);
    this.timer.reset(saved.elapsed);
    this.game.replace(saved);
  }

  /** @param {Board} board @param {Partial<Info>} info @returns {Saved} */
  #fresh(board, info) {
    const blank = { past: [], future: [], elapsed: 0, revision: 0, updated: 0 };
    return { board, ...blank, info: { ...NO_INFO, ...info } };
  }

  /** Open the first game of this tab. @param {string} name @param {Board} board the puzzle, if no game is stored
   * @param {Partial<Info>} info @returns {boolean} whether the game was started before */
  start(name, board, info = {}) {
    const stored = readGame(name);
    this.#show(stored ? name : nameOf(board), stored ?? this.#fresh(board, info));
    return stored !== null && isStarted(stored);
  }

  /** Open the game of a puzzle or of a position. A game in progress is continued.
   * @param {Board} board @param {Partial<Info>} info
   * @returns {boolean} whether the game was started before */
  open(board, info = {}) {
    const name = nameOf(board, info.rules);
    const isPosition = board.isSetting || !board.isPlain;
    if (name !== this.name) this.#change(name, board, info);
    const started = isStarted(this.game);
    if (isPosition && !this.game.board.equals(board)) this.game.load(board, this.timer.elapsed);
    else this.#touch();
    return started && !isPosition;
  }

  /** @param {string} name @param {Board} board @param {Partial<Info>} info */
  #change(name, board, info) {
    const previous = this.name;
    this.setInfo({ next: name });
    const saved = readGame(name) ?? this.#fresh(board, info);
    const { level, title } = saved.info;
    saved.info = { ...saved.info, ...info, level: info.level || level, title: info.title || title, previous };
    this.#show(name, saved);
  }

  /** Resume a stored game. @param {string} name */
  resume(name) {
    const saved = name === this.name ? null : readGame(name);
    if (!saved) return;
    this.#change(name, saved.board, {});
    this.#touch();
  }

  // History

  get canUndo() {
    return this.game.past.length > 0 || hasGame(this.info.previous);
  }

  get canRedo() {
    return this.game.future.length > 0 || hasGame(this.info.next);
  }

  /** Undo a change, or return to the game before. @returns {boolean} whether there was one */
  undo() {
    return this.game.undo() || this.#turn("previous", "next");
  }

  /** @returns {boolean} whether there was a change to redo */
  redo() {
    return this.game.redo() || this.#turn("next", "previous");
  }

  /** @param {"previous" | "next"} to @param {"previous" | "next"} back */
  #turn(to, back) {
    const name = this.name;
    const saved = readGame(this.info[to]);
    if (!saved) return false;
    this.#touch();
    saved.info = { ...saved.info, [back]: name };
    this.#show(this.info[to], saved);
    this.#touch();
    return true;
  }
}
