//! The rules by name, with what each is about.

use hexwright_core::text::Finding;

pub(super) const PLAYERS_OUTSIDE_ENGINE: Finding = Finding::warning(
    "players-outside-engine",
    "the player range does not meet 2 to 8, or its maximum exceeds 8",
    "Games have 2 to 8 seats. The range is a recommendation, so the map still plays, but nobody can sit down as it recommends. Lower the maximum or raise the minimum.",
);
pub(super) const UNWINNABLE: Finding = Finding::warning(
    "unwinnable",
    "the target exceeds every point a seat can ever hold",
    "Counted are all settlements, all cities twice (none without settlements), 2 for the longest road (needs 5 roads), 2 for the largest army (needs 3 knights in the deck) and every victory point card. Lower the target or add pieces or cards.",
);
pub(super) const MAYBE_UNWINNABLE: Finding = Finding::hint(
    "maybe-unwinnable",
    "the target needs awards or cards, buildings alone do not reach it",
    "A seat without the longest road, the largest army and victory point cards cannot win. That is a choice for short games with few pieces, and a trap on large maps.",
);
pub(super) const START_SPOTS_MISSING: Finding = Finding::warning(
    "start-spots-missing",
    "not everybody finds a place for the starting buildings",
    "Corners are taken in ascending order, each one kept if none of its neighbours was: even this careful placing yields fewer corners than the largest recommended game needs. Add land, or lower players or placements.",
);
pub(super) const START_SPOTS_TIGHT: Finding = Finding::hint(
    "start-spots-tight",
    "careless placing could leave the last seat without a starting corner",
    "Each building blocks at most its own corner and three neighbours. With fewer than 4 corners per building already placed, plus one, blocking somebody is possible.",
);
pub(super) const ISLANDS: Finding = Finding::hint(
    "islands",
    "the land is in several pieces",
    "Roads cannot cross water: an island on which nobody starts stays empty. Give enough placements for seats to start on several islands.",
);
pub(super) const UNNUMBERED_LAND: Finding = Finding::hint(
    "unnumbered-land",
    "a resource hex has no number and never yields",
    "Its value is fixed to 0. Give it a number, make it `any` (1), or turn it into desert.",
);
pub(super) const IDLE_PORT: Finding = Finding::warning(
    "idle-port",
    "a 2:1 port trades a resource the map cannot yield",
    "No hex has this resource, and no open hex can draw it. Change the port or add the terrain.",
);
pub(super) const NO_DESERT: Finding = Finding::hint(
    "no-desert",
    "there is no desert, so the robber starts off the board",
    "The robber stands on the first desert in reading order. Without one it enters the board with the first 7.",
);
pub(super) const SEVERAL_DESERTS: Finding = Finding::hint(
    "several-deserts",
    "there are several deserts; the robber starts on the first in reading order",
    "Several deserts are fine on large maps; on a drawn board it is chance which one is first.",
);
pub(super) const SMALL_BANK: Finding = Finding::hint(
    "small-bank",
    "the bank holds fewer than 4 cards of a resource",
    "A roll that owes more cards of a kind than the bank has pays nobody. With so few cards this happens all the time.",
);
pub(super) const EMPTY_DECK: Finding = Finding::hint(
    "empty-deck",
    "there are no development cards",
    "Buying development cards is impossible, so nobody gains the largest army or hidden points.",
);
pub(super) const RED_NEIGHBOURS: Finding = Finding::warning(
    "red-neighbours",
    "two of the numbers 6 and 8 are adjacent",
    "6 and 8 are rolled most often. Side by side they make corners that decide a game. The rules of the board game ask to keep them apart.",
);
pub(super) const EQUAL_NEIGHBOURS: Finding = Finding::hint(
    "equal-neighbours",
    "two adjacent hexes have the same number",
    "One roll then pays twice on shared corners and nothing elsewhere.",
);
pub(super) const TWO_TWELVE_NEIGHBOURS: Finding = Finding::hint(
    "two-twelve-neighbours",
    "a 2 is next to a 12",
    "Both are rolled once in 36: their shared corners hardly ever yield.",
);
pub(super) const TERRAIN_CLUSTER: Finding = Finding::hint(
    "terrain-cluster",
    "more than 3 hexes of one terrain hang together",
    "A large cluster gives one corner of the map a monopoly and makes the rest trade for it.",
);
pub(super) const RICH_CORNER: Finding = Finding::hint(
    "rich-corner",
    "a corner has more than 12 pips",
    "Pips count the ways to roll a number, 6 less its distance from 7. A corner above 12 is a first pick nobody else can match.",
);
pub(super) const POOR_RESOURCE: Finding = Finding::hint(
    "poor-resource",
    "a resource yields on average less than 60 % of the mean",
    "Averages are pips per hex. A starved resource makes its harbour useless and its cards dear.",
);
pub(super) const PORT_BESIDE_OWN: Finding = Finding::hint(
    "port-beside-own",
    "a 2:1 port lies beside a rich hex of its own resource",
    "A hex with 4 or more pips on a corner of its own port feeds a trade engine with one settlement.",
);
pub(super) const PORT_SPACING: Finding = Finding::hint(
    "port-spacing",
    "two neighbouring ports have fewer than 2 free coastal edges between them",
    "Ports this close compete for the same corners and leave other coasts without any.",
);

/// Every rule, map rules first, then board rules.
pub const RULES: &[Finding] = &[
    PLAYERS_OUTSIDE_ENGINE,
    UNWINNABLE,
    MAYBE_UNWINNABLE,
    START_SPOTS_MISSING,
    START_SPOTS_TIGHT,
    ISLANDS,
    UNNUMBERED_LAND,
    IDLE_PORT,
    NO_DESERT,
    SEVERAL_DESERTS,
    SMALL_BANK,
    EMPTY_DECK,
    RED_NEIGHBOURS,
    EQUAL_NEIGHBOURS,
    TWO_TWELVE_NEIGHBOURS,
    TERRAIN_CLUSTER,
    RICH_CORNER,
    POOR_RESOURCE,
    PORT_BESIDE_OWN,
    PORT_SPACING,
];

/// The rule with this name.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Finding> {
    RULES.iter().find(|r| r.id == id)
}
