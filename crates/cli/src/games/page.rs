//! The fairness page: one file, no script, plots as SVG inside.

use hexwright_play::fairness::Counts;
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

/// The whole page. `board` is a picture of the opening values.
pub(crate) fn html(counts: &Counts, board: Option<&str>) -> String {
    let q = &counts.question;
    let title = format!("Fairness of {}", escape(&q.map));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;\
         color:#222;background:#fff}}svg{{max-width:100%;height:auto}}table{{border-collapse:collapse}}\
         td,th{{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #ddd}}th:first-child,\
         td:first-child{{text-align:left}}figure{{margin:2rem 0}}figcaption{{color:#555}}</style>\n\
         <h1>{title}</h1>\n<p><strong>{}</strong></p>\n<p>{} games with the bot <code>{}</code> on all {} seats, \
         seed {}.</p>\n",
        escape(&counts.verdict()),
        super::thousands(counts.played),
        escape(&q.bot),
        q.seats,
        q.seed
    );
    let _ = writeln!(
        page,
        "<figure>{}<figcaption>Share of the wins by seat with 95 % intervals; the dashed line is an even share.</figcaption></figure>",
        wins_plot(counts, "")
    );
    let _ = writeln!(
        page,
        "<figure>{}<figcaption>Length of the games in turns.</figcaption></figure>",
        lengths_plot(counts)
    );
    page += &table(counts);
    if let Some(board) = board {
        let _ = writeln!(
            page,
            "<figure>{board}<figcaption>Opening corners: how often the seat that chose a corner won, in percent. Larger and redder is better; corners chosen in fewer than 1 % of the games are left out.</figcaption></figure>"
        );
    }
    page + "</html>\n"
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
    wins_plot(counts, &above) + "\n"
}

/// `above` is drawn first.
fn wins_plot(counts: &Counts, above: &str) -> String {
    let seats = counts.wins.len();
    let (width, height, left, base) = (640.0, 300.0, 50.0, 260.0);
    // twice the even share at least, so that pictures of several boards have one scale
    let highest = (0..seats).map(|s| counts.share(s).2 * 1.1).fold(0.0, f64::max);
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
    for seat in 0..seats {
        let (share, low, high) = counts.share(seat);
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

fn table(counts: &Counts) -> String {
    let seats = counts.wins.len();
    let mut out = "<table><tr><th></th>".to_owned();
    (0..seats).for_each(|s| out += &format!("<th>seat {s}</th>"));
    out += "</tr>\n";
    let mut row = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|c| format!("<td>{c}</td>")).collect();
        out += &format!("<tr><td>{}</td>{cells}</tr>\n", escape(name));
    };
    row("wins", counts.wins.iter().map(ToString::to_string).collect());
    row(
        "points, mean",
        counts.points.iter().map(|p| format!("{:.2}", *p as f64 / counts.played.max(1) as f64)).collect(),
    );
    for (name, all) in &counts.counts {
        row(caption(name), per_game(counts, name, all).iter().map(|v| format!("{v:.2}")).collect());
    }
    out + "</table>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
