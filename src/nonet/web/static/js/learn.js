// @ts-check
/** The Learn view: an example of each technique, drawn and explained, and positions to practice it. */

import { getTechniques, post, titleOf } from "./api.js";
import { Board } from "./board.js";
import { checklistOf } from "./checklists.js";
import { $, make } from "./dom.js";
import { Drawing } from "./drawing.js";
import { language, levelTitle, t } from "./language.js";
import { LEVELS } from "./levels.js";
import { problemText, showMessage } from "./messages.js";
import { masksOf } from "./relevant.js";
import { Shape } from "./shape.js";
import { showLegend, stepLines } from "./step-text.js";
import { settings } from "./store.js";

const FIRST = "hidden-single";
const NINE = Shape.of(3, 3);

export class Learn {
  /** @param {import("./play.js").Play} play @param {{showPlay: () => void, changed: (id: string) => void}} page */
  constructor(play, page) {
    this.play = play;
    this.page = page;
    /** The technique shown. */
    this.id = FIRST;
    /** The number of its example. */
    this.example = 1;
    /** The request of the example shown. */
    this.requested = "";
    /** @type {any[]} */
    this.techniques = [];
    $("learn-technique").addEventListener("change", () => this.#choose($("learn-technique").value));
    $("learn-previous").addEventListener("click", () => this.#move(-1));
    $("learn-next").addEventListener("click", () => this.#move(1));
    $("learn-example").addEventListener("click", () => this.#load(this.example + 1));
    $("learn-practice").addEventListener("click", () => this.#practice());
  }

  /** Update the texts after a change of language. */
  translate() {
    if (!$("view-learn").hidden) this.open();
  }

  /** Show the page of a technique. @param {string} id by default the one shown last */
  async open(id = "") {
    id ||= this.id;
    try {
      this.techniques = (await getTechniques()).filter((row) => row.practice);
    } catch (error) {
      this.#say(problemText(error));
      return;
    }
    const shown = this.id;
    this.id = this.techniques.some((row) => row.id === id) ? id : FIRST;
    this.#list();
    await this.#load(this.id === shown ? this.example : 1);
  }

  #list() {
    const groups = LEVELS.map((level) => {
      const rows = this.techniques.filter((row) => row.level === level);
      const options = rows.map((row) => make("option", { value: row.id }, titleOf(row)));
      return make("optgroup", { label: levelTitle(level) }, ...options);
    });
    $("learn-technique").replaceChildren(...groups.filter((group) => group.children.length));
    $("learn-technique").value = this.id;
  }

  /** @param {string} id */
  #choose(id) {
    this.id = id;
    $("learn-technique").value = id;
    this.page.changed(id);
    this.#load(1);
  }

  /** @param {number} by */
  #move(by) {
    const at = this.techniques.findIndex((row) => row.id === this.id);
    const { length } = this.techniques;
    if (length) this.#choose(this.techniques[(at + by + length) % length].id);
  }

  /** @param {string} text */
  #say(text) {
    $("learn-text").textContent = text;
  }

  /** Request an example of the technique and show it. @param {number} example */
  async #load(example) {
    this.example = example;
    const fields = { technique: this.id, seed: example, language: language(), cells: settings.names };
    const key = JSON.stringify(fields);
    if (key === this.requested) return;
    this.requested = key;
    try {
      const [task, checklist] = await Promise.all([post("practice", fields), checklistOf(this.id)]);
      if (key === this.requested) this.#show(task, checklist);
    } catch (error) {
      if (key !== this.requested) return;
      this.requested = "";
      this.#say(problemText(error));
    }
  }

  /** @param {any} task @param {import("./checklists.js").Checklist | null} checklist */
  #show({ step, position }, checklist) {
    const masks = masksOf(NINE, position);
    const board = $("learn-board");
    board.label = t("board", { size: NINE });
    board.show({
      shape: NINE,
      cells: [...position.digits].map((symbol, i) => ({
        digit: NINE.digitOf(symbol),
        given: position.givens[i] === symbol && symbol !== ".",
        candidates: masks[i],
      })),
    });
    new Drawing(board.drawing, NINE, "learn").step(step, true, position.candidates);
    const row = this.techniques.find(({ id }) => id === this.id);
    const note = step.uniqueness ? ` · ${t("usesUniqueness")}` : "";
    const text = $("learn-text");
    text.scrollTop = 0;
    text.replaceChildren(
      make("h3", {}, titleOf(row)),
      make("p", { class: "note" }, `${levelTitle(row.level)} · ${row.score}${note}`),
      ...stepLines(step.lines),
    );
    showLegend($("learn-legend"), step);
    $("learn-checklist").hidden = !checklist;
    $("learn-points").replaceChildren(...(checklist?.points ?? []).map((point) => make("li", {}, point)));
    $("learn-care").textContent = checklist?.care ?? "";
  }

  /** Play from a position in which the technique is the next step. */
  async #practice() {
    const row = this.techniques.find(({ id }) => id === this.id);
    try {
      const { position } = await post("practice", { technique: this.id });
      this.play.game.automatic = true; // most techniques are about candidates
      this.play.open(Board.fromPosition(NINE, position), { level: row.level });
      this.page.showPlay();
      showMessage(t("practiceTask", { technique: titleOf(row) }));
    } catch (error) {
      this.#say(problemText(error));
    }
  }
}
