// What every browser test needs: a server of its own and a real Chromium.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const BINARY = process.env.HEXWRIGHT ?? new URL("../../target/debug/hexwright", import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** A server on a free port of loopback with a database of its own. */
export class Server {
  static async start(folder = mkdtempSync(join(tmpdir(), "hexwright-e2e-")), port = 0) {
    const server = new Server();
    server.folder = folder;
    server.process = spawn(BINARY, ["serve", "--address", `127.0.0.1:${port}`, "--database", `sqlite://${folder}/games.db?mode=rwc`, "--bot-pause", "5", "--tables-per-hour", "100000", "--log", "warn"], { stdio: ["ignore", "pipe", "inherit"] });
    server.url = await new Promise((resolve, reject) => {
      let text = "";
      server.process.stdout.on("data", (chunk) => {
        text += chunk;
        const found = /http:\/\/[\d.]+:\d+/.exec(text);
        if (found) resolve(found[0]);
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
  async restart() { return Server.start(this.folder, Number(new URL(this.url).port)); }
  async stop() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function browser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
}

/** A page that notes every script error and every request to another site. */
export async function page(from, url, { size = { width: 1280, height: 900 }, colorScheme = "light" } = {}) {
  const context = await from.newContext({ viewport: size, colorScheme, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(message.text())) page.problems.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) page.problems.push(`foreign request ${request.url()}`); });
  await page.goto(url);
  return page;
}

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** The serious findings of axe-core, in words. */
export async function serious(p, name) {
  await p.evaluate(AXE);
  const found = await p.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${name} ${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].any?.[0]?.message ?? ""}`);
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
export async function finished(url, options = {}) {
  const bot = { kind: "bot", bot: "greedy" };
  const id = await table(url, { options }, [bot, bot, bot, bot]);
  for (let i = 0; i < 1200; i++) {
    if ((await (await fetch(`${url}/api/tables/${id}`)).json()).over) return id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the bots did not finish in two minutes");
}
