// Pictures of every page, at desk and in hand, light and dark: `node shots.mjs FOLDER [NAME…]`. Pictures in hand show the
// whole page, so that it can be looked at from top to bottom.
import { mkdirSync } from "node:fs";
import { Server, browser, finished } from "./harness.mjs";
import { step } from "./player.mjs";

const [folder = "shots", ...wanted] = process.argv.slice(2);
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 640 } };
const PAGES = { home: "/", maps: "/maps", editor: "/edit", "editor-sea": "/edit#gold_atoll.game", lab: "/lab", terra: "/terra", help: "/help" };

const server = await Server.start();
const chromium = await browser();
mkdirSync(folder, { recursive: true });
try {
  const is = (name) => !wanted.length || wanted.includes(name);
  const pages = { ...PAGES, replay: is("replay") ? `/replay/${await finished(server.url)}#120` : "", table: "" };
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await chromium.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages).filter(([name]) => is(name))) {
        if (name === "table") await play(page); else await page.goto(server.url + path);
        await page.waitForTimeout(800);
        if (name === "editor") { await page.click("#generate"); await page.waitForTimeout(500); }
        if (name === "replay") {
          await page.click("#analyse");
          await page.waitForSelector("#curve svg", { timeout: 120_000 });
          await page.locator("#curve").scrollIntoViewIfNeeded();
        }
        if (name !== "replay") await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: size === "phone" });
      }
      await context.close();
    }
  }
} finally {
  await chromium.close();
  await server.stop();
}

/** A table in the middle of a game, at a moment when the person may build and trade. */
async function play(page) {
  await page.goto(server.url);
  await page.click("#play-now");
  await page.waitForSelector("#board svg");
  for (let i = 0; i < 400; i++) {
    const status = (await page.textContent("#status")) ?? "";
    if (status.includes("build, trade") && i > 60) break;
    await step(page).catch(() => false);
  }
}
