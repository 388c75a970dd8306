//! `fairness` for battlelands and their scripts: whom does the land favour?

use super::titan::{lands_of, mode};
use super::{battles, variants};
use crate::commands::fairness::FairnessArgs;
use crate::games::{land_page, thousands};
use crate::status::Stoppable;
use crate::{Status, input::Input, output};
use anyhow::{Context as _, Result, bail};
use hexwright_core::text::render::Report;
use hexwright_league::lands::{
    Ends, LandVerdict, Natives, Panel, PlayerVerdict, Question, Share, judge_lands,
};
use hexwright_render::titan::{Options, land_scene};
use hexwright_titan::Battleland;
use hexwright_titan::battle::Variant;
use serde_json::json;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Battles of the panel unless a number is given.
const BATTLES: u64 = 1_200;
/// A thorough verdict has this many times the battles.
const THOROUGH: u64 = 10;
/// Most battles of a verdict.
const MOST_BATTLES: u64 = 1_000_000;
/// An even land is this near to one half, unless a margin is given.
const MARGIN: f64 = 0.05;
/// Rolls of a script that are judged together.
const ROLLS: u64 = 50;

/// Whether a file is a land, a script of lands, or a recording of battles on lands.
pub(crate) fn are_here(input: &Input) -> bool {
    battles::are_recorded(input)
        || input.format().is_some_and(|format| matches!(format.name, "script" | "battleland"))
}

/// Judges a land, many rolls of a script, or each land of recorded battles.
pub(crate) fn fairness(input: &Input, how: &FairnessArgs) -> Result<Status> {
    let panel = match panel(how)? {
        Ok(panel) => panel,
        Err(report) => return output::refuse(&report),
    };
    if battles::are_recorded(input) {
        return recorded(input, &panel, how);
    }
    let lands = match lands_of(input, how.setup.seed(), ROLLS, mode(None)?)? {
        Ok(lands) => lands,
        Err(report) => return output::refuse(&report),
    };
    let (verdict, stopped) = judge(&lands, &panel, how)?;
    if let Some(path) = &how.html {
        let caption = if lands.len() > 1 { "the first of the rolls" } else { "" };
        let options = Options { caption, ..Options::default() };
        let land = land_scene(&lands[0], &options).to_svg();
        let page = land_page::html(&input.name, &verdict, &text(&input.name, &panel, &verdict), &land);
        output::write_file(path, page.as_bytes())?;
    }
    output::print(&if how.json {
        let panel = json!({ "pairs": panel.written_pairs(), "natives": panel.written_natives() });
        let object = json!({ "file": input.name, "panel": panel, "verdict": verdict });
        serde_json::to_string_pretty(&object)? + "\n"
    } else if how.files.len() > 1 {
        line(&input.name, &verdict)
    } else {
        text(&input.name, &panel, &verdict)
    })?;
    Ok(Status::fine_if(!stopped))
}

/// The legions of Default, or of the folder of `--variant`; or the findings of a variant that cannot be used.
fn panel(how: &FairnessArgs) -> Result<Result<Arc<Panel>, Report>> {
    let variant = match how.setup.variant.as_deref().map(variants::load).transpose()? {
        Some(Ok(folder)) => {
            variants::warnings(&folder).for_each(|warning| output::note(&warning));
            folder.variant.unwrap_or_else(Variant::standard)
        }
        Some(Err(report)) => return Ok(Err(report)),
        None => Variant::standard(),
    };
    Panel::of(&variant).map(Ok).context("--variant")
}

/// The verdict, and whether Ctrl+C stopped it.
fn judge(lands: &[Battleland], panel: &Arc<Panel>, how: &FairnessArgs) -> Result<(LandVerdict, bool)> {
    let battles = how.games.unwrap_or(BATTLES).saturating_mul(if how.thorough { THOROUGH } else { 1 });
    if battles > MOST_BATTLES {
        bail!("expected at most {} battles, found {}", thousands(MOST_BATTLES), thousands(battles));
    }
    let question = Question { battles, seed: how.setup.seed(), margin: how.margin.unwrap_or(MARGIN) };
    let all = question.all_battles(lands, panel);
    let bar = output::progress(all, "playing");
    let (stoppable, fought) = (Stoppable::begin(), AtomicU64::new(0));
    let go_on = |battles| {
        let on = !stoppable.is_stopped();
        if on {
            fought.fetch_add(battles, Ordering::Relaxed);
            bar.inc(battles);
        }
        on
    };
    let verdict = judge_lands(lands, panel, question, how.threads, &go_on)?;
    bar.finish_and_clear();
    let stopped = stoppable.is_stopped();
    if stopped {
        let fought = thousands(fought.into_inner());
        output::note(&format!(
            "interrupted after {fought} of {} battles; this is what they say",
            thousands(all)
        ));
    }
    Ok((verdict, stopped))
}

/// A line for each land of a recording; numbers only.
fn recorded(input: &Input, panel: &Arc<Panel>, how: &FairnessArgs) -> Result<Status> {
    if how.html.is_some() {
        bail!("--html is for one land; {} is a recording of many", input.name);
    }
    let lands = hexwright_titan::battle::recorded::lands(&hexwright_titan::decode(&input.bytes));
    if lands.is_empty() {
        bail!("{} names no land", input.name);
    }
    for (name, land) in lands {
        let (verdict, stopped) = judge(std::slice::from_ref(&land), panel, how)?;
        output::print(&if how.json {
            json!({ "file": input.name, "land": name, "verdict": verdict }).to_string() + "\n"
        } else {
            line(&name, &verdict)
        })?;
        if stopped {
            return Ok(Status::Findings);
        }
    }
    Ok(Status::Fine)
}

