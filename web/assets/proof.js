// Whether the dice of a record are what it says, as far as that can be told without the rules of its game. See docs/dice.md.
// @ts-check
import { ascii, digest, fromHex, hmac, toHex } from "./sha256.js";

/** @typedef {{seat: number, line: string, commitment: string, bytes: string | null}} Pledge */
/** @typedef {{hash: string, secret: string, pledges: Pledge[], asked: string | null, board: string | null, draws: {value: bigint, of: bigint}[], chances: string[]}} Proof */
/** Something that was checked: a word of the catalogue, what is put into it, whether it is as it should be.
 * @typedef {{word: string, with?: Record<string, string | number>, good: boolean}} Checked */

/** The lines about the dice; `null` if there are none or they cannot be read. @param {string} record @returns {Proof | null} */
export function read(record) {
  const lines = record.split(/\r\n|\n|\r/);
  const told = lines.filter((line) => line.startsWith("dice: ")).map((line) => line.slice(6));
  const next = (/** @type {RegExp} */ form) => { const found = form.exec(told[0] ?? ""); if (found) told.shift(); return found; };
  const hash = next(/^hash ([0-9a-f]{64})$/)?.[1];
  const secret = next(/^secret ([0-9a-f]{64})$/)?.[1];
  if (!hash || !secret) return null;
  /** @type {Pledge[]} */ const pledges = [];
  for (let found; (found = next(/^seat (0|[1-9]\d*) commits ([0-9a-f]{64}) opens ([0-9a-f]{32}|nothing)$/)); ) {
    pledges.push({ seat: Number(found[1]), line: found[0], commitment: found[2], bytes: found[3] === "nothing" ? null : found[3] });
  }
  if (pledges.some((pledge, i) => i > 0 && pledge.seat <= pledges[i - 1].seat)) return null;
  const asked = next(/^asked (.*)$/)?.[1] ?? null;
  const board = next(/^board ([0-9a-f]{16})$/)?.[1] ?? null;
  if ((asked === null) !== (board === null)) return null;
  const draws = told.map((line) => /^draw (0|[1-9]\d*) of ([1-9]\d*)$/.exec(line));
  if (draws.includes(null)) return null;
  return { hash, secret, pledges, asked, board, draws: draws.map((found) => ({ value: BigInt(found?.[1] ?? 0), of: BigInt(found?.[2] ?? 1) })), chances: lines.filter((line) => line.startsWith("chance ")) };
}

/** Numbers of 64 bits. @param {Proof} proof @param {string} about */
async function* numbers({ secret, pledges }, about) {
  const message = pledges.map((pledge) => `${pledge.line}\n`).join("") + about;
  for (let block = 0; ; block++) {
    const bytes = new DataView((await hmac(ascii(secret), ascii(`${message} block ${block}`))).slice().buffer);
    for (let i = 0; i < 32; i += 8) yield bytes.getBigUint64(i);
  }
}

/** A number below another, each equally likely. @param {Proof} proof @param {number} n @param {bigint} of */
export async function drawn(proof, n, of) {
  const most = (2n ** 64n / of) * of;
  for await (const number of numbers(proof, `draw ${n}`)) if (number < most) return number % of;
  return -1n;
}

/** @param {Proof} proof */
export async function boardSeed(proof) {
  for await (const number of numbers(proof, "board")) return number.toString(16).padStart(16, "0");
  return "";
}

/** Checks everything. @param {Proof} proof @returns {Promise<Checked[]>} */
export async function check(proof) {
  const { hash, secret, pledges, board, draws, chances } = proof;
  /** @type {Checked[]} */ const found = [{ word: "dice.check-secret", good: toHex(await digest(ascii(secret))) === hash }];
  for (const { seat, commitment, bytes } of pledges) {
    if (bytes === null) found.push({ word: "dice.check-silent", with: { n: seat + 1 }, good: true });
    else found.push({ word: "dice.check-seat", with: { n: seat + 1 }, good: toHex(await digest(fromHex(bytes))) === commitment });
  }
  if (board !== null) found.push({ word: "dice.check-board", good: await boardSeed(proof) === board });
  let wrong = chances.length === draws.length ? -1 : Math.min(chances.length, draws.length);
  for (const [n, { value, of }] of draws.entries()) {
    if (wrong >= 0 && n >= wrong) break;
    // of two dice everybody knows what a number means; what other outcomes mean is up to the rules
    const fits = of !== 36n || !chances[n].startsWith("chance roll ") || chances[n] === `chance roll ${value / 6n + 1n} ${value % 6n + 1n}`;
    if (!fits || await drawn(proof, n, of) !== value) wrong = n;
  }
  found.push(wrong < 0 ? { word: "dice.check-draws", with: { n: draws.length }, good: true } : { word: "dice.check-draw", with: { n: wrong + 1 }, good: false });
  return found;
}

/** What this browser remembers of the table, compared with the record. @param {Proof} proof @param {number} seat @param {import("./pledge.js").Kept} kept @returns {Checked[]} */
export function compare({ hash, pledges }, seat, kept) {
  const mine = pledges.find((pledge) => pledge.seat === seat);
  const found = [{ word: "dice.mine-hash", good: kept.commitment === hash }];
  if (!kept.commitments) return [...found, { word: "dice.mine-never", good: !mine?.bytes }];
  found.push({ word: mine?.bytes === null ? "dice.mine-left-out" : "dice.mine-bytes", good: mine?.bytes === kept.bytes });
  const told = kept.commitments.map((_, i) => pledges.find((pledge) => pledge.seat === i)?.commitment ?? null);
  found.push({ word: "dice.mine-others", good: JSON.stringify(told) === JSON.stringify(kept.commitments) });
  return found;
}
