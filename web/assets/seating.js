// The seats of a table: their names, which are free, and how to take one.
// @ts-check
import { Refused, askUntilDone, complain, copyLink, el, myName, newId, seatKey } from "./common.js";

/** @typedef {Pick<import("../types/table").State, "seats" | "you" | "over">} Seating */

/** @param {Pick<Seating, "seats">} state @param {number} seat */
export const seatName = (state, seat) => state.seats[seat]?.name || `Seat ${seat + 1}`;

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
      const name = nameField.value.trim() || "Guest";
      localStorage.setItem("hexwright/name", name);
      const { token } = await askUntilDone(`/api/tables/${id}/sit`, { seat, name, id: intent });
      localStorage.setItem(seatKey(id), token);
      localStorage.removeItem(key);
      seated();
    } catch (error) {
      if (!(error instanceof Refused && error.later)) localStorage.removeItem(key);
      complain(error);
    }
  }

  return (/** @type {Seating} */ state) => {
    const free = state.seats.flatMap((seat, i) => (seat.kind === "open" ? [i] : []));
    if (!free.length || state.over) return [];
    if (state.you !== null) {
      return [el("div", { class: "card row" }, el("span", { class: "grow" }, "Friends take the free seats by opening this page's address."), el("button", { type: "button", onclick: () => copyLink(location.href) }, "Copy link"))];
    }
    return [el("div", { class: "card stack" }, el("h2", {}, "Take a seat"), el("label", { class: "row" }, "Your name", nameField),
      el("div", { class: "row" }, ...free.map((i) => el("button", { type: "button", class: "primary", onclick: () => sit(i) }, `Take seat ${i + 1}`))))];
  };
}
