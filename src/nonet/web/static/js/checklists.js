// @ts-check
/** The checklists: how to find each technique. They are files in the form that docs/techniques.py reads. */

import { language } from "./language.js";

/** How to find a technique, and when it fails. @typedef {{points: string[], care: string}} Checklist */

/** The checklists of each language by technique. @type {Record<string, Promise<Map<string, Checklist>>>} */
const loaded = {};

/** Return the checklist of a technique in the current language, or null. @param {string} id */
export async function checklistOf(id) {
  const code = language();
  loaded[code] ??= fetch(`checklists/${code}.md`).then(async (response) => parse(await response.text(), code));
  try {
    return (await loaded[code]).get(id) ?? null;
  } catch {
    delete loaded[code]; // the service may respond next time
    return null;
  }
}

/** @param {string} text @param {string} code */
function parse(text, code) {
  const join = (/** @type {string} */ lines) =>
    lines
      .trim()
      .split(/\s*\n\s*/)
      .join(code === "zh" ? "" : " ");
  /** @type {Map<string, Checklist>} */
  const found = new Map();
  for (const section of text.split("\n## ").slice(1)) {
    const [, names, list, care] = /^(.*)\n([^]*?)\n\n([^]*)$/.exec(section.trimEnd()) ?? ["", "", "", ""];
    const points = list.split(/^- /m).slice(1).map(join);
    for (const name of names.split(", ")) found.set(name, { points, care: join(care) });
  }
  return found;
}
