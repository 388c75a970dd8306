// The battleland lab and the Terra Mystica viewer.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, says, findings, leave } from "./harness.mjs";
import { tabTo } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

test("the lab rolls scripts, many at once, under constraints, and names mistakes", async () => {
  const p = await page(chromium, `${server.url}/lab`);
  await p.waitForSelector("#board svg");
  const first = await p.innerHTML("#board");
  await p.click("#next");
  await p.waitForFunction((html) => document.querySelector("#board").innerHTML !== html, first);
  await p.selectOption("#count", "12");
  await p.waitForFunction(() => document.querySelectorAll("#boards svg").length === 12);
  await p.locator("#constraints input[type=checkbox]").first().check();
  await says(p, "#notes", "entry >= 5: turned away");
  await p.locator("#boards button", { hasText: "Open" }).nth(3).click();
  await p.waitForFunction(() => document.querySelectorAll("#boards svg").length === 0 && document.querySelector("#board svg"));
  await p.click("#heat");
  await says(p, "#notes", "2000 maps");
  await p.fill("#text", "AREA (nowhere) HAZARDS Brambles");
  await says(p, "#findings", "error");
  // without a new board the old one is dimmed
  await p.waitForSelector("#board.stale svg");
  assert.deepEqual(p.problems, []);
});

test("a battleland is changed by hand, undone and saved", async () => {
  const p = await page(chromium, `${server.url}/lab`);
  await p.waitForSelector("#board svg");
  const terrain = () => p.getAttribute("#board [data-hex=D4][data-terrain]", "data-terrain");
  const before = await terrain();
  await p.click("[data-brush=Lake]");
  await p.locator("#board [data-hex=D4][data-terrain]").first().click();
  await p.waitForFunction(() => document.querySelector("#board [data-hex=D4][data-terrain]").dataset.terrain === "Lake");
  const height = () => p.getAttribute("#board [data-hex=D4][data-terrain]", "data-elevation");
  const low = await height();
  await p.click("[data-brush=Height]");
  await p.locator("#board [data-hex=D4][data-terrain]").first().click();
  await p.waitForFunction((h) => document.querySelector("#board [data-hex=D4][data-terrain]").dataset.elevation !== h, low);
  await p.click("#undo");
  await p.click("#undo");
  await p.waitForFunction((t) => document.querySelector("#board [data-hex=D4][data-terrain]").dataset.terrain === t, before);
  await p.click("#redo");
  await p.waitForFunction(() => document.querySelector("#board [data-hex=D4][data-terrain]").dataset.terrain === "Lake");
  // a side: the one nearest to the click
  await p.click("[data-brush=Cliff]");
  const box = await p.locator("#board [data-hex=D4][data-terrain] polygon").first().boundingBox();
  await p.mouse.click(box.x + box.width / 2, box.y + box.height * 0.1);
  await p.waitForSelector("#board [data-hex=D4][data-side='0']", { state: "attached" });
  for (const name of ["battleland.xml", "battleland.txt", "battleland.svg"]) {
    const [file] = await Promise.all([p.waitForEvent("download"), p.click(`#downloads button:has-text("${name}")`)]);
    const text = readFileSync(await file.path(), "utf8");
    if (name.endsWith("xml")) assert.match(text, /Lake/);
  }
  assert.deepEqual(p.problems, []);
});

