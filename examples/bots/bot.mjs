#!/usr/bin/env node
// A player for Hexwright in JavaScript: JSON lines in, JSON lines out.
//
// Try it:   hexwright bot check "node examples/bots/bot.mjs"
// Play it:  hexwright simulate MAP --players "cmd:node examples/bots/bot.mjs",random,random,random
import { createInterface } from "node:readline";

// What to do first, by the first word of an action; anything else comes after, at random.
const wishes = ["city", "settlement", "setup-city", "setup-settlement", "play-knight", "buy", "road"];

// A small generator, so that a seed gives the same game again.
let state = 1;
function below(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

/** The place of an action in the legal list. */
function choose(legal) {
  const words = legal.map((text) => text.split(" ")[0]);
  for (const wish of wishes) {
    const places = words.flatMap((word, place) => (word === wish ? [place] : []));
    // roads only now and then: they eat what settlements need
    if (places.length > 0 && !(wish === "road" && below(10) < 7)) {
      return places[below(places.length)];
    }
  }
  return below(legal.length);
}

function answer(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    state = Number(BigInt.asUintN(32, BigInt(message.seed)));
    answer({ type: "ready", name: "javascript" });
  } else if (message.type === "decide") {
    answer({ id: message.id, action: choose(message.legal) });
  }
});
