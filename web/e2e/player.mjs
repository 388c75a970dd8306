// A person at a table who does one sensible thing at a time, with the mouse, by touch or by keyboard alone, in any language.
import { playUntil } from "./harness.mjs";

/** Moves the focus with Tab until it is on something that matches. */
export async function tabTo(p, selector, most = 150) {
  for (let i = 0; i < most; i++) {
    if (await p.evaluate((s) => document.activeElement?.matches(s), selector)) return true;
    await p.keyboard.press("Tab");
  }
  return false;
}

/** Cards in the own hand: brick, wood, wool, wheat, ore. */
export const hand = async (p) => (await p.locator("#hand .resource b").allTextContents()).slice(0, 5).map(Number);

/** How long a person without a turn looks at a page before the next one, in milliseconds. */
const PATIENCE = 250;

/** What a person sees: whose turn it is, what is asked, where to press. Runs in the page and waits there for the turn, but no
 * longer than `patience`: to ask again and again from outside costs more than the game. */
async function look(patience) {
  const isOver = () => Boolean(document.querySelector("#status a"));
  const isMine = () => document.querySelector("#turn").classList.contains("mine") && document.querySelector("#actions").getAttribute("aria-busy") !== "true";
  for (const end = performance.now() + patience; !isOver() && !isMine() && performance.now() < end; ) await new Promise((resolve) => { setTimeout(resolve, 10); });
  const all = (selector) => [...document.querySelectorAll(selector)];
  const pips = (spot) => Number(/(\d+) (?:pips?|Augen?|Punkte?)/.exec(spot.getAttribute("aria-label"))?.[1] ?? 0);
  const spot = all(".board .legal").reduce((best, s) => (best && pips(best) >= pips(s) ? best : s), null);
  const groups = ["setup-road", "setup-ship", "robber", "steal", "settlement", "city", "road", "roll", "pass", "stop", "end-turn"];
  const group = groups.find((name) => document.querySelector(`#actions [data-group="${name}"]:not([aria-disabled])`));
  const pick = document.querySelector("#panel [data-pick]");
  const cards = all("#hand .resource b").slice(0, 5).map((b) => Number(b.textContent));
  return {
    over: isOver(),
    mine: isMine(),
    owed: pick ? { name: pick.dataset.pick, n: Number(/\d+/.exec(pick.querySelector("h2").textContent)[0]), cards } : null,
    spot: spot ? `.board .legal[data-${["corner", "side", "hex"].find((k) => k in spot.dataset)}="${spot.dataset.corner ?? spot.dataset.side ?? spot.dataset.hex}"]` : null,
    confirm: Boolean(document.querySelector("#confirm:not([hidden])")),
    group: group ? `#actions [data-group="${group}"]:not([aria-disabled])` : null,
    key: { settlement: "s", city: "c", road: "b" }[group],
  };
}

/** Presses something where it is now, as a hand does; `false` if it is not there or something lies over it. */
export async function press(p, selector, touch = false) {
  const at = await p.evaluate((s) => {
    const node = [...document.querySelectorAll(s)].find((n) => n.checkVisibility({ visibilityProperty: true }));
    if (!node) return null;
    const free = () => { const r = node.getBoundingClientRect(); const at = [r.x + r.width / 2, r.y + r.height / 2]; const top = document.elementFromPoint(...at); return top && (node.contains(top) || top.contains(node) || top.closest(s) === node) ? at : null; };
    const seen = free();
    if (!seen) node.scrollIntoView({ block: "nearest" });
    return seen ?? free();
  }, selector);
  if (at) await (touch ? p.touchscreen.tap(...at) : p.mouse.click(...at));
  return at !== null;
}

/** Chooses as many cards as are asked for, of those at hand. */
async function pick(p, { name, n, cards }, { keys, touch }) {
  if (touch && !(await p.locator("#sheet-trade.open").count())) {
    await press(p, "#tab-trade", true);
    await p.waitForFunction(() => document.querySelector("#sheet-trade.open")?.getAnimations().length === 0);
  }
  const fields = p.locator(`#panel [data-pick=${name}] input`);
  let left = n;
  for (const [i, have] of cards.entries()) {
    const take = Math.min(left, name === "discard" ? have : n);
    left -= take;
    if (!take) continue;
    const label = await fields.nth(i).getAttribute("aria-label");
    if (keys) { await tabTo(p, `[aria-label="${label}"]`); await p.keyboard.press("Control+a"); await p.keyboard.type(String(take)); } else await fields.nth(i).fill(String(take));
  }
  const done = `#panel [data-pick=${name}] > button.primary`;
  if (keys) { await tabTo(p, done); await p.keyboard.press("Enter"); } else await press(p, done, touch);
  if (touch && (await p.locator("#sheet-trade.open").count())) await press(p, "#tab-trade", true);
}