/// Refuses what means nothing for battlelands.
pub(crate) fn refuse_options_of_catan(how: &FairnessArgs) -> Result<()> {
    let given = [
        (how.shard.is_some(), "--shard"),
        (how.counts.is_some(), "--counts"),
        (how.plot.is_some(), "--plot"),
        (how.redraw, "--redraw"),
        (how.epsilon.is_some(), "--epsilon"),
        (how.bot.is_some(), "--bot"),
        (how.seats.is_some(), "--seats"),
        (how.strong.is_some(), "--strong"),
        (how.setup.time.is_some(), "--time"),
        (!how.setup.options.is_empty(), "--option"),
        (how.setup.ruleset.is_some(), "--ruleset"),
    ];
    if let Some((_, option)) = given.iter().find(|(given, _)| *given) {
        bail!(
            "{option} means nothing for battlelands; their verdicts take --games, --margin, --thorough, --seed, --threads, --variant, --html and --json"
        );
    }
    Ok(())
}

/// A share with its interval, in percent.
pub(crate) fn percent(share: Share) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high)
}

/// How far a share is from one half, with its interval, in points.
fn points(share: Share) -> String {
    let points = |share: f64| 100.0 * (share - 0.5);
    format!("{:+.1} points ({:+.1} to {:+.1})", points(share.share), points(share.low), points(share.high))
}

/// One line of a table of several lands.
fn line(name: &str, verdict: &LandVerdict) -> String {
    let players: Vec<String> = verdict
        .players
        .iter()
        .map(|player| format!("{} {}", player.player.name(), points(player.attacker)))
        .collect();
    format!("{name:<36} {:<22}  {}\n", verdict.favour.words(), players.join("  "))
}

fn ends(ends: &Ends) -> String {
    let all = ends.battles();
    format!(
        "attacker {}, defender {}, nobody {}",
        percent(Share::of(ends.attacker, all)),
        percent(Share::of(ends.defender, all)),
        ends.nobody
    )
}

pub(crate) fn text(name: &str, panel: &Panel, verdict: &LandVerdict) -> String {
    let question = &verdict.question;
    let mut text = format!("{name}: {}\n", verdict.favour.words());
    if verdict.lands > 1 {
        let _ = writeln!(text, "{} rolls of the script take turns", verdict.lands);
    }
    let _ = writeln!(
        text,
        "even means that the attacker wins half of the battles to within {:.1} points; intervals are of 95 %; seed {}",
        100.0 * question.margin,
        question.seed
    );
    verdict.players.iter().for_each(|player| text += &player_text(player));
    let variant = &panel.variant().name;
    let of = if *variant == Variant::standard().name { String::new() } else { format!(" of {variant}") };
    let _ = writeln!(text, "\npanel{of}, each pair in both roles, by every entrance in turn:");
    for [one, other] in panel.written_pairs() {
        let _ = writeln!(text, "  {one} / {other}");
    }
    let grounds = verdict.players.first().map_or(&[][..], |player| &player.counts.natives);
    if !grounds.is_empty() {
        text += "natives and strangers, each in both roles:\n";
    }
    for (ground, [natives, strangers]) in panel.written_natives() {
        if grounds.iter().any(|known| known.ground == ground) {
            let _ = writeln!(text, "  {ground}: {natives} / {strangers}");
        }
    }
    text
}

fn player_text(verdict: &PlayerVerdict) -> String {
    let counts = &verdict.counts;
    let all = counts.all.battles();
    let each = |sum: u64| sum as f64 / all.max(1) as f64;
    let mut text = format!(
        "\n{} against itself, {} {}: {}, {} for the attacker\n",
        verdict.player.name(),
        thousands(all),
        if all == 1 { "battle" } else { "battles" },
        verdict.favour.words(),
        points(verdict.attacker)
    );
    let _ = writeln!(text, "  all       {}", ends(&counts.all));
    for (entrance, own) in &counts.entrances {
        let _ = writeln!(text, "  {entrance:9} {}", ends(own));
    }
    let _ = writeln!(text, "  on open plains {} for the attacker", points(verdict.attacker_on_plains));
    let _ = writeln!(
        text,
        "  time limit decides {}; value lost in a battle: attacker {:.1}, defender {:.1}",
        percent(Share::of(counts.by_time, all)),
        each(counts.lost[0]),
        each(counts.lost[1])
    );
    for Natives { ground, here, plains } in &counts.natives {
        let wins = |counts: &[u64; 3]| percent(Share::of(counts[0], counts.iter().sum()));
        let _ =
            writeln!(text, "  natives of {ground} win {} here, {} on open plains", wins(here), wins(plains));
    }
    if counts.heat.iter().sum::<u64>() == 0 {
        text +=
            "  nobody ever strikes: whoever cannot enter in turn 1 is lost, and the defender loses first\n";
        return text;
    }
    let heat: Vec<String> =
        counts.hottest().iter().take(6).map(|(hex, share)| format!("{hex} {:.1} %", 100.0 * share)).collect();
    let _ = writeln!(text, "  most strikes fall on {}", heat.join(", "));
    text
}
