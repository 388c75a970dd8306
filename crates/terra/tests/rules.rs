//! Rules the logs are silent about, each on a position made for it.

use hexwright_core::Seat;
use hexwright_terra::game::{Conversion, Offer, Owed, PlacedBuilding, Refusal, RuleOption};
use hexwright_terra::text::command::parse_command;
use hexwright_terra::{Building, Cult, Faction, Phase, Position, Setup, Terra, Terrain, TownTile};

/// A game in its first round with the given faction (seat 0) to move against the second.
struct Table {
    game: Terra,
    at: Position,
}

impl Table {
    fn new(factions: [Faction; 2]) -> Self {
        Self::with(Setup::new(&factions))
    }

    fn with(setup: Setup) -> Self {
        let game = Terra::new(setup).unwrap();
        let mut at = game.empty_position();
        (at.round, at.phase, at.turn) = (1, Phase::Action, Some(Seat(0)));
        for (i, card) in game.setup().cards.iter().take(2).enumerate() {
            at.free_cards[*card] = None;
            at.players[i].bonus = Some(*card);
        }
        let mut table = Self { game, at };
        for player in &mut table.at.players {
            (player.coins, player.workers, player.priests, player.power) = (30, 20, 4, [0, 6, 6]);
        }
        table
    }

    fn put(&mut self, seat: u8, hex: &str, building: Building) {
        let id = self.game.board().id_named(hex).unwrap();
        self.at.set_building(id, Some(PlacedBuilding { seat: Seat(seat), building }));
        if let Some(home) = self.at.players[usize::from(seat)].home() {
            self.at.terrain[id.index()] = home;
        }
    }

    fn try_play(&mut self, seat: u8, text: &str) -> Result<(), Refusal> {
        let command = parse_command(&self.game, &self.at, Seat(seat), text)?;
        self.game.play_command(&mut self.at, Seat(seat), &command).map(|_| ())
    }

    fn play(&mut self, text: &str) {
        for part in text.split(". ") {
            self.try_play(0, part).unwrap_or_else(|e| panic!("{part}: {e}"));
        }
    }

    fn refused(&mut self, text: &str) -> Refusal {
        let before = self.at.clone();
        let refusal = self.try_play(0, text).expect_err(text);
        assert_eq!(before, self.at, "a refusal changes nothing");
        refusal
    }
}

#[test]
fn a_tunnel_is_paid_once_and_reaches_one_hex() {
    let mut t = Table::new([Faction::Dwarves, Faction::Witches]);
    t.put(0, "E7", Building::Dwelling);
    // E5 lies two hexes west of E7, behind E6
    t.play("dig 3");
    assert!(matches!(t.refused("transform E1 to gray"), Refusal::OutOfReach));
    t.play("transform E5 to gray");
    // six points for the spades of the round's tile, four for the tunnel
    assert_eq!((t.at.players[0].workers, t.at.players[0].points), (20 - 9 - 2, 20 + 6 + 4));
    assert_eq!(t.at.after.as_ref().unwrap().1.reached, t.game.board().id_named("E5"));
    t.play("build E5");
    assert_eq!((t.at.players[0].workers, t.at.players[0].points), (20 - 9 - 2 - 1, 20 + 6 + 4));
}

#[test]
fn a_step_lost_for_lack_of_a_key_is_made_up_when_one_comes() {
    let mut t = Table::new([Faction::Auren, Faction::Nomads]);
    for hex in ["A3", "A4", "A5"] {
        t.put(0, hex, Building::TradingHouse);
    }
    t.put(0, "A6", Building::Dwelling);
    t.at.players[0].cult[Cult::Fire] = 8;
    (t.at.players[0].owed[Owed::Town], t.at.players[0].owed[Owed::Favor]) = (1, 1);
    t.at.players[0].in_town = t.at.players[0].hexes;
    t.at.doing.actions = 0;
    t.play("+FAV1");
    assert_eq!(t.at.players[0].cult[Cult::Fire], 9);
    assert!(t.at.doing.cult_owed.contains(Cult::Fire));
    t.play("+TW1");
    assert_eq!((t.at.players[0].cult[Cult::Fire], t.at.players[0].keys), (10, 0));
}

#[test]
fn stepping_down_keeps_the_key_for_another_track() {
    let mut t = Table::new([Faction::Auren, Faction::Nomads]);
    t.at.doing.actions = 0;
    for hex in ["A3", "A4", "A5", "A6"] {
        t.put(0, hex, Building::TradingHouse);
    }
    t.at.players[0].in_town = t.at.players[0].hexes;
    t.at.players[0].owed[Owed::Town] = 1;
    (t.at.players[0].cult[Cult::Fire], t.at.players[0].cult[Cult::Air]) = (9, 9);
    t.play("-FIRE. +TW5");
    let cult = &t.at.players[0].cult;
    assert_eq!((cult[Cult::Fire], cult[Cult::Air], t.at.players[0].keys), (9, 10, 0));
}

