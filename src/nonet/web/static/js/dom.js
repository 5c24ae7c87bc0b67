// @ts-check
/** Helpers for the document. */

const SVG = "http://www.w3.org/2000/svg";

/** Return the element with an id. It must exist. @param {string} id @returns {any} */
export function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element has the id ${id}`);
  return found;
}

/** Create an element with attributes and children.
 * @param {string} name @param {Record<string, unknown>} attributes @param {(Node | string)[]} children
 * @returns {any} */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes);
  element.append(...children);
  return element;
}

/** Create the entries of a description list. @param {[string | Node, string][]} rows names with their values */
export function terms(rows) {
  return rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)));
}

/** Create an SVG element. @param {string} name @param {Record<string, unknown>} attributes @param {Node[]} children */
export function makeSvg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, unknown>} attributes */
function fill(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {any} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/** Set an attribute (null removes it), but only if it changes, since setting it is slow.
 * @param {Element} element @param {string} name @param {string | null} value */
export function put(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Keep the focus where it is when a button in a part of the page is clicked with the mouse, so that the keyboard still
 * belongs to the board. The Tab key reaches the buttons as usual. @param {HTMLElement} part */
export function keepFocus(part) {
  part.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest("button, label")) event.preventDefault();
  });
}

/** Disable or enable a button. If it has the focus, a function moves the focus first: otherwise it would be lost.
 * @param {HTMLButtonElement} button @param {boolean} disabled @param {() => void} moveFocus */
export function setDisabled(button, disabled, moveFocus) {
  const loses = disabled && button === document.activeElement;
  button.disabled = disabled;
  if (loses) moveFocus();
}

/** @type {string[]} */
let announced = [];

/** Announce a text to screen readers. Texts at the same time are announced one after the other. @param {string} text */
export function announce(text) {
  announced.push(text);
  if (announced.length > 1) return;
  const live = $("live");
  live.replaceChildren();
  // emptied first, so that the same text twice is announced twice
  requestAnimationFrame(() => {
    live.replaceChildren(...announced.map((each) => make("p", {}, each)));
    announced = [];
  });
}

/** Download a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Return the text of a file or of a text, or the name of a message that says why there is none.
 * @param {File | string} source @returns {Promise<{text: string, problem: "" | "filePicture" | "fileNoText"}>} */
export async function textOf(source) {
  if (typeof source === "string") return { text: source, problem: "" };
  if (source.type.startsWith("image/")) return { text: "", problem: "filePicture" };
  const text = await source.text();
  return text.includes("\0") ? { text: "", problem: "fileNoText" } : { text, problem: "" };
}

/** Return what is dropped or pasted: a text or a link, otherwise a file. @param {DataTransfer | null} data */
export function sourceIn(data) {
  const text = data?.getData("text/plain") ?? "";
  return text.trim() ? text : (data?.files[0] ?? null);
}

/** Call a function with each file that is dropped onto an element, or with a dropped text or link.
 * @param {HTMLElement} target @param {(source: File | string) => void} onDrop */
export function acceptFiles(target, onDrop) {
  target.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.some((type) => ["Files", "text/plain", "text/uri-list"].includes(type))) return;
    event.preventDefault();
    target.classList.add("is-over");
  });
  target.addEventListener("dragleave", () => target.classList.remove("is-over"));
  target.addEventListener("drop", (event) => {
    target.classList.remove("is-over");
    if (event.defaultPrevented) return;
    event.preventDefault(); // also where nothing accepts it: the browser would leave the page
    const source = sourceIn(event.dataTransfer);
    if (source) onDrop(source);
  });
}
