//! Random play without lists: legal actions are counted, one number is drawn, the n-th is played.
//!
//! A forced action costs no random number; a ship that may not sail where it was drawn to costs another one.
//! The choice is uniform over the list, except that cards to discard are chosen one by one, each time a kind
//! of those still in the hand; each card counts as an action, as it does in engines that discard card by card.

use super::actions::action::Action;
use super::hand::Hand;
use super::options::{DiceRule, Ruleset};
use super::position::{NOWHERE, Phase, Position};
use super::tables::Engine;
use crate::map::Card;
use hexwright_core::{Fast, HexId, Key as _, Random, Seat, random::mix};

/// The chance and the whims of one game: a stream for each, so that two runs that differ in one kind
/// still meet the same others (R-CHANCE-6). In this order, the most used first.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct RandomStreams<R> {
    /// Dice.
    pub dice: R,
    /// What random players choose.
    pub choice: R,
    /// Development cards and seating.
    pub cards: R,
    /// Stolen cards.
    pub theft: R,
}

impl RandomStreams<Fast> {
    /// The luck of game `number` under `seed`.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Self {
        let stream = |name: u64| Fast::new(mix(seed ^ name), number);
        Self { choice: stream(0x0c), dice: stream(0xd1ce), cards: stream(0xca2d), theft: stream(0x7e) }
    }
}

impl<R> RandomStreams<R> {
    /// The stream of a phase that waits for chance.
    #[inline]
    pub(super) const fn stream(&mut self, phase: Phase) -> &mut R {
        match phase {
            Phase::Dice => &mut self.dice,
            Phase::Theft => &mut self.theft,
            _ => &mut self.cards,
        }
    }
}

