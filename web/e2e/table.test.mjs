// Playing at a table, as people do.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Server, browser, finished, page, playUntil, says, findings, leave } from "./harness.mjs";
import { asked, hand, newTable, openTrade, sit, step, steps } from "./player.mjs";

let server, chromium;
before(async () => { server = await Server.start(); chromium = await browser(); });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

test("a newcomer reaches a running game with two clicks", async () => {
  const p = await page(chromium, server.url);
  await p.click("#play-now");
  await p.waitForSelector(".board .legal");
  assert.match(await p.title(), /Your turn/);
  assert.match(await p.getAttribute("link[rel=icon]", "href"), /turn/);
  await p.locator(".board .legal").first().dispatchEvent("click");
  await says(p, "#log", "You place a settlement");
  assert.deepEqual(p.problems, []);
});

for (const keys of [false, true]) {
  test(`a person plays three bots to the end by ${keys ? "keyboard alone" : "clicks"}`, async () => {
    const p = await page(chromium, server.url);
    await newTable(p, server.url);
    let over = false;
    await playUntil(p, () => over, async () => { over = await step(p, { keys }); });
    const rolls = (await p.locator("#log").textContent()).match(/rolls? \d+ \(/g)?.length ?? 0;
    const bars = (await p.getAttribute(".histogram", "aria-label")).match(/: (\d+)/g).reduce((n, bar) => n + Number(bar.slice(2)), 0);
    assert.ok(bars >= rolls && rolls > 0, `${bars} rolls in the histogram, ${rolls} in the log`);
    assert.deepEqual(p.problems, []);
  });
}

test("a turn timer counts down and moves for whoever sleeps", async () => {
  const p = await page(chromium, server.url);
  await p.locator("summary", { hasText: "More options" }).click();
  await p.evaluate(() => document.querySelector("#turn-seconds").append(new Option("5", "5")));
  await p.selectOption("#turn-seconds", "5");
  await p.selectOption("#leavers", "keen");
  await p.click("#new-table button[type=submit]");
  await p.waitForFunction(() => /^0:0[1-5]$/.test(document.querySelector("#timer")?.textContent ?? ""));
  assert.match(await p.getAttribute("#timer", "class"), /short/);
  await says(p, "#log", "You place a settlement");
  assert.deepEqual(p.problems, []);
});

test("a move is taken back, but not a roll", async () => {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url, { points: 10 });
  await p.waitForSelector(".board .legal");
  await p.locator(".board .legal").first().dispatchEvent("click");
  await p.waitForSelector("#actions button:has-text('Undo')");
  const lines = await p.locator("#log li").count();
  await p.keyboard.press("u");
  await p.waitForFunction((n) => document.querySelectorAll("#log li").length === n - 1, lines);
  // after a roll there is nothing to take back
  const justRolled = () => p.evaluate(() => document.querySelector("#actions").getAttribute("aria-busy") !== "true" && document.querySelector("#status").textContent.includes("build, trade") && /rolls? \d/.test(document.querySelector("#log li:last-child")?.textContent ?? ""));
  await playUntil(p, justRolled, () => step(p));
  assert.equal(await p.locator("#actions button", { hasText: "Undo" }).count(), 0);
});

test("chat reaches the others and can be muted", async () => {
  const ann = await page(chromium, `${server.url}/offline`);
  await newTable(ann, server.url, { people: 2, bots: 1 });
  const bob = await page(chromium, ann.url());
  await sit(bob, "Bob");
  const say = async (p, words) => { await p.fill("#chat-text", words); await p.press("#chat-text", "Enter"); };
  await say(bob, "good luck");
  await says(ann, "#chat", "good luck");
  await ann.click("[aria-label='mute Bob']");
  await say(bob, "blah");
  await say(ann, "hush");
  await says(ann, "#chat", "hush");
  assert.equal(await ann.locator("#chat li:visible", { hasText: "blah" }).count(), 0);
  await ann.click("#unmute");
  assert.equal(await ann.locator("#chat li:visible", { hasText: "blah" }).count(), 1);
});

