//! What a tournament says about each bot.

use super::{Plan, ResultRow};
use crate::stats::wilson;
use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// A bot's line in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub bot: String,
    /// Seats it held in all games together; a name that plays twice holds two seats a game.
    pub seats: u64,
    /// Games it won.
    pub wins: u64,
    /// Wins a seat.
    pub share: f64,
    /// Wilson's 95 % interval of the share.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Mean points at the end.
    pub points: f64,
    /// Weng-Lin rating (Bradley-Terry): 25 is where everybody starts.
    pub rating: f64,
    /// How unsure the rating is.
    pub uncertainty: f64,
}

/// The table, best share first; rows in the order of their games.
#[must_use]
pub fn standings(plan: &Plan, rows: &[ResultRow]) -> Vec<Standing> {
    let mut names: Vec<&String> = plan.bots.iter().collect();
    names.sort();
    names.dedup();
    let ratings = ratings(plan, &names, rows);
    let mut table: Vec<Standing> = names
        .iter()
        .zip(ratings)
        .map(|(&name, rating)| {
            let seats =
                rows.iter().flat_map(|row| row.seating.iter().enumerate().map(move |(s, b)| (row, s, *b)));
            let mine: Vec<(&ResultRow, usize)> =
                seats.filter(|(_, _, b)| plan.bots.get(*b) == Some(name)).map(|(r, s, _)| (r, s)).collect();
            let wins = mine.iter().filter(|(r, s)| r.winners.contains(&(*s as u8))).count() as u64;
            let points: i64 =
                mine.iter().map(|(r, s)| i64::from(r.scores.get(*s).copied().unwrap_or(0))).sum();
            let count = mine.len() as u64;
            let (low, high) = wilson(wins, count);
            Standing {
                bot: name.clone(),
                seats: count,
                wins,
                share: wins as f64 / count.max(1) as f64,
                low,
                high,
                points: points as f64 / count.max(1) as f64,
                rating: rating.rating,
                uncertainty: rating.uncertainty,
            }
        })
        .collect();
    table.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.bot.cmp(&b.bot)));
    table
}

/// Ratings after all games in order. Each game ranks the winner first and all others equal; a name
/// that holds several seats is rated by its mean change.
fn ratings(plan: &Plan, names: &[&String], rows: &[ResultRow]) -> Vec<WengLinRating> {
    let mut ratings = vec![WengLinRating::new(); names.len()];
    let place = |bot: usize| plan.bots.get(bot).and_then(|n| names.iter().position(|m| *m == n));
    for row in rows.iter().filter(|r| !r.winners.is_empty()) {
        let Some(seated) = row.seating.iter().map(|&b| place(b)).collect::<Option<Vec<usize>>>() else {
            continue;
        };
        let teams: Vec<[WengLinRating; 1]> = seated.iter().map(|&n| [ratings[n]]).collect();
        let groups: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .enumerate()
            .map(|(seat, team)| {
                let rank = if row.winners.contains(&(seat as u8)) { 1 } else { 2 };
                (&team[..], MultiTeamOutcome::new(rank))
            })
            .collect();
        let after = weng_lin_multi_team(&groups, &WengLinConfig::new());
        for (n, rating) in ratings.iter_mut().enumerate() {
            let changed: Vec<&WengLinRating> =
                seated.iter().zip(&after).filter(|(s, _)| **s == n).map(|(_, team)| &team[0]).collect();
            let count = changed.len() as f64;
            if count > 0.0 {
                rating.rating = changed.iter().map(|r| r.rating).sum::<f64>() / count;
                rating.uncertainty = changed.iter().map(|r| r.uncertainty).sum::<f64>() / count;
            }
        }
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_bot_leads_and_its_interval_holds_its_share() {
        let plan = Plan::new(["good", "bad", "bad"].map(str::to_owned).to_vec(), vec!["m".into()], 0, 90, 1);
        let rows: Vec<ResultRow> = (0..90)
            .map(|game| {
                let p = plan.pairing(game);
                let good = p.seating.iter().position(|&b| b == 0).unwrap() as u8;
                let winner = if game % 3 == 0 { (good + 1) % 3 } else { good };
                p.row(crate::simulate::Finished {
                    winners: hexwright_core::SeatSet::only(hexwright_core::Seat(winner)),
                    scores: vec![1, 2, 3],
                    actions: 1,
                    turns: 1,
                })
            })
            .collect();
        let table = standings(&plan, &rows);
        assert_eq!((table[0].bot.as_str(), table[0].seats, table[0].wins), ("good", 90, 60));
        assert_eq!((table[1].bot.as_str(), table[1].seats, table[1].wins), ("bad", 180, 30));
        assert!(table[0].low < 0.667 && table[0].high > 0.666);
        assert!(table[0].rating > 25.0 && table[1].rating < 25.0, "{table:?}");
    }
}
