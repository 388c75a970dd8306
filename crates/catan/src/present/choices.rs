//! What a seat may do, with names, places and costs, and what it could do if it had more.

use super::{corner, goods, hex, side};
use crate::game::{Action, Catan, CatanPosition, Hand, Phase, View, price};
use crate::map::Resource;
use hexwright_core::present::{Choice, Good, Part, Place, Sentence};
use hexwright_core::{Game as _, Key as _, Seat, SideId};

pub(super) fn choices(game: &Catan, position: &CatanPosition, view: &View, seat: Seat) -> Vec<Choice> {
    let Some(own) = view.seats.get(seat.index()) else { return Vec::new() };
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    // the ways to discard or to spend gold are many: the person picks card by card
    legal.retain(|action| !matches!(action, Action::Discard(_) | Action::Gold(_)));
    let mut list: Vec<Choice> = legal.iter().map(|&action| choice(game, position, view, action)).collect();
    if own.owes > 0 {
        list.push(pick("discard", own.owes));
    }
    if own.gold > 0 && view.phase == Phase::Gold && view.waiting.contains(&seat.0) {
        list.push(pick("gold", own.gold.into()));
    }
    // prices are told from the first placement on
    if view.phase == Phase::Setup || view.turn > 0 && !matches!(view.phase, Phase::Seating | Phase::Over) {
        let hand = Hand::of(own.hand.unwrap_or_default());
        let wanting = buildings(game).into_iter().filter(|b| !list.iter().any(|c| c.group == b.group));
        let wanting: Vec<Choice> = wanting.map(|b| b.wanting(view, seat, hand)).collect();
        list.extend(wanting);
    }
    list
}

/// Cards the person picks.
fn pick(group: &'static str, count: u16) -> Choice {
    let label = Sentence::new(if group == "gold" { "pick-gold" } else { "pick-discard" });
    Choice {
        action: None,
        label: label.with("number", Part::Number(count.into())),
        group,
        place: None,
        from: None,
        cost: vec![Good::new(count, "card")],
        missing: Vec::new(),
    }
}

/// Something that is built or bought.
struct Building {
    group: &'static str,
    /// With its article.
    word: &'static str,
    /// The piece that is used up.
    piece: &'static str,
    cost: Hand,
}

impl Building {
    const fn new(group: &'static str, word: &'static str, piece: &'static str, cost: Hand) -> Self {
        Self { group, word, piece, cost }
    }

    /// How many are left in the supply.
    fn left(&self, view: &View, seat: Seat) -> u32 {
        let own = &view.seats[seat.index()];
        match self.group {
            "road" => own.left[0].into(),
            "settlement" => own.left[1].into(),
            "city" => own.left[2].into(),
            "ship" => own.sea_left[0].into(),
            "bridge" => own.sea_left[1].into(),
            "wall" => own.sea_left[2].into(),
            _ => view.deck,
        }
    }

    /// The choice a seat does not have now, with what it lacks.
    fn wanting(&self, view: &View, seat: Seat, hand: Hand) -> Choice {
        let lacks = |&kind: &Resource| {
            let count = self.cost.get(kind).saturating_sub(hand.get(kind));
            (count > 0).then(|| Good::new(count, kind.name()))
        };
        let mut missing: Vec<Good> = Resource::ALL.iter().filter_map(lacks).collect();
        if self.left(view, seat) == 0 {
            missing.push(Good::new(1, self.piece));
        }
        if missing.is_empty() {
            let actor = view.builder.unwrap_or(view.active) == seat.0;
            missing.push(Good::new(
                1,
                match view.phase {
                    _ if !actor => "own-turn",
                    Phase::PreRoll => "roll-of-dice",
                    Phase::Main | Phase::Special => "free-place",
                    _ => "end-of-this",
                },
            ));
        }
        Choice {
            action: None,
            label: self.label(),
            group: self.group,
            place: None,
            from: None,
            cost: goods(self.cost),
            missing,
        }
    }

    fn label(&self) -> Sentence {
        if self.group == "buy" {
            return Sentence::new("do-buy");
        }
        Sentence::new("do-build").with("piece", Part::Word(self.word))
    }
}

/// All that can be built or bought on this map.
fn buildings(game: &Catan) -> Vec<Building> {
    let sea = &game.setup().sea;
    let mut list = vec![
        Building::new("road", "a-road", "road", Hand::ROAD),
        Building::new("settlement", "a-settlement", "settlement", Hand::SETTLEMENT),
        Building::new("city", "a-city", "city", Hand::CITY),
    ];
    let extra = [
        (sea.ships, Building::new("ship", "a-ship", "ship", price::SHIP)),
        (sea.bridges, Building::new("bridge", "a-bridge", "bridge", price::BRIDGE)),
        (sea.walls, Building::new("wall", "a-wall", "wall", price::WALL)),
    ];
    list.extend(extra.into_iter().filter(|(count, _)| *count > 0).map(|(_, building)| building));
    list.push(Building::new("buy", "development-card", "development-card", Hand::CARD));
    list
}

