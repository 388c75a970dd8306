//! The exact dialect written: one cell for each row of the ledger, in true order.

use super::grid::{Block, Grid, GridCell, HeaderKey, When};
use super::to_log::missing_spades;
use super::token::{HexName, Refused, Stronghold, Token};
use crate::factions::Faction;
use crate::game::{Command, Conversion, Good, Owed, Phase, Position, RuleOption, Terra};
use crate::map::Terrain;
use crate::text::ledger::{Log, Replay, ReplayError};
use crate::text::snapshot::At;
use crate::tiles::{BonusCard, Building, PowerAction, ScoringTile, Special};
use hexwright_core::{HexId, Seat};

/// Why a log has no grid.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotWritable {
    /// It cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The columns are factions, and nobody has one yet.
    #[error("the factions are still for sale: a grid begins when the auction is over")]
    Auction,
    /// The notation has no token for a command where it stands.
    #[error("command {number}: `{text}` has no token where it stands")]
    NoToken {
        /// Place in the log from 1.
        number: usize,
        /// The command.
        text: String,
    },
}

/// A command with the position it was given in.
struct Step {
    number: usize,
    text: String,
    command: Command,
    seat: Seat,
    before: Position,
    /// The hex a dig is for, however much later it is turned.
    aim: Option<HexName>,
}

/// A cell before the columns are known.
struct Event {
    faction: Faction,
    when: When,
    tokens: Vec<Token>,
}

/// What was played in one block.
struct Part {
    round: Option<u8>,
    order: Vec<Faction>,
    events: Vec<Event>,
}

/// The exact grid of a log.
///
/// # Errors
/// If the log cannot be played, or the notation cannot say something in it.
pub fn write_exact(log: &Log) -> Result<Grid, NotWritable> {
    let mut replay = Replay::new(log)?;
    let mut parts = vec![Part { round: None, order: seating(replay.position()), events: Vec::new() }];
    let mut row: Vec<Step> = Vec::new();
    let mut rows = 0;
    while let Some(entry) = log.entries.get(replay.played()) {
        let upcoming = replay.upcoming().map_err(|refusal| ReplayError::Illegal {
            number: replay.played() + 1,
            text: entry.text.clone(),
            refusal,
        })?;
        let before = replay.position().clone();
        let number = replay.played() + 1;
        replay.step()?;
        if before.auction.is_open() {
            parts[0].order = seating(replay.position());
        }
        note_order(&mut parts, replay.position());
        if let Some(name) = entry.text.strip_prefix("drop-faction ").filter(|_| entry.faction.is_none()) {
            flush(replay.game(), &mut parts, &mut row)?;
            let faction = Faction::from_name(name.trim()).unwrap_or(Faction::Acolytes);
            let part = part_of(&mut parts, &before);
            part.events.push(Event { faction, when: When::Turn, tokens: vec![Token::Drop] });
        }
        let Some((seat, command)) = upcoming else { continue };
        let now = replay.rows().iter().filter(|r| is_command_row(&r.text)).count();
        if now != rows {
            flush(replay.game(), &mut parts, &mut row)?;
            rows = now;
        }
        if !matches!(command, Command::Wait | Command::Done) {
            let aim = if matches!(command, Command::Dig(_)) {
                coming_hex(log, number, entry.faction)
            } else {
                None
            };
            row.push(Step { number, text: entry.text.clone(), command, seat, before, aim });
        }
    }
    if replay.position().auction.is_open() {
        return Err(NotWritable::Auction);
    }
    flush(replay.game(), &mut parts, &mut row)?;
    let blocks = parts.into_iter().map(laid_out).collect();
    Ok(Grid { header: header(log, replay.game(), replay.position()), blocks })
}

/// The factions in seating order.
fn seating(position: &Position) -> Vec<Faction> {
    position.players.iter().map(|player| player.faction).collect()
}

