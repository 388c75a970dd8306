//! Programs as players: good ones play, bad ones lose moves and nothing else.

use hexwright_core::Game;
use hexwright_play::bot::external::{Hello, Patience, Program};
use hexwright_play::bot::{Bot, RandomBot};
use hexwright_play::run::{Limits, play_game};
use hexwright_play::{Players, toy::HighCard};
use hexwright_trials::{nothing, program, trials};
use std::sync::Arc;
use std::time::Duration;

fn patience() -> Patience {
    Patience { start: Duration::from_secs(20), decision: Duration::from_millis(300), lost_moves: 2 }
}

/// Plays a game with the program on seat 0; the game ends whatever the program does.
fn play(program: &Arc<Program>, number: u64) -> (String, Vec<String>) {
    let game = HighCard::new(3, 3).unwrap();
    let mut players = Players::new(&game, |seat| -> Box<dyn Bot<HighCard>> {
        if seat.0 == 0 { Box::new(program.seat(Hello::new(&game, seat, 1))) } else { Box::new(RandomBot) }
    });
    let played = play_game(&game, &mut players, 1, number, &Limits::default());
    assert!(game.outcome(&played.position).is_some());
    (players.names()[0].clone(), program.faults())
}

/// A shell script that says it is ready and then does `then`.
fn script(then: &str) -> Arc<Program> {
    let name = then.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(b.into()));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bot-{name:x}.sh"));
    std::fs::write(&path, format!("read hello\necho '{{\"type\":\"ready\",\"name\":\"script\"}}'\n{then}\n"))
        .unwrap();
    Program::new(&format!("sh {}", path.display()), patience())
}

/// A program of examples/bots plays several games without a fault.
fn plays_several_games(command: &str, file: &str, name: &str) {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");
    let program = Program::new(&format!("{command} {sample}/{file}"), patience());
    for number in 0..3 {
        let (shown, faults) = play(&program, number);
        assert_eq!(shown, name);
        assert_eq!(faults, Vec::<String>::new());
    }
}

fn a_good_python_program_plays_several_games() {
    plays_several_games("python3", "bot.py", "python");
}

fn a_good_javascript_program_plays_several_games() {
    plays_several_games("node", "bot.mjs", "javascript");
}

fn bad_programs_lose_moves_and_nothing_else() {
    let cases = [
        ("exit 1", "the program has gone"),
        ("sleep 60", "no answer within 300 ms"),
        ("while read line; do echo nonsense; done", "expected an answer in JSON, found \"nonsense"),
        (
            "while read line; do echo '{\"id\":99,\"action\":0}'; done",
            "expected an answer to 1, found one to 99",
        ),
        (
            "i=0; while read l; do i=$((i+1)); echo \"{\\\"id\\\":$i,\\\"action\\\":77}\"; done",
            "expected a place below",
        ),
        (
            "i=0; while read l; do i=$((i+1)); echo \"{\\\"id\\\":$i,\\\"action\\\":\\\"fly\\\"}\"; done",
            "\"fly\" is not in the legal list",
        ),
        ("read l; head -c 200000 /dev/zero | tr '\\\\0' x", "a line of more than 65536 bytes"),
    ];
    for (then, words) in cases {
        let (name, faults) = play(&script(then), 0);
        assert_eq!(name, "script", "{then}");
        assert!(faults.iter().any(|f| f.contains(words)), "{then}: {faults:?}");
        assert!(faults.len() <= 3, "asked again after too many lost moves: {faults:?}");
    }
}

fn a_program_that_does_not_start_is_told() {
    let (_, faults) = play(&Program::new("no-such-program-anywhere", patience()), 0);
    assert!(faults[0].starts_with("cannot start: no-such-program-anywhere"), "{faults:?}");
    let (_, faults) = play(&Program::new("", patience()), 0);
    assert_eq!(faults, ["cannot start: the command is empty"]);
}

trials! {
    nothing() => a_program_that_does_not_start_is_told;
    program(&["sh", "-c", "exit"]) => bad_programs_lose_moves_and_nothing_else;
    program(&["python3", "--version"]) => a_good_python_program_plays_several_games;
    program(&["node", "--version"]) => a_good_javascript_program_plays_several_games;
}
