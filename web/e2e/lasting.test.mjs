// What lasts at a table while others come, go and move: the focus, what was chosen, what is read.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, leave, page, playUntil, says } from "./harness.mjs";
import { asked, hand, newTable, openTrade, sit, step, steps } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

const KINDS = ["brick", "wood", "wool", "wheat", "ore"];
const focused = (p) => p.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
const here = (p, name, is) => p.waitForFunction(([n, i]) => [...document.querySelectorAll(".player")].some((card) => card.textContent.includes(n) && card.textContent.includes("away") !== i), [name, is]);

/** Ann, whose table it is, and Bob. */
async function two(names = ["Ann", "Bob"]) {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTable(ann, server.url, { people: 2, bots: 0, points: 10, name: names[0] });
  const bob = await page(chromium, ann.url());
  await sit(bob, names[1]);
  await here(ann, names[1].slice(0, 20), true);
  return [ann, bob];
}

/** Plays until it is the first one's turn to build and trade, and both have a card. */
const untilTrade = (ann, bob) => playUntil(ann, async () => (await asked(ann, "build, trade")) && (await hand(bob)).some(Boolean) && (await hand(ann)).some(Boolean), () => steps([ann, bob]));

test("a flipped board turns every sign and piece in its place", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url);
  await playUntil(p, async () => (await p.locator(".pieces .road").count()) >= 8, () => step(p));
  await says(p, "#status", "Your turn");
  // how far each is from the middle of the board
  const places = () => p.evaluate(() => {
    const middle = (n) => { const r = n.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const [x, y] = middle(document.querySelector("#board svg"));
    return [...document.querySelectorAll("#board svg :is(text, use):not(symbol *, defs *)")].map((n) => [middle(n)[0] - x, middle(n)[1] - y, n.getAttribute("href") ?? n.textContent]);
  });
  const before = await places();
  await p.keyboard.press("f");
  const after = await places();
  assert.ok(before.length > 60 && before.length === after.length);
  // a hex is about a hundred pixels wide; a sign that is not drawn around its own middle moves a little
  for (const [i, [x, y, name]] of before.entries()) assert.ok(Math.hypot(x + after[i][0], y + after[i][1]) < 15, `${name} is thrown off`);
  assert.deepEqual(p.problems, []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`a pressed button can be read under the mouse, ${colorScheme}`, async () => {
    const p = await page(chromium, `${server.url}/edit`, { colorScheme });
    await p.hover("[data-tool=brush][aria-pressed=true]");
    // the tools are drawn anew while the page is loading: look at the one that is there and under the mouse
    const seen = await p.waitForFunction(() => {
      const n = document.querySelector("[data-tool=brush][aria-pressed=true]:hover");
      if (!n) return 0;
      const light = (colour) => { const [r, g, b] = colour.match(/[\d.]+/g).map((c) => { const v = Number(c) / 255; return v <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05; };
      const style = getComputedStyle(n);
      const [a, b] = [light(style.color), light(style.backgroundColor)];
      return Math.max(a, b) / Math.min(a, b);
    });
    const ratio = await seen.jsonValue();
    assert.ok(ratio >= 4.5, `the contrast is ${ratio.toFixed(2)}`);
  });
}

test("focus and walk stay while somebody else reloads, and a lit place says where it is", async () => {
  const [ann, bob] = await two();
  await ann.waitForSelector(".board .legal");
  for (let i = 0; i < 3; i++) await ann.keyboard.press("ArrowRight");
  const before = await focused(ann);
  assert.match(before, /^[a-z]+ ?\d*(, [a-z]+ ?\d*)*: \d+ pips?.*: Place a settlement$/);
  const corner = await ann.evaluate(() => document.activeElement.dataset.corner);
  const third = await ann.locator(".board .legal").evaluateAll((spots) => spots.findIndex((s) => s === document.activeElement));
  await bob.close();
  await here(ann, "Bob", false);
  assert.equal(await focused(ann), before);
  assert.equal(await ann.locator(".board .legal.walk").count(), 1);
  await ann.keyboard.press("ArrowRight");
  await ann.keyboard.press("ArrowLeft");
  assert.equal(await focused(ann), before);
  assert.ok(third >= 0);
  await ann.keyboard.press("Enter");
  await ann.waitForSelector(`.pieces [data-settlement="${corner}"]`);
  // what is dark again is what it was
  assert.equal(await ann.getAttribute(`[data-corner="${corner}"]`, "role"), "img");
  assert.equal(await ann.getAttribute(`[data-corner="${corner}"]`, "aria-label"), before.replace(/: Place.*/, ""));
  assert.deepEqual(ann.problems, []);
});

test("a key meant for what has just gone does not end the turn; an offer is called an offer", async () => {
  const [ann, bob] = await two();
  await untilTrade(ann, bob);
  const tray = async (p, other) => {
    const give = (await hand(p)).findIndex((n) => n > 0);
    await openTrade(p);
    await p.fill(`[aria-label="give ${KINDS[give]}"]`, "1");
    await p.fill(`[aria-label="want ${KINDS[(give + 1) % 5]}"]`, "1");
    await p.locator("#panel button", { hasText: `Offer to ${other}` }).click();
  };
  await tray(bob, "Ann");
  await ann.locator(".offer button", { hasText: "Reject" }).focus();
  assert.match(await ann.textContent("#status"), /^Your turn/);
  await bob.locator(".offer button", { hasText: "Withdraw" }).click();
  await ann.waitForFunction(() => !document.querySelector(".offer"));
  await ann.keyboard.press("Enter");
  await says(ann, ".toast", "press again");
  assert.match(await ann.textContent("#status"), /^Your turn: build/);
  // whose turn it is not is told who offers
  await tray(ann, "all");
  await says(bob, "#status", "Ann offers you a trade");
  assert.match(await bob.title(), /^● Ann offers you a trade/);
  assert.match(await ann.textContent("#status"), /^Your turn/);
  await bob.locator(".offer button", { hasText: "Reject" }).click();
  await says(bob, "#status", "Waiting for Ann");
  // read out is only what is new
  const kept = await ann.evaluate(() => { const list = document.querySelector("#log"); window.added = 0; new MutationObserver((all) => { for (const m of all) window.added += m.addedNodes.length; }).observe(list, { childList: true }); return list.getAttribute("aria-live"); });
  assert.equal(kept, "polite");
  await ann.keyboard.press("e");
  await says(ann, "#status", "Waiting for Bob");
  assert.ok((await ann.evaluate(() => window.added)) <= 2);
  for (const p of [ann, bob]) assert.deepEqual(p.problems, []);
});

test("what was chosen to trade with the bank stays chosen while it is possible", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url);
  const seen = await p.evaluate(async () => {
    const { BankRow } = await import("/assets/bank.js");
    const acts = [];
    const row = new BankRow((a) => acts.push(a));
    const { give, take } = row;
    document.body.append(row.node);
    const show = (...trades) => { row.show(trades.map((t) => ({ group: "bank-trade", action: `bank-trade ${t}` }))); return `${give.value} ${take.value}`; };
    const list = ["4 brick wood", "4 brick ore", "4 wool brick", "4 wool wood", "4 wool ore"];
    show(...list);
    give.value = "wool"; give.dispatchEvent(new Event("change"));
    take.value = "ore"; take.focus();
    const seen = [show(...list), show("2 wool brick", "2 wool ore"), document.activeElement === take];
    row.node.querySelector("button").click();
    return [...seen, ...acts, show("4 brick wood", "4 brick ore"), show("4 brick wood")];
  });
  assert.deepEqual(seen, ["wool ore", "wool ore", true, "bank-trade 2 wool ore", "brick ore", "brick wood"]);
});

