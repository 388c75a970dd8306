//! Laws of the texts that tests and fuzzing check on any map: conversions that name no loss keep play.
//!
//! ```
//! use hexwright_catan::generate::preset;
//! use hexwright_catan::text::laws::{Comparison, Kept};
//!
//! let base = preset("base").unwrap();
//! let fixed = base.with_board(&base.draw(1), Some(1));
//! let games = Comparison { seeds: 0..2, record_every: 1, most_actions: 200 };
//! assert_eq!(games.conversions_keep_play(&fixed), Ok(Kept::Play(2)));
//! ```

use super::convert::{LossKind, from_game, to_catan, to_game};
use super::{dot_catan, pioneers};
use crate::game::{Action, Catan, RandomGame, Ruleset};
use crate::map::{SEAT_COUNTS, Setup};
use hexwright_core::{Actor, CornerId, Fast, Game as _, HexId, Random as _, SideId, Turn};

/// What a conversion there and back did to a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Everything; so many random games were played on both sides and were the same.
    Play(u64),
    /// The conversion names these losses, so that nothing is promised.
    Lost(Vec<&'static str>),
    /// No conversion, in words.
    Impossible(String),
}

/// Random games for comparing two maps.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Seeds of boards and games.
    pub seeds: std::ops::Range<u64>,
    /// Of one seed in so many the whole record is compared, of the others winner and length.
    pub record_every: u64,
    /// A game is compared up to this many actions.
    pub most_actions: u64,
}

/// One game as it can be compared between maps whose borders differ: the options, winner and length of a random
/// game, and every step of another.
type Told = (String, RandomGame, Vec<(Actor, String)>);

hexwright_core::sentence_error! {
    /// What a conversion changes, though it names no loss.
    pub BrokenLaw
}

impl Comparison {
    /// The law of conversions: a map goes to the other text and back, and each side plays the same games
    /// under the same seeds, unless a loss is named. `Setup → .game → Setup → .catan → Setup`.
    ///
    /// # Errors
    /// What differs though no loss was named.
    pub fn conversions_keep_play(&self, setup: &Setup) -> Result<Kept, BrokenLaw> {
        let seed = 1;
        let (map, losses) = match to_game(setup, seed) {
            Ok(converted) => converted,
            Err(error) => return Ok(Kept::Impossible(error.to_string())),
        };
        let mut lost: Vec<&'static str> =
            losses.iter().filter(|loss| loss.kind != LossKind::Carried).map(|loss| loss.id).collect();
        // how many play is asked for below
        lost.retain(|id| *id != "L-players");
        lost.dedup();
        if !lost.is_empty() {
            return Ok(Kept::Lost(lost));
        }
        let seats = setup.seats(0).clamp(*SEAT_COUNTS.start(), *SEAT_COUNTS.end());
        let text = pioneers::write(&map);
        let read = pioneers::read("converted.game", text.as_bytes(), pioneers::Leniency::Lenient);
        let read = read.value.ok_or_else(|| format!("the .game text cannot be read:\n{text}"))?;
        let (there, losses) = from_game(&read);
        if let Some(loss) = losses.iter().find(|loss| loss.kind != LossKind::Carried) {
            return Err(format!("reading the .game text back loses {}: {}", loss.id, loss.what).into());
        }
        self.same_play(setup, &there, seats).map_err(|e| format!("setup and .game: {e}"))?;
        let back = through_catan(&there)?;
        if back != there {
            return Err(format!("the .catan text says another map:\n{}", dot_catan::write(&there)).into());
        }
        self.same_play(&there, &back, seats).map_err(|e| format!(".game and .catan: {e}"))?;
        Ok(Kept::Play(self.seeds.end - self.seeds.start))
    }

    /// The law for a map read from a `.game` text: `.game → .catan → .game` gives the same bytes and the same
    /// play.
    ///
    /// # Errors
    /// What differs though no loss was named.
    pub fn game_text_keeps_play(&self, map: &pioneers::PioneersMap) -> Result<Kept, BrokenLaw> {
        let (setup, losses) = to_catan(map);
        let lost = losses.iter().filter(|loss| loss.kind != LossKind::Carried);
        let mut lost: Vec<&'static str> = lost.map(|loss| loss.id).collect();
        lost.dedup();
        if !lost.is_empty() {
            return Ok(Kept::Lost(lost));
        }
        let through = through_catan(&setup)?;
        let (back, losses) = match to_game(&through, 1) {
            Ok(converted) => converted,
            Err(error) => return Ok(Kept::Impossible(error.to_string())),
        };
        if let Some(loss) = losses.first() {
            return Err(format!("the way back loses {}: {}", loss.id, loss.what).into());
        }
        if pioneers::write(&back) != pioneers::write(map) {
            return Err(format!(
                "another text came back:\n{}\nfor\n{}",
                pioneers::write(&back),
                pioneers::write(map)
            )
            .into());
        }
        let seats = setup.seats(0);
        self.same_play(&setup, &through, seats).map_err(|e| format!(".game and .catan: {e}"))?;
        self.same_play(&through, &back.setup(), seats).map_err(|e| format!(".catan and .game: {e}"))?;
        Ok(Kept::Play(self.seeds.end - self.seeds.start))
    }

