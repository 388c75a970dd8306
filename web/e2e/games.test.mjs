// Tables of games without a page of their own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, browser, page, says, serious } from "./harness.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
after(async () => { await chromium?.close(); await server?.stop(); });

test("the toy game is played to its end with buttons alone", async () => {
  const p = await page(chromium, `${server.url}/games`);
  await p.locator("form[data-game=high-card] button").click();
  await p.waitForSelector("#choices button");
  assert.match(await p.textContent("#panels"), /Hand/);
  assert.deepEqual(await serious(p, "toy"), []);
  for (let i = 0; i < 20 && !/won|without a winner/.test(await p.textContent("#status")); i++) {
    await p.waitForSelector("#choices button, #status a");
    const button = p.locator("#choices button").first();
    if (await button.count()) await button.click({ timeout: 2_000 }).catch(() => {});
    await p.waitForTimeout(100);
  }
  assert.match(await p.textContent("#status"), /won|without a winner/);
  await says(p, "#log", "You lay a");
  assert.doesNotMatch(await p.textContent("#log"), /gets a \d/, "the cards of others stay hidden");
  assert.deepEqual(p.problems, []);
});

test("Terra Mystica shows its picture, its choices and its panels", async () => {
  const p = await page(chromium, `${server.url}/games`);
  await p.locator("form[data-game=terra] button").click();
  await p.waitForSelector("#board svg");
  await p.waitForSelector("#panels dl");
  await p.waitForSelector("#choices button", { timeout: 30_000 });
  await p.locator("#choices button").first().click();
  await p.waitForFunction(() => /You /.test(document.querySelector("#log")?.textContent ?? ""));
  assert.deepEqual(p.problems, []);
});
