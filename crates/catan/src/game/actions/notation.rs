//! Actions as text and back (section 21): one action a line, corners by number, sides as `A-B`,
//! hexes as `R,C`, cards as `wool=2 ore=1`.
//!
//! Leniency: blanks may repeat, a side may name its corners in either order, kinds of a bundle and of
//! a year of plenty may stand in any order. The writer has one spelling.

use crate::game::actions::action::{Action, Bundle};
use crate::game::actions::refusal::Refusal;
use crate::game::hand::Hand;
use crate::game::position::{MAX_SEATS, Position};
use crate::game::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::{Actor, CornerId, HexId, Key as _, Seat, SideId};
use std::fmt::Write as _;

type Parsed<T> = Result<T, Refusal>;

fn number<T: std::str::FromStr>(word: &str) -> Parsed<T> {
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let value = digits.then(|| word.parse().ok()).flatten();
    value.ok_or_else(|| Refusal::bad(format!("expected a number, found `{word}`")))
}

fn kind(word: &str) -> Parsed<Resource> {
    Resource::from_name(word)
        .ok_or_else(|| Refusal::bad(format!("expected brick, wood, wool, wheat or ore, found `{word}`")))
}

/// `wool=2 ore=1`; `nothing` for no card.
fn cards_text(hand: Hand) -> String {
    let mut text = String::new();
    for &kind in Resource::ALL {
        if hand.get(kind) > 0 {
            let gap = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{gap}{}={}", kind.name(), hand.get(kind));
        }
    }
    if text.is_empty() { "nothing".to_owned() } else { text }
}

fn cards(words: &[&str]) -> Parsed<Hand> {
    if words == ["nothing"] {
        return Ok(Hand::EMPTY);
    }
    if words.is_empty() {
        return Err(Refusal::bad("expected cards as in `wool=2 ore=1`, found none"));
    }
    let mut counts = [0u16; 5];
    for word in words {
        let (name, count) = word
            .split_once('=')
            .ok_or_else(|| Refusal::bad(format!("expected cards as in `wool=2`, found `{word}`")))?;
        let slot = &mut counts[kind(name)?.index()];
        if *slot > 0 {
            return Err(Refusal::bad(format!("{name} is named twice")));
        }
        *slot = number(count)?;
        if *slot > 2047 {
            return Err(Refusal::bad(format!("expected at most 2047 cards of a kind, found {slot}")));
        }
    }
    Ok(Hand::of(counts))
}

fn bundle(words: &[&str]) -> Parsed<Bundle> {
    Bundle::new(cards(words)?)
        .ok_or_else(|| Refusal::bad(format!("an offer names at most {} cards of a kind", Bundle::MOST)))
}

fn exactly<const N: usize>(words: &[&str], what: &str) -> Parsed<[String; N]> {
    let found = words.len();
    let list: Option<[&str; N]> = words.try_into().ok();
    list.map(|l| l.map(str::to_owned))
        .ok_or_else(|| Refusal::bad(format!("expected {what}, found {found} words")))
}

/// The permutation at a place of the lexicographic order of all permutations of `n`.
pub(in crate::game) fn permutation(n: usize, place: u16) -> Vec<u8> {
    let mut pool: Vec<u8> = (0..n as u8).collect();
    if place == 0 {
        return pool;
    }
    let mut place = usize::from(place);
    (0..n)
        .map(|i| {
            let block: usize = (1..n - i).product();
            let choice = (place / block).min(pool.len() - 1);
            place %= block;
            pool.remove(choice)
        })
        .collect()
}

