//! What followers hear of a step that was played, by whomever.

use super::undo::{Build, Played};
use super::{Host, To};
use crate::game::{Action, CatanPosition, DiceRule, Hand, Phase, View};
use crate::map::Card;
use crate::wire::kinds_text;
use crate::wire::speech::word_of;
use hexwright_core::{Actor, CornerId, Game as _, HexId, Key as _, Seat, Viewer};

pub(super) fn cards_text(cards: Hand) -> String {
    kinds_text(*cards.counts().values())
}

/// What a build costs, and its word; `direct` is a city where nothing stood.
pub(super) fn price(action: Action, direct: bool) -> Option<(&'static str, Hand)> {
    use crate::game::price::{BRIDGE, SHIP, WALL};
    Some(match action {
        Action::Road(_) => ("road", Hand::ROAD),
        Action::Ship(_) => ("ship", SHIP),
        Action::Bridge(_) => ("bridge", BRIDGE),
        Action::Settlement(_) => ("settlement", Hand::SETTLEMENT),
        Action::City(_) if direct => ("city", Hand::DIRECT_CITY),
        Action::City(_) => ("city", Hand::CITY),
        Action::Wall(_) => ("city_wall", WALL),
        _ => return None,
    })
}

impl Host {
    /// A step was played and led to this position.
    pub(super) fn played(&mut self, actor: Actor, action: Action, after: CatanPosition) {
        if !self.begun {
            self.begin();
        }
        let before = std::mem::replace(&mut self.position, after);
        let old = self.game.view(&before, Viewer::Spectator);
        let new = self.public();
        let seat = match actor {
            Actor::Seat(seat) => seat.index(),
            Actor::Chance => usize::from(old.active),
        };
        let echo = self.echo.take_if(|echo| echo.0 == seat).map(|echo| echo.1);
        if old.turn != new.turn {
            self.recent.clear();
            self.hands.begin_turn(usize::from(new.active));
        }
        self.recent.push(Played { step: self.steps, before: before.clone(), actor, action });
        self.tell(seat, action, echo, &before, &old, &new);
        self.steps += 1;
        let held_back = self.free_roads.is_some();
        if new.phase == Phase::Over && old.phase != Phase::Over && !held_back {
            self.announce_winner();
        }
    }

    /// Everybody is told whose setup it is.
    pub(super) fn begin(&mut self) {
        self.begun = true;
        let view = self.public();
        self.prompt(&view);
    }

    /// Says whose setup or turn it is.
    fn prompt(&mut self, view: &View) {
        let seat = usize::from(view.active);
        self.builds[seat].clear();
        if let Some(line) = self.setup_line(view) {
            self.say(seat, To::Own, line);
        } else if view.turn > 0 {
            self.say(seat, To::Own, format!("turn {}", view.round));
        }
    }

    /// The line that tells whose setup it is.
    pub(super) fn setup_line(&self, view: &View) -> Option<String> {
        (view.phase == Phase::Setup).then(|| match view.pass[0] {
            0 if usize::from(view.active) + 1 == self.seats() => "setup-double".to_owned(),
            pass => format!("setup {pass}"),
        })
    }

    pub(super) fn announce_winner(&mut self) {
        let view = self.public();
        if let Some(winner) = view.winner.map(usize::from) {
            let points = view.seats[winner].points.unwrap_or(0);
            self.say(winner, To::All, format!("won with {points}"));
        }
    }

    pub(super) fn award(&mut self, before: Option<u8>, after: Option<u8>, word: &str) {
        if before != after {
            self.tell_guests(after.map_or(-1, i32::from), To::All, word, false);
        }
    }

