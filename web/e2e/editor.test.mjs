// The map editor: text and picture, both formats, files and links.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, says, findings, leave } from "./harness.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

const value = (p) => p.inputValue("#text");
const changed = (p, from) => p.waitForFunction((t) => document.querySelector("#text").value !== t, from);
/** The middle of a hex on the screen. */
async function middle(p, hex) {
  let box = null;
  while (!box) box = await p.locator(`.targets [data-hex="${hex}"]`).boundingBox(); // none while the picture is changed for a new one
  return [box.x + box.width / 2, box.y + box.height / 2];
}
const clickHex = async (p, hex, how = {}) => p.mouse.click(...(await middle(p, hex)), how);
const label = (p, hex) => p.getAttribute(`.targets [data-hex="${hex}"]`, "aria-label");
const labelled = (p, hex, words) => p.waitForFunction(([h, w]) => document.querySelector(`.targets [data-hex="${h}"]`)?.getAttribute("aria-label")?.includes(w), [hex, words]);

test("the editor draws, breaks, repairs, undoes, generates and plays a map", async () => {
  const p = await page(chromium, `${server.url}/edit`);
  await says(p, "#summary", "valid");
  const original = await value(p);
  await p.click("[data-brush=mountain]");
  await clickHex(p, 12);
  await changed(p, original);
  await labelled(p, 12, "mountain");
  await p.click("#undo");
  assert.equal(await value(p), original);
  await p.click("#redo");
  assert.notEqual(await value(p), original);
  // the text breaks: the place is named, in the list and on the board
  const types = (await value(p)).replace(/^2 4$/m, "4 2");
  await p.fill("#text", types);
  await says(p, "#summary", "1 error");
  await says(p, "#findings", "min-above-max");
  assert.ok(await p.locator("#board.stale").count());
  await p.click("#undo");
  await says(p, "#summary", "valid");
  await p.click("#generate");
  await says(p, "#score", "of 100");
  const drawn = await value(p);
  // what is locked stays, the rest is drawn anew
  const kept = await label(p, 12);
  await p.mouse.move(...(await middle(p, 12)));
  await p.keyboard.press("l");
  assert.ok(await p.isChecked("#redraw"));
  await p.click("#next-seed");
  await changed(p, drawn);
  await labelled(p, 12, kept);
  // a number by hovering and typing
  await p.mouse.move(...(await middle(p, 12)));
  await p.keyboard.type("11");
  await labelled(p, 12, ", 11,");
  await p.click("#play");
  await p.waitForSelector("#board .legal");
  assert.deepEqual(p.problems, []);
});

