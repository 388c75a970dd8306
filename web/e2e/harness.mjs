// What every browser test needs: a server of its own and a real Chromium.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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
    server.process = spawn(BINARY, ["serve", "--address", `127.0.0.1:${port}`, "--database", `sqlite://${folder}/games.db?mode=rwc`, "--bot-pause", "5"], { stdio: ["ignore", "pipe", "inherit"] });
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

/** A page that fails the test on any script error or foreign request. */
export async function page(from, url, size = { width: 1280, height: 900 }) {
  const context = await from.newContext({ viewport: size });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(message.text())) page.problems.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) page.problems.push(`foreign request ${request.url()}`); });
  await page.goto(url);
  return page;
}
