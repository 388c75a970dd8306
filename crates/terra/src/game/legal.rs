//! All legal moves of a seat, in a fixed order: by decision, then by code or hex.
//!
//! The **compact** form puts minimal conversions in front of a move that cannot be paid as it is; the
//! **micro** form lists conversions as moves of their own and everything else as it can be paid now.

mod full;
mod owed;
mod spades;
mod wanted;

use super::{
    Action, Command, Conversion, Followup, Owed, Phase, Position, Refusal, Terra, afford, flow::SetupStep,
    refusal::Price, table::Table,
};
use crate::factions::{Faction, Home};
use crate::tiles::{BonusCard, Building};
use hexwright_core::{HexId, Seat};

/// Gathers moves; decides what happens to those that cannot be paid as they are.
pub(super) struct List<'a> {
    out: &'a mut Vec<Action>,
    /// Whether conversions may stand in front.
    convert: bool,
    /// Where commands go that no conversion makes payable, with their prices.
    beyond: Option<&'a mut Vec<(Command, Price)>>,
}

impl<'a> List<'a> {
    const fn new(out: &'a mut Vec<Action>, convert: bool) -> Self {
        Self { out, convert, beyond: None }
    }

    /// Notes a command that cannot be paid.
    fn lacks(&mut self, command: Command, price: Price) {
        if let Some(beyond) = &mut self.beyond {
            beyond.push((command, price));
        }
    }
}

impl Terra {
    /// Every move of a seat with conversions in front where they are needed.
    pub(super) fn compact_moves(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        let mut copy = position.clone();
        let table = self.table(&mut copy, seat, None);
        let own_turn = table.at.phase == Phase::Action && table.at.turn == Some(seat);
        if let Some((last, _)) = table.at.after {
            let start = out.len();
            if last == seat {
                table.trailing(&mut List::new(out, true));
                if out.len() > start {
                    out.push(Command::Done.into());
                    return;
                }
            } else if self.adding(position).is_some() {
                return;
            }
        }
        table.list(&mut List::new(out, own_turn));
        if own_turn {
            table.pass_with_power(out);
        }
    }

    /// Whether the seat that has just moved may still add something worth asking for.
    pub(crate) fn adding(&self, position: &Position) -> Option<Seat> {
        let (seat, done) = position.after.as_ref()?;
        let dwelling = done.followup[Followup::Build] > 0 && !done.build_at.is_empty();
        if !dwelling && position.player(*seat).faction != Faction::Mermaids {
            return None; // nobody else has anything to add
        }
        self.table(&mut position.clone(), *seat, None).may_add().then_some(*seat)
    }

    /// Every command of a seat that can be given now, conversions included: those after `last` in
    /// canonical order, so that no position is listed twice by mere re-ordering.
    #[must_use]
    pub fn micro_moves(&self, position: &Position, seat: Seat, last: Option<Conversion>) -> Vec<Command> {
        let mut actions = Vec::new();
        let mut copy = position.clone();
        let table = self.table(&mut copy, seat, None);
        let mut list = List::new(&mut actions, false);
        if table.at.after.as_ref().is_some_and(|(s, _)| *s == seat) {
            table.trailing(&mut list);
        }
        table.list(&mut list);
        let mut commands: Vec<Command> = actions.into_iter().map(|a| a.command).collect();
        let trailing = position.after.as_ref().is_some_and(|(s, _)| *s == seat);
        if position.phase == Phase::Action && (position.turn == Some(seat) || trailing) {
            let kinds = Conversion::ALL.into_iter().filter(|&k| last.is_none_or(|l| k > l));
            for kind in kinds {
                let most = table.most(kind);
                commands.extend((1..=most).map(|n| Command::Convert(kind, n)));
            }
        }
        let mut seen = Vec::with_capacity(commands.len());
        commands.retain(|c| {
            let new = !seen.contains(c);
            seen.push(*c);
            new
        });
        commands
    }
}

