// @ts-check
/** Parts of the page that are loaded when they are first used. */

/** The parts that are loaded. @type {{translate: () => void}[]} */
const parts = [];

/** Return a function that loads a part once, and returns it. @template {{translate: () => void}} Part
 * @param {() => Promise<Part>} load @returns {() => Promise<Part>} */
export function lazily(load) {
  /** @type {Promise<Part> | null} */
  let loading = null;
  return () => {
    loading ??= load().then(
      (part) => {
        parts.push(part);
        part.translate();
        return part;
      },
      (error) => {
        loading = null; // the service may respond next time
        throw error;
      },
    );
    return loading;
  };
}

/** Update the texts of the parts after a change of language. */
export function translateParts() {
  for (const part of parts) part.translate();
}
