// Sentences are said as `hexwright_core::present::words` says them: the same cases as its own tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Speaker } from "../assets/say.js";

const say = (entry, parts, you = 1) => new Speaker({ key: entry, "key.you": "You {n}", "list.and": "and", wool: "wool", "card.many": "cards", you: "you" })
  .say({ key: "key", parts }, { you, name: (seat) => `seat ${seat}` });
const good = (count, kind, from) => ({ count, kind, from });

test("numbers choose their form", () => {
  assert.equal(say("take {n} {n:card|cards}", { n: { number: 1 } }), "take 1 card");
  assert.equal(say("take {n} {n:card|cards}", { n: { number: 2 } }), "take 2 cards");
});

test("goods are listed, one sum for each kind", () => {
  assert.equal(say("+{g}", { g: { goods: [good(2, "wool")] } }), "+2 wool");
  assert.equal(say("{g}", { g: { goods: [good(2, "wool"), good(1, "ore"), good(3, "card")] } }), "2 wool, 1 ore and 3 cards");
  assert.equal(say("{g}", { g: { goods: [good(1, "wool", "hex-3"), good(1, "ore"), good(1, "wool", "hex-9")] } }), "2 wool and 1 ore");
  assert.equal(say("{g}", { g: { goods: [] } }), "nothing");
});

test("who is spoken to is said in the case the entry needs", () => {
  assert.equal(say("raubt {v:dich} aus", { v: { seat: 1 } }), "raubt dich aus");
  assert.equal(say("raubt {v:dich} aus", { v: { seat: 0 } }), "raubt seat 0 aus");
  assert.equal(say("mit {to:dir}", { to: { seats: [0, 1, 2] } }), "mit seat 0, dir and seat 2");
  assert.equal(say("{seat} {n}", { seat: { seat: 1 }, n: { number: 8 } }), "You 8");
  assert.equal(say("{seat} {n}", { seat: { seat: 1 }, n: { number: 8 } }, null), "seat 1 8");
});

test("what is missing shows its name", () => {
  assert.equal(say("{v} {what}", { v: { seat: 0 } }), "seat 0 {what}");
  assert.equal(new Speaker({}).say({ key: "other", parts: {} }, { you: null, name: String }), "other");
});