test("tools and keys: fill, select, erase, pick up, turn, zoom, settings, constraints", async () => {
  const p = await page(chromium, `${server.url}/edit#base-fixed.catan`);
  await says(p, "#summary", "valid");
  const hexes = await p.locator(".targets [data-hex]").evaluateAll((nodes) => nodes.map((n) => [Number(n.dataset.hex), n.getAttribute("aria-label")]));
  const land = hexes.filter(([, words]) => !words.startsWith("sea")).map(([hex]) => hex);
  let before = await value(p);
  await clickHex(p, land[0], { button: "right" });
  const name = (await label(p, land[0])).split(",")[0];
  assert.equal(await p.getAttribute(`[data-brush=${name}]`, "aria-pressed"), "true");
  await p.keyboard.press("r");
  const [from, to] = [await middle(p, land[0]), await middle(p, land[1])];
  await p.mouse.move(...from); await p.mouse.down(); await p.mouse.move(...to); await p.mouse.up();
  assert.equal(await p.locator(".chosen").count(), 2);
  await p.keyboard.press("Delete");
  await changed(p, before);
  await labelled(p, land[0], "sea");
  await labelled(p, land[1], "sea");
  await p.keyboard.press("Control+z");
  await p.waitForFunction((t) => document.querySelector("#text").value === t, before);
  await says(p, "#summary", "valid");
  for (const key of ["z", "Shift+Z", "x", "y"]) { before = await value(p); await p.keyboard.press(key); await changed(p, before); await says(p, "#summary", "valid"); }
  await p.keyboard.press("f");
  assert.equal(await p.getAttribute("[data-tool=fill]", "aria-pressed"), "true");
  const box = await p.getAttribute("#board svg", "viewBox");
  await p.mouse.move(...(await middle(p, land[4])));
  await p.keyboard.down("Control"); await p.mouse.wheel(0, -200); await p.keyboard.up("Control");
  assert.notEqual(await p.getAttribute("#board svg", "viewBox"), box);
  await p.click("#whole");
  await p.locator("summary", { hasText: "Pools and settings" }).click();
  await p.fill("[data-setting=points]", "12");
  await p.press("[data-setting=points]", "Tab");
  await p.waitForFunction(() => document.querySelector("#text").value.includes("\n12\n"));
  await p.fill("[data-setting='pool-hill']", "9");
  before = await value(p);
  await p.press("[data-setting='pool-hill']", "Tab");
  await changed(p, before);
  await p.keyboard.press("Control+z");
  await p.waitForFunction((t) => document.querySelector("#text").value === t, before);
  // a wish no board can meet says why
  await p.locator("summary", { hasText: "Constraints" }).click();
  await p.check("#redraw");
  await p.check("[data-constraint=min-corner]");
  await p.fill("[aria-label='pips of an inner corner, at least']", "15");
  await p.click("#generate");
  await p.waitForFunction(() => /no board can meet this|violated/.test(document.querySelector(".toast")?.textContent ?? ""));
  assert.deepEqual(p.problems, []);
});

test("a Pioneers map is painted, converted, shared and saved", async () => {
  const p = await page(chromium, `${server.url}/edit#gold_atoll.game`);
  await says(p, "#summary", "valid");
  assert.equal(await p.textContent("#kind"), ".game");
  const hexes = await p.locator(".targets [data-hex]").evaluateAll((nodes) => nodes.map((n) => [Number(n.dataset.hex), n.getAttribute("aria-label")]));
  const sea = hexes.find(([, words]) => words.startsWith("sea"))[0];
  let before = await value(p);
  await p.click("[data-brush=gold]");
  await clickHex(p, sea);
  await changed(p, before);
  await labelled(p, sea, "gold");
  await p.mouse.move(...(await middle(p, sea)));
  await p.keyboard.press("8");
  await labelled(p, sea, ", 8,");
  // the link carries the whole map
  await p.click("#share");
  await says(p, ".toast", "link copied");
  before = await value(p);
  const other = await page(chromium, p.url());
  await says(other, "#summary", "valid");
  assert.equal(await value(other), before);
  for (const [button, ending] of [["#save", ".game"], ["#save-svg", ".svg"], ["#save-png", ".png"]]) {
    const [file] = await Promise.all([p.waitForEvent("download"), p.click(button)]);
    assert.ok(file.suggestedFilename().endsWith(ending), file.suggestedFilename());
    const bytes = readFileSync(await file.path());
    assert.ok(bytes.length > 500);
    if (ending === ".png") assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  }
  await p.click("#convert");
  await p.waitForFunction(() => document.querySelector("#kind").textContent === ".catan");
  await says(p, ".toast", "is kept as a note");
  await p.click("#undo");
  await p.waitForFunction((t) => document.querySelector("#text").value === t, before);
  assert.deepEqual(p.problems, []);
});

