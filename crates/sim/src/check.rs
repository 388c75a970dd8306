//! What must be true: of what people wait for, and of the log behind all they were told.

pub(crate) mod dice;

use crate::SeedReport;
use crate::journal::Asked;
use crate::seen::Seen;
use crate::world::{World, lock};
use hexwright_core::random::fnv1a;
use hexwright_core::{Seat, Viewer};
use hexwright_server::sim::Durable;
use hexwright_server::table::{Around, History, state};
use hexwright_server::{games, secret};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Nobody waits longer than this when everything works: a lost connection is noticed, a seat is asked for again,
/// another server takes a table.
const PATIENCE: Duration = Duration::from_secs(18);
/// A bot moves within this time, also one that gives people time to answer an offer.
const BOTS: Duration = Duration::from_secs(16);

/// Nobody is stuck while the store works.
pub(crate) fn nobody_waits(world: &Arc<World>) {
    let people = lock(&world.journal).people.clone();
    let calm = lock(&world.calm).unwrap_or_else(Instant::now);
    for (who, person) in people {
        if let Some((what, since)) = person.wants
            && since.max(calm).elapsed() > PATIENCE
        {
            let (since, table) = (since.elapsed(), person.table.as_deref().unwrap_or("no table"));
            world.broken(format!("{who} at {table} has waited for {what} for {since:?}"));
        }
    }
}

/// How many lines each game has.
pub(crate) fn lengths(world: &Arc<World>) -> BTreeMap<String, usize> {
    world.memory.ids().into_iter().map(|id| (id.clone(), world.memory.length(&id))).collect()
}

/// Everybody at a table has seen what was stored a while ago, and knows that it can be saved.
pub(crate) fn everybody_knows(world: &Arc<World>, before: &BTreeMap<String, usize>) {
    let people = lock(&world.journal).people.clone();
    for (who, person) in people {
        let Some(table) = person.table.filter(|_| !person.over) else { continue };
        let (seen, stored) = (person.n.unwrap_or(0), before.get(&table).copied().unwrap_or(0));
        if seen < stored {
            world.broken(format!("{who} knows {seen} of the {stored} lines of {table}"));
        }
        if person.cannot_save {
            world.broken(format!("{who} believes that {table} cannot save"));
        }
    }
}

/// No table waits for a bot.
pub(crate) fn bots_play(world: &Arc<World>) {
    for id in world.memory.ids() {
        let Some(durable) = world.memory.durable(&id) else { continue };
        let Ok(history) = replayed(&durable) else { continue };
        let seats = &durable.game.seats;
        let is_bot = |seat: &Seat| !matches!(seats[seat.index()].kind.as_str(), "open" | "person");
        let under_way = durable.game.finished == 0 && history.has_begun();
        let waited = under_way && history.game().waited_for().iter().any(is_bot);
        if waited && durable.changed.elapsed() > BOTS {
            world.broken(format!("a bot at {id} has not moved for {:?}", durable.changed.elapsed()));
        }
    }
}

/// The game after all its lines.
fn replayed(durable: &Durable) -> Result<History, String> {
    let lines: Vec<String> = durable.lines.iter().map(|(_, line, _)| line.clone()).collect();
    games::load(&durable.game, &lines).map_err(|e| e.to_string())
}

/// What people were told follows from what is stored.
pub(crate) fn log_is_true(world: &Arc<World>) {
    let strangers = world.memory.strangers();
    if strangers > 0 {
        world.broken(format!("{strangers} lines were stored by servers that did not own the table"));
    }
    for id in world.memory.ids() {
        let Some(durable) = world.memory.durable(&id) else { continue };
        if let Some((n, _)) = durable.lines.iter().enumerate().find(|(n, line)| *n != line.0) {
            world.broken(format!("{id} has no line {n}"));
            continue;
        }
        epochs(world, &id, &durable);
        views(world, &id, &durable);
        intents(world, &id, &durable);
        said(world, &id, &durable);
        seats(world, &id, &durable);
        dice::are_fair(world, &id, &durable);
    }
}

/// Never two owners in one epoch, and none after the next one has begun.
fn epochs(world: &Arc<World>, id: &str, durable: &Durable) {
    for (n, pair) in durable.epochs.windows(2).enumerate() {
        let [(before, first), (after, second)] = pair else { continue };
        if after < before {
            world.broken(format!("line {} of {id} is of epoch {after}, the one before of {before}", n + 1));
        } else if before == after && first != second {
            world.broken(format!("two servers wrote in epoch {after} of {id}"));
        }
    }
}

/// Every state that was shown is the one after that many lines.
fn views(world: &Arc<World>, id: &str, durable: &Durable) {
    let Ok(mut history) = games::load(&durable.game, &[]) else {
        return world.broken(format!("{id} cannot be opened"));
    };
    let shown: Vec<_> = {
        let journal = lock(&world.journal);
        journal
            .shown
            .iter()
            .filter(|((table, ..), _)| table == id)
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect()
    };
    let mut shown = shown.into_iter().peekable();
    for n in 0..=durable.lines.len() {
        while let Some(((_, _, seat), (digest, who))) = shown.next_if(|((_, at, _), _)| *at == n) {
            let viewer = seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
            if digest_of(&history, viewer) != Some(digest) {
                world.broken(format!("{who} saw {n} of {id} otherwise than it is stored"));
            }
        }
        if let Some((_, line, _)) = durable.lines.get(n)
            && let Err(error) = history.restore(line)
        {
            return world.broken(format!("line {n} of {id} does not replay: {error}"));
        }
    }
    for ((_, n, _), (_, who)) in shown {
        world.broken(format!("{who} saw {n} lines of {id}, only {} are stored", durable.lines.len()));
    }
}

