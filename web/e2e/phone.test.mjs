// The table in a hand, by touch alone: 390×844, everything that matters on one screen.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, playUntil, says, findings, table, leave } from "./harness.mjs";
import { step } from "./player.mjs";

const SIZE = { width: 390, height: 844 };
const PHONE = { size: SIZE, hasTouch: true, isMobile: true };

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

/** The middle of something on the screen. */
const middle = (p, selector) => p.locator(selector).first().evaluate((n) => { const r = n.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; });
const tap = async (p, selector) => p.touchscreen.tap(...(await middle(p, selector)));

/** A table of one person with bots, opened in a phone. */
async function start(points = 10, more = {}) {
  const made = await fetch(`${server.url}/api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: { kind: "catan", map: "base", options: { "victory-points": String(points) }, seed: "5", ...more.game }, seats: [{ kind: "me", name: "Ann" }, { kind: "bot", bot: "greedy" }, { kind: "bot", bot: "greedy" }] }) });
  const { id, token } = await made.json();
  const p = await page(chromium, `${server.url}/help`, { ...PHONE, ...more.page });
  await p.evaluate(([id, token]) => localStorage.setItem(`hexwright/seat/${id}`, token), [id, token]);
  await p.goto(`${server.url}/t/${id}`);
  await p.waitForFunction(() => document.querySelector(".board .legal"));
  return p;
}

test("432 taps 9 pixels off centre all reach the nearest legal place", async () => {
  const p = await start();
  const spots = await p.locator(".board .legal").evaluateAll((nodes) => nodes.map((n) => { const r = n.getBoundingClientRect(); return { place: n.id, x: r.x + r.width / 2, y: r.y + r.height / 2 }; }));
  assert.equal(spots.length, 54);
  let taps = 0;
  for (const { x, y, place } of spots) {
    for (let turn = 0; turn < 8; turn++) {
      const [tx, ty] = [x + 9 * Math.cos((turn * Math.PI) / 4), y + 9 * Math.sin((turn * Math.PI) / 4)];
      const nearest = spots.reduce((best, s) => (Math.hypot(s.x - tx, s.y - ty) < Math.hypot(best.x - tx, best.y - ty) ? s : best));
      assert.equal(nearest.place, place);
      await p.touchscreen.tap(tx, ty);
      taps++;
      // it is put away at once, so that the next tap is a first one
      const chosen = await p.evaluate(() => {
        const box = document.querySelector(".light.chosen .dot")?.getBoundingClientRect();
        document.querySelector("#confirm-no").click();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
      });
      assert.ok(chosen && Math.hypot(chosen[0] - x, chosen[1] - y) < 2, `tap ${taps} at ${place}: ${chosen}`);
    }
  }
  assert.equal(taps, 432);
  // a second tap does it
  const { x, y } = spots[20];
  await p.touchscreen.tap(x + 5, y);
  assert.match(await p.textContent("#confirm-text"), /^Place a settlement · .*pips/);
  assert.equal(await p.locator(".pieces .settlement").count(), 0);
  await p.touchscreen.tap(x + 5, y);
  await p.waitForSelector(".pieces .settlement");
  assert.deepEqual(p.problems, []);
});

test("a whole game by touch; board, status, hand and actions stay on the screen", async () => {
  const p = await start(4);
  let [over, looks] = [false, 0];
  await playUntil(p, () => over, async () => {
    over = await step(p, { touch: true });
    if (looks++ % 40) return;
    const out = await p.evaluate(() => ["#turn", "#board", "#hand", "#actions", ".tabs", "#players"].filter((s) => { const r = document.querySelector(s).getBoundingClientRect(); return r.top < 0 || r.bottom > innerHeight + 1 || r.left < 0 || r.right > innerWidth + 1 || r.height < 20; }));
    assert.deepEqual(out, []);
    assert.ok((await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "the page scrolls sideways");
  });
  assert.deepEqual(p.problems, []);
});

test("log, chat and trade are sheets from below, and targets are large enough", async () => {
  const p = await start();
  for (const name of ["log", "chat", "trade", "more"]) {
    const box = () => p.locator(`#sheet-${name}`).evaluate((n) => ({ seen: getComputedStyle(n).visibility, top: n.getBoundingClientRect().top, bottom: n.getBoundingClientRect().bottom }));
    assert.equal((await box()).seen, "hidden");
    await tap(p, `#tab-${name}`);
    await p.waitForFunction((name) => { const n = document.querySelector(`#sheet-${name}`); return getComputedStyle(n).visibility === "visible" && n.getAnimations().length === 0 && n.getBoundingClientRect().bottom <= innerHeight; }, name);
    assert.equal(await p.getAttribute(`#tab-${name}`, "aria-expanded"), "true");
    assert.deepEqual(await findings(p, `the sheet ${name}`), []);
  }
  await tap(p, "#tab-more");
  await p.waitForFunction(() => [...document.querySelectorAll(".sheet")].every((n) => getComputedStyle(n).visibility === "hidden"));
  const small = await p.evaluate(() => [...document.querySelectorAll("button, select, input, a")].filter((n) => n.checkVisibility({ visibilityProperty: true })).map((n) => [n.id || n.textContent, n.getBoundingClientRect()]).filter(([, r]) => r.width && (r.width < 24 || r.height < 24)).map(([name, r]) => `${name} ${r.width}×${r.height}`));
  assert.deepEqual(small, []);
  assert.deepEqual(await findings(p, "a phone"), []);
  assert.deepEqual(p.problems, []);
});

