// Written by `cargo xtask types` from the Rust types of the same names. Do not edit.

/** A position as one viewer sees it. Lists are in seat, kind or place order, never in an order that tells something. */
export type View = {
  /** Who looks; `None` is a spectator. */
  viewer: number | null;
  /** The phase. */
  phase: string;
  /** Whose turn it is; in setup the placing seat. */
  active: number;
  /** Whose special building it is. */
  builder: number | null;
  /** Seats the game waits for. */
  waiting: number[];
  /** Round, from 1; 0 during setup. */
  round: number;
  /** Turns begun. */
  turn: number;
  /** Whether the dice of this turn have fallen. */
  rolled: boolean;
  /** Whether a development card was played in this turn. */
  card_played: boolean;
  /** Whether a point card was laid open in this turn. */
  point_shown: boolean;
  /** Whether something was built or bought in this turn. */
  built: boolean;
  /** Free roads still to place. */
  free_roads: number;
  /** Setup: settlements, cities and roads still to place. */
  to_place: number[];
  /** Setup: the pass and the place in it. */
  pass: number[];
  /** Setup: corners of the buildings of this placement turn. */
  placed: number[];
  /** Setup: corners from which this placement turn's roads may start. */
  anchors: number[];
  /** Hex under the robber. */
  robber: number | null;
  /** Hex of the pirate (seafaring maps). */
  pirate: number | null;
  /** Whether the last of robber and pirate to move was the pirate. */
  pirate_moved: boolean;
  /** Who is paid or chooses gold (255: nobody), and how many seats are still to be paid. */
  gold_turn: [number, number];
  /** Whether a ship was moved in this turn. */
  ship_moved: boolean;
  /** Sides to which a ship came in this turn. */
  new_ships: number[];
  /** The seat about to be robbed. */
  victim: number | null;
  /** Cards in the bank by kind; with `hide-bank=on` 1 for some and 0 for none. */
  bank: number[];
  /** Development cards left. */
  deck: number;
  /** Progress cards that left the game, by card. */
  gone: number[];
  /** Dice cards left, if dice are drawn from a deck. */
  dice_left: number;
  /** Totals of the last five rolls, the latest first, with balanced dice. */
  recent: number[];
  /** Offers made in this turn. */
  offers_made: number;
  /** Holder of the longest road. */
  road_holder: number | null;
  /** Holder of the largest army. */
  army_holder: number | null;
  /** The winner. */
  winner: number | null;
  /** Which player sits at each seat (`seating=random`). */
  seating: number[];
  /** One entry for each seat. */
  seats: SeatView[];
  /** Open offers by number. */
  offers: OfferView[];
};

/** What a viewer knows of a seat. */
export type SeatView = {
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
  /** Of the viewer's own cards, those bought in this turn. */
  bought: number[] | null;
  /** Knights played. */
  knights: number;
  /** Victory point cards lying open. */
  shown: number;
  /** Points everybody can count. */
  public_points: number;
  /** All points: the viewer's own, and everybody's when the game is over. */
  points: number | null;
  /** Longest trail. */
  length: number;
  /** Roads, settlements, cities left in the supply. */
  left: number[];
  /** Best rate with the bank, by kind. */
  rates: number[];
  /** Cards to discard. */
  owes: number;
  /** Settlements by corner. */
  settlements: number[];
  /** Cities by corner. */
  cities: number[];
  /** Roads by side. */
  roads: number[];
  /** Ships by side. */
  ships: number[];
  /** Bridges by side. */
  bridges: number[];
  /** Walled cities by corner. */
  walls: number[];
  /** Ships, bridges, walls left in the supply. */
  sea_left: number[];
  /** Islands discovered, and the points for them. */
  islands: [number, number];
  /** Gold to choose. */
  gold: number;
  /** Cards the roll still owes, by kind. */
  due: number[];
};

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

/** A view with what the page would otherwise have to work out. */
export type TableView = View & {
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
  /** Points to win. */
  goal: number;
  /** The bank's numbers say only whether there is some of a kind. */
  bank_hidden: boolean;
};
