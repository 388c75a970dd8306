//! Boards of Catan maps: one, or many in parallel, under constraints.

use super::catan::seed;
use crate::commands::generate::{GenerateArgs, Keep};
use crate::status::Stoppable;
use crate::{Status, output};
use anyhow::{Context, Result, bail};
use hexwright_catan::generate::{Constraint, Generated, Generator};
use hexwright_catan::text::dot_catan::encode;
use hexwright_catan::text::{MapFormat, MapText};
use hexwright_catan::{HexType, HexValue, PortType, Setup, Terrain};
use rayon::prelude::*;
use serde_json::json;
use std::path::Path;

/// Boards are made in chunks of this many, so that the bar moves and memory stays small.
const CHUNK: u64 = 4096;

pub(crate) fn generate(map: &MapText, name: &str, how: &GenerateArgs) -> Result<Status> {
    let constraints: Vec<Constraint> =
        how.require.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let first = seed(how.seed.as_deref(), map.setup());
    let setup = keep(map.setup(), &how.keep);
    let generator = match Generator::new(&setup, &constraints) {
        Ok(generator) => generator,
        Err(reasons) => {
            for reason in reasons {
                output::note(&format!("{name}: {reason}"));
            }
            return Ok(Status::Findings);
        }
    };
    let format = format_of(map, how)?;
    if let Some(tolerance) = how.fair {
        if how.count != 1 {
            bail!("--fair looks for one board; give --seed another value for another");
        }
        let Some((seed, found)) = super::catan_fair::fair(&setup, &generator, first, tolerance, how)? else {
            return Ok(Status::Findings);
        };
        let text = spell(map, seed, &found, format)?;
        output::deliver(how.output.as_deref(), text.as_bytes())?;
        return Ok(Status::Fine);
    }
    if how.count == 1 {
        return one(map, &generator, first, name, (format, how));
    }
    many(map, &generator, first, name, how)
}

fn one(
    map: &MapText,
    generator: &Generator<'_>,
    seed: u64,
    name: &str,
    (format, how): (&str, &GenerateArgs),
) -> Result<Status> {
    match generator.generate(seed) {
        Ok(found) => {
            let text = spell(map, seed, &found, format)?;
            output::deliver(how.output.as_deref(), text.as_bytes())?;
            Ok(Status::Fine)
        }
        Err(unmet) => {
            output::note(&format!("{name}: seed {seed}: {unmet}"));
            Ok(Status::Findings)
        }
    }
}

/// The format of one board: as asked for, as the name of the file promises, or that of the map.
fn format_of<'a>(map: &MapText, how: &'a GenerateArgs) -> Result<&'a str> {
    // the boards of a batch go to a folder, whatever its name
    let path = how.output.as_deref().filter(|path| how.count == 1 && !path.is_dir());
    if how.format.is_none() {
        output::refuse_other_format(path, "a board", &["catan", "game", "json"])?;
    }
    Ok(how.format.as_deref().or(output::promised(path)).unwrap_or(map.format().name()))
}

/// A board as a map in one of the two texts, if all of it can be said there.
fn map_text(board: &MapText, to: MapFormat, seed: u64) -> Result<String> {
    let (text, losses) = board.converted(to, Some(seed))?;
    let lost: Vec<&str> =
        losses.iter().filter(|loss| !loss.is_kept()).map(|loss| loss.what.as_str()).collect();
    if !lost.is_empty() {
        let (to, own) = (to.name(), board.format().name());
        let help = format!("write a .{own} file and give `hexwright convert --lossy` that");
        bail!("a .{to} file cannot say all of the board: {}; {help}", lost.join("; "));
    }
    Ok(text.write())
}

fn spell(map: &MapText, seed: u64, found: &Generated, format: &str) -> Result<String> {
    let board = map.with_board(&found.board, seed)?;
    Ok(match format {
        "share" => encode(board.setup())? + "\n",
        "json" => {
            let code = encode(board.setup())?;
            json!({ "seed": seed.to_string(), "score": found.score, "code": code }).to_string() + "\n"
        }
        other => match MapFormat::from_name(other) {
            Some(to) => map_text(&board, to, seed)?,
            None => {
                bail!("cannot write boards as {other:?}; expected catan, game, share, json or summary")
            }
        },
    })
}

