// Making a table and going there.
// @ts-check
import { askUntilDone, base, complain, newId, seatKey } from "./common.js";

/** @param {number} n @param {string} [bot] */
export const bots = (n, bot = "keen") => Array(Math.max(0, n)).fill({ kind: "bot", bot });

/** @param {{map?: string, text?: string, options?: Record<string, string>, seed?: string}} game @param {{kind: string}[]} seats @param {object} [wishes] */
export async function open(game, seats, wishes) {
  try {
    const made = await askUntilDone("/api/tables", { id: newId(), game: { kind: "catan", options: {}, ...game }, seats, wishes: { dice: "together", ...wishes } });
    if (made.token) localStorage.setItem(seatKey(made.id), made.token);
    location.href = `${base}/t/${made.id}`;
  } catch (error) { complain(error); }
}
