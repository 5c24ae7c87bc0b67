// @ts-check
/** The page: views, dialogs, language and theme. */

import "./board-element.js";
import { Batch } from "./batch.js";
import { Board } from "./board.js";
import { Creating } from "./creating.js";
import { $, keepFocus, make } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { ExplainView } from "./explain.js";
import { Game } from "./game.js";
import { Home } from "./home.js";
import { Importing } from "./importing.js";
import { lastName, nameOf } from "./games.js";
import { Lab } from "./lab.js";
import { language, t, translate } from "./language.js";
import { Learn } from "./learn.js";
import { boardOf, fragmentOf, levelOf } from "./link.js";
import { showMessage } from "./messages.js";
import { Play } from "./play.js";
import { Shape } from "./shape.js";
import { Session } from "./session.js";
import { followSettings, saveSettings, settings } from "./store.js";
import { Timer } from "./timer.js";
import { VariantView } from "./variants.js";

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
  "Drag",
  "Double",
  "Touch",
];
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
const home = new Home(play, () => show("play"));
const learn = new Learn(play, { showPlay: () => show("play"), changed: () => setAddress(true) });
const explain = new ExplainView(game);
const lab = new Lab(game);
const batch = new Batch();
const variants = new VariantView({
  isActive: () => view === "variant" && !document.querySelector("dialog[open]"),
  help: () => $("help-dialog").showModal(),
});
const importing = new Importing(play, (variant) => {
  show("variant");
  variants.start(variant);
});
const creating = new Creating(play);

/** Put the view, and the puzzle in Play, into the address. @param {boolean} adds whether Back returns to the one before */
function setAddress(adds) {
  const fragments = { play: fragmentOf(game.board, session.info.level), learn: `#learn/${learn.id}` };
  const fragment = fragments[/** @type {"play"} */ (view)] ?? `#${view}`;
  if (fragment === location.hash) adds = false;
  history[adds ? "pushState" : "replaceState"]({ isOpen: true }, "", fragment);
}

/** Show a view. @param {string} name @param {string} [technique] for Learn
 * @param {boolean} adds whether Back returns to the view before */
function show(name, technique, adds = true) {
  view = name;
  timer.hold("view", name !== "play");
  for (const each of VIEWS) $(`view-${each}`).hidden = each !== name;
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.getAttribute("data-view") === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  if (name !== "lab") lab.pause();
  if (name === "home") home.open();
  if (name === "explain") explain.open();
  if (name === "learn") learn.open(technique);
  if (name === "lab") lab.open();
  if (name === "variant") variants.open();
  setAddress(adds);
}

/** Show what the address names: a puzzle, or a view. Without it, Home. */
function followAddress() {
  const { hash } = location;
  const isReturn = history.state?.isOpen; // a reload, Back or Forward: the player knows the game
  const linked = boardOf(hash);
  if (linked instanceof Board) {
    show("play", undefined, false);
    const started = play.open(linked, { level: levelOf(hash) });
    if (started && isReturn) showMessage("");
  } else if (linked) {
    show("play", undefined, false);
    showMessage(t("badLink"), "bad");
  } else {
    const [name, technique] = hash.slice(1).split("/");
    show(VIEWS.includes(name) ? name : "home", technique, false);
  }
}

for (const button of document.querySelectorAll("[data-view]")) {
  button.addEventListener("click", () => show(button.getAttribute("data-view") ?? "play"));
}

/** Open the game of the link, the last one played, or an easy one. */
function openFirst() {
  const linked = boardOf(location.hash);
  const board = linked instanceof Board ? linked : easy;
  const name = board === easy ? lastName() || nameOf(easy) : nameOf(board);
  session.start(name, board, { level: levelOf(location.hash) });
  play.selectFirst();
}

// Language and theme

function applyLanguage() {
  document.documentElement.lang = language() === "zh" ? "zh-Hans" : "en";
  translate(document);
  $("language").textContent = t("otherLanguage");
  $("language").lang = language() === "zh" ? "en" : "zh-Hans";
  $("keys").replaceChildren(
    ...KEYS.flatMap((key) => [
      make("dt", {}, make("kbd", {}, t(/** @type {any} */ (`keys${key}`)))),
      make("dd", {}, t(/** @type {any} */ (`keys${key}Text`))),
    ]),
  );
  createSwitches();
  for (const part of [home, learn, importing, creating, lab, batch, variants]) part.translate();
  showMessage("");
  $("live").replaceChildren();
  play.refresh();
  if (view === "explain") explain.open();
}

$("language").addEventListener("click", () => {
  settings.language = language() === "zh" ? "en" : "zh";
  saveSettings();
  applyLanguage();
  play.hints.reload();
  variants.reload();
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
$("automatic").addEventListener("change", saveSettings);
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

$("share").addEventListener("click", () => {
  $("share-link").value = new URL(fragmentOf(game.board, session.info.level), location.href).href;
  $("share-copy").textContent = t("copy");
  $("share-dialog").showModal();
  $("share-link").select();
});
$("share-copy").addEventListener("click", async () => {
  $("share-link").select();
  try {
    await navigator.clipboard.writeText($("share-link").value);
  } catch {
    document.execCommand("copy"); // the clipboard needs a secure page
  }
  $("share-copy").textContent = t("copied");
});

const holdInDialogs = new MutationObserver(() => timer.hold("dialog", Boolean(document.querySelector("dialog[open]"))));
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

for (const part of [document.querySelector("header"), $("view-play")]) keepFocus(part);
applyLanguage();
openFirst();
followAddress();
navigator.serviceWorker?.register("sw.js"); // browsers have it only for secure pages and on this machine
document.documentElement.dataset.ready = "true";
