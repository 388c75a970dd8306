//! Turns, rounds and phases: whatever follows by itself once a decision is made.

use super::{
    Doing, Owed, Phase, Position, Refusal, Terra,
    setup::MAX_PLAYERS,
    table::{Happening, Table},
};
use crate::factions::{Faction, Home};
use crate::map::HexSet;
use crate::tiles::{Building, PowerActionSet};
use arrayvec::ArrayVec;
use hexwright_core::{Seat, SeatSet};

/// What a seat owes that must be settled before its turn ends.
pub(super) const HOLDS_TURN: [Owed; 11] = [
    Owed::Spade,
    Owed::FreeTransform,
    Owed::Volcano,
    Owed::FreeDwelling,
    Owed::FreeTradingHouse,
    Owed::LoseCult,
    Owed::Favor,
    Owed::Town,
    Owed::Bridge,
    Owed::Colour,
    Owed::Unlock,
];

/// The next thing in setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetupStep {
    Bid,
    Choose,
    Dwelling,
    Card,
}

impl Terra {
    /// The seats in the order they place start dwellings: there, back, Nomads again, Chaos Magicians.
    fn dwelling_order(&self, position: &Position) -> ArrayVec<Seat, 16> {
        let usual = |s: &Seat| position.player(*s).faction != Faction::ChaosMagicians;
        let extra = |s: &Seat| position.player(*s).faction == Faction::Nomads;
        let seats: ArrayVec<Seat, MAX_PLAYERS> = position.seats().collect();
        let mut order = ArrayVec::new();
        order.extend(seats.iter().copied().filter(usual));
        order.extend(seats.iter().rev().copied().filter(usual));
        order.extend(seats.iter().copied().filter(extra));
        order.extend(seats.iter().copied().filter(|s| !usual(s)));
        order
    }

    /// Who decides what next in setup.
    pub(super) fn setup_step(&self, position: &Position) -> Option<(Seat, SetupStep)> {
        if let Some(seat) = self.bidder(position) {
            return Some((seat, SetupStep::Bid));
        }
        let playing = |s: &Seat| !position.dropped.contains(*s);
        let owes = |s: &Seat| {
            let owed = &position.player(*s).owed;
            owed[Owed::Colour] + owed[Owed::Favor] > 0
        };
        let volcano = |s: &Seat| position.player(*s).sheet().home == Home::Volcano;
        let chooser = position
            .seats()
            .filter(playing)
            .find(|s| owes(s) && !volcano(s))
            .or_else(|| position.seats().filter(playing).find(owes));
        if let Some(seat) = chooser {
            return Some((seat, SetupStep::Choose));
        }
        let mut placed = [0; MAX_PLAYERS];
        for seat in self.dwelling_order(position) {
            placed[seat.index()] += 1;
            if playing(&seat) && position.player(seat).built[Building::Dwelling] < placed[seat.index()] {
                return Some((seat, SetupStep::Dwelling));
            }
        }
        let mut seats: ArrayVec<Seat, MAX_PLAYERS> = position.seats().filter(playing).collect();
        seats.reverse();
        seats.into_iter().find(|&s| position.player(s).bonus.is_none()).map(|s| (s, SetupStep::Card))
    }

    /// The turn order of the coming round.
    pub(super) fn coming_order(&self, position: &Position) -> ArrayVec<Seat, MAX_PLAYERS> {
        if self.options().contains(super::RuleOption::VariableTurnOrder) {
            let dropped = position.order.iter().filter(|s| !position.passed.contains(s));
            return position.passed.iter().chain(dropped).copied().collect();
        }
        let first = position.passed.first().map_or(0, |s| s.index());
        let n = position.players.len();
        (0..n).map(|i| Seat(((first + i) % n) as u8)).collect()
    }
}

/// The order of engine rows: whoever dropped out first stands first among those who did, while
/// the turn order lists them last first.
pub(super) fn row_order(
    position: &Position,
    order: ArrayVec<Seat, MAX_PLAYERS>,
) -> ArrayVec<Seat, MAX_PLAYERS> {
    let mut gone = order.clone();
    gone.retain(|s| position.dropped.contains(*s));
    order
        .into_iter()
        .map(|s| if position.dropped.contains(s) { gone.pop().unwrap_or(s) } else { s })
        .collect()
}