test("two fingers come closer and a button shows the whole board again", async () => {
  const p = await start();
  const client = await p.context().newCDPSession(p);
  const width = () => p.evaluate(() => document.querySelector("#board svg").viewBox.baseVal.width);
  const before = await width();
  const [x, y] = await middle(p, "#board");
  const fingers = (d) => [{ x: x - d, y, id: 0 }, { x: x + d, y, id: 1 }];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(30) });
  for (let d = 40; d <= 90; d += 10) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(d) });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const close = await width();
  assert.ok(close < before / 2, `${before} became ${close}`);
  // one finger moves it
  const left = () => p.evaluate(() => document.querySelector("#board svg").viewBox.baseVal.x);
  const was = await left();
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y, id: 0 }] });
  for (let d = 10; d <= 60; d += 10) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + d, y, id: 0 }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.ok((await left()) < was, "the board did not follow the finger");
  assert.equal(await p.locator("#confirm:not([hidden])").count(), 0, "a drag is no tap");
  // a finger that has just dragged does not tap at once
  await playUntil(p, async () => Math.abs((await width()) - before) < 1, () => tap(p, "#tool-whole"));
  assert.deepEqual([await p.evaluate(() => visualViewport.scale), Math.round(await width())], [1, Math.round(before)]);
  assert.deepEqual(p.problems, []);
});

test("where places lie close together the first tap comes closer", async () => {
  const p = await start(10, { page: { size: { width: 260, height: 420 } } });
  const apart = await p.evaluate(() => { const at = [...document.querySelectorAll(".board .legal")].map((n) => { const r = n.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }); return Math.min(...at.slice(1).map(([x, y]) => Math.hypot(x - at[0][0], y - at[0][1]))); });
  assert.ok(apart < 24, `places are ${apart} apart`);
  await tap(p, ".board .legal >> nth=20");
  await p.waitForSelector(".board.zoomed");
  assert.equal(await p.locator(".light.chosen").count(), 0);
  await p.locator(".board .legal >> nth=20").evaluate(() => 0);
  await tap(p, ".board .legal >> nth=20");
  assert.equal(await p.locator(".light.chosen").count(), 1);
});

test("a spectator's phone shows the table and scrolls nowhere sideways", async () => {
  const bot = { kind: "bot", bot: "greedy" };
  const id = await table(server.url, {}, [bot, bot, bot, bot]);
  const p = await page(chromium, `${server.url}/t/${id}`, PHONE);
  await says(p, "#hand", "You are watching");
  assert.ok((await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(await findings(p, "a spectator"), []);
});
