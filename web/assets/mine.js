// My games, without an account: the seats whose secrets this browser keeps. A link carries them to another device.
// @ts-check
import { ask, base, el, myName, seatKey, toast } from "./common.js";
import { copyLink } from "./copy.js";
import { words } from "./words.js";

const PREFIX = seatKey("");
/** Games that are asked about; older ones are finished or forgotten. */
const MOST = 24;

/** The tables at which this browser has a seat. @returns {string[]} */
export const mine = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));

/** @typedef {import("./lobby.js").Table} Table */

/** The tables this browser has a seat at: first those that wait for the person, then others under way. Tables the server does not know are left out.
 * @returns {Promise<Table[]>} */
export async function myTables() {
  const found = await Promise.all(mine().slice(0, MOST).map((id) => ask(`/api/tables/${id}`).catch(() => null)));
  return found.filter(Boolean).sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || Number(a.over) - Number(b.over) || b.created - a.created);
}

/** Where the number of the own seat at a table is kept: a name may be shared, or be another one today. @param {string} id */
const numberKey = (id) => `hexwright/seat-number/${id}`;

/** Notes which seat the server says is this browser's. @param {string} id @param {number | null} seat */
export const noteSeat = (id, seat) => { if (seat !== null && localStorage.getItem(seatKey(id))) localStorage.setItem(numberKey(id), String(seat)); };

/** Whether a table waits for the person at this browser. @param {Table} table */
export function isMyTurn(table) {
  const seat = localStorage.getItem(numberKey(table.id));
  if (table.over) return false;
  return seat === null ? table.to_act.some((n) => table.seats[n]?.name === myName()) : table.to_act.includes(Number(seat));
}

/** @param {string} id */
export const forget = (id) => [seatKey(id), numberKey(id)].forEach((key) => localStorage.removeItem(key));

/** Copies a link that holds all seats. */
export async function carry() {
  const seats = Object.fromEntries(mine().map((id) => [id, localStorage.getItem(seatKey(id))]));
  const text = JSON.stringify({ name: localStorage.getItem("hexwright/name"), seats });
  const code = btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  await copyLink(`${location.origin}${base}/#games=${code}`);
  toast(words.text("home.carried"));
}

/** Takes over the seats that the address carries, and removes them from the address. Seats that are here already stay. */
export function receive() {
  const code = /^#games=([\w-]+)$/.exec(location.hash)?.[1];
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const { name, seats } = JSON.parse(new TextDecoder().decode(bytes));
    const plain = Object.entries(seats).filter(([id, token]) => /^\w{1,40}$/.test(id) && typeof token === "string" && /^\w{1,80}$/.test(token));
    for (const [id, token] of plain) if (!localStorage.getItem(seatKey(id))) localStorage.setItem(seatKey(id), String(token));
    if (typeof name === "string" && name.trim() && !localStorage.getItem("hexwright/name")) localStorage.setItem("hexwright/name", name.slice(0, 40));
    toast(words.text("home.received", { n: plain.length }));
  } catch { /* a damaged link brings nothing */ }
}

/** A button that takes a finished game off the list. @param {Table} table @param {() => void} then */
export const forgetButton = (table, then) => el("button", { type: "button", class: "quiet", "aria-label": `${words.text("home.forget")}: ${table.title}`, title: words.text("home.forget"), onclick: () => { forget(table.id); then(); } }, "✕");
