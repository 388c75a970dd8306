// The workbench as people use it: clicks and keys in a real browser against the real binary.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Server, browser, page } from "./harness.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
after(async () => { await chromium?.close(); await server?.stop(); });

const seat = (p) => p.evaluate(() => Object.entries(localStorage).find(([k]) => k.startsWith("hexwright/seat/"))?.[1]);

/** Does one sensible thing if it is this page's turn; `true` when the game is over. */
async function step(p, { keys = false } = {}) {
  const status = (await p.textContent("#status")) ?? "";
  if (status.includes("replay")) return true;
  const discard = p.locator("#panel button", { hasText: /^Discard$/ });
  if (await discard.count()) {
    // give up cards from the front of the hand until enough are chosen
    const owed = Number(/Discard (\d+)/.exec(await p.textContent("#panel h2"))[1]);
    const hand = await p.locator("#hand .chip b").allTextContents();
    let left = owed;
    const inputs = p.locator("#panel .steppers input");
    for (let i = 0; i < 5 && left > 0; i++) { const n = Math.min(left, Number(hand[i])); await inputs.nth(i).fill(String(n)); left -= n; }
    await discard.click();
  } else if (await p.locator(".board .legal").count()) {
    if (keys) { await p.locator("body").press("ArrowRight"); await p.keyboard.press("Enter"); }
    else await p.locator(".board .legal").first().dispatchEvent("click");
  } else {
    const build = p.locator("#actions button", { hasText: /^(Settlement|City|Road)$/ });
    const steal = p.locator("#actions button", { hasText: /^Steal/ });
    const primary = p.locator("#actions button.primary");
    if (await steal.count()) await steal.first().click();
    else if (await build.count()) await build.first().click();
    else if (await primary.count()) { if (keys) await p.locator("body").press("Space"); else await primary.first().click(); }
  }
  await p.waitForTimeout(15);
  return false;
}

async function newTable(p, { people = 1, bots = 3, points = 4 } = {}) {
  await p.goto(server.url);
  await p.fill("#name", "Ann");
  await p.selectOption("#people", String(people));
  await p.selectOption("#bots", String(bots));
  await p.fill("#points", String(points));
  await p.click("#new-table button");
  await p.waitForSelector("#board svg");
}

test("a newcomer reaches a running game in one click", async () => {
  const p = await page(chromium, server.url);
  await p.click("#play-now");
  await p.waitForSelector(".board .legal");
  assert.match(await p.title(), /Your turn/);
  assert.deepEqual(p.problems, []);
});

for (const keys of [false, true]) {
  test(`a person plays three bots to the end by ${keys ? "keyboard" : "clicks"}, then watches the replay`, async () => {
    const p = await page(chromium, server.url);
    await newTable(p);
    let over = false;
    for (let i = 0; i < 6000 && !over; i++) over = await step(p, { keys }).catch(() => false);
    assert.ok(over, await p.textContent("#status"));
    await p.click("#status a");
    await p.waitForSelector("#board svg");
    await p.keyboard.press("End");
    await p.waitForFunction(() => document.querySelector("#move")?.textContent?.includes(" of "));
    assert.deepEqual(p.problems, []);
  });
}

test("two people share a table through a reload and a power cut", async () => {
  const ann = await page(chromium, server.url);
  await newTable(ann, { people: 2, bots: 1, points: 3 });
  const bob = await page(chromium, ann.url());
  bob.on("dialog", (d) => d.accept("Bob"));
  await bob.click("#seats button");
  await bob.waitForFunction(() => document.querySelector(".players")?.textContent?.includes("– you"));
  assert.ok(await seat(bob));
  for (let i = 0; i < 12; i++) { await step(ann); await step(bob); }
  await bob.reload();
  await bob.waitForSelector("#board svg");
  const log = await ann.locator("#log li").count();
  await server.kill();
  server = await server.restart();
  await ann.waitForFunction(() => document.querySelector("#connection")?.textContent === "");
  await ann.waitForFunction((n) => document.querySelectorAll("#log li").length >= n, log);
  let over = false;
  for (let i = 0; i < 6000 && !over; i++) over = (await step(ann).catch(() => false)) || (await step(bob).catch(() => false));
  assert.ok(over, await ann.textContent("#status"));
});

test("the editor draws, breaks, repairs, undoes, draws by seed and plays a map", async () => {
  const p = await page(chromium, `${server.url}/edit`);
  const summary = (words) => p.waitForFunction((w) => document.querySelector("#summary")?.textContent?.includes(w), words);
  await summary("valid");
  const original = await p.inputValue("#text");
  await p.click("[data-brush=mountain]");
  await p.locator(".board [data-hex='12']").dispatchEvent("click");
  await p.waitForFunction((text) => document.querySelector("#text").value !== text, original);
  await p.click("#undo");
  assert.equal(await p.inputValue("#text"), original);
  await p.click("#redo");
  assert.notEqual(await p.inputValue("#text"), original);
  await p.fill("#text", (await p.inputValue("#text")).replace(/^2 4$/m, "4 2"));
  await summary("1 errors");
  assert.match(await p.textContent("#findings"), /min-above-max/);
  await p.click("#undo");
  await summary("valid");
  await p.click("#generate");
  await p.waitForFunction(() => document.querySelector("#score")?.textContent?.includes("of 100"));
  await p.click("#play");
  await p.waitForSelector(".board .legal");
  assert.deepEqual(p.problems, []);
});

test("the lab rolls a script and names its mistakes", async () => {
  const p = await page(chromium, `${server.url}/lab`);
  await p.waitForSelector("#board svg");
  const first = await p.innerHTML("#board");
  await p.click("#next");
  await p.waitForFunction((html) => document.querySelector("#board").innerHTML !== html, first);
  await p.fill("#text", "AREA (nowhere) HAZARDS Brambles");
  await p.waitForFunction(() => document.querySelector("#findings")?.textContent?.includes("error"));
});

test("every page passes axe and fits a phone", async () => {
  const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const path of ["/", "/maps", "/edit", "/lab", "/terra", "/help"]) {
    const p = await page(chromium, server.url + path, { width: 360, height: 640 });
    await p.waitForTimeout(400);
    const wide = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 1, `${path} is ${wide} pixels wider than a phone`);
    await p.evaluate(axe);
    const found = await p.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    const serious = found.violations.filter((v) => v.impact === "serious" || v.impact === "critical");
    assert.deepEqual(serious.map((v) => `${path} ${v.id}: ${v.nodes[0].html}`), []);
  }
});

