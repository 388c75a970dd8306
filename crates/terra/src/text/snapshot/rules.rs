//! The fourth level: counts and limits of the game. See also `rules/player.rs` for one hand alone.

pub(super) mod player;
pub(super) mod table;

pub(super) use player::FINDINGS as PLAYER_FINDINGS;
pub(super) use table::FINDINGS as TABLE_FINDINGS;

use super::findings::Findings;
use super::model::Snapshot;

/// Checks the whole table, then each hand.
pub(super) fn check(snapshot: &Snapshot, findings: &mut Findings) {
    table::check(snapshot, findings);
    for player in &snapshot.players {
        player::check(snapshot, player, findings);
    }
}