pub(in crate::game) fn place_of(permutation: &[u8]) -> Option<u16> {
    let mut pool: Vec<u8> = (0..permutation.len() as u8).collect();
    let mut place = 0;
    for (i, seat) in permutation.iter().enumerate() {
        let choice = pool.iter().position(|s| s == seat)?;
        place += choice * (1..permutation.len() - i).product::<usize>();
        pool.remove(choice);
    }
    u16::try_from(place).ok()
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// An action in words; a side as its two corners.
    #[must_use]
    pub fn text_of(&self, action: Action) -> String {
        let side = |s: SideId| {
            let topology = self.board.grid.topology();
            if s.index() >= topology.sides() {
                return format!("#{s}");
            }
            let [a, b] = topology.side_corners(s);
            format!("{a}-{b}")
        };
        let hex = |h: HexId| {
            let (row, column) =
                (h.0 / u16::from(self.board.grid.width()), h.0 % u16::from(self.board.grid.width()));
            format!("{row},{column}")
        };
        match action {
            Action::SetupSettlement(c) => format!("setup-settlement {c}"),
            Action::SetupCity(c) => format!("setup-city {c}"),
            Action::SetupRoad(s) => format!("setup-road {}", side(s)),
            Action::SetupShip(s) => format!("setup-ship {}", side(s)),
            Action::SetupBridge(s) => format!("setup-bridge {}", side(s)),
            Action::Ship(s) => format!("ship {}", side(s)),
            Action::Bridge(s) => format!("bridge {}", side(s)),
            Action::Wall(c) => format!("wall {c}"),
            Action::MoveShip { from, to } => format!("move-ship {} {}", side(from), side(to)),
            Action::Pirate(h) => format!("pirate {}", hex(h)),
            Action::Gold(pile) => format!("gold {}", cards_text(pile.into())),
            Action::Roll => "roll".to_owned(),
            Action::Discard(pile) => format!("discard {}", cards_text(pile.into())),
            Action::Robber(h) => format!("robber {}", hex(h)),
            Action::Steal(seat) => format!("steal {seat}"),
            Action::StealNone => "steal none".to_owned(),
            Action::Road(s) => format!("road {}", side(s)),
            Action::Settlement(c) => format!("settlement {c}"),
            Action::City(c) => format!("city {c}"),
            Action::Buy => "buy".to_owned(),
            Action::BankTrade { count, give, take } => {
                format!("bank-trade {count} {} {}", give.name(), take.name())
            }
            Action::PlayKnight => "play-knight".to_owned(),
            Action::PlayRoadBuilding => "play-road-building".to_owned(),
            Action::PlayYearOfPlenty(first, None) => format!("play-year-of-plenty {}", first.name()),
            Action::PlayYearOfPlenty(first, Some(second)) => {
                format!("play-year-of-plenty {} {}", first.name(), second.name())
            }
            Action::PlayMonopoly(kind) => format!("play-monopoly {}", kind.name()),
            Action::PlayVictoryPoint => "play-victory-point".to_owned(),
            Action::Offer { give, want, to } => {
                let seats: Vec<String> =
                    (0..MAX_SEATS).filter(|s| to >> s & 1 == 1).map(|s| s.to_string()).collect();
                format!(
                    "offer {} for {} to {}",
                    cards_text(give.hand()),
                    cards_text(want.hand()),
                    seats.join(",")
                )
            }
            Action::Accept(id) => format!("accept {id}"),
            Action::Reject(id) => format!("reject {id}"),
            Action::Withdraw(id) => format!("withdraw {id}"),
            Action::Counter { id, give, want } => {
                format!("counter {id} {} for {}", cards_text(give.hand()), cards_text(want.hand()))
            }
            Action::Confirm { id, seat } => format!("confirm {id} {seat}"),
            Action::Stop => "stop".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::EndTurn => "end-turn".to_owned(),
            Action::Dice(a, b) => format!("roll {a} {b}"),
            Action::Stolen(kind) => format!("steal {}", kind.name()),
            Action::Drawn(card) => format!("draw {}", card.name()),
            Action::Seating(place) => {
                let seats: Vec<String> =
                    permutation(self.seats, place).iter().map(ToString::to_string).collect();
                format!("seating {}", seats.join(" "))
            }
        }
    }

    /// An action of a seat from its words.
    pub(in crate::game) fn parse_seat_action(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        text: &str,
    ) -> Parsed<Action> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((&verb, rest)) = words.split_first() else {
            return Err(Refusal::bad("expected an action, found nothing"));
        };
        let corner = || {
            let [word] = exactly(rest, "one corner")?;
            number(&word).map(CornerId)
        };
        let id = || {
            let [word] = exactly(rest, "the number of an offer")?;
            number::<u8>(&word)
        };
        let alone = |action| {
            if rest.is_empty() { Ok(action) } else { Err(Refusal::bad(format!("`{verb}` stands alone"))) }
        };
        match verb {
            "setup-settlement" => corner().map(Action::SetupSettlement),
            "setup-city" => corner().map(Action::SetupCity),
            "setup-road" => self.parse_side(rest).map(Action::SetupRoad),
            "setup-ship" => self.parse_side(rest).map(Action::SetupShip),
            "setup-bridge" => self.parse_side(rest).map(Action::SetupBridge),
            "ship" => self.parse_side(rest).map(Action::Ship),
            "bridge" => self.parse_side(rest).map(Action::Bridge),
            "wall" => corner().map(Action::Wall),
            "move-ship" => {
                let [from, to] = exactly(rest, "two sides")?;
                Ok(Action::MoveShip { from: self.parse_side(&[&from])?, to: self.parse_side(&[&to])? })
            }
            "pirate" => self.parse_hex(rest).map(Action::Pirate),
            "gold" => cards(rest).map(|hand| Action::Gold(hand.into())),
            "roll" => alone(Action::Roll),
            "discard" => cards(rest).map(|hand| Action::Discard(hand.into())),
            "robber" => self.parse_hex(rest).map(Action::Robber),
            "steal" if rest == ["none"] => Ok(Action::StealNone),
            "steal" => {
                let [word] = exactly(rest, "one seat or `none`")?;
                number(&word).map(|n| Action::Steal(Seat(n)))
            }
            "road" => self.parse_side(rest).map(Action::Road),
            "settlement" => corner().map(Action::Settlement),
            "city" => corner().map(Action::City),
            "buy" => alone(Action::Buy),
            "bank-trade" => {
                let [count, give, take] = exactly(rest, "a number and two kinds")?;
                Ok(Action::BankTrade { count: number(&count)?, give: kind(&give)?, take: kind(&take)? })
            }
            "play-knight" => alone(Action::PlayKnight),
            "play-road-building" => alone(Action::PlayRoadBuilding),
            "play-year-of-plenty" => {
                let mut kinds = rest.iter().map(|word| kind(word)).collect::<Parsed<Vec<_>>>()?;
                kinds.sort_unstable();
                match kinds[..] {
                    [] => Err(Refusal::bad("expected one or two kinds, found none")),
                    [first] => Ok(Action::PlayYearOfPlenty(first, None)),
                    [first, second] => Ok(Action::PlayYearOfPlenty(first, Some(second))),
                    _ => {
                        let expected = pos.bank.total().min(2);
                        Err(Refusal::WrongCount { expected, found: kinds.len() as u16 })
                    }
                }
            }
            "play-monopoly" => {
                let [word] = exactly(rest, "one kind")?;
                kind(&word).map(Action::PlayMonopoly)
            }
            "play-victory-point" => alone(Action::PlayVictoryPoint),
            "offer" => self.parse_offer(seat, rest),
            "accept" => id().map(Action::Accept),
            "reject" => id().map(Action::Reject),
            "withdraw" => id().map(Action::Withdraw),
            "counter" => {
                let Some((id, rest)) = rest.split_first() else {
                    return Err(Refusal::bad("expected `counter ID CARDS for CARDS`"));
                };
                let (give, want) = parse_terms(rest)?;
                Ok(Action::Counter { id: number(id)?, give, want })
            }
            "confirm" => {
                let [id, partner] = exactly(rest, "the number of an offer and a seat")?;
                Ok(Action::Confirm { id: number(&id)?, seat: Seat(number(&partner)?) })
            }
            "stop" => alone(Action::Stop),
            "pass" => alone(Action::Pass),
            "end-turn" => alone(Action::EndTurn),
            _ => Err(Refusal::bad(format!("`{verb}` is no action"))),
        }
    }

    /// An outcome from its words, with or without the leading `chance`.
    pub(in crate::game) fn parse_outcome(&self, text: &str) -> Parsed<Action> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.strip_prefix(&["chance"]).unwrap_or(&words);
        match words {
            ["roll", a, b] => Ok(Action::Dice(number(a)?, number(b)?)),
            ["steal", word] => kind(word).map(Action::Stolen),
            ["draw", word] => Card::from_name(word)
                .map(Action::Drawn)
                .ok_or_else(|| Refusal::bad(format!("expected a development card, found `{word}`"))),
            ["seating", seats @ ..] if seats.len() == self.seats => {
                let seats = seats.iter().map(|s| number(s)).collect::<Parsed<Vec<u8>>>()?;
                place_of(&seats).map(Action::Seating).ok_or_else(|| Refusal::bad("each seat comes once"))
            }
            _ => Err(Refusal::bad(format!("`{}` is no outcome", words.join(" ")))),
        }
    }

    /// An action of whoever acts.
    pub(in crate::game) fn parse(&self, pos: &Position<C, S, X>, actor: Actor, text: &str) -> Parsed<Action> {
        match actor {
            Actor::Seat(seat) => self.parse_seat_action(pos, seat.index(), text),
            Actor::Chance => self.parse_outcome(text),
        }
    }

    fn parse_side(&self, words: &[&str]) -> Parsed<SideId> {
        let [word] = exactly(words, "one side as in `31-37`")?;
        let (a, b) = word
            .split_once('-')
            .ok_or_else(|| Refusal::bad(format!("expected a side as in `31-37`, found `{word}`")))?;
        let (a, b) = (number(a)?, number(b)?);
        let side = self.board.grid.topology().side_between(CornerId(a), CornerId(b));
        side.ok_or(Refusal::NoSuchSide { a, b })
    }

    fn parse_hex(&self, words: &[&str]) -> Parsed<HexId> {
        let [word] = exactly(words, "one hex as in `2,3`")?;
        let (row, column) = word
            .split_once(',')
            .ok_or_else(|| Refusal::bad(format!("expected a hex as in `2,3`, found `{word}`")))?;
        let (row, column): (u16, u16) = (number(row)?, number(column)?);
        let grid = &self.board.grid;
        let found = u8::try_from(row).ok().zip(u8::try_from(column).ok());
        found.and_then(|(r, c)| grid.at(r, c)).ok_or(Refusal::NoSuchHex { row, column })
    }

    fn parse_offer(&self, seat: usize, words: &[&str]) -> Parsed<Action> {
        let Some((terms, [to])) =
            words.iter().position(|&w| w == "to").map(|i| (&words[..i], &words[i + 1..]))
        else {
            return Err(Refusal::bad("expected `offer CARDS for CARDS to SEATS`"));
        };
        let (give, want) = parse_terms(terms)?;
        let mut seats = 0u8;
        if *to == "all" {
            seats = (((1u16 << self.seats) - 1) as u8) & !(1u8.checked_shl(seat as u32).unwrap_or(0));
        } else {
            for word in to.split(',') {
                let n: u8 = number(word)?;
                if usize::from(n) >= self.seats {
                    return Err(Refusal::NoSuchSeat { seat: n, last: self.seats as u8 - 1 });
                }
                seats |= 1 << n;
            }
        }
        Ok(Action::Offer { give, want, to: seats })
    }
}

fn parse_terms(words: &[&str]) -> Parsed<(Bundle, Bundle)> {
    let Some(middle) = words.iter().position(|&w| w == "for") else {
        return Err(Refusal::bad("expected `CARDS for CARDS`"));
    };
    Ok((bundle(&words[..middle])?, bundle(&words[middle + 1..])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_numbered_in_order() {
        let all: Vec<Vec<u8>> = (0..24).map(|n| permutation(4, n)).collect();
        assert!(all.is_sorted() && all[0] == [0, 1, 2, 3] && all[23] == [3, 2, 1, 0]);
        assert!((0..24).all(|n| place_of(&all[usize::from(n)]) == Some(n)));
        assert_eq!(place_of(&[0, 0, 1]), None);
        assert_eq!(place_of(&permutation(8, 40_319)), Some(40_319));
    }
}
