//! A grid played: tokens become commands, found out in the position they are played in.

use super::grid::{Block, C05, C08, Grid, HeaderKey};
use super::token::{HexName, Refused, Stronghold, Token};
use crate::factions::Faction;
use crate::game::{
    Command, Conversion, Good, OptionSet, Owed, Phase, Position, Refusal, RuleOption, START_POINTS, Terra,
};
use crate::map::{MapId, Terrain};
use crate::text::command::{parse_command, write_command};
use crate::text::ledger::{Log, LogEntry};
use crate::text::snapshot::At;
use crate::tiles::{BonusCard, Building, Cult, FinalScoring, PowerAction, ScoringTile, Special};
use hexwright_core::text::Finding;
use hexwright_core::{Diagnostic, HexId, Seat, Span};

/// A grid as a log, as far as it could be played.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The commands.
    pub log: Log,
    /// The position reached, if there is a game at all.
    pub position: Option<(Terra, Position)>,
    /// Why it stopped, if it did: C05 in the header, C08 at an illegal token.
    pub findings: Vec<Diagnostic>,
}

/// Plays a grid and writes down its commands.
#[must_use]
pub fn to_log(grid: &Grid) -> Replayed {
    let mut log = match header(grid) {
        Ok(log) => log,
        Err(message) => return stopped(Log::empty(), None, C05, Span::at(0), message),
    };
    let setup = log.setup().map_err(|e| e.message).and_then(|s| Terra::new(s).map_err(|e| e.to_string()));
    let game = match setup {
        Ok(game) => game,
        Err(message) => return stopped(log, None, C05, Span::at(0), message),
    };
    let mut player = Player { at: game.first_position(), game, entries: Vec::new(), kept: Vec::new() };
    let outcome = grid.blocks.iter().try_for_each(|block| player.block(block));
    log.entries.append(&mut player.entries);
    let position = Some((player.game, player.at));
    match outcome {
        Ok(()) => Replayed { log, position, findings: Vec::new() },
        Err((at, refusal)) => {
            let message = format!("the move is not legal here: {refusal}");
            Replayed { log, position, findings: vec![C08.at(at, message)] }
        }
    }
}

fn stopped(
    log: Log,
    position: Option<(Terra, Position)>,
    finding: Finding,
    at: Span,
    message: String,
) -> Replayed {
    Replayed { log, position, findings: vec![finding.at(at, message)] }
}

impl Log {
    fn empty() -> Self {
        Self { id: String::new(), map: MapId::Base, options: OptionSet::league(), entries: Vec::new() }
    }
}

/// The administrative commands the header stands for.
fn header(grid: &Grid) -> Result<Log, String> {
    let mut log = Log::empty();
    let mut cards: Vec<BonusCard> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let words = |list: &str| -> Vec<String> {
        list.split(',').map(|w| w.trim().to_owned()).filter(|w| !w.is_empty()).collect()
    };
    for (key, value) in &grid.header {
        match key {
            HeaderKey::Game => {
                log.map = MapId::from_name(value).ok_or_else(|| format!("unknown map {value:?}"))?;
            }
            HeaderKey::ScoringTiles => {
                for name in words(value) {
                    ScoringTile::from_name(&name).ok_or_else(|| format!("unknown scoring tile {name:?}"))?;
                }
                lines.push(format!("score {}", words(value).join(",")));
            }
            HeaderKey::BonusCards => {
                for name in words(value) {
                    let card = BonusCard::from_name(&name);
                    cards.push(card.ok_or_else(|| format!("unknown bonus card {name:?}"))?);
                }
            }
            HeaderKey::StartingVps => {
                for pair in words(value) {
                    let parts = pair
                        .rsplit_once(':')
                        .map(|(name, n)| (Faction::from_name(name.trim()), n.trim().parse::<i16>()));
                    let Some((Some(faction), Ok(points))) = parts else {
                        return Err(format!(
                            "expected a faction and its points at the start, found {pair:?}"
                        ));
                    };
                    if points != START_POINTS {
                        lines.push(format!("starting-vp {} {points}", faction.log_name()));
                    }
                }
            }
            HeaderKey::Options => {
                log.options = OptionSet::EMPTY;
                for name in words(value) {
                    if let Some(option) = RuleOption::from_name(&name) {
                        log.options.insert(option);
                    } else if FinalScoring::from_name(&name).is_some() {
                        lines.push(format!("final-scoring {name}"));
                    } else {
                        return Err(format!("unknown option {name:?}"));
                    }
                }
            }
            HeaderKey::MiniExpansions => {}
        }
    }
    let shipping = log.options.contains(RuleOption::ShippingBonus);
    let missing = BonusCard::ALL.into_iter().filter(|c| !cards.contains(c));
    let missing = missing.filter(|c| shipping || *c != BonusCard::ShippingPoints);
    lines.extend(missing.map(|card| format!("delete {}", card.code())));
    let seats = grid
        .blocks
        .first()
        .map(|block| if block.turn_order.is_empty() { &block.columns } else { &block.turn_order });
    for faction in seats.into_iter().flatten() {
        lines.push(format!("setup {}", faction.log_name()));
    }
    log.entries = lines.into_iter().map(|text| LogEntry { faction: None, text }).collect();
    Ok(log)
}

