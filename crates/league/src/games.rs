//! The one table of playable games.
//!
//! ```
//! use hexwright_league::{GAMES, Playable as _, with_game};
//!
//! for name in GAMES {
//!     assert!(with_game!(*name, G => !G::table_bots().is_empty(), false), "{name} has no players");
//! }
//! ```

/// Names of the playable games, as in records and in the store.
pub const GAMES: &[&str] = &["catan", "terra", "battle", "high-card"];

/// Evaluates an expression in which a type stands for the game of a name. The last arm says what happens if
/// no game has the name. A new game is one more line here and one in [`GAMES`].
///
/// ```
/// use hexwright_league::{Playable as _, with_game};
/// let bots = |name: &str| with_game!(name, G => Some(G::bots().len()), None);
/// assert_eq!((bots("high-card"), bots("go")), (Some(1), None));
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $G:ident => $body:expr, $unknown:expr) => {
        match $name {
            "catan" => {
                type $G = $crate::games::Catan;
                $body
            }
            "terra" => {
                type $G = $crate::games::Terra;
                $body
            }
            "battle" => {
                type $G = $crate::games::Battle;
                $body
            }
            "high-card" => {
                type $G = $crate::games::HighCard;
                $body
            }
            _ => $unknown,
        }
    };
}

pub use hexwright_catan::game::Catan;
pub use hexwright_play::toy::HighCard;
pub use hexwright_terra::Terra;
pub use hexwright_titan::battle::Battle;

#[cfg(test)]
mod tests {
    use super::GAMES;
    use crate::{NewGame, Playable as _};
    use hexwright_core::{Game as _, Recorded as _};

    #[test]
    fn every_game_of_the_table_can_be_made_written_and_opened() {
        for name in GAMES {
            let same = with_game!(*name, G => {
                let game = G::create(&NewGame { seed: 3, ..NewGame::default() }).unwrap();
                let again = G::from_setup(&game.setup_text()).unwrap();
                assert!(!game.picture(&game.view(&game.start(), hexwright_core::Viewer::Spectator), &[]).to_string().is_empty());
                let strange = NewGame { options: vec![("no-such".into(), "1".into())], ..NewGame::default() };
                assert!(G::create(&strange).is_err(), "{name}");
                G::NAME == *name && again.setup_text() == game.setup_text() && again.start() == game.start()
            }, false);
            assert!(same, "{name}");
        }
    }
}
