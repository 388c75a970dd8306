//! What the messages alone say: hands, bank, awards.

/// An account kept from messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ledger {
    /// Hands in our order of kinds.
    pub(crate) hands: [[i32; 5]; 8],
    pub(crate) bank: [i32; 5],
    pub(crate) road: Option<usize>,
    pub(crate) army: Option<usize>,
    /// Points of discovered islands, by seat and id.
    pub(crate) points: Vec<(usize, i32, i32)>,
    /// Who has won, with how many points.
    pub(crate) won: Option<(usize, i32)>,
}

impl Ledger {
    pub(crate) fn new(bank: i32) -> Self {
        Self { hands: [[0; 5]; 8], bank: [bank; 5], road: None, army: None, points: Vec::new(), won: None }
    }

    /// Cards from the bank to a seat; negative ones go back.
    pub(crate) fn draw(&mut self, seat: usize, cards: [i32; 5], sign: i32) {
        for (kind, n) in cards.into_iter().enumerate() {
            self.hands[seat][kind] += sign * n;
            self.bank[kind] -= sign * n;
        }
    }

    /// Cards from a seat to another.
    pub(crate) fn pass(&mut self, from: usize, to: usize, cards: [i32; 5]) {
        for (kind, n) in cards.into_iter().enumerate() {
            self.hands[from][kind] -= n;
            self.hands[to][kind] += n;
        }
    }
}