/// Where a replay stops, and why.
type Stop = (Span, Refusal);

struct Player {
    game: Terra,
    at: Position,
    entries: Vec<LogEntry>,
    /// Steps written before they were earned, as displayed logs do.
    kept: Vec<(Faction, Cult)>,
}

impl Player {
    fn block(&mut self, block: &Block) -> Result<(), Stop> {
        if block.round.is_none() {
            return self.setup(block);
        }
        for cell in block.rows.iter().flatten() {
            let Some(&faction) = block.columns.get(cell.column) else { continue };
            for (i, token) in cell.tokens.iter().enumerate() {
                let rest = &cell.tokens[i + 1..];
                self.token(faction, token.value, rest).map_err(|refusal| (token.span, refusal))?;
                self.spend_kept();
            }
        }
        Ok(())
    }

    /// Cells of setup are columns only: whose turn it is says which column goes on.
    fn setup(&mut self, block: &Block) -> Result<(), Stop> {
        let mut columns: Vec<Vec<At<Token>>> = vec![Vec::new(); block.columns.len()];
        for cell in block.rows.iter().flatten() {
            columns[cell.column].extend(&cell.tokens);
        }
        let mut next = vec![0; columns.len()];
        while self.at.phase == Phase::Setup {
            let Some(turn) = self.at.turn else { break };
            let faction = self.at.player(turn).faction;
            let column = block.columns.iter().position(|&f| f == faction);
            let token = column.and_then(|c| Some((c, *columns[c].get(next[c])?)));
            let Some((column, token)) = token else { return Ok(()) };
            next[column] += 1;
            self.token(faction, token.value, &[]).map_err(|refusal| (token.span, refusal))?;
        }
        match columns.iter().zip(next).find_map(|(tokens, n)| tokens.get(n)) {
            Some(left) => Err((left.span, Refusal::WrongPhase)),
            None => Ok(()),
        }
    }

    fn seat(&self, faction: Faction) -> Result<Seat, Refusal> {
        let unknown = || Refusal::Unknown { what: "faction", name: faction.name().to_owned() };
        self.at.seat_of(faction).ok_or_else(unknown)
    }

    fn hex(&self, name: HexName) -> Result<HexId, Refusal> {
        let text = name.to_string();
        self.game.board().id_named(&text).ok_or(Refusal::Unknown { what: "hex", name: text })
    }

    fn run(&mut self, seat: Seat, commands: &[Command]) -> Result<(), Refusal> {
        let mut after = self.at.clone();
        let mut entries = Vec::new();
        let faction = self.at.player(seat).faction;
        for command in commands {
            entries.push(match command {
                Command::Drop => {
                    LogEntry { faction: None, text: format!("drop-faction {}", faction.log_name()) }
                }
                _ => LogEntry { faction: Some(faction), text: write_command(&self.game, &after, command) },
            });
            self.game.run(&mut after, seat, command, None)?;
        }
        self.at = after;
        self.entries.append(&mut entries);
        Ok(())
    }

