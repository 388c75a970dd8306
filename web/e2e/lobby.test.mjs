// Before and after the game: home, names, my games, leaving, the end, a rematch, replays, no network.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, ended, finished, page, playUntil, says, findings, table, leave } from "./harness.mjs";
import { newTable, playTo, sit, step, steps } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

/** Two people at one table of their own; the second came by the link. */
async function two(points = 3, bots = 0) {
  const ann = await page(chromium, server.url);
  await newTable(ann, server.url, { people: 2, bots, points, name: "Ann" });
  const bob = await page(chromium, ann.url());
  await bob.waitForSelector("#seats button");
  await sit(bob, "Bob");
  return [ann, bob];
}
/** Plays a page until its game is over. */
const playOn = (p) => playUntil(p, () => p.locator("#end").count(), async () => { await step(p); });

test("the home page lives, and a name is friendly, kept and never “You”", async () => {
  const p = await page(chromium, server.url);
  await p.waitForFunction(() => document.querySelectorAll("#living .pieces use").length > 8);
  const pieces = await p.locator("#living .pieces use").count();
  await p.waitForFunction((n) => document.querySelectorAll("#living .pieces use").length !== n, pieces);
  const name = await p.inputValue("#name");
  assert.match(name, /^\w+ \w+$/);
  await p.click("#another-name");
  const other = await p.inputValue("#name");
  await p.reload();
  assert.equal(await p.inputValue("#name"), other);
  await p.fill("#name", "Zoë");
  await p.click("#play-now");
  await says(p, "#players", "Zoë");
  assert.deepEqual(p.problems, []);
});

test("the form knows the map", async () => {
  const p = await page(chromium, server.url);
  await says(p, "#map-facts", "2 to 4 players, 10 points");
  assert.ok(await p.locator("#people option", { hasText: "5" }).isDisabled());
  await p.selectOption("#map", "expansion-5-6.catan");
  await says(p, "#seats-note", "build between turns");
  assert.ok(await p.locator("#people option", { hasText: "5" }).isEnabled());
  await p.selectOption("#map", "base.catan");
  await says(p, "#seats-note", "1 person and");
  assert.match(await p.getAttribute("#points", "placeholder"), /^10/);
  assert.deepEqual(p.problems, []);
});

test("a public table is in the live lobby with Join, a private one is not; my games go to another device", async () => {
  const lobby = await page(chromium, server.url);
  const ann = await page(chromium, server.url);
  await newTable(ann, server.url, { people: 2, bots: 1, name: "Ann" });
  const id = ann.url().split("/").at(-1);
  // it appears by itself
  await lobby.waitForSelector(`#running [data-table="${id}"] a.primary`);
  assert.equal(await lobby.textContent(`#running [data-table="${id}"] a`), "Join");
  await ann.goto(server.url);
  await ann.check("#private");
  await ann.click("#new-table button[type=submit]");
  await ann.waitForSelector("#board svg");
  const secret = ann.url().split("/").at(-1);
  await ann.goto(server.url);
  await ann.waitForSelector(`#my-games [data-table="${secret}"]`);
  await lobby.reload();
  await lobby.waitForSelector(`#running [data-table="${id}"]`);
  assert.equal(await lobby.locator(`[data-table="${secret}"]`).count(), 0);
  // the link of my games gives another browser the same seats
  await ann.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
  await ann.click("#carry");
  await ann.waitForFunction(() => window.copied);
  const link = await ann.evaluate(() => window.copied);
  const phone = await page(chromium, link, { size: { width: 390, height: 844 } });
  await phone.waitForSelector(`#my-games [data-table="${secret}"]`);
  assert.ok(!phone.url().includes("games="), "secrets do not stay in the address");
  await phone.click(`#my-games [data-table="${secret}"] a`);
  await phone.waitForSelector(".board .legal");
  for (const p of [lobby, ann, phone]) assert.deepEqual(p.problems, []);
});

