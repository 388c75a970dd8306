// Written by `cargo xtask types` from the Rust types of the same names. Do not edit.

/** Something to be said, in any language. */
export type Sentence = {
  /** The entry of the catalogue. */
  key: string;
  /** What fills the places of the entry, by name. */
  parts: Record<string, Part>;
};

/** What fills a place of a sentence. */
export type Part =
  | { "seat": number }
  | { "seats": number[] }
  | { "number": number }
  | { "word": string }
  | { "goods": Good[] }
  | { "place": Place }
  | { "text": string };

/** A number of things of a kind. */
export type Good = {
  /** How many. */
  count: number;
  /** Of what: a word with an entry of its own. */
  kind: string;
  /** The place that gives them, if one does. A page may show the way from there; words leave it out. */
  from?: Place;
};

/** Somewhere on the board, in the numbers of its topology: `corner-31`, `side-5`, `hex-7`. */
export type Place = string;

/** One thing a seat may do, or could do if it had what is missing. */
export type Choice = {
  /** The text of the action, to be sent back. `None` if something is missing; if nothing is, the person picks what it costs and the action is the group and what was picked, as in `discard wool=2`. */
  action: string | null;
  /** What it is called. */
  label: Sentence;
  /** Which button or list it belongs to: the first word of its action, as `road` or `bank-trade`. The caption is the entry `group.road`. */
  group: string;
  /** Where on the board it happens. */
  place: Place | null;
  /** From where, if something moves. */
  from: Place | null;
  /** What it costs. */
  cost: Good[];
  /** What the seat lacks, if it cannot be done now. */
  missing: Good[];
};

/** A list of facts beside the board: the bank's, or a seat's. */
export type Panel = {
  /** Whose; `None` is everybody's. */
  seat: number | null;
  /** What it says. */
  facts: Fact[];
};

/** A fact of a panel: what it is about and what is true of it. */
export type Fact = {
  /** What it is about, as `points` or `longest-road`: a word with an entry of its own. */
  about: string;
  /** What is true of it. */
  value: Part;
};
