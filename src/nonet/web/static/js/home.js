// @ts-check
/** The Home view: continue, the puzzles of the day, new puzzles by level, stored games, statistics, and the rules. */

import { preview } from "./board-element.js";
import { $, make } from "./dom.js";
import { deleteGame, isOver, isStarted, listGames } from "./games.js";
import { dateLocale, levelTitle, number, t } from "./language.js";
import { LEVELS, createDaily, createPuzzle, dailyName } from "./levels.js";
import { problemText, writeMessage } from "./messages.js";
import { listResults, statistics, streak } from "./results.js";
import { timeText } from "./timer.js";

/** @typedef {ReturnType<typeof listGames>[number]} Stored */

const MAX_LISTED = 12;

export class Home {
  /** @param {import("./play.js").Play} play @param {{showPlay: () => void, showVariant: (rules: string) => void}} page */
  constructor(play, page) {
    this.play = play;
    this.page = page;
    this.isLoading = false;
    for (const [button, opens] of [
      ["home-more", "new"],
      ["home-import", "import"],
    ]) {
      $(button).addEventListener("click", () => {
        page.showPlay();
        $(opens).click();
      });
    }
  }

  /** Show what is stored now. */
  open() {
    const games = listGames().filter((game) => isStarted(game) && !isOver(game));
    writeMessage($("home-message"), "");
    this.#continue(games[0]);
    this.#levels(games);
    this.#games(games);
    this.#statistics();
  }

  /** Update the texts after a change of language. */
  translate() {
    if (!$("view-home").hidden) this.open();
  }

  // Continue

  /** @param {Stored | undefined} game */
  #continue(game) {
    $("home-continue").hidden = !game;
    if (!game) return;
    const button = make("button", { type: "button", class: "primary", id: "home-resume" }, t("continue"));
    button.addEventListener("click", () => this.#resume(game));
    const text = make("div", { class: "facts-text" }, make("strong", {}, this.#about(game)), button);
    $("home-continue-card").replaceChildren(preview(game.board), text);
  }

  /** Return a game in words: its level or title, its progress and its time. @param {Stored} game */
  #about({ board, elapsed, info }) {
    const all = board.shape.cells - board.clues;
    const level = info.level ? levelTitle(info.level) : String(board.shape);
    const title = info.rules ? info.title || info.kinds || t("withRules") : level;
    return `${title} · ${t("filled", { filled: number(all - board.blanks), all: number(all) })} · ${timeText(elapsed)}`;
  }

  /** @param {Stored} game */
  #resume({ name, info }) {
    if (info.rules) return this.page.showVariant(info.rules);
    this.play.session.resume(name);
    this.#play();
  }

  #play() {
    this.page.showPlay();
    this.play.game.selectFirst();
    this.play.element.focusCell(this.play.game.cursor);
  }

  // New puzzles

  /** @param {Stored[]} games */
  #levels(games) {
    const today = new Date();
    const options = { weekday: "long", year: "numeric", month: "long", day: "numeric" };
    const date = new Intl.DateTimeFormat(dateLocale(), /** @type {any} */ (options)).format(today);
    $("home-date").textContent = date;
    const solved = new Set(listResults().map(({ daily }) => daily));
    const started = new Set(games.map(({ info }) => info.daily));
    $("home-daily").replaceChildren(
      ...LEVELS.map((level) => {
        const daily = dailyName(today, level);
        const state = solved.has(daily) ? "dailySolved" : started.has(daily) ? "dailyStarted" : "";
        return this.#levelButton(level, state, () => createDaily(today, level), { daily });
      }),
    );
    $("home-levels").replaceChildren(
      ...LEVELS.map((level) => this.#levelButton(level, "", () => createPuzzle({ level }), {})),
    );
  }

  /** @param {string} level @param {"" | "dailySolved" | "dailyStarted"} state
   * @param {() => Promise<{board: import("./board.js").Board, level: string}>} create
   * @param {Partial<import("./games.js").Info>} info */
  #levelButton(level, state, create, info) {
    const button = make("button", { type: "button", "data-level": level }, levelTitle(level));
    if (state) button.append(make("small", {}, t(state)));
    button.addEventListener("click", async () => {
      if (this.isLoading) return;
      this.isLoading = true;
      writeMessage($("home-message"), t("creating"));
      try {
        const created = await create();
        writeMessage($("home-message"), "");
        this.play.open(created.board, { level: created.level, ...info });
        this.#play();
      } catch (error) {
        writeMessage($("home-message"), problemText(error), "bad");
      } finally {
        this.isLoading = false;
      }
    });
    return button;
  }

  // Stored games and statistics

  /** @param {Stored[]} games */
  #games(games) {
    const items = games.slice(0, MAX_LISTED).map((game) => {
      const { name, updated } = game;
      return this.#item(this.#about(game), updated, { resume: () => this.#resume(game), forget: () => deleteGame(name) });
    });
    $("home-games-part").hidden = !items.length;
    $("home-games").replaceChildren(...items);
  }

  /** Return an entry of the list of games. @param {string} about the game in words @param {number} updated
   * @param {{resume: () => void, forget: () => void}} does */
  #item(about, updated, { resume, forget }) {
    const button = (/** @type {string} */ text, /** @type {string} */ style, /** @type {() => void} */ act) => {
      const made = make("button", { type: "button", class: style, "aria-label": `${text}: ${about}` }, text);
      made.addEventListener("click", act);
      return made;
    };
    const remove = () => {
      forget();
      this.open();
      $("home-title").focus();
    };
    const played = new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium" }).format(new Date(updated));
    const text = make("span", { class: "facts-text" }, about, make("span", { class: "note" }, played));
    const buttons = [button(t("continue"), "", resume), button(t("delete"), "quiet", remove)];
    return make("li", {}, text, make("span", { class: "buttons" }, ...buttons));
  }

  #statistics() {
    const rows = statistics(LEVELS);
    $("home-statistics-part").hidden = !rows.length;
    $("home-streak").textContent = t("streak", { count: number(streak(new Date())) });
    const cells = (/** @type {string} */ name, /** @type {string[]} */ texts) =>
      texts.map((text) => make(name, {}, text));
    const head = ["level", "statSolved", "statBest", "statAverage"].map((name) => t(/** @type {any} */ (name)));
    $("home-statistics").replaceChildren(
      make("thead", {}, make("tr", {}, ...cells("th", head))),
      make(
        "tbody",
        {},
        ...rows.map(({ level, solved, best, average }) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, levelTitle(level)),
            ...cells("td", [number(solved), timeText(best), timeText(average)]),
          ),
        ),
      ),
    );
  }
}
