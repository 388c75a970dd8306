// The gallery: a click plays a map against bots.
// @ts-check
import { myName } from "./common.js";
import { bots, open } from "./tables.js";

for (const button of document.querySelectorAll("[data-play]")) {
  const { play, seats } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", () => open({ map: play }, [{ kind: "me", name: myName() }, ...bots(Number(seats) - 1)]));
}
