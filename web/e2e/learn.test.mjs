// Coach, tutorial, sounds, the pace of bots, and a game in German.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, playUntil, says, findings, leave } from "./harness.mjs";
import { newTable, press, step } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

test("the coach shows the best three moves with chances, on the board and in a list", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url, { points: 10 });
  await p.waitForSelector(".board .legal");
  await p.keyboard.press("h");
  await p.waitForSelector("#coach li");
  assert.equal(await p.locator("#coach li").count(), 3);
  const chances = (await p.locator("#coach li b").allTextContents()).map((text) => Number(/^([\d.]+) %$/.exec(text)[1]));
  assert.ok(chances.every((c) => c > 0 && c < 100) && chances[0] >= chances[1] && chances[1] >= chances[2], String(chances));
  assert.equal(await p.locator(".advice").count(), 3);
  assert.match(await p.textContent("#coach li"), /Place a settlement · .*pips/);
  assert.deepEqual(await findings(p, "the coach"), []);
  await p.locator("#coach li button").first().click();
  await p.waitForSelector(".pieces .settlement");
  await p.waitForFunction(() => !document.querySelector("#coach li, .advice"));
  // whose turn it is not gets none
  const spectator = await page(chromium, p.url());
  await says(spectator, "#hand", "You are watching");
  await spectator.keyboard.press("h");
  await says(spectator, "#coach", "when it is your turn");
  const stranger = await fetch(`${server.url}/api/tables/${p.url().split("/").pop()}/coach`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token: "0".repeat(32) }) });
  assert.equal(stranger.status, 403);
  assert.deepEqual(p.problems, []);
});

test("the tutorial leads through a game to its end", async () => {
  const p = await page(chromium, `${server.url}/learn`);
  assert.deepEqual(await findings(p, "learn"), []);
  await p.click("#begin");
  await says(p, "#lesson", "Step 1 of 11");
  assert.deepEqual(await findings(p, "the first lesson"), []);
  // every lesson is noted as it comes
  await p.evaluate(() => {
    const [box, note] = [document.querySelector("#lesson"), () => { const title = document.querySelector("#lesson h2").textContent; if (title !== window.lessons.at(-1)) window.lessons.push(title); }];
    window.lessons = [];
    new MutationObserver(note).observe(box, { childList: true });
    note();
  });
  const lesson = () => p.evaluate(() => window.lessons.at(-1));
  let [last, tries] = ["", 0];
  await playUntil(p, async () => (await lesson()) === "You know the game", async () => {
    const now = await lesson();
    [last, tries] = [now, now === last ? tries + 1 : 0];
    // a lesson that waits for cards is skipped after a while, as people do
    const on = tries > 15 && now !== "Win with five points" ? "#lesson button" : "#lesson button.primary";
    if (!(await press(p, on))) await step(p);
  });
  const lessons = await p.evaluate(() => window.lessons);
  assert.deepEqual(lessons.slice(0, 6), ["Welcome to the island", "Place a settlement", "Place a road", "A second settlement and road", "Roll the dice", "Your cards"]);
  assert.deepEqual(await findings(p, "the last lesson"), []);
  assert.deepEqual(p.problems, []);
});

test("sounds are made, and a mute is remembered", async () => {
  const p = await page(chromium, server.url);
  await p.context().addInitScript(() => {
    window.notes = 0;
    for (const make of ["createOscillator", "createBufferSource"]) { const old = AudioContext.prototype[make]; AudioContext.prototype[make] = function () { window.notes++; return old.call(this); }; }
  });
  await newTable(p, server.url, { points: 10 });
  await p.click("#turn");
  await playUntil(p, () => p.evaluate(() => window.notes > 0), () => step(p));
  await p.click("#tool-sound");
  assert.equal(await p.getAttribute("#tool-sound", "aria-pressed"), "true");
  await p.reload();
  await p.waitForSelector("#board svg");
  await p.click("#turn");
  for (let i = 0; i < 30; i++) await step(p).catch(() => false);
  assert.equal(await p.evaluate(() => window.notes), 0);
});

test("bots are shown one move at a time, and skip hurries", async () => {
  const p = await page(chromium, `${server.url}/offline`, { pace: "relaxed" });
  await newTable(p, server.url, { points: 10, bot: "random" });
  await p.waitForSelector(".board .legal");
  await p.evaluate(() => {
    window.lines = [];
    new MutationObserver((all) => { if (all.some((m) => m.addedNodes.length)) window.lines.push(performance.now()); }).observe(document.querySelector("#log"), { childList: true });
  });
  for (const group of ["setup-settlement", "setup-road"]) {
    await p.waitForSelector(`.light[data-group=${group}]`);
    await p.locator(".board .legal").first().dispatchEvent("click");
  }
  // bots that choose by chance have placed long since; the page shows them one after another
  await p.waitForSelector("#tool-skip:visible");
  await p.waitForFunction(() => window.lines.length >= 5);
  const shown = await p.evaluate(() => window.lines);
  // own pieces come at once, each bot's stays a while; timers of a busy page come late, so less than the whole time is asked for
  assert.ok(shown[4] - shown[2] > 1300, `lines came at ${shown}`);
  assert.ok(!(await p.textContent("#status")).startsWith("Your turn"));
  const early = await p.locator("#log li").count();
  await p.click("#tool-skip");
  await says(p, "#status", "Your turn");
  assert.ok((await p.locator("#log li").count()) > early);
  await p.locator("#pace").selectOption("instant");
  assert.equal(await p.evaluate(() => localStorage.getItem("hexwright/pace")), "instant");
  assert.deepEqual(p.problems, []);
});

test("a game in German has no English word", async () => {
  const p = await page(chromium, `${server.url}/offline`, { locale: "de-DE" });
  await newTable(p, server.url, { points: 4 });
  assert.equal(await p.getAttribute("html", "lang"), "de");
  await says(p, "#status", "Du bist dran: setze deine ersten Figuren");
  assert.match(await p.locator(".board .legal").first().getAttribute("aria-label"), /Punkte?.*: .*Siedlung/);
  const english = /\b(the|your|you|turn|card|cards|roll|rolls|needs|wool|wheat|brick|wood|ore|settlement|road|trade|offer|waiting|left)\b/i;
  const said = () => p.evaluate(() => ["#turn", "#hand", "#actions", "#panel", "#log", "#sheet-more", ".tabs", "#players"].map((s) => document.querySelector(s).innerText).join(" "));
  let [over, looks] = [false, 0];
  await playUntil(p, () => over, async () => {
    if (looks++ % 50 === 0) assert.doesNotMatch(await said(), english);
    over = await step(p);
  });
  await says(p, "#end", "Punkte");
  assert.doesNotMatch(await p.locator("#end").innerText(), english);
  await p.keyboard.press("Escape");
  await p.click("#language");
  await p.waitForFunction(() => document.documentElement.lang === "en");
  await says(p, "#status", "won");
  assert.deepEqual(p.problems, []);
});
