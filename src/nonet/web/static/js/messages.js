// @ts-check
/** Messages to the player, shown over the board and announced to screen readers. */

import { Problem } from "./api.js";
import { $, announce, make } from "./dom.js";
import { t } from "./language.js";

/** Show a message; an empty text hides it. @param {string} text @param {"" | "good" | "bad"} kind
 * @param {[string, () => void][]} actions buttons, each with its text; a click also hides the message
 * @param {HTMLElement} message where it is shown */
export function showMessage(text, kind = "", actions = [], message = $("message")) {
  message.hidden = !text;
  message.className = `message ${kind}`;
  const buttons = actions.map(([name, act]) => {
    const button = make("button", { type: "button" }, name);
    button.addEventListener("click", (/** @type {Event} */ event) => {
      event.stopPropagation(); // a click on the message itself only hides it
      showMessage("", "", [], message);
      act();
    });
    return button;
  });
  if (text) announce(text);
  message.replaceChildren(
    make("span", {}, text),
    ...(buttons.length ? [make("span", { class: "buttons" }, ...buttons)] : []),
  );
}

/** Write a message into an element of a dialog or a view; an empty text hides it. @param {HTMLElement} element
 * @param {string} text @param {"" | "bad"} kind */
export function writeMessage(element, text, kind = "") {
  element.hidden = !text;
  element.className = `message ${kind}`;
  element.textContent = text;
  if (text) element.scrollIntoView({ block: "nearest" });
}

/** Return an error as a sentence. @param {unknown} error */
export function problemText(error) {
  if (error instanceof Problem) return error.code === "offline" ? t("offline") : error.message;
  return String(error);
}
