// The GTK client of Pioneers and a browser at one table. Skipped where the client, Xvfb or xdotool are missing.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { playTogether } from "./beside-gtk.mjs";
import { missing } from "./gtk.mjs";
import { Server, browser, leave, says } from "./harness.mjs";

const lacking = missing();
const skip = lacking.length ? `Debian packages missing: ${lacking.join(", ")}` : false;
let server, chromium;
before(async () => { if (!skip) { server = await Server.start(undefined, 0, ["--pioneers", "127.0.0.1:0"]); chromium = await browser(); } });
afterEach(() => leave(chromium));
after(async () => { await chromium?.close(); await server?.stop(); });

test("the GTK client sets up, plays turns, trades and builds a ship beside a browser and a bot", { skip }, async (t) => {
  const { ann, gil } = await playTogether(server, chromium);
  try {
    assert.deepEqual(gil.gtk.heard.filter((line) => line.startsWith("ERR ")), []);
    assert.equal(gil.gtk.ended, undefined);
    assert.ok(gil.gtk.heard.some((line) => line.startsWith("built ship ")));
    // both sides tell the same game
    await says(ann, "#log", "Gil builds a ship");
    assert.deepEqual(ann.problems, []);
    t.diagnostic(`${gil.turns} turns; Gil got ${gil.traded.want} for ${gil.traded.give}; ${gil.gtk.heard.length} lines heard, ${gil.gtk.said.length} said`);
  } finally {
    await gil.gtk.stop();
  }
});
