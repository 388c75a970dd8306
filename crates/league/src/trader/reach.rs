//! How many points a seat could reach in this turn at most, by what everybody has seen.
//!
//! Nobody should be traded into winning. So this leans to one side: hidden cards are whatever suits the seat best, a card
//! it buys is a point, every open corner in reach is fit for a settlement and every road lengthens its trail as much as its
//! roads allow. What it takes from others with a knight or a monopoly counts too. A seat that cannot reach the goal by this
//! cannot win.

mod ground;

use ground::{Ground, sails};
use hexwright_catan::game::{Catan, Hand, SeatView, View};
use hexwright_catan::map::Card;
use hexwright_core::Key as _;

/// What an award brings.
const AWARD: i16 = 2;
/// Price of a ship: wood wool.
const SHIP: Hand = Hand::of([0, 1, 1, 0, 0]);
/// Price of a bridge: brick wood wool.
const BRIDGE: Hand = Hand::of([1, 1, 1, 0, 0]);

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
pub(super) fn could_win(game: &Catan, view: &View, seat: u8, (gives, takes): (Hand, Hand)) -> bool {
    let Some(own) = view.seats.get(usize::from(seat)) else { return false };
    let mut cards = Cards::of(own);
    cards.give(gives);
    cards.take(takes);
    let (lacking, options) = (game.goal() - own.public_points, game.options());
    let turn = Turn { game, view, own, seat, ground: Ground::of(game, view, seat) };
    let monopolies = (0..5).map(Played::Monopoly);
    let plays =
        [Played::Nothing, Played::Knight, Played::Roads, Played::Plenty].into_iter().chain(monopolies);
    // with these slips a card that was just bought may be played
    let has_card = own.development > 0 || options.card_slips && view.deck > 0;
    let may_play = has_card && !view.card_played;
    plays.filter(|play| may_play || *play == Played::Nothing).any(|play| {
        let mut cards = cards;
        match play {
            Played::Knight => cards.any += 1,
            Played::Plenty => cards.any += 2,
            Played::Monopoly(kind) => cards.kinds[kind] += at_most(view, seat, kind),
            Played::Nothing | Played::Roads => {}
        }
        let hidden = own.development.saturating_sub(u16::from(play != Played::Nothing));
        let army = play == Played::Knight && takes_army(view, seat, options.largest_army);
        let gained = if army { AWARD } else { 0 };
        let free = if play == Played::Roads { 2 } else { 0 };
        lacking <= gained || turn.buys(&cards, lacking - gained, (hidden, free))
    })
}

/// The turn of a seat, as everybody sees it.
struct Turn<'a> {
    game: &'a Catan,
    view: &'a View,
    own: &'a SeatView,
    seat: u8,
    ground: Ground,
}

