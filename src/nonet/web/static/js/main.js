// @ts-check
/** The page: views, dialogs, language and theme. */

import "./board-element.js";
import { Board } from "./board.js";
import { $, acceptFiles, keepFocus, make, sourceIn } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { Game } from "./game.js";
import { lastName, nameOf } from "./games.js";
import { language, loadLanguage, t, translate } from "./language.js";
import { lazily, translateParts } from "./lazy.js";
import { boardOf, fragmentOf, levelOf } from "./link.js";
import { showMessage } from "./messages.js";
import { Play } from "./play.js";
import { Shape } from "./shape.js";
import { Session } from "./session.js";
import { followSettings, saveSettings, settings } from "./store.js";
import { Timer } from "./timer.js";

const VIEWS = ["home", "play", "explain", "learn", "lab", "batch", "variant"];
const KEYS = [
  "Move",
  "Jump",
  "Home",
  "Digit",
  "Corner",
  "Center",
  "Color",
  "Modes",
  "Erase",
  "Undo",
  "All",
  "Hint",
  "Lab",
  "Help",
  "Click",
];
const GESTURES = ["Drag", "Double", "Touch"];
const SWITCHES = /** @type {const} */ (["timer", "peers", "equal", "conflicts", "tidies"]);

let view = "";

const easy = Board.fromLine(Shape.of(3, 3), EXAMPLES[0].puzzle);
const game = new Game(easy);
game.automatic = settings.automatic;
game.tidies = settings.tidies;
const timer = new Timer();
const session = new Session(game, timer);
const isActive = () => view === "play" && !document.querySelector("dialog[open]");
const play = new Play(session, {
  isActive,
  help: () => $("help-dialog").showModal(),
  changed: () => view === "play" && setAddress(false),
  showHome: () => show("home"),
});
/** What a view shows: the technique in Learn, the text of the puzzle with rules. @type {Record<string, string>} */
const subjects = { learn: "", variant: "" };
/** The part of the page that fills the view. @type {any} */
let shown = null;

// What is not needed to play is loaded when it is first used.
const showPlay = () => show("play");
const learnPage = {
  showPlay,
  changed: (/** @type {string} */ id) => {
    subjects.learn = id;
    setAddress(true);
  },
};
const variantPage = {
  isActive: () => view === "variant" && !document.querySelector("dialog[open]"),
  help: () => $("help-dialog").showModal(),
  changed: (/** @type {string} */ rules) => {
    subjects.variant = rules;
    if (view === "variant") setAddress(false);
  },
};
/** Show a puzzle with rules. @param {string} rules its text */
const showVariant = (rules) => show("variant", rules);
/** The view of puzzles with rules, if it is loaded. @type {import("./variants.js").VariantView | null} */
let variants = null;
/** @type {Record<string, () => Promise<any>>} */
const views = {
  home: lazily(async () => new (await import("./home.js")).Home(play, { showPlay, showVariant })),
  explain: lazily(async () => new (await import("./explain.js")).ExplainView(game)),
  learn: lazily(async () => new (await import("./learn.js")).Learn(play, learnPage)),
  lab: lazily(async () => new (await import("./lab.js")).Lab(game)),
  batch: lazily(async () => new (await import("./batch.js")).Batch()),
  variant: lazily(async () => (variants = new (await import("./variants.js")).VariantView(variantPage))),
};
/** Play a puzzle with rules. @param {import("./variants.js").Variant} variant */
const playVariant = async (variant) => {
  const part = await views.variant().catch(showProblem);
  part?.play(variant);
  showVariant(variant.text);
};
const importing = lazily(async () => new (await import("./importing.js")).Importing(play, playVariant));
const creating = lazily(async () => new (await import("./creating.js")).Creating(play));
const printing = lazily(async () => new (await import("./printing.js")).Printing(play, await importing()));

/** Put the view, and the puzzle in Play, into the address. @param {boolean} adds whether Back returns to the one before */
function setAddress(adds) {
  const fragments = {
    play: fragmentOf(game.board, session.info.level),
    learn: `#learn${subjects.learn && `/${subjects.learn}`}`,
  };
  const fragment = fragments[/** @type {"play"} */ (view)] ?? `#${view}`;
  if (fragment === location.hash) adds = false;
  history[adds ? "pushState" : "replaceState"]({ isOpen: true, subject: subjects[view] }, "", fragment);
}

