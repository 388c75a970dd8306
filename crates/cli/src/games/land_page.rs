//! The page of a battleland's verdict: one file, no script, pictures as SVG inside.

use hexwright_league::lands::{LandVerdict, PlayerVerdict, Share};
use hexwright_render::svg::escape;
use hexwright_render::titan::strikes_scene;
use std::fmt::Write as _;

/// One self-contained page: the verdict, bars with intervals, the land, where strikes fall, and the whole text.
pub(crate) fn html(name: &str, verdict: &LandVerdict, text: &str, land: &str) -> String {
    let title = format!("Whom does {} favour?", escape(name));
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;\
         color:#222;background:#fff}}svg{{max-width:100%;height:auto}}figure{{margin:2rem 0}}\
         figcaption{{color:#555}}pre{{white-space:pre-wrap}}</style>\n<h1>{title}</h1>\n<p><strong>{}</strong></p>\n",
        escape(first)
    );
    for player in &verdict.players {
        let _ = writeln!(
            page,
            "<figure>{}<figcaption>{} against itself: the attacker's share of the wins with its 95 % interval. Even is between the dashed lines.</figcaption></figure>",
            bars(player, verdict.question.margin),
            player.player.name()
        );
    }
    let _ = writeln!(page, "<figure>{land}</figure>");
    for player in &verdict.players {
        let caption = format!("Where strikes fall, {} against itself", player.player.name());
        let heat = strikes_scene(&caption, &player.counts.heat_shares()).to_svg();
        let _ = writeln!(
            page,
            "<figure>{heat}<figcaption>{caption}, as shares of all strikes.</figcaption></figure>"
        );
    }
    let _ = writeln!(page, "<pre>{}</pre>", escape(rest));
    page + "</html>\n"
}

/// A bar for all battles, each entrance and open plains.
fn bars(player: &PlayerVerdict, margin: f64) -> String {
    let entrances = player.counts.entrances.iter();
    let rows: Vec<(&str, Share)> = std::iter::once(("all", player.attacker))
        .chain(entrances.map(|(name, ends)| (*name, Share::of_attacker(ends))))
        .chain([("open plains", player.attacker_on_plains)])
        .collect();
    let (left, width, step) = (110.0, 500.0, 30.0);
    let height = step * rows.len() as f64 + 24.0;
    let x = |share: f64| left + width * share;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 {height}\" role=\"img\" aria-label=\"the attacker's share of the wins\" font-family=\"system-ui, sans-serif\" font-size=\"14\">"
    );
    for (row, (name, share)) in rows.iter().enumerate() {
        let y = 6.0 + step * row as f64;
        let middle = y + 10.0;
        let _ = write!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{name}</text>\
             <rect x=\"{left}\" y=\"{y:.0}\" width=\"{width}\" height=\"20\" fill=\"#e9e6df\"/>\
             <rect x=\"{left}\" y=\"{y:.0}\" width=\"{:.1}\" height=\"20\" fill=\"#0072b2\"/>\
             <path d=\"M{:.1} {middle:.0}H{:.1}M{:.1} {:.0}v8M{:.1} {:.0}v8\" stroke=\"#000\" stroke-width=\"2\" fill=\"none\"/>\
             <text x=\"{:.0}\" y=\"{:.0}\">{:.1} %</text>",
            left - 8.0,
            middle + 5.0,
            width * share.share,
            x(share.low),
            x(share.high),
            x(share.low),
            middle - 4.0,
            x(share.high),
            middle - 4.0,
            left + width + 8.0,
            middle + 5.0,
            100.0 * share.share
        );
    }
    for edge in [0.5 - margin, 0.5 + margin] {
        let _ = write!(
            svg,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"0\" y2=\"{1:.0}\" stroke=\"#000\" stroke-dasharray=\"5 4\"/>",
            x(edge),
            height - 18.0
        );
    }
    svg + "</svg>"
}
