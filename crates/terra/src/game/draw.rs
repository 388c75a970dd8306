//! Drawing what a game leaves to chance before it starts: cards, scoring tiles, factions.

use super::{MAX_PLAYERS, OptionSet, RuleOption, Setup};
use crate::factions::Faction;
use crate::map::{Board, MapId};
use crate::tiles::{BonusCard, FinalScoring, ScoringTile};
use hexwright_core::Random;

impl Setup {
    /// A league game on a printed board with everything else drawn; players beyond 2 to 5 are cut to it.
    #[must_use]
    pub fn draw(map: MapId, players: usize, random: &mut impl Random) -> Self {
        Self::draw_with(map, players, OptionSet::league(), random)
    }

    /// The same with options of one's own.
    #[must_use]
    pub fn draw_with(map: MapId, players: usize, options: OptionSet, random: &mut impl Random) -> Self {
        Self::draw_around(map, &vec![None; players.clamp(2, MAX_PLAYERS)], options, random)
    }

    /// The same with some factions chosen, by seat; the others are drawn from those that share no home with
    /// them.
    #[must_use]
    pub fn draw_around(
        map: MapId,
        seats: &[Option<Faction>],
        options: OptionSet,
        random: &mut impl Random,
    ) -> Self {
        let mut drawn = Faction::ALL.to_vec();
        random.shuffle(&mut drawn);
        let mut taken: Vec<Faction> = seats.iter().flatten().copied().collect();
        let mut drawn = drawn.into_iter();
        let mut free = || {
            let faction = drawn.find(|f| taken.iter().all(|t| t.sheet().home != f.sheet().home));
            taken.extend(faction);
            faction
        };
        let chosen: Vec<Faction> = seats.iter().filter_map(|seat| seat.or_else(&mut free)).collect();
        let mut setup = Self { options, ..Self::new(&chosen) };
        if let Some(board) = Board::shared(map) {
            setup.board = board;
        }
        setup.final_scoring = match random.index(FinalScoring::ALL.len() + 1) {
            0 => None,
            n => Some(FinalScoring::ALL[n - 1]),
        };
        setup.draw_tiles(random);
        setup
    }

    /// Draws cards and scoring tiles anew: players and three cards, no spade tile in the last two rounds.
    pub fn draw_tiles(&mut self, random: &mut impl Random) {
        let mut cards: Vec<_> = BonusCard::ALL.to_vec();
        if !self.options.contains(RuleOption::ShippingBonus) {
            cards.retain(|c| *c != BonusCard::ShippingPoints);
        }
        random.shuffle(&mut cards);
        cards.truncate(self.factions.len() + 3);
        cards.sort_unstable();
        self.cards = cards;
        let mut tiles: Vec<_> = ScoringTile::ALL.to_vec();
        if !self.options.contains(RuleOption::TempleScoring) {
            tiles.retain(|t| *t != ScoringTile::Score9);
        }
        loop {
            random.shuffle(&mut tiles);
            let drawn: [ScoringTile; 6] = std::array::from_fn(|i| tiles[i]);
            if !drawn[4..].contains(&ScoringTile::Score1) {
                self.scoring = drawn;
                return;
            }
        }
    }
}
