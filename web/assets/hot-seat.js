// Two people at one device: it keeps the secrets of both seats, and the page takes the seat whose turn it is. For games that hide nothing.
// @ts-check
import { seatKey } from "./common.js";

/** @param {string} table */
const both = (table) => `hexwright/both-seats/${table}`;

/** Keeps the secrets of the seats, in their order. @param {string} table @param {string[]} secrets */
export function keepSeats(table, secrets) {
  localStorage.setItem(both(table), JSON.stringify(secrets));
  localStorage.setItem(seatKey(table), secrets[0]);
}

/** Takes the seat whose turn it is. @param {string} table @param {import("../types/table").State} state @returns {boolean} whether it is another than before */
export function changeSeats(table, state) {
  const secrets = JSON.parse(localStorage.getItem(both(table)) ?? "[]");
  const next = state.to_act[0];
  if (state.over || next === undefined || next === state.you || !secrets[next] || secrets[next] === localStorage.getItem(seatKey(table))) return false;
  localStorage.setItem(seatKey(table), secrets[next]);
  return true;
}
