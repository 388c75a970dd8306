// Pictures of every page, at desk and in hand, light and dark: `node shots.mjs FOLDER [NAME…]`.
import { mkdirSync } from "node:fs";
import { Server, browser } from "./harness.mjs";

const [folder = "shots", ...wanted] = process.argv.slice(2);
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 640 } };
const PAGES = { home: "/", maps: "/maps", editor: "/edit", "editor-sea": "/edit#gold_atoll.game", lab: "/lab", terra: "/terra", help: "/help" };

/** Makes a game of four bots but one seat, plays it to its end, and returns its address. */
async function finished(url, seats) {
  const made = await fetch(`${url}/api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: { kind: "catan", map: "base", options: {} }, seats }) });
  const table = await made.json();
  if (!made.ok) throw new Error(table.error);
  for (let i = 0; i < 1200; i++) {
    if ((await (await fetch(`${url}/api/tables/${table.id}`)).json()).over) return table.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the bots did not finish in two minutes");
}

const server = await Server.start();
const chromium = await browser();
mkdirSync(folder, { recursive: true });
try {
  const bot = { kind: "bot", bot: "greedy" };
  const over = await finished(server.url, [bot, bot, bot, bot]);
  const pages = { ...PAGES, replay: `/replay/${over}#120`, table: "" };
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await chromium.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages)) {
        if (wanted.length && !wanted.includes(name)) continue;
        if (name === "table") await play(page); else await page.goto(server.url + path);
        await page.waitForTimeout(700);
        await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: size === "phone" });
      }
      await context.close();
    }
  }
} finally {
  await chromium.close();
  await server.stop();
}

/** A table in the middle of a game: the person has placed both settlements and rolled. */
async function play(page) {
  await page.goto(server.url);
  await page.click("#play-now");
  await page.waitForSelector("#board svg");
  for (let i = 0; i < 40; i++) {
    const spots = page.locator(".board .legal");
    const n = await spots.count();
    if (n) await spots.nth(Math.floor(n / 3)).dispatchEvent("click").catch(() => {});
    else {
      const end = page.locator("#actions button", { hasText: /Roll|End turn/ });
      if (await end.count()) await end.first().click().catch(() => {});
    }
    await page.waitForTimeout(60);
  }
  await page.waitForFunction(() => document.title.includes("Your turn"), null, { timeout: 10_000 }).catch(() => {});
}
