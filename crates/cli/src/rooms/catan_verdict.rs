//! `fairness` without `--bot`: is a board even, whoever plays on it?

use super::catan_study;
use crate::commands::fairness::FairnessArgs;
use crate::games::{page, thousands};
use crate::{Status, output};
use anyhow::{Result, bail};
use hexwright_catan::Setup;
use hexwright_catan::map::Board;
use hexwright_core::CornerId;
use hexwright_league::catan::Study;
use hexwright_league::verdict::{
    Arm, Ask, ForcedPick, Openings, Player, VerdictReport, judge as ask_verdict,
};
use std::fmt::Write as _;

/// Most games of a player: what was played is kept to learn from.
const MOST_GAMES: u64 = 1_000_000;
/// Games of the strong player in a thorough verdict.
const STRONG_GAMES: u64 = 400;
/// Corners shown for each pick of the draft.
const SHOWN: usize = 4;

/// Judges a map and prints the verdict; several maps are a table, a line each.
pub(crate) fn judge((name, setup): (String, Setup), how: &FairnessArgs) -> Result<Status> {
    let wanted = how.games.unwrap_or(Ask::default().games);
    let ask = Ask {
        margin: how.margin.unwrap_or(Ask::default().margin),
        epsilon: how.epsilon.unwrap_or(Ask::default().epsilon),
        games: if how.thorough { wanted.saturating_mul(10) } else { wanted },
        strong_games: how.strong.unwrap_or(if how.thorough { STRONG_GAMES } else { 0 }),
        threads: how.threads,
        meeting: how.meeting()?,
    };
    if ask.games > MOST_GAMES {
        bail!(
            "expected at most {} games of each player, found {}",
            thousands(MOST_GAMES),
            thousands(ask.games)
        );
    }
    let seats = super::catan_table::allowed(setup.seats(how.seats.unwrap_or(0)), "seats")?;
    let rules = how.setup.rules();
    let study =
        Study::new((name, setup), String::new(), seats, rules, how.redraw, ask.games, how.setup.seed());
    let bar = output::progress(2 * ask.games + ask.strong_games, "judging");
    let report = ask_verdict(&study, &ask, &|what, games| {
        bar.set_message(what.to_owned());
        bar.inc(games);
    })?;
    bar.finish_and_clear();
    let board = study.one_board();
    if let Some(path) = &how.html {
        let draft = board.as_ref().map(|board| catan_study::draft_picture(board, &report));
        let page = page::verdict_html(&report, &text(&report, board.as_ref()), draft)?;
        output::write_file(path, page.as_bytes())?;
    }
    output::print(&if how.json {
        serde_json::to_string(&report)? + "\n"
    } else if how.files.len() > 1 {
        line(&report)
    } else {
        text(&report, board.as_ref())
    })?;
    Ok(Status::Fine)
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// The share of each seat; there is none if no game has a winner.
fn shares(player: &Player) -> String {
    if player.counts.decided() == 0 {
        return "–".to_owned();
    }
    player.shares.iter().map(|s| percent(s.share)).collect::<Vec<_>>().join(" ")
}

/// One line of a table: the map, the verdict, ε, and the shares of each player.
fn line(report: &VerdictReport) -> String {
    let players: Vec<String> = report.players.iter().map(|p| format!("{} {}", p.bot, shares(p))).collect();
    let epsilon = report.openings.epsilon.map_or_else(|| "–".to_owned(), percent);
    format!("{:<36} {:<22} ε {epsilon:<5} {}\n", report.map, report.verdict.words(), players.join("  "))
}

fn text(report: &VerdictReport, board: Option<&Board>) -> String {
    let mut out = format!(
        "{}: {}: {}\nbalanced openings on {} seats, seed {}; even means within {} % of an equal share, and no other corner gains more than {} %\n",
        report.map,
        report.verdict.words(),
        report.because,
        report.seats,
        report.seed,
        percent(report.margin),
        percent(report.epsilon_goal),
    );
    if report.redrawn {
        out += "every game has a board of its own\n";
    }
    report.players.iter().for_each(|player| out += &player_text(player));
    out + &openings_text(&report.openings, board)
}

/// A corner with the hexes around it, as in `corner 17 (wheat 9, ore 5)`.
fn corner_words(corner: u16, board: Option<&Board>) -> String {
    let Some(board) = board else { return format!("corner {corner}") };
    let hexes = board.grid.topology().corner_hexes(CornerId(corner));
    format!("corner {corner} ({})", board.hexes_in_words(hexes.iter().flatten().copied()))
}

fn player_text(player: &Player) -> String {
    if player.games == 0 {
        return format!(
            "\n{} on all seats: no game counts, for a verdict learns from its first games; give more with --games\n",
            player.bot
        );
    }
    let games = if player.games == 1 { "1 game".to_owned() } else { thousands(player.games) + " games" };
    let mut out = format!("\n{} on all seats, {games}\n", player.bot);
    let undecided = player.counts.undecided;
    if undecided > 0 {
        let _ = writeln!(out, "without a winner: {}; shares are of the others", thousands(undecided));
    }
    let shares = if player.counts.decided() > 0 { &player.shares[..] } else { &[] };
    for (seat, s) in shares.iter().enumerate() {
        let bar = "█".repeat((s.share * 80.0).round() as usize);
        let _ = writeln!(
            out,
            "seat {seat}  {:>5} %  ({}–{})  {bar}",
            percent(s.share),
            percent(s.low),
            percent(s.high)
        );
    }
    let (mean, [p10, p50, p90]) = player.counts.lengths();
    let _ = writeln!(out, "turns: mean {mean:.1}, 10 % below {p10}, half below {p50}, 90 % below {p90}");
    for name in ["dry rolls", "longest drought"] {
        if let Some(all) = player.counts.counts.get(name) {
            let each: Vec<String> =
                page::per_game(&player.counts, name, all).iter().map(|v| format!("{v:.2}")).collect();
            let _ = writeln!(out, "{:<32} {}", page::caption(name), each.join("  "));
        }
    }
    out
}

/// The openings all players share, and what other corners would gain.
fn openings_text(openings: &Openings, board: Option<&Board>) -> String {
    if openings.epsilon.is_none() && openings.arms.is_empty() && openings.draft.is_empty() {
        return String::new();
    }
    let mut out = "\nopenings, the same for all players\n".to_owned();
    if let Some(epsilon) = openings.epsilon {
        let tried: u64 = openings.arms.iter().map(|a| a.games).sum();
        let games = format!("{} corners, {} games with one forced", openings.arms.len(), thousands(tried));
        // a bound of a whole win says nothing
        let _ = if epsilon < 1.0 {
            let bound = percent(epsilon);
            writeln!(
                out,
                "no other corner at any pick gains more than {bound} % ({games}, 95 % for all together)"
            )
        } else {
            writeln!(out, "too few games to say what another corner gains ({games}); give more with --games")
        };
    }
    if let Some(Arm { pick, seat, force, gain, least, most, .. }) = openings.arms.first() {
        let forced = match force {
            ForcedPick::Corner(corner) => corner_words(*corner, board),
            ForcedPick::Rank(_) => force.to_string(),
        };
        let _ = writeln!(
            out,
            "the best of them: {forced} at pick {} (seat {seat}), gain {} % ({} to {})",
            pick + 1,
            percent(*gain),
            percent(*least),
            percent(*most)
        );
    }
    if !openings.draft.is_empty() {
        out +=
            "draft: which corners balanced play takes, and the share of the win they are thought to bring\n";
    }
    for pick in &openings.draft {
        let of =
            |corner: u16| pick.values.iter().find(|(c, _)| *c == corner).map_or(0.0, |(_, value)| *value);
        let games = openings.games.max(1) as f64;
        let taken: Vec<String> = pick
            .taken
            .iter()
            .take(SHOWN)
            .map(|&(c, n)| {
                format!(
                    "\n    {:>3.0} % {}, worth {} %",
                    100.0 * n as f64 / games,
                    corner_words(c, board),
                    percent(of(c))
                )
            })
            .collect();
        let _ = writeln!(out, "  pick {}:{}", pick.pick + 1, taken.concat());
    }
    out
}
