// Afterwards: puzzles, the analysis board on any position, arrows to what would have been better.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, findings, finished, leave, page, says } from "./harness.mjs";

let server, chromium, over;
before(async () => { server = await Server.start(); chromium = await browser(); over = await finished(server.url, { "victory-points": "5" }); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

const chances = async (p) => (await p.locator("#tried li b").allTextContents()).map((text) => Number(/^([\d.]+) %$/.exec(text)[1]));
const falls = (numbers) => numbers.every((n, i) => n >= 0 && n <= 100 && (i === 0 || numbers[i - 1] >= n));

test("an arrow shows what would have been better, and how far the analysis is can be seen", async () => {
  const p = await page(chromium, `${server.url}/replay/${over}#1`);
  await says(p, "#move", "move 1 of");
  await p.evaluate(() => { window.bars = 0; new MutationObserver((all) => { for (const { addedNodes } of all) for (const node of addedNodes) if (node.localName === "progress") window.bars++; }).observe(document.querySelector("#curve"), { childList: true }); });
  await p.click("#analyse");
  await p.waitForSelector("#decisions li button", { timeout: 120_000 });
  assert.equal(await p.evaluate(() => window.bars), 1);
  assert.equal(await p.locator("#curve progress").count(), 0, "the bar goes when the curve comes");
  // go through the costly decisions until one of them has a place on the board
  const moves = await p.locator("#decisions ol:last-of-type li a").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
  let arrows = 0;
  for (const move of moves) {
    await p.evaluate((to) => { location.hash = to; }, move);
    await says(p, "#move", `move ${move.slice(1)} of`);
    if (!(await p.locator(".advice .head").count())) continue;
    arrows++;
    assert.match(await p.textContent(".advice .worth"), /^\+\d+\.\d %$/);
    assert.deepEqual(await findings(p, "an arrow"), []);
  }
  assert.ok(arrows > 0, `none of ${moves} has an arrow`);
  await p.evaluate(() => { location.hash = "#0"; });
  await p.waitForFunction(() => !document.querySelector(".advice"));
  assert.deepEqual(p.problems, []);
});

test("any position has the value of every move: on a map, put by hand, by a link", async () => {
  const p = await page(chromium, `${server.url}/analysis`);
  await p.waitForSelector("#tried li b");
  const first = await chances(p);
  assert.ok(first.length === 54 && falls(first), `${first}`);
  assert.equal(await p.locator(".advice").count(), 3);
  assert.deepEqual(await findings(p, "the analysis board"), []);
  await p.selectOption("#seats", "3");
  await p.waitForFunction(() => document.querySelectorAll("#hands .open-hand").length === 4);
  // a move is played with the mouse, and taken back
  const box = await p.locator(".board .legal").nth(20).boundingBox();
  await p.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await p.waitForFunction(() => document.querySelectorAll(".pieces .settlement").length === 1);
  await p.waitForSelector("#tried li b");
  await p.locator("#tried button", { hasText: "Take back" }).click();
  await p.waitForFunction(() => document.querySelectorAll(".pieces .settlement").length === 0);
  await p.waitForSelector("#tried li b");
  // pieces by hand
  await p.click("#edit");
  await p.waitForSelector(".hand-table");
  const corner = await p.locator(".board .legal[data-corner]").nth(25).getAttribute("data-corner");
  await p.locator(`.board .legal[data-corner="${corner}"]`).click();
  await p.waitForSelector(`.pieces [data-settlement="${corner}"]`);
  await p.click("#by-hand [data-kind=road]");
  await p.locator(".board .legal[data-side]").first().waitFor({ state: "attached" });
  await p.fill("[aria-label='wheat, seat A']", "2");
  await p.locator("[aria-label='ore, seat A']").fill("3");
  await p.locator("[aria-label='ore, seat A']").press("Tab");
  await says(p, "#hands", "3 ore");
  assert.deepEqual(await findings(p, "pieces by hand"), []);
  await p.click("#edit");
  // with two wheat and three ore a city is what can be built
  await says(p, "#tried", "city");
  const values = await chances(p);
  assert.ok(values.length >= 2 && falls(values), `${values}`);
  // what cannot be is said in words
  await p.click("#edit");
  await p.click("#by-hand [data-kind=settlement]");
  const near = await p.evaluate((corner) => {
    const at = (n) => n.dataset.at.split(",").map(Number);
    const here = at(document.querySelector(`.targets [data-corner="${corner}"]`));
    const far = (n) => Math.hypot(at(n)[0] - here[0], at(n)[1] - here[1]);
    return [...document.querySelectorAll(".targets [data-corner]")].sort((a, b) => far(a) - far(b))[1].dataset.corner;
  }, corner);
  await p.locator(`.board .legal[data-corner="${near}"]`).click();
  await says(p, ".toast", "side by side");
  await p.click("#edit");
  await says(p, "#tried", "city");
  // the link holds all of it
  const other = await page(chromium, p.url());
  await says(other, "#tried", "city");
  assert.equal(await other.locator(`.pieces [data-settlement="${corner}"]`).count(), 1);
  for (const q of [p, other]) assert.deepEqual(q.problems.filter((m) => !m.includes("status of 400")), []);
});

test("puzzles are solved, remembered, and found in one's own record", async () => {
  const p = await page(chromium, `${server.url}/puzzles`);
  await says(p, "#tried", "What would you play");
  assert.deepEqual(await findings(p, "a puzzle"), []);
  assert.equal(await p.locator("#tried li b").count(), 0, "no chance is told before the answer");
  assert.equal(await p.locator(".advice").count(), 0);
  const all = await p.locator("#puzzles li").count();
  assert.ok(all >= 8, `${all} puzzles`);
  // every puzzle has one clearly best move: find it by asking for each position
  const name = await p.evaluate(() => document.querySelector("#puzzle-title").textContent);
  assert.match(name, /Puzzle 1 of/);
  await p.locator("#tried li button").first().click();
  await p.waitForSelector("#tried li b");
  const values = await chances(p);
  assert.ok(falls(values) && values[0] - values[1] >= 3, `${values.slice(0, 3)}`);
  const solved = /Right/.test(await p.textContent("#tried [role=status]"));
  await says(p, "#solved", `${solved ? 1 : 0} of ${all}`);
  await p.click("#next-puzzle");
  await says(p, "#puzzle-title", "Puzzle 2 of");
  await p.reload();
  await p.waitForSelector(`#puzzles button.${solved ? "solved" : "missed"}`);
  // puzzles of a game that was just played
  const record = join(server.folder, "own.record");
  writeFileSync(record, await (await fetch(`${server.url}/api/tables/${over}/record`)).text());
  await p.setInputFiles("#file", record);
  await p.waitForFunction((n) => document.querySelectorAll("#puzzles li").length !== n, all, { timeout: 120_000 });
  await p.waitForFunction(() => /What would you play|0 puzzles/.test(document.querySelector("#tried").textContent));
  assert.deepEqual(p.problems, []);
});
