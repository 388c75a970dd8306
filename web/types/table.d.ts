// Written by `cargo xtask types` from the Rust types of the same names. Do not edit.
import type { Choice } from "./present";
import type { Panel } from "./present";
import type { Sentence } from "./present";

/** From the browser. Clients send intents only. Each has an id that the browser has chosen: an intent that is sent again, because its answer was lost, is answered and not carried out twice. */
export type FromClient =
  | { type: "hello"; token?: string | null }
  | { type: "act"; n: number; action: string; id?: string | null }
  | { type: "undo"; n: number; id?: string | null }
  | { type: "chat"; text: string; id?: string | null }
  | { type: "commit"; hash: string; id?: string | null }
  | { type: "open"; bytes: string; id?: string | null }
  | { type: "sync" };

/** To the browser. */
export type ToClient =
  | { type: "state" } & State
  | { type: "gathering" } & Gathering
  | { type: "refused"; reason: string; id?: string; later?: boolean }
  | { type: "saving"; works: boolean }
  | { type: "seats"; seats: SeatInfo[] }
  | { type: "polls"; polls: Poll[] }
  | { type: "rematch"; table: string }
  | { type: "chat" } & ChatLine
  | { type: "said"; lines: ChatLine[] };

/** All a viewer needs to show the table.  The board itself is not in it: it never changes and is fetched once from `/api/tables/ID/board`. */
export type State = {
  /** Number of log lines; an intent must name it. */
  n: number;
  /** The viewer's seat. */
  you: number | null;
  /** Seats that may act now. */
  to_act: number[];
  /** What the viewer may do, and what it could do if it had more. What is empty in a choice is left out on the way; the page puts it back. */
  choices: Choice[];
  /** Whether the viewer may take its last action back. */
  can_undo: boolean;
  /** The game as the viewer may know it. */
  view: unknown;
  /** What stands beside the board, for games without a page of their own. */
  panels?: Panel[];
  /** The log as the viewer may know it: the lines since the last state, or all in the first. */
  log: LogLine[];
  /** Number of the first line in `log`. */
  log_from: number;
  /** Who sits where. */
  seats: SeatInfo[];
  /** Milliseconds each waiting person has left, by seat; empty without a turn timer. */
  clocks?: Record<string, number>;
  /** The end. */
  over: Over | null;
  /** The id of the viewer's intent that this state answers: it is stored. */
  answers?: string;
};

/** A table before its game begins. */
export type Gathering = {
  /** The viewer's seat. */
  you: number | null;
  /** Who sits where. */
  seats: SeatInfo[];
  /** `commit` while people commit, `open` while they open what they committed to. */
  phase: string;
  /** SHA-256 of the server's secret. */
  commitment: string;
  /** What each seat has committed to. It does not change any more while people open. */
  commitments: (string | null)[];
  /** Which seats have opened. What they opened is told to nobody before the game begins. */
  opened: boolean[];
  /** Why it ended before it began. */
  ended?: string;
  /** The id of the viewer's intent that this answers: it is stored. */
  answers?: string;
};

/** A seat as everybody sees it. */
export type SeatInfo = {
  /** Name of the person or bot. */
  name: string;
  /** `person`, `open` or the name of a bot. */
  kind: string;
  /** Whether a browser with the seat's secret is connected. */
  here: boolean;
  /** The bot that plays for a person who left. */
  stand_in?: string;
  /** Whether the person has been away so long that the others may decide about the seat. */
  gone?: boolean;
  /** Whether the person has given up for good. */
  resigned?: boolean;
};

/** A line of the chat. */
export type ChatLine = {
  /** Its number at this table. */
  n: number;
  /** The seat, or `None` for a spectator. */
  seat: number | null;
  /** What was said. */
  text: string;
  /** The id its speaker gave it; old lines have none. */
  id?: string;
};

/** How it ended. */
export type Over = {
  /** The winners. */
  winners: number[];
  /** Final points. */
  scores: number[];
  /** The secret all dice followed from; its hash was shown from the start. */
  secret: string;
  /** Why the game ended without a winner: `vote`, `left` or `abandoned`. */
  ended?: string;
};

/** A step of the log as one viewer may know it. */
export type LogLine = {
  /** The line of records, hidden outcomes left out. */
  line: string;
  /** What happened: the step itself, then what followed from it. The lines that are new in a state are the events a page can show: dice, production by hex, awards. */
  said: Sentence[];
};

/** What the people at a table can decide together. */
export type Motion =
  | { kind: "end" }
  | { kind: "bot"; seat: number }
  | { kind: "open"; seat: number };

/** A motion somebody has voted for. */
export type Poll = {
  /** What is to be decided. */
  motion: Motion;
  /** The seats that voted for it. */
  votes: number[];
  /** How many votes it needs. */
  needed: number;
};

/** How a game went. */
export type Story = {
  /** Where the points at the end come from; empty if the game does not say. */
  sources: PointSource[];
  /** Points over the game: a row for each turn, and the last one for the end. */
  points: Moment[];
  /** How often each total was rolled, by total. */
  dice: number[];
  /** What the rolls gave each seat. */
  production: Production[];
  /** Cards each seat got from rolls beyond what could be expected, after each roll. */
  luck: Moment[];
};

/** Points of one source. */
export type PointSource = {
  /** A word of the game's catalogue. */
  about: string;
  /** By seat. */
  points: number[];
};

/** Numbers of all seats at one moment. */
export type Moment = {
  /** After how many moves. */
  entry: number;
  /** By seat. */
  values: number[];
};

/** What the rolls gave one seat. */
export type Production = {
  /** Cards by kind, a word of the game's catalogue. */
  received: Record<string, number>;
  /** Cards the robber kept back. */
  blocked: number;
  /** Expected number of cards for the same buildings, if every roll came as often as its probability says. */
  expected: number;
};
