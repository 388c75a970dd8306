//! What conversions between the two texts of a map report: losses, and why there is no conversion.

use hexwright_core::text::Finding;

pub(crate) const L_RANGE: Finding = Finding::warning(
    "L-range",
    "a number does not fit the other format",
    "It is cut to what the other format holds: 999 in a `.game` file, 255 for pieces and points in a `.catan` file.",
);
pub(crate) const L_REFUSED: Finding = Finding::warning(
    "L-refused",
    "readers of `.catan` refuse the map",
    "A game could not start on it, for want of pieces. Give the map what it lacks.",
);
pub(crate) const L_DRAW: Finding = Finding::warning(
    "L-draw",
    "open cells are drawn in another way",
    "A `.game` file shuffles what lies on the map, a `.catan` file draws from pools: a seed gives another board. Draw the map first to keep one board.",
);
pub(crate) const L_VALUES: Finding = Finding::warning(
    "L-values",
    "numbers are drawn or dealt in another way",
    "A `.game` file has no open numbers and no desert with a number. Draw the map first to keep its numbers.",
);
pub(crate) const L_SEVENS: Finding = Finding::warning(
    "L-sevens",
    "hexes with a 7 no longer produce",
    "A `.game` file cannot say that they do.",
);
pub(crate) const L_BORDER: Finding = Finding::warning(
    "L-border",
    "the map gets a border of sea",
    "A port on the rim needs a sea hex to lie on. Ships can go there.",
);
pub(crate) const L_SEQUENCE: Finding = Finding::warning(
    "L-sequence",
    "the order of the numbers is written in another way",
    "A `.game` file lays chits along numbered tiles; a `.catan` file has a number on every hex.",
);
pub(crate) const L_PLAYERS: Finding = Finding::warning(
    "L-players",
    "the number of players is said in another way",
    "A `.game` file names one number, a `.catan` file the least and the most.",
);
pub(crate) const L_BANK: Finding = Finding::warning(
    "L-bank",
    "the bank has another number of cards",
    "A `.game` file has one number for all resources.",
);
pub(crate) const L_PLACEMENTS: Finding = Finding::warning(
    "L-placements",
    "the start is another",
    "A `.game` file starts with two settlements and two roads for everybody.",
);
pub(crate) const L_POOL: Finding = Finding::warning(
    "L-pool",
    "what is left of a pool is lost",
    "A `.game` file lists only what lies on the map.",
);
pub(crate) const L_PORTS: Finding = Finding::warning(
    "L-ports",
    "a port is left out or kept in a note",
    "A `.catan` file has ports on coasts only; one on no side of the board, or with land on both sides, has no place.",
);
pub(crate) const L_TEXT: Finding = Finding::warning(
    "L-text",
    "a comment or description is kept in a note",
    "Other programs take it for a comment.",
);
pub(crate) const L_RULES: Finding = Finding::warning(
    "L-rules",
    "a rule is kept in a note",
    "Other programs do not know the note and play by the usual rule.",
);
pub(crate) const L_VOID: Finding =
    Finding::warning("L-void", "cells without a hex are kept in a note", "Other programs take them for sea.");
pub(crate) const L_GOLD: Finding =
    Finding::warning("L-gold", "a gold hex is kept in a note", "Other programs take it for a desert.");
pub(crate) const L_NOSETUP: Finding = Finding::warning(
    "L-nosetup",
    "a closed corner is kept in a note",
    "Other programs let games start there.",
);
pub(crate) const L_ISLANDS: Finding =
    Finding::warning("L-islands", "points for new islands are kept in a note", "Other programs give none.");
pub(crate) const L_SHIPS: Finding =
    Finding::warning("L-ships", "ships are kept in a note", "Other programs have none.");
pub(crate) const L_BRIDGES: Finding =
    Finding::warning("L-bridges", "bridges are kept in a note", "Other programs have none.");
pub(crate) const L_WALLS: Finding =
    Finding::warning("L-walls", "city walls are kept in a note", "Other programs have none.");
pub(crate) const L_PIRATE: Finding =
    Finding::warning("L-pirate", "the pirate is kept in a note", "Other programs have none.");
pub(super) const PORT_CONFLICT: Finding = Finding::error(
    "port-conflict",
    "two ports need the same sea hex",
    "A sea hex of a `.game` map holds one port. Move one of the ports, or write a `.catan` file.",
);
pub(super) const NO_CHITS: Finding = Finding::error(
    "no-chits",
    "no tile takes a number",
    "A `.game` file needs chits. Add land that is no desert, or write a `.catan` file.",
);
pub(super) const NOT_A_CATAN_MAP: Finding = Finding::error(
    "not-a-catan-map",
    "no `.catan` file can say the map",
    "The message names what readers of `.catan` refuse. Mend the map so that a game can start on it.",
);
pub(super) const GRID_TOO_LARGE: Finding = Finding::error(
    "grid-too-large",
    "the map is too large for a `.game` file",
    "A `.game` map has at most 32 rows and 32 columns. Write a `.catan` file.",
);

/// Every loss, and every reason why a map is not converted.
pub const FINDINGS: &[Finding] = &[
    L_RANGE,
    L_REFUSED,
    L_DRAW,
    L_VALUES,
    L_SEVENS,
    L_BORDER,
    L_SEQUENCE,
    L_PLAYERS,
    L_BANK,
    L_PLACEMENTS,
    L_POOL,
    L_PORTS,
    L_TEXT,
    L_RULES,
    L_VOID,
    L_GOLD,
    L_NOSETUP,
    L_ISLANDS,
    L_SHIPS,
    L_BRIDGES,
    L_WALLS,
    L_PIRATE,
    PORT_CONFLICT,
    NO_CHITS,
    NOT_A_CATAN_MAP,
    GRID_TOO_LARGE,
];
