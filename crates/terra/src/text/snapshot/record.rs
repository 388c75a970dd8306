//! Records of games begin with a snapshot: the position play started from. It names every option, also those that
//! snapshots leave out because they change no rule.

use super::{At, Level, Mode, Snapshot, read, write};
use crate::game::Terra;
use hexwright_core::{BadSetup, Game as _, Recorded, Source};

impl Recorded for Terra {
    fn setup_text(&self) -> String {
        let options = Some(self.options().iter().map(At::from).collect());
        write(&Snapshot { options, ..Snapshot::of(self, &self.start()) }, Mode::Full)
    }

    fn from_setup(text: &str) -> Result<Self, BadSetup> {
        let read = read(text, Level::Rules);
        if let Some(error) = read.findings.iter().find(|f| f.is_error()) {
            return Err(error.headline(&Source::new("setup", text)).into());
        }
        let (game, position) = read.snapshot.position_lossy();
        Ok(game.starting_at(position))
    }
}