/// A legal action as a choice.
fn choice(game: &Catan, position: &CatanPosition, view: &View, action: Action) -> Choice {
    let piece = |key, word: &'static str| Sentence::new(key).with("piece", Part::Word(word));
    let one = |key, name, part| Sentence::new(key).with(name, part);
    // pieces of the card road building are free
    let paid = |cost: Hand| if view.phase == Phase::RoadBuilding { Hand::EMPTY } else { cost };
    let (mut from, mut cost) = (None, Hand::EMPTY);
    let (group, label, place): (_, _, Option<Place>) = match action {
        Action::SetupSettlement(c) => {
            ("setup-settlement", piece("do-place", "a-settlement"), Some(corner(c)))
        }
        Action::SetupCity(c) => ("setup-city", piece("do-place", "a-city"), Some(corner(c))),
        Action::SetupRoad(s) => ("setup-road", piece("do-place", "a-road"), Some(side(s))),
        Action::SetupShip(s) => ("setup-ship", piece("do-place", "a-ship"), Some(side(s))),
        Action::SetupBridge(s) => ("setup-bridge", piece("do-place", "a-bridge"), Some(side(s))),
        Action::Road(s) => {
            cost = paid(Hand::ROAD);
            ("road", piece("do-build", "a-road"), Some(side(s)))
        }
        Action::Ship(s) => {
            cost = paid(price::SHIP);
            ("ship", piece("do-build", "a-ship"), Some(side(s)))
        }
        Action::Bridge(s) => {
            cost = paid(price::BRIDGE);
            ("bridge", piece("do-build", "a-bridge"), Some(side(s)))
        }
        Action::Settlement(c) => {
            cost = Hand::SETTLEMENT;
            ("settlement", piece("do-build", "a-settlement"), Some(corner(c)))
        }
        Action::City(c) => {
            let upgrade = view.seats.iter().any(|seat| seat.settlements.contains(&c.0));
            cost = if upgrade { Hand::CITY } else { Hand::DIRECT_CITY };
            ("city", piece("do-build", "a-city"), Some(corner(c)))
        }
        Action::Wall(c) => {
            cost = price::WALL;
            ("wall", piece("do-build", "a-wall"), Some(corner(c)))
        }
        Action::MoveShip { from: old, to } => {
            from = Some(side(old));
            ("move-ship", one("do-move-ship", "from", Part::Text(ends(game, old))), Some(side(to)))
        }
        Action::Robber(h) => ("robber", Sentence::new("do-move-robber"), Some(hex(h))),
        Action::Pirate(h) => ("pirate", Sentence::new("do-move-pirate"), Some(hex(h))),
        Action::Roll => ("roll", Sentence::new("do-roll"), None),
        Action::Steal(victim) => ("steal", one("do-steal", "victim", victim.into()), None),
        Action::StealNone => ("steal", Sentence::new("do-steal-none"), None),
        Action::Buy => {
            cost = Hand::CARD;
            ("buy", Sentence::new("do-buy"), None)
        }
        Action::BankTrade { count, give, take } => {
            cost = Hand::single(give, count.into());
            let take = Part::Goods(vec![Good::new(1, take.name())]);
            let label = one("do-bank-trade", "give", Part::Goods(goods(cost))).with("take", take);
            ("bank-trade", label, None)
        }
        Action::PlayKnight => ("play-knight", Sentence::new("do-play-knight"), None),
        Action::PlayRoadBuilding => ("play-road-building", Sentence::new("do-play-road-building"), None),
        Action::PlayYearOfPlenty(first, second) => {
            let second = second.map_or(Hand::EMPTY, |kind| Hand::single(kind, 1));
            let cards = Part::Goods(goods(Hand::single(first, 1).plus(second)));
            ("play-year-of-plenty", one("do-play-year-of-plenty", "goods", cards), None)
        }
        Action::PlayMonopoly(kind) => {
            ("play-monopoly", one("do-play-monopoly", "kind", Part::Word(kind.name())), None)
        }
        Action::PlayVictoryPoint => ("play-victory-point", Sentence::new("do-play-victory-point"), None),
        Action::Accept(id) => ("accept", with_maker("do-accept", view, id), None),
        Action::Reject(id) => ("reject", with_maker("do-reject", view, id), None),
        Action::Withdraw(_) => ("withdraw", Sentence::new("do-withdraw"), None),
        Action::Confirm { seat, .. } => ("confirm", one("do-confirm", "partner", seat.into()), None),
        Action::Stop => ("stop", Sentence::new("do-stop"), None),
        Action::Pass => ("pass", Sentence::new("do-pass"), None),
        // offers are put together by the person; chance is nobody's choice
        _ => ("end-turn", Sentence::new("do-end-turn"), None),
    };
    let text = game.action_text(position, &action);
    Choice { action: Some(text), label, group, place, from, cost: goods(cost), missing: Vec::new() }
}

fn with_maker(key: &'static str, view: &View, id: u8) -> Sentence {
    let maker = view.offers.iter().find(|offer| offer.id == id).map_or(view.active, |offer| offer.maker);
    Sentence::new(key).with("partner", Part::Seat(maker))
}

/// A side by its two corners.
fn ends(game: &Catan, side: SideId) -> String {
    let [a, b] = game.board().grid.topology().side_corners(side);
    format!("{a}-{b}")
}