    /// Whether random games on two maps are the same step by step, under the options each map sets.
    ///
    /// # Errors
    /// The first seed that gives another game.
    pub fn same_play(&self, one: &Setup, other: &Setup, seats: usize) -> Result<(), BrokenLaw> {
        for seed in self.seeds.clone() {
            let told = [one, other].map(|setup| self.tell(setup, seed, seats));
            let [one, other] = told;
            if one != other {
                return Err(format!("seed {seed} gives another game: {}", difference(&one, &other)).into());
            }
        }
        Ok(())
    }

    fn tell(&self, setup: &Setup, seed: u64, seats: usize) -> Result<Told, String> {
        let ruleset = if seed.is_multiple_of(2) { Ruleset::Standard } else { Ruleset::Pioneers };
        let game = Catan::on_map(setup, seed, ruleset, seats).map_err(|e| e.to_string())?;
        let mut options = game.options().clone();
        // without a 7 on the board it makes no difference
        options.seven_produces &= setup.has_sevens();
        let steps = if seed.is_multiple_of(self.record_every) { self.steps(&game, seed) } else { Vec::new() };
        Ok((options.text(), game.random_game(seed, 0, self.most_actions), steps))
    }

    /// A random game, step by step.
    fn steps(&self, game: &Catan, seed: u64) -> Vec<(Actor, String)> {
        let names = Names::of(game.setup());
        let (mut random, mut position) = (Fast::new(seed, 0), game.start());
        let (mut legal, mut outcomes, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        while (steps.len() as u64) < self.most_actions {
            let (actor, action) = match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    game.outcomes(&position, &mut outcomes);
                    let drawn = random.weighted(outcomes.iter().map(|o| u64::from(o.weight))).unwrap_or(0);
                    (Actor::Chance, outcomes[drawn].action)
                }
                Turn::Seats(seats) => {
                    let Some(seat) = seats.iter().nth(random.index(seats.len())) else { break };
                    game.legal(&position, seat, &mut legal);
                    (Actor::Seat(seat), legal[random.index(legal.len())])
                }
            };
            steps.push((actor, names.tell(action)));
            game.play_unchecked(&mut position, actor, &action);
            legal.clear();
            outcomes.clear();
        }
        steps
    }
}

fn difference(one: &Result<Told, String>, other: &Result<Told, String>) -> String {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            let step = one.2.iter().zip(&other.2).position(|(a, b)| a != b);
            let at = step
                .map_or_else(String::new, |i| format!("step {i} is {:?}, then {:?}; ", one.2[i], other.2[i]));
            format!("{at}{} {:?}, then {} {:?}", one.0, one.1, other.0, other.1)
        }
        (Err(one), _) => format!("the first map is refused: {one}"),
        (_, Err(other)) => format!("the second map is refused: {other}"),
    }
}

fn through_catan(setup: &Setup) -> Result<Setup, String> {
    let text = dot_catan::write(setup);
    let reading = dot_catan::read("map.catan", text.as_bytes(), dot_catan::Leniency::Lenient);
    let noted = |d: &&hexwright_core::Diagnostic| d.id.ends_with("-note");
    if let Some(finding) = reading.diagnostics.iter().find(noted) {
        return Err(format!("a written note is not understood: {}\n{text}", finding.message));
    }
    reading.value.ok_or_else(|| format!("the .catan text cannot be read: {:?}\n{text}", reading.diagnostics))
}

/// Names of places that a border around the map does not change: counted from the first land hex.
struct Names<'a> {
    setup: &'a Setup,
    origin: hexwright_core::Hex,
}

impl<'a> Names<'a> {
    fn of(setup: &'a Setup) -> Self {
        let first = setup.types.iter().position(|t| t.is_land()).unwrap_or(0);
        Self { setup, origin: setup.grid.hex(HexId(first as u16)) }
    }

    fn corner(&self, corner: CornerId) -> String {
        let [a, b, c] = self.setup.grid.topology().corner(corner).hexes().map(|hex| hex - self.origin);
        format!("{a:?}{b:?}{c:?}")
    }

    fn side(&self, side: SideId) -> String {
        let [a, b] = self.setup.grid.topology().side(side).hexes().map(|hex| hex - self.origin);
        format!("{a:?}{b:?}")
    }

    fn hex(&self, hex: HexId) -> String {
        format!("{:?}", self.setup.grid.hex(hex) - self.origin)
    }

    fn tell(&self, action: Action) -> String {
        use Action as A;
        match action {
            A::SetupSettlement(c) | A::SetupCity(c) | A::Settlement(c) | A::City(c) | A::Wall(c) => {
                format!("{:?} {}", std::mem::discriminant(&action), self.corner(c))
            }
            A::SetupRoad(s)
            | A::SetupShip(s)
            | A::SetupBridge(s)
            | A::Road(s)
            | A::Ship(s)
            | A::Bridge(s) => {
                format!("{:?} {}", std::mem::discriminant(&action), self.side(s))
            }
            A::MoveShip { from, to } => format!("move {} {}", self.side(from), self.side(to)),
            A::Robber(hex) | A::Pirate(hex) => {
                format!("{:?} {}", std::mem::discriminant(&action), self.hex(hex))
            }
            other => format!("{other:?}"),
        }
    }
}
