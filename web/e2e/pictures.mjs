// Every picture of the pages in docs/img, made anew: `node pictures.mjs [NAME…]`. Each is drawn by one of the scripts beside this
// one, then gets a palette (by pngquant, or by ImageMagick's convert), so that the repository stays small.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a picture may weigh, in bytes. */
const MOST = 200 * 1024;
/** The script, what it is asked for, and which of its pictures becomes which one of the documentation. */
const MADE = [
  ["moments.mjs", ["desk-light", "phone-light"], { coach: "coach-desk-light", robber: "robber-desk-light", roll: "roll-desk-light", table: "main-desk-light", trade: "trade-desk-light", "table-phone": "main-phone-light" }],
  ["shots.mjs", ["home", "editor", "lab", "replay", "end", "analysis", "puzzles"], { home: "home-desk-light", editor: "editor-desk-light", lab: "lab-desk-light", replay: "replay-desk-light", end: "end-desk-light", analysis: "analysis-desk-light", puzzles: "puzzles-desk-light" }],
  ["terra-shots.mjs", [], { "terra-table": "terra-table-desk-light", "terra-table-phone": "terra-table-phone-light" }],
  ["pioneers-shots.mjs", [], { pioneers: "pioneers-ship", "pioneers-gtk": "pioneers-ship-gtk", "pioneers-trade": "pioneers-call", "pioneers-trade-gtk": "pioneers-quote-gtk" }],
];

const wanted = process.argv.slice(2);
const into = new URL("../../docs/img/", import.meta.url).pathname;
const made = mkdtempSync(join(tmpdir(), "hexwright-pictures-"));
try {
  for (const [script, what, names] of MADE) {
    const mine = Object.entries(names).filter(([name]) => !wanted.length || wanted.includes(name));
    if (!mine.length) continue;
    const asked = script === "shots.mjs" ? [...what.filter((page) => mine.some(([name]) => name === page)), "desk-light"] : what;
    const { status } = spawnSync("node", [script, made, ...asked], { cwd: new URL(".", import.meta.url).pathname, stdio: "inherit" });
    if (status !== 0) throw new Error(`${script} ended with ${status}`);
    for (const [name, from] of mine) {
      const [picture, to] = [join(made, `${from}.png`), `${into}${name}.png`];
      const small = join(made, `small-${name}.png`);
      const shrunk = [["pngquant", "--force", "--output", small, "128", picture], ["convert", picture, "-strip", "+dither", "-colors", "128", `PNG8:${small}`]].some(([program, ...how]) => spawnSync(program, how).status === 0);
      copyFileSync(shrunk ? small : picture, to);
      const { size } = statSync(to);
      console.log(`docs/img/${name}.png: ${(size / 1024).toFixed(0)} KB${size > MOST ? ", too heavy" : ""}`);
      if (size > MOST) process.exitCode = 1;
    }
  }
} finally {
  if (!process.exitCode) rmSync(made, { recursive: true, force: true });
  else console.log(`drawn were ${readdirSync(made).join(", ")} in ${made}`);
}
