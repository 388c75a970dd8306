//! The third rung: a snapshot becomes a playable position. The way back is in `from_position`.
//!
//! What the text cannot say takes its default: town membership is inferred from groups and tiles,
//! and offers count as still decidable in any order.

use super::model::{Answer, Flag, Lot, Offer, Player, Snapshot, Status};
use super::value::At;
use super::{check, towns};
use crate::factions::Faction;
use crate::game::{self, Phase, PlacedBuilding, Position, Setup, Terra};
use crate::map::{Board, HexSet, MapId};
use crate::tiles::{BonusCard, Cult, CultSet, Favor, ScoringTile, TownTile};
use hexwright_core::{Diagnostic, Hex, Seat};

impl Snapshot {
    /// The position, ready to be played on.
    ///
    /// # Errors
    /// The findings, if one of geometry or rules is an error.
    pub fn position(&self) -> Result<(Terra, Position), Vec<Diagnostic>> {
        let findings = check(self);
        if findings.iter().any(Diagnostic::is_error) || Board::shared(self.map.value).is_none() {
            return Err(findings);
        }
        let (game, mut position) = self.position_lossy();
        game.take_up(&mut position);
        Ok((game, position))
    }

    /// The position with everything left out that does not fit: for showing, not for play.
    #[must_use]
    pub fn position_lossy(&self) -> (Terra, Position) {
        let game = Terra::unchecked(self.setup());
        let mut position = game.empty_position();
        Builder { snapshot: self, game: &game, seats: self.seating() }.fill(&mut position);
        (game, position)
    }

    /// Factions in seating order.
    fn seating(&self) -> Vec<Faction> {
        let listed = if self.seats.is_empty() { &self.turn_order } else { &self.seats };
        let mut seats: Vec<Faction> = Vec::new();
        for faction in listed.iter().map(|f| f.value).chain(self.players.iter().map(|p| p.faction.value)) {
            if !seats.contains(&faction) && self.player(faction).is_some() && seats.len() < game::MAX_PLAYERS
            {
                seats.push(faction);
            }
        }
        seats
    }

    fn setup(&self) -> Setup {
        let board = Board::shared(self.map.value).or_else(|| Board::shared(MapId::Base));
        let factions = self.seating();
        let mut setup = Setup::new(&factions);
        setup.auction = !self.auction.is_empty();
        if let Some(board) = board {
            setup.board = board;
        }
        if let Some(options) = &self.options {
            setup.options = options.iter().map(|o| o.value).collect();
        }
        if self.phase.value == Phase::Setup {
            // nobody has scored yet, so these are the points of the start
            let points = |f: &Faction| self.player(*f).and_then(|p| i16::try_from(p.vp.value).ok());
            setup.points = factions.iter().map(|f| points(f).unwrap_or(game::START_POINTS)).collect();
        }
        setup.final_scoring = self.final_scoring.map(|f| f.value);
        let named = self.scoring.iter().map(|t| t.value);
        let rest = ScoringTile::ALL.into_iter().filter(|t| self.scoring.iter().all(|n| n.value != *t));
        for (slot, tile) in setup.scoring.iter_mut().zip(named.chain(rest)) {
            *slot = tile;
        }
        let held = self.players.iter().filter_map(|p| Some(p.bonus?.tile.value));
        setup.cards = held.chain(self.bonuses.iter().map(|e| e.value.0)).collect();
        setup.cards.sort_unstable();
        setup.cards.dedup();
        setup
    }
}

/// A count that fits: what is out of range is cut.
fn cut<N: TryFrom<i32> + Default>(value: i32) -> N {
    N::try_from(value.max(0)).unwrap_or_default()
}

/// Some programs name a faction that has passed: then the next one in turn order is meant.
fn still_in_round(position: &Position, seat: Seat) -> Option<Seat> {
    if position.phase == Phase::Action && position.passed.contains(&seat) {
        game::next_mover(position, seat)
    } else {
        Some(seat)
    }
}