#[test]
fn acolytes_pay_a_volcano_on_one_track_and_get_the_key_of_its_top_back() {
    let mut t = Table::new([Faction::Acolytes, Faction::Nomads]);
    t.at.players[0].chosen = Some(Terrain::Gray);
    t.put(0, "E7", Building::Dwelling);
    t.at.players[0].towns[TownTile::Points] = 1;
    t.at.towns[TownTile::Points] = 0;
    t.at.players[0].cult[Cult::Water] = 10;
    t.play("dig 1. transform E6");
    assert_eq!(t.at.players[0].owed[Owed::LoseCult], 3);
    assert!(matches!(t.refused("build E6"), Refusal::StillOwed(Owed::LoseCult)));
    assert!(matches!(t.refused("-2WATER"), Refusal::Amount(2)));
    t.play("-3WATER");
    assert_eq!((t.at.players[0].cult[Cult::Water], t.at.players[0].keys), (7, 1));
}

#[test]
fn a_volcano_on_a_foreign_home_costs_more() {
    let mut t = Table::new([Faction::Dragonlords, Faction::Halflings]);
    t.at.players[0].chosen = Some(Terrain::Gray);
    t.put(0, "E7", Building::Dwelling);
    t.play("dig 1. build E6"); // brown, the Halflings' own
    assert_eq!(t.at.players[0].power, [0, 4, 6]);
}

#[test]
fn strict_order_leaves_older_offers_to_be_declined() {
    let mut t = Table::new([Faction::Witches, Faction::Nomads]);
    let offer = |event, amount| Offer {
        to: Seat(0),
        from: Seat(1),
        event,
        amount,
        gain: amount,
        taken: false,
        declined: false,
        late: false,
    };
    t.at.players[0].power = [6, 6, 0];
    t.at.offers = vec![offer(1, 1), offer(2, 2), offer(3, 3)];
    t.play("leech 2 from nomads");
    assert!(matches!(t.refused("leech 1 from nomads"), Refusal::LateOffer));
    t.play("convert 1W to 1C");
    assert!(matches!(t.refused("leech 3 from nomads"), Refusal::LateOffer));
    t.play("decline 1 from nomads. decline 3 from nomads");
    assert!(t.at.offers.is_empty());
}

#[test]
fn the_way_round_the_wheel_may_not_pass_home() {
    let mut t = Table::new([Faction::Witches, Faction::Nomads]);
    t.put(0, "E6", Building::Dwelling);
    // from gray to blue leads past green: five spades instead of two
    t.play("dig 2");
    assert!(matches!(t.refused("transform E7 to blue"), Refusal::Spades { needed: 5, found: 2 }));
    assert!(matches!(t.refused("-SPADE"), Refusal::BoundSpades));
}

#[test]
fn giants_need_two_spades_whatever_the_distance() {
    let mut t = Table::new([Faction::Giants, Faction::Nomads]);
    t.put(0, "E6", Building::Dwelling);
    t.play("dig 2. transform E7");
    assert_eq!(t.at.terrain(t.game.board().id_named("E7").unwrap()), Terrain::Red);
}

#[test]
fn two_bridges_never_share_a_site() {
    let mut t = Table::new([Faction::Engineers, Faction::Witches]);
    let site = t.game.board().sites()[0];
    let (a, b) = (t.game.board().name(site.0).to_owned(), t.game.board().name(site.1).to_owned());
    t.put(0, &a, Building::Dwelling);
    t.at.players[1].bridges.push(site);
    t.play("action ACTE");
    assert!(matches!(t.refused(&format!("bridge {a}:{b}")), Refusal::SiteTaken));
    t.play("-BRIDGE");
    assert_eq!(t.at.turn, Some(Seat(1)));
}

#[test]
fn passing_with_the_first_of_two_actions_forfeits_the_second() {
    let mut t = Table::new([Faction::ChaosMagicians, Faction::Witches]);
    t.put(0, "D4", Building::Stronghold);
    t.play("action ACTC. pass BON5");
    assert_eq!((t.at.turn, t.at.passed.as_slice()), (Some(Seat(1)), &[Seat(0)][..]));
}

#[test]
fn yetis_with_a_stronghold_take_blocked_actions_for_less() {
    let mut t = Table::new([Faction::Yetis, Faction::Witches]);
    t.at.players[0].chosen = Some(Terrain::Gray);
    t.at.used.insert(hexwright_terra::PowerAction::Coins);
    assert_eq!(t.refused("action ACT4"), Refusal::Blocked);
    t.put(0, "E7", Building::Stronghold);
    t.play("action ACT4");
    assert_eq!((t.at.players[0].coins, t.at.players[0].power), (37, [3, 6, 3]));
}

