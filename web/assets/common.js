// Small helpers shared by the pages. No dependency, no build step.
// @ts-check

/** The path all pages live under, without a slash at its end; empty at the root of a site. */
export const base = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** What nodes do on events, by the names of these. @type {WeakMap<Node, Record<string, EventListener | undefined>>} */
export const doings = new WeakMap();

/** Says what a node does on an event, instead of what it did before. @param {Node} node @param {string} event @param {EventListener | undefined} does */
export function listen(node, event, does) {
  const all = doings.get(node) ?? {};
  if (!(event in all)) node.addEventListener(event, (happened) => all[event]?.call(node, happened));
  all[event] = does;
  doings.set(node, all);
}

/** @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, unknown>} [attributes] @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[K]} */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on") && typeof value === "function") listen(node, key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, String(value));
  }
  node.append(...children);
  return node;
}

/** A small picture of one path on a 16×16 field. @param {string} path */
export function svg(path) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  node.setAttribute("viewBox", "0 0 16 16");
  node.setAttribute("class", "icon");
  node.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  node.append(line);
  return node;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/** A sentence at the bottom of the page, gone after a while. @param {string} text */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const node = el("div", { class: "toast", role: "status" }, text);
  document.body.append(node);
  setTimeout(() => node.remove(), 5000);
}

/** What can be chosen; what was chosen stays so while it can be. @param {HTMLSelectElement} select @param {[string, string][]} choices */
export function offerChoices(select, choices) {
  const now = JSON.stringify(choices);
  if (select.dataset.choices === now) return; // an open list stays open
  select.dataset.choices = now;
  const chosen = select.value;
  select.replaceChildren(...choices.map(([value, label]) => el("option", { value }, label)));
  if (choices.some(([value]) => value === chosen)) select.value = chosen;
}

/** Why the server did not do something, and whether it may do it later. */
export class Refused extends Error {
  /** @param {string} reason @param {boolean} later */
  constructor(reason, later) { super(reason); this.later = later; }
}

/** Asks the server for data; an error's sentence is thrown. @param {string} path below the base path @param {unknown} [body] */
export async function ask(path, body) {
  const answer = await fetch(base + path, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  }).catch(() => { throw new Refused("the server does not answer; try again in a moment", true); });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(data.error ?? `the server answered ${answer.status}`, answer.status === 503);
  return data;
}

/** An id for something this page asks for: asked again with the same id, the server does it once.
 * (`crypto.randomUUID` is missing on pages that came over plain http.) */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(10)), (b) => b.toString(16).padStart(2, "0")).join("");

/** Asks with an id, and a few times more if the server cannot do it at the moment. @param {string} path @param {{ id: string, [key: string]: unknown }} body */
export async function askUntilDone(path, body) {
  for (let pause = 250; ; pause *= 2) {
    try { return await ask(path, body); } catch (error) {
      if (!(error instanceof Refused && error.later) || pause > 2000) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Shows what went wrong. @param {unknown} error */
export const complain = (error) => toast(error instanceof Error ? error.message : String(error));

/** Offers a text or picture as a file. @param {string} name @param {BlobPart} content @param {string} type */
export function save(name, content, type) {
  const link = el("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {string} table */
export const seatKey = (table) => `hexwright/seat/${table}`;

const QUALITIES = ["Brave", "Calm", "Clever", "Bold", "Gentle", "Happy", "Keen", "Lucky", "Merry", "Nimble", "Quiet", "Swift", "Witty", "Wise", "Sunny", "Mighty"];
const ANIMALS = ["Otter", "Heron", "Badger", "Falcon", "Hare", "Lynx", "Marten", "Owl", "Raven", "Robin", "Seal", "Stork", "Wren", "Fox", "Ibex", "Beaver"];

/** A friendly name by chance. */
export function anotherName() {
  const [quality, animal] = crypto.getRandomValues(new Uint8Array(2));
  return `${QUALITIES[quality % QUALITIES.length]} ${ANIMALS[animal % ANIMALS.length]}`;
}

/** The name of whoever sits here: as chosen, or a friendly one that stays. @returns {string} */
export function myName() {
  const kept = localStorage.getItem("hexwright/name");
  if (kept && kept !== "You") return kept; // "You" was the default once
  const name = anotherName();
  localStorage.setItem("hexwright/name", name);
  return name;
}

/** What the address says behind its `#`; a broken escape is taken as it stands. */
export function hash() {
  const text = location.hash.slice(1);
  try { return decodeURIComponent(text); } catch { return text; }
}
