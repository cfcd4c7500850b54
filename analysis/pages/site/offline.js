/* The service worker: serves the files of the page without a network from the second visit on. */

const VERSION = "{{version}}";
const FILES = {{files}};
const PLACE = new URL("./", location).pathname;
const NAME = `${PLACE} ${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names
      .filter((name) => name.startsWith(`${PLACE} `) && name !== NAME)
      .map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  event.respondWith(caches.open(NAME)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((found) => found || fetch(event.request)));
});
