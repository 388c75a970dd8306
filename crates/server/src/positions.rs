//! Positions of Catan that no table plays: from a record, from a map, put together by hand.

use crate::games::{self, NewGame};
use hexwright_catan::game::{Catan, CatanPosition, Phase, SeatSketch, Sketch};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::render::concise;
use hexwright_core::{CornerId, Game as _, HexId, Seat, SideId};
use hexwright_play::record::{Entry, Record, replay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Cards of a kind that a seat can be given; no shipped bank has more.
const MOST_CARDS: u16 = 60;
/// Seats of a game on a map, unless a number is given.
const SEATS: usize = 4;

hexwright_core::sentence_error! {
    /// What is wrong with the record, the map or a piece, in words.
    pub BadStart
}

/// Where a position comes from.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The text of a record,
    pub record: Option<String>,
    /// of which so many moves are kept; all if absent.
    pub moves: Option<usize>,
    /// Or a new game
    pub game: Option<NewGame>,
    /// with so many seats.
    pub seats: Option<usize>,
    /// What stands and lies there instead.
    pub pieces: Option<Pieces>,
}

/// A game with a position of it.
#[derive(Debug)]
pub struct Opened {
    /// The game.
    pub game: Catan,
    /// The position.
    pub position: CatanPosition,
    /// What the seats are called, if the record says it.
    pub names: Vec<String>,
    /// Moves of the record that led there.
    pub moves: usize,
}

/// What can be changed by hand.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pieces {
    /// What each seat has.
    pub seats: Vec<SeatPieces>,
    /// Whose turn it is.
    pub active: u8,
    /// Where the robber stands.
    pub robber: Option<u16>,
    /// Whether the dice of this turn have fallen.
    pub rolled: bool,
}

/// What a seat has.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPieces {
    /// Resource cards by kind.
    pub hand: [u16; 5],
    /// Development cards by kind.
    pub cards: [u16; 5],
    /// Knights played.
    pub knights: u16,
    /// Corners with a settlement.
    pub settlements: Vec<u16>,
    /// Corners with a city.
    pub cities: Vec<u16>,
    /// Sides with a road.
    pub roads: Vec<u16>,
}

impl Start {
    /// The position that is meant.
    ///
    /// # Errors
    /// What is wrong with the record, the map or a piece, in words.
    pub fn open(&self) -> Result<Opened, BadStart> {
        let opened = match (&self.record, &self.game) {
            (Some(record), None) => from_record(record, self.moves),
            (None, Some(new)) => from_map(new, self.seats.unwrap_or(SEATS)),
            _ => Err("expected either a record or a game to begin with".to_owned()),
        }?;
        let Some(pieces) = &self.pieces else { return Ok(opened) };
        let position = pieces.on(&opened.game)?;
        Ok(Opened { position, ..opened })
    }
}

fn from_record(text: &str, moves: Option<usize>) -> Result<Opened, String> {
    let mut record = Record::parse("game.record", text).map_err(|report| concise(&report))?;
    if record.game != Catan::NAME {
        return Err(format!("expected a record of {}, found one of {}", Catan::NAME, record.game));
    }
    record.entries.retain(|entry| matches!(entry, Entry::Step { .. }));
    record.entries.truncate(moves.unwrap_or(usize::MAX));
    let game: Catan = record.game().map_err(|e| e.to_string())?;
    let position = replay(&game, &record).map_err(|e| e.to_string())?;
    Ok(Opened { game, position, moves: record.entries.len(), names: record.names })
}

fn from_map(new: &NewGame, seats: usize) -> Result<Opened, String> {
    let counts = games::seat_counts(Catan::NAME);
    if !counts.contains(&seats) {
        return Err(format!("expected {} to {} seats, found {seats}", counts.start(), counts.end()));
    }
    // the same question has the same answer
    let seed = seed_from_text(new.seed.as_deref().unwrap_or("1"));
    let (_, game) = games::catan::begin(new, seats, seed)?;
    let position = game.start();
    Ok(Opened { game, position, names: Vec::new(), moves: 0 })
}

impl Pieces {
    /// What stands and lies in a position; `None` on a sea map, whose ships cannot be put by hand.
    #[must_use]
    pub fn of(game: &Catan, position: &CatanPosition) -> Option<Self> {
        if matches!(game, Catan::Sea(_) | Catan::Ocean(_)) {
            return None;
        }
        let sketch = game.sketch(position);
        let seat = |seat: &SeatSketch| SeatPieces {
            hand: seat.hand,
            cards: seat.cards,
            knights: seat.knights,
            settlements: seat.settlements.iter().map(|c| c.0).collect(),
            cities: seat.cities.iter().map(|c| c.0).collect(),
            roads: seat.roads.iter().map(|s| s.0).collect(),
        };
        Some(Self {
            seats: sketch.seats.iter().map(seat).collect(),
            active: sketch.active.0,
            robber: sketch.robber.flatten().map(|hex| hex.0),
            rolled: sketch.phase != Phase::PreRoll,
        })
    }

