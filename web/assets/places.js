// Places of the board in words: "wheat 9, ore 5, wool 3: 10 pips" for a corner.
// @ts-check
import { words } from "./words.js";

/** What a hex gives, as the board says it: `wheat 9`. @param {string} ground */
function say(ground) {
  const [name, number] = ground.split(/ (?=\d+$)/);
  const known = ["desert", "gold", "sea", "nothing"].includes(name);
  return [known ? words.word(`ground.${name}`) : words.word(name), number].filter(Boolean).join(" ");
}

/** A hex, side or corner in words. @param {SVGElement} spot its target */
export function describePlace(spot) {
  const { ground = "", pips, harbour } = spot.dataset;
  const grounds = ground.split(",").filter(Boolean).map(say);
  if (spot.dataset.side !== undefined) return words.text("place.side", { grounds: grounds.join(` ${words.word("list.and")} `) });
  if (spot.dataset.corner === undefined) return grounds.join(", ");
  const corner = words.text("place.corner", { grounds: grounds.join(", "), pips: Number(pips) });
  if (!harbour) return corner;
  return `${corner}, ${harbour === "any" ? words.text("place.harbour") : words.text("place.harbour-of", { kind: words.word(harbour) })}`;
}