/** Does one sensible thing if it is this page's turn; `true` when the game is over. */
export async function step(p, { keys = false, touch = false, patience = PATIENCE } = {}) {
  const { over, mine, owed, spot, confirm, group, key } = await p.evaluate(look, patience);
  if (over) return true;
  if (!mine) return false;
  if (owed) await pick(p, owed, { keys, touch });
  else if (confirm) await press(p, "#confirm-yes", touch);
  else if (spot) {
    if (keys) { await p.keyboard.press("ArrowRight"); await p.keyboard.press("Enter"); } else if (!(await press(p, spot, touch))) await p.locator(spot).dispatchEvent("click", {}, { timeout: 500 });
  } else if (key && keys) await p.keyboard.press(key);
  else if (group && keys && group.includes("steal")) { await tabTo(p, group); await p.keyboard.press("Enter"); }
  else if (group && keys) { await p.evaluate(() => document.activeElement?.blur?.()); await p.keyboard.press("Space"); }
  else if (group) await press(p, group, touch);
  // so that whoever waits for what comes of it sees it before the next step
  await p.evaluate(answered);
  return false;
}

/** Waits a moment for the server's answer. Runs in the page. */
async function answered() {
  for (let looks = 0; looks < 50 && document.querySelector("#actions")?.getAttribute("aria-busy") === "true"; looks++) await new Promise((resolve) => { setTimeout(resolve, 10); });
}

/** The same for people at one table: nobody waits for a turn while it is somebody else's. */
export async function steps(pages) { for (const p of pages) await step(p, { patience: PATIENCE / 10 }); }

/** Whether this person is asked something, and nothing they did is still under way. */
export const asked = (p, words) => p.evaluate((words) => document.querySelector("#turn").classList.contains("mine") && document.querySelector("#actions").getAttribute("aria-busy") !== "true" && document.querySelector("#status").textContent.includes(words), words);

/** Plays until the person is asked something. If a game ends before, `again` opens another one. */
export const playTo = (p, words, again, how = {}, seconds) => playUntil(p, () => asked(p, words), async () => {
  if (!(await step(p, how))) return false;
  await again?.();
  return !again;
}, seconds);

/** Makes a table and sits down at it: through the form on the home page, from elsewhere without it. */
export async function newTable(p, url, { people = 1, bots = 3, points = 4, name = "Ann", bot = "keen" } = {}) {
  if (p.url() === `${url}/`) {
    await p.fill("#name", name);
    await p.selectOption("#people", String(people));
    await p.selectOption("#bots", String(bots));
    await p.fill("#points", String(points));
    await p.click("#new-table button[type=submit]");
  } else {
    const seats = [{ kind: "me", name }, ...Array(people - 1).fill({ kind: "open" }), ...Array(bots).fill({ kind: "bot", bot })];
    const made = await fetch(`${url}/api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: { kind: "catan", map: "base", options: { "victory-points": String(points) } }, seats }) });
    const { id, token } = await made.json();
    await p.evaluate(([id, token, name]) => { localStorage.setItem(`hexwright/seat/${id}`, token); localStorage.setItem("hexwright/name", name); }, [id, token, name]);
    await p.goto(`${url}/t/${id}`);
  }
  // a table with free seats has no board before everybody is there
  await p.waitForSelector("#board svg, #people li");
}

/** Takes the first free seat; if it is the last, the game begins. */
export async function sit(p, name, { last = true } = {}) {
  await p.fill("#seats input", name);
  await p.locator("#seats button").first().click();
  if (last) await p.waitForSelector("#hand .resource b");
  else await p.locator("#people li", { hasText: name }).waitFor();
}

/** Unfolds the tray for trades. */
export const openTrade = (p) => p.evaluate(() => { document.querySelector("#panel details.fold").open = true; });
