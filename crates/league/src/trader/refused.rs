//! What nobody wanted lately: a bot does not ask for the same again and again.

use hexwright_catan::game::Action;

/// Offers that are remembered beside the latest.
const KEPT: usize = 3;

/// The last offers of a seat that nobody took.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    /// The latest offer, until the seat closes it.
    latest: Option<Action>,
    /// Those before it, the last one first.
    before: [Option<Action>; KEPT],
}

impl Refused {
    /// Nothing was offered yet.
    pub(super) const NONE: Self = Self { latest: None, before: [None; KEPT] };

    /// Something the seat did. An offer counts as refused until the seat closes it.
    pub(super) fn note(&mut self, own: &Action) {
        match own {
            Action::Offer { .. } => {
                if let Some(untaken) = self.latest.replace(*own) {
                    self.before.rotate_right(1);
                    self.before[0] = Some(untaken);
                }
            }
            // one offer is open at a time, so this closes the latest
            Action::Confirm { .. } => self.latest = None,
            _ => {}
        }
    }

    /// Whether somebody took the last offer of this seat, if it made one.
    pub(super) const fn latest_was_taken(&self) -> bool {
        self.latest.is_none()
    }

    /// Whether the same cards were offered for the same, to whomever.
    pub(super) fn contains(&self, offer: &Action) -> bool {
        self.latest.iter().chain(self.before.iter().flatten()).any(|known| match (known, offer) {
            (Action::Offer { give, want, .. }, Action::Offer { give: gives, want: wants, .. }) => {
                give == gives && want == wants
            }
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, catan};
    use hexwright_catan::generate::preset;
    use hexwright_core::{Actor, Game as _, Seat};

    /// Different offers that somebody could make.
    fn offers() -> Vec<Action> {
        let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
        let mut position = game.start();
        let mut random = hexwright_core::Fast::new(4, 0);
        loop {
            if let hexwright_core::Turn::Seats(set) = game.turn(&position) {
                let seat = set.iter().next().unwrap();
                let found = game.offers(&position, seat);
                if found.len() > KEPT + 2 {
                    return found;
                }
                let mut legal = Vec::new();
                game.legal(&position, seat, &mut legal);
                game.play_unchecked(&mut position, Actor::Seat(seat), &legal[legal.len() - 1]);
            } else {
                let drawn = game.draw(&position, &mut random).unwrap();
                game.play_unchecked(&mut position, Actor::Chance, &drawn);
            }
        }
    }

    #[test]
    fn what_nobody_took_is_known_for_a_while() {
        let offers = offers();
        let mut refused = Refused::NONE;
        assert!(!refused.contains(&offers[0]));
        offers[..=KEPT].iter().for_each(|offer| refused.note(offer));
        assert!(offers[..=KEPT].iter().all(|offer| refused.contains(offer)));
        let last = &offers[KEPT + 1];
        assert!(!refused.contains(last));
        refused.note(last);
        assert!(!refused.contains(&offers[0]), "the oldest is forgotten");
        // whom it is made to makes no difference
        let Action::Offer { give, want, .. } = offers[1] else { unreachable!() };
        assert!(refused.contains(&Action::Offer { give, want, to: 1 }));
        assert!(!refused.latest_was_taken());
        // what was taken may be offered again
        refused.note(&Action::Confirm { id: 1, seat: Seat(1) });
        assert!(!refused.contains(last) && refused.contains(&offers[1]));
        assert!(refused.latest_was_taken());
        refused.note(&Action::EndTurn);
        assert!(refused.contains(&offers[1]));
    }
}
