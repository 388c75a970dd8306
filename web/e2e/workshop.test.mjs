// The editor as a workshop: new maps, a frame that grows, links that keep everything, paper, fairness, explanations.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, says, findings, leave } from "./harness.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

const text = (p) => p.inputValue("#text");

test("a new map begins blank, by chance or as a copy, and the sea around it grows when clicked", async () => {
  const p = await page(chromium, `${server.url}/edit#new`);
  await p.waitForSelector("#new-dialog[open]");
  assert.deepEqual(await findings(p, "the dialog for a new map"), []);
  await p.locator("#new-dialog button.primary").click();
  await p.waitForFunction(() => document.querySelector("#text").value.includes("# title: New map"));
  await p.waitForFunction(() => document.querySelectorAll(".targets [data-hex]").length === 99);
  // the frame: a click beside the board adds a row or a column there
  const board = await p.locator("#board svg").boundingBox();
  const hexes = await p.locator(".targets [data-hex]").evaluateAll((nodes) => Math.max(...nodes.map((n) => n.getBoundingClientRect().bottom)));
  const below = Math.min(board.y + board.height - 3, hexes + 6);
  if (below > hexes) {
    await p.mouse.click(board.x + board.width / 2, below);
    await p.waitForFunction(() => document.querySelectorAll(".targets [data-hex]").length > 99);
  }
  await p.click("#new");
  await p.check("input[name=new][value=random]");
  await p.locator("#new-dialog button.primary").click();
  await says(p, "#score", "balance");
  await p.waitForFunction(() => /balance \d+ of 100/.test(document.querySelector("#score").textContent));
  await p.click("#new");
  await p.check("input[name=new][value=preset]");
  await p.selectOption("#preset", "duel.catan");
  await p.locator("#new-dialog button.primary").click();
  const duel = readFileSync(new URL("../../maps/catan/duel.catan", import.meta.url), "utf8");
  await p.waitForFunction((wanted) => document.querySelector("#text").value === wanted, duel);
  assert.deepEqual(p.problems, []);
});

test("a link keeps title, author, licence and comments", async () => {
  const p = await page(chromium, `${server.url}/edit`);
  await says(p, "#summary", "valid");
  const map = `# title: My island\n# author: Ann\n# licence: CC0-1.0\n# a comment of mine\n${(await text(p)).replace(/^# (title|licence).*\n/gm, "")}`;
  await p.fill("#text", map);
  await says(p, "#summary", "valid");
  await p.click("#share");
  await says(p, ".toast", "link copied");
  const other = await page(chromium, p.url());
  await says(other, "#summary", "valid");
  assert.equal(await text(other), map);
  assert.deepEqual(p.problems, []);
});

test("a map goes on paper", async () => {
  const p = await page(chromium, `${server.url}/edit`);
  await says(p, "#summary", "valid");
  await p.click("#save-pdf");
  await p.selectOption("#paper-size", "79");
  const [file] = await Promise.all([p.waitForEvent("download"), p.locator("#pdf-dialog button.primary").click()]);
  assert.match(file.suggestedFilename(), /\.pdf$/);
  const bytes = readFileSync(await file.path());
  assert.equal(bytes.subarray(0, 5).toString(), "%PDF-");
  assert.ok((bytes.toString("latin1").match(/\/Type ?\/Page\b/g)?.length ?? 0) > 1, "true size takes several sheets");
  await p.emulateMedia({ media: "print" });
  assert.ok(!(await p.locator(".bar").isVisible()) && await p.locator("#board svg").isVisible());
  assert.deepEqual(p.problems, []);
});

test("fairness is simulated beside the board, can be stopped, and shows where winners began", async () => {
  const p = await page(chromium, `${server.url}/edit#base-fixed.catan`);
  await says(p, "#summary", "valid");
  await p.locator("#fairness button").click();
  await p.waitForFunction(() => document.querySelector("#fairness progress").value >= 20, null, { timeout: 120_000 });
  await p.locator("#fairness button", { hasText: "Stop" }).click();
  assert.ok(await p.locator("#fairness progress").isHidden());
  const told = await p.textContent("#fairness [role=status]");
  const games = Number(/(\d+) games/.exec(told)[1]);
  assert.ok(games >= 20 && games < 400, told);
  const shares = await p.locator("#fairness .fair-seat").evaluateAll((nodes) => nodes.map((n) => Number(/wins (\d+)/.exec(n.getAttribute("aria-label"))[1])));
  assert.ok(shares.length >= 2 && Math.abs(shares.reduce((a, b) => a + b, 0) - 100) <= 3, String(shares));
  await p.locator("#fairness input[type=checkbox]").check();
  await p.waitForSelector("#board .fair-dot");
  assert.deepEqual(await findings(p, "the editor with fairness"), []);
  assert.deepEqual(p.problems, []);
});

test("a server with too much to do is asked again, and if that does not help the page says so and goes on later", async () => {
  const p = await page(chromium, `${server.url}/edit#base-fixed.catan`);
  await says(p, "#summary", "valid");
  const asked = [];
  let refuse = 2;
  await p.route("**/api/fairness", (route) => {
    const { from, games } = route.request().postDataJSON();
    asked.push([from, games]);
    if (refuse-- > 0) return route.fulfill({ status: 503, json: { error: "the server has as much to do as it can" } });
    return route.fulfill({ json: { games, wins: [games, 0, 0, 0], turns: 70 * games, openings: {} } });
  });
  const [button, note, told] = ["button", "[role=alert]", "[role=status]"].map((part) => p.locator(`#fairness ${part}`));
  await button.click();
  await p.waitForFunction(() => /asked again/.test(document.querySelector("#fairness [role=alert]").textContent));
  await p.waitForFunction(() => /^400 games/.test(document.querySelector("#fairness [role=status]")?.textContent));
  assert.ok(await note.isHidden());
  // refused twice, each time asked for half of it, and no game was left out
  assert.deepEqual(asked.slice(0, 5), [[0, 10], [0, 5], [0, 2], [2, 4], [6, 8]]);
  assert.equal(asked.slice(2).reduce((sum, [, games]) => sum + games, 0), 400);

  // it goes on refusing after the first half
  let most = 100;
  await p.unroute("**/api/fairness");
  await p.route("**/api/fairness", (route) => {
    const { from, games } = route.request().postDataJSON();
    if (from >= most) return route.fulfill({ status: 503, json: { error: "the server has as much to do as it can" } });
    return route.fulfill({ json: { games, wins: [0, games, 0, 0], turns: 70 * games, openings: {} } });
  });
  await button.click();
  await p.locator("#fairness button", { hasText: "Try again" }).waitFor();
  assert.equal(await note.textContent(), "Not finished: the server has as much to do as it can");
  assert.match(await told.textContent(), /^100 games/);
  assert.ok(await p.locator("#fairness progress").isHidden());
  assert.deepEqual(await findings(p, "the editor with a busy server"), []);
  most = 1000;
  await button.click();
  await p.waitForFunction(() => /^400 games/.test(document.querySelector("#fairness [role=status]").textContent));
  assert.ok(await note.isHidden());
  assert.equal(await button.textContent(), "Simulate");
});

test("a finding explains itself in place", async () => {
  const p = await page(chromium, `${server.url}/edit#one-summit.catan`);
  await says(p, "#summary", "valid");
  await p.locator("#findings details.why summary").first().click();
  assert.ok((await p.locator("#findings details.why p").first().textContent()).length > 40);
  assert.ok(!(await p.textContent("#findings")).includes("hexwright lint"));
  assert.deepEqual(p.problems, []);
});
