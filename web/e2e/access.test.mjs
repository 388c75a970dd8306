// Every page for everybody: axe-core, phones, keyboards, slow lines, no other site.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, browser, finished, page, serious, table } from "./harness.mjs";

/** What the first visit of any page may weigh. */
const MOST_BYTES = 250 * 1024;

let server, chromium, pages;
before(async () => {
  server = await Server.start();
  chromium = await browser();
  const bot = { kind: "bot", bot: "greedy" };
  const [running, over] = [await table(server.url, {}, [{ kind: "open" }, { kind: "open" }, bot, bot]), await finished(server.url, { "victory-points": "4" })];
  pages = ["/", "/maps", "/edit", "/edit#gold_atoll.game", "/lab", "/terra", "/help", "/nowhere", `/t/${running}`, `/replay/${over}#30`];
});
after(async () => { await chromium?.close(); await server?.stop(); });

for (const colorScheme of ["light", "dark"]) {
  for (const [name, size] of [["a phone", { width: 360, height: 640 }], ["a desk", { width: 1280, height: 800 }]]) {
    test(`every page passes axe and fits ${name}, ${colorScheme}`, async () => {
      for (const path of pages) {
        const p = await page(chromium, server.url + path, { size, colorScheme });
        await p.waitForTimeout(500);
        const wide = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 1, `${path} is ${wide} pixels wider than ${name}`);
        assert.deepEqual(await serious(p, path), []);
        assert.deepEqual(p.problems.filter((m) => !/404/.test(m)), [], path);
        await p.context().close();
      }
    });
  }
}

test("the first load of every page is small and asks no other site", async () => {
  for (const path of pages) {
    const context = await chromium.newContext();
    const p = await context.newPage();
    const client = await context.newCDPSession(p);
    await client.send("Network.enable");
    let bytes = 0;
    const origins = new Set();
    client.on("Network.loadingFinished", (event) => { bytes += event.encodedDataLength; });
    client.on("Network.webSocketFrameReceived", (event) => { bytes += event.response.payloadData.length; });
    p.on("request", (request) => { if (!/^(data|blob):/.test(request.url())) origins.add(new URL(request.url()).origin); });
    await p.goto(server.url + path);
    await p.waitForTimeout(800);
    assert.deepEqual([...origins], [server.url], path);
    assert.ok(bytes > 1000 && bytes <= MOST_BYTES, `${path} weighs ${bytes} bytes`);
    console.log(`# ${path}: ${(bytes / 1024).toFixed(0)} KB`);
    await context.close();
  }
});

test("every page can be walked with Tab, and the focus is seen", async () => {
  for (const path of pages) {
    const p = await page(chromium, server.url + path);
    await p.waitForTimeout(300);
    const seen = new Set();
    for (let i = 0; i < 12; i++) {
      await p.keyboard.press("Tab");
      seen.add(await p.evaluate(() => { const n = document.activeElement; return n && n !== document.body ? `${n.tagName} ${n.id} ${n.textContent?.slice(0, 20)} ${getComputedStyle(n).outlineStyle}` : ""; }));
    }
    assert.ok(seen.size >= 6, `${path}: ${[...seen].join(" | ")}`);
    assert.ok([...seen].filter((s) => s.endsWith(" none")).length === 0, `${path}: no outline: ${[...seen].join(" | ")}`);
    await p.context().close();
  }
});
