// Pictures of a Terra Mystica table in the middle of a game: `node terra-shots.mjs FOLDER`.
import { mkdirSync } from "node:fs";
import { Server, browser, freshAssets } from "./harness.mjs";
import { newTerraTable, playTerra, roundOf } from "./terra-player.mjs";

const [folder = "shots"] = process.argv.slice(2);
const SIZES = { desk: { width: 1400, height: 900 }, phone: { width: 390, height: 844 } };
const server = await Server.start();
const chromium = await browser();
mkdirSync(folder, { recursive: true });
try {
  const context = await chromium.newContext({ viewport: SIZES.desk });
  await freshAssets(context);
  const page = await context.newPage();
  await newTerraTable(page, server.url, { seats: ["me", "keen", "keen", "keen"], factions: ["witches", "nomads", "darklings", "engineers"] });
  await playTerra(page, async () => (await roundOf(page)) >= 3 && (await page.locator("#choices .power").count()));
  const hex = page.locator("#board .can").first();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.keyboard.press("Escape");
      await page.evaluate(() => scrollTo(0, 0));
      if (await hex.count()) await hex.dispatchEvent("click");
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${folder}/terra-table-${size}-${colorScheme}.png` });
      if (size === "phone") { await page.keyboard.press("Escape"); await page.waitForTimeout(100); await page.screenshot({ path: `${folder}/terra-table-${size}-${colorScheme}-whole.png`, fullPage: true }); }
    }
  }
  await page.setViewportSize(SIZES.desk);
  await page.emulateMedia({ colorScheme: "light" });
  await page.screenshot({ path: `${folder}/terra-table-desk-whole.png`, fullPage: true });
  await page.goto(`${server.url}/terra/new`);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/terra-new-desk-light.png` });
} finally {
  await chromium.close();
  await server.stop();
}
