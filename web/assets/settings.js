// Settings, pools and constraints of a map as forms.
// @ts-check
import { el } from "./common.js";

/** @typedef {{name: string, label: string, group: string, kind: string, value: string}} Setting */

/** Values that were refused. They stay in their fields and are tried again together with the next one: four players at
 * least are wrong while three are the most, and right when four are. @type {Map<string, string>} */
const refused = new Map();

/** @param {HTMLElement} root @param {boolean} on */
export function enable(root, on) {
  for (const field of root.querySelectorAll("input")) field.disabled = !on;
  root.querySelector(".closed")?.remove();
  if (!on && root.childElementCount) root.prepend(el("p", { class: "closed small error" }, "The text has errors. Repair it, or undo, and this form works again."));
}

/** @param {HTMLElement} root @param {Setting[]} list @param {(name: string, value: string, also: [string, string][]) => Promise<string | null>} set why not, or nothing */
export function settings(root, list, set) {
  enable(root, true);
  refused.clear();
  const names = list.map((s) => s.name).join();
  // the same fields again: only their values change, so that nobody loses the focus
  if (root.dataset.names === names) {
    for (const s of list) {
      const field = /** @type {HTMLInputElement | null} */ (root.querySelector(`[data-setting="${s.name}"]`));
      if (field && (field !== document.activeElement || field.hasAttribute("aria-invalid"))) { field.value = s.value; field.checked = s.value === "on"; }
      if (field) mark(field, null);
    }
    return;
  }
  root.dataset.names = names;
  const groups = [...new Set(list.map((s) => s.group))];
  root.replaceChildren(...groups.flatMap((group) => [el("h3", {}, group), el("div", { class: "fields", style: "grid-template-columns:repeat(auto-fill,minmax(6.8rem,1fr))" }, ...list.filter((s) => s.group === group).map((s) => field(s, set)))]));
}

/** Says at a field why its value was not taken. @param {HTMLInputElement} input @param {string | null} reason */
function mark(input, reason) {
  if (reason === null) input.removeAttribute("aria-invalid"); else input.setAttribute("aria-invalid", "true");
  const label = input.closest("label");
  label?.querySelector(".why")?.remove();
  if (reason) label?.append(el("span", { class: "why small error", role: "alert" }, reason));
}

/** @param {Setting} s @param {(name: string, value: string, also: [string, string][]) => Promise<string | null>} set */
function field(s, set) {
  const input = el("input", { "data-setting": s.name, type: s.kind === "switch" ? "checkbox" : s.kind, min: 0, value: s.value });
  input.checked = s.value === "on";
  input.addEventListener("change", async () => {
    const value = s.kind === "switch" ? (input.checked ? "on" : "off") : input.value;
    refused.delete(s.name);
    const others = [...refused];
    // with what was refused before, or alone
    let reason = await set(s.name, value, others);
    if (reason !== null && others.length) reason = await set(s.name, value, []);
    mark(input, reason);
    if (reason !== null) refused.set(s.name, value);
  });
  return el("label", s.kind === "text" ? { style: "grid-column:1/-1" } : {}, s.label, input);
}

/** Constraints of the generator with the values most people want. @type {[string, string, string][]} */
const WISHES = [
  ["red-neighbours", "adjacent 6 and 8, at most", "0"], ["equal-neighbours", "adjacent equal numbers, at most", "0"], ["two-twelve-neighbours", "2 beside 12, at most", "0"],
  ["terrain-cluster", "hexes of a kind together, at most", "2"], ["rich-corner", "pips of a corner, at most", "11"], ["min-corner", "pips of an inner corner, at least", "4"],
  ["poor-resource", "% of mean pips, at least", "70"], ["port-beside-own", "harbours at their own hex, at most", "0"], ["max-red-per-resource", "6 and 8 a resource, at most", "1"],
  ["desert", "desert", "inland"], ["score", "balance, at least", "60"],
];
const USUAL = ["red-neighbours", "equal-neighbours", "terrain-cluster", "rich-corner"];

/** Fills in the form and returns a reader of what is wished for. @param {HTMLElement} root */
export function constraints(root) {
  const rows = WISHES.map(([name, label, value]) => {
    const on = el("input", { type: "checkbox", "data-constraint": name });
    on.checked = USUAL.includes(name);
    const how = name === "desert" ? el("select", { "aria-label": label }, ...["inland", "centre", "coast", "any"].map((w) => el("option", {}, w))) : el("input", { type: "number", min: 0, value, "aria-label": label });
    root.append(el("div", { class: "row small", style: "flex-wrap:nowrap" }, el("label", { class: "row grow", style: "display:flex;flex-wrap:nowrap" }, on, el("span", {}, label)), el("span", { style: "width:6rem" }, how)));
    return { name, on, how };
  });
  return () => rows.filter((r) => r.on.checked).map((r) => `${r.name}=${r.how.value}`);
}
