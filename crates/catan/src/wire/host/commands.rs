//! What lines of seats ask of the game.

use super::{GameRequest, Host, To};
use crate::game::{Action, Hand, Phase, Refusal};
use crate::map::{Card, Resource};
use crate::wire::predict;
use crate::wire::speech::{KINDS, card_of, kind_of};
use hexwright_core::{HexId, Key as _, Seat};

/// Exactly so many whole numbers.
pub(super) fn numbers<const N: usize>(words: &[&str]) -> Option<[i32; N]> {
    let words: &[&str; N] = words.try_into().ok()?;
    let mut numbers = [0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = word.parse().ok()?;
    }
    Some(numbers)
}

/// Five whole numbers of the protocol in our order of kinds.
pub(super) fn counts(words: &[&str]) -> Option<[i32; 5]> {
    let told = numbers::<5>(words)?;
    let mut counts = [0; 5];
    KINDS.iter().zip(told).for_each(|(kind, n)| counts[kind.index()] = n);
    Some(counts)
}

/// Counts as cards; `None` for numbers no hand has.
pub(super) fn cards(counts: [i32; 5]) -> Option<Hand> {
    let sane = counts.iter().all(|n| (0..=i32::from(Hand::CIRCULATING)).contains(n));
    sane.then(|| Hand::of(counts.map(|n| n as u16)))
}

fn step(seat: usize, action: Action) -> Option<GameRequest> {
    Some(GameRequest::Steps(vec![(seat, action)]))
}

impl Host {
    /// A line of a client. What it asks of the game comes back; what is said at once is among [`Self::lines`].
    pub fn hear(&mut self, number: usize, line: &str) -> Option<GameRequest> {
        self.echo = None;
        if self.hear_talk(number, line) || number >= self.seats() || !self.is_playing(number) {
            return None;
        }
        let seat = number;
        let view = self.public();
        let words: Vec<&str> = line.split(' ').collect();
        let active = usize::from(view.active) == seat;
        if !self.begun {
            return None;
        }
        if self.free_roads.is_some() && active {
            return self.hear_free_roads(seat, &words);
        }
        match view.phase {
            Phase::Setup if active => self.hear_setup(seat, &words),
            Phase::Discard if view.seats[seat].owes > 0 => self.hear_choice(seat, &words, true),
            Phase::Gold if usize::from(view.gold_turn.0) == seat => self.hear_choice(seat, &words, false),
            Phase::MoveRobber if active => self.hear_robber(seat, &words),
            Phase::Steal if active => self.hear_victim(seat, &words),
            Phase::PreRoll | Phase::Main if active && self.card.is_some() => self.hear_card(seat, &words),
            Phase::PreRoll | Phase::Main if self.trade.is_some() => self.hear_trade(seat, &words, active),
            Phase::PreRoll | Phase::Main if active => self.hear_turn(seat, &words, view.rolled),
            _ => None,
        }
    }

    fn hear_choice(&mut self, seat: usize, words: &[&str], discard: bool) -> Option<GameRequest> {
        let (told, error) = match (words, discard) {
            (["discard", told @ ..], true) => (told, "wrong-discard"),
            (["chose-gold", told @ ..], false) => (told, "wrong-gold"),
            _ => return None,
        };
        let action = cards(counts(told)?)
            .map(|hand| if discard { Action::Discard(hand.into()) } else { Action::Gold(hand.into()) });
        match action.filter(|&action| self.allows(seat, action)) {
            Some(action) => step(seat, action),
            None => {
                self.err(seat, error);
                None
            }
        }
    }

    fn hear_robber(&mut self, seat: usize, words: &[&str]) -> Option<GameRequest> {
        let [x, y] = match words {
            ["move-robber", at @ ..] => numbers::<2>(at).or_else(|| {
                let [x, y, _victim] = numbers::<3>(at)?;
                Some([x, y])
            })?,
            _ => return None,
        };
        let hex = self.names.hex(self.grid(), x, y);
        let action = hex.map(|hex: HexId| {
            let land = self.game.board().terrain(hex).is_land();
            if land { Action::Robber(hex) } else { Action::Pirate(hex) }
        });
        match action.filter(|&action| self.allows(seat, action)) {
            Some(action) => step(seat, action),
            None => {
                self.err(seat, "bad-pos");
                None
            }
        }
    }

    fn hear_victim(&mut self, seat: usize, words: &[&str]) -> Option<GameRequest> {
        match words {
            ["undo"] => {
                let undo = self.robbing.as_ref().map(|robbing| GameRequest::TakeBack(robbing.step));
                if undo.is_none() {
                    self.err(seat, "bad-undo");
                }
                undo
            }
            ["rob", victim] => {
                let victim = victim.parse::<i32>().ok()?;
                let Some(victim) = usize::try_from(victim).ok().filter(|&v| v < self.seats()) else {
                    self.err(seat, "bad-player: not found");
                    return None;
                };
                if self.can_rob(seat, victim) {
                    return step(seat, Action::Steal(Seat(victim as u8)));
                }
                let view = self.public();
                let poor = view.seats[victim].cards == 0;
                let nowhere = if view.pirate_moved { "no ships" } else { "no buildings" };
                let why = if poor { "no resources" } else { nowhere };
                self.err(seat, format!("bad-player: {why}"));
                None
            }
            _ => None,
        }
    }

