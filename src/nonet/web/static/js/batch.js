// @ts-check
/** The Batch view: solve thousands of puzzles, and count the results as they arrive. */

import { postBatch } from "./api.js";
import { $, acceptFiles, download, make, setDisabled, terms, textOf } from "./dom.js";
import { number, t } from "./language.js";
import { problemText, writeMessage } from "./messages.js";

const LINES_PER_REQUEST = 50_000;
/** A field with more characters makes a browser slow. */
const MAX_IN_FIELD = 20_000;
const MAX_BAD_SHOWN = 50;
const REFRESH_MS = 100;

export class Batch {
  constructor() {
    /** The text, if it is too long for the field. */
    this.large = "";
    /** @type {AbortController | null} */
    this.running = null;
    this.counts = { lines: 0, unique: 0, several: 0, none: 0, conflict: 0, bad: 0 };
    /** @type {any[]} */
    this.results = [];
    this.seconds = 0;
    $("batch-start").addEventListener("click", () => this.start());
    $("batch-stop").addEventListener("click", () => this.running?.abort());
    $("batch-text").addEventListener("input", () => (this.large = ""));
    $("batch-text").addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.length <= MAX_IN_FIELD) return;
      event.preventDefault();
      this.load(text);
    });
    $("batch-file").addEventListener("change", (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (file) this.load(file);
      event.target.value = "";
    });
    acceptFiles($("batch-drop"), (source) => this.load(source));
    $("batch-save").addEventListener("click", () => this.#saveSolutions());
    $("batch-save-json").addEventListener("click", () => {
      const lines = this.results.map((result) => `${JSON.stringify(result)}\n`);
      download(new Blob(lines, { type: "application/x-ndjson" }), "results.jsonl");
    });
  }

  #saveSolutions() {
    const lines = this.results.map((result) => `${result.solution ?? `# ${result.reason}`}\n`);
    download(new Blob(lines, { type: "text/plain" }), "solutions.txt");
  }

  /** Update the texts after a change of language. */
  translate() {
    if (this.counts.lines) this.#show();
  }

  /** Show the puzzles in a file or a text. @param {File | string} source */
  async load(source) {
    const { text, problem } = await textOf(source);
    if (problem) {
      writeMessage($("batch-message"), t(problem), "bad");
      return;
    }
    const name = source instanceof File ? source.name : t("pasted");
    this.large = text.length > MAX_IN_FIELD ? text : "";
    $("batch-text").value = this.large ? `${text.slice(0, 2000)}\n…` : text;
    writeMessage($("batch-message"), t("batchFile", { name, count: number(this.#lines().length) }));
  }

  #lines() {
    return (this.large || $("batch-text").value).split(/\r?\n/).filter((/** @type {string} */ line) => line.trim());
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    const stopped = document.activeElement === $("batch-stop");
    $("batch-stop").hidden = !busy;
    setDisabled($("batch-start"), busy, () => $("batch-stop").focus());
    if (stopped && !busy) $("batch-start").focus();
    $("batch-progress").hidden = !busy;
    $("batch-save").hidden = $("batch-save-json").hidden = busy || !this.results.length;
  }

  async start() {
    const lines = this.#lines();
    if (!lines.length) {
      writeMessage($("batch-message"), t("batchNothing"), "bad");
      return;
    }
    const running = (this.running = new AbortController());
    this.results = [];
    this.counts = { lines: 0, unique: 0, several: 0, none: 0, conflict: 0, bad: 0 };
    $("batch-bad").replaceChildren();
    writeMessage($("batch-message"), "");
    this.#setBusy(true);
    const began = performance.now();
    try {
      for (let first = 0; first < lines.length; first += LINES_PER_REQUEST) {
        let shown = 0;
        for await (const some of postBatch(lines.slice(first, first + LINES_PER_REQUEST), running.signal)) {
          this.#add(some, first);
          this.seconds = (performance.now() - began) / 1000;
          if (performance.now() - shown < REFRESH_MS) continue;
          shown = performance.now();
          $("batch-progress").value = this.counts.lines / lines.length;
          this.#show();
        }
      }
      writeMessage(
        $("batch-message"),
        t("batchDone", { count: number(this.counts.lines), seconds: this.seconds.toFixed(2) }),
      );
    } catch (error) {
      if (running.signal.aborted)
        writeMessage($("batch-message"), t("batchStopped", { count: number(this.counts.lines) }));
      else writeMessage($("batch-message"), problemText(error), "bad");
    }
    this.running = null;
    this.#show();
    this.#setBusy(false);
  }

  /** @param {any[]} results @param {number} first */
  #add(results, first) {
    for (const result of results) {
      result.line += first;
      this.results.push(result);
      this.counts.lines += 1;
      const kind = kindOf(result);
      this.counts[kind] += 1;
      if (kind !== "unique" && $("batch-bad").children.length < MAX_BAD_SHOWN) {
        $("batch-bad").append(make("li", {}, t("line", { line: number(result.line), reason: result.reason })));
      }
    }
  }

  #show() {
    const { lines, unique, several, none, conflict, bad } = this.counts;
    /** @type {[string, number][]} */
    const counts = [
      [t("countLines"), lines],
      [t("countUnique"), unique],
      [t("countSeveral"), several],
      [t("countNone"), none],
      [t("countConflict"), conflict],
      [t("countBad"), bad],
      [t("countSpeed"), this.seconds ? Math.round(lines / this.seconds) : 0],
    ];
    $("batch-counts").replaceChildren(...terms(counts.map(([name, count]) => [name, number(count)])));
  }
}

/** @param {any} result @returns {"unique" | "several" | "none" | "conflict" | "bad"} */
function kindOf({ status }) {
  return ["unique", "several", "none", "conflict"].includes(status) ? status : "bad";
}
