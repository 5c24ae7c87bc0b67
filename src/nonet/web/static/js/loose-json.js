// @ts-check
/**
 * A reader of JSON as SudokuPad shortens it: keys and single words need no quotes, texts may have single quotes, `t` and
 * `f` are true and false, and an item that is missing is an empty object. Plain JSON is read, too.
 */

const MAX_DEPTH = 40;
const WORDS = { t: true, f: false, true: true, false: false, null: null };

/** Return the data of a text. @param {string} text @returns {any} */
export function parseLoose(text) {
  let at = 0;
  const fail = () => new Error(`unexpected character at ${at}`);
  const skip = () => {
    while (/\s/.test(text[at] ?? "")) at += 1;
  };
  const take = (/** @type {string} */ symbol) => {
    skip();
    if (text[at] !== symbol) return false;
    at += 1;
    return true;
  };

  /** Read a text in quotes. @param {string} quote */
  const quoted = (quote) => {
    const start = at;
    for (at += 1; text[at] !== quote; at++) {
      if (text[at] === "\\") at += 1;
      if (at >= text.length) throw fail();
    }
    at += 1;
    const inner = text.slice(start + 1, at - 1);
    return JSON.parse(quote === '"' ? `"${inner}"` : `"${inner.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`);
  };

  /** Read the characters up to the next sign. */
  const bareText = () => {
    const [word] = /^[^\s,:[\]{}'"]*/.exec(text.slice(at, at + 200)) ?? [""];
    at += word.length;
    if (word === "") throw fail();
    return word;
  };

  /** Read a word or a number. */
  const bare = () => {
    const word = bareText();
    if (word in WORDS) return WORDS[/** @type {"t"} */ (word)];
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(word) ? Number(word) : word;
  };

  const key = () => {
    skip();
    return text[at] === '"' || text[at] === "'" ? quoted(text[at]) : bareText();
  };

  /** Read the items up to a bracket. @param {string} end @param {() => void} item */
  const items = (end, item) => {
    if (take(end)) return;
    for (;;) {
      item();
      if (take(end)) return;
      if (!take(",")) throw fail();
    }
  };

  /** @param {number} depth @returns {any} */
  const value = (depth) => {
    if (depth > MAX_DEPTH) throw fail();
    skip();
    if (take("[")) {
      /** @type {any[]} */
      const list = [];
      items("]", () => list.push(value(depth + 1)));
      return list;
    }
    if (take("{")) {
      /** @type {Record<string, any>} */
      const object = {};
      items("}", () => {
        const name = key();
        if (!take(":")) throw fail();
        object[name] = value(depth + 1);
      });
      return object;
    }
    if (text[at] === "," || text[at] === "]" || text[at] === "}") return {}; // a missing item
    return text[at] === '"' || text[at] === "'" ? quoted(text[at]) : bare();
  };

  const data = value(0);
  skip();
  if (at < text.length) throw fail();
  return data;
}
