//! Digging and transforming.

use super::{Followup, Owed, Phase, Player, Position, Refusal, Terra, refusal::Price, table::Table};
use crate::factions::{Faction, Home};
use crate::map::Terrain;
use crate::tiles::Cult;
use hexwright_core::{HexId, Seat};

/// Spades it takes to turn a colour of the wheel into another, with so many in hand.
pub(super) fn spades_needed(player: &Player, from: Terrain, to: Terrain, in_hand: u8) -> Result<u8, Refusal> {
    let home = match (player.faction, player.wheel_home()) {
        (Faction::Riverwalkers, _) | (_, None) => return Err(Refusal::NotForFaction),
        (_, Some(home)) => home,
    };
    let ice = player.sheet().home == Home::Ice;
    if !from.on_wheel() || from == to {
        return Err(Refusal::CannotTransform(from));
    }
    if player.faction == Faction::Giants {
        return if to == home { Ok(2) } else { Err(Refusal::HomeOnly) };
    }
    let target = if to == Terrain::Ice && ice { home } else { to };
    if !target.on_wheel() || ice && to == home {
        return Err(Refusal::CannotTransform(from));
    }
    let short = from.distance(target);
    if short == 0 {
        return Ok(1); // the chosen colour freezes for one spade
    }
    if to == Terrain::Ice {
        return Ok(short); // the long way round never leads to ice
    }
    if target == home || from == home {
        // all spades in hand may go the long way round
        return Ok(if in_hand == 7 - short { in_hand } else { short });
    }
    let past_home = from.distance(home) + home.distance(target) == short;
    Ok(if past_home { 7 - short } else { short })
}

/// The terrain `spades` get a hex to on its way home: what a transform without a colour means.
pub(super) fn toward_home(player: &Player, from: Terrain, spades: u8) -> Option<Terrain> {
    if player.sheet().home == Home::Volcano {
        return Some(Terrain::Volcano);
    }
    let (home, wheel) = (player.home()?, player.wheel_home()?);
    if !from.on_wheel() {
        return None;
    }
    let distance = from.distance(wheel);
    if spades >= distance || player.faction == Faction::Giants {
        return Some(home);
    }
    let step = if from.turned(distance as i8) == wheel { 1 } else { -1 };
    Some(from.turned(step * spades as i8))
}

impl Terra {
    /// What a transform without a colour means for a seat with so many spades.
    pub(crate) fn toward_home(
        &self,
        position: &Position,
        seat: Seat,
        hex: HexId,
        spades: u8,
    ) -> Option<Terrain> {
        toward_home(position.player(seat), position.terrain(hex), spades)
    }
}

