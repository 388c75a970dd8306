//! `cargo xtask verdicts`: twelve boards judged one after the other, a line of a table for each player as it comes. The
//! boards were chosen before any of them was judged: four shipped maps that leave nothing open, two that are judged as
//! drawn with their own seed, and the standard island drawn with seeds 1 to 6.

use crate::child;
use crate::steps::{say, step, target_folder};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Maps that are judged as they are.
const MAPS: [&str; 6] = [
    "maps/catan/base-fixed.catan",
    "maps/catan/even-keel.catan",
    "maps/catan/one-summit.catan",
    "maps/catan/lagoon.catan",
    "maps/pioneers/lantern_bay.game",
    "maps/pioneers/mill_river.game",
];
/// The map that is drawn, and with how many seeds from 1 on.
const DRAWN: (&str, u32) = ("maps/catan/base.catan", 6);
/// The longest a verdict may take.
const LIMIT: Duration = Duration::from_hours(2);

const HEAD: &str = "\
| board | player | shares, % | ± | ε, % | verdict | processor time |
|---|---|---|---|---|---|---|";

/// Judges the boards, or only those whose names are given; what follows `--` goes to `hexwright fairness`.
pub(crate) fn judge(arguments: &[String]) -> Result<()> {
    let split = arguments.iter().position(|a| a == "--").unwrap_or(arguments.len());
    let (names, options) = (&arguments[..split], arguments.get(split + 1..).unwrap_or_default());
    step("cargo", &["build", "--release", "--quiet", "--package", "hexwright-cli"])?;
    let target = target_folder()?;
    let folder = target.join("verdicts");
    std::fs::create_dir_all(&folder)?;
    let program = target.join("release/hexwright");
    let boards = boards(&program, &folder)?;
    let unknown = names.iter().find(|name| boards.iter().all(|(board, _)| board != *name));
    if let Some(name) = unknown {
        let known: Vec<&str> = boards.iter().map(|(board, _)| board.as_str()).collect();
        bail!("there is no board {name:?}: expected {}", known.join(", "));
    }
    say(HEAD);
    let mut reports = Vec::new();
    for (name, map) in boards.iter().filter(|(name, _)| names.is_empty() || names.contains(name)) {
        let report = folder.join(format!("{name}.json"));
        let mut command = Command::new(&program);
        command.arg("fairness").arg(map).arg("--json").args(options);
        command.stdout(std::fs::File::create(&report)?).stderr(Stdio::null());
        let ended = child::run(&mut command, Some(LIMIT))?;
        ensure!(ended.success(), "the verdict of {name}: {}", ended.failure());
        let report: Value = serde_json::from_slice(&std::fs::read(&report)?)?;
        lines(name, &report, ended.processor).iter().for_each(|line| say(line));
        reports.push(report);
    }
    say(&summary(&reports));
    Ok(())
}

/// On how many boards the players agree, by three scales, and on how many openings are in balance.
fn summary(reports: &[Value]) -> String {
    let count = |holds: &dyn Fn(&Value) -> bool| reports.iter().filter(|report| holds(report)).count();
    let epsilon = |report: &Value| report["openings"]["epsilon"].as_f64().unwrap_or(1.0);
    let goal = |report: &Value| report["epsilon_goal"].as_f64().unwrap_or(0.0);
    let verdicts = |report: &Value| {
        let players = report["players"].as_array().cloned().unwrap_or_default();
        let margin = report["margin"].as_f64().unwrap_or(0.0);
        players.iter().map(|player| alone(player, margin)).collect::<Vec<_>>()
    };
    let agree = |report: &Value| {
        let known: Vec<Alone> = verdicts(report).into_iter().filter(|v| *v != Alone::Open).collect();
        known.windows(2).all(|pair| pair[0].says_as(&pair[1]))
    };
    format!(
        "of {} boards: ε is at most the goal on {}; for every seat the quick players' intervals meet on {}, are no further apart \
         than ε on {}; those of the strong player meet both on {} of {}; each player's shares alone say the same on {}, contradict \
         each other on {}",
        reports.len(),
        count(&|report| epsilon(report) <= goal(report)),
        count(&|report| quick_apart(report) <= 0.0),
        count(&|report| quick_apart(report) <= epsilon(report)),
        count(&|report| strong_apart(report).is_some_and(|gap| gap <= 0.0)),
        count(&|report| strong_apart(report).is_some()),
        count(&|report| verdicts(report).windows(2).all(|pair| pair[0].says_as(&pair[1]))),
        count(&|report| !agree(report)),
    )
}

