// @ts-check
/** Asking the service. Every address is relative, so the page works under any path. */

const BASE = new URL("api/v1/", document.baseURI);

/** What the service says is wrong. */
export class Problem extends Error {
  /** @param {string} code @param {string} detail */
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}

/** @param {string} question @param {RequestInit} options */
async function send(question, options) {
  let reply;
  try {
    reply = await fetch(new URL(question, BASE), options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("offline", "");
  }
  if (!reply.ok) {
    const told = await reply.json().catch(() => ({}));
    throw new Problem(told.code ?? String(reply.status), told.detail ?? reply.statusText);
  }
  return reply;
}

/** @param {string} question @param {object} data @param {AbortSignal} [signal] */
function post(question, data, signal) {
  const headers = { "Content-Type": "application/json" };
  return send(question, { method: "POST", headers, body: JSON.stringify(data), signal });
}

/** Ask a question, and have its answer as data. @param {string} question @param {object} data @param {AbortSignal} [signal]
 * @returns {Promise<any>} */
export async function ask(question, data, signal) {
  return (await post(question, data, signal)).json();
}

/** Ask for a file. @param {string} question @param {object} data */
export async function askFile(question, data) {
  return (await post(question, data)).blob();
}

/** @type {Promise<any[]> | null} */
let techniques = null;

/** The techniques, from easy to hard. */
export function askTechniques() {
  techniques ??= send("techniques", {}).then((reply) => reply.json());
  return techniques;
}

/** @type {Promise<Set<string>> | null} */
let endpoints = null;

/** The questions that this service answers. */
export function askEndpoints() {
  endpoints ??= send("openapi.json", {})
    .then((reply) => reply.json())
    .then((told) => new Set(Object.keys(told.paths).map((path) => path.split("/").pop() ?? "")))
    .catch(() => new Set());
  return endpoints;
}

/** The answers to many lines, one after the other as they come. @param {string[]} lines @param {AbortSignal} signal */
export async function* askBatch(lines, signal) {
  const headers = { "Content-Type": "text/plain" };
  const reply = await send("batch", { method: "POST", headers, body: lines.join("\n"), signal });
  const body = /** @type {ReadableStream<any>} */ (reply.body);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const found = (rest + value).split("\n");
    rest = found.pop() ?? "";
    yield found.map((line) => JSON.parse(line));
  }
}
