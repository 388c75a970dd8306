//! The workbench of the rules: a game, a position under the hand, and a list of what happens by itself.

use super::{ByFollowup, Followup, Owed, Player, Position, Refusal, RuleOption, Terra, refusal::Price};
use crate::factions::{Faction, SpadeEffect};
use crate::map::Board;
use crate::tiles::{Cost, Cult, Income};
use hexwright_core::Seat;

/// Something that happens without a command of the seat: an engine row of a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Reward of the cult.
    CultIncome,
    /// Ordinary income.
    Income,
    /// An opponent accepted power.
    Accepted,
    /// All opponents declined power.
    Declined,
    /// Points for a cult at the end.
    CultPoints(Cult, u8),
    /// Points for the network.
    NetworkPoints(u8),
    /// Points of the extra final scoring.
    ExtraPoints(u8),
    /// Goods become points.
    Resources,
}

/// The figures of a ledger row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Points.
    pub points: i16,
    /// Coins.
    pub coins: u16,
    /// Workers.
    pub workers: u16,
    /// Priests.
    pub priests: u16,
    /// The three bowls.
    pub power: [u16; 3],
    /// Cult tracks.
    pub cult: [u8; 4],
    /// Steps not yet placed.
    pub open_steps: u8,
}

impl Figures {
    /// The figures of a player now.
    #[must_use]
    pub fn of(player: &Player) -> Self {
        Self {
            points: player.points,
            coins: player.coins,
            workers: player.workers,
            priests: player.priests,
            power: player.power,
            cult: *player.cult.values(),
            open_steps: player.owed[Owed::Cult],
        }
    }
}

/// A happening with whom it befell and the figures after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whom it befell.
    pub seat: Seat,
    /// What.
    pub what: Happening,
    /// The seat's figures before it.
    pub before: Figures,
    /// The seat's figures after it.
    pub figures: Figures,
}

/// A position being changed. `me` is the seat whose command runs.
pub(super) struct Table<'a> {
    pub(super) game: &'a Terra,
    pub(super) at: &'a mut Position,
    pub(super) me: Seat,
    pub(super) notes: Option<&'a mut Vec<Note>>,
    /// Whether the command took a full action.
    pub(super) acted: bool,
    /// Whether that action began a turn that the last one did not properly end.
    pub(super) new_turn: bool,
    /// Power its builds offered to each seat, dropped ones included.
    pub(super) offered: [u8; super::MAX_PLAYERS],
}

