// @ts-check
/** Puzzles with rules such as killer cages: how they are shown, imported and played. The service reads them, draws their
 * marks, and reports the rules that digits break. */

import { post } from "./api.js";
import { BoardElement, preview } from "./board-element.js";
import { Board } from "./board.js";
import { $, announce, make, makeSvg, put, setDisabled } from "./dom.js";
import { Game } from "./game.js";
import { isOver, listGames } from "./games.js";
import { handleKeys, handlePointer } from "./input.js";
import { Keypad } from "./keypad.js";
import { language, number, t } from "./language.js";
import { problemText, showMessage } from "./messages.js";
import { offerToContinue, solutionsText } from "./play.js";
import { Session } from "./session.js";
import { Shape } from "./shape.js";
import { settings } from "./store.js";
import { tv } from "./text/variants.js";
import { Timer } from "./timer.js";

const DELAY_MS = 150;
/** The picture on the button that shows the rules: lines of a text. */
const LINES = "M5 6h14M5 12h14M5 18h8";

/** A puzzle as the service returns it.
 * @typedef {{text: string, puzzle: string, box: [number, number], clues: number, solutions: string, left_out: string,
 *   rules: {type: string, name: string, words: string}[], title: string, author: string, ruleset: string, link: string,
 *   picture: {width: number, height: number, left: number, top: number, side: number, below: string, above: string}}}
 *   Variant */
/** @typedef {{rule: number | null, cells: string[], words: string}} Conflict */

/** Read one puzzle with rules. @param {string} text @param {boolean} [lenient] @param {AbortSignal} [signal]
 * @returns {Promise<Variant>} */
export async function readVariant(text, lenient = false, signal) {
  const asked = language();
  const variant = await post("variant/read", { text, lenient }, signal);
  return asked === language() ? variant : readVariant(text, lenient, signal); // its rules are sentences
}

/** Return the number of solutions in words. @param {Variant} variant */
function solutionsOf({ solutions }) {
  return solutions === "unknown" ? tv("unknown") : solutionsText(/** @type {any} */ (solutions));
}

/** Return the kinds of rules of a puzzle. @param {Variant} variant */
function kindsOf({ rules }) {
  return [...new Set(rules.map(({ name }) => name))];
}

