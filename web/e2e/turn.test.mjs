// During a turn: the roll is seen, buttons stay and say what is missing, hands are cards, lit places show what would stand there.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, playUntil, says, findings, table, leave } from "./harness.mjs";
import { asked, hand, newTable, playTo, sit, step, steps } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

const KINDS = ["brick", "wood", "wool", "wheat", "ore"];

/** Notes dice, lit hexes and flying cards as they come. */
const watch = (p) => p.evaluate(() => {
  window.seen = { dice: [], producing: 0, flying: 0 };
  new MutationObserver((all) => {
    for (const { target, addedNodes } of all) {
      for (const node of addedNodes) if (node.classList?.contains("producing")) window.seen.producing++;
      for (const node of addedNodes) if (node.classList?.contains("flying")) window.seen.flying++;
      if (target.id === "roll" && addedNodes.length === 2) window.seen.dice.push([...addedNodes].map((die) => Number(die.dataset.pips)));
    }
  }).observe(document.body, { subtree: true, childList: true });
});

test("a roll shows its dice, the hexes that produce and the cards they give", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url, { points: 10 });
  await watch(p);
  await playTo(p, "roll the dice");
  const from = await p.locator("#log li").count();
  await p.locator("#actions [data-group=roll]").click();
  await playUntil(p, () => p.evaluate(() => window.seen.dice.length > 0 && window.seen.producing > 1 && window.seen.flying > 2), () => step(p));
  const [{ dice, producing, flying }, lines] = await p.evaluate(() => [window.seen, [...document.querySelectorAll("#log li")].map((line) => line.textContent)]);
  assert.ok(producing > 1 && flying > 2, `${producing} hexes, ${flying} cards`);
  // the dice are those of the log, in its order
  const rolls = lines.flatMap((line) => { const found = /rolls? \d+ \((\d) \+ (\d)\)/.exec(line); return found ? [[Number(found[1]), Number(found[2])]] : []; });
  assert.ok(from > 0 && dice.length > 0);
  assert.deepEqual(dice.slice(-3), rolls.slice(-3));
  assert.match(await p.getAttribute("#roll", "aria-label"), /^\d and \d: \d+$/);
  assert.deepEqual(await findings(p, "a roll"), []);
  // who got what stands in the log
  assert.match(await p.textContent("#log"), /gets? \d (brick|wood|wool|wheat|ore)/);
  // after a reload the last dice lie still
  await p.reload();
  await p.waitForSelector("#roll .die");
  assert.deepEqual(p.problems, []);
});

test("without motion the dice are there and nothing flies", async () => {
  const p = await page(chromium, `${server.url}/offline`, { reducedMotion: "reduce" });
  await newTable(p, server.url, { points: 10 });
  await watch(p);
  await playUntil(p, () => p.evaluate(() => window.seen.dice.length > 2 && window.seen.producing > 2), () => step(p));
  const { dice, flying, producing } = await p.evaluate(() => window.seen);
  assert.ok(dice.length > 0 && producing > 2);
  assert.equal(flying, 0);
  assert.equal(await p.evaluate(() => document.getAnimations().length), 0);
});