/// What a run of many boards comes to.
#[derive(Default)]
struct Summary {
    boards: u64,
    failed: u64,
    least: Option<u32>,
    most: u32,
    sum: u64,
}

impl Summary {
    fn add(&mut self, score: u32) {
        self.boards += 1;
        self.least = Some(self.least.map_or(score, |l| l.min(score)));
        self.most = self.most.max(score);
        self.sum += u64::from(score);
    }

    fn text(&self) -> String {
        let mut text = format!("{} boards", self.boards);
        if let Some(least) = self.least {
            let mean = self.sum as f64 / self.boards as f64;
            text += &format!(", balance {least} to {}, mean {mean:.1}", self.most);
        }
        if self.failed > 0 {
            text += &format!("; {} seeds did not meet the constraints", self.failed);
        }
        text + "\n"
    }
}

fn many(
    map: &MapText,
    generator: &Generator<'_>,
    first: u64,
    name: &str,
    how: &GenerateArgs,
) -> Result<Status> {
    let format = match (how.format.as_deref(), &how.output) {
        (Some(format), _) => format,
        (None, Some(_)) => map.format().name(),
        (None, None) => "summary",
    };
    if let Some(folder) = &how.output {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let stem = Path::new(name).file_stem().map_or("map".into(), |s| s.to_string_lossy().into_owned());
    let bar = output::progress(how.count, "drawing boards");
    let start = now();
    let mut summary = Summary::default();
    let mut done = 0;
    let stoppable = Stoppable::begin();
    while done < how.count {
        if stoppable.is_stopped() {
            output::note(&format!("interrupted after {done} of {} boards; they are kept", how.count));
            break;
        }
        let size = CHUNK.min(how.count - done);
        let seeds = (done..done + size).into_par_iter().map(|n| first.wrapping_add(n));
        let boards: Vec<_> = seeds
            .map(|seed| {
                let found = generator.generate(seed);
                let text = match &found {
                    Ok(found) if format != "summary" => Some(spell(map, seed, found, format)?),
                    _ => None,
                };
                Ok((seed, found.map(|f| f.score), text))
            })
            .collect::<Result<_>>()?;
        for (seed, score, text) in boards {
            match score {
                Ok(score) => summary.add(score),
                Err(unmet) => {
                    summary.failed += 1;
                    output::note(&format!("{name}: seed {seed}: {unmet}"));
                }
            }
            match (text, &how.output) {
                (Some(text), Some(folder)) => {
                    let ending = if matches!(format, "catan" | "game") { format } else { "txt" };
                    output::write_file(&folder.join(format!("{stem}-{seed}.{ending}")), text.as_bytes())?;
                }
                (Some(text), None) => output::print(&text)?,
                (None, _) => {}
            }
        }
        done += size;
        bar.set_position(done);
    }
    drop(stoppable);
    bar.finish_and_clear();
    if format == "summary" {
        output::print(&summary.text())?;
    }
    let rate = done as f64 / start.elapsed().as_secs_f64().max(1e-9);
    output::note(&format!("{rate:.0} boards a second"));
    Ok(if summary.failed == 0 { Status::Fine } else { Status::Findings })
}

#[expect(clippy::disallowed_methods, reason = "the rate is told to the person at the terminal only")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

/// Fixes what the map's last draw (its noted seed) gave in some sections; the rest is drawn anew.
fn keep(setup: &Setup, sections: &[Keep]) -> Setup {
    let mut kept = setup.clone();
    if sections.is_empty() {
        return kept;
    }
    let last = setup.draw(seed(None, setup));
    if sections.contains(&Keep::Types) {
        for (i, terrain) in last.terrain.iter().enumerate() {
            match terrain {
                Terrain::Land(r) => kept.types[i] = HexType::Land(*r),
                Terrain::Desert => {
                    kept.types[i] = HexType::Desert;
                    kept.values[i] = HexValue::None;
                }
                _ => {}
            }
        }
    }
    if sections.contains(&Keep::Values) {
        for (value, &number) in kept.values.iter_mut().zip(&last.numbers) {
            *value = if number == 0 { HexValue::None } else { HexValue::Roll(number) };
        }
    }
    if sections.contains(&Keep::Ports) {
        for (port, harbour) in kept.ports.iter_mut().zip(&last.harbours) {
            if let Some(harbour) = harbour {
                port.kind = harbour.kind.map_or(PortType::Three, PortType::Two);
            }
        }
    }
    kept
}
