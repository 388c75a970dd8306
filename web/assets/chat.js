// Chat with mute. Who is muted is remembered for this table, in this browser. A line typed stays until the table has
// heard it: if the server goes away meanwhile it is back in the box.
// @ts-check
import { byId, el, toast } from "./common.js";
import { letter } from "./hud.js";

/** @typedef {{n: number, seat: number | null, text: string}} Line */

/** @param {string} table @param {(text: string) => boolean} say whether it could be sent */
export function chat(table, say) {
  const key = `hexwright/muted/${table}`;
  const draft = `hexwright/draft/${table}`;
  /** @type {Set<string>} */ const muted = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
  const list = byId("chat");
  const unmute = byId("unmute");
  const input = /** @type {HTMLInputElement} */ (byId("chat-text"));
  /** Lines that were sent and not heard yet. @type {string[]} */ let unheard = [];
  /** What was put back into the box. */ let returned = "";
  /** The number of the last line shown. */ let last = -1;
  const keep = () => {
    localStorage.setItem(key, JSON.stringify([...muted]));
    unmute.hidden = muted.size === 0;
    unmute.textContent = `Unmute ${[...muted].join(", ")}`;
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
    if (text && !say(text)) return; // it stays in the box
    if (text) unheard.push(text);
    type("");
  });

  /** @param {Line} line @param {string} who @param {number | null} you the own seat */
  function heard({ n, seat, text }, who, you) {
    if (n <= last) return;
    last = n;
    if (seat === you) {
      if (unheard.includes(text)) unheard.splice(unheard.indexOf(text), 1);
      else if (returned === text && input.value === text) type(""); // it was put back, but the table had heard it
    }
    const mute = () => {
      muted.add(who);
      keep();
      for (const line of list.children) if (/** @type {HTMLElement} */ (line).dataset.who === who) /** @type {HTMLElement} */ (line).hidden = true;
      toast(`${who} is muted`);
    };
    const line = el("li", { "data-who": who }, seat === null ? "" : letter(seat), el("b", {}, `${who}:`), el("span", { class: "grow" }, text), seat !== null && seat === you ? "" : el("button", { type: "button", class: "quiet", "aria-label": `mute ${who}`, onclick: mute }, "mute"));
    line.hidden = muted.has(who);
    list.append(line);
    list.scrollTop = list.scrollHeight;
  }
  /** What was sent and not heard comes back into the box. */
  function lost() {
    if (!unheard.length) return;
    returned = unheard.join(" ");
    unheard = [];
    type([returned, input.value].filter(Boolean).join(" "));
  }
  return { heard, lost };
}
