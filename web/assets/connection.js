// The socket of a table: it comes back by itself, and what was asked for and not answered is sent again.
// @ts-check
import { base, byId, el, newId, seatKey, toast } from "./common.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").ToClient} ToClient */
/** @typedef {import("../types/table").FromClient} FromClient */
/** What hinders the game: the connection, that the server cannot save, that the table is gone.
 * @typedef {{lost: boolean, unsaved: boolean, gone: boolean}} Hindrance */

/** How the server closes the socket of somebody whose secret no seat knows. */
const NO_SEAT = 4001;
/** How long to wait before the server is asked again for what it did not know. */
const SELDOM = 15_000;
/** What a choice leaves out on its way if it has none of it. */
const NOTHING = { action: null, place: null, from: null, cost: [], missing: [] };

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  #retry = 300;
  /** Whether this connection has brought a state; what is refused before that is told when it closes. */ #greeted = false;
  /** Whether this page watches because the server did not know its secret. The secret is kept: another server may have answered. */ #stranger = false;
  /** The move that was asked for and not answered yet. It is sent again after a reconnect; the server makes it once.
   * @type {FromClient & {id: string} | null} */ #pending = null;
  /** @type {Hindrance} */ #hindrance = { lost: false, unsaved: false, gone: false };

  /** @param {string} table @param {(message: ToClient, answersMove: boolean) => void} heard @param {(hindrance: Hindrance) => void} hindered */
  constructor(table, heard, hindered) {
    this.table = table;
    this.heard = heard;
    this.hindered = hindered;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${base}/api/tables/${table}/socket`;
  }

  open() {
    this.#greeted = false;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#retry = 300;
      this.send({ type: "hello", token: this.#stranger ? null : this.#secret() });
      this.#hinder({ lost: false, unsaved: false, gone: false });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (event.code === NO_SEAT) return this.#watch();
      this.#hinder({ lost: true });
      setTimeout(() => this.#reopen(), this.#retry);
      this.#retry = Math.min(5000, this.#retry * 2);
    };
  }

  /** Whether a move was asked for and is not answered yet. */
  get waits() { return this.#pending !== null; }

  /** Sends what must arrive: again after a reconnect, until it is answered. One at a time, so that nobody who presses twice
   * does what came in between. @param {FromClient} message */
  intend(message) {
    if (this.#pending) return;
    this.#pending = { ...message, id: newId() };
    if (!this.send(this.#pending)) this.#pending = null;
  }

  /** @param {FromClient} message @returns {boolean} whether it could be sent */
  send(message) {
    const open = this.#socket?.readyState === WebSocket.OPEN;
    if (open) this.#socket?.send(JSON.stringify(message));
    else toast(this.#hindrance.gone ? words.text("notice.no-table") : words.text("notice.not-connected"));
    return open;
  }

  /** Comes back as the one who holds the seat. */
  comeBack() {
    this.#stranger = false;
    byId("notice").replaceChildren();
    this.#socket?.close();
  }

  #secret() { return localStorage.getItem(seatKey(this.table)); }

  /** @param {Partial<Hindrance>} change */
  #hinder(change) {
    this.#hindrance = { ...this.#hindrance, ...change };
    this.hindered(this.#hindrance);
  }

  /** @param {ToClient} message */
  #receive(message) {
    const answersMove = message.type === "refused" && this.#pending?.id === message.id;
    if (message.type === "saving") {
      // while the server cannot save nobody can act; a move that was asked for is sent again when it can
      this.#hinder({ unsaved: !message.works });
      if (message.works && this.#pending) this.send(this.#pending);
    }
    if (message.type === "refused") {
      if (answersMove && !message.later) this.#pending = null;
      if (this.#greeted) toast(message.reason);
    }
    if (message.type === "state") message.choices = message.choices.map((choice) => ({ ...NOTHING, ...choice }));
    if (message.type === "state" || message.type === "gathering") {
      if (this.#pending && message.answers === this.#pending.id) this.#pending = null;
      if (this.#pending && !this.#greeted) this.send(this.#pending);
      this.#greeted = true;
    }
    this.heard(message, answersMove);
  }

  /** A browser is not told why a socket cannot be opened: whether there is still a table is asked first. A table that is
   * gone may come back with the right server or database: it is asked for again, but seldom. */
  async #reopen() {
    const answer = await fetch(`${base}/api/tables/${this.table}`).catch(() => null);
    if (answer?.status !== 404) return this.open();
    setTimeout(() => this.#reopen(), SELDOM);
    if (this.#hindrance.gone) return;
    this.#hinder({ gone: true });
    this.#tell(words.text("notice.gone-title"), words.text("notice.gone"));
  }

  /** The server does not know the secret of this browser's seat. It may be the wrong server or an old database: the secret is
   * kept, this page watches, and asks again now and then. */
  #watch() {
    if (!this.#stranger) this.#tell(words.text("notice.seat-title"), words.text("notice.seat"));
    this.#stranger = true;
    setTimeout(() => this.#tryAgain(), SELDOM);
    this.open();
  }

  /** Whether the secret is known by now is asked beside the socket this page watches through. */
  #tryAgain() {
    if (!this.#stranger) return;
    const asking = new WebSocket(this.address);
    asking.onopen = () => asking.send(JSON.stringify({ type: "hello", token: this.#secret() }));
    asking.onmessage = (event) => {
      const { type } = JSON.parse(event.data);
      const known = type === "state" || type === "gathering";
      if (known) this.comeBack();
      if (known || type === "refused") asking.close();
    };
    asking.onclose = () => { if (this.#stranger) setTimeout(() => this.#tryAgain(), SELDOM); };
  }

  /** Says what happened where seats are offered, with a way out. @param {string} title @param {string} what */
  #tell(title, what) {
    const card = el("div", { class: "card stack notice", role: "alert" }, el("h2", {}, title), el("p", {}, what),
      el("div", { class: "row" }, el("a", { class: "button", href: `${base}/` }, words.text("notice.other")), el("button", { type: "button", onclick: () => card.remove() }, this.#hindrance.gone ? words.text("notice.close") : words.text("notice.watch"))));
    byId("notice").replaceChildren(card);
  }
}
