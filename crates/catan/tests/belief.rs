//! What everybody knows of a hand: never wrong, never more than was seen, and most of the hand.

use hexwright_catan::game::{Action, Catan, CatanPosition, Options};
use hexwright_catan::generate::preset;
use hexwright_core::{Actor, Fast, Game as _, Imagine as _, Random as _, Seat, Turn, Viewer};

/// Follows the known cards from what a spectator sees alone: bank, numbers of cards, and who acted.
struct Ledger {
    known: Vec<[i32; 5]>,
    bank: [u16; 5],
}

impl Ledger {
    /// After a step in which at most one seat exchanged cards with the bank, or seats got cards from it.
    fn follow(
        &mut self,
        game: &Catan,
        before: &CatanPosition,
        actor: Actor,
        action: &Action,
        after: &CatanPosition,
    ) {
        let (then, now) = (game.view(before, Viewer::Spectator), game.view(after, Viewer::Spectator));
        let change: [i32; 5] = std::array::from_fn(|k| i32::from(self.bank[k]) - i32::from(now.bank[k]));
        self.bank = now.bank;
        match (actor, action) {
            (_, Action::Stolen(_)) => {
                let victim = usize::from(then.victim.unwrap());
                self.known[victim].iter_mut().for_each(|n| *n = (*n - 1).max(0));
            }
            (Actor::Seat(thief), Action::PlayMonopoly(kind)) => {
                let kind = *kind as usize;
                let lost: Vec<i32> = (0..now.seats.len())
                    .map(|s| i32::from(then.seats[s].cards) - i32::from(now.seats[s].cards))
                    .collect();
                for (seat, lost) in lost.iter().enumerate().filter(|(s, _)| *s != thief.index()) {
                    self.known[seat][kind] = 0;
                    self.known[thief.index()][kind] += lost;
                }
            }
            (Actor::Seat(seat), _) => self.change(seat.index(), change),
            // the rolled hexes say who got what: production is read from the numbers of a whole view
            (Actor::Chance, _) => {
                for seat in 0..now.seats.len() {
                    let of = |position| {
                        let view = game.view(position, Viewer::Seat(Seat(seat as u8)));
                        view.seats[seat].hand.unwrap().map(i32::from)
                    };
                    let (then, now) = (of(before), of(after));
                    self.change(seat, std::array::from_fn(|k| now[k] - then[k]));
                }
            }
        }
    }

    fn change(&mut self, seat: usize, change: [i32; 5]) {
        for (known, change) in self.known[seat].iter_mut().zip(change) {
            *known = (*known + change).max(0);
        }
    }
}

#[test]
fn what_is_known_is_true_seen_by_all_and_most_of_the_hand() {
    let (mut held, mut known_cards, mut positions) = (0u64, 0u64, 0u64);
    for seed in 0..24 {
        let setup = preset("base").unwrap();
        let game = Catan::new(&setup, &setup.draw(seed), Options::default(), 4).unwrap();
        let mut position = game.start();
        let start = game.view(&position, Viewer::Spectator);
        let mut ledger = Ledger { known: vec![[0; 5]; 4], bank: start.bank };
        let (mut random, mut legal) = (Fast::new(seed, 7), Vec::new());
        while game.turn(&position) != Turn::Over && game.turns(&position) < 120 {
            let (actor, action) = match game.turn(&position) {
                Turn::Seats(set) => {
                    let seat = set.iter().next().unwrap();
                    legal.clear();
                    game.legal(&position, seat, &mut legal);
                    (Actor::Seat(seat), legal[random.index(legal.len())])
                }
                _ => (Actor::Chance, hexwright_core::Game::draw(&game, &position, &mut random).unwrap()),
            };
            let before = position.clone();
            game.play(&mut position, actor, &action).unwrap();
            ledger.follow(&game, &before, actor, &action, &position);
            let seen = game.view(&position, Viewer::Spectator);
            for seat in 0..4u8 {
                let hand =
                    game.view(&position, Viewer::Seat(Seat(seat))).seats[usize::from(seat)].hand.unwrap();
                let known = seen.seats[usize::from(seat)].known;
                assert!(known.iter().zip(hand).all(|(k, h)| *k <= h), "{known:?} of {hand:?}");
                assert_eq!(known.map(i32::from), ledger.known[usize::from(seat)], "after {action:?}");
                held += u64::from(hand.iter().sum::<u16>());
                known_cards += u64::from(known.iter().sum::<u16>());
            }
            positions += 1;
            if positions.is_multiple_of(50) {
                // worlds that a seat imagines keep what is known
                let mut world = position.clone();
                game.redeal(&mut world, Seat(1), &mut random);
                let again = game.view(&world, Viewer::Seat(Seat(1)));
                assert_eq!(again, game.view(&position, Viewer::Seat(Seat(1))));
            }
        }
    }
    assert!(positions > 3_000 && known_cards * 2 > held, "{known_cards} of {held} cards known");
}
