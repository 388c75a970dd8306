// Small buttons at the edge of the board: coach, prices, the whole board again, skip, sound; and the pace of bots.
// @ts-check
import { byId, el, svg } from "./common.js";
import { paces } from "./pace.js";
import { isMuted, mute } from "./sound.js";
import { words } from "./words.js";

/** Signs of the buttons. */
const SIGNS = {
  coach: "M8 0a5 5 0 0 0-3 9c.6.5 1 1.200 1 2h4c0-.8.4-1.500 1-2A5 5 0 0 0 8 0zM6 12h4v1H6zM6.500 14h3l-.7 2H7.200z",
  prices: "M1 2h7l7 7-6 6-7-7zM4.500 4a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400z",
  whole: "M1 1h5v2H3v3H1zM10 1h5v5h-2V3h-3zM1 10h2v3h3v2H1zM13 10h2v5h-5v-2h3z",
  skip: "M1 2l6 6-6 6zM7 2l6 6-6 6zM13 2h2v12h-2z",
  sound: "M1 5h3l4-4v14l-4-4H1zM10 5.500q2 2.500 0 5zM11.500 3q4 5 0 10l1 .8q5-5.800 0-11.600z",
  mute: "M1 5h3l4-4v14l-4-4H1zM10 6l1.200-1.200 1.800 1.800 1.800-1.800L16 6l-1.800 1.800L16 9.600l-1.200 1.200-1.800-1.800-1.800 1.800L10 9.600l1.800-1.800z",
};

/** @param {{pace: import("./pace.js").Pace<any>, zoom: import("./zoom.js").Zoom, coach: () => void, prices: () => void}} parts */
export function tools({ pace, zoom, coach, prices }) {
  /** @param {keyof typeof SIGNS} name @param {() => void} does */
  const tool = (name, does) => {
    const button = byId(`tool-${name}`);
    button.replaceChildren(svg(SIGNS[name]));
    button.addEventListener("click", does);
    return button;
  };
  tool("coach", coach);
  tool("prices", prices);
  const whole = tool("whole", () => zoom.reset());
  const skip = tool("skip", () => { pace.skip(); draw(); });
  const sound = tool("sound", () => { mute(!isMuted()); draw(); });
  const select = /** @type {HTMLSelectElement} */ (byId("pace"));
  select.replaceChildren(...paces.map((name) => el("option", { value: name }, words.text(`pace.${name}`))));
  select.value = pace.name;
  select.addEventListener("change", () => { pace.choose(select.value); draw(); });

  function draw() {
    whole.hidden = zoom.factor === 1;
    skip.hidden = !pace.waits;
    sound.setAttribute("aria-pressed", String(isMuted()));
    sound.replaceChildren(svg(isMuted() ? SIGNS.mute : SIGNS.sound));
  }
  draw();
  return { draw };
}