for (const [way, words] of [["with the old way of copying", ".toast"], ["by hand when the browser refuses", "dialog[open]"]]) {
  test(`a link is copied without a clipboard, ${way}`, async () => {
    const ann = await page(chromium, server.url);
    await newTable(ann, server.url, { people: 2, bots: 0 });
    // as over plain http
    await ann.evaluate((refuse) => { Object.defineProperty(navigator, "clipboard", { value: undefined }); if (refuse) document.execCommand = () => false; }, words !== ".toast");
    await ann.locator("button", { hasText: "Copy link" }).click();
    await ann.waitForSelector(words);
    if (words === ".toast") {
      assert.equal(await ann.textContent(".toast"), "link copied");
      await ann.focus("#chat-text");
      await ann.keyboard.press("Control+v");
      assert.equal(await ann.inputValue("#chat-text"), ann.url());
    } else assert.equal(await ann.evaluate(() => String(document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd))), ann.url());
    assert.deepEqual(ann.problems, []);
  });
}

test("a hidden bank says some and none", async () => {
  const p = await page(chromium, server.url);
  await p.locator("summary", { hasText: "More options" }).click();
  await p.selectOption("[data-option='hide-bank']", "on");
  await p.click("#new-table button[type=submit]");
  await says(p, "#bank", "some");
  assert.match(await p.textContent("#bank"), /bricksome.*oresome/);
});

test("names without a space fit at a desk and in a hand", async () => {
  const names = ["A".repeat(40), "W".repeat(40)];
  const [ann, bob] = await two(names);
  for (const size of [{ width: 390, height: 844 }, { width: 1280, height: 900 }]) {
    for (const p of [ann, bob]) {
      await p.setViewportSize(size);
      assert.ok((await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `the table is wider than ${size.width}`);
      const out = await p.evaluate(() => [...document.querySelectorAll(".player, .player *, #status, #log *")].filter((n) => n.getBoundingClientRect().right > innerWidth).length);
      assert.equal(out, 0, `${out} parts leave the page of ${size.width}`);
    }
    const lobby = await page(chromium, server.url, { size });
    await says(lobby, "#running", names[0]);
    assert.ok((await lobby.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `the lobby is wider than ${size.width}`);
    await lobby.context().close();
  }
});
