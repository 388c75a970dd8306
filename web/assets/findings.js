// Findings of a text as a list; a click jumps to the place.
// @ts-check
import { el } from "./common.js";
import { words } from "./words.js";

/** @typedef {{line: number, column: number, end_line: number, end_column: number, severity: string, message: string, id: string, help?: string, mark?: number | null, explanation?: string, hexes?: number[], corners?: number[]}} Finding */

/** @param {HTMLElement} list @param {Finding[]} findings @param {HTMLTextAreaElement | null} text where they can be jumped to @param {(finding: Finding | null) => void} [point] */
export function showFindings(list, findings, text, point = () => {}) {
  const rows = findings.slice(0, 100).map((f) => {
    const button = el(text ? "button" : "div", text ? { type: "button", onclick: () => jump(text, f) } : {},
      f.mark ? el("span", { class: "tag" }, String(f.mark)) : "",
      el("b", { class: f.severity === "error" ? "error" : "" }, `${f.line}:${f.column} ${words.text(`severity.${f.severity}`)} `), `${f.message} `, el("code", { class: "soft small" }, f.id),
      f.help && !f.help.includes("--explain") ? el("div", { class: "small soft" }, words.text("room.help", { help: f.help })) : "");
    for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => point(f));
    for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => point(null));
    return el("li", {}, button, f.explanation ? el("details", { class: "why" }, el("summary", { class: "small" }, words.text("edit.why")), el("p", { class: "small soft" }, f.explanation)) : "");
  });
  if (findings.length > 100) rows.push(el("li", { class: "soft" }, words.text("room.more-findings", { n: findings.length - 100 })));
  list.replaceChildren(...(rows.length ? rows : [el("li", { class: "soft" }, words.text("room.no-findings"))]));
}

/** @param {HTMLTextAreaElement} text @param {Finding} f */
function jump(text, f) {
  const lines = text.value.split("\n");
  const offset = (/** @type {number} */ line, /** @type {number} */ column) =>
    lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(offset(f.line, f.column), Math.max(offset(f.end_line, f.end_column), offset(f.line, f.column) + 1));
  text.scrollTop = Math.max(0, (f.line - 4) * 19.5);
}

/** Calls `f` when nothing happened for a moment. @param {() => void} f @param {number} [pause] */
export function calmly(f, pause = 250) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  return () => { clearTimeout(timer); timer = setTimeout(f, pause); };
}

/** A file chosen or dropped becomes a text. @param {HTMLInputElement} input @param {(name: string, text: string) => void} take */
export function opener(input, take) {
  const read = async (/** @type {File | undefined} */ file) => { if (file) take(file.name, await file.text()); };
  input.addEventListener("change", () => { read(input.files?.[0]); input.value = ""; });
  document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
  document.addEventListener("drop", (event) => { event.preventDefault(); document.body.classList.remove("dropping"); read(event.dataTransfer?.files[0]); });
}
