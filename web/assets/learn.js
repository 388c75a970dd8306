// Starts the game that teaches: always on the same map, against two calm bots, to five points.
// @ts-check
import { askUntilDone, base, byId, complain, myName, newId, seatKey } from "./common.js";

byId("begin").addEventListener("click", async () => {
  try {
    const bot = { kind: "bot", bot: "calm" };
    const made = await askUntilDone("/api/tables", { game: { kind: "catan", map: "base", options: { "victory-points": "5" }, seed: "first island" }, seats: [{ kind: "me", name: myName() }, bot, bot], wishes: {}, id: newId() });
    localStorage.setItem(seatKey(made.id), made.token);
    location.href = `${base}/t/${made.id}#learn`;
  } catch (error) { complain(error); }
});
