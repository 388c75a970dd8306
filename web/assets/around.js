// What stands around every game, whichever it is: leaving and voting, the end screen, a notice when it is one's turn.
// @ts-check
import { byId, el, toast } from "./common.js";
import { ending } from "./end.js";
import { leaving } from "./leave.js";
import { noteSeat } from "./mine.js";
import { tellTurn } from "./notice.js";
import { words } from "./words.js";

/** Give it everything the server says. @param {string} id the table */
export function around(id) {
  const bell = el("button", { type: "button", class: "quiet", hidden: true });
  const root = byId("leaving");
  const result = el("button", { type: "button", class: "primary", hidden: true });
  root.after(result);
  // on a phone there is room for it only where the rest is
  (document.getElementById("sheet-more") ?? root.parentElement)?.append(bell);
  // the page before this one chose the dice
  const told = `hexwright/dice-told/${id}`;
  if (sessionStorage.getItem(told) && !document.body.querySelector("#people")) { sessionStorage.removeItem(told); toast(words.text("dice.told")); }
  const parts = [leaving(root, id), ending(id, result), turnNotice(bell)];
  /** @param {import("../types/table").ToClient} message */
  return (message) => {
    if (message.type === "state") noteSeat(id, message.you);
    for (const part of parts) part.receive(message);
  };
}

/** Watches whose turn it is. @param {HTMLElement} bell asks for the permission */
function turnNotice(bell) {
  let mine = false;
  const possible = "Notification" in window;
  bell.append(words.text("notice.ask"));
  bell.addEventListener("click", async () => { await Notification.requestPermission(); draw(); });
  const draw = () => { bell.hidden = !possible || Notification.permission !== "default"; };
  return {
    /** @param {import("../types/table").ToClient} message */
    receive(message) {
      if (message.type !== "state" || message.you === null) return;
      if (message.over) { bell.hidden = true; return; }
      draw();
      const now = message.to_act.includes(message.you);
      if (now && !mine) tellTurn(document.body.dataset.title ?? "", location.href);
      mine = now;
    },
  };
}
