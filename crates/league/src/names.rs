//! Bots by name. A name may say how: `mcts:sims=2000`, `search:time=50`, `vary:greedy`,
//! `trade:search:nodes=5000`. `vary:` and `trade:` may stand before a name together, in either order.

use crate::levels::LEVELS;
use crate::{Fault, Playable};
use hexwright_core::Seat;
use hexwright_play::bot::{Bot, Budget, Plan, RandomBot, Thinking, VariedBot};
use std::time::Duration;

/// How much a searching bot may think; what is not said stays as the bot has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Decisions looked ahead.
    pub depth: Option<u32>,
    /// Most positions visited for a decision.
    pub nodes: Option<u64>,
    /// Imagined worlds.
    pub worlds: Option<u32>,
    /// Simulations a decision.
    pub sims: Option<u32>,
    /// Time for a decision; the moves then depend on the machine.
    pub time: Option<Duration>,
}

impl Effort {
    /// Reads `key=value` words.
    fn of<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Result<Self, Fault> {
        let mut effort = Self::default();
        for word in words {
            let fault = || Fault::BadEffort { name: name.to_owned(), word: word.to_owned() };
            let (key, value) = word.split_once('=').ok_or_else(fault)?;
            let number: u32 = value.parse().ok().filter(|&n| n > 0).ok_or_else(fault)?;
            match key {
                "depth" => effort.depth = Some(number),
                "nodes" => effort.nodes = Some(number.into()),
                "worlds" => effort.worlds = Some(number),
                "sims" => effort.sims = Some(number),
                "time" => effort.time = Some(Duration::from_millis(number.into())),
                _ => return Err(fault()),
            }
        }
        Ok(effort)
    }

    /// The budget of a search with this effort. Time without a bound on depth or positions leaves both
    /// to the clock.
    #[must_use]
    pub fn budget(&self, usual: Budget) -> Budget {
        let clock = self.time.is_some();
        Budget {
            depth: self.depth.unwrap_or(if clock { 64 } else { usual.depth }),
            nodes: self.nodes.unwrap_or(if clock { u64::MAX } else { usual.nodes }),
            worlds: self.worlds.unwrap_or(usual.worlds),
            time: self.time,
        }
    }

    /// The plan of a planner with this effort; time is spent on more worlds.
    #[must_use]
    pub fn plan(&self, usual: Plan) -> Plan {
        let most = if self.time.is_some() { 1_000 } else { usual.worlds };
        Plan {
            depth: self.depth.unwrap_or(usual.depth),
            nodes: self.nodes.unwrap_or(usual.nodes),
            worlds: self.worlds.unwrap_or(most),
            time: self.time,
            ..usual
        }
    }

    /// The thinking of a tree search with this effort.
    #[must_use]
    pub fn thinking(&self, usual: Thinking) -> Thinking {
        let most = if self.time.is_some() { 10_000_000 } else { usual.simulations };
        Thinking { simulations: self.sims.unwrap_or(most), time: self.time, ..usual }
    }
}

/// A bot by name; otherwise a sentence that lists the known ones. Takes the seat and the seed of its
/// game as every way to find a bot does; these bots need neither.
///
/// # Errors
/// [`Fault::NoSuchBot`], [`Fault::BadEffort`].
pub fn bot_by_name<G: Playable>(
    game: &G,
    name: &str,
    _seat: Seat,
    _seed: u64,
) -> Result<Box<dyn Bot<G>>, Fault> {
    let (mut plain, mut varies, mut offers) = (name, false, false);
    loop {
        if let Some(rest) = plain.strip_prefix("vary:").filter(|_| !varies) {
            (plain, varies) = (rest, true);
        } else if let Some(rest) = plain.strip_prefix("trade:").filter(|_| !offers) {
            (plain, offers) = (rest, true);
        } else {
            break;
        }
    }
    let bot = plain_bot(game, (name, plain), offers)?;
    Ok(if varies { Box::new(VariedBot(bot)) } else { bot })
}

/// The bot a seat is given to at a table with people: a level makes offers there, if the game knows any. Elsewhere, in
/// simulations and tournaments, only `trade:` does.
///
/// # Errors
/// As [`bot_by_name`].
pub fn table_bot<G: Playable>(game: &G, name: &str, seat: Seat, seed: u64) -> Result<Box<dyn Bot<G>>, Fault> {
    let level = name.split(':').next().is_some_and(|base| LEVELS.contains(&base));
    match bot_by_name(game, &format!("trade:{name}"), seat, seed) {
        Ok(trader) if level => Ok(trader),
        _ => bot_by_name(game, name, seat, seed),
    }
}

