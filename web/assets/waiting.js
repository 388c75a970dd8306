// A table before its game begins: who is there, free seats, chat; meanwhile this browser does its part for the dice.
// @ts-check
import { around } from "./around.js";
import { chat } from "./chat.js";
import { base, byId, el, seatKey } from "./common.js";
import { Connection } from "./connection.js";
import { noteSeat } from "./mine.js";
import { answer } from "./pledge.js";
import { seating, seatName } from "./seating.js";
import { words } from "./words.js";

/** @typedef {import("./pledge.js").Gathering} Gathering */

const id = document.body.dataset.table ?? "";
/** @type {Gathering | null} */ let now = null;
const connection = new Connection(id, receive, ({ lost, unsaved, gone }) => {
  byId("connection").textContent = gone ? "" : lost ? words.text("table.lost") : unsaved ? words.text("table.unsaved") : "";
  if (gone) byId("status").textContent = words.text("table.gone");
});
const surroundings = around(id);
const talk = chat(id, (text, line) => connection.send({ type: "chat", text, id: line }));
const freeSeats = seating(id, () => connection.comeBack());

/** @param {import("../types/table").ToClient} message @param {boolean} answersMove */
function receive(message, answersMove) {
  // the board is there: the page of the game shows it
  if (message.type === "state") return begin(message.you !== null);
  talk.receive(message, answersMove, now);
  if (message.type === "gathering") now = message;
  else if (message.type === "seats" && now) now = { ...now, seats: message.seats };
  if (!now || (message.type !== "gathering" && message.type !== "seats")) return surroundings(message);
  noteSeat(id, now.you);
  draw(now);
  if (message.type === "gathering") answer(id, message, (what) => connection.send(what)).then((wrong) => { if (wrong) byId("warning").textContent = words.text(wrong); });
}

/** @param {boolean} seated */
function begin(seated) {
  if (seated && now?.commitments.some(Boolean)) sessionStorage.setItem(`hexwright/dice-told/${id}`, "1");
  location.reload();
}

/** @param {Gathering} gathering */
function draw(gathering) {
  const { seats, you, phase, commitments, opened, ended } = gathering;
  const free = seats.filter((seat) => seat.kind === "open").length;
  byId("status").textContent = ended ? words.text(`end.reason.${ended}`) : free ? words.text("waiting.people", { n: free }) : words.text("waiting.dice");
  byId("people").replaceChildren(...seats.map((seat, i) => {
    const person = seat.kind === "person";
    const added = phase === "open" ? opened[i] : commitments[i] !== null;
    const about = seat.kind === "open" ? words.text("waiting.free") : !person ? words.text("waiting.bot") : added ? words.text("waiting.added") : words.text(seat.here ? "waiting.adds" : "waiting.away");
    return el("li", { class: "row" }, el("span", { class: "letter", style: `--seat:var(--seat-${i});--on:var(--on-${i})`, "aria-hidden": "true" }, String.fromCharCode(65 + i)),
      el("span", { class: "grow" }, seat.kind === "open" ? words.text("table.seat", { n: i + 1 }) : `${seatName(gathering, i)}${i === you ? ` (${words.text("waiting.you")})` : ""}`), el("span", { class: "small soft" }, person && added ? `✓ ${about}` : about));
  }));
  byId("seats").replaceChildren(...freeSeats({ seats, you, over: ended ? /** @type {any} */ ({}) : null }));
  // leaving works as at any table; nobody is to move
  if (!ended) surroundings(/** @type {any} */ ({ ...gathering, type: "state", over: null, to_act: [] }));
}

/** Two people at one device hold both seats: each adds its own part. */
function otherSeats() {
  const mine = localStorage.getItem(seatKey(id));
  const both = /** @type {string[]} */ (JSON.parse(localStorage.getItem(`hexwright/both-seats/${id}`) ?? "[]"));
  for (const token of both.filter((token) => token !== mine)) {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${base}/api/tables/${id}/socket`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "gathering") answer(id, message, (what) => socket.send(JSON.stringify(what)));
      if (message.type === "state") socket.close();
    };
  }
}

connection.open();
otherSeats();