/// Some programs leave the cards with those who have passed in the last round.
fn return_cards(position: &mut Position) {
    let end = position.phase == Phase::End;
    for seat in position.seats().filter(|s| position.round == 6 && (end || position.passed.contains(s))) {
        let player = &mut position.players[seat.index()];
        player.bonus_used = false;
        if let Some(card) = player.bonus.take() {
            position.free_cards[card] = Some(0);
        }
    }
}

struct Builder<'a> {
    snapshot: &'a Snapshot,
    game: &'a Terra,
    seats: Vec<Faction>,
}

impl Builder<'_> {
    fn seat(&self, faction: Faction) -> Option<Seat> {
        self.seats.iter().position(|&f| f == faction).map(|i| Seat(i as u8))
    }

    fn order(&self, list: &[At<Faction>]) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Vec::new();
        for seat in list.iter().filter_map(|f| self.seat(f.value)) {
            if !seats.contains(&seat) {
                seats.push(seat);
            }
        }
        seats
    }

    fn hexes(&self, list: &[At<Hex>]) -> HexSet {
        list.iter().filter_map(|h| self.game.board().id_at(h.value)).map(|id| id.index()).collect()
    }

    fn fill(&self, position: &mut Position) {
        let s = self.snapshot;
        position.phase = s.phase.value;
        position.round = if position.phase == Phase::Setup { 0 } else { cut(s.round.value) };
        position.turn = s.turn.and_then(|f| self.seat(f.value));
        let order = self.order(&s.turn_order);
        let rest: Vec<Seat> = position.seats().filter(|seat| !order.contains(seat)).collect();
        position.order = order.into_iter().chain(rest).collect();
        position.passed = self.order(&s.pass_order).into_iter().collect();
        position.dropped = self.order(&s.dropped).into_iter().collect();
        for entry in &s.terrain {
            if let Some(id) =
                self.game.board().id_at(entry.value.0).filter(|&id| self.game.board().is_land(id))
            {
                position.terrain[id.index()] = entry.value.1;
            }
        }
        for (i, &faction) in self.seats.iter().enumerate() {
            if let Some(player) = s.player(faction) {
                self.player(position, Seat(i as u8), player);
            }
        }
        for card in BonusCard::ALL {
            let free = s.bonuses.iter().find(|e| e.value.0 == card);
            position.free_cards[card] = free.map(|e| cut(e.value.1));
        }
        for tile in Favor::ALL {
            position.favors[tile] = s.favors.iter().find(|e| e.value.0 == tile).map_or(0, |e| cut(e.value.1));
        }
        for tile in TownTile::ALL {
            position.towns[tile] = s.towns.iter().find(|e| e.value.0 == tile).map_or(0, |e| cut(e.value.1));
        }
        position.used = s.used_actions.iter().map(|a| a.value).collect();
        for cult in Cult::ALL {
            let open = s.three_open.iter().any(|t| t.value == cult);
            let slots = position.priests[cult].iter_mut().skip(open.into());
            for (slot, faction) in slots.zip(&s.cult_board[cult.index()]) {
                *slot = self.seat(faction.value);
            }
        }
        position.auction =
            game::Auction(s.auction.iter().take(game::MAX_PLAYERS).map(|l| self.lot(&l.value)).collect());
        position.offers = s.offers.iter().filter_map(|o| self.offer(&o.value)).collect();
        if let Some(player) = s.turn.and_then(|f| s.player(f.value)) {
            self.doing(position, player);
            if player.actions_left.is_none() && player.pending.is_empty() {
                position.turn = position.turn.and_then(|seat| still_in_round(position, seat));
            }
        }
        return_cards(position);
        for (i, &faction) in self.seats.iter().enumerate() {
            if let Some(player) = s.player(faction).filter(|p| p.in_town.is_none() && !p.towns.is_empty()) {
                towns::infer(self.game, position, Seat(i as u8), player.towns.len());
            }
        }
    }

    fn lot(&self, lot: &Lot) -> (Faction, Option<game::Bid>) {
        let bid = |(points, by)| Some(game::Bid { seat: self.seat(by)?, points: cut(points) });
        (lot.faction, lot.bid.and_then(bid))
    }

    fn offer(&self, offer: &Offer) -> Option<game::Offer> {
        Some(game::Offer {
            to: self.seat(offer.to)?,
            from: self.seat(offer.from)?,
            event: cut(offer.event),
            amount: cut(offer.amount),
            gain: cut(offer.gainable),
            taken: offer.answer == Answer::Taken,
            declined: offer.answer == Answer::Declined,
            late: false,
        })
    }

    fn player(&self, position: &mut Position, seat: Seat, from: &Player) {
        let board = self.game.board();
        let player = &mut position.players[seat.index()];
        let goods = from.resources.value;
        player.points = i16::try_from(from.vp.value).unwrap_or_default();
        (player.workers, player.priests, player.coins) =
            (cut(goods.workers), cut(goods.priests), cut(goods.coins));
        player.power = goods.bowls.map(cut);
        (player.keys, player.shipping) = (cut(from.keys.value), cut(from.shipping.value));
        player.digging = cut(from.digging.value);
        for cult in Cult::ALL {
            player.cult[cult] = cut(from.cults.value[cult.index()]);
        }
        for tile in &from.towns {
            player.towns[tile.value] += 1;
        }
        (player.bonus, player.bonus_used) = match from.bonus {
            Some(held) => (Some(held.tile.value), held.used.is_some()),
            None => (None, false),
        };
        player.favors = from.favors.iter().map(|h| h.tile.value).collect();
        player.favor_used = from.favors.iter().any(|h| h.tile.value == Favor::Water2 && h.used.is_some());
        player.stronghold_used = from.stronghold.value == Status::Used;
        player.chosen = from.home.map(|h| h.value);
        player.unlocked = match &from.unlocked {
            Some(list) => list.iter().map(|t| t.value).collect(),
            None if from.faction.value == Faction::Riverwalkers => player.chosen.into_iter().collect(),
            None => player.unlocked,
        };
        player.in_town = self.hexes(from.in_town.as_deref().unwrap_or_default());
        player.river_town = self.hexes(&from.river_town);
        for owed in &from.pending {
            player.owed[owed.value.0] = cut(owed.value.1);
        }
        for bridge in &from.bridges {
            if let [Some(a), Some(b)] = bridge.value.map(|hex| board.id_at(hex)) {
                let site = board.site(a, b);
                if board.is_site(site) && !player.bridges.is_full() {
                    player.bridges.push(site);
                }
            }
        }
        let home = player.home();
        for item in &from.buildings {
            let (hex, building) = item.value;
            let free = |id: &hexwright_core::HexId| board.is_land(*id) && position.building(*id).is_none();
            if let Some(id) = board.id_at(hex).filter(free) {
                position.set_building(id, Some(PlacedBuilding { seat, building }));
                if let Some(home) = home {
                    position.terrain[id.index()] = home;
                }
            }
        }
        let player = &mut position.players[seat.index()];
        player.range = from.range.map_or(player.default_range(), |r| cut(r.value));
    }

    fn doing(&self, position: &mut Position, from: &Player) {
        let doing = &mut position.doing;
        doing.actions = from.actions_left.map_or(1, |a| cut(a.value));
        for followup in &from.followup {
            doing.followup[followup.value.0] = cut(followup.value.1);
        }
        doing.build_at = self.hexes(&from.build_at);
        doing.reached = from.reached.and_then(|h| self.game.board().id_at(h.value));
        let flag = |flag: Flag| from.flags.iter().any(|f| f.value == flag);
        doing.same_track = flag(Flag::SameTrack);
        doing.home_only = flag(Flag::HomeOnly);
        doing.bound_spades = flag(Flag::BoundSpades);
        doing.cult_owed = from.cult_owed.iter().map(|t| t.value).collect::<CultSet>();
    }
}
