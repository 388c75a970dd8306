// Chat with mute. Who is muted is remembered for this table, in this browser. A line typed stays until the table has
// heard it: if the server goes away meanwhile it is back in the box.
// @ts-check
import { byId, el, newId, toast } from "./common.js";
import { letter } from "./hud.js";
import { seatName } from "./seating.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").ChatLine} Line */
/** Who sits where, once it is known. @typedef {Pick<import("../types/table").State, "seats" | "you"> | null} Seating */

/** @param {string} table @param {(text: string, id: string) => boolean} say whether it could be sent */
export function chat(table, say) {
  const key = `hexwright/muted/${table}`;
  const draft = `hexwright/draft/${table}`;
  /** @type {Set<string>} */ const muted = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
  const list = byId("chat");
  const unmute = byId("unmute");
  const input = /** @type {HTMLInputElement} */ (byId("chat-text"));
  /** Lines that were sent and not heard yet. @type {{id: string, text: string}[]} */ let unheard = [];
  /** What was put back into the box. @type {{ids: string[], text: string}} */ let returned = { ids: [], text: "" };
  /** The number of the last line shown. */ let last = -1;
  const keep = () => {
    localStorage.setItem(key, JSON.stringify([...muted]));
    unmute.hidden = muted.size === 0;
    unmute.textContent = words.text("chat.unmute", { names: [...muted].join(", ") });
  };
  unmute.addEventListener("click", () => { muted.clear(); keep(); for (const line of list.children) /** @type {HTMLElement} */ (line).hidden = false; });
  keep();
  /** @param {string} text */
  const type = (text) => { input.value = text; sessionStorage.setItem(draft, text); };
  input.value = sessionStorage.getItem(draft) ?? "";
  input.addEventListener("input", () => type(input.value));
  byId("chat-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    // what was put back and is sent unchanged is the same line: if the table heard it, it is not said twice
    const id = returned.ids.length === 1 && text === returned.text ? returned.ids[0] : newId();
    if (text && !say(text, id)) return; // it stays in the box
    if (text) unheard.push({ id, text });
    type("");
  });

  /** @param {Line} line @param {Seating} seating */
  function heard({ n, seat, text, id }, seating) {
    const who = seat === null ? words.text("chat.spectator") : seatName(seating ?? { seats: [] }, seat);
    unheard = unheard.filter((line) => line.id !== id);
    if (id && returned.ids.includes(id) && input.value === text) type(""); // it was put back, but the table had heard it
    if (n <= last) return;
    last = n;
    const mute = () => {
      muted.add(who);
      keep();
      for (const line of list.children) if (/** @type {HTMLElement} */ (line).dataset.who === who) /** @type {HTMLElement} */ (line).hidden = true;
      toast(words.text("chat.muted", { name: who }));
    };
    const line = el("li", { "data-who": who }, seat === null ? "" : letter(seat), el("b", {}, `${who}:`), el("span", { class: "grow" }, text), seat !== null && seat === seating?.you ? "" : el("button", { type: "button", class: "quiet", "aria-label": words.text("chat.mute-name", { name: who }), onclick: mute }, words.text("chat.mute")));
    line.hidden = muted.has(who);
    list.append(line);
    list.scrollTop = list.scrollHeight;
  }
  /** What was sent and not heard comes back into the box. */
  function lost() {
    if (!unheard.length) return;
    returned = { ids: unheard.map((line) => line.id), text: unheard.map((line) => line.text).join(" ") };
    unheard = [];
    type([returned.text, input.value].filter(Boolean).join(" "));
  }
  /** Takes what the table says of the chat. @param {import("../types/table").ToClient} message @param {boolean} answersMove @param {Seating} seating */
  function receive(message, answersMove, seating) {
    switch (message.type) {
      case "chat": return heard(message, seating);
      case "said": message.lines.forEach((line) => heard(line, seating)); return lost();
      case "refused": if (!answersMove) lost();
    }
  }
  return { receive };
}