/// The next hex a faction transforms or builds on.
fn coming_hex(log: &Log, from: usize, faction: Option<Faction>) -> Option<HexName> {
    log.entries.iter().skip(from).filter(|e| e.faction == faction).find_map(|entry| {
        let mut words = entry.text.split_whitespace();
        let verb = words.next()?.to_ascii_lowercase();
        matches!(verb.as_str(), "build" | "transform").then(|| HexName::parse(words.next()?))?
    })
}

/// Rows of commands, not of the engine alone.
fn is_command_row(text: &str) -> bool {
    !crate::text::ledger::engine_row(text.split('.').next().unwrap_or_default()) && !text.is_empty()
}

/// The block a position belongs to: what happens after a round but before the next one opens it.
fn round_of(position: &Position) -> Option<u8> {
    match position.phase {
        Phase::Setup => None,
        Phase::CultIncome => Some(position.round + 1),
        _ => Some(position.round),
    }
}

fn part_of<'p>(parts: &'p mut Vec<Part>, position: &Position) -> &'p mut Part {
    let round = round_of(position);
    let found = parts.iter().position(|p| p.round == round).unwrap_or_else(|| {
        let order = order_of(position);
        parts.push(Part { round, order, events: Vec::new() });
        parts.len() - 1
    });
    &mut parts[found]
}

fn order_of(position: &Position) -> Vec<Faction> {
    position.order.iter().map(|&s| position.player(s).faction).collect()
}

/// The order of a round is known once it has begun.
fn note_order(parts: &mut Vec<Part>, position: &Position) {
    if matches!(position.phase, Phase::Action | Phase::Income) {
        let order = order_of(position);
        part_of(parts, position).order = order;
    }
}

fn flush(game: &Terra, parts: &mut Vec<Part>, row: &mut Vec<Step>) -> Result<(), NotWritable> {
    let Some(first) = row.first() else { return Ok(()) };
    let when = match first.before.phase {
        Phase::CultIncome => When::BeforeIncome,
        Phase::Income => When::AfterIncome,
        _ => When::Turn,
    };
    let faction = first.before.player(first.seat).faction;
    let tokens = Tokens { game, steps: conversions_first(row), next: 0, out: Vec::new() }.all()?;
    let part = part_of(parts, &first.before);
    part.events.extend(cells(tokens).into_iter().map(|tokens| Event { faction, when, tokens }));
    row.clear();
    Ok(())
}

/// Conversions right behind a special action stand before it, so that action and use are one token.
fn conversions_first(row: &[Step]) -> Vec<&Step> {
    let mut steps: Vec<&Step> = Vec::with_capacity(row.len());
    for step in row {
        let moves = matches!(step.command, Command::Convert(kind, _) if kind != Conversion::Burn);
        match steps.last().map(|last| last.command) {
            Some(Command::Special(special)) if moves && special != Special::ChaosMagicians => {
                steps.insert(steps.len() - 1, step);
            }
            _ => steps.push(step),
        }
    }
    steps
}

/// An answer to an offer stands alone in its cell, or behind burnt power.
fn cells(tokens: Vec<Token>) -> Vec<Vec<Token>> {
    let mut cells: Vec<Vec<Token>> = vec![Vec::new()];
    for token in tokens {
        let burns_only = |cell: &Vec<Token>| cell.iter().all(|t| matches!(t, Token::Burn(_)));
        let answered = |cell: &Vec<Token>| cell.iter().any(|t| t.is_leech());
        match cells.last_mut() {
            Some(cell) if !answered(cell) && (!token.is_leech() || burns_only(cell)) => cell.push(token),
            _ => cells.push(vec![token]),
        }
    }
    cells.retain(|cell| !cell.is_empty());
    cells
}

