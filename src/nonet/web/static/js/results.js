// @ts-check
/** The puzzles that the player has solved, and the statistics of each level. They stay in this browser. */

import { load, save } from "./store.js";

/** One solved puzzle. The date is that of the player's clock, such as 2026-11-18.
 * @typedef {{name: string, level: string, time: number, date: string, daily: string}} Result */
/** @typedef {{level: string, solved: number, best: number, average: number}} LevelStatistics */

const RESULTS = "nonet.results";
const MAX_RESULTS = 2000;

/** Return a day as year, month and day. @param {Date} day */
export function dateText(day) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** @returns {Result[]} */
export function listResults() {
  const stored = load(RESULTS);
  return Array.isArray(stored) ? stored : [];
}

/** Add a result. A puzzle that is solved again counts once, with its first time; its level may become known later.
 * @param {Result} result */
export function addResult(result) {
  const results = listResults(); // another tab may have added one
  const known = results.find(({ name }) => name === result.name);
  if (known) known.level ||= result.level;
  else results.push(result);
  save(RESULTS, results.slice(-MAX_RESULTS));
}

/** Return the statistics of the levels that have results, in the order of `levels`. @param {string[]} levels
 * @returns {LevelStatistics[]} */
export function statistics(levels) {
  const results = listResults();
  return levels.flatMap((level) => {
    const times = results.filter((result) => result.level === level).map(({ time }) => time);
    if (!times.length) return [];
    const sum = times.reduce((all, time) => all + time, 0);
    return [{ level, solved: times.length, best: Math.min(...times), average: sum / times.length }];
  });
}

/** Return the number of days in a row with a solved puzzle, up to today or yesterday. @param {Date} today */
export function streak(today) {
  const dates = new Set(listResults().map(({ date }) => date));
  const day = new Date(today);
  if (!dates.has(dateText(day))) day.setDate(day.getDate() - 1);
  let days = 0;
  while (dates.has(dateText(day))) {
    days += 1;
    day.setDate(day.getDate() - 1);
  }
  return days;
}
