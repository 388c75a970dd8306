// How far the analysis under way is.
// @ts-check
import { ask, el } from "./common.js";

/** How often it is asked for, in milliseconds. */
const OFTEN = 400;

/** Shows a bar in a part of the page until the returned function is called. @param {HTMLElement} part @param {string} label */
export function showProgress(part, label) {
  const bar = el("progress", { max: 1, "aria-label": label });
  part.replaceChildren(bar);
  const timer = setInterval(() => ask("/api/analysis").then(({ done }) => { bar.value = done; }, () => {}), OFTEN);
  return () => { clearInterval(timer); bar.remove(); };
}