test("a guest whose host leaves finishes the game, sees its end and gets a rematch", async () => {
  const [ann, bob] = await two(3);
  await ann.locator("#leaving button").first().click();
  await ann.locator("dialog[open] button", { hasText: "Give up" }).click();
  await says(bob, "#leaving", "Ann has given up");
  assert.deepEqual(await findings(bob, "a table whose host has left"), []);
  await playOn(bob);
  await bob.waitForSelector("#end figure table");
  assert.match(await bob.textContent("#end-title"), /wins? with \d+ points/);
  for (const words of ["Where the points came from", "Luck with the dice", "Dice", "Cards left at the end"]) await says(bob, "#end", words);
  assert.deepEqual(await findings(bob, "the end of a game"), []);
  await bob.locator("#end button", { hasText: /^Rematch$/ }).click();
  await bob.waitForURL((url) => !url.href.includes(ann.url().split("/").at(-1)));
  await bob.waitForSelector("#board svg");
  await says(bob, "#players", "Bob");
  for (const p of [ann, bob]) assert.deepEqual(p.problems, []);
});

test("a bot plays for somebody until they are back, and both end the game by vote", async () => {
  const [ann, bob] = await two(10);
  await ann.locator("#leaving button").first().click();
  assert.deepEqual(await findings(ann, "the dialog to leave"), []);
  await ann.locator("dialog[open] button", { hasText: "Let a bot play" }).click();
  await says(ann, "#leaving", "A bot plays for you");
  await says(bob, "#players", "bot");
  await ann.locator("#leaving button", { hasText: "Take my seat back" }).click();
  await ann.waitForFunction(() => !document.querySelector("#leaving")?.textContent?.includes("A bot plays"));
  await ann.locator("#leaving button").first().click();
  await ann.locator("dialog[open] button", { hasText: "Ask to end" }).click();
  await says(bob, "#leaving", "1 of 2");
  await bob.locator("#leaving button", { hasText: "Agree" }).click();
  for (const p of [ann, bob]) await says(p, "#end-title", "The players ended the game");
  // both are led to the same rematch, with their own seats
  await ann.locator("#end button", { hasText: "same board" }).click();
  await bob.locator("#end button", { hasText: "Join the rematch" }).click();
  await ann.waitForURL((url) => url.href !== bob.url() || true);
  await bob.waitForFunction((path) => location.pathname === path, new URL(ann.url()).pathname);
  for (const p of [ann, bob]) { await p.waitForSelector("#board svg"); assert.deepEqual(p.problems, []); }
  await says(bob, "#players", "Ann");
});

test("a replay shows every hand, plays by itself and lights the changed piece alone", async () => {
  const id = await finished(server.url, { "victory-points": "4" });
  const p = await page(chromium, `${server.url}/replay/${id}#30`);
  await says(p, "#move", "move 30 of");
  assert.equal(await p.locator("#hands .open-hand").count(), 5, "the bank and four seats");
  assert.ok(await p.locator("#hands .goods").count() > 0, "cards are open");
  await p.evaluate(() => { location.hash = "#2"; });
  await says(p, "#move", "move 2 of");
  assert.ok(await p.locator(".pieces .last").count() <= 1);
  await p.selectOption("#speed", "160");
  await p.click("#autoplay");
  await p.waitForFunction(() => Number(document.querySelector("#slider").value) >= 6);
  await p.click("#autoplay");
  const at = await p.inputValue("#slider");
  await p.waitForTimeout(700);
  assert.equal(await p.inputValue("#slider"), at, "paused");
  assert.deepEqual(await findings(p, "a replay with hands"), []);
  assert.deepEqual(p.problems, []);
});

test("other moves are tried from a replay, each with its chance to win", async () => {
  const id = await finished(server.url, { "victory-points": "4" });
  const p = await page(chromium, `${server.url}/replay/${id}#3`);
  await says(p, "#move", "move 3 of");
  await p.click("#try");
  await p.waitForSelector("#tried li");
  const chances = (await p.locator("#tried li b").allTextContents()).map((text) => Number(/^([\d.]+) %$/.exec(text)[1]));
  assert.ok(chances.length >= 3 && chances.every((c, i) => c >= 0 && c <= 100 && (i === 0 || chances[i - 1] >= c)), String(chances));
  assert.equal(await p.locator(".board .legal").count(), chances.length, "each place of the setup is a move");
  assert.deepEqual(await findings(p, "the analysis board"), []);
  const [before, move] = [await p.locator(".pieces use").count(), await p.textContent("#move")];
  assert.match(move, /tried from move 3/);
  await p.locator(".board .legal").nth(2).dispatchEvent("click");
  await p.waitForFunction((n) => document.querySelectorAll(".pieces use").length === n + 1, before);
  await p.locator("#tried button", { hasText: "Take back" }).click();
  await p.waitForFunction((n) => document.querySelectorAll(".pieces use").length === n, before);
  await p.locator("#tried button", { hasText: "Back to the game" }).click();
  await says(p, "#move", "move 3 of");
  assert.equal(await p.locator(".board .legal").count(), 0);
  // what is not legal is refused in words
  const refused = await fetch(`${server.url}/api/tables/${id}/explore`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ moves: 3, then: ["fly to the moon"] }) });
  assert.equal(refused.status, 400);
  assert.ok((await refused.json()).error.length > 5);
  assert.deepEqual(p.problems, []);
});