test("the bar has the colour of the seat, and buttons stay and say what is missing", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url, { points: 10 });
  await playTo(p, "roll the dice");
  const colour = () => p.evaluate(() => getComputedStyle(document.querySelector("#turn")).borderLeftColor);
  assert.equal(await colour(), "rgb(200, 50, 43)");
  const groups = () => p.locator("#actions [data-group]").evaluateAll((nodes) => nodes.map((n) => n.dataset.group).filter((g) => ["road", "settlement", "city", "buy"].includes(g)));
  assert.deepEqual(await groups(), ["road", "settlement", "city", "buy"]);
  for (const text of await p.locator("#actions [aria-disabled=true] .needs").allTextContents()) assert.match(text, /^needs \d \w+/);
  const grey = await p.locator("#actions [data-group=city]").boundingBox();
  await p.mouse.click(grey.x + 20, grey.y + 10);
  await says(p, ".toast", "needs");
  // what stays is the same button, so that a press that lasts while the page changes is not lost
  await p.evaluate(() => { document.querySelector("#actions [data-group=city]").wasHere = true; });
  await p.locator("#actions [data-group=roll]").dblclick();
  await says(p, "#log", "You roll");
  await p.waitForTimeout(300);
  assert.equal(await p.locator("#turn.mine").count(), 1, "a double click on the dice ended the turn");
  await playTo(p, "build, trade");
  assert.ok(await p.evaluate(() => document.querySelector("#actions [data-group=city]").wasHere));
  assert.deepEqual(await groups(), ["road", "settlement", "city", "buy"]);
  // prices are one key away
  await p.evaluate(() => document.activeElement?.blur?.());
  await p.keyboard.press("p");
  await p.waitForSelector("#prices[open]");
  assert.match(await p.textContent("#price-list"), /Road.*1 brick and 1 wood.*City.*2 wheat and 3 ore/);
  assert.deepEqual(await findings(p, "prices"), []);
  await p.keyboard.press("p");
  assert.equal(await p.locator("#prices[open]").count(), 0);
  // F5 and F11 belong to the browser
  const taken = await p.evaluate(() => ["F5", "F11", "F2"].map((key) => !document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))));
  assert.deepEqual(taken, [false, false, true]);
  assert.deepEqual(p.problems, []);
});

test("cards are clicked into an offer, harbour rates are on them, and an offer shows who can pay", async () => {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTable(ann, server.url, { people: 2, bots: 0, points: 10 });
  const bob = await page(chromium, ann.url());
  await sit(bob, "Bob");
  await playUntil(ann, async () => (await asked(ann, "build, trade")) && (await hand(ann)).some(Boolean), () => steps([ann, bob]));
  assert.equal(await ann.locator("#panel details.fold[open]").count(), 0, "the tray is folded");
  assert.equal(await ann.locator("#hand .rate").count(), 5);
  for (const rate of await ann.locator("#hand .rate").allTextContents()) assert.match(rate, /^[234]:1$/);
  const kind = KINDS[(await hand(ann)).findIndex(Boolean)];
  await ann.locator(`#hand [data-kind=${kind}]`).click();
  assert.equal(await ann.inputValue(`[aria-label="give ${kind}"]`), "1");
  assert.deepEqual(await findings(ann, "the tray for trades"), []);
  const other = KINDS[(KINDS.indexOf(kind) + 1) % 5];
  const cards = (await hand(bob)).reduce((a, b) => a + b, 0);
  await ann.fill(`[aria-label="want ${other}"]`, String(cards + 1));
  await ann.locator("#panel button", { hasText: "Offer to all" }).click();
  await says(ann, ".answers", "has too few cards");
  await says(bob, "#status", "Ann offers you a trade");
  assert.deepEqual(await findings(bob, "an offer"), []);
  // a counter-offer is followed in the bar of both
  if (cards > 0) {
    const give = KINDS[(await hand(bob)).findIndex(Boolean)];
    const want = KINDS.find((k) => k !== give);
    await bob.locator(".offer button", { hasText: "Counter" }).click();
    for (const k of KINDS) { await bob.fill(`[aria-label="give ${k}"]`, k === give ? "1" : "0"); await bob.fill(`[aria-label="want ${k}"]`, k === want ? "1" : "0"); }
    await bob.locator("#panel button", { hasText: "Send counter-offer" }).click();
    await says(ann, "#status", "Bob answered your offer with another");
    await says(bob, "#status", "Your offer waits for Ann");
    await ann.locator(".offer", { hasText: "Bob" }).locator("button", { hasText: "Reject" }).click();
    await says(ann, "#status", "build, trade");
    // whoever has answered is not asked again, though a no can still become a yes
    await bob.locator(".offer", { hasText: "You" }).locator("button", { hasText: "Withdraw" }).click();
    await says(bob, "#status", "Waiting for Ann");
  }
  for (const p of [ann, bob]) assert.deepEqual(p.problems, []);
});