    fn tell(
        &mut self,
        seat: usize,
        action: Action,
        echo: Option<String>,
        before: &CatanPosition,
        old: &View,
        new: &View,
    ) {
        match action {
            Action::SetupSettlement(_)
            | Action::SetupCity(_)
            | Action::SetupRoad(_)
            | Action::SetupShip(_)
            | Action::SetupBridge(_) => self.tell_placement(seat, action, before, old, new),
            Action::Roll | Action::Dice(..) => self.tell_dice(seat, action, before, old, new),
            Action::Discard(pile) => {
                if self.discarded >> seat & 1 == 0 {
                    self.say(seat, To::All, format!("discarded {}", cards_text(pile.into())));
                }
                self.discarded &= !(1 << seat);
                if new.phase != Phase::Discard {
                    if std::mem::take(&mut self.asked) {
                        self.say_plainly("discard-done");
                    }
                    self.tell_robber(usize::from(new.active));
                }
            }
            Action::Gold(pile) => {
                self.paid_gold(seat, pile.into());
                if self.payment.is_none() && old.turn == 0 {
                    self.prompt(new);
                }
            }
            Action::Robber(hex) | Action::Pirate(hex) => self.tell_move(seat, action, hex, old, new),
            Action::Steal(_) => self.robbing = None,
            Action::StealNone => {
                self.robbing = None;
                self.say(seat, To::Only, "robber-done");
            }
            Action::Stolen(kind) => {
                let victim = old.victim.unwrap_or(0);
                let party = 1 << seat | 1 << victim;
                self.say(seat, To::Party(party), format!("stole {} from {victim}", word_of(kind)));
                self.say(seat, To::Rest(party), format!("stole from {victim}"));
                self.say(seat, To::Only, "robber-done");
            }
            Action::Road(_)
            | Action::Ship(_)
            | Action::Bridge(_)
            | Action::Settlement(_)
            | Action::City(_)
            | Action::Wall(_) => self.tell_build(seat, action, echo, old, new),
            Action::MoveShip { from, to } => {
                let [a, b] = [from, to].map(|side| self.names.edge_text(self.grid(), side));
                let place = echo.unwrap_or_else(|| format!("{a} {b}"));
                self.say(seat, To::Own, format!("move {place}"));
                self.builds[seat].push(Build::new(self.steps, action, place));
                let lifted = self.game.holder_without(before, seat, from);
                self.award(old.road_holder, lifted, "longest-road");
                self.award(lifted, new.road_holder, "longest-road");
            }
            Action::Buy => {
                self.builds[seat].clear();
                self.say(seat, To::All, format!("spent {}", cards_text(Hand::CARD)));
            }
            Action::Drawn(card) => {
                let kind = self.hands.draw(seat, card);
                self.say(seat, To::Only, format!("bought-develop {kind}"));
                self.say(seat, To::Others, "bought-develop");
            }
            Action::PlayKnight => {
                self.tell_card(seat, Card::Knight, echo);
                self.award(old.army_holder, new.army_holder, "largest-army");
                self.tell_robber(seat);
            }
            Action::PlayVictoryPoint => self.tell_card(seat, Card::VictoryPoint, echo),
            Action::PlayRoadBuilding => {
                self.tell_card(seat, Card::RoadBuilding, echo);
                self.free_roads = Some((0, false));
                self.end_free_roads(seat, new);
            }
            Action::PlayMonopoly(kind) => {
                if self.card.take().is_none() {
                    self.tell_card(seat, Card::Monopoly, echo);
                }
                let hands = self.game.hands(before);
                for victim in (0..self.seats()).filter(|&victim| victim != seat) {
                    let (count, word) = (hands[victim].get(kind), word_of(kind));
                    self.say(seat, To::All, format!("monopoly {count} {word} from {victim}"));
                }
                self.say(seat, To::Only, "OK");
            }
            Action::PlayYearOfPlenty(first, second) => {
                if self.card.take().is_none() {
                    self.tell_card(seat, Card::YearOfPlenty, echo);
                }
                let mut taken = [0; 5];
                std::iter::once(first).chain(second).for_each(|kind| taken[kind.index()] += 1);
                self.say(seat, To::All, format!("plenty {}", kinds_text(taken)));
                self.say(seat, To::Only, "OK");
            }
            Action::BankTrade { count, give, take } => {
                let (give, take) = (word_of(give), word_of(take));
                self.say(seat, To::Own, format!("maritime-trade {count} supply {give} receive {take}"));
            }
            Action::Offer { .. }
            | Action::Counter { .. }
            | Action::Accept(_)
            | Action::Reject(_)
            | Action::Withdraw(_)
            | Action::Confirm { .. } => self.tell_trade(seat, action, old, new),
            Action::Stop => self.end_free_roads(seat, new),
            Action::EndTurn => {
                self.close_trade(seat);
                self.say(seat, To::Only, "OK");
                if new.phase != Phase::Over || new.turn != old.turn {
                    self.prompt(new);
                }
            }
            Action::Pass | Action::Seating(_) => {}
        }
    }

