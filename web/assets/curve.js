// Chances to win over a game, one line a seat, named at its end.
// @ts-check

const NS = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 220, 34, 96, 8, 20];
/** Lines differ by dashes too, so nobody needs to tell colours apart. */
const DASHES = ["", "7 4", "2 4", "10 3 2 3", "1 3", "12 5", "4 2", "6 2 1 2"];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function node(tag, attributes, text = "") {
  const made = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** @param {{entry: number, shares: number[]}[]} odds @param {number} moves @param {number} here @param {string[]} names @param {(move: number) => void} go */
export function curve(odds, moves, here, names, go) {
  const x = (/** @type {number} */ move) => LEFT + ((WIDTH - LEFT - RIGHT) * move) / Math.max(1, moves);
  const y = (/** @type {number} */ share) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  const latest = odds.filter((o) => o.entry <= here).at(-1) ?? odds[0];
  const words = names.map((name, seat) => `${name} ${Math.round(100 * (latest?.shares[seat] ?? 0))} %`).join(", ");
  const svg = node("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `chances to win at move ${here}: ${words}` });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) svg.append(node("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }), node("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100}`));
  for (const move of [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * moves))) svg.append(node("text", { x: x(move), y: HEIGHT - 4, "text-anchor": "middle" }, String(move)));
  const labels = names.map((name, seat) => ({ name, seat, at: y(odds.at(-1)?.shares[seat] ?? 0) })).sort((a, b) => a.at - b.at);
  labels.forEach((label, i) => { if (i > 0) label.at = Math.max(label.at, labels[i - 1].at + 13); });
  // pushed below the edge: push back up, from the last
  [...labels].reverse().forEach((label, i, down) => { label.at = Math.min(label.at, i ? down[i - 1].at - 13 : HEIGHT - BOTTOM); });
  for (const { name, seat, at } of labels) {
    const d = odds.map((o, i) => `${i ? "L" : "M"}${x(o.entry).toFixed(1)} ${y(o.shares[seat]).toFixed(1)}`).join("");
    // a dark edge below keeps the light seat visible on a light page
    svg.append(node("path", { d, stroke: "#1e1a14", style: "stroke-width:4.5;opacity:.55" }), node("path", { d, stroke: `var(--seat-${seat})`, "stroke-dasharray": DASHES[seat] ?? "" }));
    svg.append(node("text", { x: WIDTH - RIGHT + 6, y: at + 4 }, `${String.fromCharCode(65 + seat)} ${name.slice(0, 12)}`));
  }
  svg.append(node("line", { class: "here", x1: x(here), x2: x(here), y1: TOP, y2: HEIGHT - BOTTOM }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * moves));
  });
  return svg;
}