    /// The position these pieces make.
    fn on(&self, game: &Catan) -> Result<CatanPosition, String> {
        if matches!(game, Catan::Sea(_) | Catan::Ocean(_)) {
            return Err("pieces are put by hand on maps without ships".to_owned());
        }
        let topology = game.board().grid.topology();
        if self.robber.is_some_and(|hex| usize::from(hex) >= topology.hexes()) {
            return Err("the robber stands on no hex of the map".to_owned());
        }
        let counts = self.seats.iter().flat_map(|s| s.hand.iter().chain(&s.cards).chain([&s.knights]));
        if let Some(wrong) = counts.copied().find(|&n| n > MOST_CARDS) {
            return Err(format!("expected at most {MOST_CARDS} cards of a kind, found {wrong}"));
        }
        let built: Vec<u16> =
            self.seats.iter().flat_map(|s| s.settlements.iter().chain(&s.cities)).copied().collect();
        for &corner in built.iter().filter(|&&corner| usize::from(corner) < topology.corners()) {
            let near = topology.corner_neighbours(CornerId(corner)).iter().flatten();
            if near.into_iter().any(|other| built.contains(&other.0)) {
                return Err("two buildings stand side by side; between them one corner stays free".to_owned());
            }
        }
        let mut sketch = Sketch::new(self.seats.len());
        sketch.active = Seat(self.active);
        (sketch.rolled, sketch.phase) =
            if self.rolled { (true, Phase::Main) } else { (false, Phase::PreRoll) };
        sketch.robber = Some(self.robber.map(HexId));
        for (sketched, seat) in sketch.seats.iter_mut().zip(&self.seats) {
            *sketched = SeatSketch {
                hand: seat.hand,
                cards: seat.cards,
                knights: seat.knights,
                shown: 0,
                settlements: seat.settlements.iter().copied().map(CornerId).collect(),
                cities: seat.cities.iter().copied().map(CornerId).collect(),
                roads: seat.roads.iter().copied().map(SideId).collect(),
            };
        }
        game.position(&sketch).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_base(pieces: Option<Pieces>) -> Result<Opened, BadStart> {
        let game: NewGame =
            serde_json::from_str(r#"{"kind":"catan","map":"base","options":{},"seed":"5"}"#).unwrap();
        Start { game: Some(game), pieces, ..Start::default() }.open()
    }

    #[test]
    fn pieces_are_put_by_hand_and_read_back() {
        let opened = on_base(None).unwrap();
        let mut pieces = Pieces::of(&opened.game, &opened.position).unwrap();
        assert!(pieces.seats.len() == 4 && pieces.seats.iter().all(|s| s.settlements.is_empty()));
        let topology = opened.game.board().grid.topology();
        // a corner between three hexes with numbers, and a side of it
        let corner = topology
            .corner_ids()
            .find(|&c| {
                topology.corner_hexes(c).iter().all(Option::is_some) && {
                    let mut tried = pieces.clone();
                    tried.seats[1].cities = vec![c.0];
                    tried.on(&opened.game).is_ok()
                }
            })
            .unwrap();
        let side = topology.corner_sides(corner)[0].unwrap();
        pieces.seats[1].cities = vec![corner.0];
        pieces.seats[1].roads = vec![side.0];
        pieces.seats[1].hand = [1, 0, 2, 0, 3];
        (pieces.active, pieces.rolled) = (1, false);
        let put = on_base(Some(pieces.clone())).unwrap();
        assert_eq!(Pieces::of(&put.game, &put.position).unwrap(), pieces);
        assert_eq!(put.game.scores(&put.position)[1], 2);
        let neighbour = topology.corner_neighbours(corner).iter().flatten().next().unwrap();
        let mut wrong = pieces.clone();
        wrong.seats[0].settlements = vec![neighbour.0];
        assert!(on_base(Some(wrong)).unwrap_err().to_string().contains("side by side"));
        for change in [
            |p: &mut Pieces| p.seats[0].hand[0] = 61,
            |p: &mut Pieces| p.seats[0].hand[0] = 40,
            |p: &mut Pieces| p.seats[0].cities = vec![60_000],
            |p: &mut Pieces| p.seats[0].roads = vec![60_000],
            |p: &mut Pieces| p.robber = Some(60_000),
            |p: &mut Pieces| p.active = 9,
            |p: &mut Pieces| p.seats.truncate(1),
        ] {
            let mut wrong = pieces.clone();
            change(&mut wrong);
            assert!(on_base(Some(wrong)).unwrap_err().to_string().len() > 10);
        }
    }

    #[test]
    fn a_start_is_a_record_or_a_game() {
        assert!(Start::default().open().unwrap_err().to_string().contains("either a record or a game"));
        let start = Start { record: Some("no record".to_owned()), ..Start::default() };
        assert!(start.open().unwrap_err().to_string().len() > 10);
    }
}
