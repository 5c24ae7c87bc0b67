// @ts-check
/** The page's language: all texts of one language are in one module, and every module has the same names. */

import { settings } from "./store.js";
import en from "./text/en.js";
import zh from "./text/zh.js";

/** @type {Record<string, typeof en>} */
export const LANGUAGES = { en, zh };

/** The language in use. */
export function language() {
  if (settings.language in LANGUAGES) return settings.language;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** A text by its name; braces in it are filled in. @param {keyof typeof en} name @param {Record<string, unknown>} parts */
export function t(name, parts = {}) {
  const text = LANGUAGES[language()][name] ?? en[name] ?? name;
  return text.replaceAll(/\{(\w+)\}/g, (_, part) => String(parts[part] ?? ""));
}

/** A text that may not be there, such as the title of a level. @param {string} name @param {string} otherwise */
export function tOr(name, otherwise) {
  return name in en ? t(/** @type {keyof typeof en} */ (name)) : otherwise;
}

/** A number as people here write it. @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(language() === "zh" ? "zh-CN" : "en-GB").format(value);
}

/** Fill in the texts of everything below an element. @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(/** @type {any} */ (element.getAttribute("data-t")));
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    const text = t(/** @type {any} */ (element.getAttribute("data-label")));
    element.setAttribute("aria-label", text);
    if (element.matches("button, a")) element.setAttribute("title", text);
  }
  for (const element of root.querySelectorAll("[data-placeholder]")) {
    element.setAttribute("placeholder", t(/** @type {any} */ (element.getAttribute("data-placeholder"))));
  }
}