test("four browsers trade with a counter-offer through a reload and a power cut", async () => {
  const names = ["Ann", "Bob", "Cid", "Dot"];
  const pages = [await page(chromium, server.url)];
  await newTable(pages[0], server.url, { people: 4, bots: 0, points: 10 });
  for (const name of names.slice(1)) { const p = await page(chromium, pages[0].url()); await sit(p, name, { last: name === "Dot" }); pages.push(p); }
  for (const p of pages) await p.waitForSelector("#hand .resource b");
  const spectator = await page(chromium, pages[0].url());

  // play until somebody who may trade has a card another lacks
  const deal = await playUntil(pages[0], async () => {
    for (const [active, p] of pages.entries()) {
      if (!(await asked(p, "build, trade"))) continue;
      const hands = await Promise.all(pages.map(hand));
      const give = hands[active].findIndex((n) => n > 0);
      for (let other = 0; other < 4 && give >= 0; other++) {
        const want = hands[other].findIndex((n, kind) => n > 0 && kind !== give);
        if (other !== active && want >= 0) return { active, other, give, want, hands };
      }
    }
    return null;
  }, () => steps(pages));
  const kinds = ["brick", "wood", "wool", "wheat", "ore"];
  const [a, b] = [pages[deal.active], pages[deal.other]];
  // the offer asks for two, which the answer turns into one
  await openTrade(a);
  await a.fill(`[aria-label="give ${kinds[deal.give]}"]`, "1");
  await a.fill(`[aria-label="want ${kinds[deal.want]}"]`, "2");
  await a.locator("#panel button", { hasText: "Offer to all" }).click();
  await b.locator(".offer button", { hasText: "Counter" }).click();
  assert.equal(await b.inputValue(`[aria-label="give ${kinds[deal.want]}"]`), "2");
  await b.click(`[aria-label="less give ${kinds[deal.want]}"]`);
  await b.locator("#panel button", { hasText: /^Send counter-offer/ }).click();
  await a.locator(".offer", { hasText: names[deal.other] }).locator("button", { hasText: "Accept" }).click();
  await says(spectator, "#log", "with another offer");
  await a.waitForFunction(([i, n]) => Number(document.querySelectorAll("#hand .resource b")[i].textContent) === n, [deal.want, deal.hands[deal.active][deal.want] + 1]);
  const [mine, theirs] = [await hand(a), await hand(b)];
  assert.equal(mine[deal.give], deal.hands[deal.active][deal.give] - 1);
  assert.equal(theirs[deal.want], deal.hands[deal.other][deal.want] - 1);
  assert.equal(theirs[deal.give], deal.hands[deal.other][deal.give] + 1);

  // a reload gives the seat and its hand back
  await b.reload();
  await b.waitForFunction(() => document.querySelector("#hand .resource b"));
  assert.deepEqual(await hand(b), theirs);
  // and so does a power cut of the server
  const lines = await a.locator("#log li").count();
  await server.kill();
  server = await server.restart();
  for (const p of [...pages, spectator]) await p.waitForFunction(() => document.querySelector("#connection")?.textContent === "");
  await a.waitForFunction((n) => document.querySelectorAll("#log li").length === n, lines);
  assert.deepEqual(await hand(a), mine);
  assert.deepEqual(await hand(b), theirs);
  assert.match(await spectator.textContent("#hand"), /watching/);

  // the game goes on
  await playUntil(a, async () => (await spectator.locator("#log li").count()) >= lines + 8, () => steps(pages));
  for (const p of pages) assert.deepEqual(p.problems, []);
});

