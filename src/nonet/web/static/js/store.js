// @ts-check
/** What the browser stores, as JSON, and the settings. All tabs share it. */

const SETTINGS = "nonet.settings";

const DEFAULTS = {
  language: "",
  theme: "",
  names: "rc",
  timer: true,
  peers: true,
  equal: true,
  conflicts: true,
  tidies: true,
  automatic: false,
};

/** @param {string} key @returns {any} */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Whether something is stored under a key. @param {string} key */
export function has(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** @param {string} key @param {unknown} value */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full or not allowed: the game continues unsaved
  }
}

/** @param {string} key */
export function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // storing is not allowed
  }
}

/** Return all keys that start with a prefix. @param {string} prefix */
export function keysWith(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

export const settings = { ...DEFAULTS, ...load(SETTINGS) };

export function saveSettings() {
  save(SETTINGS, settings);
}

/** Call a function after another tab has changed the settings. @param {() => void} onChange */
export function followSettings(onChange) {
  window.addEventListener("storage", (event) => {
    if (event.key !== SETTINGS) return;
    Object.assign(settings, DEFAULTS, load(SETTINGS));
    onChange();
  });
}
