// Findings of a text as a list; a click jumps to the place.
// @ts-check
import { el } from "./common.js";

/** @param {HTMLElement} list @param {any[]} findings @param {HTMLTextAreaElement} text */
export function showFindings(list, findings, text) {
  const rows = findings.slice(0, 100).map((f) => el("li", {}, el("button", { onclick: () => jump(text, f) },
    el("b", { class: f.severity === "error" ? "error" : "" }, `${f.line}:${f.column} ${f.severity} `), `${f.message} `, el("code", { class: "soft small" }, f.id)),
  f.help ? el("div", { class: "small soft" }, `help: ${f.help}`) : ""));
  list.replaceChildren(...(rows.length ? rows : [el("li", { class: "soft" }, "none")]));
}

/** @param {HTMLTextAreaElement} text @param {{line: number, column: number, end_line: number, end_column: number}} f */
function jump(text, f) {
  const lines = text.value.split("\n");
  const offset = (/** @type {number} */ line, /** @type {number} */ column) =>
    lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(offset(f.line, f.column), Math.max(offset(f.end_line, f.end_column), offset(f.line, f.column) + 1));
}

/** Calls `f` when nothing happened for a moment. @param {() => void} f @param {number} [pause] */
export function calmly(f, pause = 250) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  return () => { clearTimeout(timer); timer = setTimeout(f, pause); };
}
