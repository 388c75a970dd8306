// Terra Mystica at the table: a whole game by clicks with a reload and a power cut, a phone, watching and walking back.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, playUntil, says, findings, leave } from "./harness.mjs";
import { newTerraTable, playTerra, roundOf, sitDown, terraStep } from "./terra-player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

test("two people and two bots play a whole game by clicks, with a reload and a power cut", { timeout: 600_000 }, async () => {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTerraTable(ann, server.url, { seats: ["me", "open", "random", "random"], factions: ["witches", "nomads", "giants", "random"] });
  const bob = await page(chromium, ann.url());
  await sitDown(bob, "Bob");
  assert.deepEqual(await findings(ann, "terra table"), []);
  let [reloaded, cut, used, round, undone] = [false, false, { ann: 0, bob: 0 }, 0, false];
  let over = false;
  await playUntil(ann, () => over, async () => {
    const now = await roundOf(ann);
    if (now !== round) [round, used] = [now, { ann: 0, bob: 0 }];
    if (round === 2 && !reloaded) { await ann.reload(); await ann.waitForSelector(".mat"); reloaded = true; }
    if (round === 3 && !cut) { await server.kill(); server = await server.restart(); cut = true; await ann.waitForFunction(() => !document.querySelector("#connection")?.textContent); }
    for (const [name, p] of [["ann", ann], ["bob", bob]]) {
      const before = await p.locator("#log li").count();
      over ||= await terraStep(p, { builds: round === 0 ? 1 : 3 - used[name] });
      if ((await p.locator("#log li").count()) > before) used[name]++;
      if (!undone && (await p.locator("#status button").count())) { await p.locator("#status button").click().catch(() => {}); undone = true; }
    }
  }, 500);
  await says(ann, "#status", "won");
  assert.ok(reloaded && cut, "the reload and the power cut came");
  assert.equal(await roundOf(ann), 6);
  const points = (await ann.locator(".mat .points").allTextContents()).map(Number);
  assert.ok(points.length === 4 && points.every((n) => n > 0), `${points}`);
  // the record of the game replays, and the replay page walks through it
  const id = new URL(ann.url()).pathname.split("/").pop();
  const record = await (await fetch(`${server.url}/api/tables/${id}/record`)).text();
  assert.match(record, /terra/);
  await ann.goto(`${server.url}/replay/${id}#12`);
  await ann.waitForSelector("#log .now");
  const before = await ann.textContent("#status");
  await ann.keyboard.press("ArrowRight");
  await ann.waitForFunction((was) => document.querySelector("#status")?.textContent !== was, before);
  assert.deepEqual([...ann.problems, ...bob.problems].filter((problem) => !/Failed to load resource|502|503/.test(problem)), []);
});

test("a table fits a phone and is played by taps; somebody watches", { timeout: 400_000 }, async () => {
  const context = await chromium.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  phone.problems = [];
  phone.on("pageerror", (error) => phone.problems.push(String(error)));
  await newTerraTable(phone, server.url, { seats: ["me", "random", "random"], map: "fire_and_ice", seed: "8" });
  const watcher = await page(chromium, phone.url());
  await says(watcher, "#seats", "watching");
  await playTerra(phone, async () => (await roundOf(phone)) >= 2, { tap: true, builds: 4 });
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  assert.deepEqual(await findings(phone, "terra phone"), []);
  assert.equal(await watcher.locator("#choices button").count(), 0, "who watches can do nothing");
  assert.deepEqual([...phone.problems, ...watcher.problems], []);
  await context.close();
});

test("what is missing is said, and a new table in German words is complete", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTerraTable(p, server.url, { seats: ["me", "random"], seed: "3" });
  await playTerra(p, async () => (await roundOf(p)) >= 1);
  await p.waitForSelector("#choices .power");
  assert.equal(await p.locator("#choices .power .choice").count() >= 6, true);
  // sooner or later something is too dear: it stays, greyed, and says what is missing
  const lacks = () => p.locator("#choices .choice[disabled] .lacks", { hasText: /^missing: \d/ }).count();
  await playTerra(p, lacks);
  await says(p, "#status", "Your turn");
  assert.ok((await p.locator("#board .wanted, #board .can").count()) > 0);
  const german = await (await fetch(`${server.url}/words/terra/de.json`)).json();
  assert.equal(german["page.your-turn"], "Du bist am Zug");
  assert.deepEqual(p.problems, []);
});
