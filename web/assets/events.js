// What just happened, shown on the board: dice that tumble, hexes that produce, cards that fly to those who get them.
// @ts-check
import { sign } from "./cards.js";
import { byId, el } from "./common.js";
import { die } from "./die.js";
import { play } from "./sound.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").LogLine} LogLine */
/** @typedef {import("../types/present").Sentence} Sentence */
/** @typedef {import("../types/present").Good} Good */
/** @typedef {import("./board.js").Board} Board */

/** How long the dice tumble, a hex is lit and a card flies, in milliseconds. */
const [TUMBLE, FLASH, FLIGHT] = [520, 1500, 700];
/** Cards that fly at most for one step. */
const MOST_CARDS = 24;

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** @param {Sentence} sentence @param {string} name */
const number = (sentence, name) => { const part = sentence.parts[name]; return part && "number" in part ? part.number : 0; };
/** @param {Sentence} sentence */
const seat = (sentence) => { const part = sentence.parts.seat; return part && "seat" in part ? part.seat : null; };
/** @param {Sentence} sentence @returns {Good[]} */
const goods = (sentence) => { const part = sentence.parts.goods; return part && "goods" in part ? part.goods : []; };

/** Whether a step was a roll. @param {LogLine} line */
export const isRoll = ({ said }) => said.some(({ key }) => key === "rolls");

/** Shows the dice of the last roll without a movement, as after a reload. @param {LogLine[]} log */
export function lastDice(log) {
  const roll = [...log].reverse().find(isRoll)?.said.find(({ key }) => key === "rolls");
  if (roll) lay(roll);
}

/** @param {Sentence} roll */
function lay(roll) {
  const [first, second] = [number(roll, "first"), number(roll, "second")];
  const node = byId("roll");
  node.hidden = false;
  node.setAttribute("aria-label", words.text("roll.dice", { first, second, total: first + second }));
  node.replaceChildren(die(first, "red"), die(second, "white"));
  return node;
}

/** Rolls shown so far: hexes of an older one are not lit under the dice of a newer one. */
let rolls = 0;

/** Shows new lines of the log. @param {LogLine[]} lines @param {Board} board @param {number | null} you */
export function showEvents(lines, board, you) {
  const said = lines.flatMap((line) => line.said);
  const roll = said.find(({ key }) => key === "rolls");
  const paid = said.filter(({ key }) => key === "gets");
  const blocked = said.filter(({ key }) => key === "robber-blocks");
  const calm = isCalm();
  if (roll) {
    rolls += 1;
    board.lights.calm();
    const node = lay(roll);
    play("dice");
    if (!calm) [...node.children].forEach((one, i) => one.animate([{ transform: `translate(${i ? 70 : -70}px, -90px) rotate(${i ? -560 : 480}deg) scale(1.5)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: `translateY(${i ? 6 : 9}px) rotate(${i ? 20 : -16}deg)`, offset: 0.8 }, { transform: "none" }], { duration: TUMBLE, easing: "cubic-bezier(.2,.7,.3,1)" }));
  }
  if (!paid.length && !blocked.length) return;
  const mine = rolls;
  window.setTimeout(() => {
    if (!calm) fly(paid, board, you);
    if (mine !== rolls) return;
    light(board, [...new Set(paid.flatMap(goods).flatMap(({ from }) => from ?? []))], "producing");
    light(board, [...new Set(blocked.flatMap(goods).flatMap(({ from }) => from ?? []))], "blocked");
  }, roll && !calm ? TUMBLE : 0);
}

/** @param {Board} board @param {string[]} places @param {string} kind */
function light(board, places, kind) {
  for (const place of places) board.lights.flash(board.spot(place), kind, FLASH);
}

/** @param {Sentence[]} paid @param {Board} board @param {number | null} you */
function fly(paid, board, you) {
  let cards = 0;
  for (const sentence of paid) {
    const who = seat(sentence);
    for (const { kind, count, from } of goods(sentence)) {
      const start = from ? board.spot(from)?.getBoundingClientRect() : undefined;
      const end = (who === you ? document.querySelector(`#hand [data-kind="${kind}"]`) : document.querySelector(`.player[data-seat="${who}"]`))?.getBoundingClientRect();
      if (!start || !end) continue;
      for (let i = 0; i < count && cards < MOST_CARDS; i++, cards++) {
        const card = el("span", { class: "flying", "aria-hidden": "true", style: `left:${start.x + start.width / 2}px; top:${start.y + start.height / 2}px` }, sign(kind));
        document.body.append(card);
        const [dx, dy] = [end.x + end.width / 2 - start.x - start.width / 2, end.y + end.height / 2 - start.y - start.height / 2];
        card.animate([{ transform: "translate(-50%, -50%) scale(.4)", opacity: 0 }, { transform: "translate(-50%, -70%) scale(1.15)", opacity: 1, offset: 0.25 }, { transform: `translate(calc(${dx}px - 50%), calc(${dy}px - 50%)) scale(.6)`, opacity: 0.9 }],
          { duration: FLIGHT, delay: i * 90, easing: "ease-in-out", fill: "backwards" }).finished.finally(() => card.remove());
      }
    }
  }
}

/** The sound of new lines, beside the dice. @param {LogLine[]} lines @param {{yourTurn: boolean, offered: boolean, won: boolean}} now */
export function soundOf(lines, { yourTurn, offered, won }) {
  const keys = lines.flatMap((line) => line.said).map(({ key }) => key);
  if (won) play("win");
  else if (offered) play("offer");
  else if (yourTurn) play("turn");
  else if (keys.some((key) => key === "builds" || key === "places")) play("build");
}