    /// Digs what is missing for a command that needs spades.
    fn with_spades(&mut self, seat: Seat, command: Command) -> Result<(), Refusal> {
        let digs = missing_spades(&self.game, &self.at, seat, command)?;
        match digs {
            0 => self.run(seat, &[command]),
            n => self.run(seat, &[Command::Dig(n), command]),
        }
    }

    fn transform(&mut self, seat: Seat, at: HexName, to: Option<Terrain>) -> Result<(), Refusal> {
        let hex = self.hex(at)?;
        let home = self.at.player(seat).home();
        let to = to.or(home).ok_or(Refusal::CannotTransform(self.at.terrain(hex)))?;
        self.with_spades(seat, Command::Transform(hex, to))
    }

    fn bridge(&self, [a, b]: [HexName; 2]) -> Result<Command, Refusal> {
        Ok(Command::Bridge(self.game.board().site(self.hex(a)?, self.hex(b)?)))
    }

    fn token(&mut self, faction: Faction, token: Token, rest: &[At<Token>]) -> Result<(), Refusal> {
        let seat = self.seat(faction)?;
        let built_later = |hex: HexName| rest.iter().any(|t| t.value == Token::Build(hex));
        match token {
            Token::Start(hex) => {
                let hex = self.hex(hex)?;
                self.run(seat, &[Command::Build(hex)])
            }
            Token::Card(card) => self.run(seat, &[Command::Pass(Some(card))]),
            Token::Build(hex) => {
                let hex = self.hex(hex)?;
                self.with_spades(seat, Command::Build(hex))
            }
            Token::Upgrade(kind, hex) => {
                let hex = self.hex(hex)?;
                self.run(seat, &[Command::Upgrade(hex, kind)])
            }
            Token::Transform(hex, to) => self.transform(seat, hex, to),
            Token::Dig(n, _) => self.run(seat, &[Command::Dig(n)]),
            Token::Power(n, bridge) => {
                let action = PowerAction::ALL.get(usize::from(n).wrapping_sub(1)).copied();
                let mut commands = vec![Command::Power(action.ok_or(Refusal::Amount(n))?)];
                if let Some(ends) = bridge {
                    commands.push(self.bridge(ends)?);
                }
                self.run(seat, &commands)
            }
            Token::CardSpadeAlone => self.run(seat, &[Command::Special(Special::BonusSpade)]),
            Token::CardSpade(hex, to) => {
                self.run(seat, &[Command::Special(Special::BonusSpade)])?;
                if to.is_none() && built_later(hex) { Ok(()) } else { self.transform(seat, hex, to) }
            }
            Token::CardStep(cult) => self.special_step(seat, Special::BonusCult, cult),
            Token::FavorStep(cult) => self.special_step(seat, Special::FavorCult, cult),
            Token::Stronghold(action) => self.stronghold(seat, action, built_later),
            Token::EngineersBridge(ends) => {
                let mut commands = vec![Command::Special(Special::Engineers)];
                if let Some(ends) = ends {
                    commands.push(self.bridge(ends)?);
                }
                self.run(seat, &commands)
            }
            Token::Bridge(ends) => {
                let command = self.bridge(ends)?;
                self.run(seat, &[command])
            }
            Token::Connect(hex) => self.connect(seat, hex),
            Token::Favor(tile) => self.run(seat, &[Command::Favor(tile)]),
            Token::Town(tile) => {
                if self.at.player(seat).owed[Owed::Town] == 0 && faction == Faction::Mermaids {
                    self.connect_only(seat)?;
                }
                self.run(seat, &[Command::Town(tile, 1)])
            }
            Token::Send(cult, n) => self.run(seat, &[Command::Send(cult, n.unwrap_or(3))]),
            Token::Ship => self.run(seat, &[Command::AdvanceShipping]),
            Token::AdvanceDigging => self.run(seat, &[Command::AdvanceDigging]),
            Token::Step(cult) if self.at.player(seat).owed[Owed::Cult] == 0 => {
                self.kept.push((faction, cult));
                Ok(())
            }
            Token::Step(cult) => self.run(seat, &[Command::Step(cult, 1)]),
            Token::StepDown(cult, n) => self.run(seat, &[Command::StepDown(cult, n.unwrap_or(1))]),
            Token::Convert(n, Good::Worker, _, Good::Priest) => self.run(seat, &[Command::Ordain(n)]),
            Token::Convert(n, from, m, to) => {
                let text = format!("convert {n}{} to {m}{}", from.name(), to.name());
                let command = parse_command(&self.game, &self.at, seat, &text)?;
                self.run(seat, &[command])
            }
            Token::Burn(n) => self.run(seat, &[Command::Convert(Conversion::Burn, n)]),
            Token::Pass(card) => self.run(seat, &[Command::Pass(card)]),
            Token::Leech(n, from) => {
                let (from, amount) = self.offer(seat, n.unwrap_or(1), from)?;
                self.run(seat, &[Command::Accept { from, amount }])
            }
            Token::Decline(n, from) => {
                let (from, amount) = self.offer(seat, n.unwrap_or(1), from)?;
                self.run(seat, &[Command::Decline { from, amount }])
            }
            Token::Ordain(0) => {
                let owed = self.at.player(seat).owed[Owed::Ordain];
                self.run(seat, &[Command::Refuse(Owed::Ordain, owed)])
            }
            Token::Ordain(n) => self.run(seat, &[Command::Ordain(n)]),
            Token::Colour(colour) => self.run(seat, &[Command::Colour(colour)]),
            Token::Unlock(colour) => self.run(seat, &[Command::Unlock(colour)]),
            Token::TakePriest => self.run(seat, &[Command::TakePriest]),
            Token::Token => self.run(seat, &[Command::Token]),
            Token::Refuse(what) => {
                let owed = match what {
                    Refused::Spade => Owed::Spade,
                    Refused::Favor => Owed::Favor,
                    Refused::Bridge => Owed::Bridge,
                    Refused::Step => Owed::Cult,
                    Refused::Token => Owed::Token,
                    Refused::Free => {
                        let free = [Owed::FreeTransform, Owed::FreeDwelling, Owed::FreeTradingHouse];
                        let player = self.at.player(seat);
                        free.into_iter().find(|&o| player.owed[o] > 0).unwrap_or(Owed::FreeTransform)
                    }
                };
                self.run(seat, &[Command::Refuse(owed, 1)])
            }
            Token::Lose(n, good) => self.run(seat, &[Command::Lose(good, n)]),
            Token::Drop => self.run(seat, &[Command::Drop]),
        }
    }