test("a bad file shows its diagnostics in the page, a good one opens", async () => {
  const p = await page(chromium, `${server.url}/edit`);
  await says(p, "#summary", "valid");
  await p.setInputFiles("#file", { name: "bad.catan", mimeType: "text/plain", buffer: Buffer.from("# nothing\n1 2 3\n") });
  await p.waitForFunction(() => /error/.test(document.querySelector("#summary").textContent));
  await p.waitForFunction(() => /\d+:\d+ error .*help:/s.test(document.querySelector("#findings").textContent));
  assert.ok(await p.locator("#play").isDisabled());
  await p.setInputFiles("#file", { name: "bad.game", mimeType: "text/plain", buffer: Buffer.from("title Bad\nchits 6,8\nmap\ns,q0,s\n.\n") });
  await p.waitForFunction(() => document.querySelector("#kind").textContent === ".game" && /error|warning/.test(document.querySelector("#findings").textContent));
  await p.setInputFiles("#file", new URL("../../maps/pioneers/lantern_bay.game", import.meta.url).pathname);
  await says(p, "#summary", "valid");
  // and by drag and drop
  const data = await p.evaluateHandle((text) => { const d = new DataTransfer(); d.items.add(new File([text], "duel.catan")); return d; }, readFileSync(new URL("../../maps/catan/duel.catan", import.meta.url), "utf8"));
  await p.dispatchEvent("body", "drop", { dataTransfer: data });
  await p.waitForFunction(() => document.querySelector("#kind").textContent === ".catan");
  assert.deepEqual(p.problems, []);
});

test("a map is painted by keyboard alone", async () => {
  const p = await page(chromium, `${server.url}/edit`);
  await says(p, "#summary", "valid");
  const before = await value(p);
  await p.focus("#board");
  await p.keyboard.press("ArrowRight");
  const words = await p.textContent("#here");
  assert.ok(words.length > 3);
  await p.keyboard.press("Enter");
  await changed(p, before);
  await p.keyboard.press("Control+z");
  await p.waitForFunction((t) => document.querySelector("#text").value === t, before);
});