/// The quick players come first.
const QUICK: usize = 2;

fn players(report: &Value) -> Vec<&Value> {
    report["players"].as_array().map_or_else(Vec::new, |players| players.iter().collect())
}

/// How far the intervals of the quick players are apart, at the seat where that is most; below 0 if all meet.
fn quick_apart(report: &Value) -> f64 {
    let players = players(report);
    if players.len() < QUICK { f64::INFINITY } else { apart(players[0], players[1]) }
}

/// Those of the strong player and either of them; `None` without one.
fn strong_apart(report: &Value) -> Option<f64> {
    let players = players(report);
    let strong = players.get(QUICK)?;
    Some(players[..QUICK].iter().map(|quick| apart(quick, strong)).fold(f64::NEG_INFINITY, f64::max))
}

fn apart(a: &Value, b: &Value) -> f64 {
    let end = |player: &Value, seat: usize, end: &str| player["shares"][seat][end].as_f64().unwrap_or(0.0);
    let seats = a["shares"].as_array().map_or(0, Vec::len);
    let gap =
        |seat| (end(a, seat, "low") - end(b, seat, "high")).max(end(b, seat, "low") - end(a, seat, "high"));
    (0..seats).map(gap).fold(f64::NEG_INFINITY, f64::max)
}

/// What one player's shares say.
#[derive(Clone, Debug, PartialEq)]
enum Alone {
    Even,
    /// These seats surely win too much, or too little.
    Uneven(Vec<(usize, Side)>),
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    TooMuch,
    TooLittle,
}

impl Alone {
    /// Whether both say so, of one seat and side at least.
    fn says_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Uneven(a), Self::Uneven(b)) => a.iter().any(|seat| b.contains(seat)),
            _ => self == other,
        }
    }
}

fn alone(player: &Value, margin: f64) -> Alone {
    let none = Vec::new();
    let shares = player["shares"].as_array().unwrap_or(&none);
    let of = |share: &Value, what: &str| share[what].as_f64().unwrap_or(0.0);
    let equal = 1.0 / shares.len().max(1) as f64;
    if shares.iter().all(|s| of(s, "low") >= equal - margin && of(s, "high") <= equal + margin) {
        return Alone::Even;
    }
    let side = |share: &Value| {
        let much = (of(share, "low") > equal + margin).then_some(Side::TooMuch);
        much.or((of(share, "high") < equal - margin).then_some(Side::TooLittle))
    };
    let outside: Vec<(usize, Side)> =
        shares.iter().enumerate().filter_map(|(seat, share)| Some((seat, side(share)?))).collect();
    if outside.is_empty() { Alone::Open } else { Alone::Uneven(outside) }
}

/// The boards and their files.
fn boards(program: &Path, folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let stem = |map: &str| Path::new(map).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut boards = Vec::new();
    for map in MAPS {
        boards.push((stem(map).context("a map has a name")?, PathBuf::from(map)));
    }
    for seed in 1..=DRAWN.1 {
        let name = format!("{}-{seed}", stem(DRAWN.0).context("a map has a name")?);
        let file = folder.join(format!("{name}.catan"));
        let mut command = Command::new(program);
        command.args(["generate", DRAWN.0, "--seed", &seed.to_string(), "--output"]).arg(&file);
        ensure!(child::run(&mut command, Some(LIMIT))?.success(), "cannot draw {name}");
        boards.push((name, file));
    }
    Ok(boards)
}

