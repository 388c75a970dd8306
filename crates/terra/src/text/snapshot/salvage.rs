//! A snapshot with errors made playable: what an error points at is dropped, and what follows from the
//! rest (keys, stock, bonus cards, the stronghold's action) is counted anew. Nothing else is invented:
//! if errors stand after that, the position stays unplayable.

use super::check;
use super::model::{Held, Player, Snapshot};
use super::rules::player::{R07, R12};
use super::rules::table::{R04, R05, R06, R18};
use super::value::At;
use crate::game::RuleOption;
use crate::tiles::{BonusCard, Favor, TownTile};
use hexwright_core::text::Finding;
use hexwright_core::{Diagnostic, Span};

/// Every pass drops something or is the last; a text of the largest size has fewer items.
const MOST_PASSES: usize = 1_000;

impl Snapshot {
    /// This snapshot without what breaks geometry or rules, and the errors that led to it.
    ///
    /// # Errors
    /// The errors that remain whatever is dropped: wrong numbers of players, rounds, amounts.
    pub fn salvaged(&self) -> Result<(Self, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (mut mended, mut told) = (self.clone(), Vec::new());
        for _ in 0..MOST_PASSES {
            let errors: Vec<Diagnostic> = check(&mended).into_iter().filter(Diagnostic::is_error).collect();
            if errors.is_empty() {
                return Ok((mended, told));
            }
            let before = mended.clone();
            mended.drop_items(&errors.iter().map(|e| e.span).collect::<Vec<_>>());
            mended.count_anew(&errors);
            if mended == before {
                return Err(errors);
            }
            // what has no place is a consequence of what was mended before
            told.extend(errors.into_iter().filter(|e| has_place(e.span)));
        }
        Err(check(&mended))
    }

    fn drop_items(&mut self, wrong: &[Span]) {
        drop_from(&mut self.terrain, wrong);
        drop_from(&mut self.offers, wrong);
        drop_from(&mut self.three_open, wrong);
        drop_from(&mut self.auction, wrong);
        drop_from(&mut self.turn_order, wrong);
        drop_from(&mut self.pass_order, wrong);
        drop_from(&mut self.bonuses, wrong);
        self.players.iter_mut().for_each(|player| player.drop_items(wrong));
    }

    fn count_anew(&mut self, errors: &[Diagnostic]) {
        let has = |finding: Finding| errors.iter().any(|e| e.id == finding.id);
        if has(R04) {
            self.deal_cards();
        }
        if has(R05) {
            let held: Vec<Favor> =
                self.players.iter().flat_map(|p| &p.favors).map(|h| h.tile.value).collect();
            self.favors = Favor::ALL.map(|tile| left(tile, tile.stock(), &held)).to_vec();
        }
        if has(R06) {
            let held: Vec<TownTile> = self.players.iter().flat_map(|p| &p.towns).map(|t| t.value).collect();
            let mut named = self.towns.iter().map(|e| e.value.0).chain(held.iter().copied());
            let mini = self.has_option(RuleOption::MiniExpansion) || named.any(TownTile::mini_expansion);
            let boxed = TownTile::ALL.into_iter().filter(|tile| mini || !tile.mini_expansion());
            self.towns = boxed.map(|tile| left(tile, tile.stock(), &held)).collect();
        }
        if has(R18) {
            self.cult_board.iter_mut().for_each(|track| track.truncate(4));
        }
        for player in &mut self.players {
            if errors.iter().any(|e| e.id == R07.id && e.span == player.keys.span) {
                let keys: i32 = player.towns.iter().map(|t| i32::from(t.value.keys())).sum();
                let tops = player.cults.value.iter().filter(|&&level| level == 10).count() as i32;
                player.keys.value = (keys - tops).max(0);
            }
            if errors.iter().any(|e| e.id == R12.id && e.span == player.stronghold.span) {
                player.stronghold.value = player.derived_stronghold();
            }
        }
    }

    /// As many bonus cards as the game has: the last free ones go, the first of the box come.
    fn deal_cards(&mut self) {
        let held: Vec<BonusCard> = self.players.iter().filter_map(|p| Some(p.bonus?.tile.value)).collect();
        let free = (self.players.len() + 3).saturating_sub(held.len());
        self.bonuses.truncate(free);
        let there = |bonuses: &[At<(BonusCard, i32)>], card| bonuses.iter().any(|e| e.value.0 == card);
        for card in BonusCard::ALL {
            if self.bonuses.len() < free && !held.contains(&card) && !there(&self.bonuses, card) {
                self.bonuses.push((card, 0).into());
            }
        }
    }
}

impl Player {
    fn drop_items(&mut self, wrong: &[Span]) {
        drop_from(&mut self.buildings, wrong);
        drop_from(&mut self.bridges, wrong);
        drop_from(&mut self.towns, wrong);
        drop_from(&mut self.river_town, wrong);
        drop_from(&mut self.pending, wrong);
        drop_from(&mut self.followup, wrong);
        drop_from(&mut self.build_at, wrong);
        drop_from(&mut self.flags, wrong);
        drop_from(&mut self.cult_owed, wrong);
        self.in_town.iter_mut().for_each(|hexes| drop_from(hexes, wrong));
        self.favors.retain(|held| !is_wrong(held.tile.span, wrong));
        self.favors.iter_mut().for_each(|held| unmark(held, wrong));
        self.bonus = self.bonus.filter(|held| !is_wrong(held.tile.span, wrong));
        self.bonus.iter_mut().for_each(|held| unmark(held, wrong));
        self.reached = self.reached.filter(|hex| !is_wrong(hex.span, wrong));
        self.actions_left = self.actions_left.filter(|left| !is_wrong(left.span, wrong));
    }
}

/// How many of a tile the box has left when these are held.
fn left<T: Copy + PartialEq>(tile: T, all: u8, held: &[T]) -> At<(T, i32)> {
    let taken = held.iter().filter(|&&other| other == tile).count() as i32;
    (tile, (i32::from(all) - taken).max(0)).into()
}

/// What was not read from a text has an empty place, and no error points at it.
const fn has_place(span: Span) -> bool {
    span.start < span.end
}

fn is_wrong(span: Span, wrong: &[Span]) -> bool {
    has_place(span) && wrong.contains(&span)
}

fn drop_from<T>(list: &mut Vec<At<T>>, wrong: &[Span]) {
    list.retain(|item| !is_wrong(item.span, wrong));
}

fn unmark<T>(held: &mut Held<T>, wrong: &[Span]) {
    held.used = held.used.filter(|mark| !is_wrong(mark.span, wrong));
}
