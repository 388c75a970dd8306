// Tables of games without a page of their own.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, playUntil, says, findings, leave } from "./harness.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

test("the toy game is played to its end with buttons alone", async () => {
  const p = await page(chromium, `${server.url}/games`);
  await p.locator("form[data-game=high-card] button").click();
  await p.waitForSelector("#choices button");
  assert.match(await p.textContent("#panels"), /Hand/);
  assert.deepEqual(await findings(p, "toy"), []);
  await playUntil(p, async () => /won|without a winner/.test(await p.textContent("#status")), () => p.locator("#choices button").first().click({ timeout: 1_000 }));
  await says(p, "#log", "You lay a");
  assert.doesNotMatch(await p.textContent("#log"), /gets a \d/, "the cards of others stay hidden");
  assert.deepEqual(p.problems, []);
});
