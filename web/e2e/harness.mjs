// What every browser test needs: a server of its own and a real Chromium.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const BINARY = process.env.HEXWRIGHT ?? new URL("../../target/debug/hexwright", import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** How long anything is waited for, in milliseconds: what works comes at once, and a busy machine is slow. */
const PATIENCE = 60_000;

/** How often a page is asked whether something has come, in milliseconds. */
const LOOK = 25;

/** A server on a free port of loopback with a database of its own. */
export class Server {
  static async start(folder = mkdtempSync(join(tmpdir(), "hexwright-e2e-")), port = 0, more = []) {
    const server = new Server();
    server.folder = folder;
    server.more = more;
    server.process = spawn(BINARY, ["serve", "--address", `127.0.0.1:${port}`, "--database", `sqlite://${folder}/games.db?mode=rwc`, "--bot-pause", "5", "--tables-per-hour", "100000", "--log", "warn", ...more], { stdio: ["ignore", "pipe", "inherit"] });
    server.url = await new Promise((resolve, reject) => {
      let text = "";
      server.process.stdout.on("data", (chunk) => {
        text += chunk;
        const found = /http:\/\/[\d.]+:\d+/.exec(text);
        const pioneers = /Pioneers join at [\d.]+:(\d+)\n/.exec(text);
        if (pioneers) server.pioneers = Number(pioneers[1]);
        if (found && (pioneers || !more.includes("--pioneers"))) resolve(found[0]);
      });
      server.process.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    });
    return server;
  }
  /** Ends it as a power cut would. */
  async kill() {
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.process.kill("SIGKILL");
    await ended;
  }
  /** The same database on the same port again. */
  async restart() { return Server.start(this.folder, Number(new URL(this.url).port), this.more); }
  async stop() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function browser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
}

/** Closes what a test has opened: a page that is left open goes on drawing and asking beside the tests after it. */
export const leave = (from) => Promise.all((from?.contexts() ?? []).map((context) => context.close()));

/** With ASSETS=../assets pages get scripts and styles from that folder, so that a change of them needs no build. */
export async function freshAssets(context) {
  const folder = process.env.ASSETS;
  if (folder) await context.route(/\/assets\/[^/]+$/, (route) => route.fulfill({ path: join(folder, new URL(route.request().url()).pathname.split("/").pop()) }));
}

/** A page that notes every script error and every request to another site. */
export async function page(from, url, { size = { width: 1280, height: 900 }, colorScheme = "light", pace = "instant", ...more } = {}) {
  const context = await from.newContext({ viewport: size, colorScheme, acceptDownloads: true, ...more });
  // tests do not wait for bots, unless they are about that
  await context.addInitScript((pace) => { if (location.protocol.startsWith("http")) localStorage.setItem("hexwright/pace", localStorage.getItem("hexwright/pace") ?? pace); }, pace);
  await freshAssets(context);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  // to look at every frame makes the browser draw every frame
  const waitForFunction = page.waitForFunction.bind(page);
  page.waitForFunction = (condition, argument, how) => waitForFunction(condition, argument, { polling: LOOK, ...how });
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(message.text())) page.problems.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) page.problems.push(`foreign request ${request.url()}`); });
  await page.goto(url);
  return page;
}

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What axe-core finds, of any impact, in words: all rules in the colours of the page, contrast in the others too. */
export async function findings(p, name) {
  if (!(await p.evaluate(() => Boolean(window.axe)))) await p.evaluate(AXE);
  const mine = await p.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  const all = [];
  for (const [colorScheme, rules] of [[mine, null], [mine === "dark" ? "light" : "dark", ["color-contrast"]]]) {
    await p.emulateMedia({ colorScheme });
    // colours fade, and what fades has none
    await p.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
    await p.evaluate(() => Promise.all(document.getAnimations().filter((a) => a instanceof CSSTransition).map((a) => a.finished.catch(() => {}))));
    const { violations } = await p.evaluate((rules) => window.axe.run(document, { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) }), rules);
    all.push(...violations.map((v) => `${name}, ${colorScheme}: ${v.impact} ${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].any?.[0]?.message ?? ""}`));
  }
  await p.emulateMedia({ colorScheme: mine });
  return all;
}

/** Waits until nothing has been fetched for a while; what is fetched is counted in bytes, sockets included. */
export async function firstSight(from, url) {
  const context = await from.newContext();
  await freshAssets(context);
  const p = await context.newPage();
  const client = await context.newCDPSession(p);
  await client.send("Network.enable");
  let [bytes, last] = [0, Date.now()];
  const origins = new Set();
  const heard = (more) => { bytes += more; last = Date.now(); };
  client.on("Network.loadingFinished", (event) => heard(event.encodedDataLength));
  client.on("Network.webSocketFrameReceived", (event) => heard(event.response.payloadData.length));
  p.on("request", (request) => { last = Date.now(); if (!/^(data|blob):/.test(request.url())) origins.add(new URL(request.url()).origin); });
  await p.goto(url);
  await goOn(() => Date.now() - last > 700, () => new Promise((resolve) => setTimeout(resolve, 50)), () => `${url} never rests`, 30);
  await context.close();
  return { bytes, origins: [...origins] };
}

/** Waits until a part of the page says something. */
export const says = (p, selector, words, how = {}) => p.waitForFunction(([s, w]) => document.querySelector(s)?.textContent?.includes(w), [selector, words], how);

/** Makes a table without a browser and returns its id. */
export async function table(url, game, seats) {
  const made = await fetch(`${url}/api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: { kind: "catan", map: "base", options: {}, ...game }, seats }) });
  const answer = await made.json();
  if (!made.ok) throw new Error(answer.error);
  return answer.id;
}

/** A game of bots played to its end. */
export async function finished(url, options = {}, level = "greedy") {
  const bot = { kind: "bot", bot: level };
  const id = await table(url, { options }, [bot, bot, bot, bot]);
  await ended(url, id);
  return id;
}

/** Waits until the game of a table is over. */
export async function ended(url, id) {
  const now = async () => (await fetch(`${url}/api/tables/${id}`)).json();
  await goOn(async () => (await now()).over, () => new Promise((resolve) => setTimeout(resolve, 50)), async () => JSON.stringify(await now()));
}

/** Does something again and again until a condition holds, and returns what that is. What fails on the way is tried again, as
 * pages change under a pointer; what a test asserts on the way holds. If a step says `true`, the game is
 * over. After that or the deadline it says what `shown` tells. */
export async function goOn(condition, step, shown, seconds = 240) {
  const end = Date.now() + seconds * 1000;
  for (let trouble = ""; ; ) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${seconds} seconds were not enough for ${condition}: ${await shown()}${trouble && `; the last trouble was ${trouble}`}`);
    const over = await step().catch((error) => { if (error.code === "ERR_ASSERTION") throw error; trouble = String(error).split("\n")[0]; });
    if (over === true && !(await condition())) throw new Error(`the game ended before ${condition}: ${await shown()}`);
  }
}

/** Plays on a page until a condition holds; fails with what the page shows. */
export const playUntil = (p, condition, step, seconds) => goOn(condition, step, async () => `${p.url()} shows “${(await p.locator("#status").allInnerTexts()).join(" ")}” after “${(await p.locator("#log li").last().allInnerTexts()).join(" ")}”`, seconds);
