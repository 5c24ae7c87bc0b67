// @ts-check
/** Keyboard, mouse and touch input on the board. */

import { MODES } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./board-element.js").BoardElement} BoardElement */

const LONG_PRESS_MS = 450;
const DOUBLE_CLICK_MS = 350;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** @type {Record<string, import("./game.js").Mode>} */
const MODE_KEYS = { z: "digit", x: "corner", c: "center", v: "color" };

/** Handle clicks, drags and touches. @param {BoardElement} element @param {Game} game */
export function handlePointer(element, game) {
  let dragging = false;
  let removing = false;
  let last = { cell: -1, time: 0 };
  let press = 0;

  /** @param {PointerEvent} event */
  const cellAt = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    return under instanceof HTMLElement && element.contains(under) ? Number(under.dataset.cell) : -1;
  };

  element.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (cell < 0 || event.button) return;
    event.preventDefault();
    element.classList.remove("by-keys");
    const before = new Set(game.selection);
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!adds && last.cell === cell && event.timeStamp - last.time < DOUBLE_CLICK_MS) {
      game.selectLike(cell);
      last = { cell: -1, time: 0 };
      element.focusCell(cell);
      return;
    }
    last = { cell, time: event.timeStamp };
    removing = adds && before.has(cell);
    if (removing) before.delete(cell);
    game.select(removing ? before : adds ? [...before, cell] : [cell], cell);
    element.focusCell(cell);
    dragging = true;
    if (event.pointerType !== "mouse") {
      clearTimeout(press);
      press = window.setTimeout(() => game.select([...before, cell], cell), LONG_PRESS_MS);
    }
  });

  element.addEventListener("pointermove", (event) => {
    if (!dragging) return;
    const cell = cellAt(event);
    if (cell < 0 || cell === game.cursor) return;
    clearTimeout(press);
    last.cell = -1;
    const cells = new Set(game.selection);
    if (removing) cells.delete(cell);
    else cells.add(cell);
    game.select(cells, cell);
    element.focusCell(cell);
  });

  const end = () => {
    dragging = false;
    clearTimeout(press);
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("focusin", (event) => {
    const cell = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
    // the focus was moved with Tab or by a screen reader: select the cell
    if (cell !== undefined && !dragging && !game.selection.size) game.select([Number(cell)], Number(cell));
  });
}

/**
 * Handle keys. The page provides the actions that do not concern the board alone.
 * @param {BoardElement} element @param {Game} game
 * @param {{isActive: () => boolean, hint: () => void, help: () => void, undo: () => void, redo: () => void,
 *   escape: () => boolean}} page
 */
export function handleKeys(element, game, page) {
  /** @param {number} cell @param {boolean} extend */
  const go = (cell, extend) => {
    game.select(extend ? [...game.selection, cell] : [cell], cell);
    element.focusCell(cell);
  };

  /** @param {KeyboardEvent} event @param {[number, number]} direction */
  const move = (event, [down, right]) => {
    const { size } = game.board.shape;
    let row = Math.floor(game.cursor / size);
    let column = game.cursor % size;
    const jumps = event.ctrlKey || event.metaKey;
    for (let i = 0; i < size; i++) {
      row = (row + down + size) % size;
      column = (column + right + size) % size;
      if (!jumps || !game.board.cells[row * size + column].digit) break;
    }
    go(row * size + column, event.shiftKey);
  };

  /** Handle the keys that move and select. @param {KeyboardEvent} event */
  const onBoard = (event) => {
    const { size, cells } = game.board.shape;
    const control = event.ctrlKey || event.metaKey;
    const row = Math.floor(game.cursor / size) * size;
    if (event.key in ARROWS) move(event, ARROWS[event.key]);
    else if (event.key === "Home") go(control ? 0 : row, event.shiftKey);
    else if (event.key === "End") go(control ? cells - 1 : row + size - 1, event.shiftKey);
    else if (event.key === " ") game.setMode(MODES[(MODES.indexOf(game.mode) + (event.shiftKey ? 3 : 1)) % 4]);
    else if (event.key === "Escape") page.escape() || game.select([]);
    else if (control && event.key.toLowerCase() === "a") game.select(Array(cells).keys(), game.cursor);
    else return false;
    return true;
  };

  /** @param {KeyboardEvent} event */
  const digit = (event) => {
    const { shape } = game.board;
    const control = event.ctrlKey || event.metaKey;
    const typed = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
    const symbol =
      typed ?? (/^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : /^[0-9]$/.test(event.key) ? event.key : "");
    if (symbol === "0" && !control && !event.altKey) {
      game.erase();
      return true;
    }
    const entered = symbol ? shape.digitOf(symbol) : 0;
    if (!entered || (!typed && (control || event.altKey))) return false;
    const mode = event.altKey ? "color" : control ? "center" : event.shiftKey ? "corner" : game.mode;
    if (mode === "color" && entered > 9) return false;
    game.enter(entered, mode);
    return true;
  };

  /** @param {KeyboardEvent} event */
  const anywhere = (event) => {
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    if (control && key === "z") (event.shiftKey ? page.redo : page.undo)();
    else if (control && key === "y") page.redo();
    else if (digit(event)) return true;
    else if (event.key === "Delete" || event.key === "Backspace") game.erase();
    else if (control || event.altKey) return false;
    else if (key in MODE_KEYS) game.setMode(MODE_KEYS[key]);
    else if (key === "h") page.hint();
    else if (event.key === "?") page.help();
    else return false;
    return true;
  };

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!page.isActive() || event.isComposing || target.closest("textarea, select, input:not([type=checkbox]), dialog"))
      return;
    element.classList.add("by-keys");
    if (event.defaultPrevented) return; // by the input modes, which have arrows of their own
    const isBoard = target === document.body || element.contains(target);
    // a button that has the focus is pressed with Space or Enter; all other keys are for the board
    if (!isBoard && [" ", "Enter"].includes(event.key)) return;
    if (onBoard(event) || anywhere(event)) event.preventDefault();
  });
}
