//! How even the seats of a map are: bots play it in parts, and the browser adds the parts up. So there is progress
//! to show, and who stops asking has cancelled.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use crate::maps;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use hexwright_catan::game::Catan;
use hexwright_core::StopFlag;
use hexwright_league::catan::Study;
use hexwright_league::{Fault, Playable as _, Rules, bot_by_name, fairness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Games of one request: a second or two of work.
const MOST_GAMES: u64 = 40;
/// Games of a whole study; numbers beyond it are not asked for by the page.
const STUDY: u64 = 1_000_000;
/// The same seed for everybody: the same map gives the same figures.
const SEED: u64 = 1;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    text: String,
    /// Number of the first game.
    from: u64,
    /// How many.
    games: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct Counted {
    /// Games played.
    games: u64,
    /// Wins by seat.
    wins: Vec<u64>,
    /// Turns of all games together.
    turns: u64,
    /// For each corner chosen at the start: how often, and how often its chooser won.
    openings: BTreeMap<u32, (u64, u64)>,
}

pub(super) async fn play(
    State(app): State<Arc<App>>,
    Client(source): Client,
    body: Result<Json<Part>, JsonRejection>,
) -> Result<Json<Counted>, Problem> {
    let Json(part) = body.map_err(|e| Problem::unreadable(&e))?;
    if !(1..=MOST_GAMES).contains(&part.games) || part.from > STUDY {
        return Err(Problem::bad(format!("expected 1 to {MOST_GAMES} games, found {}", part.games)));
    }
    app.work.run(source, move |stop| count(&part, stop)).await?.map(Json).map_err(Problem::bad)
}

fn count(part: &Part, stop: &StopFlag) -> Result<Counted, String> {
    let setup = maps::read(&part.text)?;
    let seats = setup.seats(0);
    let bot = Catan::table_bots()[0].to_owned();
    let study = Study::new(("map".to_owned(), setup), bot, seats, Rules::default(), false, STUDY, SEED);
    let mut all = Counted { games: 0, wins: vec![0; seats], turns: 0, openings: BTreeMap::new() };
    // one at a time, so that a request that took too long ends soon
    for number in part.from..part.from + part.games {
        if stop.is_raised() {
            break;
        }
        let counts = fairness::<Catan, Fault>(
            &study.question,
            &[number],
            Some(1),
            &|number| study.board(number),
            &bot_by_name,
            &|_| (),
        )
        .map_err(|e| e.to_string())?;
        all.games += counts.played;
        all.wins.iter_mut().zip(&counts.wins).for_each(|(sum, n)| *sum += n);
        all.turns += counts.turns.iter().map(|(turns, games)| turns * games).sum::<u64>();
        for (place, (chosen, won)) in counts.openings {
            let sum = all.openings.entry(place).or_default();
            *sum = (sum.0 + chosen, sum.1 + won);
        }
    }
    Ok(all)
}
