//! The value of a position for a seat.

use super::end::Rivals;
use super::{Weights, land};
use crate::factions::Faction;
use crate::game::{Owed, Phase, Player, Position, Terra};
use crate::tiles::{BonusCard, Building, Favor, Income};
use hexwright_core::Seat;

/// Judges positions for one seat. What rivals have is looked at once, when the judge is made.
#[derive(Debug)]
pub struct Judge<'a> {
    game: &'a Terra,
    me: Seat,
    weights: &'a Weights,
    rivals: Rivals,
}

impl<'a> Judge<'a> {
    /// A judge for a seat of a position.
    #[must_use]
    pub fn new(game: &'a Terra, position: &Position, me: Seat, weights: &'a Weights) -> Self {
        Self { game, me, weights, rivals: Rivals::of(game, position, me) }
    }

    /// The weights it judges by.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        self.weights
    }

    /// Points the seat can expect to end with.
    #[must_use]
    pub fn worth(&self, position: &Position) -> f64 {
        self.judged(position, position.passed.contains(&self.me) && position.phase == Phase::Action)
    }

    /// The same if the seat passed at once.
    #[must_use]
    pub fn worth_of_stopping(&self, position: &Position) -> f64 {
        self.judged(position, true)
    }

    fn judged(&self, position: &Position, passed: bool) -> f64 {
        let player = position.player(self.me);
        let points = f64::from(player.points);
        if position.phase == Phase::End {
            return points;
        }
        let (game, w) = (self.game, self.weights);
        let rounds = f64::from(6_u8.saturating_sub(position.round));
        let over = passed && rounds < 1.0;
        let network_doubt = w.network_doubt + w.network_doubt_round * rounds;
        let cult_doubt = w.cult_doubt + w.cult_doubt_round * rounds;
        let ends = points
            + self.rivals.cult_points(position, self.me, cult_doubt)
            + self.rivals.network_points(game, position, self.me, network_doubt);
        if over {
            return ends + left_over(player);
        }
        ends + self.wealth(player, position.round, passed)
            + self.rewards(position)
            + land::towns(game, position, self.me, w) * if rounds > 0.0 { 1.0 } else { 0.5 }
            + land::room(game, position, self.me, rounds, w)
            + w.neighbour * land::neighbours(game, position, self.me) * rounds / 5.0
            + self.tiles(player, rounds, passed)
            + self.tracks(player, rounds)
            + self.owed(player)
    }

    /// How much goods are worth in a round, as a multiple of the fourth.
    fn scale(&self, round: u8) -> f64 {
        let w = self.weights;
        match round {
            0..=4 => w.early + (1.0 - w.early) * (f64::from(round.max(1)) - 1.0) / 3.0,
            5 => (1.0 + w.late) / 2.0,
            _ => w.late,
        }
    }

    /// Goods in hand and the income of the rounds that are left. Whoever has passed can use goods in the next round
    /// only. Coins and workers are worth most together: most things cost about two coins for a worker.
    fn wealth(&self, player: &Player, round: u8, passed: bool) -> f64 {
        let w = self.weights;
        let some = |n: u16, enough: f64| {
            let n = f64::from(n);
            n.min(enough) + w.surplus * (n - enough).max(0.0)
        };
        let now = self.scale(round + u8::from(passed));
        let [first, second, third] = player.power.map(f64::from);
        let mut coins = now * some(player.coins, 10.0);
        let mut workers = now * some(player.workers, 7.0);
        let mut rest = now
            * (w.priest * f64::from(player.priests)
                + w.power * (third + w.second_bowl * second + w.first_bowl * first));
        if round < 6 {
            // the card held now counts once, later ones as usual cards
            let (all, card) = (player.income(), player.bonus.map_or(Income::NONE, BonusCard::income));
            let next = self.scale(round + 1);
            let later: f64 = (round + 2..=6).map(|r| self.scale(r)).sum();
            let sum = |all: u8, card: u8| next * f64::from(all) + later * f64::from(all - card);
            coins += sum(all.coins, card.coins);
            workers += sum(all.workers, card.workers);
            // power flows through all bowls before it can be used
            rest += w.priest * sum(all.priests, card.priests) + 0.8 * w.power * sum(all.power, card.power);
            rest += w.later_card * later;
        }
        let bundles = coins / w.coins_per_worker;
        let together =
            if coins + workers > 0.0 { 2.0 * bundles * workers / (bundles + workers) } else { 0.0 };
        let apart = w.coin * coins + w.worker * workers;
        rest + (1.0 - w.balance) * apart + w.balance * (w.coins_per_worker * w.coin + w.worker) * together
    }

    fn of_income(&self, income: Income) -> f64 {
        let w = self.weights;
        w.coin * f64::from(income.coins)
            + w.worker * f64::from(income.workers)
            + w.priest * f64::from(income.priests)
            + w.power * 0.8 * f64::from(income.power)
    }

    /// Rewards for places on the cults after this and later rounds.
    fn rewards(&self, position: &Position) -> f64 {
        let player = position.player(self.me);
        let mut sum = 0.0;
        for round in position.round.max(1)..=5 {
            if round == position.round && position.phase != Phase::Action {
                continue; // paid already
            }
            let reward = self.game.setup().scoring[usize::from(round) - 1].reward();
            let steps = match reward.cult {
                Some(cult) => player.cult[cult],
                None => position.priests_on_board(self.me),
            };
            let times = f64::from(steps / reward.steps);
            let part = f64::from(steps % reward.steps) / f64::from(reward.steps);
            let certain = round == position.round;
            let times = if certain { times } else { times + 0.5 * part };
            let each = self.of_income(reward.income) + self.weights.spade * f64::from(reward.spades);
            let share = if certain { 1.0 } else { self.weights.cult_reward };
            sum += times * each * self.scale(round + 1) * share;
        }
        sum
    }

    /// Favor tiles that bring no income, and the card.
    fn tiles(&self, player: &Player, rounds: f64, passed: bool) -> f64 {
        let w = self.weights;
        let ahead = rounds + if passed { 0.0 } else { 0.5 };
        let built = |kind| f64::from(player.built[kind]);
        let mut sum = 0.0;
        for favor in player.favors.iter() {
            sum += match favor {
                Favor::Earth1 => 2.0 * w.dwellings_ahead * ahead,
                Favor::Water1 => 3.0 * w.houses_ahead * ahead,
                Favor::Air1 => (1.5 + 0.6 * built(Building::TradingHouse).min(4.0)) * ahead,
                Favor::Fire2 => w.easy_towns * (ahead / 3.0).min(1.0),
                Favor::Water2 => w.free_step * (rounds + if player.favor_used || passed { 0.0 } else { 1.0 }),
                _ => 0.0,
            };
        }
        let Some(card) = player.bonus else { return sum };
        if passed && rounds < 1.0 {
            return sum;
        }
        let unused = if player.bonus_used { 0.0 } else { 1.0 };
        sum + match card {
            BonusCard::Spade => w.spade * unused,
            BonusCard::Cult => w.free_step * unused,
            BonusCard::Shipping => 0.8,
            BonusCard::BigBuildings => 4.0 * (built(Building::Stronghold) + built(Building::Sanctuary)),
            BonusCard::TradingHouses => 2.0 * built(Building::TradingHouse) + 0.5,
            BonusCard::Dwellings => built(Building::Dwelling) + 0.5,
            BonusCard::ShippingPoints => 3.0 * f64::from(player.shipping),
            BonusCard::Coins | BonusCard::WorkerPower | BonusCard::Priest => 0.0,
        }
    }

    fn tracks(&self, player: &Player, rounds: f64) -> f64 {
        let w = self.weights;
        let digs = match player.sheet().digging.spade {
            Some(_) => f64::from(player.digging),
            None => 0.0,
        };
        let stronghold = if player.has_stronghold() { stronghold_each_round(player.faction) } else { 0.0 };
        let terrains = match player.faction {
            Faction::Riverwalkers => w.terrain * player.unlocked.len() as f64,
            _ => 0.0,
        };
        rounds
            * (w.digging * digs
                + w.shipping * f64::from(player.shipping)
                + w.stronghold * stronghold
                + terrains)
    }

    /// Decisions that are due, before they are made.
    fn owed(&self, player: &Player) -> f64 {
        let w = self.weights;
        let each = |owed| match owed {
            Owed::Spade | Owed::Volcano | Owed::FreeTransform => w.spade,
            Owed::Cult => w.free_step,
            Owed::Favor => w.favor,
            Owed::Town => w.town,
            Owed::Bridge => w.bridge,
            Owed::FreeDwelling | Owed::FreeTradingHouse => w.free_building,
            Owed::Unlock => 1.5,
            Owed::Ordain => 0.5,
            Owed::LoseCult => -w.free_step,
            Owed::Colour | Owed::Token => 0.0,
        };
        Owed::ALL.into_iter().map(|owed| f64::from(player.owed[owed]) * each(owed)).sum()
    }
}

/// What goods bring at the very end.
fn left_over(player: &Player) -> f64 {
    let rate = if player.faction == Faction::Alchemists { 2.0 } else { 3.0 };
    let power = player.power[2] + player.power[1] / 2;
    f64::from(player.coins + player.workers + player.priests + power) / rate
}

/// Points a round that a faction's stronghold brings beyond its income.
const fn stronghold_each_round(faction: Faction) -> f64 {
    match faction {
        Faction::Witches | Faction::Swarmlings => 3.5,
        Faction::Giants | Faction::Nomads => 3.0,
        Faction::Auren | Faction::Engineers | Faction::IceMaidens => 2.5,
        Faction::ChaosMagicians | Faction::Dwarves | Faction::Yetis => 1.5,
        Faction::Alchemists | Faction::Fakirs | Faction::Shapeshifters => 1.0,
        _ => 0.5,
    }
}