/// A random game that has been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomGame {
    /// The winner, if the game was won.
    pub winner: Option<Seat>,
    /// Actions of seats, each discarded card counted; outcomes of chance not counted.
    pub actions: u64,
    /// Turns begun.
    pub turns: u32,
    /// Whether the limit of actions cut it off.
    pub cut: bool,
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Plays random players from a position to the end, or until `most` actions have been played.
    pub fn play_randomly<R: Random>(
        &self,
        pos: &mut Position<C, S, X>,
        luck: &mut RandomStreams<R>,
        most: u64,
    ) -> RandomGame {
        // cities on empty corners are counted by walking the list
        let plain = !self.options.direct_city;
        let mut actions = 0;
        while actions < most {
            let active = usize::from(pos.active);
            // no roll changes which cards may be played
            let playable =
                matches!(pos.phase, Phase::PreRoll | Phase::Main) && self.has_playable(pos, active);
            // two of three actions are a forced roll or the choice of the main phase that follows it
            if pos.phase == Phase::PreRoll && self.must_roll(playable) {
                self.play_roll(pos, luck);
                actions += 1;
                if actions == most {
                    break;
                }
            }
            if pos.phase == Phase::Main && plain && pos.offering == 0 {
                match self.choose_main(pos, active, playable, &mut luck.choice) {
                    Action::EndTurn => self.end_turn(pos),
                    // two of three of the others; no offer is open that could fall
                    Action::BankTrade { count, give, take } => self.bank_trade(pos, count, give, take),
                    action => self.apply(pos, active, action),
                }
                actions += 1;
                continue;
            }
            match pos.phase {
                Phase::Over => break,
                phase if phase.is_chance() => {
                    self.play_chance(pos, luck);
                    continue;
                }
                _ => {
                    let (seat, action) = self.choose(pos, &mut luck.choice);
                    if let Action::Discard(_) = action {
                        actions += u64::from(pos.players[seat].hand.total() / 2) - 1;
                    }
                    self.apply(pos, seat, action);
                }
            }
            actions += 1;
        }
        self.settle(pos);
        RandomGame { winner: pos.winner(), actions, turns: pos.turn, cut: pos.phase != Phase::Over }
    }

    /// Rolls and lets the dice fall.
    #[inline]
    pub(super) fn play_roll<R: Random>(&self, pos: &mut Position<C, S, X>, luck: &mut RandomStreams<R>) {
        if self.options.dice == DiceRule::Random && !self.sevens_suspended(pos) {
            // nothing else depends on the single dice
            let pair = luck.dice.below(36) as u8;
            return self.rolled(pos, pair / 6 + pair % 6 + 2);
        }
        self.ask_dice(pos);
        let (a, b) = self.draw_dice(pos, &mut luck.dice);
        self.dice(pos, a, b);
    }

    /// Draws and plays the outcome a position waits for.
    #[inline]
    pub fn play_chance<R: Random>(&self, pos: &mut Position<C, S, X>, luck: &mut RandomStreams<R>) {
        if let Some(outcome) = self.draw(pos, luck.stream(pos.phase)) {
            self.apply(pos, 0, outcome);
        }
    }

    /// An outcome by its weight; `None` unless the position waits for chance.
    #[inline]
    pub fn draw<R: Random>(&self, pos: &Position<C, S, X>, random: &mut R) -> Option<Action> {
        match pos.phase {
            Phase::Dice => {
                let (a, b) = self.draw_dice(pos, random);
                Some(Action::Dice(a, b))
            }
            Phase::Theft => {
                let hand = pos.players[usize::from(pos.victim)].hand;
                hand.nth(random.below(hand.total().into()) as u16).map(Action::Stolen)
            }
            Phase::Draw => {
                let total: u32 = pos.deck.iter().map(|&n| u32::from(n)).sum();
                let mut n = random.below(total.into()) as u32;
                for &card in Card::ALL {
                    let count = u32::from(pos.deck[card.index()]);
                    if n < count {
                        return Some(Action::Drawn(card));
                    }
                    n -= count;
                }
                None
            }
            Phase::Seating => Some(Action::Seating(random.below(self.seatings().into()) as u16)),
            _ => None,
        }
    }

    /// A pair of dice by its weight.
    #[inline]
    fn draw_dice<R: Random>(&self, pos: &Position<C, S, X>, random: &mut R) -> (u8, u8) {
        let pair = if self.options.dice == DiceRule::Random && !self.sevens_suspended(pos) {
            random.below(36) as u8
        } else {
            self.draw_weighed_dice(pos, random)
        };
        (pair / 6 + 1, pair % 6 + 1)
    }

    /// The number of a pair where the pairs are not equally likely.
    #[cold]
    fn draw_weighed_dice<R: Random>(&self, pos: &Position<C, S, X>, random: &mut R) -> u8 {
        let weights = self.dice_weights(pos);
        // some pair always has a weight: a used-up deck was rebuilt when the dice were asked for
        random.weighted(weights.iter().map(|&w| u64::from(w))).unwrap_or(0) as u8
    }

    /// A seat that may act, the lowest if several may, and one of its legal actions, each equally
    /// likely but for discards, which are chosen card by card. The position must wait for a seat.
    #[inline]
    pub fn choose<R: Random>(&self, pos: &Position<C, S, X>, random: &mut R) -> (usize, Action) {
        let seat = pos.actor();
        match pos.phase {
            // most seats hold no card they may play: the roll is forced
            Phase::PreRoll if self.must_roll(self.has_playable(pos, seat)) => return (seat, Action::Roll),
            Phase::Main if pos.offering == 0 && !self.options.direct_city => {
                return (seat, self.choose_main(pos, seat, self.has_playable(pos, seat), random));
            }
            Phase::Setup if pos.left_settlements > 0 && pos.left_cities == 0 => {
                let corners = self.setup_corners(pos);
                let n = random.index(corners.len());
                return (seat, Action::SetupSettlement(self.corners[corners.nth(n).unwrap_or(0)]));
            }
            Phase::MoveRobber if self.robber_anywhere => {
                let (hexes, here) = (&self.robber_hexes, usize::from(pos.robber != NOWHERE));
                let (water, pirate) = self.pirate_water(pos);
                let sails = usize::from(pirate != NOWHERE && !water.is_empty());
                let n = random.index(hexes.len() - here + water.len() - sails);
                if let Some(n) = n.checked_sub(hexes.len() - here) {
                    let skip = usize::from(sails == 1 && water[n] >= pirate);
                    return (seat, Action::Pirate(HexId(water[n + skip])));
                }
                let skip = usize::from(here == 1 && hexes[n] >= pos.robber);
                return (seat, Action::Robber(HexId(hexes[n + skip])));
            }
            Phase::Discard => {
                let seat = pos.owes.trailing_zeros() as usize;
                return (seat, Action::Discard(card_by_card(pos.players[seat].hand, random).into()));
            }
            _ => {}
        }
        (seat, self.choose_slowly(pos, seat, random))
    }

    /// Whether a seat can do nothing but roll: most hold no card they may play, and ships wait.
    #[inline]
    fn must_roll(&self, playable: bool) -> bool {
        !playable && (X == 0 || self.options.ruleset != Ruleset::Pioneers)
    }

    /// Whether the acting seat holds a card it may play now.
    #[inline]
    fn has_playable(&self, pos: &Position<C, S, X>, seat: usize) -> bool {
        let points = || pos.players[seat].cards[Card::VictoryPoint.index()];
        (!pos.card_played && self.some_card_is_old(pos, seat))
            || (self.options.vp_when_played && points() > 0)
    }

    /// Counts by walking the list, then walks again to the chosen place.
    fn choose_slowly<R: Random>(&self, pos: &Position<C, S, X>, seat: usize, random: &mut R) -> Action {
        let mut count = 0;
        self.each_legal(pos, seat, &mut |_| count += 1);
        let mut n = if count <= 1 { 0 } else { random.index(count) };
        let mut chosen = Action::EndTurn;
        self.each_legal(pos, seat, &mut |action| {
            if n == 0 {
                chosen = action;
            }
            n = n.wrapping_sub(1);
        });
        chosen
    }

    /// The main phase, where nearly all choices are made: each group is counted from its set.
    #[inline(always)] // as a call it costs a twentieth of a game
    #[allow(clippy::inline_always)]
    fn choose_main<R: Random>(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        playable: bool,
        random: &mut R,
    ) -> Action {
        let me = &pos.players[seat];
        let hand = me.hand;
        let gives = hand.kinds_covering(self.rates(pos, seat));
        // every second hand pays for nothing: that is asked once, in a sum, because each of five questions
        // would have to be guessed
        let uses = [hand.covers(Hand::ROAD), hand.covers(Hand::CITY), hand.covers(Hand::CARD)];
        let uses = uses.map(u8::from).iter().sum::<u8>() + u8::from(playable) + u8::from(!gives.is_empty());
        if X == 0 && uses == 0 {
            return Action::EndTurn;
        }
        let (mut roads, mut settlements, mut cities) = (0, 0, 0);
        if hand.covers(Hand::ROAD) {
            if me.roads_left > 0 {
                roads = self.road_sides(pos, seat).len();
            }
            if hand.covers(Hand::SETTLEMENT) && me.settlements_left > 0 {
                settlements = pos.open.and(me.reach).len();
            }
        }
        if hand.covers(Hand::CITY) && me.cities_left > 0 {
            cities = me.buildings.without(pos.cities).len();
        }
        let buy = usize::from(hand.covers(Hand::CARD) && pos.deck != [0; 5]);
        let mut cards = 0;
        if playable {
            self.each_card(pos, seat, &mut |_| cards += 1);
        }
        let trades = self.count_bank_trades(pos, seat, gives);
        let (afloat, voyages) =
            if X == 0 { (0, 0) } else { (self.count_sea_pieces(pos, seat), self.count_voyages(pos, seat)) };
        let total = roads + settlements + cities + buy + cards + trades + afloat + voyages + 1;
        if total == 1 {
            return Action::EndTurn;
        }
        let mut n = random.index(total);
        // ship moves stand before the last action; a pair that is no move is drawn again
        while X > 0 && n + 1 < total && n + 1 + voyages >= total {
            if let Some(action) = self.nth_voyage(pos, seat, n + 1 + voyages - total) {
                return action;
            }
            n = random.index(total);
        }
        if n + 1 == total {
            return Action::EndTurn;
        }
        if n < roads {
            return Action::Road(self.sides[self.road_sides(pos, seat).nth(n).unwrap_or(0)]);
        }
        n -= roads;
        if n < settlements {
            return Action::Settlement(self.corners[pos.open.and(me.reach).nth(n).unwrap_or(0)]);
        }
        n -= settlements;
        if n < cities {
            return Action::City(self.corners[me.buildings.without(pos.cities).nth(n).unwrap_or(0)]);
        }
        n -= cities;
        if n < buy {
            return Action::Buy;
        }
        n -= buy;
        if X > 0 && n >= cards + trades {
            return self.nth_sea_piece(pos, seat, n - cards - trades).unwrap_or(Action::EndTurn);
        }
        if n >= cards {
            return self.nth_bank_trade(pos, seat, gives, n - cards).unwrap_or(Action::EndTurn);
        }
        let mut chosen = Action::EndTurn;
        self.each_card(pos, seat, &mut |action| {
            if n == 0 {
                chosen = action;
            }
            n = n.wrapping_sub(1);
        });
        chosen
    }
}

