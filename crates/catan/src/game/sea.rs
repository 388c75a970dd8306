//! What seafaring maps add: ships, bridges, walls, pirate, gold, islands. On other maps it compiles away.

pub(super) mod gold;
pub(super) mod legal;
pub(super) mod pieces;
pub(super) mod pirate;
pub(super) mod ships;
pub(super) mod state;
pub(super) mod tables;