/// Who comes after a seat among those still in the round.
pub(crate) fn next_mover(position: &Position, seat: Seat) -> Option<Seat> {
    let order = &position.order;
    let at = order.iter().position(|&s| s == seat)?;
    (1..=order.len())
        .map(|i| order[(at + i) % order.len()])
        .find(|s| !position.passed.contains(s) && !position.dropped.contains(*s))
}

impl Table<'_> {
    /// Whether a seat owes something that holds up its turn, or its phase.
    pub(super) fn owes(&self, seat: Seat) -> bool {
        self.game.owes(self.at, seat)
    }

    /// The same, free cult steps aside.
    pub(super) fn owes_but_steps(&self, seat: Seat) -> bool {
        self.game.owes_but_steps(self.at, seat)
    }

    /// Ends turns, rounds and phases as far as nothing is open.
    pub(super) fn settle(&mut self) {
        loop {
            match self.at.phase {
                Phase::Setup => match self.game.setup_step(self.at) {
                    Some((seat, _)) => {
                        self.at.turn = Some(seat);
                        return;
                    }
                    None => {
                        self.at.order = self.at.seats().collect();
                        self.income();
                    }
                },
                Phase::Action => {
                    if self.end_turn() {
                        return;
                    }
                }
                Phase::CultIncome => {
                    let order = self.game.coming_order(self.at);
                    self.at.turn = order.into_iter().find(|&s| self.owes(s));
                    if self.at.turn.is_some() {
                        return;
                    }
                    self.at.order = self.game.coming_order(self.at);
                    self.income();
                }
                Phase::Income => {
                    self.at.turn = self.at.order.iter().copied().find(|&s| self.owes(s));
                    if self.at.turn.is_some() {
                        return;
                    }
                    self.start_round();
                }
                Phase::End => {
                    self.at.turn = None;
                    return;
                }
            }
        }
    }

    /// Passes the turn on; `false` if the round has ended instead.
    fn end_turn(&mut self) -> bool {
        if let Some(seat) = self.at.turn {
            let passed = self.at.passed.contains(&seat);
            let dropped = self.at.dropped.contains(seat);
            // whoever has passed may place a free step later
            let owes = if passed { self.owes_but_steps(seat) } else { self.owes(seat) };
            let unfinished = self.at.doing.actions > 0 || owes;
            if !dropped && unfinished {
                return true;
            }
            let gone = passed || dropped;
            let next = next_mover(self.at, seat);
            let done = std::mem::take(&mut self.at.doing);
            self.at.after = (!gone).then_some((seat, done));
            self.at.turn = next;
            if next.is_some() {
                return true;
            }
        }
        let open = !self.at.offers.is_empty()
            || self.at.seats().any(|s| {
                !self.at.dropped.contains(s) && (self.owes(s) || self.at.player(s).owed[Owed::Token] > 0)
            });
        if open {
            return true;
        }
        self.at.after = None;
        if self.at.round >= 6 {
            self.final_scoring();
            self.at.phase = Phase::End;
            // rights nobody used are void
            self.at.players.iter_mut().for_each(|player| player.owed = super::ByOwed::default());
        } else {
            self.cult_income();
        }
        false
    }

    /// Rewards of the cult for everybody.
    fn cult_income(&mut self) {
        self.at.phase = Phase::CultIncome;
        let reward = self.game.setup().scoring[usize::from(self.at.round).clamp(1, 6) - 1].reward();
        for seat in row_order(self.at, self.game.coming_order(self.at)) {
            let before = self.figures(seat);
            let steps = match reward.cult {
                Some(cult) => self.at.player(seat).cult[cult],
                None => self.at.priests_on_board(seat),
            };
            let times = steps / reward.steps;
            self.gain_income(seat, reward.income, times.into());
            if !self.at.dropped.contains(seat) {
                self.gain_spades(seat, reward.spades * times);
            }
            self.note(seat, Happening::CultIncome, before);
        }
        self.forget_dropped();
    }

    /// Ordinary income for everybody, in the order of the round that begins.
    fn income(&mut self) {
        self.at.phase = Phase::Income;
        self.at.round += 1;
        self.at.passed.clear();
        for seat in row_order(self.at, self.at.order.clone()) {
            let before = self.figures(seat);
            let sources = self.at.player(seat).income_sources();
            for income in sources {
                self.gain_income(seat, income, 1);
            }
            self.note(seat, Happening::Income, before);
        }
        self.forget_dropped();
    }

    /// Begins the first round for one seat, wherever setup stands: to plan with, not to play.
    fn begin(&mut self) {
        (self.at.phase, self.at.round, self.at.turn) = (Phase::Action, 1, Some(self.me));
        let sources = self.at.player(self.me).income_sources();
        for income in sources {
            self.gain_income(self.me, income, 1);
        }
    }

    /// The income of a round whose clean-up is done already, as other programs order it, and its first turn.
    pub(super) fn income_of_this_round(&mut self) {
        self.at.round -= 1;
        self.income();
        self.first_turn();
    }

    /// Whoever has dropped out decides nothing any more.
    fn forget_dropped(&mut self) {
        for seat in self.at.dropped.iter() {
            self.player_mut(seat).owed = super::ByOwed::default();
        }
    }

    /// Clean-up, and the first turn of the round.
    fn start_round(&mut self) {
        for &card in &self.game.setup().cards {
            if let Some(coins) = &mut self.at.free_cards[card] {
                *coins += 1;
            }
        }
        self.at.used = PowerActionSet::EMPTY;
        for player in &mut self.at.players {
            (player.bonus_used, player.favor_used, player.stronghold_used) = (false, false, false);
        }
        self.first_turn();
    }

    fn first_turn(&mut self) {
        self.at.phase = Phase::Action;
        self.at.doing = Doing::default();
        self.at.after = None;
        let dropped = self.at.dropped;
        self.at.turn = self.at.order.iter().copied().find(|s| !dropped.contains(*s));
    }

    /// A seat drops out: its card is free again, its offers are gone, its things stay.
    pub(super) fn drop_out(&mut self) -> Result<(), Refusal> {
        self.decline_all(self.me);
        let player = self.mine_mut();
        player.owed = super::ByOwed::default();
        if let Some(card) = player.bonus.take() {
            player.bonus_used = false;
            self.at.free_cards[card] = Some(0);
        }
        let me = self.me;
        self.at.passed.retain(|s| *s != me);
        self.at.dropped.insert(me);
        if self.at.after.as_ref().is_some_and(|(seat, _)| *seat == me) {
            self.at.after = None;
        }
        Ok(())
    }

    /// Hexes where the seat that has just moved may still put its dwelling.
    pub(super) fn open_dwellings(&self) -> HexSet {
        match &self.at.after {
            Some((seat, done)) if done.followup[super::Followup::Build] > 0 && *seat == self.me => {
                done.build_at
            }
            _ => HexSet::EMPTY,
        }
    }
}