/// The bot of a name that was asked for, without what stood before it.
fn plain_bot<G: Playable>(
    game: &G,
    (name, plain): (&str, &str),
    offers: bool,
) -> Result<Box<dyn Bot<G>>, Fault> {
    let unknown = || {
        let known = std::iter::once("random").chain(G::bots().iter().map(|b| b.0)).chain(["vary:BOT"]);
        let trades = game.trader(Box::new(RandomBot), true).map(|_| "trade:BOT");
        let known: Vec<&str> = known.chain(trades).collect();
        Fault::NoSuchBot { name: name.to_owned(), known: known.join(", ") }
    };
    let mut words = plain.split(':');
    let base = words.next().unwrap_or_default();
    if matches!(base, "vary" | "trade") {
        return Err(unknown());
    }
    let effort = Effort::of(name, words)?;
    if effort != Effort::default() && !G::searches(base) {
        let known = base == "random" || G::bots().iter().any(|b| b.0 == base);
        return Err(if known { Fault::NoEffort { name: base.to_owned() } } else { unknown() });
    }
    if base == "random" && !offers {
        return Ok(Box::new(RandomBot));
    }
    let bot = game.bot(base, &effort).ok_or_else(unknown)?;
    game.trader(bot, offers).ok_or_else(unknown)
}

/// The name with a time for each decision, if the bot searches and none is said yet.
#[must_use]
pub fn with_time<G: Playable>(name: &str, milliseconds: u64) -> String {
    let base = name.split(':').find(|word| !matches!(*word, "vary" | "trade")).unwrap_or_default();
    if G::searches(base) && !name.contains(":time=") {
        return format!("{name}:time={milliseconds}");
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, catan};
    use hexwright_catan::game::Catan;
    use hexwright_catan::generate::preset;

    #[test]
    fn levels_make_offers_at_tables_where_there_are_offers() {
        let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
        let find = |name: &str| table_bot(&game, name, Seat(0), 1).map(|bot| bot.name());
        for (name, known) in [
            ("keen", "trade:keen"),
            ("calm", "trade:calm"),
            ("fierce:time=5", "trade:fierce"),
            ("trade:keen", "trade:keen"),
            ("trade:greedy", "trade:greedy"),
            ("greedy", "greedy"),
            ("search", "search"),
            ("random", "random"),
        ] {
            assert_eq!(find(name).unwrap(), known);
        }
        assert!(find("clever").unwrap_err().to_string().contains("no bot is called \"clever\""));
        let cards = hexwright_play::toy::HighCard::new(2, 3).unwrap();
        assert_eq!(table_bot(&cards, "random", Seat(0), 1).unwrap().name(), "random");
        let terra = crate::games::Terra::create(&crate::NewGame::default()).unwrap();
        assert_eq!(table_bot(&terra, "keen", Seat(0), 1).unwrap().name(), "keen", "no offers there");
    }

    #[test]
    fn names_say_how() {
        let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
        let find = |name: &str| bot_by_name(&game, name, Seat(0), 1).map(|bot| bot.name());
        for (name, known) in
            [("greedy", "greedy"), ("vary:greedy", "vary:greedy"), ("trade:greedy", "trade:greedy")]
        {
            assert_eq!(find(name).unwrap(), known);
        }
        assert_eq!(find("trade:vary:keen").unwrap(), find("vary:trade:keen").unwrap());
        for name in ["mcts:sims=50:time=3", "vary:trade:mcts:sims=9"] {
            assert!(find(name).is_ok(), "{name}");
        }
        let told = |name: &str| find(name).unwrap_err().to_string();
        assert!(told("clever").starts_with("no bot is called \"clever\""));
        assert!(told("greedy:nodes=5").contains("does not search"), "{}", told("greedy:nodes=5"));
        assert!(told("mcts:sims=0").contains("expected"), "{}", told("mcts:sims=0"));
        assert!(told("search:depth=0").contains("each a whole number from 1, found \"depth=0\""));
        assert!(told("mcts:luck=3").contains("expected"));
        for name in ["vary:vary:keen", "trade:vary:trade:keen", "vary:"] {
            assert!(told(name).starts_with("no bot is called "), "{}", told(name));
        }
        assert!(told("clever").ends_with(", mcts, vary:BOT, trade:BOT"), "{}", told("clever"));
        let terra = crate::games::Terra::create(&crate::NewGame::default()).unwrap();
        let told =
            bot_by_name(&terra, "trade:keen", Seat(0), 1).map(|bot| bot.name()).unwrap_err().to_string();
        assert!(told.ends_with(", vary:BOT"), "no offers there: {told}");
        assert_eq!(with_time::<Catan>("vary:mcts", 20), "vary:mcts:time=20");
        assert_eq!(with_time::<Catan>("mcts:time=5", 20), "mcts:time=5");
        assert_eq!(with_time::<Catan>("greedy", 20), "greedy");
    }
}
