//! How many points a seat could reach in this turn at most, by what everybody has seen.
//!
//! Nobody should be traded into winning. So this leans to one side: hidden cards are whatever suits the seat best, a card
//! it buys is a point, every settlement finds a corner and every road lengthens its trail as much as its roads allow. What it
//! takes from others with a knight or a monopoly counts too. A seat that cannot reach the goal by this cannot win.

use hexwright_catan::game::{Hand, SeatView, View};

/// What an award brings.
const AWARD: i16 = 2;
/// Victory cards of the deck.
const VICTORY_CARDS: u16 = 5;
/// More of a kind than this nobody buys in a turn that matters.
const MOST: u16 = 5;
/// Islands may pay so much for the first settlement on them.
const ISLAND: i16 = 2;

/// Cards of a seat as far as they are known; `any` are the others, whatever suits best.
#[derive(Clone, Copy, Debug)]
struct Cards {
    kinds: [u16; 5],
    any: u16,
}

impl Cards {
    fn of(seat: &SeatView) -> Self {
        let kinds = seat.hand.unwrap_or(seat.known);
        Self { kinds, any: seat.cards.saturating_sub(kinds.iter().sum()) }
    }

    fn give(&mut self, gone: Hand) {
        for (kind, &gone) in self.kinds.iter_mut().zip(gone.counts().values()) {
            let seen = gone.min(*kind);
            *kind -= seen;
            self.any = self.any.saturating_sub(gone - seen);
        }
    }

    fn take(&mut self, come: Hand) {
        self.kinds.iter_mut().zip(come.counts().values()).for_each(|(kind, &come)| *kind += come);
    }

    /// Whether these pay for a purchase, with the bank's help.
    fn pay(&self, price: [u16; 5], rates: [u16; 5]) -> bool {
        let (mut lack, mut help) = (0, self.any);
        for ((&have, want), rate) in self.kinds.iter().zip(price).zip(rates) {
            lack += want.saturating_sub(have);
            help += have.saturating_sub(want) / rate.max(1);
        }
        lack <= help
    }
}

/// A development card played in this turn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Played {
    Nothing,
    Knight,
    Roads,
    Plenty,
    Monopoly(usize),
}

/// Whether a seat could win in this turn, after it gave and took these cards.
pub(super) fn could_win(view: &View, seat: u8, goal: i16, (gives, takes): (Hand, Hand)) -> bool {
    let Some(own) = view.seats.get(usize::from(seat)) else { return false };
    let mut cards = Cards::of(own);
    cards.give(gives);
    cards.take(takes);
    let sea = own.sea_left.iter().any(|&left| left > 0) || !own.ships.is_empty();
    let lacking = goal - own.public_points;
    let monopolies = (0..5).map(Played::Monopoly);
    let plays =
        [Played::Nothing, Played::Knight, Played::Roads, Played::Plenty].into_iter().chain(monopolies);
    let may_play = own.development > 0 && !view.card_played;
    plays.filter(|play| may_play || *play == Played::Nothing).any(|play| {
        let mut cards = cards;
        match play {
            Played::Knight => cards.any += 1,
            Played::Plenty => cards.any += 2,
            Played::Monopoly(kind) => cards.kinds[kind] += at_most(view, seat, kind),
            Played::Nothing | Played::Roads => {}
        }
        let hidden = own.development - u16::from(play != Played::Nothing);
        let army = play == Played::Knight && takes_army(view, seat);
        let gained = if army { AWARD } else { 0 };
        lacking <= gained
            || buys(view, own, seat, &cards, lacking - gained, (hidden, play == Played::Roads, sea))
    })
}

