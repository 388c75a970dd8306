// Small helpers shared by the pages. No dependency, no build step.
// @ts-check

/** @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, unknown>} [attributes] @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[K]} */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on") && typeof value === "function") node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
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

/** Asks the server for data; an error's sentence is thrown. @param {string} path @param {unknown} [body] */
export async function ask(path, body) {
  const answer = await fetch(path, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.error ?? `the server answered ${answer.status}`);
  return data;
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

/** @returns {string} */
export function myName() {
  return localStorage.getItem("hexwright/name") || "You";
}
