// A notice of the browser to somebody who looks at something else.
// @ts-check
import { words } from "./words.js";

/** Says that it is this person's turn, if the browser may. Phones let only a service worker do that; a page without one does it
 * itself. @param {string} game its title @param {string} address of the table, to which the notice leads */
export async function tellTurn(game, address) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const [title, about] = [words.text("notice.turn"), { body: game, tag: new URL(address).pathname }];
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, { ...about, data: address });
  else new Notification(title, about);
}