/// Events in rows: one goes into the current row if its column is right of the last one used.
fn laid_out(part: Part) -> Block {
    let mut rows: Vec<Vec<GridCell>> = Vec::new();
    for event in part.events {
        let column = part.order.iter().position(|&f| f == event.faction).unwrap_or(0);
        let cell =
            GridCell { column, when: event.when, tokens: event.tokens.into_iter().map(At::from).collect() };
        match rows.last_mut() {
            Some(row) if row.last().is_some_and(|last| last.column < column) => row.push(cell),
            _ => rows.push(vec![cell]),
        }
    }
    Block { round: part.round, turn_order: part.order.clone(), columns: part.order, rows }
}

fn header(log: &Log, game: &Terra, position: &Position) -> Vec<(HeaderKey, String)> {
    let setup = game.setup();
    let mut map = log.map.name().to_owned();
    map[..1].make_ascii_uppercase();
    let tiles: Vec<&str> = setup.scoring.iter().map(|t| ScoringTile::name(*t)).collect();
    let cards: Vec<&str> = setup.cards.iter().map(|c| BonusCard::grid_code(*c)).collect();
    let points: Vec<String> = position
        .players
        .iter()
        .zip(&setup.points)
        .map(|(p, points)| format!("{}:{points}", p.faction.display()))
        .collect();
    let mut options: Vec<&str> = log.options.of_the_game().iter().map(RuleOption::name).collect();
    options.extend(setup.final_scoring.map(|f| f.name()));
    vec![
        (HeaderKey::Game, map),
        (HeaderKey::ScoringTiles, tiles.join(", ")),
        (HeaderKey::BonusCards, cards.join(", ")),
        (HeaderKey::StartingVps, points.join(", ")),
        (HeaderKey::Options, options.join(", ")),
    ]
}

/// The tokens of a row; commands that belong together become one.
struct Tokens<'a> {
    game: &'a Terra,
    steps: Vec<&'a Step>,
    next: usize,
    out: Vec<Token>,
}

impl<'a> Tokens<'a> {
    fn all(mut self) -> Result<Vec<Token>, NotWritable> {
        while let Some(&step) = self.steps.get(self.next) {
            self.next += 1;
            if !self.step(step) {
                return Err(NotWritable::NoToken { number: step.number, text: step.text.clone() });
            }
        }
        Ok(self.out)
    }

