//! Terra Mystica at every edge: new games, players, pages.

mod bots;
mod new;
mod page;

use crate::{ChancesOf, Effort, Fault, Look, NewGame, Playable, TextPicture, levels};
use hexwright_core::Fast;
use hexwright_core::json::Written;
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Bot, Budget};
use hexwright_render::Scene;
use hexwright_render::terra::{
    Options, headline, map_text, mats_text, position_scene, position_text, table_scene,
};
use hexwright_terra::Terra;
use hexwright_terra::game::View;
use hexwright_terra::judge::{Weights, chances};
use hexwright_terra::text::ledger::Log;

/// Colours of the text picture: the letters of terrains.
fn text_colour(word: &str) -> Option<u8> {
    Some(match word {
        "D" => 220,
        "P" => 137,
        "S" => 245,
        "L" => 75,
        "F" => 71,
        "M" => 252,
        "W" => 203,
        "I" => 159,
        "V" => 208,
        _ => return None,
    })
}

impl Playable for Terra {
    /// A league game; what is not named is drawn with the seed. The options are those of `new::create`.
    fn create(new: &NewGame) -> Result<Self, Fault> {
        new::create(new)
    }

    fn start_file(&self, ending: &str) -> Option<String> {
        (ending == "tmlog").then(|| Log::begin(self).write())
    }

    fn table_bots() -> &'static [&'static str] {
        &[levels::KEEN, levels::CALM, levels::FIERCE, "greedy", "random"]
    }

    const OWN_PAGE: bool = true;

    fn page_svg(&self, _: &View) -> Option<String> {
        Some(table_scene(self).to_svg())
    }

    fn page_view(&self, view: &View) -> Written {
        Written::new(&page::TableView::new(self, view))
    }

    fn picture(&self, view: &View, _: &[String]) -> TextPicture {
        TextPicture {
            board: map_text(self, &view.0),
            facts: format!("{}{}\n", mats_text(&view.0), headline(self, &view.0)),
            colour: text_colour,
        }
    }

    fn scene(&self, view: &View, _: &Look<'_>) -> Option<Scene> {
        Some(position_scene(self, &view.0, &Options::default()))
    }

    fn scene_text(&self, view: &View, _: &Look<'_>) -> String {
        position_text(self, &view.0)
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        bots::LINES
    }

    fn bot(&self, name: &str, _: &Effort) -> Option<Box<dyn Bot<Self>>> {
        bots::bot(name)
    }

    fn chances(&self) -> Option<ChancesOf<'_, Self>> {
        Some(Box::new(|position| chances(self, position, &Weights::default())))
    }

    fn advice(&self, asked: &Asked<'_, Self>, budget: Budget, random: &mut Fast) -> Vec<f64> {
        bots::advice(asked, budget.nodes, random)
    }
}
