// The GTK client of Pioneers, used like a hand would use it: on a screen of its own (Xvfb), by keys and clicks (xdotool). A
// listener between it and the server tells what it said and heard, so that nobody has to read the screen.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const CLIENT = "/usr/games/pioneers";
/** The size of its window, which is its screen: where things are in it was measured in this size. */
const SIZE = [1280, 860];
const KEYS = { roll: "F1", trade: "F2", undo: "F3", finish: "F4", road: "F5", ship: "F6", settlement: "F9" };
/** Kinds of cards in the order of its lists and of the protocol. */
export const KINDS = ["brick", "grain", "ore", "wool", "lumber"];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const has = (program) => spawnSync("which", [program]).status === 0;

/** What is missing here to run it, by the name of Debian's packages. */
export const missing = () => [[existsSync(CLIENT), "pioneers"], [has("Xvfb"), "xvfb"], [has("xdotool"), "xdotool"], [has("import"), "imagemagick"]].filter(([there]) => !there).map(([, name]) => name);

export class Gtk {
  /** What it heard, oldest first. @type {string[]} */
  heard = [];
  /** What it said. @type {string[]} */
  said = [];
  /** Trades with others: what came, what went. @type {[string, string][]} */
  trades = [];

  static async start(port, name) {
    const gtk = new Gtk();
    gtk.folder = mkdtempSync(join(tmpdir(), "hexwright-gtk-"));
    gtk.screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", `${SIZE.join("x")}x24`, "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    gtk.display = `:${await new Promise((resolve, reject) => { gtk.screen.stdio[3].once("data", (data) => resolve(String(data).trim())); gtk.screen.once("exit", reject); })}`;
    gtk.env = { ...process.env, DISPLAY: gtk.display, HOME: gtk.folder, XDG_CONFIG_HOME: gtk.folder, XDG_DATA_HOME: gtk.folder, LC_ALL: "C.UTF-8", NO_AT_BRIDGE: "1" };
    const between = await gtk.#listen(port);
    gtk.client = spawn(CLIENT, ["-s", "127.0.0.1", "-p", String(between), "-n", name], { env: gtk.env, stdio: "ignore" });
    gtk.client.once("exit", (code, signal) => { gtk.ended = signal ?? code; });
    await gtk.until(() => gtk.heard.includes("gameinfo"), "is welcome");
    const windows = () => gtk.#hand("search", "--onlyvisible", "--name", "^Pioneers$").trim();
    await gtk.until(windows, "has a window");
    const window = windows().split("\n")[0];
    gtk.#hand("windowmove", window, "0", "0", "windowsize", window, ...SIZE.map(String));
    await pause(1000);
    return gtk;
  }