    fn hear_turn(&mut self, seat: usize, words: &[&str], rolled: bool) -> Option<GameRequest> {
        let answer: Result<Option<GameRequest>, String> = match words {
            ["roll"] if rolled => Err("already-rolled".to_owned()),
            ["roll"] => Ok(step(seat, Action::Roll)),
            ["done"] if rolled => Ok(step(seat, Action::EndTurn)),
            ["done"] => Err("roll-dice".to_owned()),
            ["build", piece, at @ ..] => {
                let at = numbers::<3>(at)?;
                let action = self.build_action(piece, at)?;
                if rolled { self.wish_build(seat, action, at) } else { Err("roll-dice".to_owned()) }
            }
            ["move", places @ ..] => {
                let [a, b, c, d, e, f] = numbers::<6>(places)?;
                self.wish_move(seat, [a, b, c], [d, e, f])
            }
            ["undo"] => {
                let last = self.builds[seat].last();
                last.map(|build| Some(GameRequest::TakeBack(build.step))).ok_or_else(|| "bad-undo".to_owned())
            }
            ["buy-develop"] if !rolled => Err("roll-dice".to_owned()),
            ["buy-develop"] => {
                predict::buy(&self.game, &self.position, seat).map(|()| step(seat, Action::Buy))
            }
            ["play-develop", at] => self.wish_card(seat, at.parse().ok()?),
            ["maritime-trade", ..] => self.wish_bank_trade(seat, words)?,
            ["domestic-trade", "call", ..] => return self.hear_trade(seat, words, true),
            _ => return None,
        };
        answer.unwrap_or_else(|error| {
            self.err(seat, error);
            None
        })
    }

    /// Whether the rules allow a seat an action.
    pub(super) fn allows(&self, seat: usize, action: Action) -> bool {
        predict::attempt(&self.game, &self.position, seat, action).is_ok()
    }

    /// What a build would be; `None` for a word that is no piece, inside it `None` for a place off the map.
    fn build_action(&self, piece: &str, at: [i32; 3]) -> Option<Option<Action>> {
        let grid = self.grid();
        Some(match piece {
            "road" => self.names.side(grid, at).map(Action::Road),
            "ship" => self.names.side(grid, at).map(Action::Ship),
            "bridge" => self.names.side(grid, at).map(Action::Bridge),
            "settlement" => self.names.corner(grid, at).map(Action::Settlement),
            "city" => self.names.corner(grid, at).map(Action::City),
            "city_wall" => self.names.corner(grid, at).map(Action::Wall),
            _ => return None,
        })
    }

    fn wish_build(
        &mut self,
        seat: usize,
        action: Option<Action>,
        [x, y, pos]: [i32; 3],
    ) -> Result<Option<GameRequest>, String> {
        let action = action.ok_or_else(|| "bad-pos".to_owned())?;
        predict::build(&self.game, &self.position, seat, action)?;
        self.echo = Some((seat, format!("{x} {y} {pos}")));
        Ok(step(seat, action))
    }

    fn wish_move(
        &mut self,
        seat: usize,
        from: [i32; 3],
        to: [i32; 3],
    ) -> Result<Option<GameRequest>, String> {
        if self.public().ship_moved {
            return Err("already-moved".to_owned());
        }
        let grid = self.grid();
        let sides = self.names.side(grid, from).zip(self.names.side(grid, to));
        let action = sides.map(|(from, to)| Action::MoveShip { from, to });
        let action =
            action.filter(|&action| self.allows(seat, action)).ok_or_else(|| "bad-pos".to_owned())?;
        let [[a, b, c], [d, e, f]] = [from, to];
        self.echo = Some((seat, format!("{a} {b} {c} {d} {e} {f}")));
        Ok(step(seat, action))
    }

    /// `None` for a line that is no trade with the bank.
    pub(super) fn wish_bank_trade(
        &self,
        seat: usize,
        words: &[&str],
    ) -> Option<Result<Option<GameRequest>, String>> {
        let ["maritime-trade", count, "supply", give, "receive", take] = words else { return None };
        let (count, give, take) = (count.parse::<i32>().ok()?, kind_of(give)?, kind_of(take)?);
        let rate = u8::try_from(count).unwrap_or(0);
        let answer = predict::bank_trade(&self.game, &self.position, seat, (rate, give, take));
        Some(answer.map(|()| step(seat, Action::BankTrade { count: rate, give, take })))
    }

