//! A fixed numbering of Terra Mystica's commands on a board, and what everybody sees as a row of bytes.
//!
//! Numbers name commands without the conversions in front of them and without counts that the position
//! decides (how many steps, tokens or tiles are owed, how much is bid). Where several listed actions share a number, the first
//! listed is played. Order: build, the four upgrades, transform to each colour and connect by hex; bridge by site;
//! then the commands without a place, in the order of [`Numbers::flat`].

use hexwright_core::HexId;
use hexwright_terra::game::{Command, Owed, Position, Terra};
use hexwright_terra::tiles::{BonusCard, Building, Cult, Favor, PowerAction, Special, TownTile};
use hexwright_terra::{Faction, Terrain};

/// Kinds of commands with a hex: build, 4 upgrades, 10 terrains, connect.
const OF_HEX: usize = 16;

/// The numbering of a board.
pub(crate) struct Numbers {
    hexes: usize,
    sites: Vec<hexwright_terra::map::Site>,
}

impl Numbers {
    pub(crate) fn new(game: &Terra) -> Self {
        let board = &game.setup().board;
        Self { hexes: board.len(), sites: board.sites().to_vec() }
    }

    pub(crate) fn count(&self) -> usize {
        self.hexes * OF_HEX + self.sites.len() + FLAT
    }

    /// What each number means. Commands are written as in logs, with counts that the position decides left out.
    pub(crate) fn names(&self, game: &Terra) -> Vec<String> {
        let board = &game.setup().board;
        let kinds = ["build", "upgrade TP", "upgrade TE", "upgrade SH", "upgrade SA"].map(str::to_owned);
        let colours = Terrain::ALL.iter().map(|colour| format!("transform {}", colour.log_name()));
        let kinds = kinds.into_iter().chain(colours).chain(["connect".to_owned()]);
        let hexes: Vec<String> = board.ids().map(|hex| board.name(hex).to_string()).collect();
        let on_hexes =
            kinds.flat_map(|kind| hexes.iter().map(move |hex| format!("{kind} {hex}")).collect::<Vec<_>>());
        let bridges = (0..self.sites.len()).map(|site| format!("bridge {site}"));
        let flat =
            FLAT_GROUPS.iter().flat_map(|(name, length)| (0..*length).map(move |n| format!("{name} {n}")));
        on_hexes.chain(bridges).chain(flat).collect()
    }

    /// The number of a command.
    pub(crate) fn of(&self, command: Command) -> Option<usize> {
        let hex = |kind: usize, hex: HexId| Some(kind * self.hexes + hex.index());
        match command {
            Command::Build(h) => hex(0, h),
            Command::Upgrade(h, building) => hex(building.index().max(1), h),
            Command::Transform(h, terrain) => hex(5 + terrain.index(), h),
            Command::Connect(h) => hex(15, h),
            Command::Bridge(site) => Some(self.hexes * OF_HEX + self.sites.iter().position(|s| *s == site)?),
            other => Some(self.hexes * OF_HEX + self.sites.len() + flat(other)?),
        }
    }
}

/// How many commands have no place.
const FLAT: usize = 4 + 6 + 14 + 12 + 9 + 8 + 5 + 5 + 1 + 2 + 11 + 12 + 8 + 8 + 14 + 1 + 7 + 7 + 5 + 20;

/// The groups of commands without a place, in their order, with how many each has.
const FLAT_GROUPS: [(&str, usize); 20] = [
    ("dig", 4),
    ("power action", 6),
    ("special action", 14),
    ("send priest", 12),
    ("convert", 9),
    ("ordain", 8),
    ("leech from", 5),
    ("decline from", 5),
    ("decline all", 1),
    ("advance", 2),
    ("pass and take", 11),
    ("favor", 12),
    ("town", 8),
    ("cult", 8),
    ("refuse", 14),
    ("token", 1),
    ("colour", 7),
    ("unlock", 7),
    ("other", 5),
    ("bid", 20),
];