/** Show that a part of the page cannot be loaded. */
function showProblem() {
  showMessage(t("offline"), "bad");
}

/** Show a view. @param {string} name @param {string} [subject] what it shows
 * @param {boolean} adds whether Back returns to the view before */
async function show(name, subject = subjects[name], adds = true) {
  view = name;
  if (name in subjects) subjects[name] = subject;
  timer.hold("view", name !== "play");
  const hasFocus = adds || document.activeElement !== document.body; // a page that has just been opened has none yet
  for (const each of VIEWS) $(`view-${each}`).hidden = each !== name;
  if (hasFocus) focusView(name);
  const tab = name === "variant" ? "play" : name; // a puzzle with rules is played, too
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.getAttribute("data-view") === tab) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  setAddress(adds);
  shown?.pause?.();
  shown = null;
  const part = await views[name]?.().catch(showProblem);
  if (!part || view !== name) return;
  shown = part;
  part.open?.(subject);
}

/** Move the focus into a view if it would be lost with the view before. @param {string} name */
function focusView(name) {
  const focused = document.activeElement;
  if (focused !== document.body && focused?.checkVisibility()) return;
  if (name === "play") play.element.focusCell(game.cursor);
  else $(`view-${name}`).focus({ preventScroll: true });
}

/** Show what the address names: a puzzle, or a view. Without it, Home. */
async function followAddress() {
  const { hash } = location;
  const isReturn = history.state?.isOpen; // a reload, Back or Forward: the player knows the game
  const linked = boardOf(hash);
  if (linked instanceof Board) {
    show("play", undefined, false);
    const entered = !linked.isPlain && !linked.equals(game.board) && !game.board.isPlain;
    const started = play.open(linked, { level: levelOf(hash) });
    if (started && isReturn) showMessage("");
    if (entered) showMessage(t("loadedEntries"));
  } else if (linked) {
    show("play", undefined, false);
    showMessage(t("badLink"), "bad");
  } else {
    const [name, wanted] = hash.slice(1).split("/");
    await show(VIEWS.includes(name) ? name : "home", wanted || history.state?.subject || undefined, false);
  }
}

for (const button of document.querySelectorAll("[data-view]")) {
  button.addEventListener("click", () => show(button.getAttribute("data-view") ?? "play"));
}

/** Open the game of the link, the last one played, or an easy one. */
function openFirst() {
  const linked = boardOf(location.hash);
  const board = linked instanceof Board ? Board.fromLine(linked.shape, linked.puzzle) : easy;
  const name = !(linked instanceof Board) ? lastName() || nameOf(easy) : nameOf(board);
  session.start(name, board, { level: levelOf(location.hash) });
  game.selectFirst();
}

// Language and theme

async function applyLanguage() {
  await loadLanguage();
  document.documentElement.lang = language() === "zh" ? "zh-Hans" : "en";
  translate(document);
  $("language").textContent = t("otherLanguage");
  $("language").lang = language() === "zh" ? "en" : "zh-Hans";
  const isTouch = matchMedia("(hover: none) and (pointer: coarse)").matches;
  $("keys").replaceChildren(
    ...(isTouch ? GESTURES : [...KEYS, ...GESTURES]).flatMap((key) => [
      make("dt", {}, make("kbd", {}, t(/** @type {any} */ (`keys${key}`)))),
      make("dd", {}, t(/** @type {any} */ (`keys${key}Text`))),
    ]),
  );
  createSwitches();
  translateParts();
  showMessage("");
  $("live").replaceChildren();
  play.refresh();
}

$("language").addEventListener("click", async () => {
  settings.language = language() === "zh" ? "en" : "zh";
  saveSettings();
  await applyLanguage();
  play.hints.reload();
  variants?.reload();
});

$("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = settings.theme = dark ? "light" : "dark";
  saveSettings();
});

// Settings, help and sharing

