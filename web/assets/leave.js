// Leaving a table: give up, let a bot play, come back; those who stay vote on how to go on.
// @ts-check
import { askUntilDone, complain, el, newId, seatKey } from "./common.js";
import { redraw } from "./redraw.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").State} State */
/** @typedef {import("../types/table").ToClient} ToClient */
/** @typedef {import("../types/table").Motion} Motion */
/** @typedef {import("../types/table").Poll} Poll */

/** The part of a table's page that deals with leaving. @param {HTMLElement} root @param {string} id the table */
export function leaving(root, id) {
  /** @type {Poll[]} */ let polls = [];
  /** @type {State | null} */ let state = null;
  const dialog = el("dialog", { "aria-labelledby": "leave-title" });
  root.after(dialog);

  const token = () => localStorage.getItem(seatKey(id)) ?? "";
  /** @param {string} what @param {object} body */
  const ask = (what, body) => askUntilDone(`/api/tables/${id}/${what}`, /** @type {any} */ ({ token: token(), ...body })).catch(complain);
  /** @param {"resign" | "hand-over" | "return"} how */
  const depart = async (how) => { dialog.close(); await ask("leave", { how, id: newId() }); if (how === "resign") localStorage.removeItem(seatKey(id)); };
  /** @param {Motion} motion @param {boolean} [yes] */
  const vote = (motion, yes = true) => { dialog.close(); return ask("vote", { motion, yes }); };
  /** @param {number} seat */
  const name = (seat) => state?.seats[seat]?.name || words.text("leave.seat", { n: seat + 1 });
  /** @param {string} label @param {() => unknown} act @param {string} [kind] */
  const button = (label, act, kind = "") => el("button", { type: "button", class: kind, onclick: act }, label);

  function open() {
    dialog.replaceChildren(el("div", { class: "stack" }, el("h2", { id: "leave-title" }, words.text("leave.title")),
      choice("leave.bot", "leave.bot-about", () => depart("hand-over")),
      choice("leave.resign", "leave.resign-about", () => depart("resign")),
      choice("leave.end", "leave.end-about", () => vote({ kind: "end" })),
      el("form", { method: "dialog" }, el("button", {}, words.text("leave.stay")))));
    dialog.showModal();
  }
  /** @param {string} label @param {string} about @param {() => unknown} act */
  const choice = (label, about, act) => el("div", { class: "leave-choice" }, button(words.text(label), act), el("p", { class: "small soft" }, words.text(about)));

  /** A motion in words. @param {Motion} motion */
  const says = (motion) => (motion.kind === "end" ? words.text("leave.motion.end") : words.text(`leave.motion.${motion.kind}`, { name: name(motion.seat) }));

  function draw() {
    if (!state) return;
    const { you, over, seats } = state;
    const mine = you === null ? undefined : seats[you];
    /** @type {Node[]} */ const nodes = [];
    if (mine && !over) {
      if (mine.stand_in) nodes.push(el("div", { class: "card row notice" }, el("span", { class: "grow" }, words.text("leave.bot-plays")), button(words.text("leave.return"), () => depart("return"), "primary")));
      else {
        for (const [i, seat] of seats.entries()) {
          if (!seat.gone && !(seat.resigned && seat.stand_in)) continue;
          const may = /** @type {Motion[]} */ ([...(seat.gone && !seat.stand_in ? [{ kind: "bot", seat: i }] : []), { kind: "open", seat: i }, ...(seat.gone ? [{ kind: "end" }] : [])]);
          const open = may.filter((motion) => !polls.some((poll) => same(poll.motion, motion)));
          if (open.length) nodes.push(el("div", { class: "card stack" }, el("p", {}, words.text(seat.resigned ? "leave.has-resigned" : "leave.is-gone", { name: name(i) })), el("div", { class: "row" }, ...open.map((motion) => button(words.text(`leave.vote.${motion.kind}`), () => vote(motion))))));
        }
        for (const { motion, votes, needed } of polls) {
          const agreed = you !== null && votes.includes(you);
          nodes.push(el("div", { class: "card stack" }, el("p", {}, `${says(motion)} ${words.text("leave.votes", { votes: votes.length, needed })}`),
            el("div", { class: "row" }, agreed ? button(words.text("leave.withdraw"), () => vote(motion, false)) : button(words.text("leave.agree"), () => vote(motion), "primary"))));
        }
        nodes.push(el("div", { class: "row" }, button(words.text("leave.open"), open, "quiet")));
      }
    }
    redraw(root, nodes);
  }
  /** @param {Motion} one @param {Motion} other */
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  return {
    /** Takes what concerns it of what the server says. @param {ToClient} message */
    receive(message) {
      if (message.type === "polls") polls = message.polls;
      else if (message.type === "state") state = message;
      else if (message.type === "seats" && state) state = { ...state, seats: message.seats };
      else return;
      draw();
    },
  };
}
