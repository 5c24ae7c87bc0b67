// @ts-check
/** The batch corner: thousands of lines solved, counted as the answers come. */

import { askBatch } from "./api.js";
import { $, download, make, takesFiles } from "./dom.js";
import { number, t } from "./language.js";
import { problemText } from "./play.js";

const AT_ONCE = 50_000;
const SHOWN_IN_FIELD = 20_000;
/** A field with more text than this makes a browser slow. */
const BAD_SHOWN = 50;
const BETWEEN_PICTURES = 100;

export class Batch {
  constructor() {
    /** The text, where it is too long for the field. */
    this.large = "";
    /** @type {AbortController | null} */
    this.running = null;
    this.counts = { lines: 0, one: 0, several: 0, none: 0, bad: 0 };
    /** @type {any[]} */
    this.answers = [];
    this.seconds = 0;
    $("batch-start").addEventListener("click", () => this.start());
    $("batch-stop").addEventListener("click", () => this.running?.abort());
    $("batch-text").addEventListener("input", () => (this.large = ""));
    $("batch-text").addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.length <= SHOWN_IN_FIELD) return;
      event.preventDefault();
      this.take(text, t("pasted"));
    });
    $("batch-file").addEventListener("change", async (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (file) this.take(await file.text(), file.name);
      event.target.value = "";
    });
    takesFiles($("batch-drop"), (text, name) => this.take(text, name));
    $("batch-save").addEventListener("click", () => this.#saveSolutions());
    $("batch-save-json").addEventListener("click", () => {
      const lines = this.answers.map((answer) => `${JSON.stringify(answer)}\n`);
      download(new Blob(lines, { type: "application/x-ndjson" }), "answers.jsonl");
    });
  }

  #saveSolutions() {
    const lines = this.answers.map((answer) => `${answer.solution ?? `# ${answer.reason}`}\n`);
    download(new Blob(lines, { type: "text/plain" }), "solutions.txt");
  }

  /** Words that change with the language. */
  translate() {
    if (this.counts.lines) this.#show();
  }

  /** @param {string} text @param {string} name */
  take(text, name) {
    this.large = text.length > SHOWN_IN_FIELD ? text : "";
    $("batch-text").value = this.large ? `${text.slice(0, 2000)}\n…` : text;
    this.#tell(t("batchFile", { name, count: number(this.#lines().length) }));
  }

  #lines() {
    return (this.large || $("batch-text").value).split(/\r?\n/).filter((/** @type {string} */ line) => line.trim());
  }

  /** @param {string} text @param {"" | "bad"} kind */
  #tell(text, kind = "") {
    $("batch-message").hidden = !text;
    $("batch-message").textContent = text;
    $("batch-message").className = `message ${kind}`;
  }

  /** @param {boolean} busy */
  #busy(busy) {
    $("batch-start").disabled = busy;
    $("batch-stop").hidden = !busy;
    $("batch-progress").hidden = !busy;
    $("batch-save").hidden = $("batch-save-json").hidden = busy || !this.answers.length;
  }

  async start() {
    const lines = this.#lines();
    if (!lines.length) {
      this.#tell(t("batchNothing"), "bad");
      return;
    }
    const running = (this.running = new AbortController());
    this.answers = [];
    this.counts = { lines: 0, one: 0, several: 0, none: 0, bad: 0 };
    $("batch-bad").replaceChildren();
    this.#tell("");
    this.#busy(true);
    const began = performance.now();
    try {
      for (let first = 0; first < lines.length; first += AT_ONCE) {
        let shown = 0;
        for await (const some of askBatch(lines.slice(first, first + AT_ONCE), running.signal)) {
          this.#take(some, first);
          this.seconds = (performance.now() - began) / 1000;
          if (performance.now() - shown < BETWEEN_PICTURES) continue;
          shown = performance.now();
          $("batch-progress").value = this.counts.lines / lines.length;
          this.#show();
        }
      }
      this.#tell(t("batchDone", { count: number(this.counts.lines), seconds: this.seconds.toFixed(2) }));
    } catch (error) {
      if (running.signal.aborted) this.#tell(t("batchStopped", { count: number(this.counts.lines) }));
      else this.#tell(problemText(error), "bad");
    }
    this.running = null;
    this.#show();
    this.#busy(false);
  }

  /** @param {any[]} answers @param {number} first */
  #take(answers, first) {
    for (const answer of answers) {
      answer.line += first;
      if (answer.problem) throw new Error(answer.reason);
      this.answers.push(answer);
      this.counts.lines += 1;
      const kind = kindOf(answer);
      this.counts[kind] += 1;
      if (kind !== "one" && $("batch-bad").children.length < BAD_SHOWN) {
        $("batch-bad").append(make("li", {}, t("line", { line: number(answer.line), reason: answer.reason })));
      }
    }
  }

  #show() {
    const { lines, one, several, none, bad } = this.counts;
    /** @type {[string, number][]} */
    const rows = [
      [t("countLines"), lines],
      [t("countOne"), one],
      [t("countSeveral"), several],
      [t("countNone"), none],
      [t("countBad"), bad],
      [t("countSpeed"), this.seconds ? Math.round(lines / this.seconds) : 0],
    ];
    $("batch-counts").replaceChildren(
      ...rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, number(value)))),
    );
  }
}

/** @param {any} answer @returns {"one" | "several" | "none" | "bad"} */
function kindOf(answer) {
  if (answer.count === 1) return "one";
  if (answer.count > 1) return "several";
  return /no solution/.test(answer.reason) ? "none" : "bad";
}