impl Turn<'_> {
    /// Whether purchases and hidden points bring what is lacking, with so many free roads of a card.
    fn buys(&self, cards: &Cards, lacking: i16, (hidden, free): (u16, u16)) -> bool {
        let (view, own) = (self.view, self.own);
        let [roads_left, settlements_left, cities_left] = own.left.map(u16::from);
        let [ships_left, bridges_left, _] = own.sea_left.map(u16::from);
        let left = [roads_left, ships_left, bridges_left];
        let free = free + if view.active == self.seat { u16::from(view.free_roads) } else { 0 };
        let moved = u16::from(!own.ships.is_empty() && !view.ship_moved);
        let shown: u16 = view.seats.iter().map(|s| s.shown).sum();
        let hidden_points = self.game.setup().cards[Card::VictoryPoint.index()].saturating_sub(shown) as i16;
        // no more cards are paid than are there, whatever the bank takes
        let there = cards.any + cards.kinds.iter().sum::<u16>();
        for pieces in 0..=(there / 2 + free).min(left.iter().sum()) {
            let (paid, reach) = (pieces.saturating_sub(free), pieces + moved);
            let (corners, rates) = (self.ground.corners(reach), self.ground.rates(own.rates, reach));
            for cities in 0..=cities_left.min(there / 5) {
                // a city gives its settlement back
                for settlements in 0..=(settlements_left + cities).min(corners) {
                    let spent = 2 * paid + 4 * settlements + 5 * cities;
                    if spent > there {
                        break;
                    }
                    if cities > own.settlements.len() as u16 + settlements {
                        continue;
                    }
                    let longest = self.may_be_longest(pieces, moved, settlements);
                    let gained = settlements as i16
                        + self.discoveries(settlements)
                        + cities as i16
                        + if longest { AWARD } else { 0 };
                    let from_cards = (lacking - gained).max(0);
                    let bought = (from_cards as u16).saturating_sub(hidden);
                    if from_cards > hidden_points
                        || u32::from(bought) > view.deck
                        || spent + 3 * bought > there
                    {
                        continue;
                    }
                    let rates = if settlements > 0 { rates } else { own.rates };
                    let wanted =
                        [(settlements, Hand::SETTLEMENT), (cities, Hand::CITY), (bought, Hand::CARD)];
                    if splits(paid, left).any(|pieces| cards.pay(price(&wanted, pieces), rates)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the longest road may come to this seat when it lays so many pieces, may move ships and settles.
    fn may_be_longest(&self, pieces: u16, moved: u16, settlements: u16) -> bool {
        let (view, own) = (self.view, self.own);
        // a settlement may cut the trail of another, or join own ships and roads
        if view.road_holder == Some(self.seat) || pieces + moved + settlements == 0 {
            return false;
        }
        let laid = (own.roads.len() + own.ships.len() + own.bridges.len()) as u16 + pieces;
        let length = if sails(own) {
            laid
        } else {
            // a road joins two trails at most
            u32::from(laid).min(((u32::from(own.length) + 1) << pieces.min(16)) - 1) as u16
        };
        let uncut = |other: usize| settlements == 0 || !self.ground.may_cut(other, pieces + moved);
        let others = view.seats.iter().enumerate().filter(|(other, _)| *other != usize::from(self.seat));
        let beat = others.filter(|(other, _)| uncut(*other)).map(|(_, other)| u16::from(other.length)).max();
        length > beat.unwrap_or(0) && length >= self.game.options().longest_road.into()
    }

    /// The most points for islands that so many settlements discover.
    fn discoveries(&self, settlements: u16) -> i16 {
        let points = &self.game.setup().sea.island_bonus;
        let Some(&last) = points.last() else { return 0 };
        let found = usize::from(self.own.islands.0);
        let each = (found..found + usize::from(settlements)).map(|i| points.get(i).copied().unwrap_or(last));
        each.map(|points| points.clamp(0, 999) as i16).sum()
    }
}

/// All ways to lay so many pieces: roads, ships and bridges, with so many of them left.
fn splits(pieces: u16, [roads, ships, bridges]: [u16; 3]) -> impl Iterator<Item = [u16; 3]> {
    (0..=pieces.min(bridges)).flat_map(move |bridged| {
        let most = (pieces - bridged).min(ships);
        let ways = (0..=most).map(move |sailed| [pieces - bridged - sailed, sailed, bridged]);
        ways.filter(move |way| way[0] <= roads)
    })
}

/// What purchases cost together, with so many roads, ships and bridges.
fn price(wanted: &[(u16, Hand)], [roads, ships, bridges]: [u16; 3]) -> [u16; 5] {
    let mut price = [0; 5];
    let pieces = [(roads, Hand::ROAD), (ships, SHIP), (bridges, BRIDGE)];
    for (count, each) in wanted.iter().chain(&pieces) {
        price.iter_mut().zip(each.counts().values()).for_each(|(sum, one)| *sum += count * one);
    }
    price
}

/// Whether one more knight takes the largest army.
fn takes_army(view: &View, seat: u8, least: u8) -> bool {
    let others = view.seats.iter().enumerate().filter(|(other, _)| *other != usize::from(seat));
    let most = others.map(|(_, other)| other.knights).max().unwrap_or(0);
    let own = view.seats[usize::from(seat)].knights + 1;
    view.army_holder != Some(seat) && own >= least.into() && own > most
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
    use crate::bot_by_name;
    use hexwright_catan::game::{Catan, Hand, Options, Phase, Ruleset};
    use hexwright_catan::generate::preset;
    use hexwright_catan::map::Setup;
    use hexwright_catan::text::pioneers::read;
    use hexwright_core::text::Leniency;
    use hexwright_core::{Actor, Game as _, Seat, Viewer};
    use hexwright_play::Players;
    use hexwright_play::run::{Limits, play_game};

    fn pioneers(name: &str) -> Setup {
        let path = format!("{}/../../maps/pioneers/{name}.game", env!("CARGO_MANIFEST_DIR"));
        read(name, &std::fs::read(path).unwrap(), Leniency::Lenient).value.unwrap().setup()
    }

    /// A deck of points only, and more pieces than there are places for.
    fn points_only() -> Setup {
        Setup { cards: [0, 0, 0, 0, 25], points: 12, ..preset("base").unwrap() }
    }

    /// Few settlements, so that every city gives one back in time, and awards that come soon.
    fn few_settlements() -> Setup {
        let mut setup = preset("base").unwrap();
        setup.pieces.settlements = 2;
        setup
    }

    /// The first island brings little and those behind it much.
    fn rich_islands() -> Setup {
        let mut setup = pioneers("twin_shores");
        setup.sea.island_bonus = vec![1, 5, 3];
        setup
    }

    /// Games of some bots on a map: what was feared.
    #[derive(Debug, Default)]
    struct Fears {
        /// Times somebody could offer something, and those at which a win was feared.
        asked: [u32; 2],
        /// Turns, and those at whose beginning a win was feared.
        turns: [u32; 2],
        /// Turns that won the game.
        winning: u32,
    }

    /// Plays games. Whenever the seat whose turn it is may offer something, everybody else looks whether it could win in
    /// this turn; who sees the fewest cards, a spectator, looks at every turn.
    fn play(setup: &Setup, seats: usize, ruleset: Ruleset, bot: &str, games: u64) -> Fears {
        let mut fears = Fears::default();
        for number in 0..games {
            let options = Options::on_map(setup, ruleset);
            let game = Catan::new(setup, &setup.draw(number), options, seats).unwrap();
            let mut players = Players::new(&game, |seat| bot_by_name(&game, bot, seat, 1).unwrap());
            let played = play_game(&game, &mut players, 5, number, &Limits::default());
            let won = game.outcome(&played.position).is_some_and(|end| !end.winners.is_empty());
            let last = game.turns(&played.position);
            let (mut position, mut looked) = (game.start(), 0);
            for step in &played.steps {
                let turn = game.turns(&position);
                if let Actor::Seat(actor) = step.actor
                    && let view = game.view(&position, Viewer::Spectator)
                    && view.phase == Phase::Main
                    && view.builder.is_none()
                {
                    assert_eq!(view.active, actor.0);
                    let none = (Hand::EMPTY, Hand::EMPTY);
                    let fear = could_win(&game, &view, actor.0, none);
                    fears.asked[0] += 1;
                    fears.asked[1] += u32::from(fear);
                    if turn != looked {
                        fears.turns[0] += 1;
                        fears.turns[1] += u32::from(fear);
                        looked = turn;
                    }
                    if won && turn == last {
                        let others = (0..seats as u8).filter(|&seat| seat != actor.0).map(Seat);
                        let seen =
                            |seat| could_win(&game, &game.view(&position, Viewer::Seat(seat)), actor.0, none);
                        assert!(
                            fear,
                            "game {number} was won out of the blue with {}",
                            game.action_text(&position, &step.action)
                        );
                        assert!(others.into_iter().all(seen), "game {number}: a rival saw no danger");
                    }
                }
                game.play_unchecked(&mut position, step.actor, &step.action);
            }
            fears.winning += u32::from(won);
        }
        fears
    }

    /// From the roll on, and before every purchase, a turn that wins is seen coming by everybody; most turns are not feared.
    #[test]
    fn who_wins_could_have_won() {
        let standard = Ruleset::Standard;
        for (what, setup, seats, bot, games) in [
            ("base", preset("base").unwrap(), 4, "greedy", 12),
            ("archipelago", preset("archipelago").unwrap(), 4, "greedy", 6),
            ("lagoon", preset("lagoon").unwrap(), 4, "greedy", 6),
            ("duel", preset("duel").unwrap(), 2, "greedy", 12),
            ("points only", points_only(), 4, "greedy", 6),
            ("few settlements", few_settlements(), 4, "greedy", 6),
            ("twin shores", pioneers("twin_shores"), 4, "greedy", 4),
            ("rich islands", rich_islands(), 4, "greedy", 4),
        ] {
            let fears = play(&setup, seats, standard, bot, games);
            eprintln!("{what}: {fears:?}");
            assert!(u64::from(fears.winning) * 2 > games, "{what}: {fears:?}");
            assert!(fears.turns[1] * 2 < fears.turns[0], "{what}: {fears:?}");
        }
    }

    #[test]
    #[ignore = "takes minutes: thousands of games"]
    fn who_wins_could_have_won_in_thousands_of_games() {
        let presets =
            ["base", "base-fixed", "archipelago", "lagoon", "duel"].map(|name| preset(name).unwrap());
        let sea = ["twin_shores", "gold_atoll", "lantern_bay", "mill_river"].map(pioneers);
        let made = [points_only(), few_settlements(), rich_islands()];
        for setup in presets.iter().chain(&sea).chain(&made) {
            for ruleset in [Ruleset::Standard, Ruleset::Pioneers] {
                let seats = setup.seats(0);
                let fears = play(setup, seats, ruleset, "greedy", 60);
                let random = play(setup, seats, ruleset, "random", 400);
                let title = setup.notes.first().map_or("", |note| &note.value);
                eprintln!("{title}, {ruleset:?}: {fears:?}; random: {random:?}");
            }
        }
    }
}
