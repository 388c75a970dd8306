// Dice that browsers and the server choose together, and the page that checks them.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, findings, finished, leave, page, says } from "./harness.mjs";
import { newTable, sit } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

const record = async (id) => (await fetch(`${server.url}/api/tables/${id}/record`)).text();
/** Ends the game of a table by the votes of these pages. */
async function end(id, pages) {
  for (const p of pages) {
    const token = await p.evaluate((id) => localStorage.getItem(`hexwright/seat/${id}`), id);
    await fetch(`${server.url}/api/tables/${id}/vote`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token, motion: { kind: "end" } }) });
  }
}

test("a person and bots: no click more than before, and the page says who chose the dice", async () => {
  const p = await page(chromium, server.url);
  await newTable(p, server.url, { people: 1, bots: 2, name: "Ann" });
  await says(p, ".toast", "your browser and the server chose them together");
  await p.waitForSelector(".board .legal");
  const id = p.url().split("/").at(-1);
  await p.goto(`${server.url}/dice?table=${id}`);
  await says(p, "#verdict", "when the game is over");
  await end(id, [p]);
  await p.reload();
  await says(p, "#verdict", "The dice are right");
  await says(p, "#verdict", "together with 1 browser");
  assert.deepEqual(p.problems.filter((problem) => !problem.includes("403")), []);
});

test("two people: no board before both are there, bytes survive a reload and a kill, and each checks the dice at the end", async () => {
  const ann = await page(chromium, server.url);
  await newTable(ann, server.url, { people: 2, bots: 1, name: "Ann" });
  const id = ann.url().split("/").at(-1);
  await says(ann, "#status", "Waiting for 1 person");
  await says(ann, "#people", "added to the dice");
  await says(ann, "main", "The board is drawn when everybody is here");
  assert.equal(await ann.locator("#board").count(), 0);
  assert.equal((await fetch(`${server.url}/api/tables/${id}/board`)).status, 204);
  assert.deepEqual(await findings(ann, "a table that waits"), []);
  const bytes = () => ann.evaluate((id) => localStorage.getItem(`hexwright/dice/${id}/0`), id);
  const before = await bytes();
  await server.kill();
  server = await server.restart();
  await ann.reload();
  await says(ann, "#people", "added to the dice");
  assert.equal(await bytes(), before, "the same bytes after a reload");
  const bob = await page(chromium, ann.url());
  await bob.waitForSelector("#seats button");
  await sit(bob, "Bob");
  for (const p of [ann, bob]) { await p.waitForSelector("#board svg"); await says(p, "#players", "Bob"); }
  await end(id, [ann, bob]);
  const text = await record(id);
  assert.equal(text.match(/^dice: seat . commits \w{64} opens \w{32}$/gm)?.length, 2);
  assert.ok(text.includes(JSON.parse(await bytes()).bytes));
  // from the end of the game to the page that checks it
  await ann.locator("#end a", { hasText: "Check the dice" }).click();
  await says(ann, "#verdict", "together with 2 browsers");
  await says(ann, "#found", "The bytes of your seat are the ones this browser sent");
  assert.equal(await ann.locator("#found .bad").count(), 0);
  assert.deepEqual(await findings(ann, "the page that checks dice"), []);
  // a record that was written anew as a whole is not what this browser remembers
  await ann.evaluate((key) => { const kept = JSON.parse(localStorage.getItem(key)); localStorage.setItem(key, JSON.stringify({ ...kept, commitments: kept.commitments.map((c) => c && c.replace(/./g, "0")) })); }, `hexwright/dice/${id}/0`);
  await ann.reload();
  await says(ann, "#verdict", "The dice are not right");
  for (const p of [ann, bob]) assert.deepEqual(p.problems.filter((problem) => !/403|204/.test(problem)), []);
});

test("the page finds every kind of change, with WebCrypto and without", async () => {
  const text = await record(await finished(server.url, { "victory-points": "3" }));
  const p = await page(chromium, `${server.url}/dice`);
  await says(p, "#verdict", "Choose the record");
  const file = join(server.folder, "changed.record");
  const verdict = async (record) => { writeFileSync(file, record); await p.setInputFiles("#file", []); await p.setInputFiles("#file", file); };
  await verdict(text);
  await says(p, "#verdict", "The dice are right");
  const other = (digit) => (digit === "0" ? "1" : "0");
  for (const [what, changed] of [
    ["hash", text.replace(/(?<=dice: hash )./, other)], ["secret", text.replace(/(?<=dice: secret )./, other)],
    ["draw", text.replace(/(?<=dice: draw )\d+/, (n) => String((Number(n) + 1) % 30))],
    ["roll", text.replace(/(?<=chance roll )\d/, (n) => String((Number(n) % 6) + 1))], ["no die", text.replace(/(?<=chance roll )\d/, "7")], ["one outcome less", text.replace(/^chance roll.*\n/m, "")]]) {
    assert.notEqual(changed, text, what);
    await verdict(changed);
    await says(p, "#verdict", "The dice are not right");
  }
  await verdict(text.replaceAll(/^dice: .*\n/gm, ""));
  await says(p, "#verdict", "nothing to check");
  // by hand it is the same
  const same = await p.evaluate(async () => {
    const { byHand, digest, hmac, hmacByHand, toHex } = await import(new URL("assets/sha256.js", document.baseURI).href);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 300]) {
      const bytes = crypto.getRandomValues(new Uint8Array(length));
      if (toHex(byHand(bytes)) !== toHex(await digest(bytes))) return `SHA-256 of ${length} bytes`;
      const key = crypto.getRandomValues(new Uint8Array(64));
      if (toHex(hmacByHand(key, bytes)) !== toHex(await hmac(key, bytes))) return `HMAC of ${length} bytes`;
    }
    return "the same";
  });
  assert.equal(same, "the same");
  assert.deepEqual(p.problems, []);
});
