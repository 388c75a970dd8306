// A person at a table of Terra Mystica who does one sensible thing at a time, by clicks or taps.
import { playUntil } from "./harness.mjs";

/** Opens a table through the form: you, friends, bots; a faction for each seat. */
export async function newTerraTable(p, url, { seats = ["me", "open", "keen", "keen"], factions = [], map = "base", how = "", seed = "5", name = "Ann" } = {}) {
  await p.goto(`${url}/terra/new`);
  await p.fill("#name", name);
  for (let i = 0; i < 5; i++) {
    const row = p.locator(`fieldset[data-seat="${i + 1}"]`);
    if (i > 0) await row.locator("[name=who]").selectOption(seats[i] ?? "");
    if (seats[i] && factions[i]) await row.locator("[name=faction]").selectOption(factions[i]);
  }
  await p.selectOption("#map", map);
  await p.selectOption("#how", how);
  await p.fill("#seed", seed);
  await p.click("#new button[type=submit]");
  // a table with free seats begins when everybody is there
  await p.waitForSelector("#board svg .grounds use, #people li");
}

/** Takes the first free seat. */
export async function sitDown(p, name) {
  await p.fill("#seats input", name);
  await p.locator("#seats button.primary").first().click();
  // the button goes at once, the seat comes with the answer
  await p.waitForFunction(() => !document.querySelector("#seats button.primary") && localStorage.getItem(`hexwright/seat/${location.pathname.split("/").at(-1)}`));
  await p.waitForSelector(".mat");
}

/** The round the page shows; 0 during setup. */
export const roundOf = async (p) => Number(/\d/.exec((await p.textContent("#round")) ?? "")?.[0] ?? 0);

/** Plays a page, using a few hexes in each round, until a condition holds. `builds` is how many in a round. */
export function playTerra(p, condition, { builds = 3, tap = false } = {}) {
  let [round, used] = [0, 0];
  return playUntil(p, condition, async () => {
    const now = await roundOf(p);
    if (now !== round) [round, used] = [now, 0];
    const before = await p.locator("#log li").count();
    await terraStep(p, { tap, builds: round === 0 ? 1 : builds - used });
    if (round > 0 && (await p.locator("#log li").count()) > before) used++;
  });
}

/** What can be clicked in a part of the page. */
const enabled = (p, part) => p.locator(`${part} button.choice:not([disabled])`);

/** What the page says; if others are to move it is looked at for a while. Runs in the page. */
async function read() {
  const status = () => document.querySelector("#status")?.textContent ?? "";
  for (let looks = 0; looks < 5 && !/^Your turn|won|without a winner/.test(status()); looks++) await new Promise((resolve) => { setTimeout(resolve, 10); });
  return status();
}

/** Does one thing if it is this page's turn; `true` when the game is over. `builds` is how many hexes it may still use. */
export async function terraStep(p, { tap = false, builds = 1 } = {}) {
  const status = await p.evaluate(read);
  if (/won|without a winner/.test(status)) return true;
  if (!status.startsWith("Your turn")) return false;
  const press = async (where) => { if (tap) await where.tap({ timeout: 3_000 }); else await where.click({ timeout: 3_000 }); };
  try {
    if (await enabled(p, "#offers").count()) await press(enabled(p, "#offers").first());
    else if (await enabled(p, "#choices .due").count()) await press(enabled(p, "#choices .due").first());
    else if (await p.locator("#board .can").count() && (builds > 0 || status.includes("You still have"))) {
      const lit = p.locator("#board .can");
      const hex = lit.nth(Math.floor((await lit.count()) / 2));
      if (!(await p.locator("#here .hex-card").count())) await press(hex);
      await p.waitForSelector("#here .hex-card", { timeout: 3_000 });
      const here = enabled(p, "#here");
      if (await here.count()) await press(here.first()); else await p.keyboard.press("Escape");
    } else if (await enabled(p, "#choices .turn").count()) await press(enabled(p, "#choices .turn").first());
    else if (await enabled(p, "#choices").count()) await press(enabled(p, "#choices").first());
  } catch (error) {
    // the state changed under the pointer: look again
    if (!/Timeout|detached|not attached/.test(String(error))) throw error;
  }
  await p.waitForTimeout(30);
  return false;
}
