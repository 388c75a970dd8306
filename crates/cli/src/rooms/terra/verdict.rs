//! Are the factions of a game, or a whole map, even? Judged by play: points and wins of every faction, and who ends ahead of
//! whom.

use super::as_record;
use crate::commands::fairness::FairnessArgs;
use crate::games::bot_by_name;
use crate::status::HasErrors;
use crate::{Status, input::Input, output};
use anyhow::{Result, bail};
use hexwright_core::text::Format as _;
use hexwright_core::text::render::Report;
use hexwright_core::{Fast, Game as _, Seat};
use hexwright_formats::records::RecordFormat;
use hexwright_league::levels;
use hexwright_play::Record;
use hexwright_play::bot::Players;
use hexwright_play::run::Run;
use hexwright_play::simulate::in_order;
use hexwright_play::stats::wilson;
use hexwright_terra::{Faction, Setup, Terra};
use serde_json::json;

/// Games unless another number is asked for.
const GAMES: u64 = 60;

/// The final points of a game by faction.
type Ended = Vec<(Faction, i32)>;

/// Refuses what means nothing for Terra Mystica.
pub(crate) fn refuse_other_options(how: &FairnessArgs) -> Result<()> {
    let given = [
        (how.shard.is_some(), "--shard"),
        (how.counts.is_some(), "--counts"),
        (how.html.is_some(), "--html"),
        (how.plot.is_some(), "--plot"),
        (how.margin.is_some(), "--margin"),
        (how.epsilon.is_some(), "--epsilon"),
        (how.thorough, "--thorough"),
        (how.strong.is_some(), "--strong"),
        (how.setup.time.is_some(), "--time"),
        (!how.setup.options.is_empty(), "--option"),
        (how.setup.ruleset.is_some(), "--ruleset"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        Some((_, option)) => bail!(
            "{option} means nothing for Terra Mystica; its verdicts take --games, --bot, --seats, --redraw, --seed, --threads \
             and --json"
        ),
        None => Ok(()),
    }
}

/// The verdict about the game of a log, grid or snapshot. With `--redraw` it is about the map: factions and tiles are drawn
/// anew for each game.
pub(crate) fn fairness(name: &str, game: &Terra, how: &FairnessArgs) -> Result<Status> {
    if how.seats.is_some() && !how.redraw {
        bail!("--seats is for --redraw: a game has the seats it has");
    }
    let (bot, seed) = (how.bot.as_deref().unwrap_or(levels::KEEN), how.setup.seed());
    let seats = how.seats.unwrap_or(game.seats());
    bot_by_name(game, bot, Seat(0), seed)?;
    let games = how.games.unwrap_or(GAMES);
    let bar = output::progress(games, "playing");
    let played = in_order(0..games, how.threads, |number| -> Result<Ended> {
        let game = if how.redraw { drawn(game, seats, seed, number)? } else { game.clone() };
        let bots = (0..game.seats()).map(|seat| bot_by_name(&game, bot, Seat(seat as u8), seed));
        let mut players = Players(bots.collect::<Result<_>>()?);
        let mut run = Run::new(&game, seed, number);
        while run.step(&mut players).is_some() {}
        bar.inc(1);
        Ok(run.position().players.iter().map(|player| (player.faction, player.points.into())).collect())
    })?;
    bar.finish_and_clear();
    let verdict = Verdict::new(&played.into_iter().collect::<Result<Vec<_>>>()?);
    let what = if how.redraw { "factions and tiles drawn anew" } else { "this game, again and again" };
    output::print(&if how.json {
        format!("{}\n", verdict.json(name, bot, games))
    } else {
        format!("{}: {games} games, {bot} on {seats} seats, {what}\n{}", name, verdict.text())
    })?;
    Ok(Status::Fine)
}

/// Where a game begins that is to be judged, or the findings of a file with errors; `None` for files of other games.
pub(crate) fn start_of(input: &Input) -> Result<Option<Result<Terra, Report>>> {
    let record = match as_record(input)? {
        Some(found) => found,
        None if input.format().is_some_and(|format| format.name == RecordFormat::NAME) => {
            Record::parse(&input.name, &String::from_utf8_lossy(&input.bytes))
        }
        None => return Ok(None),
    };
    let record = match record {
        Ok(record) if record.game == Terra::NAME => record,
        Ok(_) => return Ok(None),
        Err(report) => return Ok(Some(Err(report))),
    };
    let game = record.game().map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    Ok(Some(Ok(game)))
}

/// Another game on the same map with the same options.
fn drawn(like: &Terra, seats: usize, seed: u64, number: u64) -> Result<Terra> {
    let setup = like.setup();
    let random = &mut Fast::new(seed, number);
    let mut drawn = Setup::draw_with(setup.board.id(), seats, setup.options, random);
    drawn.final_scoring = setup.final_scoring;
    Ok(Terra::new(drawn)?)
}

/// What became of a faction.
struct OfFaction {
    faction: Faction,
    points: Vec<f64>,
    /// Wins, shared ones in parts, and how many an equal share would be.
    wins: f64,
    share: f64,
}

/// How often one faction ended ahead of another; equal points count half.
struct Pair {
    one: Faction,
    other: Faction,
    ahead: f64,
    games: u64,
}

struct Verdict {
    factions: Vec<OfFaction>,
    pairs: Vec<Pair>,
}

impl Verdict {
    fn new(games: &[Ended]) -> Self {
        let mut factions: Vec<OfFaction> = Vec::new();
        let mut pairs: Vec<Pair> = Vec::new();
        for game in games {
            let best = game.iter().map(|seat| seat.1).max().unwrap_or_default();
            let winners = game.iter().filter(|seat| seat.1 == best).count() as f64;
            for (i, &(faction, points)) in game.iter().enumerate() {
                let place = factions.iter().position(|known| known.faction == faction).unwrap_or_else(|| {
                    factions.push(OfFaction { faction, points: Vec::new(), wins: 0.0, share: 0.0 });
                    factions.len() - 1
                });
                let of = &mut factions[place];
                of.points.push(points.into());
                of.share += 1.0 / game.len() as f64;
                of.wins += if points == best { 1.0 / winners } else { 0.0 };
                for &(other, theirs) in &game[i + 1..] {
                    note_pair(&mut pairs, (faction, points), (other, theirs));
                }
            }
        }
        factions.sort_by(|a, b| b.mean().0.total_cmp(&a.mean().0));
        pairs.sort_by(|a, b| (b.ahead / b.games as f64).total_cmp(&(a.ahead / a.games as f64)));
        Self { factions, pairs }
    }

    /// Pairs in which one faction is ahead more often than chance explains.
    fn clear_pairs(&self) -> impl Iterator<Item = (&Pair, (f64, f64))> {
        self.pairs
            .iter()
            .map(|pair| (pair, wilson(pair.ahead.round() as u64, pair.games)))
            .filter(|(_, range)| range.0 > 0.5)
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for of in &self.factions {
            let ((mean, half), (low, high)) = (of.mean(), of.interval());
            let n = of.points.len();
            out += &format!(
                "{:<15} {n:>4} games  {mean:6.1} ± {half:4.1} points  {:5.1} % wins ({:.1}–{:.1}; equal share {:.1})\n",
                of.faction.display(),
                100.0 * of.wins / n as f64,
                100.0 * low,
                100.0 * high,
                100.0 * of.share / n as f64,
            );
        }
        for (pair, (low, high)) in self.clear_pairs() {
            let (one, other) = (pair.one.display(), pair.other.display());
            let share = 100.0 * pair.ahead / pair.games as f64;
            out += &format!(
                "{one} end ahead of {other} in {share:.0} % of {} games ({:.0}–{:.0})\n",
                pair.games,
                100.0 * low,
                100.0 * high,
            );
        }
        let named =
            |list: Vec<&OfFaction>| list.iter().map(|of| of.faction.display()).collect::<Vec<_>>().join(", ");
        let strong: Vec<&OfFaction> =
            self.factions.iter().filter(|of| of.interval().0 > of.expected()).collect();
        let weak: Vec<&OfFaction> =
            self.factions.iter().filter(|of| of.interval().1 < of.expected()).collect();
        out += &match (strong.is_empty(), weak.is_empty()) {
            (true, true) => "no faction wins clearly more or less than its share\n".to_owned(),
            (false, true) => format!("uneven: {} win more than their share\n", named(strong)),
            (true, false) => format!("uneven: {} win less than their share\n", named(weak)),
            (false, false) => {
                format!("uneven: {} win more than their share, {} less\n", named(strong), named(weak))
            }
        };
        out
    }

    fn json(&self, name: &str, bot: &str, games: u64) -> serde_json::Value {
        let factions = self.factions.iter().map(|of| {
            let ((mean, half), (low, high), n) = (of.mean(), of.interval(), of.points.len());
            json!({ "faction": of.faction.name(), "games": n, "points": mean, "points_half_width": half,
                "wins": of.wins / n as f64, "low": low, "high": high, "equal_share": of.expected() })
        });
        let pairs = self.pairs.iter().map(|pair| {
            let (low, high) = wilson(pair.ahead.round() as u64, pair.games);
            json!({ "faction": pair.one.name(), "other": pair.other.name(), "games": pair.games,
                "ahead": pair.ahead / pair.games as f64, "low": low, "high": high })
        });
        json!({ "file": name, "bot": bot, "games": games, "factions": factions.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>() })
    }
}

/// Notes who of two ended ahead; the pair stands under the name of either.
fn note_pair(pairs: &mut Vec<Pair>, one: (Faction, i32), other: (Faction, i32)) {
    let (one, other) = if one.0.index() < other.0.index() { (one, other) } else { (other, one) };
    for (a, b) in [(one, other), (other, one)] {
        let place = pairs.iter().position(|pair| (pair.one, pair.other) == (a.0, b.0)).unwrap_or_else(|| {
            pairs.push(Pair { one: a.0, other: b.0, ahead: 0.0, games: 0 });
            pairs.len() - 1
        });
        pairs[place].games += 1;
        pairs[place].ahead += if a.1 > b.1 {
            1.0
        } else if a.1 == b.1 {
            0.5
        } else {
            0.0
        };
    }
}

impl OfFaction {
    /// Mean points and half the width of their 95 % interval.
    fn mean(&self) -> (f64, f64) {
        let n = self.points.len() as f64;
        let mean = self.points.iter().sum::<f64>() / n;
        let spread = self.points.iter().map(|p| (p - mean) * (p - mean)).sum::<f64>() / (n - 1.0).max(1.0);
        (mean, 1.96 * (spread / n).sqrt())
    }

    /// The 95 % interval of its share of wins.
    fn interval(&self) -> (f64, f64) {
        wilson(self.wins.round() as u64, self.points.len() as u64)
    }

    /// The share of wins it would have if all were equal.
    fn expected(&self) -> f64 {
        self.share / self.points.len() as f64
    }
}
