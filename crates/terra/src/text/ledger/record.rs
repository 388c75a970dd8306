//! Writing games down: the log of a list of actions, the ledger table of a replay.

use super::read::NO_OPTIONS;
use super::{Log, LogEntry, Replay};
use crate::factions::Faction;
use crate::game::{AUCTION_POINTS, Action, Command, Owed, Phase, Position, RuleOption, START_POINTS, Terra};
use crate::text::command::write_command;
use hexwright_core::{Game as _, Random, Seat, Turn};

impl Log {
    /// A log with the administrative lines of a game and no command yet.
    #[must_use]
    pub fn begin(game: &Terra) -> Self {
        let setup = game.setup();
        let admin = |text: String| LogEntry { faction: None, text };
        let tiles: Vec<&str> = setup.scoring.iter().map(|t| t.name()).collect();
        let mut entries = vec![admin(format!("score {}", tiles.join(",")))];
        let tenth = setup.options.contains(RuleOption::ShippingBonus);
        let box_cards = &crate::tiles::BonusCard::ALL[..if tenth { 10 } else { 9 }];
        let removed = box_cards.iter().filter(|c| !setup.cards.contains(c));
        entries.extend(removed.map(|c| admin(format!("delete {}", c.code()))));
        entries.extend(setup.final_scoring.map(|f| admin(format!("final-scoring {f}"))));
        for (faction, &points) in setup.factions.iter().zip(&setup.points) {
            if points != if setup.auction { AUCTION_POINTS } else { START_POINTS } {
                entries.push(admin(format!("starting-vp {} {points}", faction.log_name())));
            }
        }
        let word = if setup.auction { "auction" } else { "setup" };
        entries.extend(setup.factions.iter().map(|f| admin(format!("{word} {}", f.log_name()))));
        Self { id: String::new(), map: setup.board.id(), options: setup.options, entries }
    }

    /// Adds an action played in a position: one entry for each conversion and one for the command.
    pub fn push(&mut self, game: &Terra, position: &Position, seat: Seat, action: &Action) {
        if let Command::Bid(..) = action.command {
            let bid = write_command(game, position, &action.command);
            self.entries.push(LogEntry { faction: None, text: format!("{bid} by seat {seat}") });
            return;
        }
        let faction = Some(position.player(seat).faction);
        let conversions = action.before.iter().map(|(kind, n)| Command::Convert(kind, n));
        for command in conversions.chain([action.command]) {
            let entry = LogEntry { faction, text: write_command(game, position, &command) };
            let spade = matches!(command, Command::Refuse(Owed::Spade, _));
            let turn = position.phase == Phase::Action;
            let place = if spade && turn { self.last_build(faction) } else { None };
            self.entries.insert(place.unwrap_or(self.entries.len()), entry);
        }
    }

    /// Where the dwelling of this turn was built: other programs want spades that are thrown away named
    /// before it. A turn without a dwelling has the command that brought the spades last.
    fn last_build(&self, faction: Option<Faction>) -> Option<usize> {
        let sources = ["build", "action", "upgrade", "dig"];
        let source =
            |e: &LogEntry| e.faction == faction && sources.iter().any(|word| e.text.starts_with(word));
        let place = self.entries.iter().rposition(source)?;
        self.entries[place].text.starts_with("build").then_some(place)
    }

    /// Plays a random game and writes it down.
    #[must_use]
    pub fn of_random_game(game: &Terra, random: &mut impl Random) -> Self {
        let mut log = Self::begin(game);
        let mut position = game.start();
        let mut moves = Vec::new();
        while let Turn::Seats(set) = game.turn(&position) {
            moves.clear();
            let Some(seat) = set.iter().nth(random.index(set.len())) else { break };
            game.legal(&position, seat, &mut moves);
            let Some(action) = moves.get(random.index(moves.len())).copied() else { break };
            log.push(game, &position, seat, &action);
            game.play_unchecked(&mut position, hexwright_core::Actor::Seat(seat), &action);
        }
        log
    }
}

impl Replay {
    /// The ledger so far as a text table: comments for what is fixed, one line of fifteen columns a row.
    /// [`Log::read`] reads it back.
    #[must_use]
    pub fn ledger(&self) -> String {
        let setup = self.game().setup();
        let mut text = format!("map {}\n", setup.board.id());
        for option in setup.options.iter() {
            text.push_str(&format!("option {option}\n"));
        }
        if setup.options.is_empty() {
            text.push_str(&format!("{NO_OPTIONS}\n"));
        }
        for (i, tile) in setup.scoring.iter().enumerate() {
            text.push_str(&format!("Round {} scoring: {tile}\n", i + 1));
        }
        let tenth = setup.options.contains(RuleOption::ShippingBonus);
        for card in &crate::tiles::BonusCard::ALL[..if tenth { 10 } else { 9 }] {
            if !setup.cards.contains(card) {
                text.push_str(&format!("Removing tile {}\n", card.code()));
            }
        }
        if let Some(scoring) = setup.final_scoring {
            text.push_str(&format!("Added final scoring tile: {scoring}\n"));
        }
        for i in 0..=self.rows().len() {
            for faction in self.dropped_before(i) {
                text.push_str(&format!("{} dropped from the game\n", faction.log_name()));
            }
            if let Some(row) = self.rows().get(i) {
                text.push_str(&row.line());
                text.push('\n');
            }
        }
        text
    }
}
