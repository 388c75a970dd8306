// A Titan battle on the board of the lab, by clicks, to its end; and whom the land favours.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, page, playUntil, findings, leave } from "./harness.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

/** Keeps a picture if somebody wants some. */
async function shot(p, name) {
  if (!process.env.PICTURES) return;
  mkdirSync(process.env.PICTURES, { recursive: true });
  await p.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

/** Opens a battle on the board of the lab. */
async function open(p, { attacker, defender, rival, role }) {
  await p.waitForSelector("#board svg");
  await p.fill("#attacker", attacker);
  await p.fill("#defender", defender);
  await p.selectOption("#rival", rival);
  await p.selectOption("#role", role);
  await p.locator("#fight button").click();
  await p.waitForSelector("#board .legal");
}

/** Plays with the pointer on the board until the battle is over; buttons only where a click leaves a choice or a phase ends.
 * Says how many clicks it took and whether dice and numbers were on the board before a strike. */
async function fight(p, name) {
  const seen = { clicks: 0, badges: 0, lines: 0 };
  await playUntil(p, async () => /won|without a winner/.test(await p.textContent("#status")), async () => {
    const lit = p.locator("#board .legal");
    if (await lit.count()) {
      // enemies and far hexes stand last in the list: the battle comes to blows
      await lit.last().click({ timeout: 1_000, force: true }).catch(() => {});
      seen.clicks++;
      const buttons = p.locator("#choices button[data-action]:not([data-action=done]):not([data-action=concede])");
      if (await p.locator("#board .pointed").count()) {
        const badges = await p.locator("#board text.foretold").allTextContents();
        if (badges.length) {
          assert.match(badges[0], /^\d+ dice [1-6]\+/, badges[0]);
          if (!seen.badges) await shot(p, `battle-strike-${name}`);
          seen.badges += badges.length;
          seen.lines += await p.locator("#board line.foretold").count();
        }
        const goal = p.locator("#board .legal");
        if (await goal.count()) { await goal.first().click({ timeout: 1_000, force: true }).catch(() => {}); seen.clicks++; }
      }
      if (await p.locator("#choices section").count() === 1 && await buttons.count()) await buttons.first().click({ timeout: 1_000 }).catch(() => {});
    } else {
      const done = p.locator("#choices button[data-action=done]");
      if (await done.count()) await done.click({ timeout: 1_000 }).catch(() => {});
    }
  });
  return seen;
}

for (const [name, size] of [["desktop", { width: 1280, height: 900 }], ["phone", { width: 390, height: 844 }]]) {
  test(`a battle is fought by clicks at ${name} size and can be watched again`, async () => {
    const p = await page(chromium, `${server.url}/lab`);
    await p.setViewportSize(size);
    await open(p, { attacker: "Lion Griffon Angel", defender: "Ogre Centaur", rival: "random", role: "0" });
    assert.deepEqual(await findings(p, `battle ${name}`), []);
    await shot(p, `battle-${name}`);
    const { clicks, badges, lines } = await fight(p, name);
    assert.ok(clicks > 2, `${clicks} clicks`);
    assert.ok(badges > 0 && lines === badges, `${badges} badges, ${lines} lines`);
    assert.match(await p.textContent("#log"), /You bring \w+ in at [A-F]\d/);
    assert.ok(await p.locator("#dice .die").count() > 0, "the dice are seen");
    await shot(p, `battle-end-${name}`);
    await p.locator("#end a[href*='/replay/']").first().click();
    await p.waitForSelector("#board svg");
    await p.locator("#first").click();
    await p.locator("#next").click();
    await p.waitForFunction(() => /at [A-F]\d/.test(document.getElementById("move")?.textContent ?? ""));
    await shot(p, `battle-replay-${name}`);
    assert.deepEqual(p.problems, []);
  });
}

test("two people fight at one device", async () => {
  const p = await page(chromium, `${server.url}/lab`);
  await open(p, { attacker: "Lion", defender: "Ogre", rival: "here", role: "1" });
  // the defender comes first; the page takes the seat whose turn it is
  for (const kind of ["Ogre", "Lion"]) {
    const enter = p.locator(`#choices button[data-action^="enter ${kind}"]`).first();
    await enter.waitFor({ state: "attached" });
    // many choices are folded away: the board has them too
    if (!(await enter.isVisible())) await p.locator("#choices details summary").first().click();
    await enter.click();
    const done = p.locator("#choices button[data-action=done]");
    await p.waitForFunction(() => !document.querySelector("#choices button[data-action^=enter]"));
    await done.click();
  }
  await p.waitForFunction(() => /Ogre in at.*Lion in at/s.test(document.getElementById("log")?.textContent ?? ""));
  assert.deepEqual(p.problems, []);
});

test("the lab says whom a land favours, names its grounds and prints it", async () => {
  const p = await page(chromium, `${server.url}/lab`);
  await p.waitForSelector("#board svg");
  assert.equal(await p.locator("#board .terrain-name").count(), 0);
  await p.locator("#look-names").check();
  await p.waitForSelector("#board .terrain-name");
  await p.locator("#look-colossus").check();
  await p.waitForFunction(() => document.getElementById("board")?.innerHTML.includes("colossus-"));
  await p.locator("#favour button").click();
  await p.waitForFunction(() => (document.querySelector("#favour progress")?.value ?? 0) > 0, null, { timeout: 60_000 });
  assert.match(await p.textContent("#favour"), /quick against itself, \d+ battles/);
  await p.locator("#favour input[type=checkbox]").check();
  assert.ok(await p.locator("#board .strike-heat").count() > 0);
  await shot(p, "lab-verdict");
  assert.deepEqual(await findings(p, "verdict"), []);
  await p.locator("#favour button").click();
  const [file] = await Promise.all([p.waitForEvent("download"), p.locator("#downloads form button").click()]);
  assert.equal(file.suggestedFilename(), "battleland.pdf");
  assert.deepEqual(p.problems, []);
});