    fn peek(&self) -> Option<&'a Step> {
        self.steps.get(self.next).copied()
    }

    fn name(&self, id: HexId) -> Option<HexName> {
        HexName::parse(self.game.board().name(id))
    }

    /// The colour of a transform; none if it is the way home.
    fn colour(&self, step: &Step, to: Terrain) -> Option<Terrain> {
        (step.before.player(step.seat).home() != Some(to)).then_some(to)
    }

    /// The ends of a bridge in the order they were written.
    fn ends(&self, step: &Step) -> Option<[HexName; 2]> {
        let (_, pair) = step.text.trim().rsplit_once(char::is_whitespace)?;
        let (a, b) = pair.split_once(':')?;
        Some([HexName::parse(a)?, HexName::parse(b)?])
    }

    fn push(&mut self, token: Option<Token>) -> bool {
        self.out.extend(token);
        token.is_some()
    }

    /// Takes the next command too if it is the bridge.
    fn bridge_next(&mut self) -> Option<[HexName; 2]> {
        let step = self.peek().filter(|s| matches!(s.command, Command::Bridge(_)))?;
        let ends = self.ends(step);
        self.next += usize::from(ends.is_some());
        ends
    }

    fn step(&mut self, step: &Step) -> bool {
        let setup = step.before.phase == Phase::Setup;
        let one = |n: u8| (n != 1).then_some(n);
        let faction = |seat: Seat| Some(step.before.player(seat).faction);
        let token = match step.command {
            Command::Build(hex) => self.name(hex).map(if setup { Token::Start } else { Token::Build }),
            Command::Upgrade(hex, kind) => self.name(hex).map(|hex| Token::Upgrade(kind, hex)),
            Command::Dig(n) => return self.dig(step, n),
            Command::Transform(hex, to) => {
                let colour = self.colour(step, to);
                self.name(hex).map(|hex| Token::Transform(hex, colour))
            }
            Command::Power(action) => {
                let bridge = if action == PowerAction::Bridge { self.bridge_next() } else { None };
                Some(Token::Power(action.index() as u8 + 1, bridge))
            }
            Command::Special(special) => return self.special(special),
            Command::Bridge(_) => self.ends(step).map(Token::Bridge),
            Command::Connect(river) => self.name(river).map(Token::Connect),
            Command::Send(cult, n) => Some(Token::Send(cult, Some(n))),
            Command::Convert(Conversion::Burn, n) => Some(Token::Burn(n)),
            Command::Convert(kind, n) => Some(conversion(step.before.player(step.seat).faction, kind, n)),
            Command::Ordain(n) => Some(Token::Convert(n, Good::Worker, n, Good::Priest)),
            Command::Accept { from, amount } => Some(Token::Leech(one(amount), faction(from))),
            Command::Decline { from, amount } => Some(Token::Decline(one(amount), faction(from))),
            Command::AdvanceShipping => Some(Token::Ship),
            Command::AdvanceDigging => Some(Token::AdvanceDigging),
            Command::Pass(Some(card)) if setup => Some(Token::Card(card)),
            Command::Pass(card) => Some(Token::Pass(card)),
            Command::Favor(tile) => Some(Token::Favor(tile)),
            Command::Town(tile, n) => return self.repeat(Token::Town(tile), n),
            Command::Step(cult, n) => return self.repeat(Token::Step(cult), n),
            Command::StepDown(cult, n) => Some(Token::StepDown(cult, one(n))),
            Command::Refuse(Owed::Ordain, _) => Some(Token::Ordain(0)),
            Command::Refuse(owed, n) => {
                return refused(owed).is_some_and(|what| self.repeat(Token::Refuse(what), n));
            }
            Command::Token => Some(Token::Token),
            Command::Colour(colour) => Some(Token::Colour(colour)),
            Command::Unlock(colour) => Some(Token::Unlock(colour)),
            Command::TakePriest => Some(Token::TakePriest),
            Command::Lose(good, n) => Some(Token::Lose(n, good)),
            Command::Drop => Some(Token::Drop),
            // a grid begins when every seat has its faction
            Command::DeclineAll | Command::Wait | Command::Done | Command::Bid(..) => None,
        };
        self.push(token)
    }

    fn repeat(&mut self, token: Token, count: u8) -> bool {
        self.out.extend(std::iter::repeat_n(token, count.into()));
        true
    }

    /// Digging is not written where the token behind it implies it.
    fn dig(&mut self, step: &Step, n: u8) -> bool {
        let implied = self.peek().is_some_and(|next| {
            matches!(next.command, Command::Build(_) | Command::Transform(..))
                && missing_spades(self.game, &step.before, step.seat, next.command).is_ok_and(|m| m == n)
        });
        if implied {
            return true;
        }
        self.push(step.aim.map(|hex| Token::Dig(n, hex)))
    }

    fn special(&mut self, special: Special) -> bool {
        let token = match special {
            Special::BonusSpade => self.card_spade(),
            Special::BonusCult => Token::CardStep(self.step_next()),
            Special::FavorCult => Token::FavorStep(self.step_next()),
            Special::ChaosMagicians => Token::Stronghold(Stronghold::Double),
            Special::Engineers => Token::EngineersBridge(self.bridge_next()),
            Special::ShapePower | Special::OldShapePower | Special::ShapeTokens | Special::OldShapeTokens => {
                let Some(Command::Colour(colour)) = self.peek().map(|s| s.command) else { return false };
                self.next += 1;
                let power = matches!(special, Special::ShapePower | Special::OldShapePower);
                Token::Stronghold(if power {
                    Stronghold::Colour(colour)
                } else {
                    Stronghold::ColourForTokens(colour)
                })
            }
            _ => Token::Stronghold(self.stronghold(special).unwrap_or(Stronghold::Alone)),
        };
        self.push(Some(token))
    }

    fn step_next(&mut self) -> Option<crate::tiles::Cult> {
        let Some(Command::Step(cult, 1)) = self.peek().map(|s| s.command) else { return None };
        self.next += 1;
        Some(cult)
    }

    /// `ACTS-H` if the hex follows at once, with its colour unless a dwelling follows.
    fn card_spade(&mut self) -> Token {
        let Some(next) = self.peek() else { return Token::CardSpadeAlone };
        match next.command {
            Command::Build(hex) => {
                self.name(hex).map_or(Token::CardSpadeAlone, |hex| Token::CardSpade(hex, None))
            }
            Command::Transform(hex, to) => {
                let colour = self.colour(next, to);
                let Some(name) = self.name(hex) else { return Token::CardSpadeAlone };
                self.next += 1;
                Token::CardSpade(name, colour)
            }
            _ => Token::CardSpadeAlone,
        }
    }

    fn stronghold(&mut self, special: Special) -> Option<Stronghold> {
        let next = self.peek()?;
        match (special, next.command) {
            (Special::Witches, Command::Build(hex)) => {
                let name = self.name(hex)?;
                self.next += 1;
                Some(Stronghold::Dwelling(name))
            }
            (Special::Swarmlings, Command::Upgrade(hex, Building::TradingHouse)) => {
                let name = self.name(hex)?;
                self.next += 1;
                Some(Stronghold::TradingHouse(name))
            }
            (Special::Nomads, Command::Build(hex)) => self.name(hex).map(Stronghold::Sandstorm),
            (Special::Nomads, Command::Transform(hex, _)) => {
                let name = self.name(hex)?;
                self.next += 1;
                Some(Stronghold::Sandstorm(name))
            }
            (Special::Giants, Command::Build(hex)) => self.name(hex).map(|hex| Stronghold::Spades(hex, None)),
            (Special::Giants, Command::Transform(hex, to)) => {
                let (name, colour) = (self.name(hex)?, self.colour(next, to));
                self.next += 1;
                Some(Stronghold::Spades(name, colour))
            }
            (Special::Auren, Command::Step(cult, 2)) => {
                self.next += 1;
                Some(Stronghold::Steps(cult))
            }
            (Special::Auren, Command::Step(cult, 1)) => {
                let second = self.steps.get(self.next + 1).map(|s| s.command);
                let twice = second == Some(Command::Step(cult, 1));
                self.next += if twice { 2 } else { 0 };
                twice.then_some(Stronghold::Steps(cult))
            }
            _ => None,
        }
    }
}