#[test]
fn without_the_mini_expansion_its_tiles_are_not_there() {
    let mut setup = Setup::new(&[Faction::Witches, Faction::Nomads]);
    setup.options.remove(RuleOption::MiniExpansion);
    let mut t = Table::with(setup);
    t.at.players[0].owed[Owed::Town] = 1;
    assert_eq!(t.refused("+TW8"), Refusal::NoTile);
    t.play("+TW3");
    assert_eq!(t.at.players[0].points, 20 + 9 + 5);
}

#[test]
fn the_first_printing_unlocks_for_nothing_and_shifts_for_three() {
    let mut setup = Setup::new(&[Faction::Riverwalkers, Faction::Nomads]);
    setup.options.insert(RuleOption::VariablePrinted);
    let mut t = Table::with(setup);
    t.at.players[0].chosen = Some(Terrain::Gray);
    t.at.players[0].unlocked.insert(Terrain::Gray);
    t.play("convert 5PW to 1P. unlock-terrain yellow");
    assert_eq!((t.at.players[0].coins, t.at.players[0].unlocked.len()), (30, 2));

    let mut setup = Setup::new(&[Faction::Shapeshifters, Faction::Nomads]);
    setup.options.insert(RuleOption::VariablePrinted);
    let mut t = Table::with(setup);
    t.at.players[0].chosen = Some(Terrain::Gray);
    t.put(0, "E7", Building::Stronghold);
    assert_eq!(t.refused("action ACTH5"), Refusal::NotForFaction);
    t.play("action ACTH1");
    assert_eq!(t.refused("pick-color yellow"), Refusal::ColourTaken(Terrain::Yellow));
    t.play("pick-color red");
    assert_eq!((t.at.players[0].points, t.at.players[0].power), (22, [3, 6, 3]));
    assert_eq!(t.at.terrain(t.game.board().id_named("E7").unwrap()), Terrain::Red);
}

#[test]
fn the_revised_form_pays_double_for_a_foreign_home() {
    let mut t = Table::new([Faction::Riverwalkers, Faction::Nomads]);
    t.at.players[0].chosen = Some(Terrain::Gray);
    t.at.players[0].unlocked.insert(Terrain::Gray);
    t.play("convert 5PW to 1P. unlock-terrain yellow");
    assert_eq!(t.at.players[0].coins, 28);
    assert_eq!(t.refused("action ACT5"), Refusal::NotForFaction);
}

#[test]
fn conversions_move_power_and_goods_as_printed() {
    let mut t = Table::new([Faction::Alchemists, Faction::Nomads]);
    t.play("burn 2. convert 3PW to 1W. convert 5pw to p. convert 2c to 1vp. convert 3 vp to 3 c");
    let p = &t.at.players[0];
    assert_eq!((p.workers, p.priests, p.coins, p.points, p.power), (21, 5, 31, 18, [8, 2, 0]));
    assert!(matches!(t.refused("burn 2"), Refusal::NoTokens));
    assert!(matches!(t.refused("convert 1PW to 1C"), Refusal::Short { .. }));
    assert!(matches!(t.refused("convert 3P to 1W"), Refusal::Amount(3)));
    assert_eq!(
        t.game
            .micro_moves(&t.at, Seat(0), Some(Conversion::CoinToPoint))
            .iter()
            .filter(|c| { matches!(c, hexwright_terra::game::Command::Convert(..)) })
            .count(),
        0
    );
}

#[test]
fn tokens_a_volcano_costs_are_not_burnt_for_its_dwelling() {
    let mut t = Table::new([Faction::Dragonlords, Faction::Halflings]);
    t.at.players[0].chosen = Some(Terrain::Gray);
    t.put(0, "E7", Building::Dwelling);
    (t.at.players[0].coins, t.at.players[0].workers, t.at.players[0].priests) = (1, 2, 0);
    t.at.players[0].power = [0, 2, 0];
    t.play("dig 1");
    let mut moves = Vec::new();
    hexwright_core::Game::legal(&t.game, &t.at, Seat(0), &mut moves);
    let builds = moves.iter().filter(|a| matches!(a.command, hexwright_terra::game::Command::Build(_)));
    for action in builds {
        let mut after = t.at.clone();
        let seat = hexwright_core::Actor::Seat(Seat(0));
        hexwright_core::Game::play(&t.game, &mut after, seat, action).unwrap();
    }
    assert!(moves.iter().any(|a| matches!(a.command, hexwright_terra::game::Command::Transform(..))));
}
