// Parts of a page that are drawn anew with every state: what is there already stays and is changed in place. A button that
// were replaced under a finger would lose its click, and the keyboard its place.
// @ts-check
import { doings, listen } from "./common.js";

/** What tells nodes of the same kind apart. */
const MARKS = ["group", "offer", "seat", "kind", "action", "table"];

/** Shows nodes that live on; those that are there already are not touched. @param {HTMLElement} part @param {Node[]} nodes */
export function renew(part, nodes) {
  for (const child of [...part.childNodes]) if (!nodes.includes(child)) child.remove();
  arrange(part, nodes);
}

/** Shows nodes that were just made: each changes the node that shows the same already, or comes in new.
 * They are used up by that. @param {Node} part @param {(Node | string)[]} nodes */
export function redraw(part, nodes) {
  const old = [...part.childNodes];
  const shown = nodes.map((fresh) => {
    const node = typeof fresh === "string" ? document.createTextNode(fresh) : fresh;
    const at = old.findIndex((child) => isLike(child, node));
    if (at < 0) return node;
    const [like] = old.splice(at, 1);
    become(like, node);
    return like;
  });
  for (const child of old) child.remove();
  arrange(part, shown);
}

/** @param {Node} part @param {Node[]} nodes */
function arrange(part, nodes) {
  nodes.forEach((node, i) => { if (part.childNodes[i] !== node) part.insertBefore(node, part.childNodes[i] ?? null); });
}

/** Whether two nodes show the same thing, perhaps at different times. A button that says something else is another button:
 * nobody means it who pressed the first. @param {Node} one @param {Node} other */
function isLike(one, other) {
  if (one.nodeName !== other.nodeName) return false;
  if (!(one instanceof HTMLElement && other instanceof HTMLElement)) return true;
  if (MARKS.some((mark) => one.dataset[mark] !== other.dataset[mark])) return false;
  return one.tagName !== "BUTTON" || MARKS.some((mark) => one.dataset[mark] !== undefined) || one.textContent === other.textContent;
}

/** Makes a node look and act like a fresh one. @param {Node} node @param {Node} fresh */
function become(node, fresh) {
  if (!(node instanceof Element && fresh instanceof Element)) {
    if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
    return;
  }
  // whether something is unfolded is up to the person
  for (const { name } of [...node.attributes]) if (!fresh.hasAttribute(name) && name !== "open") node.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  const does = doings.get(fresh) ?? {};
  for (const event of new Set([...Object.keys(doings.get(node) ?? {}), ...Object.keys(does)])) listen(node, event, does[event]);
  redraw(node, [...fresh.childNodes]);
}