test("a game without a page of its own has a replay too", async () => {
  const bot = { kind: "bot", bot: "random" };
  const made = await fetch(`${server.url}/api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: { kind: "high-card" }, seats: [bot, bot] }) });
  const { id } = await made.json();
  await ended(server.url, id);
  const p = await page(chromium, `${server.url}/replay/${id}#1`);
  await says(p, "#move", "move 1 of");
  assert.ok(await p.locator("#hands .open-hand").count() >= 2);
  assert.deepEqual(p.problems, []);
});

test("an address that leads nowhere helps on, and without a network a page says so", async () => {
  const p = await page(chromium, `${server.url}/t/nowhere`);
  await says(p, "main", "There is no such table");
  assert.equal(await p.locator("main a.button").count(), 6);
  const q = await page(chromium, server.url);
  await q.evaluate(() => navigator.serviceWorker.ready);
  await q.waitForFunction(() => navigator.serviceWorker.controller);
  await q.context().setOffline(true);
  await q.goto(`${server.url}/maps`).catch(() => {});
  await says(q, "main", "You are offline");
  await q.context().setOffline(false);
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  for (const { src } of manifest.icons) assert.equal((await fetch(server.url + src)).headers.get("content-type"), "image/png");
});

test("whoever looks at another page is told when it is their turn", async () => {
  const ann = await page(chromium, `${server.url}/offline`, { permissions: ["notifications"] });
  await newTable(ann, server.url, { people: 2, bots: 0 });
  await ann.evaluate(() => navigator.serviceWorker.ready);
  const bob = await page(chromium, ann.url());
  await sit(bob, "Bob");
  const notices = () => ann.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data })));
  await playTo(ann, "place");
  // she looks at something else from now on, and is not told what is her turn already
  await ann.evaluate(() => { Object.defineProperty(document, "hidden", { value: true, configurable: true }); });
  assert.deepEqual(await notices(), []);
  await playUntil(bob, async () => (await notices()).length > 0, () => steps([ann, bob]));
  const [notice] = await notices();
  assert.deepEqual(notice, { title: "It is your turn", body: await ann.evaluate(() => document.body.dataset.title), tag: new URL(ann.url()).pathname, data: ann.url() });
  for (const p of [ann, bob]) assert.deepEqual(p.problems, []);
});

test("everything before and after a game is there in German", async () => {
  const context = await chromium.newContext({ locale: "de-DE" });
  const p = await context.newPage();
  await p.goto(server.url);
  await says(p, "h1", "Besiedle eine Insel");
  // two seats for people keep the table in the list
  const id = await table(server.url, {}, [{ kind: "open" }, { kind: "open" }]);
  await p.waitForSelector(`[data-table="${id}"]`);
  await says(p, `[data-table="${id}"]`, "Mitspielen");
  await p.goto(`${server.url}/nowhere`);
  await says(p, "h1", "Hier ist nichts");
  // titles of maps, names of bots and messages of the linters aside, no page has an English word
  for (const path of ["/help", "/lab", "/terra", "/terra/new", "/learn", "/games", "/maps"]) {
    await p.goto(server.url + path);
    if (path === "/lab") await p.waitForSelector("[data-brush]");
    const said = await p.evaluate(() => [...document.querySelectorAll("main :is(h1, label, legend, button, p, dd, summary)")].filter((n) => !n.closest(".findings")).map((n) => [...n.childNodes].filter((c) => c.nodeType === 3).map((c) => c.data).join(" ")).join(" "));
    assert.doesNotMatch(said, /\b(the|you|your|and|seed|board|attacker|random|seat|who|find|save|play|click|undo)\b/i, path);
  }
  await context.close();
});
