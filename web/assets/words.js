// Log lines in words, with the places they speak of.
// @ts-check

/** @param {string} cards `wool=2 ore=1` */
const cards = (cards) => cards.split(" ").map((w) => w.replace(/^(\w+)=(\d+)$/, "$2 $1")).join(", ");

/** @type {[RegExp, (m: RegExpExecArray) => string][]} */
const WORDS = [
  [/^setup-(\w+) /, (m) => `places a ${m[1]}`],
  [/^(road|ship|bridge|settlement|city|wall) /, (m) => `builds a ${m[1] === "wall" ? "city wall" : m[1]}`],
  [/^move-ship /, () => "moves a ship"],
  [/^roll$/, () => "rolls the dice"],
  [/^roll (\d) (\d)$/, (m) => `rolls ${Number(m[1]) + Number(m[2])} (${m[1]} + ${m[2]})`],
  [/^discard (.*)$/, (m) => `discards ${cards(m[1])}`],
  [/^gold (.*)$/, (m) => `takes ${cards(m[1])} for gold`],
  [/^robber /, () => "moves the robber"],
  [/^pirate /, () => "moves the pirate"],
  [/^steal none$/, () => "steals from nobody"],
  [/^steal a card$/, () => "steals a card"],
  [/^steal ([a-z]+)$/, (m) => `steals ${m[1]}`],
  [/^buy$/, () => "buys a development card"],
  [/^draw a card$/, () => "draws a card"],
  [/^draw (.*)$/, (m) => `draws ${m[1].replaceAll("-", " ")}`],
  [/^bank-trade (\d+) (\w+) (\w+)$/, (m) => `trades ${m[1]} ${m[2]} for 1 ${m[3]} with the bank`],
  [/^play-year-of-plenty (.*)$/, (m) => `plays year of plenty: ${m[1].replace(" ", " and ")}`],
  [/^play-monopoly (.*)$/, (m) => `plays monopoly on ${m[1]}`],
  [/^play-(.*)$/, (m) => `plays ${m[1].replaceAll("-", " ")}`],
  [/^offer (.*) for (.*) to .*$/, (m) => `offers ${cards(m[1])} for ${cards(m[2])}`],
  [/^counter (\d+) (.*) for (.*)$/, (m) => `answers offer ${m[1]}: ${cards(m[2])} for ${cards(m[3])}`],
  [/^accept (\d+)$/, (m) => `accepts offer ${m[1]}`],
  [/^reject (\d+)$/, (m) => `rejects offer ${m[1]}`],
  [/^withdraw (\d+)$/, (m) => `withdraws offer ${m[1]}`],
  [/^end-turn$/, () => "ends the turn"],
  [/^pass$/, () => "passes"],
  [/^stop$/, () => "stops"],
];

/** @typedef {{seat: number | null, text: string, corners: number[], hex: [number, number] | null}} Told */

/** Every line in words. Chance is told as what it meant for the seat before it.
 * @param {string[]} log @param {(seat: number) => string} name @returns {Told[]} */
export function tell(log, name) {
  /** @type {number | null} */ let last = null;
  return log.map((line) => {
    const found = /^(\d+): (.*)$/.exec(line);
    const seat = found ? Number(found[1]) : last;
    last = seat;
    const action = found ? found[2] : line.replace(/^chance /, "");
    const steal = found && /^steal (\d+)$/.exec(action);
    const confirm = /^confirm (\d+) (\d+)$/.exec(action);
    const rule = WORDS.find(([pattern]) => pattern.test(action));
    let text = rule ? rule[1](/** @type {RegExpExecArray} */ (rule[0].exec(action))) : action;
    if (steal) text = `robs ${name(Number(steal[1]))}`;
    if (confirm) text = `trades with ${name(Number(confirm[2]))}`;
    const side = /(\d+)-(\d+)$/.exec(action);
    const corner = /(?:settlement|city|wall) (\d+)$/.exec(action);
    const hex = /^(?:robber|pirate) (\d+),(\d+)$/.exec(action);
    return { seat, text, corners: side ? [Number(side[1]), Number(side[2])] : corner ? [Number(corner[1])] : [], hex: hex ? [Number(hex[1]), Number(hex[2])] : null };
  });
}
