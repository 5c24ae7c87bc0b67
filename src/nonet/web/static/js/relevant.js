// @ts-check
/** The candidates that a step is about. */

import { maskOf } from "./shape.js";

/** @typedef {import("./shape.js").Shape} Shape */

/** Return the candidates of a position as a mask for each cell. @param {Shape} shape
 * @param {{candidates: string[]}} position */
export function masksOf(shape, position) {
  return position.candidates.map((symbols) => maskOf([...symbols].map((symbol) => shape.digitOf(symbol))));
}

/** Return a mask for each cell with the digits that a step is about there: those of its pattern in its cells and houses,
 * its sets, colors and chains, and its conclusion. @param {Shape} shape @param {any} step @returns {number[]} */
export function relevantCandidates(shape, step) {
  const masks = Array(shape.cells).fill(0);
  const add = (/** @type {number} */ cell, /** @type {string[]} */ digits) => {
    masks[cell] |= maskOf(digits.map((digit) => shape.digitOf(digit)));
  };
  for (const names of Object.values(step.cells)) for (const name of names) add(shape.cellOf(name), step.digits);
  for (const names of Object.values(step.houses)) {
    for (const name of names) for (const cell of shape.houseCells(name)) add(cell, step.digits);
  }
  for (const { cells, digits } of step.sets ?? []) for (const name of cells) add(shape.cellOf(name), digits);
  for (const { nodes } of step.chains ?? []) {
    for (const { cells, digit } of nodes) for (const name of cells) add(shape.cellOf(name), [digit]);
  }
  const single = [...(step.colors ?? []).flat(), ...step.eliminations, ...step.placements];
  for (const { cell, digit } of single) add(shape.cellOf(cell), [digit]);
  return masks;
}
