//! Imagined worlds: they agree with the view they came from, differ where nobody can know, and are the
//! same whether they come from the view or from the position behind it.

use hexwright_catan::game::{Action, Catan, Options, SeatView};
use hexwright_catan::generate::preset;
use hexwright_core::{Actor, Fast, Game as _, Imagine as _, Random as _, Seat, Turn, Viewer};

const GAMES: u64 = 6;

fn game(map: &str, options: &[(&str, &str)]) -> Catan {
    let setup = preset(map).unwrap();
    let mut chosen = Options::default();
    options.iter().for_each(|(name, value)| chosen.set(name, value).unwrap());
    Catan::new(&setup, &setup.draw(1), chosen, 4).unwrap()
}

/// Plays random games in which offers are made, and shows every position.
fn walk(game: &Catan, mut see: impl FnMut(&<Catan as hexwright_core::Game>::Position, &mut Fast)) {
    for number in 0..GAMES {
        let (mut random, mut position) = (Fast::new(7, number), game.start());
        for _ in 0..900 {
            see(&position, &mut random);
            let (actor, action) = match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => (Actor::Chance, game.draw(&position, &mut random).unwrap()),
                Turn::Seats(set) => {
                    let seat = set.iter().nth(random.index(set.len())).unwrap();
                    let mut legal = game.offers(&position, seat);
                    if legal.is_empty() || random.index(4) > 0 {
                        legal.clear();
                        game.legal(&position, seat, &mut legal);
                    }
                    (Actor::Seat(seat), legal[random.index(legal.len())])
                }
            };
            game.play(&mut position, actor, &action).unwrap();
        }
    }
}

fn check(map: &str, options: &[(&str, &str)]) {
    let game = game(map, options);
    let (mut seen, mut varied, mut offers) = (0, 0, 0);
    walk(&game, |position, random| {
        for seat in (0..4).map(Seat) {
            let view = game.view(position, Viewer::Seat(seat));
            offers += view.offers.len();
            let thoughts = Fast::new(random.next_u64(), 0);
            let imagined = game.imagine(&view, &mut thoughts.clone());
            let mut dealt = position.clone();
            game.redeal(&mut dealt, seat, &mut thoughts.clone());
            assert_eq!(imagined, dealt, "{map} {options:?}: from the view and from the position");
            assert_eq!(game.view(&imagined, Viewer::Seat(seat)), view, "{map} {options:?}");
            game.check_invariants(&imagined).unwrap_or_else(|e| panic!("{map} {options:?}: {e}"));
            seen += 1;
            varied += u64::from(game.imagine(&view, &mut Fast::new(random.next_u64(), 1)) != imagined);
        }
    });
    assert!(seen > 2_000 && offers > 200, "{map} {options:?}: {seen} worlds, {offers} offers");
    // cards that everybody saw stay where they are: often nothing is left to vary
    assert!(varied > seen / 5, "{map} {options:?}: only {varied} of {seen} worlds varied");
}

#[test]
fn on_the_base_map() {
    check("base", &[]);
}

#[test]
fn with_a_hidden_bank() {
    check("base", &[("hide-bank", "on")]);
}

#[test]
fn with_the_slips_of_pioneers() {
    check("base", &[("ruleset", "pioneers"), ("card-slips", "on")]);
}

#[test]
fn with_dice_from_a_deck() {
    check("base", &[("dice", "deck")]);
    check("base", &[("dice", "balanced")]);
}

#[test]
fn on_wide_and_other_boards() {
    check("continent", &[("vp-cards", "when-played")]);
}

/// Over many worlds each hidden card lies where it should as often as it should: the mean of what a
/// rival holds of a kind is its share of the unseen cards.
#[test]
fn hidden_cards_are_dealt_evenly() {
    let game = game("base", &[]);
    let mut measured = 0;
    walk(&game, |position, random| {
        if measured == 5 || random.index(200) > 0 || !game.offers(position, Seat(0)).is_empty() {
            return;
        }
        let view = game.view(position, Viewer::Seat(Seat(0)));
        let rivals = &view.seats[1..];
        if !view.offers.is_empty() || rivals.iter().any(|s| s.cards < 2) {
            return;
        }
        measured += 1;
        let mut sums = [[0u32; 5]; 3];
        const WORLDS: u32 = 2_000;
        for _ in 0..WORLDS {
            let mut world = position.clone();
            game.redeal(&mut world, Seat(0), random);
            for (rival, sums) in sums.iter_mut().enumerate() {
                let seat = Seat(rival as u8 + 1);
                let hand = game.view(&world, Viewer::Seat(seat)).seats[seat.index()].hand.unwrap();
                sums.iter_mut().zip(hand).for_each(|(sum, n)| *sum += u32::from(n));
            }
        }
        let unseen = |seat: &SeatView| seat.cards - seat.known.iter().sum::<u16>();
        let hidden: u16 = rivals.iter().map(unseen).sum();
        for kind in 0..5 {
            let of_kind: u32 = sums.iter().map(|s| s[kind]).sum::<u32>() / WORLDS;
            for (rival, sums) in rivals.iter().zip(&sums) {
                let seen: u16 = rivals.iter().map(|r| r.known[kind]).sum();
                let share = f64::from(unseen(rival)) / f64::from(hidden.max(1));
                let expected = f64::from(rival.known[kind]) + (f64::from(of_kind) - f64::from(seen)) * share;
                let found = f64::from(sums[kind]) / f64::from(WORLDS);
                // six deviations of a hypergeometric mean at most
                let spread = 6.0 * (expected.max(0.05) / f64::from(WORLDS)).sqrt();
                assert!((found - expected).abs() <= spread, "kind {kind}: {found} for {expected}");
            }
        }
    });
    assert_eq!(measured, 5);
}

/// Three and four is the same as five and two: prospects keep every chance.
#[test]
fn prospects_lead_to_the_same_positions_with_the_same_chances() {
    for options in [&[][..], &[("dice", "balanced")], &[("sevens-rule", "reroll-first-two-rounds")]] {
        let game = game("base", options);
        let mut waited = 0;
        walk(&game, |position, _| {
            if game.turn(position) != Turn::Chance {
                return;
            }
            waited += 1;
            let (mut all, mut few) = (Vec::new(), Vec::new());
            game.outcomes(position, &mut all);
            game.prospects(position, &mut few);
            let after = |list: &[hexwright_core::Weighted<Action>]| {
                let mut chances: std::collections::BTreeMap<u64, u32> = Default::default();
                for outcome in list {
                    let mut next = position.clone();
                    game.play(&mut next, Actor::Chance, &outcome.action).unwrap();
                    *chances.entry(game.fingerprint(&next)).or_default() += outcome.weight;
                }
                chances
            };
            assert_eq!(after(&all), after(&few));
        });
        assert!(waited > 100);
    }
}
