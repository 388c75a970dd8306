//! The probes of a position: what is listed must work, everything else must not.

use super::Walk;
use hexwright_core::{Actor, Game, Random, Seat, Turn, Viewer};

/// How many actions are kept to be tried where they do not belong.
const POOL: usize = 48;

/// Actions seen earlier in the game: a mixed crowd to be refused later.
#[derive(Debug)]
pub(super) struct Pool<A> {
    actions: Vec<A>,
}

impl<A> Default for Pool<A> {
    fn default() -> Self {
        Self { actions: Vec::new() }
    }
}

impl<A: Clone + PartialEq> Pool<A> {
    /// Keeps an action; a full pool forgets a random one, so that old phases stay present.
    fn keep(&mut self, action: &A, random: &mut impl Random) {
        if self.actions.contains(action) {
            return;
        }
        if self.actions.len() < POOL {
            self.actions.push(action.clone());
        } else {
            let place = random.index(POOL);
            self.actions[place] = action.clone();
        }
    }
}

impl<G: Game> Walk<'_, G> {
    /// Listed things are accepted, the same through both doors, and survive text.
    pub(super) fn try_listed(
        &mut self,
        position: &G::Position,
        options: &[(Actor, G::Action)],
    ) -> Result<(), String> {
        let game = self.game;
        for (actor, action) in options {
            let text = game.action_text(position, action);
            let name = || format!("{actor:?} \"{text}\"");
            let mut checked = position.clone();
            game.play(&mut checked, *actor, action)
                .map_err(|e| format!("{} is listed but refused: {e}", name()))?;
            let mut unchecked = position.clone();
            game.play_unchecked(&mut unchecked, *actor, action);
            if checked != unchecked || game.fingerprint(&checked) != game.fingerprint(&unchecked) {
                return Err(format!("{} gives two positions through the two doors", name()));
            }
            match game.parse_action(position, *actor, &text) {
                Ok(again) if again == *action => {}
                Ok(again) => return Err(format!("{} reads back as {again:?}", name())),
                Err(error) => return Err(format!("{} cannot be read back: {error}", name())),
            }
            if text.contains(['\n', '\r']) || text.trim() != text || text.is_empty() {
                return Err(format!("{} does not fit on a line of a record", name()));
            }
            self.report.accepted += 1;
        }
        Ok(())
    }

    /// What is not listed is refused, and a refusal changes nothing.
    pub(super) fn try_others(
        &mut self,
        position: &G::Position,
        options: &[(Actor, G::Action)],
    ) -> Result<(), String> {
        let game = self.game;
        let before = game.fingerprint(position);
        let mut copy = position.clone();
        let seats = (0..game.seats() as u8).map(|s| Actor::Seat(Seat(s)));
        let actors: Vec<Actor> = seats.chain([Actor::Chance, Actor::Seat(Seat(15))]).collect();
        for action in &self.pool.actions {
            for &actor in &actors {
                if options.iter().any(|(a, x)| *a == actor && x == action) {
                    continue;
                }
                let accepted = game.play(&mut copy, actor, action).is_ok();
                if accepted && game.turn(position) != Turn::Over && (self.suite.unlisted)(game, action) {
                    copy = position.clone();
                    continue;
                }
                let text = || game.action_text(position, action);
                if accepted {
                    return Err(format!("{actor:?} \"{}\" is not listed but accepted", text()));
                }
                if copy != *position || game.fingerprint(&copy) != before {
                    return Err(format!("{actor:?} \"{}\" was refused but changed the position", text()));
                }
                self.report.refused += 1;
            }
        }
        for (_, action) in options {
            self.pool.keep(action, &mut self.random);
        }
        Ok(())
    }

    /// Two worlds that differ only in hidden things look the same, to the byte.
    pub(super) fn try_redealt(&mut self, position: &G::Position) -> Result<(), String> {
        let Some(redealt) = self.suite.redealt else { return Ok(()) };
        let game = self.game;
        let seats = (0..game.seats() as u8).map(|s| Viewer::Seat(Seat(s)));
        for viewer in seats.chain([Viewer::Spectator]) {
            let other = redealt(game, position, viewer, &mut self.random);
            let (here, there) = (game.view(position, viewer), game.view(&other, viewer));
            if here != there || format!("{here:?}") != format!("{there:?}") {
                return Err(format!("{viewer:?} sees hidden things:\n{here:?}\n{there:?}"));
            }
            if game.turn(position) != game.turn(&other) {
                return Err(format!("{viewer:?} could learn hidden things from whose turn it is"));
            }
            if let Viewer::Seat(seat) = viewer {
                let [mut mine, mut theirs] = [Vec::new(), Vec::new()];
                game.legal(position, seat, &mut mine);
                game.legal(&other, seat, &mut theirs);
                if mine != theirs {
                    return Err(format!("{viewer:?} could learn hidden things from its legal actions"));
                }
            }
            self.report.twins += 1;
        }
        Ok(())
    }
}
