//! An example or two for each verb. They stand in `--help` and in the manual, and a test runs every one of them
//! in a folder with the files it names.

/// Verbs and their examples, without the name of the program.
pub(crate) const EXAMPLES: &[(&str, &[&str])] = &[
    ("check", &["check base.catan bay.game", "check --lint oasis.rnd", "check maps --strict"]),
    ("fmt", &["fmt base.catan", "fmt --check oasis.rnd"]),
    ("convert", &["convert bay.game bay.catan", "convert game.tmlog --to snapshot --at 40"]),
    (
        "generate",
        &[
            "generate --preset base --seed 7 -o board.catan",
            "generate oasis.rnd --seed 7 --require entry -o oasis.xml",
        ],
    ),
    ("render", &["render base.catan -o board.svg", "render game.tmlog --at 40 -o position.png"]),
    ("stats", &["stats oasis.rnd --runs 1000", "stats oasis.rnd --runs 1000 -o heat.svg"]),
    ("score", &["score base.catan bay.game"]),
    ("lint", &["lint base.catan", "lint --explain red-neighbours"]),
    ("diff", &["diff base.catan base.catan"]),
    ("share", &["share base.catan", "share base.catan --seed 7 -o code.txt"]),
    ("transform", &["transform base.catan --rotate 60 -o turned.catan"]),
    ("simulate", &["simulate base.catan --games 100", "simulate bay.game --games 4 --record first.record"]),
    ("tournament", &["tournament base.catan --bots greedy,random,random --games 6 -o games.csv"]),
    ("fairness", &["fairness base.catan --bot greedy --games 40 --counts counts.json"]),
    ("merge", &["merge games.csv -o games.parquet"]),
    ("bot", &["bot list"]),
    ("tune", &["tune --rounds 1 --games 4 --proof 4 -o network.txt"]),
    ("new", &["new terra -o terra.record"]),
    ("play", &["play base.catan --players human,greedy,greedy"]),
    ("replay", &["replay game.record", "replay game.tmlog --verify"]),
    ("analyse", &["analyse game.record --playouts 1 --bot random"]),
    ("puzzles", &["puzzles game.record --margin 90"]),
    ("legal", &["legal game.record --at 20"]),
    ("join", &["join localhost:5556 --bot greedy"]),
    ("serve", &["serve --address 127.0.0.1:4000"]),
    ("db", &["db check --database sqlite://games.db?mode=rwc"]),
    ("lsp", &["lsp"]),
    ("completions", &["completions bash"]),
    ("man", &["man check", "man --all pages"]),
];