impl Table<'_> {
    /// Pays for spades, or announces a volcano.
    pub(super) fn dig(&mut self, count: u8) -> Result<(), Refusal> {
        let sheet = self.mine().sheet();
        let volcano = sheet.home == Home::Volcano;
        if count == 0 || count > 7 || volcano && count > 1 {
            return Err(Refusal::Amount(count));
        }
        let prices = sheet.digging.spade;
        if !volcano && prices.is_none() {
            return Err(Refusal::NotForFaction);
        }
        if self.mine().owed[Owed::FreeTransform] > 0 {
            return Err(Refusal::StillOwed(Owed::FreeTransform));
        }
        if self.at.doing.followup[Followup::Dig] == 0 {
            self.take_action()?;
        } else if volcano {
            return Err(Refusal::NoActionLeft);
        }
        if let Some(prices) = prices {
            let price = Price::goods(prices[usize::from(self.mine().digging).min(2)]);
            self.pay(price.times(count))?;
            self.mine_mut().points += i16::from(sheet.digging.points * count);
            self.gain_spades(self.me, count);
        } else {
            self.mine_mut().owed[Owed::Volcano] += 1;
        }
        self.allow(&[(Followup::Dig, 1), (Followup::Transform, 1), (Followup::Build, 1)]);
        self.at.doing.bound_spades = true;
        let fits = if volcano { self.reach_any_volcano() } else { self.spades_have_a_hex() };
        if fits { Ok(()) } else { Err(Refusal::NoHexForSpades) }
    }

    fn reach_any_volcano(&self) -> bool {
        let (free, _) = self.game.reach(self.at, self.me);
        free.iter().any(|h| self.at.buildings[h].is_none() && self.volcano_fits(HexId(h as u16)))
    }

    /// Changes the terrain of a hex by spades, sandstorm or volcano.
    pub(super) fn transform(&mut self, hex: HexId, to: Terrain) -> Result<(), Refusal> {
        if !self.board().is_land(hex) {
            return Err(Refusal::NotLand);
        }
        if self.at.building(hex).is_some() {
            return Err(Refusal::Occupied);
        }
        let from = self.at.terrain(hex);
        if !from.on_wheel() {
            return Err(Refusal::CannotTransform(from));
        }
        let owed = self.mine().owed;
        if self.at.phase == Phase::CultIncome {
            if owed[Owed::Spade] == 0 {
                return Err(Refusal::NotOwed(Owed::Spade));
            }
        } else if self.at.doing.followup[Followup::Transform] == 0 {
            return Err(Refusal::NoTransformLeft);
        }
        if owed[Owed::FreeTransform] > 0 {
            self.sandstorm(hex, from, to)?;
        } else if owed[Owed::Volcano] > 0 {
            self.volcano(hex, from, to)?;
        } else {
            self.turn_wheel(hex, from, to)?;
        }
        self.at.terrain[hex.index()] = to;
        if self.at.phase == Phase::Action {
            let home = self.mine().home();
            let doing = &mut self.at.doing;
            doing.followup[Followup::Transform] -= 1;
            doing.followup[Followup::Dig] = 0;
            if Some(to) == home {
                doing.build_at.insert(hex.index());
            } else {
                doing.build_at.remove(hex.index());
                doing.home_only = true;
            }
        }
        Ok(())
    }

    fn sandstorm(&mut self, hex: HexId, from: Terrain, to: Terrain) -> Result<(), Refusal> {
        if Some(to) != self.mine().home() {
            return Err(Refusal::HomeOnly);
        }
        if from == to {
            return Err(Refusal::CannotTransform(from));
        }
        if self.board().neighbours(hex).and(self.mine().hexes).is_empty() {
            return Err(Refusal::OutOfReach);
        }
        self.mine_mut().owed[Owed::FreeTransform] -= 1;
        Ok(())
    }

    fn volcano(&mut self, hex: HexId, from: Terrain, to: Terrain) -> Result<(), Refusal> {
        if to != Terrain::Volcano {
            return Err(Refusal::HomeOnly);
        }
        self.reach_price(hex)?;
        let dear = u8::from(self.game.is_foreign_home(self.at, self.me, from));
        if self.mine().faction == Faction::Acolytes {
            let steps = 3 + dear;
            if !Cult::ALL.iter().any(|&c| self.mine().cult[c] >= steps) {
                return Err(Refusal::NoStep);
            }
            self.mine_mut().owed[Owed::LoseCult] = steps;
        } else {
            self.lose_tokens(u16::from(1 + dear))?;
        }
        self.mine_mut().owed[Owed::Volcano] -= 1;
        Ok(())
    }

    /// Tokens leave the game, from the first bowl on.
    pub(super) fn lose_tokens(&mut self, count: u16) -> Result<(), Refusal> {
        let power = &mut self.mine_mut().power;
        if power.iter().sum::<u16>() < count {
            return Err(Refusal::NoTokens);
        }
        let mut left = count;
        for bowl in power {
            let taken = left.min(*bowl);
            *bowl -= taken;
            left -= taken;
        }
        Ok(())
    }

    fn turn_wheel(&mut self, hex: HexId, from: Terrain, to: Terrain) -> Result<(), Refusal> {
        let found = self.mine().owed[Owed::Spade];
        if found == 0 {
            return Err(Refusal::NotOwed(Owed::Spade));
        }
        let needed = spades_needed(self.mine(), from, to, found)?;
        if needed > found {
            return Err(Refusal::Spades { needed, found });
        }
        if self.at.phase == Phase::Action {
            if self.at.doing.bound_spades && needed != found {
                return Err(Refusal::BoundSpades);
            }
            if self.at.doing.home_only && Some(to) != self.mine().home() {
                return Err(Refusal::HomeOnly);
            }
        }
        let tunnel = self.reach_price(hex)?;
        self.pay_tunnel(hex, tunnel)?;
        self.mine_mut().owed[Owed::Spade] -= needed;
        Ok(())
    }
}
