//! Number tokens: the number, its dots, and more weight for 6 and 8.

use super::drawing::Number;
use super::inks::{OPEN_DARK, TOKEN, TOKEN_EDGE, TOKEN_RED, TOKEN_TEXT};
use crate::Node;
use hexwright_catan::map::pips;
use hexwright_core::Point;

/// The token of a hex, if it has one.
pub(crate) fn token(centre: Point, number: Number) -> Option<Node> {
    let at = |dy: f64| Point::new(centre.x, centre.y + dy);
    let disc = |radius: f64| Node::circle(centre, radius).fill(TOKEN).stroke(TOKEN_EDGE, 1.0);
    match number {
        Number::None => None,
        Number::Open => Some(Node::group([
            disc(13.0).dash([3.0, 2.2]),
            Node::centred_text(centre, 15.0, "?").bold().fill(OPEN_DARK),
        ])),
        Number::Roll(roll) => {
            let hot = matches!(roll, 6 | 8);
            let (radius, size, ink) = if hot { (18.0, 21.0, TOKEN_RED) } else { (15.0, 15.5, TOKEN_TEXT) };
            let mut nodes = vec![
                disc(radius),
                Node::centred_text(at(-radius * 0.17), size, roll.to_string()).bold().fill(ink),
            ];
            let dots = pips(roll);
            let (dot, gap) = if hot { (1.55, 4.3) } else { (1.3, 3.7) };
            let left = centre.x - gap * f64::from(dots.saturating_sub(1)) / 2.0;
            nodes.extend((0..dots).map(|i| {
                let place = Point::new(left + gap * f64::from(i), centre.y + radius * 0.58);
                Node::circle(place, dot).fill(ink)
            }));
            Some(Node::group(nodes))
        }
    }
    .map(|node| node.class("token"))
}
