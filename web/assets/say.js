// Says what the server tells as data: sentences, words and counted goods, in the words of a catalogue.
// The same rules as `hexwright_core::present::words`; see there for the form of the entries.
// @ts-check
import { ask } from "./common.js";

/** @typedef {import("../types/present").Sentence} Sentence */
/** @typedef {import("../types/present").Part} Part */
/** @typedef {import("../types/present").Good} Good */
/** Who is spoken to, and what the players are called.
 * @typedef {{you: number | null, name: (seat: number) => string}} Listener */

export class Speaker {
  /** @param {Record<string, string>} words */
  constructor(words) { this.words = words; }

  /** The speaker for a game in the language of the page. @param {string} game */
  static async load(game) {
    return new Speaker(await ask(`/words/${game}/${document.documentElement.lang || "en"}.json`));
  }

  /** The sentence as text. What is missing is shown by its name. @param {Sentence} sentence @param {Listener} to */
  say(sentence, to) {
    const seat = sentence.parts.seat;
    const yours = to.you !== null && seat && "seat" in seat && seat.seat === to.you ? this.words[`${sentence.key}.you`] : undefined;
    const entry = yours ?? this.words[sentence.key] ?? sentence.key;
    return entry.replace(/\{([^}:]*)(?::([^}]*))?\}/g, (_, name, forms) => this.#fill(sentence.parts[name], name, forms ?? "", to));
  }

  /** The shortest form of a sentence, for the board: its entry is `badge.` and the key. Empty if there is none. @param {Sentence} sentence @param {Listener} to */
  badge(sentence, to) {
    const key = `badge.${sentence.key}`;
    return this.words[key] ? this.say({ ...sentence, key }, to) : "";
  }

  /** A part alone, as the value of a fact. @param {Part} part @param {Listener} to */
  part(part, to) { return this.#fill(part, "", "", to); }

  /** @param {string} key */
  word(key) { return this.words[key] ?? key; }

  /** What the page itself says; parts fill the places of the entry. @param {string} key @param {Record<string, string | number>} [parts] */
  text(key, parts = {}) {
    return this.word(key).replace(/\{([^}:]*)(?::([^}]*))?\}/g, (_, name, forms) => {
      const part = parts[name];
      if (part === undefined) return `{${name}}`;
      return forms ? forms.split("|")[part === 1 ? 0 : 1] : String(part);
    });
  }

  /** The caption of a group of choices. @param {string} group */
  caption(group) { return this.words[`group.${group}`] ?? group; }

  /** Counted goods, one sum for each kind. @param {Good[]} goods */
  goods(goods) {
    /** @type {Map<string, number>} */ const sums = new Map();
    for (const { kind, count } of goods) sums.set(kind, (sums.get(kind) ?? 0) + count);
    return this.#list([...sums].map(([kind, count]) => `${count} ${(count === 1 ? undefined : this.words[`${kind}.many`]) ?? this.word(kind)}`));
  }

  /** @param {Part | undefined} part @param {string} name @param {string} forms @param {Listener} to @returns {string} */
  #fill(part, name, forms, to) {
    if (!part) return `{${name}}`;
    if ("seat" in part) return this.#seat(part.seat, forms, to);
    if ("seats" in part) return this.#list(part.seats.map((seat) => this.#seat(seat, forms, to)));
    if ("number" in part) return forms.includes("|") ? forms.split("|")[part.number === 1 ? 0 : 1] : String(part.number);
    if ("word" in part) return this.word(part.word);
    if ("goods" in part) return this.goods(part.goods);
    return "place" in part ? part.place : part.text;
  }

  /** @param {number} seat @param {string} you @param {Listener} to */
  #seat(seat, you, to) { return seat === to.you ? you || this.word("you") : to.name(seat); }

  /** @param {string[]} items */
  #list(items) {
    if (!items.length) return this.word("nothing");
    return items.length === 1 ? items[0] : `${items.slice(0, -1).join(", ")} ${this.word("list.and")} ${items[items.length - 1]}`;
  }
}