    /// A card from its place in the hand.
    fn wish_card(&mut self, seat: usize, at: i32) -> Result<Option<GameRequest>, String> {
        let place = usize::try_from(at).unwrap_or(usize::MAX);
        let held = self.hands.of(seat).get(place).copied();
        let card = held.and_then(card_of).ok_or_else(|| "no-card".to_owned())?;
        let view = self.public();
        let wrong_time = || Err("wrong-time".to_owned());
        if card != Card::VictoryPoint && !self.hands.is_playable(place) {
            return wrong_time();
        }
        let kinds = Resource::ALL.iter().copied().filter(|&kind| view.bank[kind.index()] > 0);
        let mut taken =
            kinds.flat_map(|kind| std::iter::repeat_n(kind, view.bank[kind.index()].min(2).into()));
        let action = match card {
            Card::Knight => Action::PlayKnight,
            Card::RoadBuilding => Action::PlayRoadBuilding,
            Card::VictoryPoint => Action::PlayVictoryPoint,
            Card::Monopoly => Action::PlayMonopoly(Resource::Brick),
            Card::YearOfPlenty => match taken.next() {
                Some(first) => Action::PlayYearOfPlenty(first, taken.next()),
                None => return wrong_time(),
            },
        };
        match predict::attempt(&self.game, &self.position, seat, action) {
            Ok(()) => {}
            Err(Refusal::CardNotHeld { .. }) => return Err("no-card".to_owned()),
            Err(_) => return wrong_time(),
        }
        if matches!(card, Card::Monopoly | Card::YearOfPlenty) {
            self.tell_card(seat, card, Some(at.to_string()));
            self.card = Some(card);
            if card == Card::YearOfPlenty {
                self.say(seat, To::Only, self.plenty_question());
            }
            return Ok(None);
        }
        self.echo = Some((seat, at.to_string()));
        Ok(step(seat, action))
    }

    /// What the owner of a plenty card is asked.
    pub(super) fn plenty_question(&self) -> String {
        format!("plenty {}", crate::wire::kinds_text(self.public().bank))
    }

    /// The choice of a monopoly or plenty card.
    fn hear_card(&mut self, seat: usize, words: &[&str]) -> Option<GameRequest> {
        match (words, self.card?) {
            (["monopoly", kind], Card::Monopoly) => step(seat, Action::PlayMonopoly(kind_of(kind)?)),
            (["plenty", told @ ..], Card::YearOfPlenty) => {
                let told = counts(told)?;
                let bank = self.public().bank.map(i32::from);
                let most = bank.iter().sum::<i32>().min(2);
                if let Some(kind) = KINDS.iter().find(|kind| told[kind.index()] > bank[kind.index()]) {
                    self.err(seat, format!("no-cards {}", crate::wire::speech::word_of(*kind)));
                    self.err(seat, "plenty-no-resources");
                    return None;
                }
                if told.iter().sum::<i32>() != most || told.iter().any(|&n| n < 0) {
                    self.err(seat, "wrong-plenty");
                    return None;
                }
                let kind = |&kind: &Resource| std::iter::repeat_n(kind, told[kind.index()] as usize);
                let mut kinds = Resource::ALL.iter().flat_map(kind);
                step(seat, Action::PlayYearOfPlenty(kinds.next()?, kinds.next()))
            }
            _ => None,
        }
    }

    /// The free pieces of a road building card.
    fn hear_free_roads(&mut self, seat: usize, words: &[&str]) -> Option<GameRequest> {
        let (placed, won) = self.free_roads?;
        let building = self.public().phase == Phase::RoadBuilding;
        let answer = match words {
            ["build", piece, at @ ..] => {
                let at = numbers::<3>(at)?;
                match self.build_action(piece, at)? {
                    _ if !matches!(*piece, "road" | "ship" | "bridge") => Err("expected-road"),
                    _ if placed >= 2 => Err("too-many"),
                    Some(action) if self.allows(seat, action) => {
                        let [x, y, pos] = at;
                        self.echo = Some((seat, format!("{x} {y} {pos}")));
                        return step(seat, action);
                    }
                    _ => Err("bad-pos"),
                }
            }
            ["undo"] => match self.builds[seat].last() {
                Some(build) if !won => return Some(GameRequest::TakeBack(build.step)),
                _ => Err("bad-pos"),
            },
            ["done"] if building => Err("expected-build"),
            ["done"] => Ok(()),
            _ => return None,
        };
        match answer {
            Err(error) => self.err(seat, error),
            Ok(()) => {
                self.free_roads = None;
                self.builds[seat].clear();
                self.say(seat, To::Only, "OK");
                if won {
                    // as the real server does: for the roads, then for the end of the card
                    self.announce_winner();
                    self.announce_winner();
                }
            }
        }
        None
    }
}
