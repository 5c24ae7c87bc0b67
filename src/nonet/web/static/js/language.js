// @ts-check
/** The language of the page. The texts of each language are in one module, and all modules have the same keys. */

import { settings } from "./store.js";
import { en } from "./text/en.js";

/** The texts of the languages that are loaded. @type {Record<string, typeof en>} */
const texts = { en };

/** Return the current language: the chosen one, or that of the browser. */
export function language() {
  if (["en", "zh"].includes(settings.language)) return settings.language;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** Load the texts of the current language. If they cannot be loaded, the page is in English. */
export async function loadLanguage() {
  if (language() === "zh")
    texts.zh ??= await import("./text/zh.js").then(
      (module) => module.zh,
      () => en,
    );
}

/** Return a text with its {parts} filled in. @param {keyof typeof en} name @param {Record<string, unknown>} parts */
export function t(name, parts = {}) {
  const text = texts[language()]?.[name] ?? en[name] ?? name;
  return text.replaceAll(/\{(\w+)\}/g, (_, part) => String(parts[part] ?? ""));
}

/** Return the title of a level. @param {string} level */
export function levelTitle(level) {
  return t(/** @type {keyof typeof en} */ (`level${level}`));
}

/** Return the name of the current language for dates and numbers. */
export function dateLocale() {
  return language() === "zh" ? "zh-CN" : "en-US";
}

/** Return a number as it is written in the current language. @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(dateLocale()).format(value);
}

/** Set the texts of all elements below a root. @param {ParentNode} root */
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
