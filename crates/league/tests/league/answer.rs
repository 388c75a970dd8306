//! Our bots at another table: a game told step by step is mirrored without a difference.

use hexwright_catan::game::{Catan, Options};
use hexwright_catan::generate::preset;
use hexwright_catan::text::dot_catan::write;
use hexwright_core::{Actor, Game as _, Seat, Turn};
use hexwright_league::{answer::Guest, bots};
use hexwright_play::{Players, run::Run};
use serde_json::json;

fn tell(guest: &mut Guest, message: &serde_json::Value) -> serde_json::Value {
    let answer = guest.line(&message.to_string()).unwrap_or_else(|e| panic!("{e}: {message}"));
    serde_json::to_value(answer).unwrap()
}

#[test]
fn a_game_of_our_own_is_mirrored_without_a_difference() {
    let setup = preset("base").unwrap();
    let board = setup.draw(5);
    let game = Catan::new(&setup, &board, Options::default(), 4).unwrap();
    let mut players = Players::new(&game, |_| bots::catan(&game, "greedy").unwrap());
    let mut run = Run::new(&game, 5, 0);
    let mut guest = Guest::default();
    let map = write(&setup.with_board(&board, None));
    let begun =
        tell(&mut guest, &json!({"type": "game", "map": map, "seats": 4, "bot": "greedy", "seed": 1}));
    assert_eq!(begun["hexes"].as_object().unwrap().len(), 19);
    let (mut decisions, mut steps) = (0, 0);
    loop {
        let before = run.position().clone();
        if let Turn::Seats(set) = game.turn(&before) {
            let seat = set.iter().next().unwrap();
            let mut legal = Vec::new();
            game.legal(&before, seat, &mut legal);
            let legal: Vec<String> = legal.iter().map(|a| game.action_text(&before, a)).collect();
            let answer =
                tell(&mut guest, &json!({"type": "decide", "seat": seat.0, "legal": legal, "choose": true}));
            assert!(answer.get("only_ours").is_none() && answer.get("only_theirs").is_none(), "{answer}");
            assert!(legal.iter().any(|text| answer["action"] == **text), "{answer}");
            decisions += 1;
        }
        let Some(step) = run.step(&mut players) else { break };
        let seat = if let Actor::Seat(Seat(s)) = step.actor { Some(s) } else { None };
        let text = game.action_text(&before, &step.action);
        let answer = tell(&mut guest, &json!({"type": "step", "seat": seat, "action": text}));
        assert!(answer.get("refused").is_none(), "{answer}");
        steps += 1;
        assert!(steps < 20_000);
    }
    assert!(decisions > 100);
    let over = guest.line(&json!({"type": "step", "seat": 0, "action": "roll"}).to_string()).unwrap();
    assert!(over.refused.is_some() && over.phase == "over");
    assert_eq!(over.points, game.scores(run.position()));
}

#[test]
fn what_only_one_side_allows_is_named_and_not_chosen() {
    let setup = preset("base-fixed").unwrap();
    let mut guest = Guest::default();
    assert!(guest.line(r#"{"type":"step","seat":0,"action":"roll"}"#).is_err(), "no game yet");
    assert!(guest.line("nonsense").is_err());
    tell(&mut guest, &json!({"type": "game", "map": write(&setup), "seats": 2, "bot": "greedy", "seed": 1}));
    for seat in [0, 1, 1, 0] {
        for _ in 0..2 {
            let answer =
                tell(&mut guest, &json!({"type": "decide", "seat": seat, "legal": [], "choose": false}));
            let first = answer["only_ours"][0].as_str().unwrap().to_owned();
            tell(&mut guest, &json!({"type": "step", "seat": seat, "action": first}));
        }
    }
    let answer = tell(&mut guest, &json!({"type": "decide", "seat": 0, "legal": ["roll"], "choose": true}));
    assert_eq!(answer["action"], "roll");
    let theirs_only = tell(
        &mut guest,
        &json!({"type": "decide", "seat": 0, "legal": ["roll", "play-knight"], "choose": true}),
    );
    assert_eq!(theirs_only["only_theirs"][0], "play-knight");
    assert_eq!(theirs_only["action"], "roll");
}
