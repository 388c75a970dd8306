// The small pictures of rooms on the home page, and the icons of the installed site: `node rooms.mjs`. They are written
// into web/assets, so that the program carries them.
import { writeFileSync } from "node:fs";
import { Server, browser, freshAssets } from "./harness.mjs";

const ROOMS = { editor: ["/edit#gold_atoll.game", "#board svg"], puzzles: ["/puzzles", "#board svg"], analysis: ["/analysis", "#board svg"], lab: ["/lab", "#board svg"], terra: ["/terra", "#board svg"], games: ["/games", "main"] };
/** Width and height in pixels, and how much of the picture is kept; the home page has to stay small. */
const [SIZE, QUALITY] = [[420, 245], 0.6];
const into = new URL("../assets/", import.meta.url).pathname;
const server = process.env.HEXWRIGHT_URL ? { url: process.env.HEXWRIGHT_URL, stop() {} } : await Server.start();
const chromium = await browser();
try {
  const context = await chromium.newContext({ viewport: { width: 1000, height: 700 }, colorScheme: "light" });
  await freshAssets(context);
  const page = await context.newPage();
  for (const [name, [path, part]] of Object.entries(ROOMS)) {
    await page.goto(server.url + path);
    await page.waitForSelector(part);
    await page.waitForTimeout(800);
    const picture = await page.locator(part).first().screenshot({ type: "png" });
    writeFileSync(`${into}room-${name}.webp`, Buffer.from(await page.evaluate(shrink, [picture.toString("base64"), SIZE, QUALITY]), "base64"));
  }
  const sign = await (await fetch(`${server.url}/assets/favicon.svg`)).text();
  for (const size of [192, 512]) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0;background:#f7f2e7;display:grid;place-items:center;height:100vh}svg{width:72%}</style>${sign}`);
    await page.screenshot({ path: `${into}icon-${size}.png` });
  }
} finally {
  await chromium.close();
  await server.stop();
}

/** Cuts a picture to a size and packs it; the browser smooths well. */
async function shrink([picture, [width, height], quality]) {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  const scale = Math.max(width / image.width, height / image.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, (width - image.width * scale) / 2, (height - image.height * scale) * 0.35, image.width * scale, image.height * scale);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}
