//! The fairness page: one file, no script, plots as SVG inside.

use anyhow::Result;
use askama::Template;
use hexwright_league::verdict::{Player, VerdictReport};
use hexwright_play::fairness::{Counts, Question};
use hexwright_render::svg::escape;
use std::fmt::Write as _;

/// Okabe and Ito's colours, which colour-blind readers can tell apart; seats are lettered as well.
const COLOURS: [&str; 8] =
    ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#f0e442", "#666666"];

/// A count's caption, by its name.
pub(crate) fn caption(name: &str) -> &str {
    match name {
        "dry rolls" => "rolls without a card, a game",
        "longest drought" => "longest drought in rolls, mean",
        "longest road" => "holds longest road at the end",
        "largest army" => "holds largest army at the end",
        "cards" => "cards from the dice, a game",
        other => other,
    }
}

/// A named count of each seat, per game.
pub(crate) fn per_game(counts: &Counts, _name: &str, all: &[u64]) -> Vec<f64> {
    all.iter().map(|&n| n as f64 / counts.played.max(1) as f64).collect()
}

/// The page of a study. `board` is a picture of the opening values.
pub(crate) fn study_html(counts: &Counts, board: Option<&str>) -> Result<String> {
    let caption = "Opening corners: how often the seat that chose a corner won, in percent. Larger and redder is better; corners chosen in fewer than 1 % of the games are left out.";
    let picture = board.map(|board| (board.to_owned(), caption));
    let players = vec![PlayerPart::new(counts, &seats_of(counts))];
    html(&Page { question: &counts.question, verdict: &counts.verdict(), picture, players, more: "" })
}

/// The share of a seat with the ends of its interval.
type SeatShare = (f64, f64, f64);

fn seats_of(counts: &Counts) -> Vec<SeatShare> {
    (0..counts.wins.len()).map(|seat| counts.share(seat)).collect()
}

/// The page of a verdict, with its whole text and a picture of the draft.
pub(crate) fn verdict_html(report: &VerdictReport, text: &str, draft: Option<String>) -> Result<String> {
    let caption = "The draft of balanced play: a disc shows at which pick a corner is taken most, larger the more often.";
    let picture = draft.map(|svg| (svg, caption));
    let (verdict, more) = text.split_once('\n').unwrap_or((text, ""));
    let part = |player: &Player| {
        let shares: Vec<SeatShare> = player.shares.iter().map(|s| (s.share, s.low, s.high)).collect();
        PlayerPart::new(&player.counts, &shares)
    };
    let players = report.players.iter().map(part).collect();
    html(&Page { question: &report.players[0].counts.question, verdict, picture, players, more })
}

/// One self-contained page: the verdict, a picture with its caption, plots and a table for each player, what else there is to
/// say.
#[derive(Template)]
#[template(path = "fairness.html")]
struct Page<'a> {
    question: &'a Question,
    verdict: &'a str,
    picture: Option<(String, &'a str)>,
    players: Vec<PlayerPart>,
    more: &'a str,
}

/// What the games of one player say.
struct PlayerPart {
    bot: String,
    played: String,
    wins: String,
    lengths: String,
    rows: Vec<(String, Vec<String>)>,
}

impl PlayerPart {
    fn new(counts: &Counts, shares: &[SeatShare]) -> Self {
        Self {
            bot: counts.question.bot.clone(),
            played: super::thousands(counts.played),
            wins: wins_plot(shares, ""),
            lengths: lengths_plot(counts),
            rows: rows(counts),
        }
    }
}

fn html(page: &Page<'_>) -> Result<String> {
    Ok(page.render()? + "\n")
}

/// The shares of wins as a picture that stands alone.
pub(crate) fn plot(counts: &Counts) -> String {
    let q = &counts.question;
    let name =
        std::path::Path::new(&q.map).file_name().map_or(q.map.as_str().into(), |n| n.to_string_lossy());
    let title = format!("{name}: {} games of {}", super::thousands(counts.played), q.bot);
    let above = format!(
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text x=\"50\" y=\"18\" font-weight=\"bold\">{}</text>",
        escape(&title)
    );
    wins_plot(&seats_of(counts), &above) + "\n"
}

