// Pictures of moments at a table: setup with the coach, a roll, the robber, a trade; at a desk and on a phone, light and dark.
// `node moments.mjs FOLDER [desk-light | desk-dark | phone-light | phone-dark]…`. `node pictures.mjs` puts some of them into docs/img.
import { mkdirSync } from "node:fs";
import { Server, browser, page } from "./harness.mjs";
import { playTo } from "./player.mjs";

const [folder = "shots", ...wanted] = process.argv.slice(2);
const SIZES = { desk: { width: 1400, height: 900 }, phone: { width: 390, height: 844 } };
mkdirSync(folder, { recursive: true });

const server = await Server.start();
const chromium = await browser();
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const name = `${size}-${colorScheme}`;
      if (wanted.length && !wanted.includes(name)) continue;
      const p = await page(chromium, `${server.url}/help`, { size: viewport, colorScheme, hasTouch: size === "phone" });
      const open = async () => {
        const made = await (await fetch(`${server.url}/api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: { kind: "catan", map: "base", options: {}, seed: "picture" }, seats: [{ kind: "me", name: "Ann" }, ...Array(3).fill({ kind: "bot", bot: "calm" })] }) })).json();
        await p.evaluate(({ id, token }) => localStorage.setItem(`hexwright/seat/${id}`, token), made);
        await p.goto(`${server.url}/t/${made.id}`);
        await p.waitForSelector("#board svg");
      };
      await open();
      const shoot = async (moment) => {
        const path = `${folder}/${moment}-${name}.png`;
        await p.screenshot({ path });
      };
      await p.waitForSelector(".board .legal");
      await p.click("#tool-coach");
      await p.waitForSelector("#coach li", { timeout: 60_000 });
      await shoot("coach");
      await p.click("#coach .quiet");
      await playTo(p, "move the robber", open, { touch: size === "phone" }, 1200);
      await p.waitForTimeout(1800);
      await shoot("robber");
      for (let i = 0; i < 40; i++) {
        await playTo(p, "roll the dice", open, { touch: size === "phone" }, 1200);
        await p.locator("#actions [data-group=roll]").click({ timeout: 2000 }).catch(() => {});
        await p.waitForTimeout(850);
        if ((await p.locator(".producing").count()) > 1) break;
      }
      await shoot("roll");
      await playTo(p, "build, trade", open, { touch: size === "phone" }, 1200);
      await p.waitForTimeout(1500);
      await shoot("main");
      const card = p.locator("#hand .resource:not(.none)").first();
      if (await card.count()) await card.click();
      await p.waitForTimeout(400);
      await shoot("trade");
      await p.context().close();
    }
  }
} finally {
  await chromium.close();
  await server.stop();
}
