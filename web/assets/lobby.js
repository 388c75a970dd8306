// Lists of tables: picture, seats, age, and the way in.
// @ts-check
import { base, el } from "./common.js";
import { words } from "./words.js";

/** @typedef {{id: string, title: string, kind: string, seats: {name: string, kind: string, here: boolean}[], moves: number, over: boolean, gathering?: boolean, created: number, to_act: number[]}} Table */

/** How long ago, in words. @param {number} created in seconds */
export function age(created) {
  const minutes = Math.max(0, Math.floor((Date.now() / 1000 - created) / 60));
  if (minutes < 1) return words.text("home.age-now");
  if (minutes < 60) return words.text("home.age-minutes", { n: minutes });
  if (minutes < 48 * 60) return words.text("home.age-hours", { n: Math.floor(minutes / 60) });
  return words.text("home.age-days", { n: Math.floor(minutes / 60 / 24) });
}

/** @param {{name: string, kind: string}} seat @param {number} i */
const seatMark = (seat, i) => el("span", { class: `seat-mark${seat.kind === "open" ? " free" : ""}`, style: `--seat:var(--seat-${i});--on:var(--on-${i})`, title: seat.kind === "open" ? words.text("home.free-seats", { n: 1 }) : seat.name }, seat.kind === "open" ? "+" : String.fromCharCode(65 + i));

/** A row of a list. @param {Table} table @param {{label: string, link: string, primary?: boolean, note?: string, more?: Node[]}} how */
export function row(table, { label, link, primary = false, note, more = [] }) {
  const names = table.seats.filter((s) => s.kind !== "open").map((s) => s.name).join(", ");
  const free = table.seats.filter((s) => s.kind === "open").length;
  const facts = [note, free && !table.over ? words.text("home.free-seats", { n: free }) : "", words.text("home.moves", { n: table.moves }), age(table.created)].filter(Boolean).join(" · ");
  return el("li", { class: "table-row", "data-table": table.id },
    table.kind === "catan" && !table.gathering ? el("img", { class: "thumb", src: `${base}/api/tables/${table.id}/board`, alt: "", loading: "lazy", width: 72, height: 64 }) : el("span", { class: "thumb", "aria-hidden": "true" }),
    el("div", { class: "grow" }, el("b", {}, table.title), el("div", { class: "marks" }, ...table.seats.map(seatMark), el("span", { class: "small" }, names)), el("div", { class: "small soft" }, facts)),
    el("a", { class: `button${primary ? " primary" : ""}`, href: link, "aria-label": `${label}: ${table.title}` }, label), ...more);
}

/** Rows for tables anybody may see. @param {Table[]} tables @param {string} empty said if there are none */
export function rows(tables, empty) {
  const list = tables.slice(0, 12).map((table) => {
    const free = table.seats.some((seat) => seat.kind === "open");
    if (table.over) return row(table, { label: words.text("home.replay"), link: `${base}/replay/${table.id}` });
    return row(table, { label: words.text(free ? "home.join" : "home.watch"), link: `${base}/t/${table.id}`, primary: free });
  });
  return list.length ? list : [el("li", { class: "soft" }, empty)];
}
