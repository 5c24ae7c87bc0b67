// @ts-check
/** Requests to the service. Every address is relative, so the page works under any path. The service answers in the
 * language of the page. */

import { language, t } from "./language.js";
import { LOCAL } from "./offline.js";

const BASE = new URL("api/v1/", document.baseURI);

/** An error that the service reports. */
export class Problem extends Error {
  /** @param {string} code @param {string} detail */
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}

/** @param {string} endpoint @param {RequestInit} options */
async function send(endpoint, options) {
  let response;
  try {
    const headers = { ...options.headers, "Accept-Language": language() };
    response = await fetch(new URL(endpoint, BASE), { ...options, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("offline", "");
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new Problem(problem.code ?? String(response.status), problem.detail ?? response.statusText);
  }
  return response;
}

/** @param {string} endpoint @param {object} data @param {AbortSignal} [signal] */
function sendJson(endpoint, data, signal) {
  const headers = { "Content-Type": "application/json" };
  return send(endpoint, { method: "POST", headers, body: JSON.stringify(data), signal });
}

/** Send a request and return the data of the response. If the service does not respond, return what the page can find
 * itself. @param {string} endpoint @param {object} data @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function post(endpoint, data, signal) {
  try {
    return await (await sendJson(endpoint, data, signal)).json();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "offline" || !LOCAL[endpoint]) throw error;
    const found = LOCAL[endpoint](data);
    if (found) return found;
    throw new Problem("local", t(endpoint === "hint" ? "offlineNoSingle" : "offline"));
  }
}

/** Send a request and return the response as a file. @param {string} endpoint @param {object} data */
export async function postForFile(endpoint, data) {
  return (await sendJson(endpoint, data)).blob();
}

/** @type {Promise<any[]> | null} */
let techniques = null;

/** Return the techniques, from easy to hard. */
export function getTechniques() {
  techniques ??= send("techniques", {}).then(
    (response) => response.json(),
    (error) => {
      techniques = null; // the service may respond next time
      throw error;
    },
  );
  return techniques;
}

/** Return the title of a technique. @param {{title: string, chinese: string}} row */
export function titleOf({ title, chinese }) {
  return language() === "zh" ? chinese : title;
}

/** Yield the lines of a stream in groups, as they arrive. The last line may be a problem: it is thrown.
 * @param {Response} response */
async function* linesOf(response) {
  const body = /** @type {ReadableStream<any>} */ (response.body);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : new Problem("offline", ""); // the connection was lost
    });
    if (done) break;
    const complete = (rest + value).split("\n");
    rest = complete.pop() ?? "";
    const lines = complete.map((line) => JSON.parse(line));
    const last = lines.at(-1);
    yield last?.problem ? lines.slice(0, -1) : lines;
    if (last?.problem) throw new Problem(last.problem, last.reason);
  }
}

/** Solve many puzzles. Yield the results in groups as they arrive. @param {string[]} lines @param {AbortSignal} signal */
export async function* postBatch(lines, signal) {
  const headers = { "Content-Type": "text/plain" };
  yield* linesOf(await send("batch", { method: "POST", headers, body: lines.join("\n"), signal }));
}

/** Explain a puzzle. Yield the steps, and the end, in groups as they arrive. @param {object} data
 * @param {AbortSignal} signal */
export async function* postExplain(data, signal) {
  yield* linesOf(await sendJson("explain/stream", data, signal));
}
