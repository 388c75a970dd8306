// Every seat with its cards open, beside a replay or the analysis board.
// @ts-check
import { el } from "./common.js";
import { letter } from "./hud.js";
import { words } from "./words.js";

/** Facts that are said apart from the others. */
const [POINTS, CARDS] = ["points", ["hand", "development-kinds"]];

/** @param {import("../types/present").Panel[]} panels @param {import("./say.js").Listener} to @param {number | null} active who has just moved or is to move */
export function openHands(panels, to, active) {
  return panels.map(({ seat, facts }) => {
    const value = (/** @type {import("../types/present").Fact} */ fact) => words.part(fact.value, to);
    const points = facts.find((fact) => fact.about === POINTS);
    const goods = facts.filter((fact) => CARDS.includes(fact.about)).flatMap((fact) => ("goods" in fact.value ? fact.value.goods : []));
    const rest = facts.filter((fact) => fact !== points && !CARDS.includes(fact.about));
    return el("div", { class: `open-hand${seat !== null && active === seat ? " active" : ""}`, style: seat === null ? "" : `--seat:var(--seat-${seat});--on:var(--on-${seat})` },
      el("div", { class: "name" }, seat === null ? "" : letter(seat), el("span", {}, seat === null ? words.text("replay.common") : to.name(seat)), points ? el("span", { class: "points" }, value(points)) : ""),
      seat === null ? "" : el("div", { class: "cards" }, ...goods.map((good) => el("span", { class: "goods", style: `--kind:var(--${good.kind}, var(--line))` }, words.goods([good])))),
      el("div", { class: "soft" }, rest.map((fact) => `${words.word(fact.about)} ${value(fact)}`).join(" · ")));
  });
}
