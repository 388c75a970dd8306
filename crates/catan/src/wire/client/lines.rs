//! The lines that carry an action out.

use super::Client;
use crate::game::{Action, Hand};
use crate::map::Card;
use crate::wire::speech::{card_of, kinds_text, word_of};

impl Client {
    pub(super) fn commands_of(&self, action: Action) -> Result<Vec<String>, String> {
        let (Some(mirror), Some(names)) = (&self.mirror, &self.names) else { return Ok(Vec::new()) };
        let grid = &mirror.game.board().grid;
        let corner = |c| names.node_text(grid, c);
        let side = |s| names.edge_text(grid, s);
        let hex = |h| names.hex_text(grid, h);
        let cards = |hand: Hand| kinds_text(*hand.counts().values());
        let one = |text: String| Ok(vec![text]);
        match action {
            Action::SetupSettlement(c) | Action::Settlement(c) => {
                one(format!("build settlement {}", corner(c)))
            }
            Action::SetupCity(c) | Action::City(c) => one(format!("build city {}", corner(c))),
            Action::SetupRoad(s) | Action::Road(s) => one(format!("build road {}", side(s))),
            Action::SetupShip(s) | Action::Ship(s) => one(format!("build ship {}", side(s))),
            Action::SetupBridge(s) | Action::Bridge(s) => one(format!("build bridge {}", side(s))),
            Action::Wall(c) => one(format!("build city_wall {}", corner(c))),
            Action::MoveShip { from, to } => one(format!("move {} {}", side(from), side(to))),
            Action::Roll => one("roll".to_owned()),
            Action::Discard(pile) => one(format!("discard {}", cards(pile.into()))),
            Action::Gold(pile) => one(format!("chose-gold {}", cards(pile.into()))),
            Action::Robber(h) | Action::Pirate(h) => one(format!("move-robber {}", hex(h))),
            Action::Steal(victim) => one(format!("rob {victim}")),
            Action::Buy => one("buy-develop".to_owned()),
            Action::BankTrade { count, give, take } => {
                one(format!("maritime-trade {count} supply {} receive {}", word_of(give), word_of(take)))
            }
            Action::PlayKnight => one(self.card_line(Card::Knight)?),
            Action::PlayRoadBuilding => one(self.card_line(Card::RoadBuilding)?),
            Action::PlayVictoryPoint => one(self.card_line(Card::VictoryPoint)?),
            Action::PlayMonopoly(kind) => {
                self.with_card(Card::Monopoly, format!("monopoly {}", word_of(kind)))
            }
            Action::PlayYearOfPlenty(first, second) => {
                let mut counts = [0; 5];
                std::iter::once(first).chain(second).for_each(|kind| counts[kind as usize] += 1);
                self.with_card(Card::YearOfPlenty, format!("plenty {}", kinds_text(counts)))
            }
            Action::EndTurn => one("done".to_owned()),
            other => Err(format!("{other:?} has no line in the protocol")),
        }
    }

    /// A card and its choice; of a card that lies on the table already the choice alone.
    fn with_card(&self, card: Card, choice: String) -> Result<Vec<String>, String> {
        if self.mirror.as_ref().is_some_and(|mirror| mirror.waiting_card() == Some(card)) {
            return Ok(vec![choice]);
        }
        Ok(vec![self.card_line(card)?, choice])
    }

    /// `play-develop` with the place of the oldest such card.
    fn card_line(&self, card: Card) -> Result<String, String> {
        let place = self.cards.iter().position(|&kind| card_of(kind) == Some(card));
        place
            .map(|index| format!("play-develop {index}"))
            .ok_or_else(|| format!("no {} card in the hand", card.name()))
    }
}
