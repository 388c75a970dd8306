//! The rules by theme: setup, building, production, robber, cards, trade, the longest road, points.

pub(super) mod build;
pub(super) mod cards;
pub(super) mod discards;
pub(super) mod lengths;
pub(super) mod production;
pub(super) mod roads;
pub(super) mod robber;
pub(super) mod score;
pub(super) mod setup;
pub(super) mod trade;
pub(super) mod trails;
pub(super) mod tree_trail;
