// SHA-256 and HMAC-SHA256: by WebCrypto, and by hand on pages that came over plain http, where browsers hide it.
// @ts-check

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** @param {string} text */
export const ascii = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export const digest = async (bytes) => (crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes))) : byHand(bytes));

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Promise<Uint8Array>} */
export async function hmac(key, message) {
  if (crypto.subtle) {
    const imported = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, /** @type {BufferSource} */ (message)));
  }
  return hmacByHand(key, message);
}

/** @param {Uint8Array} key of at most 64 bytes @param {Uint8Array} message */
export function hmacByHand(key, message) {
  const pad = (/** @type {number} */ mask) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ mask);
  const both = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b) => { const all = new Uint8Array(a.length + b.length); all.set(a); all.set(b, a.length); return all; };
  return byHand(both(pad(0x5c), byHand(both(pad(0x36), message))));
}

/** The first 32 bits behind the point of a root of a prime. @param {number} prime @param {number} root */
const fraction = (prime, root) => Math.floor((prime ** (1 / root) % 1) * 2 ** 32);
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d));
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(prime, 3));

/** SHA-256 as FIPS 180-4 describes it. @param {Uint8Array} bytes */
export function byHand(bytes) {
  const padded = new Uint8Array((bytes.length + 9 + 63) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(padded.length - 4, bytes.length * 8);
  const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) >>> 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] += value; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setUint32(4 * i, value));
  return new Uint8Array(out.buffer);
}