    /// A card is played from its place in the hand; `at` is the place if the client said which.
    pub(super) fn tell_card(&mut self, seat: usize, card: Card, at: Option<String>) {
        let at = at.and_then(|at| at.parse().ok()).or_else(|| self.hands.place_of(seat, card)).unwrap_or(0);
        let kind = self.hands.of(seat).get(at).copied().unwrap_or(0);
        self.builds[seat].clear();
        self.hands.play_at(seat, at);
        self.say(seat, To::Own, format!("play-develop {at} {kind}"));
    }

    fn tell_placement(
        &mut self,
        seat: usize,
        action: Action,
        before: &CatanPosition,
        old: &View,
        new: &View,
    ) {
        let line = self.placing.line_of(action).unwrap_or_else(|| {
            let line = self.placement_line(action);
            self.say(seat, To::Own, format!("built {line}"));
            line
        });
        self.builds[seat].push(Build::new(self.steps, action, line));
        let double = old.pass[0] == 0 && seat + 1 == self.seats();
        if new.phase == Phase::Setup && new.pass == old.pass || double {
            return;
        }
        self.placing.clear();
        self.say(seat, To::Only, "OK");
        if old.pass[0] == 0 {
            return self.prompt(new);
        }
        if let Some(&corner) = old.placed.first() {
            self.pay_settlement(before, seat, CornerId(corner));
        }
        if self.payment.is_none() {
            self.prompt(new);
        }
    }

    fn tell_dice(&mut self, seat: usize, action: Action, before: &CatanPosition, old: &View, new: &View) {
        let options = self.game.options();
        let full = 36 * u32::from(options.dice_decks);
        if options.dice == DiceRule::Deck && new.phase == Phase::Dice && new.dice_left == full {
            self.say(seat, To::All, "shuffled-dice-deck");
        }
        let Action::Dice(a, b) = action else { return };
        if new.phase == Phase::Dice {
            return; // a seven that is rolled again
        }
        self.dice = Some((a, b, old.turn));
        self.say(seat, To::Own, format!("rolled {a} {b}"));
        if a + b != 7 {
            return self.pay_roll(before, seat, a + b);
        }
        for other in 0..self.seats() {
            match (self.only_discard(other), new.seats[other].owes) {
                (_, 0) => {}
                (Some(Action::Discard(pile)), _) => {
                    self.discarded |= 1 << other;
                    self.say(other, To::All, format!("discarded {}", cards_text(pile.into())));
                }
                (_, owes) => {
                    self.asked = true;
                    self.say(other, To::All, format!("must-discard {owes}"));
                }
            }
        }
        if new.phase != Phase::Discard {
            self.tell_robber(seat);
        }
    }

    /// The only discard a seat that owes cards can make.
    pub(super) fn only_discard(&self, seat: usize) -> Option<Action> {
        let view = self.view(seat);
        let (owes, hand) = (view.seats[seat].owes, view.seats[seat].hand.unwrap_or_default());
        let single = hand.iter().filter(|&&n| n > 0).count() == 1;
        (owes > 0 && single).then(|| Action::Discard(Hand::of(hand.map(|n| n.min(owes))).into()))
    }

