// Every page for everybody: axe-core, phones, keyboards, slow lines, no other site.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, findings, finished, firstSight, leave, page, table } from "./harness.mjs";

/** What the first visit of any page may weigh. */
const MOST_BYTES = 250 * 1024;

let server, chromium, pages;
before(async () => {
  server = await Server.start();
  chromium = await browser();
  const bot = { kind: "bot", bot: "greedy" };
  const [running, over] = [await table(server.url, {}, [{ kind: "open" }, { kind: "open" }, bot, bot]), await finished(server.url, { "victory-points": "4" })];
  const terra = await table(server.url, { kind: "terra", map: undefined }, [{ kind: "open" }, { kind: "open" }]);
  const toy = await table(server.url, { kind: "high-card", map: undefined }, [{ kind: "open" }, { kind: "open" }]);
  pages = ["/", "/maps", "/edit", "/edit#gold_atoll.game", "/lab", "/terra", "/terra/new", "/games", "/help", "/learn", "/analysis", "/puzzles", "/offline", "/nowhere", `/t/${running}`, `/t/${over}`, `/t/${terra}`, `/t/${toy}`, `/replay/${over}#30`];
});
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

/** Where the focus goes with a few presses of Tab, and whether it is seen there: by an outline, on a board by its light. */
async function walk(p) {
  const seen = new Set();
  for (let i = 0; i < 12; i++) {
    await p.keyboard.press("Tab");
    seen.add(await p.evaluate(() => { const n = document.activeElement; return n && n !== document.body ? `${n.tagName} ${n.id} ${n.textContent?.slice(0, 20)} ${n.matches(".board .legal") && document.querySelector(".light.warm") ? "lit" : getComputedStyle(n).outlineStyle}` : ""; }));
  }
  return [...seen];
}

for (const [name, size] of [["a phone", { width: 360, height: 640 }], ["a desk", { width: 1280, height: 800 }]]) {
  test(`axe finds nothing on any page, light and dark, which fits ${name}${name === "a desk" ? " and is walked with Tab" : ""}`, async () => {
    for (const path of pages) {
      const p = await page(chromium, server.url + path, { size });
      await p.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => {}); // the home page lives and never rests
      const wide = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 1, `${path} is ${wide} pixels wider than ${name}`);
      assert.deepEqual(await findings(p, path), []);
      if (name === "a desk") {
        const seen = await walk(p);
        assert.ok(seen.length >= 6, `${path}: ${seen.join(" | ")}`);
        assert.deepEqual(seen.filter((s) => s.endsWith(" none")), [], `${path}: no outline`);
      }
      assert.deepEqual(p.problems.filter((m) => !/404/.test(m)), [], path);
      await p.context().close();
    }
  });
}

test("the first load of every page is small and asks no other site", async () => {
  for (const path of pages) {
    const { bytes, origins } = await firstSight(chromium, server.url + path);
    assert.deepEqual(origins, [server.url], path);
    assert.ok(bytes > 1000 && bytes <= MOST_BYTES, `${path} weighs ${bytes} bytes`);
    console.log(`# ${path}: ${(bytes / 1024).toFixed(0)} KB`);
  }
});