  /** A way to the server that writes down what passes. */
  async #listen(port) {
    this.listener = createServer((client) => {
      const server = connect(port, "127.0.0.1");
      const pass = (from, to, lines) => {
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => to.destroy());
        createInterface({ input: from }).on("line", (line) => { if (line !== "hello" && line !== "yes") lines.push(line); }).on("error", () => {});
      };
      pass(client, server, this.said);
      pass(server, client, this.heard);
    });
    await new Promise((resolve) => this.listener.listen(0, "127.0.0.1", resolve));
    return this.listener.address().port;
  }

  #hand(...what) { return spawnSync("xdotool", what, { env: this.env, encoding: "utf8" }).stdout; }

  /** Waits for something; says what it was if it does not come. */
  async until(condition, what, seconds = 60) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(30)) {
      if (condition()) return;
      if (this.ended !== undefined) throw new Error(`the client ended with ${this.ended}; it heard ${this.heard.slice(-5).join(" | ")}`);
    }
    throw new Error(`waited ${seconds} s until the client ${what}; it heard ${this.heard.slice(-5).join(" | ")} and said ${this.said.slice(-5).join(" | ")}`);
  }

  press(what) { this.#hand("key", KEYS[what]); }

  /** Clicks as a hand does: the pointer comes from beside, so that the client sees it move. */
  async click([x, y]) {
    for (const dx of [-3, 0]) {
      this.#hand("mousemove", String(Math.round(x + dx)), String(Math.round(y)));
      await pause(60);
    }
    this.#hand("click", "1");
    await pause(120);
  }

  /** Tries places one after the other until the client takes one: it lets only those be clicked that are allowed. The
   * place, or `null`. */
  async build(what, places) {
    for (const place of places) {
      const before = this.heard.length;
      const said = this.said.length;
      this.press(what);
      await pause(80);
      await this.click(place.at);
      // a place that is not allowed is answered by silence
      for (let i = 0; i < 10 && this.said.length === said; i++) await pause(40);
      if (this.said.length === said) continue;
      await this.until(() => this.heard.slice(before).some((line) => line.startsWith(`built ${what} `) || line.startsWith("ERR ")), `builds a ${what}`);
      if (this.heard.slice(before).some((line) => line.startsWith(`built ${what} `))) return place;
    }
    return null;
  }

  /** Calls for one card of a kind for one of another. */
  async call(want, give) {
    this.press("trade");
    await pause(400);
    this.called = [want, give];
    await this.click([256, 190 + 37 * KINDS.indexOf(want)]);
    await this.click([256, 404 + 37 * KINDS.indexOf(give)]);
    await this.click([313, 596]);
    await this.until(() => this.said.at(-1)?.startsWith("domestic-trade call"), "calls for a trade");
  }

  /** Accepts the quote in a row of the list. */
  async accept(row) {
    const before = this.heard.length;
    await this.click([540, 211 + 23 * row]);
    await this.click([689, 799]);
    await this.until(() => this.heard.slice(before).some((line) => line.startsWith("domestic-trade accept")), "accepts the quote");
    this.trades.push(this.called);
  }

  async stopTrading() {
    await this.click([820, 799]);
    await this.until(() => this.said.at(-1) === "domestic-trade finish", "finishes trading");
    await pause(300);
  }

  /** Gives back so many cards in the window that asks for it, those it has most of. */
  async discard(n) {
    const cards = this.hand();
    await pause(500);
    for (let i = 0; i < n; i++) {
      const kind = KINDS.reduce((most, kind) => (cards[kind] > cards[most] ? kind : most));
      cards[kind]--;
      await this.click([733, 329 + 37 * KINDS.indexOf(kind)]);
    }
    await this.click([714, 554]);
    await this.until(() => this.said.at(-1)?.startsWith("discard "), "discards");
  }

  /** A line without its own number: what happens to its seat is told to it like to everybody. */
  own(line) {
    this.number ??= /^player (\d+) of \d+, welcome/.exec(this.heard.find((heard) => heard.includes("welcome to pioneers")) ?? "")?.[1];
    const me = `player ${this.number} `;
    return line.startsWith(me) ? line.slice(me.length) : line;
  }

  shoot(path) { spawnSync("import", ["-window", "root", path], { env: this.env }); }

  /** Cards in hand by kind, counted from what it heard. */
  hand() {
    const cards = [0, 0, 0, 0, 0];
    const add = (numbers, sign) => numbers.slice(0, 5).forEach((n, i) => { cards[i] += sign * Number(n); });
    for (const words of this.heard.map((line) => this.own(line).split(" "))) {
      if (words[0] === "receives" || words[0] === "receive-gold" || words[0] === "refund") add(words.slice(1), 1);
      if (words[0] === "spent" || words[0] === "discarded") add(words.slice(1), -1);
      if (words[0] === "stole") cards[KINDS.indexOf(words[1])]++;
      if (words[0] === "player" && words[2] === "stole" && words[5] === this.number) cards[KINDS.indexOf(words[3])]--;
    }
    for (const [want, give] of this.trades) { cards[KINDS.indexOf(want)]++; cards[KINDS.indexOf(give)]--; }
    return Object.fromEntries(KINDS.map((kind, i) => [kind, cards[i]]));
  }

  async stop() {
    for (const process of [this.client, this.screen]) {
      if (!process || process.exitCode !== null || process.signalCode !== null) continue;
      const ended = new Promise((resolve) => process.once("exit", resolve));
      process.kill("SIGKILL");
      await ended;
    }
    this.listener?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Corners and sides of a map where the client draws them, with the letters of the terrain around. */
export function places(text) {
  const rows = text.slice(text.indexOf("\nmap\n") + 5).split("\n.")[0].split("\n").map((row) => row.split(","));
  // measured in a window of SIZE with nine rows of eight: half a hex, a row, and the first hex
  const [half, row, left, top, radius] = [40, 70, 244, 202, 46.5];
  const corners = new Map();
  const sides = new Map();
  const near = (map, at, letter) => {
    const key = at.map((n) => Math.round(n / 9)).join();
    const found = [...map.values()].find((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < 12);
    if (found) found.lands.push(letter); else map.set(key, { at, lands: [letter] });
  };
  rows.forEach((cells, y) => cells.forEach((cell, x) => {
    const letter = cell[0];
    if (letter === "-") return;
    const [cx, cy] = [left + 2 * half * x + half * (y % 2), top + row * y];
    const around = [...Array(6).keys()].map((i) => [cx + radius * Math.sin((i * Math.PI) / 3), cy - radius * Math.cos((i * Math.PI) / 3)]);
    around.forEach((at, i) => {
      const next = around[(i + 1) % 6];
      near(corners, at, letter);
      near(sides, [(at[0] + next[0]) / 2, (at[1] + next[1]) / 2], letter);
    });
  }));
  return { corners: [...corners.values()], sides: [...sides.values()] };
}

export const distance = (a, b) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);
