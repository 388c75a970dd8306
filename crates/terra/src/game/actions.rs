//! Action spaces, priests, tracks, passing, conversions, and giving things up.

use super::{Conversion, Followup, Good, Owed, Refusal, RuleOption, refusal::Price, table::Table};
use crate::factions::{Faction, SpadeEffect};
use crate::tiles::{BonusCard, Building, Cult, Favor, PowerAction, Special};
use hexwright_core::Seat;

/// Points for a level of digging.
const DIGGING_POINTS: i16 = 6;

impl Table<'_> {
    /// Whether a power action is open to the seat, and its price.
    pub(super) fn power_price(&self, action: PowerAction) -> Result<Price, Refusal> {
        let player = self.mine();
        if matches!(action, PowerAction::Spade | PowerAction::Spades)
            && player.faction == Faction::Riverwalkers
        {
            return Err(Refusal::NotForFaction);
        }
        let open_again = player.faction == Faction::Yetis && player.has_stronghold();
        if self.at.used.contains(action) && !open_again {
            return Err(Refusal::Blocked);
        }
        Ok(Price::power(action.power() - player.sheet().power_discount))
    }

    /// A power action of the board.
    pub(super) fn power_action(&mut self, action: PowerAction) -> Result<(), Refusal> {
        let price = self.power_price(action)?;
        self.take_action()?;
        self.pay(price)?;
        self.at.used.insert(action);
        match action {
            PowerAction::Bridge => self.owe_bridge(),
            PowerAction::Priest => self.gain_priests(self.me, 1),
            PowerAction::Workers => self.mine_mut().workers += 2,
            PowerAction::Coins => self.mine_mut().coins += 7,
            PowerAction::Spade => self.spade_action(1, 1),
            PowerAction::Spades => self.spade_action(2, 2),
        }
        Ok(())
    }

    fn owe_bridge(&mut self) {
        self.mine_mut().owed[Owed::Bridge] += 1;
        self.allow(&[(Followup::Bridge, 1)]);
    }

    fn spade_action(&mut self, spades: u8, hexes: u8) {
        self.gain_spades(self.me, spades);
        let usable = !matches!(self.mine().sheet().spade, SpadeEffect::CultStep | SpadeEffect::Token);
        if usable {
            self.allow(&[(Followup::Dig, 1), (Followup::Transform, hexes), (Followup::Build, 1)]);
        }
    }

    /// Whether an action of a faction or tile is open to the seat, and its price.
    pub(super) fn special_price(&self, special: Special) -> Result<Price, Refusal> {
        let player = self.mine();
        let own = player.sheet().stronghold_action == Some(special);
        let shapes = player.faction == Faction::Shapeshifters && player.has_stronghold();
        let printed = self.game.first_printing();
        let open = match special {
            Special::Engineers => player.faction == Faction::Engineers,
            Special::ShapePower | Special::ShapeTokens => shapes && !printed,
            Special::OldShapePower | Special::OldShapeTokens => shapes && printed,
            Special::BonusSpade => {
                player.bonus == Some(BonusCard::Spade) && player.faction != Faction::Riverwalkers
            }
            Special::BonusCult => player.bonus == Some(BonusCard::Cult),
            Special::FavorCult => player.favors.contains(Favor::Water2),
            _ => own && player.has_stronghold(),
        };
        if !open {
            return Err(Refusal::NotForFaction);
        }
        let blocked = match special {
            Special::BonusSpade | Special::BonusCult => player.bonus_used,
            Special::FavorCult => player.favor_used,
            _ => own && player.stronghold_used,
        };
        if blocked {
            return Err(Refusal::Blocked);
        }
        let tokens = player.power.iter().sum::<u16>();
        match special {
            Special::Engineers => Ok(Price { workers: 2, ..Price::default() }),
            Special::ShapePower => Ok(Price::power(5)),
            Special::OldShapePower => Ok(Price::power(3)),
            Special::ShapeTokens if tokens < 5 => Err(Refusal::NoTokens),
            Special::OldShapeTokens if tokens < 3 => Err(Refusal::NoTokens),
            _ => Ok(Price::default()),
        }
    }

    /// An action of a faction or tile.
    pub(super) fn special(&mut self, special: Special) -> Result<(), Refusal> {
        let price = self.special_price(special)?;
        self.take_action()?;
        self.pay(price)?;
        let player = self.mine_mut();
        match special {
            Special::BonusSpade | Special::BonusCult => player.bonus_used = true,
            Special::FavorCult => player.favor_used = true,
            _ if player.sheet().stronghold_action == Some(special) => player.stronghold_used = true,
            _ => {}
        }
        match special {
            Special::Auren => {
                player.owed[Owed::Cult] += 2;
                self.at.doing.same_track = true;
            }
            Special::ChaosMagicians => self.at.doing.actions += 2,
            Special::Engineers => self.owe_bridge(),
            Special::Giants => self.spade_action(2, 1),
            Special::Nomads => {
                player.owed[Owed::FreeTransform] += 1;
                self.allow(&[(Followup::Dig, 1), (Followup::Transform, 1), (Followup::Build, 1)]);
            }
            Special::Swarmlings => {
                player.owed[Owed::FreeTradingHouse] += 1;
                self.allow(&[(Followup::Upgrade, 1)]);
            }
            Special::Witches => {
                player.owed[Owed::FreeDwelling] += 1;
                self.allow(&[(Followup::Build, 1)]);
            }
            Special::ShapePower => player.owed[Owed::Colour] += 1,
            Special::OldShapePower => {
                player.owed[Owed::Colour] += 1;
                player.points += 2;
            }
            Special::ShapeTokens => {
                player.owed[Owed::Colour] += 1;
                self.lose_tokens(5)?;
            }
            Special::OldShapeTokens => {
                player.owed[Owed::Colour] += 1;
                player.points += 2;
                self.lose_tokens(3)?;
            }
            Special::BonusSpade => self.spade_action(1, 1),
            Special::BonusCult | Special::FavorCult => player.owed[Owed::Cult] += 1,
        }
        Ok(())
    }

    /// The space a priest would take: its place on the track, `None` if it returns to the supply.
    pub(super) fn cult_space(&self, cult: Cult, steps: u8) -> Result<Option<usize>, Refusal> {
        let spaces = &self.at.priests[cult];
        match steps {
            3 if spaces[0].is_none() => Ok(Some(0)),
            2 => (1..4).find(|&i| spaces[i].is_none()).map(Some).ok_or(Refusal::NoCultSpace),
            1 => Ok(None),
            _ => Err(Refusal::NoCultSpace),
        }
    }

    /// Sends a priest.
    pub(super) fn send(&mut self, cult: Cult, steps: u8) -> Result<(), Refusal> {
        let space = self.cult_space(cult, steps)?;
        self.take_action()?;
        self.pay(Price { priests: 1, ..Price::default() })?;
        if let Some(space) = space {
            self.at.priests[cult][space] = Some(self.me);
        }
        let more = self.mine().faction == Faction::Acolytes && self.mine().has_stronghold();
        self.step_up(self.me, cult, steps + u8::from(more))
    }

    /// One level of shipping.
    pub(super) fn advance_shipping(&mut self) -> Result<(), Refusal> {
        let track = self.mine().sheet().shipping;
        if self.mine().shipping >= track.max {
            return Err(Refusal::TrackEnd);
        }
        self.take_action()?;
        self.pay(Price::goods(crate::factions::Shipping::ADVANCE))?;
        let player = self.mine_mut();
        player.shipping += 1;
        player.points += i16::from(track.points[usize::from(player.shipping)]);
        Ok(())
    }

    /// One level of digging.
    pub(super) fn advance_digging(&mut self) -> Result<(), Refusal> {
        let track = self.mine().sheet().digging;
        if self.mine().digging >= track.max {
            return Err(Refusal::TrackEnd);
        }
        self.take_action()?;
        self.pay(Price::goods(track.advance))?;
        let player = self.mine_mut();
        player.digging += 1;
        player.points += DIGGING_POINTS;
        Ok(())
    }

    /// Points for passing now.
    pub(super) fn passing_points(&self, seat: Seat) -> i16 {
        let player = self.at.player(seat);
        let mut points = 0;
        if let Some(card) = player.bonus {
            points += Building::ALL.iter().map(|&b| card.points_per(b) * player.built[b]).sum::<u8>();
            if card == BonusCard::ShippingPoints {
                points += 3 * player.shipping;
            }
        }
        if player.favors.contains(Favor::Air1) {
            points += [0, 2, 3, 3, 4][usize::from(player.built[Building::TradingHouse]).min(4)];
        }
        if player.has_stronghold() {
            points += match player.faction {
                Faction::Engineers => {
                    let own = |h: hexwright_core::HexId| player.hexes.contains(h.index());
                    3 * player.bridges.iter().filter(|b| own(b.0) && own(b.1)).count() as u8
                }
                Faction::IceMaidens => 3 * player.built[Building::Temple],
                _ => 0,
            };
        }
        points.into()
    }

    /// Leaves the round.
    pub(super) fn pass(&mut self, card: Option<BonusCard>) -> Result<(), Refusal> {
        let last = self.at.round >= 6;
        match card {
            None if !last => return Err(Refusal::CardExpected),
            Some(_) if last => return Err(Refusal::CardExpected),
            Some(card) if self.at.free_cards[card].is_none() => return Err(Refusal::NoCard),
            _ => {}
        }
        if let Some(owed) = self.pass_blocked() {
            return Err(Refusal::StillOwed(owed));
        }
        self.take_action()?;
        let points = self.passing_points(self.me);
        self.mine_mut().points += points;
        let old = self.mine_mut().bonus.take();
        if let Some(card) = card {
            self.take_card(card);
        }
        if let Some(old) = old {
            self.at.free_cards[old] = Some(0);
        }
        if !self.at.passed.contains(&self.me) {
            self.at.passed.push(self.me);
        }
        if self.option(RuleOption::StrictChaosMagicians) {
            self.at.doing.actions = 0;
        }
        Ok(())
    }

    /// What must be decided before passing; the last player left may leave free steps for later.
    pub(super) fn pass_blocked(&self) -> Option<Owed> {
        let owed = &self.mine().owed;
        let steps = owed[Owed::Cult] > 0 && !self.alone();
        let others = [Owed::Token, Owed::Unlock].into_iter().find(|&o| owed[o] > 0);
        if steps { Some(Owed::Cult) } else { others }
    }

    /// Takes a free card with its coins.
    pub(super) fn take_card(&mut self, card: BonusCard) {
        let coins = self.at.free_cards[card].take().unwrap_or(0);
        let player = self.mine_mut();
        player.coins += u16::from(coins);
        player.bonus = Some(card);
        player.bonus_used = false;
    }

    /// Changes goods.
    pub(super) fn convert(&mut self, kind: Conversion, count: u8) -> Result<(), Refusal> {
        let n = u16::from(count);
        let alchemists = self.mine().faction == Faction::Alchemists;
        if kind == Conversion::Burn {
            let player = self.mine_mut();
            if player.power[1] < 2 * n {
                return Err(Refusal::NoTokens);
            }
            player.power[1] -= 2 * n;
            player.power[2] += n;
            return Ok(());
        }
        if count == 0 {
            return Err(Refusal::Amount(0));
        }
        let one = match kind {
            Conversion::PriestToWorker | Conversion::PriestToCoin => Price { priests: 1, ..Price::default() },
            Conversion::PowerToPriest => Price::power(5),
            Conversion::PowerToWorker => Price::power(3),
            Conversion::PowerToCoin => Price::power(1),
            Conversion::WorkerToCoin => Price { workers: 1, ..Price::default() },
            Conversion::CoinToPoint => Price { coins: if alchemists { 2 } else { 3 }, ..Price::default() },
            Conversion::Burn | Conversion::PointToCoin => Price::default(),
        };
        self.pay(one.times(count))?;
        let player = self.mine_mut();
        match kind {
            Conversion::PriestToWorker | Conversion::PowerToWorker => player.workers += n,
            Conversion::PriestToCoin | Conversion::PowerToCoin | Conversion::WorkerToCoin => {
                player.coins += n;
            }
            Conversion::PowerToPriest => self.gain_priests(self.me, n),
            Conversion::PointToCoin => {
                if !alchemists {
                    return Err(Refusal::NotForFaction);
                }
                if player.points < n as i16 {
                    return Err(Refusal::NoPoints);
                }
                player.points -= n as i16;
                player.coins += n;
            }
            Conversion::CoinToPoint => player.points += n as i16,
            Conversion::Burn => {}
        }
        if self.option(RuleOption::StrictLeech) {
            let me = self.me;
            self.at.offers.iter_mut().filter(|o| o.to == me).for_each(|o| o.late = true);
        }
        Ok(())
    }

    /// Goods are lost for nothing.
    pub(super) fn lose(&mut self, good: Good, count: u8) -> Result<(), Refusal> {
        let n = u16::from(count);
        let price = match good {
            Good::Priest => Price { priests: n, ..Price::default() },
            Good::Worker => Price { workers: n, ..Price::default() },
            Good::Power => Price::power(count),
            Good::Coin => Price { coins: n, ..Price::default() },
            Good::Point => {
                let player = self.mine_mut();
                if player.points < i16::from(count) {
                    return Err(Refusal::NoPoints);
                }
                player.points -= i16::from(count);
                return Ok(());
            }
        };
        self.pay(price)
    }

    /// Workers become priests, once.
    pub(super) fn ordain(&mut self, count: u8) -> Result<(), Refusal> {
        let owed = self.mine().owed[Owed::Ordain];
        if owed == 0 {
            return Err(Refusal::NotOwed(Owed::Ordain));
        }
        if count > owed {
            return Err(Refusal::Amount(count));
        }
        self.pay(Price { workers: count.into(), ..Price::default() })?;
        self.mine_mut().owed[Owed::Ordain] = 0;
        self.gain_priests(self.me, count.into());
        Ok(())
    }

    /// Places steps that are owed.
    pub(super) fn step(&mut self, cult: Cult, count: u8) -> Result<(), Refusal> {
        let owed = self.mine().owed[Owed::Cult];
        if count == 0 || count > owed {
            return Err(Refusal::NotOwed(Owed::Cult));
        }
        if self.at.turn == Some(self.me) && self.at.doing.same_track {
            if count < owed {
                return Err(Refusal::SameTrack);
            }
            self.at.doing.same_track = false;
        }
        self.mine_mut().owed[Owed::Cult] -= count;
        self.step_up(self.me, cult, count)
    }

    /// Acolytes pay for a volcano; before a town tile anybody may step down to keep the keys.
    pub(super) fn step_down(&mut self, cult: Cult, count: u8) -> Result<(), Refusal> {
        let owed = self.mine().owed;
        let place = self.mine().cult[cult];
        if owed[Owed::LoseCult] > 0 {
            if count != owed[Owed::LoseCult] {
                return Err(Refusal::Amount(count));
            }
            if place < count {
                return Err(Refusal::NoStep);
            }
            let player = self.mine_mut();
            player.owed[Owed::LoseCult] = 0;
            player.cult[cult] -= count;
            player.keys += u8::from(place == 10);
            return Ok(());
        }
        if owed[Owed::Town] == 0 {
            return Err(Refusal::NotOwed(Owed::Town));
        }
        if count == 0 || !(8..=9).contains(&place) || place - count.min(place) < 7 {
            return Err(Refusal::NoStep);
        }
        self.mine_mut().cult[cult] -= count;
        self.at.doing.cult_owed.remove(cult);
        Ok(())
    }

    /// Gives up something that is owed.
    pub(super) fn refuse(&mut self, owed: Owed, count: u8) -> Result<(), Refusal> {
        let held = self.mine().owed[owed];
        if count == 0 || held < count {
            return Err(Refusal::NotOwed(owed));
        }
        match owed {
            Owed::Spade if self.at.phase == super::Phase::Action && self.at.doing.bound_spades => {
                return Err(Refusal::BoundSpades);
            }
            Owed::Volcano | Owed::LoseCult | Owed::Town | Owed::Colour | Owed::Unlock => {
                return Err(Refusal::CannotRefuse);
            }
            Owed::Favor if self.at.phase == super::Phase::Setup => return Err(Refusal::CannotRefuse),
            Owed::Cult => self.at.doing.same_track = false,
            _ => {}
        }
        let left = if owed == Owed::Ordain { 0 } else { held - count };
        self.mine_mut().owed[owed] = left;
        Ok(())
    }
}
