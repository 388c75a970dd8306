// Pictures of every page, at desk and in hand, light and dark: `node shots.mjs FOLDER [NAME…] [desk-light | desk-dark | phone-light |
// phone-dark]…`. Pictures in hand show the whole page, so that it can be looked at from top to bottom.
import { mkdirSync } from "node:fs";
import { Server, browser, finished, freshAssets, playUntil } from "./harness.mjs";
import { asked, step } from "./player.mjs";

const [folder = "shots", ...given] = process.argv.slice(2);
const looks = given.filter((word) => /^(desk|phone)-(light|dark)$/.test(word));
const wanted = given.filter((word) => !looks.includes(word));
const SIZES = { desk: { width: 1400, height: 900 }, phone: { width: 390, height: 844 } };
const PAGES = { home: "/", maps: "/maps", editor: "/edit", "editor-sea": "/edit#gold_atoll.game", lab: "/lab", terra: "/terra", help: "/help", analysis: "/analysis", puzzles: "/puzzles" };

const server = await Server.start();
const chromium = await browser();
mkdirSync(folder, { recursive: true });
try {
  const is = (name) => !wanted.length || wanted.includes(name);
  const over = is("replay") || is("end") ? await finished(server.url, {}, "keen") : "";
  const pages = { ...PAGES, replay: `/replay/${over}#120`, end: `/t/${over}`, table: "" };
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      if (looks.length && !looks.includes(`${size}-${colorScheme}`)) continue;
      const context = await chromium.newContext({ viewport, colorScheme });
      await freshAssets(context);
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages).filter(([name]) => is(name))) {
        if (name === "table") await play(page); else await page.goto(server.url + path);
        await page.waitForTimeout(800);
        if (name === "home") await page.waitForTimeout(6000); // a few moves of the living board
        if (name === "analysis" || name === "puzzles") await page.waitForSelector("#tried li", { timeout: 120_000 });
        if (name === "end") await page.waitForSelector("#end figure");
        if (name === "editor") {
          await page.click("#generate");
          await page.locator("#fairness button").click();
          await page.waitForFunction(() => document.querySelector("#fairness progress")?.value >= 100 || document.querySelector("#fairness progress")?.hidden, null, { timeout: 180_000 });
          await page.locator("#fairness input[type=checkbox]").check(); // where winners began
        }
        if (name === "replay") {
          await page.click("#analyse");
          await page.waitForSelector("#curve svg", { timeout: 120_000 });
          // a costly decision, with the arrow to what was better
          for (const link of await page.locator("#decisions ol:last-of-type li a").all()) {
            await link.click();
            await page.waitForFunction((hash) => document.querySelector("#move").textContent.includes(` ${hash.slice(1)} `), await link.getAttribute("href"));
            if (await page.locator(".advice .head").count()) break;
          }
        }
        if (name !== "end") await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: size === "phone" || ["replay", "editor"].includes(name) });
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
  await playUntil(page, async () => (await asked(page, "build, trade")) && (await page.locator("#log li").count()) > 80, () => step(page));
}
