// Coming back to a table: what was said, a line nobody heard, a seat or a table the server does not know any more.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, says, findings, leave } from "./harness.mjs";
import { newTable, sit } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

const lines = (p) => p.locator("#chat li").evaluateAll((all) => all.map((line) => line.querySelector("b").textContent + line.querySelector(".grow").textContent));
const heard = (p, n) => p.waitForFunction((count) => document.querySelectorAll("#chat li").length >= count, n);
async function say(p, text) {
  const n = await p.locator("#chat li").count();
  await p.fill("#chat-text", text);
  await p.press("#chat-text", "Enter");
  await heard(p, n + 1);
}
const connected = (p) => p.waitForFunction(() => document.querySelector("#connection").textContent === "" && !document.querySelector("#status").textContent.startsWith("Connecting"));

test("what was said is there again after a reload and after the server was down, and what is typed meanwhile is kept", async () => {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTable(ann, server.url, { people: 2, bots: 0, name: "Ann" });
  const bob = await page(chromium, ann.url());
  await sit(bob, "Bob");
  const watcher = await page(chromium, ann.url());
  await connected(watcher);
  await says(ann, "#players", "Bob");
  await say(ann, "hello");
  await heard(watcher, 1);
  await say(watcher, "good luck");
  await heard(bob, 2);
  await say(bob, "thanks");
  const all = ["Ann:hello", "a spectator:good luck", "Bob:thanks"];
  for (const p of [ann, watcher]) {
    await p.reload();
    await heard(p, 3);
    assert.deepEqual(await lines(p), all);
  }
  // whoever comes later reads it too, and mutes whom they like
  const late = await page(chromium, ann.url());
  await heard(late, 3);
  assert.deepEqual(await lines(late), all);
  assert.equal(await late.locator("#chat button").count(), 3);
  assert.equal(await ann.locator("#chat button").count(), 2, "nobody mutes oneself");

  await server.kill();
  await says(ann, "#connection", "connection lost");
  await ann.fill("#chat-text", "is anybody there?");
  await ann.press("#chat-text", "Enter");
  await says(ann, ".toast", "not connected");
  assert.equal(await ann.inputValue("#chat-text"), "is anybody there?");
  server = await server.restart();
  await connected(ann);
  await connected(bob);
  assert.equal(await ann.inputValue("#chat-text"), "is anybody there?");
  await ann.reload();
  await heard(ann, 3);
  assert.equal(await ann.inputValue("#chat-text"), "is anybody there?");
  await ann.press("#chat-text", "Enter");
  await heard(ann, 4);
  await heard(bob, 4);
  // who did not reload shows nothing twice
  for (const p of [ann, bob]) assert.deepEqual(await lines(p), [...all, "Ann:is anybody there?"]);
  assert.equal(await ann.inputValue("#chat-text"), "");
  for (const p of [ann, bob, watcher, late]) { assert.deepEqual(p.problems, []); await p.context().close(); }
});

for (const stored of [false, true]) {
  test(`a line under way when the connection breaks ${stored ? "is not said twice" : "comes back into the box"}`, async () => {
    const ann = await page(chromium, server.url);
    let broken = false;
    await ann.routeWebSocket(/\/socket$/, (ws) => {
      const behind = ws.connectToServer();
      // either what is said never arrives, or its echo never does
      const breaks = (message, kind) => { if (broken || !String(message).includes(`"type":"${kind}"`)) return false; broken = true; ws.close(); return true; };
      ws.onMessage((message) => { if (stored || !breaks(message, "chat")) behind.send(message); });
      behind.onMessage((message) => { if (!stored || !breaks(message, "chat")) ws.send(message); });
    });
    await newTable(ann, server.url, { people: 2, bots: 0, name: "Ann" });
    await connected(ann);
    await ann.fill("#chat-text", "hello?");
    await ann.press("#chat-text", "Enter");
    if (stored) {
      await heard(ann, 1);
      assert.equal(await ann.inputValue("#chat-text"), "");
    } else {
      await ann.waitForFunction(() => document.querySelector("#chat-text").value === "hello?");
      await connected(ann);
      await ann.press("#chat-text", "Enter");
      await heard(ann, 1);
    }
    assert.deepEqual(await lines(ann), ["Ann:hello?"]);
    assert.deepEqual(ann.problems, []);
  });
}

