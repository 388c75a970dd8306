//! Players of Titan battles.

use crate::levels::{CALM, FIERCE, KEEN};
use crate::{Effort, Fault, Look, NewGame, Playable, TextPicture};
use hexwright_core::{Fast, Key, Random as _, Step};
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Bot, Budget};
use hexwright_play::fairness::Observed;
use hexwright_render::Scene;
use hexwright_render::titan::{battle_scene, battle_text, fought_land_text, legions_text};
use hexwright_titan::battle::players::{Depth, Judging, Level, LevelPlayer, Lookahead};
use hexwright_titan::battle::playout::Policy;
use hexwright_titan::battle::{Action, Battle, Legion, MOST_SCORE, Position, Setup, Side, View, read_kinds};
use hexwright_titan::formats::read_battleland;
use hexwright_titan::{Battleland, Mode};
use std::fmt::Debug;

/// The land of a battle that names none.
const MEADOW: &str =
    "B3:Brambles:0 C4:Plains:1:2s3s D5:Tree:1 D2:Brambles:0 E3:Sand:0:4d5d E2:Bog:0 F3:Plains:1:4s";

/// What the strongest player was called before there were levels.
const FORMER_JUDGE: &str = "judge";

/// Legions of a battle that names none.
const LEGIONS: [&str; 2] =
    ["Titan Ogre Ogre Gargoyle Centaur Lion", "Titan Lion Lion Troll Centaur Gargoyle"];

/// Battles played on after each action whose chance an analysis wants to know.
const ADVICE_BATTLES: usize = 16;

/// The level of this name.
fn level_named(name: &str) -> Option<Level> {
    Some(match name {
        CALM => Level::Calm,
        KEEN => Level::Keen,
        FIERCE => Level::Fierce,
        _ => return None,
    })
}

/// A player of battles as a bot.
#[derive(Debug)]
struct PlayerBot<P> {
    name: String,
    player: P,
}

impl<P: Policy + Debug + Send> Bot<Battle> for PlayerBot<P> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn decide(&mut self, asked: &Asked<'_, Battle>, random: &mut Fast) -> Option<usize> {
        // nothing is hidden in a battle: the imagined world is the real one
        let world = asked.view.imagine(random);
        Some(self.player.choose(asked.game, &world, asked.legal, random))
    }
}

/// Colours of the text picture: the letters before creatures, and what stands in the way.
fn text_colour(word: &str) -> Option<u8> {
    Some(match word {
        "A" => 203,
        "D" | "Lake" | "Spring" => 75,
        "Sand" => 220,
        "Brambles" | "Tree" => 71,
        "Bog" => 137,
        "Drift" => 159,
        "Volcano" => 208,
        "Tower" | "Stone" => 245,
        _ => return None,
    })
}

impl Playable for Battle {
    /// `land` as a canonical string or in any text of battlelands, `attacker` and `defender` as lists of creatures, `entrance`, `terrain`, `angels`,
    /// `attacker-score`, `defender-score`.
    fn create(new: &NewGame) -> Result<Self, Fault> {
        new.knows(&[
            "land",
            "attacker",
            "defender",
            "entrance",
            "terrain",
            "angels",
            "attacker-score",
            "defender-score",
        ])?;
        if new.seats.is_some_and(|seats| seats != 2) {
            return Err(Fault::Setup("a battle has 2 seats: the defender and the attacker".to_owned()));
        }
        let fault = Fault::Setup;
        let land = new.option("land").unwrap_or(MEADOW);
        let land = read_land(land)?;
        let legion = |name: &str, usual: &str| -> Result<Legion, Fault> {
            let creatures = read_kinds(new.option(name).unwrap_or(usual)).map_err(|e| fault(e.into()))?;
            let score = new.option(&format!("{name}-score")).unwrap_or("0");
            let score = score
                .parse()
                .map_err(|_| fault(format!("expected a score from 0 to {MOST_SCORE}, found {score:?}")))?;
            Ok(Legion { creatures, score })
        };
        let mut setup = Setup::new(land, legion("attacker", LEGIONS[1])?, legion("defender", LEGIONS[0])?);
        if let Some(entrance) = new.option("entrance") {
            setup.entrance = Self::entrance_named(entrance)
                .ok_or_else(|| fault(format!("expected Left, Right or Bottom, found {entrance:?}")))?;
        }
        if let Some(terrain) = new.option("terrain") {
            setup.terrain = Some(setup.variant.read_terrain(terrain).map_err(|e| fault(e.into()))?);
        }
        setup.angels = read_kinds(new.option("angels").unwrap_or("")).map_err(|e| fault(e.into()))?;
        Self::new(setup).map_err(|error| fault(error.to_string()))
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        &[
            (CALM, "judges each action at once and makes mistakes"),
            (KEEN, "plays a turn on in its head after the actions it likes best"),
            (FIERCE, "the strongest: plays on longer, after more actions, more often"),
            ("greedy", "takes the action after which its creatures are worth most"),
            ("quick", "judges each action at once: the strikes to come, threats, ground and time"),
        ]
    }