    fn special_step(&mut self, seat: Seat, special: Special, cult: Option<Cult>) -> Result<(), Refusal> {
        let step = cult.map(|cult| Command::Step(cult, 1));
        let commands: Vec<Command> = std::iter::once(Command::Special(special)).chain(step).collect();
        self.run(seat, &commands)
    }

    fn stronghold(
        &mut self,
        seat: Seat,
        action: Stronghold,
        built_later: impl Fn(HexName) -> bool,
    ) -> Result<(), Refusal> {
        let printed = self.game.first_printing();
        match action {
            Stronghold::Alone => {
                let special = self.at.player(seat).sheet().stronghold_action.ok_or(Refusal::NotForFaction)?;
                self.run(seat, &[Command::Special(special)])
            }
            Stronghold::Dwelling(hex) => {
                let hex = self.hex(hex)?;
                self.run(seat, &[Command::Special(Special::Witches), Command::Build(hex)])
            }
            Stronghold::TradingHouse(hex) => {
                let upgrade = Command::Upgrade(self.hex(hex)?, Building::TradingHouse);
                self.run(seat, &[Command::Special(Special::Swarmlings), upgrade])
            }
            Stronghold::Sandstorm(hex) => {
                self.run(seat, &[Command::Special(Special::Nomads)])?;
                if built_later(hex) { Ok(()) } else { self.transform(seat, hex, None) }
            }
            Stronghold::Spades(hex, to) => {
                self.run(seat, &[Command::Special(Special::Giants)])?;
                if built_later(hex) { Ok(()) } else { self.transform(seat, hex, to) }
            }
            Stronghold::Steps(cult) => {
                self.run(seat, &[Command::Special(Special::Auren), Command::Step(cult, 2)])
            }
            Stronghold::Double => self.run(seat, &[Command::Special(Special::ChaosMagicians)]),
            Stronghold::Colour(colour) => {
                let special = if printed { Special::OldShapePower } else { Special::ShapePower };
                self.run(seat, &[Command::Special(special), Command::Colour(colour)])
            }
            Stronghold::ColourForTokens(colour) => {
                let special = if printed { Special::OldShapeTokens } else { Special::ShapeTokens };
                self.run(seat, &[Command::Special(special), Command::Colour(colour)])
            }
        }
    }

