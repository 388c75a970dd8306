//! What the map tools print.

use super::catan::seed;
use crate::commands::maps::{Mirror, ScoreArgs, TransformArgs};
use crate::output;
use anyhow::{Result, bail};
use hexwright_catan::Setup;
use hexwright_catan::generate::TERMS;
use hexwright_catan::map::{Difference, Margins};
use hexwright_catan::text::dot_catan::{self, write};
use hexwright_core::Symmetry;
use hexwright_core::random::seed_from_text;
use serde_json::json;
use std::fmt::Write as _;

/// The balance of every map, with its terms.
pub(crate) fn scores(maps: &[(String, Setup)], how: &ScoreArgs) -> Result<String> {
    let mut text = String::new();
    let mut list = Vec::new();
    for (name, setup) in maps {
        let open = setup.any_cells() != (0, 0, 0);
        let seed = seed(how.seed.as_deref(), setup);
        let balance = setup.draw(seed).balance();
        if how.json {
            let terms: serde_json::Map<_, _> = TERMS
                .iter()
                .zip(balance.terms)
                .map(|((n, _), t)| ((*n).to_owned(), json!(t.to_string())))
                .collect();
            let seed = if open { json!(seed.to_string()) } else { json!(null) };
            list.push(json!({ "file": name, "seed": seed, "score": balance.score, "terms": terms }));
            continue;
        }
        let drawn = if open { format!(" (drawn with seed {seed})") } else { String::new() };
        writeln!(text, "{name}: balance {} of 100{drawn}", balance.score)?;
        for ((term, weight), value) in TERMS.iter().zip(balance.terms) {
            let share = value.above as f64 / value.below as f64;
            writeln!(text, "  {term:14} {:5.1} of {weight:2}   {value}", share * f64::from(*weight))?;
        }
    }
    if how.json { Ok(serde_json::to_string_pretty(&list)? + "\n") } else { Ok(text) }
}

/// What differs between two maps.
pub(crate) fn difference(found: &Difference, as_json: bool) -> Result<String> {
    if as_json {
        let changes: Vec<_> = found
            .changes
            .iter()
            .map(|c| json!({ "place": c.place, "before": c.before, "after": c.after }))
            .collect();
        let symmetry = json!({ "mirrored": found.symmetry.is_mirrored(), "sixths": found.symmetry.sixths() });
        let value = json!({ "same": found.is_empty(), "symmetry": symmetry, "changes": changes });
        return Ok(serde_json::to_string_pretty(&value)? + "\n");
    }
    let mut text = String::new();
    let turned = found.symmetry != Symmetry::IDENTITY;
    match (found.is_empty(), turned) {
        (true, false) => writeln!(text, "the same map")?,
        (true, true) => writeln!(text, "the same map, {}", found.turned())?,
        (false, true) => writeln!(text, "the first map fits best {}", found.turned())?,
        (false, false) => {}
    }
    for change in &found.changes {
        writeln!(text, "{}: {} -> {}", change.place, change.before, change.after)?;
    }
    Ok(text)
}

/// The map of a share code.
pub(crate) fn decoded(code: &str, seed: Option<&str>) -> Result<String> {
    let mut setup = dot_catan::decode(code)?;
    if let Some(seed) = seed {
        setup.set_seed(seed_from_text(seed));
    }
    Ok(write(&setup))
}

/// The share code of a map.
pub(crate) fn encoded(mut setup: Setup, seed: Option<&str>) -> Result<String> {
    if let Some(seed) = seed {
        setup.set_seed(seed_from_text(seed));
    }
    Ok(dot_catan::encode(&setup)? + "\n")
}

/// A turned, mirrored or resized map; what is cut off is named on standard error.
pub(crate) fn transformed(setup: &Setup, how: &TransformArgs) -> Result<String> {
    let degrees = how.rotate.unwrap_or(0);
    if degrees % 60 != 0 {
        bail!("expected a multiple of 60 degrees, found {degrees}");
    }
    let mirror = match how.mirror {
        None => Symmetry::IDENTITY,
        Some(Mirror::LeftRight) => Symmetry::LEFT_RIGHT,
        Some(Mirror::TopBottom) => Symmetry::TOP_BOTTOM,
    };
    let mut turned = setup.clone();
    if how.rotate.is_some() || how.mirror.is_some() || how.margin.is_some() {
        turned = setup.transformed(mirror.then(Symmetry::rotation(degrees / 60)))?;
    }
    let around = i32::from(how.margin.unwrap_or(0));
    let margins = Margins {
        top: how.top + around,
        bottom: how.bottom + around,
        left: how.left + around,
        right: how.right + around,
    };
    let resized = turned.resized(margins)?;
    for note in setup.notes_left_out(&resized.setup) {
        output::note(&format!(
            "warning: left out, as it names places of the old board: `# {}: {}`",
            note.key, note.value
        ));
    }
    if !resized.lost_hexes.is_empty() {
        let places: Vec<String> = resized.lost_hexes.iter().map(|(r, c)| format!("{r},{c}")).collect();
        output::note(&format!("warning: land cut off at {}", places.join(" ")));
    }
    for port in &resized.lost_ports {
        output::note(&format!("warning: port {} went with its land", port + 1));
    }
    Ok(write(&resized.setup))
}
