// A person at a table who does one sensible thing at a time, by clicks or by keyboard alone.

/** Moves the focus with Tab until it is on something that matches. */
export async function tabTo(p, selector, most = 150) {
  for (let i = 0; i < most; i++) {
    if (await p.evaluate((s) => document.activeElement?.matches(s), selector)) return true;
    await p.keyboard.press("Tab");
  }
  return false;
}

/** Cards in the own hand: brick, wood, wool, wheat, ore. */
export const hand = async (p) => (await p.locator("#hand .chip b").allTextContents()).slice(0, 5).map(Number);

async function discard(p, keys) {
  const owed = Number(/Discard (\d+)/.exec(await p.textContent("#panel h2"))[1]);
  let left = owed;
  for (const [i, n] of (await hand(p)).entries()) {
    const take = Math.min(left, n);
    left -= take;
    if (!take) continue;
    const field = `[aria-label="discard ${["brick", "wood", "wool", "wheat", "ore"][i]}"]`;
    if (keys) { await tabTo(p, field); await p.keyboard.press("Control+a"); await p.keyboard.type(String(take)); } else await p.fill(field, String(take));
  }
  if (keys) { await tabTo(p, "#panel .card > button.primary"); await p.keyboard.press("Enter"); } else await p.locator("#panel button", { hasText: /^Discard$/ }).click();
}

/** Does one sensible thing if it is this page's turn; `true` when the game is over. */
export async function step(p, { keys = false } = {}) {
  const status = (await p.textContent("#status")) ?? "";
  if (status.includes("replay")) return true;
  if (!status.startsWith("Your turn")) { await p.waitForTimeout(25); return false; }
  if (await p.locator("#panel h2", { hasText: /^Discard/ }).count()) await discard(p, keys);
  else if (await p.locator(".board .legal").count()) {
    if (keys) { await p.keyboard.press("ArrowRight"); await p.keyboard.press("Enter"); }
    else await p.locator(".board .legal").first().dispatchEvent("click");
  } else {
    const build = p.locator("#actions button", { hasText: /^(Settlement|City|Road)$/ });
    const steal = p.locator("#actions button", { hasText: /^Steal from/ });
    const primary = p.locator("#actions button.primary");
    if (await steal.count()) {
      if (keys) { await tabTo(p, "#actions button"); await p.keyboard.press("Enter"); } else await steal.first().click();
    } else if (await build.count()) {
      const name = await build.first().textContent();
      if (keys) await p.keyboard.press({ Settlement: "s", City: "c", Road: "b" }[name]); else await build.first().click();
    } else if (await primary.count()) {
      if (keys) { await p.evaluate(() => document.activeElement?.blur?.()); await p.keyboard.press("Space"); } else await primary.first().click();
    }
  }
  await p.waitForTimeout(15);
  return false;
}

/** Makes a table through the form of the home page. */
export async function newTable(p, url, { people = 1, bots = 3, points = 4, name = "Ann" } = {}) {
  await p.goto(url);
  await p.fill("#name", name);
  await p.selectOption("#people", String(people));
  await p.selectOption("#bots", String(bots));
  await p.fill("#points", String(points));
  await p.click("#new-table button[type=submit]");
  await p.waitForSelector("#board svg");
}

/** Takes the first free seat. */
export async function sit(p, name) {
  await p.fill("#seats input", name);
  await p.locator("#seats button").first().click();
  await p.waitForFunction(() => document.querySelector("#hand .chip b"));
}