impl Table<'_> {
    fn offer_move(&self, list: &mut List<'_>, command: Command, price: Price) {
        if self.can_pay(price).is_ok() {
            list.out.push(command.into());
        } else if list.convert {
            let found = list.out.len();
            afford::ways_to_pay(self.mine(), self.priest_room(), price, |before| {
                list.out.push(Action { before, command });
            });
            if list.out.len() == found {
                list.lacks(command, price);
            }
        }
    }

    pub(super) fn priest_room(&self) -> u16 {
        self.priest_limit(self.me).saturating_sub(self.mine().priests)
    }

    /// Whether a command works, tried on a copy: for the few whose effects reach far.
    fn works(&self, command: Command) -> bool {
        self.game.run(&mut self.at.clone(), self.me, &command, None).is_ok()
    }

    /// How often a conversion can be made now.
    fn most(&self, kind: Conversion) -> u8 {
        let player = self.mine();
        let alchemists = player.faction == Faction::Alchemists;
        let most = match kind {
            Conversion::Burn => player.power[1] / 2,
            Conversion::PriestToWorker | Conversion::PriestToCoin => player.priests,
            Conversion::PowerToPriest => {
                let room = if player.faction == Faction::Riverwalkers { 7 } else { self.priest_room() };
                (player.power[2] / 5).min(room)
            }
            Conversion::PowerToWorker => player.power[2] / 3,
            Conversion::PowerToCoin => player.power[2],
            Conversion::WorkerToCoin => player.workers,
            Conversion::PointToCoin if alchemists => player.points.max(0) as u16,
            Conversion::CoinToPoint if alchemists => player.coins / 2,
            Conversion::PointToCoin | Conversion::CoinToPoint => 0,
        };
        most.min(200) as u8
    }

    fn may_add(&self) -> bool {
        let mut out = Vec::new();
        self.trailing(&mut List::new(&mut out, true));
        !out.is_empty()
    }

    /// What may be added to a turn that is over: its dwelling, a river town.
    fn trailing(&self, list: &mut List<'_>) {
        if self.at.phase != Phase::Action || self.mine().owed[Owed::FreeDwelling] > 0 {
            return;
        }
        let price = Price::goods(self.mine().sheet().price[0]);
        if self.mine().built[Building::Dwelling] < Building::Dwelling.stock() {
            for hex in self.open_dwellings().iter().filter(|&h| self.at.buildings[h].is_none()) {
                // transformed in this turn, so reached and paid for
                self.offer_move(list, Command::Build(HexId(hex as u16)), price);
            }
        }
        self.list_connect(list);
    }

    fn list_connect(&self, list: &mut List<'_>) {
        if self.mine().faction == Faction::Mermaids {
            let board = self.board();
            for river in board.ids().filter(|&h| !board.is_land(h)).filter(|&h| self.connects(h)) {
                list.out.push(Command::Connect(river).into());
            }
        }
    }

    fn list(&self, list: &mut List<'_>) {
        if self.at.dropped.contains(self.me) {
            return;
        }
        match self.at.phase {
            Phase::Setup => self.list_setup(list),
            Phase::Action => {
                self.list_offers(list);
                if self.at.turn == Some(self.me) {
                    self.list_connect(list);
                    self.list_owed(list);
                    self.list_full(list);
                } else {
                    self.list_steps(list);
                }
            }
            Phase::CultIncome => {
                self.list_spades(list);
                self.list_steps(list);
                self.list_unlock(list);
            }
            Phase::Income => self.list_unlock(list),
            Phase::End => {}
        }
    }

    fn list_setup(&self, list: &mut List<'_>) {
        let Some((seat, step)) = self.game.setup_step(self.at).filter(|(s, _)| *s == self.me) else {
            return;
        };
        match step {
            SetupStep::Bid => list.out.extend(self.game.bids(self.at, seat).map(Action::from)),
            SetupStep::Choose => {
                self.list_colours(list);
                self.list_favors(list);
            }
            SetupStep::Dwelling => {
                let player = self.at.player(seat);
                let wanted = match player.sheet().home {
                    Home::Colour(colour) => Some(colour),
                    _ => player.chosen,
                };
                let board = self.board();
                let river = |h: HexId| !board.neighbours(h).without(board.land()).is_empty();
                for hex in board.ids().filter(|&h| board.is_land(h)) {
                    let fits = Some(self.at.terrain(hex)) == wanted && self.at.building(hex).is_none();
                    if fits && (player.faction != Faction::Riverwalkers || river(hex)) {
                        list.out.push(Command::Build(hex).into());
                    }
                }
            }
            SetupStep::Card => self.list_cards(list),
        }
    }

    fn list_cards(&self, list: &mut List<'_>) {
        let free = BonusCard::ALL.into_iter().filter(|&c| self.at.free_cards[c].is_some());
        list.out.extend(free.map(|c| Action::from(Command::Pass(Some(c)))));
    }

    fn list_offers(&self, list: &mut List<'_>) {
        let mut seen: Vec<(Seat, u8)> = Vec::new();
        for offer in self.at.offers.iter().filter(|o| o.to == self.me) {
            let key = (offer.from, offer.amount);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let (from, amount) = key;
            if !offer.late || !self.option(super::RuleOption::StrictLeech) {
                list.out.push(Command::Accept { from, amount }.into());
            }
            list.out.push(Command::Decline { from, amount }.into());
        }
    }

    fn own(&self, building: Building) -> impl Iterator<Item = HexId> + '_ {
        let hexes = self.mine().hexes.iter().map(|h| HexId(h as u16));
        hexes.filter(move |&h| self.at.building(h).is_some_and(|p| p.building == building))
    }
}

impl Terra {
    /// Whether the position lets a seat act at all, and on what: the gate of the game contract.
    pub(super) fn gate(&self, position: &Position, seat: Seat, command: &Command) -> Result<(), Refusal> {
        match self.adding(position) {
            Some(last) if last != seat => Err(Refusal::NotYourTurn),
            Some(_) => match command {
                Command::Build(hex)
                    if position.after.as_ref().is_some_and(|(_, d)| {
                        d.followup[Followup::Build] > 0 && d.build_at.contains(hex.index())
                    }) =>
                {
                    Ok(())
                }
                Command::Connect(_) | Command::Convert(..) | Command::Done | Command::Drop => Ok(()),
                _ => Err(Refusal::TurnNotEnded),
            },
            None => match command {
                Command::Done => Err(Refusal::WrongPhase),
                Command::Lose(..) => Err(Refusal::OnlyInLogs),
                // logs name the choices of setup in any order; here one seat after the other is asked
                Command::Colour(_) | Command::Favor(_) | Command::Refuse(..)
                    if position.phase == Phase::Setup
                        && self.setup_step(position).is_none_or(|(chooser, _)| chooser != seat) =>
                {
                    Err(Refusal::NotYourTurn)
                }
                Command::Ordain(_) | Command::Refuse(Owed::Ordain, _) if position.turn != Some(seat) => {
                    Err(Refusal::NotYourTurn)
                }
                // over and nothing to add: whoever comes next is to move
                Command::Build(_) | Command::Connect(_) if position.phase == Phase::Action => {
                    if position.turn == Some(seat) { Ok(()) } else { Err(Refusal::NotYourTurn) }
                }
                _ => Ok(()),
            },
        }
    }
}