/// The number of a command without a place.
fn flat(command: Command) -> Option<usize> {
    let mut start = 0;
    let mut group = |length: usize| {
        start += length;
        start - length
    };
    let (dig, power, special, send, convert) = (group(4), group(6), group(14), group(12), group(9));
    let (ordain, accept, decline, decline_all, advance) = (group(8), group(5), group(5), group(1), group(2));
    let (pass, favor, town, step, refuse) = (group(11), group(12), group(8), group(8), group(14));
    let (token, colour, unlock, last, bid) = (group(1), group(7), group(7), group(5), group(20));
    let among = |start: usize, place: usize, length: usize| (place < length).then_some(start + place);
    match command {
        Command::Dig(n) => among(dig, usize::from(n.clamp(1, 4)) - 1, 4),
        Command::Power(action) => among(power, action.index(), 6),
        Command::Special(action) => among(special, action.index(), 14),
        Command::Send(cult, steps) => among(send, 3 * cult.index() + usize::from(steps.clamp(1, 3)) - 1, 12),
        Command::Convert(kind, _) => among(convert, kind as usize, 9),
        Command::Ordain(n) => among(ordain, usize::from(n.min(7)), 8),
        Command::Accept { from, .. } => among(accept, from.index(), 5),
        Command::Decline { from, .. } => among(decline, from.index(), 5),
        Command::DeclineAll => Some(decline_all),
        Command::AdvanceShipping => Some(advance),
        Command::AdvanceDigging => Some(advance + 1),
        Command::Pass(card) => among(pass, card.map_or(0, |card| 1 + card.index()), 11),
        Command::Favor(tile) => among(favor, tile.index(), 12),
        Command::Town(tile, _) => among(town, tile.index(), 8),
        Command::Step(cult, _) => among(step, cult.index(), 4),
        Command::StepDown(cult, _) => among(step, 4 + cult.index(), 8),
        Command::Refuse(owed, _) => among(refuse, owed.index(), 14),
        Command::Token => Some(token),
        Command::Colour(terrain) => among(colour, terrain.index(), 7),
        Command::Unlock(terrain) => among(unlock, terrain.index(), 7),
        Command::TakePriest => Some(last),
        Command::Wait => Some(last + 1),
        Command::Done => Some(last + 2),
        Command::Drop => Some(last + 3),
        Command::Bid(faction, _) => among(bid, faction.index(), 20),
        _ => None,
    }
}

/// Numbers about each seat.
const OF_SEAT: usize =
    14 + 4 + 5 + BonusCard::ALL.len() + Favor::ALL.len() + TownTile::ALL.len() + Owed::ALL.len();

/// The parts of a row with their lengths, in order.
pub(crate) fn row_parts(game: &Terra) -> Vec<(&'static str, usize)> {
    let seats = game.setup().factions.len();
    let hexes = game.setup().board.len();
    vec![
        ("round", 1),
        ("phase", 8),
        ("active", seats),
        ("power_actions_spent", PowerAction::ALL.len()),
        ("bonus_cards", BonusCard::ALL.len()),
        ("favor_tiles", Favor::ALL.len()),
        ("town_tiles", TownTile::ALL.len()),
        ("seats", seats * OF_SEAT),
        ("hexes", hexes * (Terrain::ALL.len() + Building::ALL.len() + seats)),
    ]
}

/// The position as a row of bytes: round, phase, whose turn, spent power actions, stock, then each seat from
/// the viewer on, then for each hex terrain, building and owner. Counts above 255 are written as 255.
pub(crate) fn row(game: &Terra, position: &Position, viewer: usize) -> Vec<u8> {
    let seats = position.players.len();
    let byte = |n: i64| n.clamp(0, 255) as u8;
    let mut row = vec![position.round];
    row.extend((0..8).map(|p| u8::from(p == position.phase as u8)));
    let order: Vec<usize> = (0..seats).map(|i| (viewer + i) % seats).collect();
    row.extend(order.iter().map(|&s| u8::from(position.turn.is_some_and(|t| t.index() == s))));
    row.extend(PowerAction::ALL.map(|a| u8::from(position.used.contains(a))));
    row.extend(BonusCard::ALL.map(|c| position.free_cards[c].map_or(0, |coins| coins.saturating_add(1))));
    row.extend(Favor::ALL.map(|t| position.favors[t]));
    row.extend(TownTile::ALL.map(|t| position.towns[t]));
    for &seat in &order {
        let p = &position.players[seat];
        let faction = Faction::ALL.iter().position(|f| *f == p.faction).unwrap_or(0);
        let numbers = [
            i64::from(p.points),
            p.coins.into(),
            p.workers.into(),
            p.priests.into(),
            p.power[0].into(),
            p.power[1].into(),
            p.power[2].into(),
            p.keys.into(),
            p.shipping.into(),
            p.digging.into(),
            p.range.into(),
            faction as i64,
            i64::from(p.bonus_used) + 2 * i64::from(p.favor_used) + 4 * i64::from(p.stronghold_used),
            position.passed.iter().any(|s| s.index() == seat).into(),
        ];
        row.extend(numbers.map(byte));
        row.extend(Cult::ALL.map(|c| p.cult[c]));
        row.extend(Building::ALL.map(|b| p.built[b]));
        row.extend(BonusCard::ALL.map(|c| u8::from(p.bonus == Some(c))));
        row.extend(Favor::ALL.map(|t| u8::from(p.favors.contains(t))));
        row.extend(TownTile::ALL.map(|t| p.towns[t]));
        row.extend(Owed::ALL.map(|o| p.owed[o]));
    }
    for hex in game.setup().board.ids() {
        row.extend(Terrain::ALL.map(|t| u8::from(position.terrain(hex) == t)));
        let building = position.building(hex).map(|place| place.building);
        row.extend(Building::ALL.map(|b| u8::from(building == Some(b))));
        row.extend(order.iter().map(|&s| u8::from(position.players[s].hexes.contains(hex.index()))));
    }
    row
}

const _: () = assert!(Special::ALL.len() == 14 && Favor::ALL.len() == 12 && TownTile::ALL.len() == 8);
