// What this browser adds to the dice of a table: 16 bytes, kept with its seat. It commits to them when it has seen the server's hash, and
// opens them when everybody has committed. See docs/dice.md.
// @ts-check
import { newId } from "./common.js";
import { digest, fromHex, toHex } from "./sha256.js";

/** @typedef {{type: "gathering"} & import("../types/table").Gathering} Gathering */
/** What is kept: the bytes, the server's hash as it was first seen, and all commitments as they were when these bytes were opened.
 * @typedef {{bytes: string, commitment: string, commitments?: (string | null)[]}} Kept */

/** @param {string} table @param {number} seat */
const key = (table, seat) => `hexwright/dice/${table}/${seat}`;
/** @param {string} table @param {number} seat @returns {Kept | null} */
export const kept = (table, seat) => JSON.parse(localStorage.getItem(key(table, seat)) ?? "null");
/** @param {string} table @param {number} seat @param {Kept} what */
const keep = (table, seat, what) => localStorage.setItem(key(table, seat), JSON.stringify(what));

/** Does what the table waits for from this seat; gives the word for what is wrong, if something is.
 * @param {string} table @param {Gathering} now @param {(message: import("../types/table").FromClient) => unknown} send @returns {Promise<string | null>} */
export async function answer(table, now, send) {
  const { you, phase, commitment, commitments } = now;
  if (you === null || now.ended || phase === "begun") return null;
  let mine = kept(table, you);
  if (!mine && phase === "commit") keep(table, you, mine = { bytes: toHex(crypto.getRandomValues(new Uint8Array(16))), commitment });
  if (!mine) return null; // this browser came too late to add something
  if (mine.commitment !== commitment) return "dice.other-hash";
  const hash = toHex(await digest(fromHex(mine.bytes)));
  if (phase === "commit" && commitments[you] === null) send({ type: "commit", hash, id: newId() });
  else if (commitments[you] !== hash) return phase === "commit" ? "dice.other-bytes" : "dice.left-out";
  else if (phase === "open" && !now.opened[you]) {
    if (mine.commitments && JSON.stringify(mine.commitments) !== JSON.stringify(commitments)) return "dice.other-commitments";
    // kept first: whatever happens next, this browser knows what the others had committed to
    keep(table, you, { ...mine, commitments });
    send({ type: "open", bytes: mine.bytes, id: newId() });
  }
  return null;
}