    /// A seat has to move the robber; who wins with a soldier is told so too.
    fn tell_robber(&mut self, seat: usize) {
        self.say(seat, To::Others, "is-robber");
        self.say(seat, To::Only, "you-are-robber");
    }

    fn tell_move(&mut self, seat: usize, action: Action, hex: HexId, old: &View, new: &View) {
        let (word, was) = match action {
            Action::Pirate(_) => ("pirate", old.pirate),
            _ => ("robber", old.robber),
        };
        let place = self.names.hex_text(self.grid(), hex);
        self.say(seat, To::All, format!("moved-{word} {place}"));
        let was = was.map(|was| self.names.hex_text(self.grid(), HexId(was)));
        self.robbing = was.map(|was| Build::new(self.steps, action, format!("unmoved-{word} {was}")));
        match new.phase {
            Phase::Steal => self.say(seat, To::Only, format!("rob {place}")),
            Phase::Theft => self.robbing = None,
            _ => {
                self.robbing = None;
                self.say(seat, To::Only, "robber-done");
            }
        }
    }

    fn tell_build(&mut self, seat: usize, action: Action, echo: Option<String>, old: &View, new: &View) {
        let free = self.free_roads.is_some();
        let direct = matches!(action, Action::City(at) if !old.seats[seat].settlements.contains(&at.0));
        let Some((word, cost)) = price(action, direct) else { return };
        let place = echo.unwrap_or_else(|| match action {
            Action::Road(at) | Action::Ship(at) | Action::Bridge(at) => self.names.edge_text(self.grid(), at),
            Action::Settlement(at) | Action::City(at) | Action::Wall(at) => {
                self.names.node_text(self.grid(), at)
            }
            _ => String::new(),
        });
        if !free {
            self.say(seat, To::All, format!("spent {}", cards_text(cost)));
        }
        self.say(seat, To::Own, format!("built {word} {place}"));
        let mut build = Build { direct, free, ..Build::new(self.steps, action, format!("{word} {place}")) };
        let (was, is) = (old.seats[seat].islands, new.seats[seat].islands);
        if is.0 > was.0 && is.1 != was.1 {
            let words = if was.0 == 0 { "Island Discovery Bonus" } else { "Additional Island Bonus" };
            let (id, points) = (self.next_point, is.1 - was.1);
            self.next_point += 1;
            self.points[seat].push((id, points, words));
            build.point = Some(id);
            self.say(seat, To::All, format!("get-point {id} {points} {words}"));
        }
        self.builds[seat].push(build);
        self.award(old.road_holder, new.road_holder, "longest-road");
        if let Some((count, won)) = &mut self.free_roads {
            *count += 1;
            *won = new.phase == Phase::Over;
            self.end_free_roads(seat, new);
        }
    }

    /// The free roads of whoever sends no `done` end by themselves.
    pub(super) fn end_free_roads(&mut self, seat: usize, new: &View) {
        if new.phase != Phase::RoadBuilding && !self.guests.contains_key(&seat) {
            self.free_roads = None;
            self.builds[seat].clear();
        }
    }

    /// The line of a piece of the setup, without its verb.
    pub(super) fn placement_line(&self, action: Action) -> String {
        let grid = self.grid();
        match action {
            Action::SetupSettlement(at) => format!("settlement {}", self.names.node_text(grid, at)),
            Action::SetupCity(at) => format!("city {}", self.names.node_text(grid, at)),
            Action::SetupRoad(at) => format!("road {}", self.names.edge_text(grid, at)),
            Action::SetupShip(at) => format!("ship {}", self.names.edge_text(grid, at)),
            Action::SetupBridge(at) => format!("bridge {}", self.names.edge_text(grid, at)),
            _ => String::new(),
        }
    }

    /// The victims the last robber move may rob.
    pub(super) fn can_rob(&self, seat: usize, victim: usize) -> bool {
        let action = Action::Steal(Seat(victim as u8));
        crate::wire::predict::attempt(&self.game, &self.position, seat, action).is_ok()
    }
}