/** Return the first kinds of rules in words, which stand for a title. @param {Variant} variant */
function firstKinds(variant) {
  const kinds = kindsOf(variant);
  const text = kinds.slice(0, 3).join(t("comma")) + (kinds.length > 3 ? "…" : "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return a board with the marks of a puzzle below and above it. @param {Variant} variant @param {BoardElement} element */
function framed({ picture }, element) {
  const { width, height, left, top, side } = picture;
  const holder = make("div", { class: "variant-board" }, layer(picture, "below"), element, layer(picture, "above"));
  holder.style.setProperty("--ratio", String(width / height));
  holder.style.setProperty("--left", `${(100 * left) / width}%`);
  holder.style.setProperty("--top", `${(100 * top) / height}%`);
  holder.style.setProperty("--wide", `${(100 * side) / width}%`);
  holder.style.setProperty("--high", `${(100 * side) / height}%`);
  return holder;
}

/** Return a layer of marks as an element. @param {Variant["picture"]} picture @param {"below" | "above"} name */
function layer(picture, name) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${picture[name]}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = makeSvg("svg", {
    class: `layer layer-${name}`,
    viewBox: `0 0 ${picture.width} ${picture.height}`,
    "aria-hidden": "true",
  });
  svg.append(...[...parsed.childNodes].map((node) => document.importNode(node, true)));
  return svg;
}

/** Return the board of a puzzle. @param {Variant} variant */
function boardOf({ box, puzzle }) {
  return Board.fromLine(Shape.of(box[0], box[1]), puzzle);
}

/** Return a card with a puzzle that was imported. @param {Variant} variant @param {() => void} onPlay */
export function variantCard(variant, onPlay) {
  const board = boardOf(variant);
  const play = make("button", { type: "button", class: "primary" }, t("importPlay"));
  play.addEventListener("click", onPlay);
  const isUnique = variant.solutions === "unique";
  const facts = make(
    "div",
    { class: "facts-text" },
    make("strong", {}, variant.title || t("aboutPuzzle", { size: board.shape, clues: variant.clues })),
    ...(variant.author ? [make("span", { class: "note" }, tv("by", { author: variant.author }))] : []),
    make("span", { class: isUnique ? "good" : "bad" }, solutionsOf(variant)),
    make("span", { class: "note" }, kindsOf(variant).join(t("comma"))),
    ...(variant.left_out ? [make("span", { class: "bad" }, tv("leftOut", { parts: variant.left_out }))] : []),
    play,
  );
  return make("div", { class: "card found-one" }, framed(variant, preview(board)), facts);
}

/** The view in which a puzzle with rules is played. */
export class VariantView {
  /** @param {{isActive: () => boolean, help: () => void, changed: (rules: string) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {Variant | null} */
    this.variant = null;
    /** The text of the puzzle that the player opened last; the service may still be reading it. */
    this.wanted = "";
    /** @type {Conflict[]} */
    this.conflicts = [];
    /** The digits that Check found wrong, by cell. @type {Map<number, number>} */
    this.wrong = new Map();
    this.timeout = 0;
    this.timer = new Timer();
    this.timer.addEventListener("tick", () => this.#tick());
    this.game = new Game(Board.blank(Shape.of(3, 3)));
    this.session = new Session(this.game, this.timer);
    this.session.addEventListener("follow", () => this.#say(t("followed")));
    this.element = new BoardElement();
    this.element.id = "variant-board";
    this.element.toggleAttribute("interactive", true);
    this.#build();
    this.keypad = new Keypad($("variant-modes"), $("variant-keypad"), this.game);
    this.game.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail));
    handlePointer(this.element, this.game);
    handleKeys(this.element, this.game, {
      isActive: () => page.isActive() && this.variant !== null,
      hint: () => this.#say(tv("hint")),
      help: page.help,
      undo: () => this.game.undo(),
      redo: () => this.game.redo(),
      escape: () => false,
    });
  }

  #build() {
    const button = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {Node[]} */ ...signs) => {
      const made = make("button", { type: "button", id: `variant-${name}` }, ...signs, make("span", {}));
      made.addEventListener("click", act);
      return made;
    };
    const signOf = (/** @type {string} */ id) => $(id).querySelector("svg").cloneNode(true);
    const lines = makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSvg("path", { d: LINES }));
    const side = make(
      "div",
      { class: "side", id: "variant-side" },
      make(
        "div",
        { class: "tools", role: "group", id: "variant-tools" },
        button("undo", () => this.game.undo(), signOf("undo")),
        button("redo", () => this.game.redo(), signOf("redo")),
        button("check", () => this.check(), signOf("check")),
        button("rules-button", () => this.#toggleRules(), lines),
      ),
      make("p", { class: "message", id: "variant-message", role: "status", hidden: "" }),
      make(
        "div",
        { class: "entry" },
        make("div", { class: "modes", role: "radiogroup", id: "variant-modes" }),
        make("div", { class: "keypad", role: "group", id: "variant-keypad" }),
      ),
      make(
        "div",
        { class: "actions", role: "group" },
        button("import", () => $("import").click()),
        button("restart", () => this.#restart()),
        button("link", () => this.#copyLink()),
      ),
      make("div", { class: "card variant-rules", id: "variant-rules", tabindex: "0" }),
    );
    $("view-variant").append(
      make(
        "div",
        { class: "status" },
        make("h2", { id: "variant-title" }),
        make("span", { class: "timer", id: "variant-clock", role: "timer" }),
      ),
      make("div", { class: "board-holder", id: "variant-holder" }),
      side,
    );
  }

  /** Show the rules in place of the keypad, or the keypad again, where there is no room for both. */
  #toggleRules() {
    const shows = $("variant-side").classList.toggle("shows-rules");
    put($("variant-rules-button"), "aria-pressed", String(shows));
    if (shows) $("variant-rules").scrollTop = 0;
  }

  /** Show the view with a puzzle. @param {string} rules its text; if empty, the puzzle that was played last */
  async open(rules) {
    this.timer.hold("view", false);
    this.translate();
    rules ||= this.variant?.text ?? listGames().find(({ info }) => info.rules)?.name ?? "";
    this.wanted = rules;
    if (!rules) {
      this.#say(tv("none"));
      return;
    }
    try {
      if (rules !== this.variant?.text) {
        const variant = await readVariant(rules, true);
        if (rules !== this.wanted) return;
        this.#start({ ...variant, text: rules }); // under the name of its game, however this version writes it
      }
      this.element.focusCell(this.game.cursor);
    } catch (error) {
      if (rules === this.wanted) this.#say(problemText(error), "bad");
    }
  }

  /** Another view is shown. */
  pause() {
    this.timer.hold("view", true);
    this.session.saveTime();
  }

  /** Play a puzzle that was imported, and offer to start over if it is in progress. @param {Variant} variant */
  play(variant) {
    this.wanted = variant.text;
    if (this.#start(variant)) offerToContinue(this, () => this.#restart(), $("variant-message"));
  }

  /** Start a puzzle, or continue its game. @param {Variant} variant @returns {boolean} whether it was started before */
  #start(variant) {
    if (variant.text !== this.variant?.text) this.conflicts = [];
    this.variant = variant;
    this.#say("");
    this.wrong.clear();
    const info = { rules: variant.text, title: variant.title, kinds: firstKinds(variant) };
    const started = this.session.open(boardOf(variant), info);
    $("variant-holder").replaceChildren(framed(variant, this.element));
    this.game.selectFirst();
    this.translate();
    this.page.changed(variant.text);
    return started;
  }

  /** Read the rules again after a change of language. */
  async reload() {
    if (!this.variant) return;
    const { text } = this.variant;
    const variant = await readVariant(text, true).catch(() => null); // the service may not respond
    if (!variant || text !== this.variant.text) return;
    this.variant = { ...variant, text };
    this.session.setInfo({ kinds: firstKinds(variant) });
    this.translate();
    await this.#findConflicts();
  }

  #tick() {
    $("variant-clock").hidden = !settings.timer || !this.variant;
    $("variant-clock").textContent = String(this.timer);
  }

  /** Update the texts after a change of language. */
  translate() {
    const name = (/** @type {string} */ id, /** @type {string} */ text) => {
      $(`variant-${id}`).lastChild.textContent = text;
    };
    for (const id of /** @type {const} */ (["undo", "redo", "check", "restart", "import"])) name(id, t(id));
    name("rules-button", tv("rules"));
    name("link", tv("copyLink"));
    $("variant-link").hidden = !this.variant?.link;
    $("variant-title").textContent = this.session.info.title || this.session.info.kinds || t("withRules");
    this.keypad.update();
    this.#showRules();
    this.refresh();
  }

  /** @param {string} text @param {"" | "good" | "bad"} kind */
  #say(text, kind = "") {
    showMessage(text, kind, [], $("variant-message"));
  }

  #restart() {
    if (!this.variant) return;
    this.game.restart(this.timer.elapsed);
    this.#say(t("restarted"));
  }

  async #copyLink() {
    try {
      await navigator.clipboard.writeText(this.variant?.link ?? "");
      this.#say(t("copied"));
    } catch {
      this.#say(this.variant?.link ?? ""); // the clipboard needs a secure page
    }
  }

  /** @param {"game" | "board" | "cells" | "selection" | "mode"} what */
  #changed(what) {
    if (this.variant && (what === "cells" || what === "board" || what === "game")) {
      if (what !== "game") this.#say("");
      this.timer.hold("over", this.#isOver);
      clearTimeout(this.timeout);
      this.timeout = window.setTimeout(() => this.#findConflicts(), DELAY_MS);
    }
    this.refresh();
  }

  /** Ask the service which rules the digits break. */
  async #findConflicts() {
    const { board } = this.game;
    const { variant } = this;
    if (!variant) return;
    try {
      const { conflicts } = await post("variant/conflicts", { text: variant.text, digits: board.digits });
      if (board !== this.game.board || variant !== this.variant) return;
      this.conflicts = conflicts;
      this.#showRules();
      this.refresh();
      if (!board.blanks && !conflicts.length) this.#finish();
      else if (conflicts.length) announce(tv("conflicts", { count: number(conflicts.length) }));
    } catch (error) {
      this.#say(tv("slow", { reason: problemText(error) }), "bad");
    }
  }

  get #isOver() {
    return isOver({ board: this.game.board, info: this.session.info });
  }

  #finish() {
    this.timer.hold("over", true);
    if (!this.#isOver) this.session.setInfo({ solution: this.game.board.digits });
    this.#say(settings.timer ? t("solvedIn", { time: this.timer }) : t("solved"), "good");
  }

  /** Check whether the digits so far are correct. */
  async check() {
    const { board } = this.game;
    if (!this.variant) return;
    try {
      const { count, solution } = await post("variant/solve", { text: this.variant.text });
      if (board !== this.game.board) return;
      if (count !== 1) {
        this.#say(t("cannotCheck", { reason: t(count ? "severalSolutions" : "noSolution") }), "bad");
        return;
      }
      const wrong = board.cells.flatMap(({ digit }, cell) =>
        digit && board.shape.symbol(digit) !== solution[cell] ? [[cell, digit]] : [],
      );
      this.wrong = new Map(/** @type {[number, number][]} */ (wrong));
      this.refresh();
      if (wrong.length) this.#say(t("someWrong", { count: number(wrong.length) }), "bad");
      else this.#say(t("allRight"), "good");
    } catch (error) {
      this.#say(problemText(error), "bad");
    }
  }

  /** Show the board. */
  refresh() {
    const { board, selection, cursor } = this.game;
    const { shape } = board;
    this.element.label = t("board", { size: shape });
    const bad = new Set(this.conflicts.flatMap(({ cells }) => cells.map((name) => shape.cellOf(name))));
    const cells = board.cells.map((cell, index) => ({
      digit: cell.digit,
      given: board.givens[index] > 0,
      corner: cell.corner,
      center: cell.center ?? 0,
      colors: cell.colors,
      flags: [
        ...(bad.has(index) && cell.digit ? ["conflict"] : []),
        ...(cell.digit && this.wrong.get(index) === cell.digit ? ["wrong"] : []),
      ],
    }));
    this.element.show({ shape, cells, selection, cursor });
    this.keypad.update();
    const toBoard = () => this.element.focusCell(cursor);
    setDisabled($("variant-undo"), !this.game.past.length, toBoard);
    setDisabled($("variant-redo"), !this.game.future.length, toBoard);
  }

  /** List the rules in words, with those that are broken first. */
  #showRules() {
    const { variant } = this;
    const card = $("variant-rules");
    card.hidden = !variant;
    if (!variant) return;
    const broken = new Set(this.conflicts.map(({ rule }) => rule));
    const lines = this.conflicts.map(({ words }) => make("li", { class: "bad" }, words));
    const items = variant.rules.map(({ words, name }, index) => {
      const item = make("li", { class: broken.has(index) ? "broken" : "" }, make("strong", {}, name), ` ${words}`);
      item.addEventListener("pointerenter", () => this.#light(words, true));
      item.addEventListener("pointerleave", () => this.#light(words, false));
      return item;
    });
    card.replaceChildren(
      ...(lines.length
        ? [
            make("h3", {}, tv("conflicts", { count: number(lines.length) })),
            make("ul", { class: "variant-conflicts" }, ...lines),
          ]
        : []),
      make("h3", {}, tv("rules")),
      make("p", { class: "note" }, tv(variant.box[0] > 1 ? "normal" : "latin")),
      make("ul", {}, ...items),
      ...(variant.ruleset
        ? [make("h3", {}, tv("rulesOf")), make("p", { class: "note variant-ruleset" }, variant.ruleset)]
        : []),
      ...(variant.left_out ? [make("p", { class: "bad" }, tv("leftOut", { parts: variant.left_out }))] : []),
      make("p", { class: "note" }, tv("hint")),
    );
  }

  /** Make the marks of a rule stand out. @param {string} words @param {boolean} isOn */
  #light(words, isOn) {
    for (const title of $("variant-holder").querySelectorAll(".of-rule > title")) {
      if (title.textContent === words) title.parentElement?.classList.toggle("is-lit", isOn);
    }
  }
}
