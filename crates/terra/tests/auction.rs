//! Factions sold for points: the rules of the auction, and every text that carries it.

use hexwright_core::{Actor, Fast, Game, Random as _, Recorded as _, Seat, Turn};
use hexwright_play::suite::{Suite, SuiteReport};
use hexwright_terra::game::{AUCTION_POINTS, Action, Command, Refusal};
use hexwright_terra::judge::{Plan, Weights, values};
use hexwright_terra::text::concise;
use hexwright_terra::text::ledger::{Log, Replay};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use hexwright_terra::{Faction, MapId, Position, Setup, Terra};

fn game(factions: &[Faction]) -> Terra {
    let points = vec![AUCTION_POINTS; factions.len()];
    Terra::new(Setup { auction: true, points, ..Setup::new(factions) }).unwrap()
}

fn bid(game: &Terra, position: &mut Position, seat: u8, faction: Faction, points: u8) -> Result<(), Refusal> {
    game.play(position, Actor::Seat(Seat(seat)), &Command::Bid(faction, points).into())
}

#[test]
fn whoever_is_outbid_bids_again_and_everybody_pays() {
    let game = game(&[Faction::Witches, Faction::Yetis, Faction::Nomads]);
    let mut at = game.start();
    assert_eq!(game.turn(&at), Turn::Seats([Seat(0)].into_iter().collect()));
    assert_eq!(bid(&game, &mut at, 1, Faction::Nomads, 1), Err(Refusal::NotYourTurn));
    assert_eq!(bid(&game, &mut at, 0, Faction::Giants, 1), Err(Refusal::NotForSale));
    assert_eq!(bid(&game, &mut at, 0, Faction::Yetis, 41), Err(Refusal::NoPoints));
    bid(&game, &mut at, 0, Faction::Yetis, 5).unwrap();
    assert_eq!(bid(&game, &mut at, 1, Faction::Yetis, 5), Err(Refusal::BidTooLow(6)));
    bid(&game, &mut at, 1, Faction::Yetis, 7).unwrap();
    assert_eq!(at.turn, Some(Seat(0)), "whoever was outbid");
    bid(&game, &mut at, 0, Faction::Nomads, 0).unwrap();
    assert!(at.auction.is_open());
    bid(&game, &mut at, 2, Faction::Witches, 3).unwrap();
    let got: Vec<_> = at.players.iter().map(|player| (player.faction, player.points)).collect();
    assert_eq!(got, [(Faction::Nomads, 40), (Faction::Yetis, 33), (Faction::Witches, 37)]);
    assert!(!at.auction.is_open());
    // setup goes on: the Yetis choose their colour first
    assert_eq!(at.turn, Some(Seat(1)));
    assert_eq!(bid(&game, &mut at, 1, Faction::Witches, 9), Err(Refusal::WrongPhase));
}

#[test]
fn games_with_an_auction_pass_the_suite() {
    let mut report = SuiteReport::default();
    for number in 0..6 {
        let mut setup =
            Setup::draw(MapId::PRINTED[number as usize], 2 + number as usize % 4, &mut Fast::new(5, number));
        setup.auction = true;
        let unlisted = |_: &Terra, action: &Action| !action.before.is_empty();
        let suite = Suite::new(1, number).thorough_every(3).steps(5_000).unlisted(unlisted);
        let game = Terra::new(setup).unwrap();
        suite.check_game(&game, number, &mut report).unwrap_or_else(|failure| panic!("{number}: {failure}"));
    }
    assert_eq!(report.games, 6);
}

/// Plays random actions; every position goes through a snapshot, the whole game through a log.
#[test]
fn logs_snapshots_ledgers_and_grids_carry_an_auction() {
    for number in 0..8 {
        let random = &mut Fast::new(9, number);
        let mut setup = Setup::draw(MapId::PRINTED[number as usize % 6], 2 + number as usize % 4, random);
        setup.auction = true;
        let game = Terra::new(setup).unwrap();
        let (mut at, mut log, mut moves) = (game.start(), Log::begin(&game), Vec::new());
        let again = Terra::from_setup(&game.setup_text()).unwrap();
        assert_eq!(again.start(), at, "the setup of a record");
        for step in 0.. {
            if at.auction.is_open() {
                let text = snapshot::write(&Snapshot::of(&game, &at), Mode::Full);
                let read = snapshot::read(&text, Level::Rules);
                assert!(read.findings.iter().all(|f| !f.is_error()), "{text}\n{:?}", read.findings);
                let (_, back) = read.snapshot.position().unwrap();
                assert_eq!(back, at, "{text}");
                assert!(concise::write_exact(&log).is_err(), "there is no grid before the factions are sold");
            }
            let Turn::Seats(set) = game.turn(&at) else { break };
            let seat = set.iter().nth(random.index(set.len())).unwrap();
            moves.clear();
            game.legal(&at, seat, &mut moves);
            let action = moves[random.index(moves.len())];
            log.push(&game, &at, seat, &action);
            game.play(&mut at, Actor::Seat(seat), &action).unwrap();
            if step > 30 {
                continue;
            }
            let read = Log::read(log.write().as_bytes()).unwrap();
            let mut replay = Replay::new(&read).unwrap();
            replay.play_to(usize::MAX).unwrap();
            assert_eq!(replay.position(), &at, "{}", log.write());
        }
        assert!(!at.auction.is_open());
        // ledger and grid begin with what the auction ended with
        let mut replay = Replay::new(&log).unwrap();
        replay.play_to(usize::MAX).unwrap();
        let ledger = Log::read(replay.ledger().as_bytes()).unwrap();
        let grid = concise::to_log(&concise::write_exact(&log).unwrap()).log;
        for other in [ledger, grid] {
            let mut replay = Replay::new(&other).unwrap();
            replay.play_to(usize::MAX).unwrap();
            assert_eq!(replay.position().players, at.players, "{}", other.write());
        }
    }
}

#[test]
fn wrong_lines_of_an_auction_are_named() {
    let game = game(&[Faction::Witches, Faction::Giants]);
    let text = Log::begin(&game).write();
    let stopped = |more: &str| {
        let log = Log::read(format!("{text}{more}\n").as_bytes()).unwrap();
        Replay::new(&log).and_then(|mut replay| replay.play_to(usize::MAX)).unwrap_err().to_string()
    };
    assert!(stopped("bid witches 99 by seat 0").contains("not enough points"));
    assert!(stopped("bid nomads 1 by seat 0").contains("not for sale"));
    assert!(stopped("bid witches").contains("bid witches 5 by seat 0"));
    assert!(stopped("setup witches").contains("not both"));
}

#[test]
fn the_planner_bids_only_what_is_legal_and_ends_the_auction() {
    let game = game(&[Faction::Witches, Faction::Darklings, Faction::Giants, Faction::Fakirs]);
    let (mut at, mut legal) = (game.start(), Vec::new());
    for count in 0.. {
        if !at.auction.is_open() {
            assert!(count < 60, "{count} bids");
            break;
        }
        let seat = at.turn.unwrap();
        legal.clear();
        game.legal(&at, seat, &mut legal);
        let found = values(&game, &at, seat, &legal, &Weights::default(), Plan::default());
        let best = (0..found.len()).max_by(|&a, &b| found[a].total_cmp(&found[b])).unwrap();
        game.play(&mut at, Actor::Seat(seat), &legal[best]).unwrap();
    }
    assert!(at.players.iter().all(|player| player.points >= 0));
}
