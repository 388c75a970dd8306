// The levels of bots: a face for each, and how strong it is, in words.
// @ts-check
import { svg } from "./common.js";
import { words } from "./words.js";

/** A head with eyes and a mouth: friendly, attentive, grim. @type {Record<string, string>} */
const FACES = {
  calm: "M7.500 0h1v2H13v11H3V2h4.500zM4.500 3.500v8h7v-8zM6 5.500h1.500V7H6zm2.500 0H10V7H8.500zM5.500 8.500h1c.5 1.300 2.500 1.300 3 0h1c-.4 2.600-4.600 2.600-5 0zM4 14h8v1.500H4z",
  keen: "M7.500 0h1v2H13v11H3V2h4.500zM4.500 3.500v8h7v-8zM5.500 5H7.500v2.200h-2zm3 0h2v2.200h-2zM5.500 9h5v1h-5zM4 14h8v1.500H4z",
  fierce: "M7.500 0h1v2H13v11H3V2h4.500zM4.500 3.500v8h7v-8zM5 4.600l2.700 1.500v1.200H5.700zM11 4.600 8.300 6.100v1.200h2zM5.500 10.300c.4-2 4.600-2 5 0h-1c-.5-.9-2.500-.9-3 0zM4 14h8v1.500H4z",
};

/** @param {string} kind of a seat, as the server tells it */
export const isLevel = (kind) => kind in FACES;

/** The face of a level. @param {string} kind */
export function portrait(kind) {
  const face = svg(FACES[kind] ?? "");
  face.classList.add("face");
  return face;
}

/** What a level does and how strong it is. @param {string} kind */
export const about = (kind) => words.text(`level.${kind}`);
