// @ts-nocheck: service workers have globals of their own
// The service worker: pages and data always come from the server; without a network the offline page is shown.
const SHELL = "hexwright-shell-1";
const base = new URL(self.registration.scope).pathname.replace(/\/$/, "");
const FILES = ["/offline", "/assets/tokens.css", "/assets/app.css", "/assets/favicon.svg"].map((path) => base + path);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(`${base}/offline`)));
  else if (FILES.includes(path)) event.respondWith(fetch(event.request).catch(() => caches.match(path)));
});
// a touched notice leads to its table: to the page that shows it, or to a new one
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((pages) => pages.find((page) => page.url === address)?.focus() ?? self.clients.openWindow(address)));
});