/// `above` is drawn first.
fn wins_plot(shares: &[SeatShare], above: &str) -> String {
    let seats = shares.len();
    let (width, height, left, base) = (640.0, 300.0, 50.0, 260.0);
    // twice the even share at least, so that pictures of several boards have one scale
    let highest = shares.iter().map(|share| share.2 * 1.1).fold(0.0, f64::max);
    let top = highest.max(2.0 / seats.max(1) as f64).min(1.1);
    let y = |share: f64| base - share / top * 230.0;
    let step = (width - left - 20.0) / seats as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"wins by seat\" font-family=\"system-ui, sans-serif\" font-size=\"13\">{above}"
    );
    let mut tick = 0.0;
    while tick <= top {
        let _ = write!(
            svg,
            "<line x1=\"{left}\" x2=\"{:.0}\" y1=\"{y0:.1}\" y2=\"{y0:.1}\" stroke=\"#ddd\"/><text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{:.0} %</text>",
            width - 20.0,
            left - 6.0,
            y(tick) + 4.0,
            tick * 100.0,
            y0 = y(tick)
        );
        tick += 0.1;
    }
    for (seat, &(share, low, high)) in shares.iter().enumerate() {
        let x = left + step * (seat as f64 + 0.5);
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>\
             <path d=\"M{x:.1} {:.1}V{:.1}M{a:.1} {:.1}H{b:.1}M{a:.1} {:.1}H{b:.1}\" stroke=\"#000\" fill=\"none\" stroke-width=\"1.5\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">seat {seat}: {:.1} %</text>",
            x - step * 0.3,
            y(share),
            step * 0.6,
            base - y(share),
            COLOURS[seat % COLOURS.len()],
            y(low),
            y(high),
            y(low),
            y(high),
            base + 20.0,
            100.0 * share,
            a = x - 8.0,
            b = x + 8.0,
        );
    }
    let even = y(1.0 / seats.max(1) as f64);
    let _ = write!(
        svg,
        "<line x1=\"{left}\" x2=\"{:.0}\" y1=\"{even:.1}\" y2=\"{even:.1}\" stroke=\"#000\" stroke-dasharray=\"6 4\"/></svg>",
        width - 20.0
    );
    svg
}

fn lengths_plot(counts: &Counts) -> String {
    let most = counts.turns.keys().next_back().copied().unwrap_or(1).max(1);
    let bins = 40u64;
    let size = most.div_ceil(bins).max(1);
    let mut heights = vec![0u64; (most / size + 1) as usize];
    counts.turns.iter().for_each(|(turns, n)| heights[(turns / size) as usize] += n);
    let tallest = heights.iter().copied().max().unwrap_or(1).max(1) as f64;
    let (width, left, base) = (640.0, 20.0, 180.0);
    let step = (width - 2.0 * left) / heights.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 215\" role=\"img\" aria-label=\"length of games\" font-size=\"13\">"
    );
    for (i, n) in heights.iter().enumerate() {
        let height = *n as f64 / tallest * 160.0;
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#0072b2\"><title>{}–{} turns: {n} games</title></rect>",
            left + step * i as f64,
            base - height,
            (step - 1.0).max(0.5),
            i as u64 * size,
            (i as u64 + 1) * size - 1
        );
    }
    let (mean, [_, median, _]) = counts.lengths();
    let x = left + step * (mean / size as f64);
    let _ = write!(
        svg,
        "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"15\" y2=\"{base}\" stroke=\"#000\" stroke-dasharray=\"4 3\"/><text x=\"{:.1}\" y=\"12\">mean {mean:.1}, median {median}</text><text x=\"{left}\" y=\"200\">0</text><text x=\"{:.0}\" y=\"200\" text-anchor=\"end\">{most} turns</text></svg>",
        x + 6.0,
        width - left
    );
    svg
}

/// The rows of the table: a name and what stands under each seat.
fn rows(counts: &Counts) -> Vec<(String, Vec<String>)> {
    let mean = |sum: &i64| format!("{:.2}", *sum as f64 / counts.played.max(1) as f64);
    let mut rows = vec![
        ("wins".to_owned(), counts.wins.iter().map(ToString::to_string).collect()),
        ("points, mean".to_owned(), counts.points.iter().map(mean).collect()),
    ];
    for (name, all) in &counts.counts {
        let cells = per_game(counts, name, all).iter().map(|v| format!("{v:.2}")).collect();
        rows.push((caption(name).to_owned(), cells));
    }
    rows
}
