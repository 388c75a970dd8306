// Terra Mystica at the table, what surrounds a game: factions sold at an auction, games over days, leaving, the end and its analysis.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, findings, goOn, leave, page, says } from "./harness.mjs";
import { newTerraTable, roundOf, sitDown, terraStep } from "./terra-player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

/** Plays on the pages until a condition holds, or fails after a while. */
async function until(pages, holds, about, how = {}) {
  for (const end = Date.now() + 240_000; !(await holds());) {
    assert.ok(Date.now() < end, about);
    for (const p of pages) await terraStep(p, { builds: 0, ...how });
  }
}

/** Bids for a faction: the points are chosen from the list, then the button is clicked. @param {import("playwright-core").Page} p */
async function bid(p, faction, points) {
  await says(p, "#status", "Your turn");
  const lot = p.locator(".lot", { has: p.locator("b", { hasText: faction }) });
  await lot.locator("select").selectOption({ label: String(points) });
  await lot.locator("button").click();
}

test("factions are sold at an auction: two people bid by clicks, and the game begins", async () => {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTerraTable(ann, server.url, { seats: ["me", "open"], factions: ["witches", "giants"], how: "auction," });
  const bob = await page(chromium, ann.url());
  await sitDown(bob, "Bob");
  /** What both pages say of a faction. */
  const stands = (faction, words) => Promise.all([ann, bob].map((p) => p.waitForFunction(([faction, words]) => [...document.querySelectorAll(".lot")].some((lot) => lot.querySelector("b")?.textContent === faction && lot.querySelector("small")?.textContent?.includes(words)), [faction, words])));
  await stands("Witches", "no bid");
  assert.deepEqual(await findings(ann, "terra auction"), []);
  // what is chosen stays chosen while the page is drawn again, and is what is bid
  await ann.locator(".lot", { hasText: "Witches" }).locator("select").selectOption({ label: "7" });
  await bob.fill("#chat-text", "Take the Giants!");
  await bob.keyboard.press("Enter");
  await bob.reload();
  await says(ann, "#chat", "Take the Giants!");
  await bid(ann, "Witches", 7);
  await stands("Witches", "7");
  await bid(bob, "Witches", 9); // more than the other
  await stands("Witches", "9");
  assert.equal(await ann.locator(".lot", { hasText: "Witches" }).locator("option").first().textContent(), "10", "the next bid is higher");
  await ann.locator(".lot", { hasText: "Witches" }).locator("select").selectOption({ label: "12" });
  await bid(ann, "Giants", 3);
  // every seat holds a faction: both pay, and the Giants and Witches place their first dwellings
  for (const p of [ann, bob]) await p.waitForFunction(() => !document.querySelector(".lot") && document.querySelectorAll(".mat .bowls").length === 2);
  assert.deepEqual(await ann.locator(".mat .points").allTextContents(), ["37", "31"]);
  await until([ann, bob], async () => (await roundOf(ann)) >= 1, "round 1 comes", { builds: 1 });
  assert.deepEqual([...ann.problems, ...bob.problems], []);
});

test("a game over days: the home page says whose turn it is, and tells a person who looks at something else", async () => {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTerraTable(ann, server.url, { seats: ["me", "open"], factions: ["witches", "giants"] });
  const id = ann.url().split("/").at(-1);
  const bob = await page(chromium, ann.url());
  await sitDown(bob, "Ann"); // another person of that name
  await bob.waitForSelector(".mat");
  // both go away; nobody has a clock
  await bob.context().grantPermissions(["notifications"]);
  await bob.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await bob.goto(server.url);
  await ann.goto(server.url);
  await says(ann, `#my-games [data-table="${id}"]`, "your turn");
  await says(bob, `#my-games [data-table="${id}"]`, "waits for Ann");
  assert.match(await ann.title(), /^● It is your turn \(1\)/);
  await ann.click(`#my-games [data-table="${id}"] a`);
  await ann.waitForSelector(".mat");
  const built = async () => /build/.test((await ann.textContent("#log")) ?? "");
  await until([ann], built, "the first dwelling is placed", { builds: 1 });
  // the other page hears of it by itself
  await says(bob, `#my-games [data-table="${id}"]`, "your turn");
  const notices = () => bob.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, data }) => [title, data]));
  await goOn(async () => (await notices()).length > 0, () => bob.waitForTimeout(50), () => "no notice came", 30);
  assert.deepEqual(await notices(), [["It is your turn", `${server.url}/t/${id}`]]);
  assert.deepEqual([...ann.problems, ...bob.problems], []);
});

test("a whole game by taps on a phone: somebody leaves, comes back, and the end is analysed", { timeout: 400_000 }, async () => {
  const ann = await page(chromium, `${server.url}/terra/new`, { size: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await ann.locator('fieldset[data-seat="2"] [name=who]').selectOption("random");
  for (const n of [3, 4, 5]) await ann.locator(`fieldset[data-seat="${n}"] [name=who]`).selectOption("");
  await ann.fill("#seed", "4");
  await ann.click("#new button[type=submit]");
  await ann.waitForSelector(".mat");
  await until([ann], async () => (await roundOf(ann)) >= 1, "round 1 comes", { tap: true, builds: 1 });
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
