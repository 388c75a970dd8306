// How quick a table is: from the address to something that can be clicked, and from a click to the new board, drawn.
// `node measure.mjs [TIMES]`, on a quiet machine, with HEXWRIGHT set to a release build.
import { Server, browser, firstSight, page } from "./harness.mjs";
import { newTable } from "./player.mjs";

const times = Number(process.argv[2] ?? 30);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const tell = (what, numbers, goal) => console.log(`${what}: median ${median(numbers).toFixed(0)} ms, slowest ${Math.max(...numbers).toFixed(0)} ms of ${numbers.length}; goal ${goal} ms`);

/** Calls `act`, which clicks, and returns the time from the click to the frame that shows other pieces. */
async function untilDrawn(p, act) {
  await p.evaluate(() => {
    window.drawn = new Promise((resolve) => {
      let clicked = 0;
      addEventListener("click", (event) => { clicked = event.timeStamp; }, { capture: true, once: true });
      const pieces = () => [...document.querySelectorAll(".pieces use")].map((use) => use.dataset.piece).join();
      const before = pieces();
      const observer = new MutationObserver(() => {
        if (pieces() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => resolve(performance.now() - clicked); channel.port2.postMessage(0); });
      });
      observer.observe(document.querySelector(".pieces"), { childList: true });
    });
  });
  await act();
  return p.evaluate(() => window.drawn);
}

const server = await Server.start();
const chromium = await browser();
try {
  const p = await page(chromium, `${server.url}/offline`);
  await newTable(p, server.url, { bots: 3, points: 10, bot: "random" });
  const [interactive, clicks] = [[], []];
  for (let i = 0; i < times; i++) {
    await p.reload();
    interactive.push(await (await p.waitForFunction(() => document.querySelector(".board .legal") && performance.now(), null, { polling: "raf" })).jsonValue());
  }
  for (let i = 0; i < times; i++) {
    await p.waitForSelector(".board .legal");
    const box = await p.locator(".board .legal").nth(i % 40).boundingBox();
    clicks.push(await untilDrawn(p, () => p.mouse.click(box.x + box.width / 2, box.y + box.height / 2)));
    await untilDrawn(p, () => p.click("#actions [data-group=undo]"));
  }
  tell("table interactive", interactive, 1000);
  tell("click to new board", clicks, 50);
  for (const path of ["/", new URL(p.url()).pathname]) console.log(`first sight of ${path.replace(/\/t\/.*/, "a table")}: ${((await firstSight(chromium, server.url + path)).bytes / 1024).toFixed(0)} KB; goal 250 KB`);
} finally {
  await chromium.close();
  await server.stop();
}
