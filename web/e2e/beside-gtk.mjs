// A table of three: Ann in a browser, by clicks; Gil at the GTK client of Pioneers, by keys and clicks; and a bot. They set up, play
// some turns, trade with each other, and Gil builds a ship.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { goOn, page } from "./harness.mjs";
import { Gtk, KINDS, distance, places } from "./gtk.mjs";
import { hand, press, step } from "./player.mjs";

const MAP = "gold_atoll.game";
/** Turns that Gil plays at least, and at most until everything was done. */
const TURNS = [4, 25];
const { corners, sides } = places(readFileSync(new URL(`../../maps/pioneers/${MAP}`, import.meta.url), "utf8"));
const touches = (place, letters) => [...letters].every((letter) => place.lands.includes(letter));

/** Ann makes the table on the home page, for herself, somebody who comes, and a bot. */
async function open(chromium, url) {
  const ann = await page(chromium, url, { size: { width: 1280, height: 900 } });
  await ann.fill("#name", "Ann");
  await ann.selectOption("#map", MAP);
  await ann.selectOption("#people", "2");
  await ann.selectOption("#bots", "1");
  await ann.selectOption("#bot", "calm");
  await ann.locator("summary", { hasText: "More options" }).click();
  await ann.selectOption("#ruleset", "pioneers");
  await ann.click("#new-table button[type=submit]");
  await ann.waitForSelector("#board svg");
  return ann;
}

/** Plays until everything was done; `shoot` is called at moments worth a picture. */
export async function playTogether(server, chromium, shoot) {
  const ann = await open(chromium, server.url);
  const gil = await Gil.sit(server, ann, shoot);
  try {
    await goOn(() => gil.done, async () => { await gil.step(); await step(ann); }, async () => JSON.stringify({ turns: gil.turns, traded: gil.traded, ships: gil.ships, heard: gil.gtk.heard.slice(-5) }), 300);
  } catch (error) {
    await gil.gtk.stop();
    throw error;
  }
  return { ann, gil };
}

/** Gil, who reacts to what his client hears. */
class Gil {
  turns = 0;
  traded = null;
  ships = 0;
  #read = 0;

  static async sit(server, ann, shoot) {
    const gil = new Gil();
    gil.ann = ann;
    gil.shoot = shoot;
    gil.gtk = await Gtk.start(server.pioneers, "Gil");
    return gil;
  }

  get done() { return this.turns >= TURNS[0] && this.traded && this.ships > 0; }

  /** Does what he is asked for, if he is asked. */
  async step() {
    while (this.#read < this.gtk.heard.length) {
      const line = this.gtk.own(this.gtk.heard[this.#read++]);
      if (/^setup(-double)?( |$)/.test(line)) await this.#setUp();
      else if (/^turn \d+$/.test(line)) await this.#turn();
      else if (line === "you-are-robber") await this.#robber();
      else if (line.startsWith("must-discard ")) await this.gtk.discard(Number(line.split(" ")[1]));
      else assert.ok(!line.startsWith("ERR "), `Gil's client hears “${line}” after “${this.gtk.said.at(-1)}”`);
    }
  }

  /** A settlement with forest and pasture at the sea if there is one, and a ship or a road. */
  async #setUp() {
    const worth = (corner) => (touches(corner, "tp") ? 4 : touches(corner, "p") ? 1.5 : touches(corner, "t") ? 1 : 0) + (touches(corner, "s") ? 2 : 0) + new Set(corner.lands).size / 10 - (touches(corner, "g") ? 9 : 0);
    const land = corners.filter((corner) => /[hfmpt]/.test(corner.lands.join("")));
    const town = await this.gtk.build("settlement", land.sort((a, b) => worth(b) - worth(a)));
    assert.ok(town, "Gil finds no place for a settlement");
    const beside = sides.filter((side) => distance(side, town) < 40);
    const built = (await this.gtk.build("ship", beside.filter((side) => touches(side, "s")))) ?? (await this.gtk.build("road", beside));
    assert.ok(built, "Gil finds no place for a ship or a road");
    await this.#finish();
  }

  async #finish() {
    const before = this.gtk.heard.length;
    this.gtk.press("finish");
    await this.gtk.until(() => this.gtk.heard.slice(before).includes("OK"), "has finished");
  }

  /** Onto the gold in the middle, or out to sea. */
  async #robber() {
    const before = this.gtk.heard.length;
    for (const at of [[564, 482], [804, 202], [284, 412], [804, 762]]) {
      await this.gtk.click(at);
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (this.gtk.heard.slice(before).includes("robber-done")) return;
    }
    assert.fail("Gil cannot move the robber");
  }

  async #turn() {
    const before = this.gtk.heard.length;
    this.gtk.press("roll");
    const heard = (pattern) => this.gtk.heard.slice(before).some((line) => pattern.test(line));
    await this.gtk.until(() => heard(/^(done-resources|you-are-robber)|must-discard/), "has rolled");
    const mine = this.gtk.heard.slice(before).map((line) => /^must-discard (\d+)/.exec(this.gtk.own(line))?.[1]).find(Boolean);
    if (mine) await this.gtk.discard(Number(mine));
    if (heard(/must-discard/)) await goOn(() => heard(/^you-are-robber/), () => step(this.ann), async () => "somebody must discard", 30);
    if (heard(/^you-are-robber/)) await this.#robber();
    this.#read = this.gtk.heard.length;
    this.turns++;
    assert.ok(this.turns <= TURNS[1], `${TURNS[1]} turns were not enough: ${JSON.stringify(this.gtk.hand())}`);
    if (!this.traded || this.ships === 0) await this.#trade();
    const cards = this.gtk.hand();
    if (this.ships === 0 && cards.lumber > 0 && cards.wool > 0 && (await this.gtk.build("ship", this.#sea()))) {
      this.ships++;
      await this.shoot?.("ship", this);
    }
    await this.#finish();
  }

  /** Sides in the water, those on the coast first. */
  #sea() { return sides.filter((side) => touches(side, "s")).sort((a, b) => new Set(b.lands).size - new Set(a.lands).size); }

  /** Calls for what he lacks and Ann has; Ann says yes in her browser. */
  async #trade() {
    const mine = this.gtk.hand();
    const [brick, lumber, wool, grain, ore] = await hand(this.ann);
    const hers = { brick, grain, ore, wool, lumber };
    const spare = (kind) => mine[kind] - (kind === "wool" || kind === "lumber" ? 1 : 0);
    const want = ["wool", "lumber", ...(this.traded ? [] : KINDS)].find((kind) => mine[kind] === 0 && hers[kind] > 0);
    const give = KINDS.find((kind) => kind !== want && spare(kind) > 0 && spare(kind) < 2);
    if (!want || !give) return;
    const before = this.gtk.heard.length;
    await this.gtk.call(want, give);
    await this.ann.waitForSelector(".offer button.primary");
    await this.shoot?.("call", this);
    assert.ok(await press(this.ann, ".offer button.primary"), "Ann cannot say yes");
    await this.gtk.until(() => this.gtk.heard.slice(before).some((line) => line.startsWith("player 0 domestic-quote quote ")), "hears Ann's quote");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await this.shoot?.("quote", this);
    await this.gtk.accept(0);
    // the card has come to Ann's page
    const place = ["brick", "lumber", "wool", "grain", "ore"].indexOf(give);
    await this.ann.waitForFunction(([i, n]) => Number(document.querySelectorAll("#hand .resource b")[i].textContent) === n, [place, hers[give] + 1]);
    await this.gtk.stopTrading();
    this.traded = { want, give };
  }
}