/// Whether purchases and hidden points bring what is lacking.
fn buys(
    view: &View,
    own: &SeatView,
    seat: u8,
    cards: &Cards,
    lacking: i16,
    (hidden, free, sea): (u16, bool, bool),
) -> bool {
    let shown: u16 = view.seats.iter().map(|s| s.shown).sum();
    let points = |bought: u16| (hidden + bought).min(VICTORY_CARDS.saturating_sub(shown)) as i16;
    let laid = (own.roads.len() + own.ships.len() + own.bridges.len()) as u16;
    let beat = view.seats.iter().enumerate().filter(|(other, _)| *other != usize::from(seat));
    let beat = beat.map(|(_, other)| u16::from(other.length)).max().unwrap_or(0).max(4);
    let free = if free { 2 } else { 0 };
    let [roads_left, settlements_left, cities_left] = own.left.map(u16::from);
    // no more cards are paid than are there, whatever the bank takes
    let there = cards.any + cards.kinds.iter().sum::<u16>();
    for roads in 0..=roads_left.min(MOST + free) {
        let longest = view.road_holder != Some(seat) && roads > 0 && laid + roads > beat;
        for settlements in 0..=settlements_left.min(MOST) {
            for cities in 0..=cities_left.min(own.settlements.len() as u16 + settlements).min(MOST) {
                for bought in 0..=MOST.min(view.deck as u16) {
                    if 2 * roads.saturating_sub(free) + 4 * settlements + 5 * cities + 3 * bought > there {
                        break;
                    }
                    let wanted = [
                        (roads.saturating_sub(free), Hand::ROAD),
                        (settlements, Hand::SETTLEMENT),
                        (cities, Hand::CITY),
                        (bought, Hand::CARD),
                    ];
                    let mut price = [0; 5];
                    for (count, each) in wanted {
                        price
                            .iter_mut()
                            .zip(each.counts().values())
                            .for_each(|(sum, one)| *sum += count * one);
                    }
                    let worth = settlements as i16 * if sea { 1 + ISLAND } else { 1 };
                    let gained = worth + cities as i16 + points(bought) + if longest { AWARD } else { 0 };
                    if gained >= lacking && cards.pay(price, own.rates) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Whether one more knight takes the largest army.
fn takes_army(view: &View, seat: u8) -> bool {
    let others = view.seats.iter().enumerate().filter(|(other, _)| *other != usize::from(seat));
    let most = others.map(|(_, other)| other.knights).max().unwrap_or(0);
    let own = view.seats[usize::from(seat)].knights + 1;
    view.army_holder != Some(seat) && own >= 3 && own > most
}

/// The most cards of a kind that the others can hold together.
fn at_most(view: &View, seat: u8, kind: usize) -> u16 {
    let others = view.seats.iter().enumerate().filter(|(other, _)| *other != usize::from(seat));
    let most = |s: &SeatView| match s.hand {
        Some(hand) => hand[kind],
        None => s.cards.saturating_sub(s.known.iter().sum::<u16>() - s.known[kind]),
    };
    others.map(|(_, other)| most(other)).sum()
}

#[cfg(test)]
mod tests {
    use super::could_win;
    use crate::{Rules, bot_by_name, catan};
    use hexwright_catan::game::{Catan, Hand, Phase};
    use hexwright_catan::generate::preset;
    use hexwright_core::{Game as _, Viewer};
    use hexwright_play::Players;
    use hexwright_play::run::{Limits, play_game};

    fn game(seed: u64) -> Catan {
        catan::game(&preset("base").unwrap(), 4, &Rules::default(), seed).unwrap()
    }

    /// From the roll on, a turn that wins was seen coming by everybody, and most turns were not feared.
    #[test]
    fn who_wins_could_have_won() {
        let (mut winning, mut feared, mut turns) = (0, 0, 0);
        for number in 0..12 {
            let game = game(number);
            let mut players = Players::new(&game, |seat| bot_by_name(&game, "greedy", seat, 1).unwrap());
            let played = play_game(&game, &mut players, 5, number, &Limits::default());
            let (mut position, mut seen) = (game.start(), Vec::new());
            for step in &played.steps {
                game.play_unchecked(&mut position, step.actor, &step.action);
                let (turn, view) = (game.turns(&position), game.view(&position, Viewer::Spectator));
                if view.phase == Phase::Main && seen.last().is_none_or(|(last, _)| *last != turn) {
                    seen.push((turn, could_win(&view, view.active, game.goal(), (Hand::EMPTY, Hand::EMPTY))));
                }
            }
            for (turn, fear) in seen {
                turns += 1;
                feared += usize::from(fear);
                winning += usize::from(turn == game.turns(&position));
                assert!(fear || turn != game.turns(&position), "game {number} was won out of the blue");
            }
        }
        assert!(winning > 8 && feared * 2 < turns, "{winning} wins, {feared} of {turns} feared");
    }
}