    /// Over a river hex, or over the one river hex next to a land hex that founds a town.
    fn connect(&mut self, seat: Seat, name: HexName) -> Result<(), Refusal> {
        let hex = self.hex(name)?;
        if !self.game.board().is_land(hex) {
            return self.run(seat, &[Command::Connect(hex)]);
        }
        let near = self.game.board().neighbours(hex).without(self.game.board().land());
        let rivers: Vec<HexId> = near.iter().map(|i| HexId(i as u16)).collect();
        self.connect_one_of(seat, &rivers)
    }

    /// Over the only river hex of the board that founds a town.
    fn connect_only(&mut self, seat: Seat) -> Result<(), Refusal> {
        let board = self.game.board();
        let rivers: Vec<HexId> = board.ids().filter(|&id| !board.is_land(id)).collect();
        self.connect_one_of(seat, &rivers)
    }

    fn connect_one_of(&mut self, seat: Seat, rivers: &[HexId]) -> Result<(), Refusal> {
        let founds = |river: &&HexId| {
            let mut copy = self.at.clone();
            self.game.run(&mut copy, seat, &Command::Connect(**river), None).is_ok()
        };
        match rivers.iter().filter(founds).collect::<Vec<_>>().as_slice() {
            [river] => self.run(seat, &[Command::Connect(**river)]),
            _ => Err(Refusal::NoTown),
        }
    }

    /// The offer a token means: the named one, else the oldest of its amount.
    fn offer(&self, seat: Seat, amount: u8, from: Option<Faction>) -> Result<(Seat, u8), Refusal> {
        let mut mine = self.at.offers.iter().filter(|o| o.to == seat);
        match from {
            Some(faction) => Ok((self.seat(faction)?, amount)),
            None => mine
                .find(|o| o.amount == amount || o.gain == amount)
                .map(|o| (o.from, amount))
                .ok_or(Refusal::NoOffer),
        }
    }

    /// Places steps that were written too early, as soon as they are owed.
    fn spend_kept(&mut self) {
        let mut i = 0;
        while let Some(&(faction, cult)) = self.kept.get(i) {
            let done = self.seat(faction).is_ok_and(|seat| {
                self.at.player(seat).owed[Owed::Cult] > 0 && self.run(seat, &[Command::Step(cult, 1)]).is_ok()
            });
            if done {
                self.kept.remove(i);
            } else {
                i += 1;
            }
        }
    }
}

/// How many spades must be dug so that a transform or build is legal: the least number that works.
pub(super) fn missing_spades(
    game: &Terra,
    position: &Position,
    seat: Seat,
    command: Command,
) -> Result<u8, Refusal> {
    let mut copy = position.clone();
    let Err(refusal) = game.run(&mut copy, seat, &command, None) else { return Ok(0) };
    for spades in 1..=7 {
        copy.clone_from(position);
        if game.run(&mut copy, seat, &Command::Dig(spades), None).is_ok()
            && game.run(&mut copy, seat, &command, None).is_ok()
        {
            return Ok(spades);
        }
    }
    Err(refusal)
}
