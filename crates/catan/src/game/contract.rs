//! The engine as a [`Game`]: the doors that everything generic uses.

use super::actions::action::Action;
use super::actions::refusal::Refusal;
use super::hidden::view::View;
use super::position::{Phase, Position};
use super::tables::Engine;
use hexwright_core::{
    Actor, BrokenInvariant, Fast, Game, Outcome, Seat, Turn, Viewer, Weighted, random::mix,
};

impl<const C: usize, const S: usize, const X: usize> Game for Engine<C, S, X> {
    type Position = Position<C, S, X>;
    type Action = Action;
    type Refusal = Refusal;
    type View = View;

    const NAME: &'static str = "catan";

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Self::Position {
        self.start
    }

    fn turn(&self, position: &Self::Position) -> Turn {
        self.whose_turn(position)
    }

    fn legal(&self, position: &Self::Position, seat: Seat, out: &mut Vec<Action>) {
        self.each_legal(position, seat.index(), &mut |action| out.push(action));
    }

    fn outcomes(&self, position: &Self::Position, out: &mut Vec<Weighted<Action>>) {
        self.each_outcome(position, |outcome| out.push(outcome));
    }

    fn prospects(&self, position: &Self::Position, out: &mut Vec<Weighted<Action>>) {
        self.each_prospect(position, |outcome| out.push(outcome));
    }

    fn draw(&self, position: &Self::Position, random: &mut Fast) -> Option<Action> {
        Some(self.alike(Self::draw(self, position, random)?))
    }

    fn chance_kind(&self, position: &Self::Position) -> &'static str {
        match position.phase {
            Phase::Dice => "dice",
            Phase::Theft => "theft",
            Phase::Draw => "cards",
            _ => "seating",
        }
    }

    fn turns(&self, position: &Self::Position) -> u32 {
        position.turn
    }

    fn play(&self, position: &mut Self::Position, actor: Actor, action: &Action) -> Result<(), Refusal> {
        self.check(position, actor, *action)?;
        self.play_unchecked(position, actor, action);
        Ok(())
    }

    fn play_unchecked(&self, position: &mut Self::Position, actor: Actor, action: &Action) {
        let seat = match actor {
            Actor::Seat(seat) => seat.index(),
            Actor::Chance => 0,
        };
        self.apply(position, seat, *action);
        self.settle(position);
    }

    fn view(&self, position: &Self::Position, viewer: Viewer) -> View {
        self.view_of(position, viewer)
    }

    fn scores(&self, position: &Self::Position) -> Vec<i32> {
        self.all_points(position)
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.ending(position)
    }

    fn fingerprint(&self, position: &Self::Position) -> u64 {
        fingerprint(position)
    }

    fn action_text(&self, _: &Self::Position, action: &Action) -> String {
        self.text_of(*action)
    }

    fn parse_action(&self, position: &Self::Position, actor: Actor, text: &str) -> Result<Action, Refusal> {
        self.parse(position, actor, text)
    }

    fn check_invariants(&self, position: &Self::Position) -> Result<(), BrokenInvariant> {
        Ok(self.invariants(position)?)
    }
}

/// Mixes every field that is not derived from others; the same on every machine.
fn fingerprint<const C: usize, const S: usize, const X: usize>(pos: &Position<C, S, X>) -> u64 {
    let mut hash = 0x6865_7877_7269_6768;
    let mut add = |word: u64| hash = mix(hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    for player in &pos.players {
        add(player.hand.word());
        player.buildings.0.iter().chain(&player.roads.0).for_each(|&w| add(w));
        player.cards.iter().for_each(|&n| add(n.into()));
        add(u64::from(player.knights) << 32 | u64::from(player.shown));
    }
    for offer in pos.offers.iter() {
        add(u64::from_le_bytes([offer.id, offer.to, offer.accepted, offer.rejected, 0, 0, 0, 0]));
        add(offer.give.hand().word());
        add(offer.want.hand().word());
    }
    pos.cities.0.iter().chain(&pos.placed.0).chain(&pos.anchors.0).for_each(|&w| add(w));
    add(pos.bank.word());
    for counts in [pos.deck, pos.bought, pos.gone] {
        counts.iter().for_each(|&n| add(n.into()));
    }
    pos.dice.left.iter().chain(&pos.dice.recent).for_each(|&n| add(n.into()));
    add(u64::from(pos.turn) << 32 | u64::from(pos.robber) << 16 | u64::from(pos.seating));
    for bytes in [
        [
            pos.phase as u8,
            pos.active,
            pos.builder,
            pos.rolled.into(),
            pos.card_played.into(),
            pos.built.into(),
            pos.free_roads,
            pos.owes,
        ],
        [pos.victim, pos.road_holder, pos.army_holder, pos.winner, pos.offers_made, pos.pass, pos.place, 0],
        [pos.left_settlements, pos.left_cities, pos.left_roads, pos.point_shown.into(), 0, 0, 0, 0],
    ] {
        add(u64::from_le_bytes(bytes));
    }
    for sea in &pos.sea {
        sea.words(&mut add);
    }
    hash
}
