// Written by `cargo xtask types` from the Rust types of the same names. Do not edit.

/** An open offer. */
export type OfferView = {
  /** Its number. */
  id: number;
  /** Its maker. */
  maker: number;
  /** What the maker gives, by kind. */
  give: number[];
  /** What it wants, by kind. */
  want: number[];
  /** Addressed seats. */
  to: number[];
  /** Seats that accepted. */
  accepted: number[];
  /** Seats that rejected. */
  rejected: number[];
};

/** What the page shows of a view, and what it would otherwise have to work out. It is sent after every move, so it holds nothing that no page reads. */
export type TableView = {
  /** Who looks; `None` is a spectator. */
  viewer: number | null;
  /** The phase. */
  phase: string;
  /** Whose turn it is; in setup the placing seat. */
  active: number;
  /** Turns begun. */
  turn: number;
  /** Hex under the robber. */
  robber: number | null;
  /** Hex of the pirate (seafaring maps). */
  pirate: number | null;
  /** Cards in the bank by kind; with `hide-bank=on` 1 for some and 0 for none. */
  bank: number[];
  /** The bank's numbers say only whether there is some of a kind. */
  bank_hidden: boolean;
  /** Development cards left. */
  deck: number;
  /** Holder of the longest road. */
  road_holder: number | null;
  /** Holder of the largest army. */
  army_holder: number | null;
  /** Points to win. */
  goal: number;
  /** One entry for each seat. */
  seats: TableSeat[];
  /** Open offers by number. */
  offers: OfferView[];
  /** Cards the viewer has to discard. */
  owed: number;
  /** Cards the viewer may choose for gold. */
  gold_due: number;
  /** Whether the viewer may offer a trade now. */
  may_offer: boolean;
  /** To whom: `all`, or the number of a seat. */
  offer_to: string;
  /** Whether offers may be answered with others. */
  may_counter: boolean;
};

/** What the page shows of a seat. */
export type TableSeat = {
  /** Number of resource cards. */
  cards: number;
  /** Kinds of the resource cards: of the viewer's own hand only. */
  hand: number[] | null;
  /** Cards by kind that everybody knows the seat holds: they were seen to come and not to go. */
  known: number[];
  /** Number of development cards. */
  development: number;
  /** Kinds of development cards: the viewer's own, and everybody's when the game is over. */
  development_kinds: number[] | null;
  /** Knights played. */
  knights: number;
  /** Points everybody can count. */
  public_points: number;
  /** All points: the viewer's own, and everybody's when the game is over. */
  points: number | null;
  /** Longest trail. */
  length: number;
  /** Roads, settlements, cities left in the supply. */
  left: number[];
  /** Ships, bridges, walls left in the supply. */
  sea_left: number[];
  /** Best rate with the bank, by kind. */
  rates: number[];
  /** Settlements by corner. */
  settlements: number[];
  /** Cities by corner. */
  cities: number[];
  /** Roads by side. */
  roads: number[];
  /** Ships by side; left out if there are none. */
  ships?: number[];
  /** Bridges by side; left out if there are none. */
  bridges?: number[];
  /** Walled cities by corner; left out if there are none. */
  walls?: number[];
};