function createSwitches() {
  $("settings-switches").replaceChildren(
    ...SWITCHES.map((name) => {
      const box = make("input", { type: "checkbox", id: `setting-${name}` });
      box.checked = settings[name];
      box.addEventListener("change", () => {
        settings[name] = box.checked;
        game.tidies = settings.tidies;
        if (name === "timer" && !box.checked) timer.hold("paused", false);
        saveSettings();
        play.refresh();
      });
      const text = t(/** @type {any} */ (`setting${name[0].toUpperCase()}${name.slice(1)}`));
      return make("label", { class: "switch" }, box, make("span", {}, text));
    }),
  );
  $("settings-names").value = settings.names;
}

$("settings-names").addEventListener("change", (/** @type {any} */ event) => {
  settings.names = event.target.value;
  saveSettings();
  play.hints.reload();
});
$("open-settings").addEventListener("click", () => $("settings-dialog").showModal());
$("open-help").addEventListener("click", () => $("help-dialog").showModal());
for (const button of document.querySelectorAll("[data-does]")) {
  button.addEventListener("click", () => $(button.getAttribute("data-does") ?? "").click());
}
$("skip").addEventListener("click", (/** @type {Event} */ event) => {
  event.preventDefault();
  show("play");
  play.element.focusCell(game.cursor);
});

/** Show the link to the puzzle, with what the player has entered if it is wanted. */
function showLink() {
  const fragment = fragmentOf(game.board, session.info.level, $("share-own").checked);
  $("share-link").value = new URL(fragment, location.href).href;
  $("share-copy").textContent = t("copy");
}

$("share").addEventListener("click", () => {
  $("share-own").checked = false;
  $("share-own-part").hidden = game.board.isPlain;
  showLink();
  $("share-dialog").showModal();
  $("share-link").select();
});
$("share-own").addEventListener("change", showLink);
$("share-copy").addEventListener("click", async () => {
  $("share-link").select();
  try {
    await navigator.clipboard.writeText($("share-link").value);
  } catch {
    document.execCommand("copy"); // the clipboard needs a secure page
  }
  $("share-copy").textContent = t("copied");
});

// Dialogs that are loaded when they are first used

$("new").addEventListener("click", () => creating().then((part) => part.open(), showProblem));
for (const format of /** @type {const} */ (["svg", "png", "pdf"])) {
  $(`save-${format}`).addEventListener("click", () => creating().then((part) => part.save(format), showProblem));
}
$("print").addEventListener("click", () => printing().then((part) => part.open(), showProblem));
$("import-print").addEventListener("click", () => printing().then((part) => part.open("found"), showProblem));
$("import").addEventListener("click", () => importing().then((part) => part.open(), showProblem));
/** Show the Import dialog with a text or a file. @param {File | string} source */
const importFrom = (source) => importing().then((part) => part.openWith(source), showProblem);
// a file or a link can be dropped, and a puzzle pasted, directly onto the page
acceptFiles(document.body, (source) => view === "play" && importFrom(source));
document.addEventListener("paste", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const source = sourceIn(event.clipboardData);
  if (source && isActive() && !target.closest("input, textarea")) importFrom(source);
});

const holdInDialogs = new MutationObserver(() => {
  for (const each of [timer, variants?.timer]) each?.hold("dialog", Boolean(document.querySelector("dialog[open]")));
});
for (const dialog of document.querySelectorAll("dialog")) {
  holdInDialogs.observe(dialog, { attributeFilter: ["open"] });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click on the backdrop
  });
}

window.addEventListener("hashchange", followAddress);

$("message").addEventListener("click", () => showMessage(""));

followSettings(() => {
  game.automatic = settings.automatic;
  game.tidies = settings.tidies;
  document.documentElement.dataset.theme = settings.theme;
  applyLanguage();
});

for (const part of [document.querySelector("header"), $("view-play"), $("view-variant")]) keepFocus(part);
await applyLanguage();
openFirst();
navigator.serviceWorker?.register("sw.js"); // browsers have it only for secure pages and on this machine
// a view that is loaded imports from this module, which must not wait for it
followAddress().then(() => (document.documentElement.dataset.ready = "true"));
