// Pictures of both screens of a table that the GTK client of Pioneers and a browser share: `node pioneers-shots.mjs FOLDER`.
// `node pictures.mjs pioneers pioneers-gtk` puts them into docs/img.
import { mkdirSync } from "node:fs";
import { playTogether } from "./beside-gtk.mjs";
import { missing } from "./gtk.mjs";
import { Server, browser } from "./harness.mjs";

const [folder = "shots"] = process.argv.slice(2);
const lacking = missing();
if (lacking.length) throw new Error(`Debian packages missing: ${lacking.join(", ")}`);
mkdirSync(folder, { recursive: true });
const server = await Server.start(undefined, 0, ["--pioneers", "127.0.0.1:0"]);
const chromium = await browser();
try {
  const { gil } = await playTogether(server, chromium, async (moment, { gtk, ann }) => {
    await ann.waitForTimeout(600);
    gtk.shoot(`${folder}/pioneers-${moment}-gtk.png`);
    await ann.screenshot({ path: `${folder}/pioneers-${moment}.png` });
  });
  await gil.gtk.stop();
} finally {
  await chromium.close();
  await server.stop();
}