test("lit places are dots that grow with a ghost of the piece; a robber's hexes are outlined under the pieces", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url, { bots: 1, points: 20 });
  await p.waitForSelector(".board .legal");
  const [spots, dots] = await p.evaluate(() => [document.querySelectorAll(".board .legal").length, document.querySelectorAll(".light .dot").length]);
  assert.equal(dots, spots);
  const light = p.locator(".light").first();
  const opacity = () => light.locator(".ghost").evaluate((n) => Number(getComputedStyle(n).opacity));
  assert.equal(await opacity(), 0);
  const box = await p.locator(".board .legal").first().boundingBox();
  await p.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await p.waitForFunction(() => Number(getComputedStyle(document.querySelector(".light.warm .ghost")).opacity) > 0.5);
  assert.match(await light.locator(".ghost").getAttribute("href"), /^#piece-settlement-0$/);
  // a real click places it, and only that piece glows
  await p.mouse.down();
  await p.mouse.up();
  await p.waitForSelector(".pieces .settlement.last");
  assert.equal(await p.locator(".pieces .last").count(), 1);
  // the robber
  await playTo(p, "move the robber", () => newTable(p, server.url, { bots: 1, points: 20 }));
  const order = await p.evaluate(() => { const [under, pieces] = [document.querySelector(".lights.under"), document.querySelector(".pieces")]; return [under.querySelectorAll(".edge").length, document.querySelectorAll(".board .legal[data-hex]").length, Boolean(under.compareDocumentPosition(pieces) & Node.DOCUMENT_POSITION_FOLLOWING), getComputedStyle(document.querySelector(".board .legal[data-hex]")).fill]; });
  assert.ok(order[0] > 10 && order[0] === order[1] && order[2], String(order));
  assert.match(order[3], /rgba\(0, 0, 0, 0\)|transparent/);
  assert.deepEqual(p.problems, []);
});

test("ships lie along their sides, and a move shows from where to where", async () => {
  // the page's own board with a made-up list of moves: real games rarely offer one at once
  const id = await table(server.url, { map: "gold_atoll.game" }, [{ kind: "open" }, { kind: "bot", bot: "greedy" }, { kind: "bot", bot: "greedy" }]);
  const p = await page(chromium, `${server.url}/t/${id}`);
  await p.waitForSelector("#board svg");
  const seen = await p.evaluate(async () => {
    const { Board } = await import("/assets/board.js");
    const root = document.createElement("div");
    document.body.append(root);
    const taken = [];
    const board = new Board(root, (offered) => taken.push(offered.action));
    await board.load(location.pathname.split("/").pop());
    const sides = [...root.querySelectorAll(".targets [data-side]")];
    const of = (way) => sides.find((side) => side.dataset.way === String(way)).dataset.side;
    const seat = { roads: [], bridges: [], ships: [Number(of(0)), Number(of(1)), Number(of(2))], settlements: [], cities: [], walls: [] };
    board.place({ seats: [seat], robber: null, pirate: null, viewer: 0, active: 0 });
    const shapes = [...root.querySelectorAll(".pieces .ship")].map((ship) => { const box = ship.getBBox(); return [ship.getAttribute("href"), box.height > box.width]; });
    board.light([{ action: "move", place: `side-${of(1)}`, from: `side-${of(0)}`, group: "move-ship", label: "" }]);
    const way = root.querySelector(".light .way");
    root.querySelector(".legal").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const at = (side) => root.querySelector(`.targets [data-side="${side}"]`).dataset.at;
    return { shapes, way: [`${way.getAttribute("x1")},${way.getAttribute("y1")}`, `${way.getAttribute("x2")},${way.getAttribute("y2")}`], places: [at(of(0)), at(of(1))], taken };
  });
  assert.deepEqual(seen.shapes, [["#piece-ship-0-0", true], ["#piece-ship-0-1", false], ["#piece-ship-0-2", false]]);
  assert.deepEqual(seen.way, seen.places);
  assert.deepEqual(seen.taken, ["move"]);
});
