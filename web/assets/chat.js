// Chat with mute. Who is muted is remembered for this table, in this browser.
// @ts-check
import { byId, el, toast } from "./common.js";
import { letter } from "./hud.js";

/** @param {string} table @param {(text: string) => void} say */
export function chat(table, say) {
  const key = `hexwright/muted/${table}`;
  /** @type {Set<string>} */ const muted = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
  const list = byId("chat");
  const unmute = byId("unmute");
  const keep = () => {
    localStorage.setItem(key, JSON.stringify([...muted]));
    unmute.hidden = muted.size === 0;
    unmute.textContent = `Unmute ${[...muted].join(", ")}`;
  };
  unmute.addEventListener("click", () => { muted.clear(); keep(); for (const line of list.children) /** @type {HTMLElement} */ (line).hidden = false; });
  keep();
  byId("chat-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (byId("chat-text"));
    if (input.value.trim()) say(input.value.trim());
    input.value = "";
  });
  /** @param {number | null} seat @param {string} who @param {string} text @param {boolean} mine */
  return (seat, who, text, mine) => {
    const mute = () => {
      muted.add(who);
      keep();
      for (const line of list.children) if (/** @type {HTMLElement} */ (line).dataset.who === who) /** @type {HTMLElement} */ (line).hidden = true;
      toast(`${who} is muted`);
    };
    const line = el("li", { "data-who": who }, seat === null ? "" : letter(seat), el("b", {}, `${who}:`), el("span", { class: "grow" }, text), mine ? "" : el("button", { type: "button", class: "quiet", "aria-label": `mute ${who}`, onclick: mute }, "mute"));
    line.hidden = muted.has(who);
    list.append(line);
    list.scrollTop = list.scrollHeight;
  };
}