fn digest_of(history: &History, viewer: Viewer) -> Option<u64> {
    let around = Around::default();
    let text = serde_json::to_string(&state(history, &around, viewer, 0)).ok()?;
    let seen: Seen = serde_json::from_str(&text).ok()?;
    Some(seen.digest(&seen.log))
}

/// Every acknowledged intent is stored once, in the order people knew of; none is that was refused for good.
fn intents(world: &Arc<World>, id: &str, durable: &Durable) {
    let asked: Vec<Asked> =
        lock(&world.journal).asked.iter().filter(|a| a.table == id && !a.said).cloned().collect();
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (n, _, intent) in durable.lines.iter().filter(|(_, _, intent)| !intent.is_empty()) {
        places.entry(intent).or_default().push(*n);
    }
    let place = |a: &Asked| places.get(a.id.as_str()).map_or(&[][..], Vec::as_slice);
    for one in &asked {
        match (place(one), one.acknowledged, &one.refused) {
            ([], Some(_), _) => {
                world.broken(format!("{} of {} was acknowledged and is lost", one.id, one.who));
            }
            ([_, _, ..], _, _) => world.broken(format!("{} of {} is stored twice", one.id, one.who)),
            ([_], None, Some(why)) => {
                world.broken(format!("{} of {} was refused ({why}) and is stored", one.id, one.who));
            }
            _ => {}
        }
    }
    let mut done: Vec<(Instant, usize)> =
        asked.iter().filter_map(|a| Some((a.acknowledged?, *place(a).first()?))).collect();
    done.sort_unstable();
    for later in &asked {
        let Some(&at) = place(later).first() else { continue };
        let before = done.iter().take_while(|(acknowledged, _)| *acknowledged < later.first_sent);
        if before.map(|(_, n)| *n).max().is_some_and(|n| n >= at) {
            world.broken(format!(
                "{} of {} is stored before what was acknowledged earlier",
                later.id, later.who
            ));
        }
    }
}

/// Every acknowledged line of the chat is there once, and every line that was heard.
fn said(world: &Arc<World>, id: &str, durable: &Durable) {
    let journal = lock(&world.journal);
    let mut broken = Vec::new();
    for one in journal.asked.iter().filter(|a| a.table == id && a.said) {
        let times = durable.chat.iter().filter(|line| line.id == one.id).count();
        let told = one.acknowledged.is_some();
        if times > 1 || (told && times == 0) {
            broken.push(format!("{} of {} was said {times} times", one.id, one.who));
        }
    }
    for ((_, n), (text, _)) in journal.heard.iter().filter(|((table, _), _)| table == id) {
        if !durable.chat.iter().any(|line| line.n == *n && line.text == *text) {
            broken.push(format!("line {n} of the chat of {id} was heard and is not stored"));
        }
    }
    drop(journal);
    broken.into_iter().for_each(|what| world.broken(what));
}

/// Whoever was given a seat has it, alone.
fn seats(world: &Arc<World>, id: &str, durable: &Durable) {
    let seated = lock(&world.journal).seated.clone();
    for (_, seat, token, who) in seated.iter().filter(|(table, ..)| table == id) {
        if durable.game.seats[*seat].token_hash != secret::hash(token) {
            world.broken(format!("{who} was given seat {seat} of {id} and does not have it"));
        }
    }
}

/// Tables at which nobody moved have ended.
pub(crate) fn forgotten_tables_end(world: &Arc<World>) {
    let now = hexwright_server::clock::now();
    for id in world.memory.ids() {
        let Some(durable) = world.memory.durable(&id) else { continue };
        let game = durable.game;
        // a round of looking for them every minute
        if game.finished == 0 && game.expires + 180 < now {
            world.broken(format!("{id} should have ended {} seconds ago", now - game.expires));
        }
    }
}

/// What the run was like.
pub(crate) fn report(world: &Arc<World>) -> SeedReport {
    let journal = lock(&world.journal);
    let mut text = format!("{:?}", journal.broken);
    let (mut lines, mut tables) = (0, 0);
    for id in world.memory.ids() {
        let Some(durable) = world.memory.durable(&id) else { continue };
        text += &format!("{id} {:?} {:?} {:?}", durable.lines, durable.chat, durable.game);
        (lines, tables) = (lines + durable.lines.len(), tables + 1);
    }
    for asked in &journal.asked {
        text += &format!("{} {} {:?}", asked.id, asked.acknowledged.is_some(), asked.refused);
    }
    SeedReport {
        broken: journal.broken.clone(),
        acknowledged: journal.asked.iter().filter(|a| a.acknowledged.is_some()).count(),
        lines,
        tables,
        account: Vec::new(),
        fingerprint: fnv1a(text.as_bytes()),
    }
}
