// Terra Mystica at the table, what surrounds a game: factions sold at an auction, a timer, leaving, the end and its analysis.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, browser, page, says, findings } from "./harness.mjs";
import { sitDown, terraStep } from "./terra-player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
after(async () => { await chromium?.close(); await server?.stop(); });

/** Plays on the pages until a condition holds, or fails after a while. */
async function until(pages, holds, about, how = {}) {
  for (const end = Date.now() + 240_000; !(await holds());) {
    assert.ok(Date.now() < end, about);
    for (const p of pages) await terraStep(p, { builds: 0, ...how });
  }
}

test("a whole game by taps on a phone: somebody leaves, comes back, and the end is analysed", { timeout: 400_000 }, async () => {
  const ann = await page(chromium, `${server.url}/terra/new`, { size: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await ann.locator('fieldset[data-seat="2"] [name=who]').selectOption("random");
  for (const n of [3, 4, 5]) await ann.locator(`fieldset[data-seat="${n}"] [name=who]`).selectOption("");
  await ann.fill("#seed", "4");
  await ann.click("#new button[type=submit]");
  await ann.waitForSelector(".mat");
  await until([ann], async () => /Round 1/.test((await ann.textContent("#round")) ?? ""), "round 1 comes", { tap: true, builds: 1 });
  // a bot takes over, and the person comes back
  await ann.locator("#leaving button").click();
  await ann.locator("dialog .leave-choice button").first().click();
  await says(ann, "#leaving", "bot");
  await ann.locator("#leaving button.primary").dispatchEvent("click"); // the bot's moves shift the page under a finger
  await ann.waitForFunction(() => !document.querySelector("#leaving button.primary"));
  // the rest is passed through
  await until([ann], async () => /won/.test((await ann.textContent("#status")) ?? ""), "the game ends", { tap: true });
  assert.match((await ann.textContent("#round")) ?? "", /6/);
  await ann.waitForSelector("dialog.end[open]");
  assert.equal(await ann.locator("dialog.end .standing li").count(), 2);
  await ann.locator("dialog.end a", { hasText: "Analyse" }).click();
  await ann.waitForSelector("#curve svg", { timeout: 90_000 });
  await ann.waitForSelector("#decisions li");
  const at = await ann.textContent("#status");
  await ann.locator("#decisions a").first().click();
  await ann.waitForFunction((was) => document.querySelector("#status")?.textContent !== was, at);
  const wide = await ann.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  assert.deepEqual(await findings(ann, "terra analysis"), []);
  assert.deepEqual(ann.problems, []);
});