test("a replay walks by slider, keys and link, shows the chances and gives the record", async () => {
  const id = await finished(server.url, { "victory-points": "5" });
  const p = await page(chromium, `${server.url}/replay/${id}#10`);
  await says(p, "#move", "move 10 of");
  await p.keyboard.press("ArrowRight");
  await says(p, "#move", "move 11 of");
  assert.match(p.url(), /#11$/);
  await p.keyboard.press("End");
  const moves = Number(await p.getAttribute("#slider", "max"));
  await says(p, "#move", `move ${moves} of ${moves}`);
  await p.keyboard.press("Home");
  await says(p, "#move", "before the first move");
  await p.locator("#slider").fill("20");
  await says(p, "#move", "move 20 of");
  // addresses that name no move
  await p.evaluate(() => { location.hash = "#99999"; });
  await says(p, ".toast", `only ${moves} moves`);
  await says(p, "#move", `move ${moves} of ${moves}`);
  await p.evaluate(() => { location.hash = "#-5"; });
  await says(p, ".toast", "“-5” is no move");
  await says(p, "#move", "before the first move");
  await p.click("#analyse");
  await p.waitForSelector("#curve svg path", { timeout: 120_000 });
  assert.match(await p.getAttribute("#curve svg", "aria-label"), /\d+ %/);
  // the analysis speaks, and a costly decision is a puzzle
  await says(p, "#decisions", "Where the game turned");
  const costly = p.locator("#decisions li", { has: p.locator("button") }).first();
  assert.match(await costly.textContent(), /move \d+.*Better: .* \([\d.]+ % more\)/);
  const asked = p.url();
  await costly.locator("button").click();
  await says(p, "#tried", "What would you play");
  assert.equal(await p.locator("#tried li b").count(), 0, "chances are hidden until a move is chosen");
  await p.locator("#tried li button").first().click();
  await p.waitForFunction(() => /Right|worth/.test(document.querySelector("#tried b")?.textContent ?? "") && document.querySelector("#tried li b"));
  await p.locator("#tried button", { hasText: "Back to the game" }).click();
  await p.goto(asked);
  await p.evaluate(() => scrollTo(0, 0));
  // the chart is drawn for its width: words can be read on a phone too, and say what the numbers are
  for (const width of [1280, 390]) {
    if (width !== 1280) await p.setViewportSize({ width, height: 844 });
    await p.waitForFunction(() => document.querySelector("#curve svg").viewBox.baseVal.width === document.querySelector("#curve").clientWidth);
    const seen = await p.evaluate(() => {
      const [chart, words] = [document.querySelector("#curve svg"), [...document.querySelectorAll("#curve svg text")]];
      const box = chart.getBoundingClientRect();
      const boxes = words.map((w) => w.getBoundingClientRect());
      const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
      return { height: box.height, words: words.map((w) => w.textContent), least: Math.min(...boxes.map((b) => b.height)), out: boxes.filter((b) => b.left < box.left - 1 || b.right > box.right + 1).length,
        meeting: boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b))).length, legend: document.querySelector("#curve .legend").textContent };
    });
    assert.ok(seen.height >= 200 && seen.least >= 12, `${width}: ${seen.height} high, words of ${seen.least}`);
    assert.deepEqual([seen.out, seen.meeting], [0, 0], `${width}: words leave the chart or lie on each other`);
    for (const word of ["100 %", "0 %", "moves of the game", "move 0"]) assert.ok(seen.words.includes(word), `${width}: no “${word}” in ${seen.words}`);
    assert.match(seen.legend, /greedy\d+ %.*greedy 4\d+ %/);
  }
  const chart = await p.locator("#curve .curve").boundingBox();
  await p.locator("#curve .curve").click({ position: { x: 48 + (chart.width - 48 - 14) / 2, y: 100 } });
  assert.deepEqual(await findings(p, "a replay with its chances"), []);
  // a pixel is a move or two
  await p.waitForFunction((half) => Math.abs(Number(/^move (\d+) of/.exec(document.querySelector("#move").textContent)?.[1]) - half) <= 3, moves / 2);
  await p.waitForFunction(() => document.querySelector("#move").textContent.startsWith(`${document.querySelector("#curve .at").textContent} of`));
  const [file] = await Promise.all([p.waitForEvent("download"), p.click("a[download]")]);
  assert.match(file.suggestedFilename(), /\.record$/);
  assert.deepEqual(p.problems, []);
});

test("a seafaring map is played from the gallery, with ships", async () => {
  const p = await page(chromium, `${server.url}/maps`);
  await p.click("[data-play='gold_atoll.game']");
  await p.waitForSelector(".board .legal");
  assert.equal(await p.locator(".pieces [data-pirate]").count(), 1);
  // a ship can be built, or somebody has built one
  await playUntil(p, () => p.locator("#actions :is([data-group=ship], [data-group=setup-ship]):not([aria-disabled]), .pieces [data-ship]").count(), () => step(p));
  assert.deepEqual(p.problems, []);
});