fn refused(owed: Owed) -> Option<Refused> {
    Some(match owed {
        Owed::Spade => Refused::Spade,
        Owed::Favor => Refused::Favor,
        Owed::Bridge => Refused::Bridge,
        Owed::Cult => Refused::Step,
        Owed::Token => Refused::Token,
        Owed::FreeTransform | Owed::FreeDwelling | Owed::FreeTradingHouse => Refused::Free,
        _ => return None,
    })
}

fn conversion(faction: Faction, kind: Conversion, n: u8) -> Token {
    let (rate, from, to) = match kind {
        Conversion::PriestToWorker => (1, Good::Priest, Good::Worker),
        Conversion::PriestToCoin => (1, Good::Priest, Good::Coin),
        Conversion::PowerToPriest => (5, Good::Power, Good::Priest),
        Conversion::PowerToWorker => (3, Good::Power, Good::Worker),
        Conversion::PowerToCoin => (1, Good::Power, Good::Coin),
        Conversion::WorkerToCoin => (1, Good::Worker, Good::Coin),
        Conversion::PointToCoin => (1, Good::Point, Good::Coin),
        Conversion::CoinToPoint if faction == Faction::Alchemists => (2, Good::Coin, Good::Point),
        Conversion::CoinToPoint => (3, Good::Coin, Good::Point),
        Conversion::Burn => return Token::Burn(n),
    };
    Token::Convert(n.saturating_mul(rate), from, n, to)
}