/// Half of a hand, chosen one card after the other: a kind of those left, each equally likely.
fn card_by_card<R: Random>(hand: Hand, random: &mut R) -> Hand {
    let (mut left, mut chosen) = (hand, Hand::EMPTY);
    for _ in 0..hand.total() / 2 {
        let kinds = left.kinds();
        let n = if kinds.len() == 1 { 0 } else { random.index(kinds.len() as usize) };
        if let Some(kind) = kinds.nth(n) {
            left = left.minus(Hand::single(kind, 1));
            chosen = chosen.plus(Hand::single(kind, 1));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Catan, Options};
    use crate::generate::preset;
    use crate::text::pioneers::{Leniency, read};
    use hexwright_core::Game as _;

    /// Draws one number and remembers out of how many; drawing again gives the last one.
    struct Rigged {
        drawn: u64,
        of: u64,
        draws: u32,
    }

    impl Random for Rigged {
        fn next_u64(&mut self) -> u64 {
            self.drawn
        }

        fn below(&mut self, n: u64) -> u64 {
            self.of = n;
            self.draws += 1;
            if self.draws == 1 { self.drawn } else { n - 1 }
        }
    }

    /// Plays a game; in each main phase every number that may be drawn leads to an action of the list, each
    /// once, or is drawn again. Counts these choices, the trades and the ship moves among them.
    fn choose_everything<const C: usize, const S: usize, const X: usize>(
        engine: &Engine<C, S, X>,
        most: u64,
    ) -> (u32, u32, u32) {
        let (mut choices, mut trades, mut voyages) = (0, 0, 0);
        let (mut pos, mut luck) = (engine.start(), RandomStreams::new(5, 1));
        for _ in 0..most {
            engine.play_randomly(&mut pos, &mut luck, 1);
            if pos.phase != Phase::Main || engine.options.direct_city {
                continue;
            }
            let (seat, mut list) = (pos.actor(), Vec::new());
            engine.each_legal(&pos, seat, &mut |action| list.push(action));
            let (mut drawn, mut of) = (0, list.len() as u64);
            while drawn < of {
                let mut rigged = Rigged { drawn, of, draws: 0 };
                let playable = engine.has_playable(&pos, seat);
                let chosen = engine.choose_main(&pos, seat, playable, &mut rigged);
                (drawn, of) = (drawn + 1, rigged.of);
                if rigged.draws > 1 {
                    continue;
                }
                let place = list.iter().position(|&action| action == chosen);
                list.swap_remove(place.unwrap_or_else(|| panic!("{chosen:?} twice or not in {list:?}")));
                choices += 1;
                trades += u32::from(matches!(chosen, Action::BankTrade { .. }));
                voyages += u32::from(matches!(chosen, Action::MoveShip { .. }));
            }
            assert!(list.is_empty(), "never chosen: {list:?}");
        }
        (choices, trades, voyages)
    }

    #[test]
    fn the_counted_choice_is_the_list_of_a_main_phase() {
        let setup = preset("base").unwrap();
        let (mut choices, mut trades) = (0, 0);
        for ruleset in [
            "standard",
            "document",
            "pioneers",
            "pioneers card-slips=on strict-trade=on",
            "standard strict-trade=on",
        ] {
            let options = Options::from_text(&format!("ruleset={ruleset} turn-limit=400")).unwrap();
            let Catan::Base(engine) = Catan::new(&setup, &setup.draw(3), options, 4).unwrap() else {
                panic!("the base board fits the smallest engine");
            };
            let (chosen, traded, _) = choose_everything(&engine, 2_000);
            (choices, trades) = (choices + chosen, trades + traded);
        }
        assert!(choices > 2000 && trades > 1000, "{choices} choices, {trades} trades");
    }

    #[test]
    fn the_counted_choice_is_the_list_at_sea() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers/twin_shores.game");
        let text = std::fs::read(path).unwrap();
        let setup = read("twin_shores", &text, Leniency::Lenient).value.unwrap().setup();
        let game = Catan::on_map(&setup, 1, Ruleset::Standard, 3).unwrap();
        let Catan::Sea(engine) = game else { panic!("expected a board with ships") };
        let (choices, _, voyages) = choose_everything(&engine, 1_500);
        assert!(choices > 2000 && voyages > 1000, "{choices} choices, {voyages} ship moves");
    }
}
