// @ts-check
/**
 * Keeps the files of the page, so that it opens without the service. Files are always loaded from the service if it
 * responds; the stored ones are used only if it does not.
 */

const STORE = "nonet";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil(storeFiles()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isFile = event.request.method === "GET" && origin === location.origin && !pathname.includes("/api/");
  if (isFile) event.respondWith(load(event.request));
});

async function storeFiles() {
  const response = await fetch("files.json");
  const store = await caches.open(STORE);
  await store.addAll(await response.json());
  await worker.skipWaiting();
}

/** @param {Request} request */
async function load(request) {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok) await store.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await store.match(request, { ignoreSearch: true });
    if (stored) return stored;
    throw error;
  }
}