test("a reload and the way back from a table bring the text again", async () => {
  const p = await page(chromium, `${server.url}/edit#base-fixed.catan`);
  await says(p, "#summary", "valid");
  const original = await value(p);
  await p.click("[data-brush=desert]");
  await clickHex(p, 12);
  await changed(p, original);
  const painted = await value(p);
  await p.reload();
  await p.waitForFunction((t) => document.querySelector("#text").value === t, painted);
  await says(p, "#summary", "valid");
  await p.click("#play");
  await p.waitForURL(/\/t\//);
  await p.goBack();
  await p.waitForFunction((t) => document.querySelector("#text").value === t, painted);
  // another address is another map
  await p.evaluate(() => { location.hash = "#duel.catan"; });
  await changed(p, painted);
  await p.goBack();
  await p.waitForFunction((t) => document.querySelector("#text").value === t, painted);
  assert.deepEqual(p.problems, []);
});

test("undo and redo go on after a reload, and a long past is cut short", async () => {
  const p = await page(chromium, `${server.url}/edit#base-fixed.catan`);
  await says(p, "#summary", "valid");
  const texts = [await value(p)];
  await p.click("[data-brush=desert]");
  for (const hex of [12, 13, 14]) {
    await clickHex(p, hex);
    await changed(p, texts.at(-1));
    await labelled(p, hex, "desert");
    texts.push(await value(p));
  }
  await p.click("#undo");
  assert.equal(await value(p), texts[2]);
  await p.reload();
  await p.waitForFunction((t) => document.querySelector("#text").value === t, texts[2]);
  await p.click("#redo");
  assert.equal(await value(p), texts[3]);
  for (const text of [texts[2], texts[1], texts[0]]) { await p.click("#undo"); assert.equal(await value(p), text); }
  assert.ok(await p.locator("#undo").isDisabled());
  // to a table and back
  await says(p, "#summary", "valid");
  await p.click("#play");
  await p.waitForURL(/\/t\//);
  await p.goBack();
  await p.waitForFunction((t) => document.querySelector("#text").value === t, texts[0]);
  await p.click("#redo");
  assert.equal(await value(p), texts[1]);
  // another map has a past of its own
  await p.evaluate(() => { location.hash = "#duel.catan"; });
  await changed(p, texts[1]);
  assert.ok(await p.locator("#undo").isDisabled());
  const kept = await p.evaluate(async () => {
    const { Past, keep, recall } = await import("/assets/past.js");
    const past = new Past(() => {});
    for (let i = 0; i < 500; i++) past.commit(`${i}`.padEnd(5_000, "."));
    keep("long", past);
    for (let i = 0; i < 9; i++) keep(`other ${i}`, past);
    keep("long", past);
    return { steps: recall("long", past.current).before.map(Number.parseFloat), characters: sessionStorage.getItem("hexwright/past").length };
  });
  assert.deepEqual([kept.steps[0], kept.steps.at(-1), kept.steps.length], [439, 498, 60]);
  assert.ok(kept.characters < 1_300_000, `${kept.characters} characters are kept`);
  assert.deepEqual(p.problems, []);
});

test("a wrong setting is refused at its field and does not lock the form", async () => {
  const p = await page(chromium, `${server.url}/edit#base.catan`);
  await says(p, "#summary", "valid");
  const before = await value(p);
  await p.locator("summary", { hasText: "Pools and settings" }).click();
  const set = async (name, to) => { await p.fill(`[data-setting='${name}']`, to); await p.press(`[data-setting='${name}']`, "Tab"); };
  const why = (name) => p.waitForFunction((n) => document.querySelector(`[data-setting='${n}']`).closest("label").querySelector(".why")?.textContent, name);
  await set("players-least", "6");
  assert.match(await (await why("players-least")).jsonValue(), /^this would break the map: /);
  assert.equal(await value(p), before);
  await says(p, "#summary", "valid");
  assert.deepEqual(await findings(p, "a refused setting"), []);
  // the form goes on: this field alone, the refused one with what makes it right
  await set("points", "-1");
  assert.match(await (await why("points")).jsonValue(), /expected 0 to 255/);
  await set("players-most", "8");
  await p.waitForFunction(() => document.querySelector("#text").value.includes("\n2 8\n"));
  await p.waitForFunction(() => !document.querySelector("#settings .why"));
  assert.equal(await p.inputValue("[data-setting='points']"), "10");
  await set("players-least", "9");
  await why("players-least");
  await set("players-most", "9");
  await p.waitForFunction(() => document.querySelector("#text").value.includes("\n9 9\n"));
  // while the text is broken the form says so, and works again when it is repaired
  const good = await value(p);
  await p.fill("#text", good.replace("\n9 9\n", "\n9 8\n"));
  await says(p, "#settings", "The text has errors");
  assert.ok(await p.locator("[data-setting='points']").isDisabled());
  await p.fill("#text", good);
  await p.waitForFunction(() => !document.querySelector("#settings .closed"));
  await set("points", "12");
  await p.waitForFunction(() => document.querySelector("#text").value.includes("\n12\n"));
  assert.deepEqual(p.problems.filter((m) => !m.includes("status of 400")), []); // the refused values
});

test("rows are taken away until the last number would go, and the map stays a map", async () => {
  const p = await page(chromium, `${server.url}/edit#lantern_bay.game`);
  await says(p, "#summary", "valid");
  await p.locator("summary", { hasText: "Size and shape" }).click();
  const less = p.locator("#shape button", { hasText: "− row below" });
  let refused = false;
  for (let i = 0; i < 30 && !refused; i++) {
    const before = await value(p);
    await less.click();
    refused = await (await p.waitForFunction((t) => (document.querySelector("#text").value !== t ? "changed" : document.querySelector(".toast")?.textContent), before)).jsonValue() !== "changed";
  }
  await says(p, ".toast", "a map needs land with a number");
  await says(p, "#summary", "valid");
  assert.match(await value(p), /^chits \d+/m);
  assert.deepEqual(p.problems.filter((m) => !m.includes("status of 400")), []);
});