test("a seat the server does not know is said, its secret is kept, and one can sit down anew", async () => {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTable(ann, server.url, { people: 2, bots: 0, name: "Ann" });
  const key = `hexwright/seat/${ann.url().split("/").at(-1)}`;
  const own = await ann.evaluate((k) => localStorage.getItem(k), key);
  await ann.evaluate((k) => localStorage.setItem(k, "0".repeat(32)), key);
  let sockets = 0;
  ann.on("websocket", () => sockets++);
  await ann.reload();
  await says(ann, "#notice", "does not know the seat this browser had");
  await says(ann, "#hand", "You are watching");
  assert.equal(await ann.locator(".toast").count(), 0, "one sentence is enough");
  assert.equal(sockets, 2, "once in vain, once to watch");
  assert.deepEqual(await findings(ann, "a seat that is not known"), []);
  assert.equal(await ann.evaluate((k) => localStorage.getItem(k), key), "0".repeat(32), "the secret is kept");
  await ann.locator("#notice button", { hasText: "Watch" }).click();
  assert.equal(await ann.locator("#notice .card").count(), 0);
  // the right server answers again: asked now and then, it knows the seat
  await ann.evaluate(([k, secret]) => localStorage.setItem(k, secret), [key, own]);
  await ann.waitForFunction(() => !document.querySelector("#hand").textContent.includes("You are watching"));
  await ann.evaluate((k) => localStorage.setItem(k, "0".repeat(32)), key);
  await ann.reload();
  await says(ann, "#hand", "You are watching");
  await sit(ann, "Ann again");
  assert.match(await ann.textContent("#players"), /Ann again/);
  assert.deepEqual(ann.problems, []);
});

test("a move whose answer is lost is sent again and made once", async () => {
  const ann = await page(chromium, server.url);
  let [begun, broken] = [false, false];
  await ann.routeWebSocket(/\/socket$/, (ws) => {
    const behind = ws.connectToServer();
    ws.onMessage((message) => behind.send(message));
    behind.onMessage((message) => { if (begun && !broken && String(message).includes('"answers":')) { broken = true; ws.close(); } else ws.send(message); });
  });
  await newTable(ann, server.url, { people: 1, bots: 1, name: "Ann" });
  await ann.waitForSelector("#board svg");
  await connected(ann);
  begun = true;
  await ann.locator(".board .legal").first().click();
  await ann.waitForSelector(".pieces [data-settlement]");
  await connected(ann);
  assert.ok(broken, "the answer was lost");
  assert.equal(await ann.locator(".pieces [data-settlement]").count(), 1);
  assert.equal(await ann.locator(".toast", { hasNotText: /dice/i }).count(), 0, "nothing is refused");
  assert.deepEqual(ann.problems, []);
});

test("while the server cannot save the page says so", async () => {
  const ann = await page(chromium, server.url);
  let tell;
  await ann.routeWebSocket(/\/socket$/, (ws) => {
    const behind = ws.connectToServer();
    ws.onMessage((message) => behind.send(message));
    behind.onMessage((message) => ws.send(message));
    tell = (works) => ws.send(JSON.stringify({ type: "saving", works }));
  });
  await newTable(ann, server.url, { people: 2, bots: 0, name: "Ann" });
  await connected(ann);
  tell(false);
  await says(ann, "#connection", "cannot save at the moment");
  tell(true);
  await ann.waitForFunction(() => document.querySelector("#connection").textContent === "");
  assert.deepEqual(ann.problems, []);
});

test("a table that is gone is said, and nobody knocks for ever", async () => {
  const lost = await Server.start();
  const ann = await page(chromium, lost.url);
  await newTable(ann, lost.url, { people: 2, bots: 0, name: "Ann" });
  await connected(ann);
  const editor = await page(chromium, `${lost.url}/edit`);
  await says(editor, "#summary", "valid");
  await lost.kill();
  await says(ann, "#connection", "connection lost");
  await editor.click("#generate");
  await says(editor, ".toast", "the server does not answer");
  for (const end of ["", "-wal", "-shm"]) rmSync(`${lost.folder}/games.db${end}`, { force: true });
  const anew = await lost.restart();
  try {
    await says(ann, "#notice", "does not know this table any more");
    await says(ann, "#status", "no longer on the server");
    assert.equal(await ann.textContent("#connection"), "");
    await ann.fill("#chat-text", "hello?");
    await ann.press("#chat-text", "Enter");
    await says(ann, ".toast", "no longer here");
    assert.equal(await ann.inputValue("#chat-text"), "hello?");
    await ann.locator("#notice a").click();
    await ann.waitForSelector("#new-table");
    assert.deepEqual(ann.problems.filter((m) => !m.includes("status of 404")), []);
  } finally { await anew.stop(); }
});
