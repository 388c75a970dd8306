//! Catan: maps, the texts they are written in, generators and rules.
//!
//! The flow is a ladder of types, each with a way back:
//! text → document (spans, every finding) → [`Setup`] (plain, editable, `any` cells) →
//! [`Board`] (drawn: nothing left to chance) → game.

pub mod game;
pub mod generate;
pub mod lint;
pub mod map;
pub mod text;
pub mod wire;

pub use map::{
    Board, ByResource, Card, Grid, Harbour, HexType, HexValue, Pieces, Placement, PortSite, PortType,
    Resource, Setup, Terrain,
};