    fn bot(&self, name: &str, _: &Effort) -> Option<Box<dyn Bot<Self>>> {
        // the name from before there were levels: seats of stored tables have it
        let known = if name == FORMER_JUDGE { FIERCE } else { name };
        let name = known.to_owned();
        if let Some(level) = level_named(known) {
            return Some(Box::new(PlayerBot { name, player: LevelPlayer::new(level) }));
        }
        let player = match known {
            "greedy" => Judging::by_material(),
            "quick" => Judging::default(),
            _ => return None,
        };
        Some(Box::new(PlayerBot { name, player }))
    }

    fn table_bots() -> &'static [&'static str] {
        &[KEEN, CALM, FIERCE, "random"]
    }

    fn former_table_bots() -> &'static [&'static str] {
        &[FORMER_JUDGE, "quick", "greedy"]
    }

    fn seat_counts() -> std::ops::RangeInclusive<usize> {
        2..=2
    }

    fn advice(&self, asked: &Asked<'_, Self>, _: Budget, random: &mut Fast) -> Vec<f64> {
        let world = asked.view.imagine(random);
        let found = Lookahead::new(Depth::CHANCES).values(self, &world, asked.legal, random);
        let best = found.iter().copied().fold(0.0, f64::max).min(1.0);
        // the lookahead tells the chance of the best action only, and of the others that they are worse: each of
        // them is tried alone, with the same dice
        let seed = random.next_u64();
        let mut alone = Lookahead::new(Depth { battles: ADVICE_BATTLES, ..Depth::CHANCES });
        let chance = |(action, &value): (&Action, &f64)| {
            if value >= best {
                return best;
            }
            let one = std::slice::from_ref(action);
            alone.values(self, &world, one, &mut Fast::new(seed, 0))[0].clamp(0.0, best)
        };
        asked.legal.iter().zip(&found).map(chance).collect()
    }

    /// Counts how battles end and where strikes fall.
    fn observe(&self, before: &Position, step: &Step<Action>, after: &Position, seen: &mut Observed) {
        let mut count = |name: &'static str, seat: usize| {
            let counts = seen.counts.entry(name).or_default();
            counts.resize(2, 0);
            counts[seat] += 1;
        };
        if let Action::Strike { .. } = step.action {
            count("strikes", before.active().index());
        }
        if let (Some(end), None) = (after.end(), before.end())
            && end.how == hexwright_titan::battle::How::TimeLoss
        {
            count("won by time", Side::Defender.index());
        }
    }

    fn picture(&self, view: &View, _: &[String]) -> TextPicture {
        TextPicture {
            board: fought_land_text(self, &view.0),
            facts: legions_text(self, &view.0),
            colour: text_colour,
        }
    }

    fn scene(&self, view: &View, _: &Look<'_>) -> Option<Scene> {
        Some(battle_scene(self, &view.0))
    }

    fn scene_text(&self, view: &View, _: &Look<'_>) -> String {
        battle_text(self, &view.0)
    }

    fn page_svg(&self, view: &View) -> Option<String> {
        Some(battle_scene(self, &view.0).to_svg())
    }
}

/// A land as a canonical string, XML, text table or JSON.
fn read_land(text: &str) -> Result<Battleland, Fault> {
    if let Some(land) = Battleland::from_canonical(text) {
        return Ok(land);
    }
    let parsed = read_battleland("land", text.as_bytes(), None, Mode::Documented);
    parsed.into_value().map_err(|report| {
        let error = report.diagnostics.iter().find(|finding| finding.is_error());
        let why = error.map_or_else(String::new, |finding| finding.headline(&report.source));
        Fault::Setup(format!("expected a land such as \"D4:Sand:1:0d\", or its XML: {why}"))
    })
}