impl Terra {
    /// A position of setup as if the first round began for a seat: to plan with, not to play.
    pub(crate) fn begin_for(&self, position: &mut Position, seat: Seat) {
        self.table(position, seat, None).begin();
    }

    /// Whether a seat owes something that holds up its turn, or its phase.
    fn owes(&self, position: &Position, seat: Seat) -> bool {
        position.player(seat).owed[Owed::Cult] > 0 || self.owes_but_steps(position, seat)
    }

    /// The same, free cult steps aside.
    pub(super) fn owes_but_steps(&self, position: &Position, seat: Seat) -> bool {
        let owed = &position.player(seat).owed;
        let strict = self.options().contains(super::RuleOption::StrictDarklings);
        HOLDS_TURN.iter().any(|&o| owed[o] > 0) || owed[Owed::Ordain] > 0 && strict
    }

    /// Seats that may decide something.
    pub(super) fn deciders(&self, position: &Position) -> SeatSet {
        let mut set: SeatSet = position.turn.into_iter().collect();
        match position.phase {
            Phase::Action => {
                position.offers.iter().for_each(|o| set.insert(o.to));
                for seat in position.seats() {
                    let owed = &position.player(seat).owed;
                    if owed[Owed::Cult] + owed[Owed::Token] > 0 {
                        set.insert(seat);
                    }
                }
            }
            Phase::CultIncome | Phase::Income => {
                position.seats().filter(|&s| self.owes(position, s)).for_each(|s| set.insert(s));
            }
            Phase::Setup | Phase::End => {}
        }
        position.dropped.iter().for_each(|s| set.remove(s));
        set
    }
}
