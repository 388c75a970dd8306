// The seats of a table: their names, which are free, and how to take one.
// @ts-check
import { Refused, askUntilDone, complain, el, myName, newId, seatKey } from "./common.js";
import { copyLink } from "./copy.js";
import { noteSeat } from "./mine.js";
import { words } from "./words.js";

/** @typedef {Pick<import("../types/table").State, "seats" | "you" | "over">} Seating */

/** @param {Pick<Seating, "seats">} state @param {number} seat */
export const seatName = (state, seat) => state.seats[seat]?.name || words.text("table.seat", { n: seat + 1 });

/** To whom the sentences of a state are said. @param {Seating} state @returns {import("./say.js").Listener} */
export const listener = (state) => ({ you: state.you, name: (seat) => seatName(state, seat) });

/** What a state says about free seats, as parts of the page.
 * @param {string} id the table @param {() => void} seated called when the seat is ours */
export function seating(id, seated) {
  const nameField = el("input", { maxlength: 40, value: myName(), autocomplete: "nickname" });

  /** @param {number} seat */
  async function sit(seat) {
    // the id lasts until the seat is ours: if an answer is lost, asking again brings the same secret
    const key = `hexwright/sitting/${id}/${seat}`;
    const intent = localStorage.getItem(key) ?? newId();
    localStorage.setItem(key, intent);
    try {
      const name = nameField.value.trim() || words.text("seating.guest");
      localStorage.setItem("hexwright/name", name);
      const { token } = await askUntilDone(`/api/tables/${id}/sit`, { seat, name, id: intent });
      localStorage.setItem(seatKey(id), token);
      noteSeat(id, seat);
      localStorage.removeItem(key);
      seated();
    } catch (error) {
      if (!(error instanceof Refused && error.later)) localStorage.removeItem(key);
      complain(error);
    }
  }

  /** @param {number[]} free @param {boolean} seated whether this person has a seat */
  function card(free, seated) {
    if (!free.length) return [];
    if (seated) {
      return [el("div", { class: "card row" }, el("span", { class: "grow" }, words.text("seating.invite")), el("button", { type: "button", onclick: () => copyLink(location.href) }, words.text("seating.copy")))];
    }
    return [el("div", { class: "card stack" }, el("h2", {}, words.text("seating.title")), el("label", { class: "row" }, words.text("seating.name"), nameField),
      el("div", { class: "row" }, ...free.map((i) => el("button", { type: "button", class: "primary", onclick: () => sit(i) }, words.text("seating.take", { n: i + 1 })))))];
  }

  // the same card as long as the same seats are free: somebody may be typing a name
  let [drawn, nodes] = ["", /** @type {HTMLElement[]} */ ([])];
  return (/** @type {Seating} */ state) => {
    const free = state.over ? [] : state.seats.flatMap((seat, i) => (seat.kind === "open" ? [i] : []));
    const now = JSON.stringify([free, state.you !== null]);
    if (now !== drawn) [drawn, nodes] = [now, card(free, state.you !== null)];
    return nodes;
  };
}
