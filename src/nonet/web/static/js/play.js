// @ts-check
/** The Play view: the board, and the buttons around it. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { $, announce, setDisabled } from "./dom.js";
import { Finish } from "./finish.js";
import { Hints } from "./hints.js";
import { handleKeys, handlePointer } from "./input.js";
import { Keypad } from "./keypad.js";
import { levelTitle, number, t } from "./language.js";
import { problemText, showMessage } from "./messages.js";
import { saveSettings, settings } from "./store.js";
import { timeText } from "./timer.js";

export class Play {
  /** @param {import("./session.js").Session} session
   * @param {{isActive: () => boolean, help: () => void, changed: () => void, showHome: () => void}} page */
  constructor(session, page) {
    const { game, timer } = session;
    this.session = session;
    this.game = game;
    this.timer = timer;
    /** @type {import("./board-element.js").BoardElement} */
    this.element = $("board");
    this.keypad = new Keypad($("modes"), $("keypad"), game);
    this.page = page;
    this.hints = new Hints(this);
    this.finish = new Finish(session, { open: (board, info) => this.open(board, info), showHome: page.showHome });
    /** The digits that Check found wrong, by cell. @type {Map<number, number>} */
    this.wrong = new Map();
    /** The board that was announced last. */
    this.announced = game.board;
    this.wasSolved = game.board.isSolved;
    /** What is known about a puzzle from its import. @type {{puzzle: string, text: string}} */
    this.known = { puzzle: "", text: "" };
    game.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail));
    game.addEventListener("refused", (event) => {
      showMessage(t(/** @type {any} */ (`refused-${/** @type {CustomEvent} */ (event).detail}`)));
    });
    const isActive = () => page.isActive() && !timer.isPaused;
    handlePointer(this.element, game);
    handleKeys(this.element, game, {
      isActive,
      hint: () => this.hints.next(),
      help: page.help,
      undo: () => this.undo(),
      redo: () => this.redo(),
      escape: () => this.#escape(),
    });
    this.#connectButtons();
    timer.addEventListener("tick", () => this.#tick());
    session.addEventListener("follow", () => showMessage(t("followed")));
  }

  #connectButtons() {
    const { game } = this;
    $("undo").addEventListener("click", () => this.undo());
    $("redo").addEventListener("click", () => this.redo());
    $("check").addEventListener("click", () => this.check());
    $("restart").addEventListener("click", () => {
      game.restart(this.timer.elapsed);
      showMessage(t("restarted"));
    });
    $("timer").addEventListener("click", () => {
      showMessage("");
      const isOnBoard = document.activeElement !== $("timer");
      this.timer.hold("paused", !this.timer.isPaused);
      if (this.timer.isPaused) announce(t("paused"));
      if (isOnBoard) this.timer.isPaused ? $("resume").focus() : this.element.focusCell(game.cursor);
    });
    $("resume").addEventListener("click", () => {
      this.timer.hold("paused", false);
      this.element.focusCell(game.cursor);
    });
    $("fix").addEventListener("click", () => this.#fix());
    $("rate").addEventListener("click", () => this.rate().catch((error) => this.showProblem(error)));
    $("automatic").addEventListener("change", (/** @type {any} */ event) => {
      settings.automatic = game.automatic = event.target.checked;
      saveSettings();
      this.refresh();
    });
  }

  /** Close the hint or the message. @returns {boolean} whether there was one */
  #escape() {
    const isOpen = this.hints.isOpen || !$("message").hidden;
    this.hints.close();
    showMessage("");
    return isOpen;
  }

  undo() {
    announce(this.session.undo() ? t("undone") : t("nothingToUndo"));
  }

  redo() {
    if (this.session.redo()) announce(t("redone"));
  }

  /** Turn the clues that were typed in into a puzzle, if they are readable. */
  async #fix() {
    const { board } = this.game;
    try {
      const { puzzles } = await post("read", { text: board.digits });
      if (board !== this.game.board) return;
      this.known = { puzzle: board.digits, text: solutionsText(puzzles[0].solutions) };
      this.open(Board.fromLine(board.shape, board.digits));
      if (puzzles[0].solutions === "unique") this.rate().catch(() => {}); // the service has seen the puzzle
    } catch (error) {
      this.showProblem(error);
    }
  }

  /** Open the game of a puzzle or of a position, and offer to start again if it is in progress.
   * @param {Board} board @param {Partial<import("./games.js").Info>} info */
  open(board, info = {}) {
    const started = this.session.open(board, info);
    if (started) offerToContinue(this, () => $("restart").click());
    if (this.game.mode !== "digit") this.game.setMode("digit"); // the keypad of a new puzzle has digits
    this.game.selectFirst();
    this.element.focusCell(this.game.cursor);
    window.scrollTo(0, 0); // on a low screen, the button that opened the puzzle may be below the board
    return started;
  }

  /** Ask the service for the level of the puzzle, and store it. */
  async rate() {
    const { name } = this.session;
    const { level } = await post("rate", { puzzle: this.game.board.puzzle, scale: "hodoku" });
    if (name !== this.session.name) return;
    this.session.setInfo({ level });
    this.page.changed();
    this.refresh();
  }

  /** @param {"game" | "board" | "cells" | "selection" | "mode"} what */
  #changed(what) {
    if (what === "game" || what === "board") {
      this.wrong.clear();
      this.page.changed();
    }
    if (what === "game") this.wasSolved = this.game.board.isSolved;
    const isChange = what === "game" || what === "board" || what === "cells";
    if (isChange) {
      showMessage("");
      this.hints.changed();
      this.#showSolved();
    }
    this.refresh();
    if (what === "cells") this.#announceCells();
    if (what === "mode") announce(t(this.game.mode));
    if (isChange) this.announced = this.game.board;
  }

  #showSolved() {
    const { board } = this.game;
    const solved = board.isSolved && !board.isSetting;
    this.timer.hold("over", solved);
    const isNew = solved && !this.wasSolved;
    this.wasSolved = solved;
    if (isNew) {
      announce(this.#solvedText);
      this.finish.open();
    }
    if (!solved && !board.blanks) showMessage(t("fullWrong", { count: number(board.conflicts.size) }), "bad");
  }

  /** Announce what was entered, and conflicts. */
  #announceCells() {
    const { board, selection } = this.game;
    const changed = board.cells.flatMap((cell, index) => (cell === this.announced.cells[index] ? [] : [index]));
    const chosen = changed.filter((cell) => selection.has(cell)); // the others have lost marks
    const cells = chosen.length ? chosen : changed;
    if (cells.length === 1) announce(this.element.labelOf(cells[0]));
    else announce(t("cellsChanged", { count: number(cells.length) }));
    const { conflicts } = board;
    if (conflicts.size && settings.conflicts) announce(t("conflictCount", { count: number(conflicts.size) }));
  }

  get #solvedText() {
    return settings.timer ? t("solvedIn", { time: this.timer }) : t("solved");
  }

  /** Show the current state. */
  refresh() {
    const { game } = this;
    const { board } = game;
    this.element.label = t("board", { size: board.shape });
    const selection = this.hints.isDrawn ? undefined : game.selection; // nothing but the step while it is drawn
    this.element.show({ shape: board.shape, cells: this.#cells(), selection, cursor: game.cursor });
    this.keypad.update();
    const toBoard = () => this.element.focusCell(game.cursor);
    setDisabled($("undo"), !this.session.canUndo, toBoard);
    setDisabled($("redo"), !this.session.canRedo, toBoard);
    $("automatic").checked = game.automatic;
    $("setting").hidden = !board.isSetting;
    this.#showAbout();
    this.#tick();
  }

  #showAbout() {
    const { board } = this.game;
    const size = String(board.shape);
    const { level } = this.session.info;
    $("rate").hidden = Boolean(level) || !board.clues || board.isSetting || this.wasSolved;
    const parts = [board.clues ? t("aboutPuzzle", { size, clues: board.clues }) : t("aboutBlank", { size })];
    $("print-title").textContent = `Sudoku ${parts[0]}`;
    if (level) parts.unshift(levelTitle(level));
    if (this.known.puzzle === board.puzzle && this.known.text) parts.push(this.known.text);
    if (this.wasSolved) parts.unshift(this.#solvedText.replace(/[.。]$/, ""));
    else if (board.blanks && !board.isSetting) parts.push(t("blanksLeft", { count: board.blanks }));
    $("about").classList.toggle("good", this.wasSolved);
    $("about").textContent = parts.join(" · ");
  }

  #cells() {
    const { board, selection, cursor, automatic } = this.game;
    const { candidates: hinted } = this.hints;
    const shades = !hinted && selection.has(cursor);
    const peers = new Set(shades && settings.peers && selection.size === 1 ? board.shape.peers[cursor] : []);
    const digit = shades && settings.equal ? board.cells[cursor].digit : 0;
    const conflicts = settings.conflicts ? board.conflicts : new Set();
    return board.cells.map((cell, index) => {
      const flags = [];
      if (peers.has(index)) flags.push("peer");
      if (digit && cell.digit === digit) flags.push("equal");
      if (conflicts.has(index)) flags.push("conflict");
      if (this.wrong.get(index) === cell.digit && cell.digit) flags.push("wrong");
      const shown = { digit: cell.digit, given: board.givens[index] > 0, colors: cell.colors, flags };
      if (hinted) return { ...shown, candidates: hinted[index] };
      if (automatic) return { ...shown, candidates: board.candidates(index), corner: 0 };
      return { ...shown, corner: cell.corner, center: cell.center ?? 0 };
    });
  }

  #tick() {
    const { timer } = this;
    $("timer").hidden = !settings.timer;
    $("clock").textContent = String(timer);
    $("timer").setAttribute("aria-label", `${timer} ${t(timer.isPaused ? "resume" : "pause")}`);
    $("timer").setAttribute("aria-pressed", String(timer.isPaused));
    $("veil").hidden = !timer.isPaused;
    this.element.classList.toggle("hidden-board", timer.isPaused);
    for (const part of [this.element, $("tools"), $("entry"), $("hint-card")]) part.inert = timer.isPaused;
  }

  /** Check whether the digits so far are correct. */
  async check() {
    const { board } = this.game;
    try {
      const { count, solution } = await post("solve", { puzzle: board.puzzle });
      if (board !== this.game.board) return;
      if (count !== 1) {
        showMessage(t("cannotCheck", { reason: t(count ? "severalSolutions" : "noSolution") }), "bad");
        return;
      }
      this.wrong = new Map(
        board.cells.flatMap(({ digit }, cell) => {
          const correct = board.shape.digitOf(solution[cell]);
          return digit && digit !== correct ? [[cell, digit]] : [];
        }),
      );
      this.refresh();
      if (this.wrong.size) showMessage(t("someWrong", { count: number(this.wrong.size) }), "bad");
      else showMessage(t("allRight"), "good");
    } catch (error) {
      this.showProblem(error);
    }
  }

  /** @param {unknown} error */
  showProblem(error) {
    showMessage(problemText(error), "bad");
  }
}

/** Show that the game on a board was started before, and offer to start over.
 * @param {{game: import("./game.js").Game, timer: import("./timer.js").Timer,
 *   element: import("./board-element.js").BoardElement}} view
 * @param {() => void} restart @param {HTMLElement} [message] where it is shown */
export function offerToContinue({ game, timer, element }, restart, message) {
  const { board } = game;
  const all = board.shape.cells - board.clues;
  const parts = { filled: number(all - board.blanks), all: number(all), time: timeText(timer.elapsed) };
  const focus = () => element.focusCell(game.cursor);
  const startOver = () => {
    restart();
    focus();
  };
  const actions = /** @type {[string, () => void][]} */ ([
    [t("continue"), focus],
    [t("startOver"), startOver],
  ]);
  showMessage(t("inProgress", parts), "", actions, message);
}

/** Return the number of solutions as a text. @param {"none" | "unique" | "several"} solutions */
export function solutionsText(solutions) {
  return t(solutions === "unique" ? "uniqueSolution" : solutions === "none" ? "noSolution" : "severalSolutions");
}