impl Table<'_> {
    pub(super) fn board(&self) -> &Board {
        self.game.board()
    }

    pub(super) fn option(&self, option: RuleOption) -> bool {
        self.game.options().contains(option)
    }

    pub(super) fn mine(&self) -> &Player {
        self.at.player(self.me)
    }

    pub(super) fn mine_mut(&mut self) -> &mut Player {
        &mut self.at.players[self.me.index()]
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.at.players[seat.index()]
    }

    pub(super) fn figures(&self, seat: Seat) -> Figures {
        Figures::of(self.at.player(seat))
    }

    pub(super) fn note(&mut self, seat: Seat, what: Happening, before: Figures) {
        let figures = self.figures(seat);
        if let Some(notes) = &mut self.notes {
            notes.push(Note { seat, what, before, figures });
        }
    }

    /// Takes one full action of the turn; whatever the last one allowed is over.
    pub(super) fn take_action(&mut self) -> Result<(), Refusal> {
        if self.at.doing.actions == 0 {
            if !self.may_go_on() {
                return Err(Refusal::NoActionLeft);
            }
            self.at.doing = super::Doing::default();
            self.new_turn = true;
        }
        if let Some(owed) = self.action_blocked() {
            return Err(Refusal::StillOwed(owed));
        }
        self.acted = true;
        self.decline_all(self.me);
        let doing = &mut self.at.doing;
        doing.actions -= 1;
        doing.followup = ByFollowup::default();
        doing.build_at = crate::map::HexSet::EMPTY;
        doing.reached = None;
        (doing.same_track, doing.home_only, doing.bound_spades) = (false, false, false);
        Ok(())
    }

    /// The last player left may start another turn although a free step is unplaced.
    pub(super) fn may_go_on(&self) -> bool {
        let free_steps = self.mine().owed[Owed::Cult] > 0 && !self.at.doing.same_track;
        free_steps && self.alone() && !self.owes_but_steps(self.me)
    }

    /// Whether nobody else is left in the round.
    pub(super) fn alone(&self) -> bool {
        self.at
            .seats()
            .all(|s| (s == self.me) != (self.at.passed.contains(&s) || self.at.dropped.contains(s)))
    }

    pub(super) fn allow(&mut self, followups: &[(Followup, u8)]) {
        for &(kind, n) in followups {
            self.at.doing.followup[kind] = n;
        }
    }

    /// Pays a price.
    pub(super) fn pay(&mut self, price: Price) -> Result<(), Refusal> {
        let p = self.mine_mut();
        if p.coins < price.coins
            || p.workers < price.workers
            || p.priests < price.priests
            || p.power[2] < price.power
        {
            return Err(Refusal::Short { price });
        }
        p.coins -= price.coins;
        p.workers -= price.workers;
        p.priests -= price.priests;
        p.power[2] -= price.power;
        p.power[0] += price.power;
        Ok(())
    }

    /// Whether a price can be paid.
    pub(super) fn can_pay(&self, price: Price) -> Result<(), Refusal> {
        let p = self.mine();
        let enough = p.coins >= price.coins
            && p.workers >= price.workers
            && p.priests >= price.priests
            && p.power[2] >= price.power;
        if enough { Ok(()) } else { Err(Refusal::Short { price }) }
    }

    pub(super) fn gain_power(&mut self, seat: Seat, amount: u16) {
        gain_power(self.player_mut(seat), amount);
    }

    /// Priests a seat can have in hand.
    pub(super) fn priest_limit(&self, seat: Seat) -> u16 {
        let player = self.at.player(seat);
        let all = if player.faction == Faction::Riverwalkers { player.unlocked.len() as u16 } else { 7 };
        all.saturating_sub(self.at.priests_on_board(seat).into())
    }

    /// Priests come up to the limit; to Riverwalkers each is a decision while a terrain is locked.
    pub(super) fn gain_priests(&mut self, seat: Seat, amount: u16) {
        let player = self.at.player(seat);
        if player.faction == Faction::Riverwalkers && player.unlocked.len() < 7 {
            self.player_mut(seat).owed[Owed::Unlock] += amount as u8;
            return;
        }
        let room = self.priest_limit(seat).saturating_sub(player.priests);
        self.player_mut(seat).priests += amount.min(room);
    }

    pub(super) fn gain_income(&mut self, seat: Seat, income: Income, times: u16) {
        let player = self.player_mut(seat);
        player.coins += u16::from(income.coins) * times;
        player.workers += u16::from(income.workers) * times;
        self.gain_power(seat, u16::from(income.power) * times);
        self.gain_priests(seat, u16::from(income.priests) * times);
    }

    /// Spades come, with everything they bring besides; points fall due now, used or not.
    pub(super) fn gain_spades(&mut self, seat: Seat, amount: u8) {
        let effect = self.at.player(seat).sheet().spade;
        if effect == SpadeEffect::Lost {
            return;
        }
        if self.at.phase == super::Phase::Action {
            let tile = self.game.setup().scoring[usize::from(self.at.round).clamp(1, 6) - 1];
            self.player_mut(seat).points += i16::from(tile.points_for_spade() * amount);
        }
        let stronghold = self.at.player(seat).has_stronghold();
        let player = self.player_mut(seat);
        match effect {
            SpadeEffect::CultStep => player.owed[Owed::Cult] += amount,
            SpadeEffect::Token => player.power[0] += u16::from(amount),
            SpadeEffect::Points(points) => {
                player.points += i16::from(points * amount);
                player.owed[Owed::Spade] += amount;
            }
            SpadeEffect::PowerWithStronghold(power) => {
                player.owed[Owed::Spade] += amount;
                if stronghold {
                    gain_power(player, u16::from(power * amount));
                }
            }
            SpadeEffect::Plain | SpadeEffect::Lost => player.owed[Owed::Spade] += amount,
        }
    }

    /// Nobody else's top of a cult track.
    pub(super) fn top_taken(&self, cult: Cult) -> bool {
        self.at.players.iter().any(|p| p.cult[cult] == 10)
    }

    /// Whether the Cultists may still get to the top of a track and so are waited for.
    pub(super) fn cultists_first(&self, mover: Seat, cult: Cult) -> bool {
        let Some(seat) = self.at.seat_of(Faction::Cultists).filter(|&s| s != mover) else { return false };
        let player = self.at.player(seat);
        if player.keys == 0 || self.at.dropped.contains(seat) {
            return false;
        }
        let mut events = [0u16; 16];
        let mut open = 0;
        for offer in self.at.offers.iter().filter(|o| o.from == seat && o.gain > 0 && !o.taken) {
            if open < events.len() && !events[..open].contains(&offer.event) {
                events[open] = offer.event;
                open += 1;
            }
        }
        let steps = player.owed[Owed::Cult] as usize + open;
        let place = usize::from(player.cult[cult]);
        steps > 0 && place < 10 && place + steps >= 10
    }

    /// Moves up a track as far as keys allow.
    pub(super) fn step_up(&mut self, seat: Seat, cult: Cult, steps: u8) -> Result<(), Refusal> {
        let from = self.at.player(seat).cult[cult];
        let mut to = from + steps;
        if to >= 10 && from < 10 {
            if self.top_taken(cult) {
                to = 9;
            } else if self.at.player(seat).keys == 0 {
                to = 9;
                if self.at.turn == Some(seat) {
                    self.at.doing.cult_owed.insert(cult);
                }
            } else if self.cultists_first(seat, cult) {
                return Err(Refusal::WaitForCultists);
            } else {
                to = 10;
                self.player_mut(seat).keys -= 1;
                self.at.doing.cult_owed.remove(cult);
            }
        }
        let to = to.min(10).max(from);
        let player = self.player_mut(seat);
        player.cult[cult] = to;
        gain_power(player, Cult::power_between(from, to).into());
        Ok(())
    }

    /// Keys arrive: steps held back for lack of one are made up if there is a key for each.
    pub(super) fn gain_keys(&mut self, seat: Seat, keys: u8) -> Result<(), Refusal> {
        self.player_mut(seat).keys += keys;
        if self.at.turn != Some(seat) {
            return Ok(());
        }
        let waiting = self.at.doing.cult_owed;
        if usize::from(self.at.player(seat).keys) >= waiting.len() {
            for cult in waiting.iter() {
                if self.at.player(seat).cult[cult] == 9 {
                    self.step_up(seat, cult, 1)?;
                }
            }
            self.at.doing.cult_owed = crate::tiles::CultSet::EMPTY;
        }
        Ok(())
    }
}

pub(super) fn gain_power(player: &mut Player, amount: u16) {
    let first = amount.min(player.power[0]);
    player.power[0] -= first;
    player.power[1] += first;
    let second = (amount - first).min(player.power[1]);
    player.power[1] -= second;
    player.power[2] += second;
}

impl Price {
    /// The price of a building or advance.
    pub(super) const fn goods(cost: Cost) -> Self {
        Self {
            coins: cost.coins as u16,
            workers: cost.workers as u16,
            priests: cost.priests as u16,
            power: 0,
        }
    }

    /// Power alone.
    pub(super) const fn power(power: u8) -> Self {
        Self { coins: 0, workers: 0, priests: 0, power: power as u16 }
    }

    /// The price so many times.
    pub(super) const fn times(self, n: u8) -> Self {
        let n = n as u16;
        Self {
            coins: self.coins * n,
            workers: self.workers * n,
            priests: self.priests * n,
            power: self.power * n,
        }
    }

    /// Both prices.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            coins: self.coins + other.coins,
            workers: self.workers + other.workers,
            priests: self.priests + other.priests,
            power: self.power + other.power,
        }
    }
}