/// A line of the table for each player.
fn lines(name: &str, report: &Value, processor: Duration) -> Vec<String> {
    let percent =
        |value: &Value| value.as_f64().map_or_else(|| "–".to_owned(), |x| format!("{:.1}", 100.0 * x));
    let none = Vec::new();
    let list = |value: &'_ Value| value.as_array().unwrap_or(&none).clone();
    let line = |(place, player): (usize, &Value)| {
        let shares = list(&player["shares"]);
        let each: Vec<String> = shares.iter().map(|share| percent(&share["share"])).collect();
        let width = |share: &Value| Some(share["high"].as_f64()? - share["low"].as_f64()?);
        let widest = shares.iter().filter_map(width).fold(0.0, f64::max) / 2.0;
        let (board, epsilon, verdict, time) = if place == 0 {
            let (epsilon, seconds) = (&report["openings"]["epsilon"], processor.as_secs_f64());
            let verdict = match report["verdict"].as_str() {
                Some("depends-on-players") => "depends on the players",
                verdict => verdict.unwrap_or("–"),
            };
            (name, percent(epsilon), verdict, format!("{seconds:.0} s"))
        } else {
            Default::default()
        };
        format!(
            "| {board} | {} | {} | {:.1} | {epsilon} | {verdict} | {time} |",
            player["bot"].as_str().unwrap_or("–"),
            each.join(" "),
            100.0 * widest,
        )
    };
    list(&report["players"]).iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Alone, Side, alone, lines, quick_apart, summary};
    use serde_json::{Value, json};
    use std::time::Duration;

    #[test]
    fn a_report_is_a_line_for_each_player() {
        let share =
            |share: f64| serde_json::json!({"share": share, "low": share - 0.01, "high": share + 0.01});
        let player = |bot: &str| serde_json::json!({"bot": bot, "shares": [share(0.6), share(0.4)]});
        let players = [player("eager"), player("search")];
        let report =
            serde_json::json!({"verdict": "uneven", "players": players, "openings": {"epsilon": 0.0251}});
        let expected = [
            "| duel | eager | 60.0 40.0 | 1.0 | 2.5 | uneven | 90 s |",
            "|  | search | 60.0 40.0 | 1.0 |  |  |  |",
        ];
        assert_eq!(lines("duel", &report, Duration::from_secs(90)), expected);
    }
    /// A report of two players whose first of two seats wins so much, known to 1 %.
    fn report(first: f64, second: f64, epsilon: f64) -> Value {
        let share = |share: f64| json!({"share": share, "low": share - 0.01, "high": share + 0.01});
        let player = |x: f64| json!({"shares": [share(x), share(1.0 - x)]});
        let openings = json!({"epsilon": epsilon});
        json!({"margin": 0.05, "epsilon_goal": 0.03, "openings": openings, "players": [player(first), player(second)]})
    }

    /// The same with a strong player.
    fn with_strong(report: &Value, first: f64) -> Value {
        let mut with = report.clone();
        let strong = self::report(first, first, 0.0)["players"][0].clone();
        with["players"].as_array_mut().unwrap().push(strong);
        with
    }

    #[test]
    fn agreement_is_counted_by_three_scales() {
        let says = |x: f64| alone(&report(x, x, 0.02)["players"][0], 0.05);
        assert_eq!(
            [says(0.51), says(0.55), says(0.60), says(0.40)],
            [
                Alone::Even,
                Alone::Open,
                Alone::Uneven(vec![(0, Side::TooMuch), (1, Side::TooLittle)]),
                Alone::Uneven(vec![(0, Side::TooLittle), (1, Side::TooMuch)])
            ]
        );
        let weak = |seat| Alone::Uneven(vec![(seat, Side::TooLittle)]);
        assert!(weak(3).says_as(&weak(3)) && !weak(3).says_as(&weak(2)), "whoever wins most");
        assert!((quick_apart(&report(0.50, 0.56, 0.02)) - 0.04).abs() < 1e-9);
        assert!(quick_apart(&report(0.50, 0.515, 0.02)) < 0.0);
        let reports = [
            with_strong(&report(0.5, 0.51, 0.02), 0.505),
            report(0.5, 0.53, 0.02),
            with_strong(&report(0.6, 0.55, 0.02), 0.58),
            with_strong(&report(0.6, 0.4, 0.04), 0.6),
        ];
        assert_eq!(
            summary(&reports),
            "of 4 boards: ε is at most the goal on 3; for every seat the quick players' intervals meet on 1, are no further apart than \
             ε on 2; those of the strong player meet both on 1 of 3; each player's shares alone say the same on 2, contradict each other on 1"
        );
    }
}