test("a battleland is changed by keyboard alone", async () => {
  const p = await page(chromium, `${server.url}/lab`);
  await p.waitForSelector("#board svg");
  const brush = async (name) => { await p.focus(`[data-brush='${name}']`); await p.keyboard.press("Enter"); };
  const focused = () => p.evaluate(() => document.activeElement?.dataset?.hex);
  const here = (selector) => p.waitForSelector(`#board ${selector}`, { state: "attached" });
  await brush("Lake");
  // Tab comes to the board once, on the hex it was left at
  assert.ok(await tabTo(p, "#board [data-hex]"));
  assert.equal(await focused(), "D4");
  assert.equal(await p.locator("#board [tabindex='0']").count(), 1);
  await p.keyboard.press("Tab");
  assert.equal(await p.evaluate(() => document.querySelector("#board").contains(document.activeElement)), false);
  await p.keyboard.press("Shift+Tab");
  for (const [key, hex] of [["ArrowUp", "D5"], ["ArrowDown", "D4"], ["ArrowDown", "D3"], ["ArrowLeft", "C3"], ["ArrowRight", "D3"], ["ArrowUp", "D4"]]) { await p.keyboard.press(key); assert.equal(await focused(), hex, key); }
  assert.equal(await p.getAttribute("#board .target[data-hex=D4]", "role"), "button");
  // the focus can be seen, and stays through the change
  assert.equal(await p.locator("#board polygon.cursor").count(), 1);
  assert.deepEqual(await findings(p, "a battleland under the keys"), []);
  await p.keyboard.press("Enter");
  await here("[data-hex=D4][data-terrain=Lake]");
  await p.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("D4: Lake"));
  await p.keyboard.press("ArrowDown");
  await p.keyboard.press("Space");
  await here("[data-hex=D3][data-terrain=Lake]");
  await p.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("D3: Lake"));
  await says(p, "#here", "D3: Lake");
  await p.keyboard.press("Control+z");
  await p.waitForFunction(() => document.querySelector("#board [data-hex=D3][data-terrain]").dataset.terrain !== "Lake");
  // a side by its digit, and again by Enter on the next hex
  await brush("Wall");
  assert.ok(await tabTo(p, "#board [data-hex]"));
  await p.keyboard.press("2");
  await here("[data-hex=D3][data-side='1']");
  await p.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.includes("wall to the north-east"));
  assert.equal(await p.locator("#board line.cursor").count(), 1);
  await p.keyboard.press("ArrowUp");
  await p.keyboard.press("Enter");
  await here("[data-hex=D4][data-side='1']");
  await says(p, "#here", "side to the north-east");
  assert.deepEqual(p.problems, []);
});

test("a board from a file shows what was skipped in it; a seed that is none gets a sentence", async () => {
  const p = await page(chromium, `${server.url}/lab`);
  await p.waitForSelector("#board svg");
  const xml = '<battlemap terrain="Castle" tower="False">\n<castle/>\n<battlehex x="3" y="2" terrain="Tower" elevation="1"><moat/></battlehex>\n</battlemap>\n';
  await p.setInputFiles("#file", { name: "castle.xml", mimeType: "text/xml", buffer: Buffer.from(xml) });
  await says(p, "#notes", "castle.xml opened; 2 findings");
  assert.match(await p.textContent("#findings"), /2:1 warning expected no element castle.*3:\d+ warning expected no element moat/);
  await p.click("[data-brush=Bog]");
  await p.locator("#board [data-hex=D4][data-terrain]").first().click();
  await says(p, "#notes", "changed by hand; no findings");
  await p.click("#undo");
  await says(p, "#notes", "2 findings");
  await p.setInputFiles("#file", { name: "torn.xml", mimeType: "text/xml", buffer: Buffer.from("<battlemap terrain=") });
  await says(p, ".toast", "expected well-formed XML");

  const first = await p.innerHTML("#board");
  for (const wrong of ["-3", "1.5", "abc", "", "12345678901234567890"]) {
    await p.fill("#seed", wrong);
    await says(p, "#seed-why", `A seed is a whole number of at most 15 digits${wrong ? `, not “${wrong}”` : ""}.`);
    assert.equal(await p.getAttribute("#seed", "aria-invalid"), "true");
  }
  assert.equal(await p.innerHTML("#board"), first);
  await p.click("#heat");
  assert.match(await p.textContent("#seed-why"), /whole number/);
  await p.fill("#seed", "0");
  await p.waitForFunction((html) => document.querySelector("#board").innerHTML !== html && document.querySelector("#seed-why").textContent === "", first);
  await p.click("#previous");
  await says(p, ".toast", "0 is the first seed");
  assert.equal(await p.inputValue("#seed"), "0");
  assert.deepEqual(p.problems.filter((m) => !m.includes("status of 400")), []); // the torn file
});

test("a Terra Mystica log is stepped through and played on", async () => {
  const p = await page(chromium, `${server.url}/terra#four-on-base.tmlog@40`);
  await says(p, "#status", "command 40 of");
  await p.keyboard.press("ArrowRight");
  await says(p, "#status", "command 41 of");
  await p.keyboard.press("Home");
  await says(p, "#status", "command 0 of");
  await p.locator("#slider").fill("60");
  await says(p, "#status", "command 60 of");
  const before = await p.innerHTML("#board");
  const moves = (await p.locator("#moves button").allTextContents()).join();
  const n = await p.locator("#moves button").count();
  assert.ok(n > 0, "no legal moves");
  const move = await p.locator("#moves button").first().textContent();
  await p.locator("#moves button").first().click();
  await says(p, ".toast", move.split(": ").at(-1));
  await p.waitForFunction((html) => document.querySelector("#board").innerHTML !== html, before);
  // the log goes on with the move; what stood behind it is dropped
  await p.waitForFunction((m) => document.querySelector("#text").value.trimEnd().endsWith(m), move.split(": ").at(-1).split(". ").at(-1));
  assert.match(await p.textContent("#status"), /command 6\d of 6\d/);
  // and on, by a typed command; then back
  await p.waitForSelector("#moves button");
  await p.fill("#filter", "pass");
  await p.click("#all");
  await p.fill("#command", "fly to the moon");
  await p.press("#command", "Enter");
  await p.waitForFunction(() => /moon/.test(document.querySelector(".toast")?.textContent ?? ""));
  await p.click("#undo");
  await p.waitForFunction((all) => [...document.querySelectorAll("#moves button")].map((b) => b.textContent).join() === all, moves);
  await says(p, "#status", "command 60 of"); // where the log was left, not at its end
  assert.deepEqual(p.problems.filter((m) => !m.includes("status of 400")), []); // the refused command
});

test("a Terra Mystica snapshot shows board, mats and findings; uploads of any kind open", async () => {
  const p = await page(chromium, `${server.url}/terra#four-on-base-100.tms`);
  await p.waitForSelector("#board svg");
  for (const words of ["Cults", "Favor tiles", "Power actions", "VP"]) assert.match(await p.textContent("#board"), new RegExp(words));
  await p.fill("#text", (await p.inputValue("#text")).replace(/^Round:.*$/m, "Round: 9"));
  await says(p, "#findings", "error");
  await p.setInputFiles("#file", new URL("../../maps/terra/three-on-lakes.tmgrid", import.meta.url).pathname);
  await says(p, "#status", "command");
  await p.setInputFiles("#file", { name: "bad.txt", mimeType: "text/plain", buffer: Buffer.from("no game at all\n") });
  await p.waitForFunction(() => /error .*bad-(log|setup)/s.test(document.querySelector("#findings").textContent));
  assert.deepEqual(p.problems, []);
});

test("an address that names nothing is answered with a sentence and a page", async () => {
  for (const [path, words, there] of [
    ["/edit#%zz", "no map of this name", "#board svg"], ["/edit#hxg1.%zz", "link is damaged", "#board svg"],
    ["/terra#x@abc", "no command of a log", "#board svg"], ["/terra#nothing", "no example “nothing”", "#board svg"],
  ]) {
    const p = await page(chromium, server.url + path);
    await says(p, ".toast", words);
    await p.waitForSelector(there);
    assert.deepEqual(p.problems.filter((m) => !m.includes("status of 404")), [], path);
    await p.context().close();
  }
});
