//! What must be true of dice that people and the server choose together: nothing is drawn before everybody has opened or
//! the time for it is over, and what is stored proves every outcome.

use super::replayed;
use crate::world::{World, lock};
use hexwright_league::with_game;
use hexwright_play::Record;
use hexwright_play::dice::{Proof, sha256, verify};
use hexwright_server::games;
use hexwright_server::sim::{self, Durable};
use hexwright_server::table::DiceWish;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A table waits for people who are away for so many times the time it gives to those who are there.
const LATECOMERS: u32 = 6;
/// A table may be opened by another server first.
const SLACK: Duration = Duration::from_secs(12);

/// No table waits for dice for ever.
pub(crate) fn games_begin(world: &Arc<World>) {
    let calm = lock(&world.calm).unwrap_or_else(Instant::now);
    let most = LATECOMERS * world.limits.dice_within + SLACK;
    for id in world.memory.ids() {
        let Some(durable) = world.memory.durable(&id) else { continue };
        let last = durable.times.last().copied().unwrap_or(calm).max(durable.seated).max(calm);
        let gathers = replayed(&durable).is_ok_and(|history| !history.has_begun());
        let all_sit = durable.game.seats.iter().all(|seat| seat.kind != "open");
        if gathers && all_sit && durable.game.finished == 0 && last.elapsed() > most {
            world.broken(format!("{id} has waited for its dice for {:?}", last.elapsed()));
        }
    }
}

/// What is stored of the dice of a table.
pub(super) fn are_fair(world: &Arc<World>, id: &str, durable: &Durable) {
    let found = if durable.game.wishes.dice == Some(DiceWish::Together) {
        in_order(world, durable).and_then(|()| as_people_know(world, id, durable))
    } else {
        Ok(())
    };
    if let Err(why) = found.and_then(|()| proved(durable)) {
        world.broken(format!("the dice of {id}: {why}"));
    }
}

/// The words of a line about the dice.
fn words(line: &str) -> Option<(&str, Option<u8>, &str)> {
    let mut words = line.strip_prefix("dice: ")?.splitn(3, ' ');
    let (what, seat) = (words.next()?, words.next().and_then(|seat| seat.parse().ok()));
    Some((what, seat, words.next().unwrap_or_default()))
}

/// Nothing happens before the game begins, and nobody is left out before the time to open is over.
fn in_order(world: &Arc<World>, durable: &Durable) -> Result<(), String> {
    let (mut committed, mut opened) = (0, 0);
    let (mut closed, mut begun) = (None, false);
    for ((n, line, _), &time) in durable.lines.iter().zip(&durable.times) {
        match words(line).map(|(what, ..)| what) {
            Some("commit") => committed += 1,
            Some("close") => closed = Some(time),
            Some("open") => opened += 1,
            Some("begin") => {
                begun = true;
                let waited = closed.map_or(Duration::ZERO, |closed| time - closed);
                if opened < committed && waited < world.limits.dice_within {
                    return Err(format!(
                        "{opened} of {committed} had opened after {waited:?}, and the game began"
                    ));
                }
            }
            _ if !begun => return Err(format!("line {n} comes before the game begins: {line:?}")),
            _ => {}
        }
    }
    Ok(())
}

/// Hash, commitments and bytes are those people know.
fn as_people_know(world: &Arc<World>, id: &str, durable: &Durable) -> Result<(), String> {
    let Some(seen) = lock(&world.journal).dice.get(id).cloned() else { return Ok(()) };
    if seen.hash.is_some_and(|hash| hash != sha256(durable.game.secret.as_bytes())) {
        return Err("the hash that was shown is not that of the secret".to_owned());
    }
    let of = |wanted: &str| -> BTreeMap<u8, String> {
        let lines = durable.lines.iter().filter_map(|(_, line, _)| words(line));
        lines
            .filter(|(what, ..)| *what == wanted)
            .filter_map(|(_, seat, rest)| Some((seat?, rest.to_owned())))
            .collect()
    };
    let commitments = of("commit");
    if let Some(shown) = seen.commitments
        && (0_u8..).zip(&shown).any(|(seat, hash)| hash.as_ref() != commitments.get(&seat))
    {
        return Err("what people had committed to when the first opened is not what is stored".to_owned());
    }
    let other = |(seat, bytes): (&u8, &String)| seen.bytes.get(seat) != Some(bytes);
    if let Some((seat, _)) = of("open").iter().find(|opened| other(*opened)) {
        return Err(format!("seat {seat} is said to have opened what it never had"));
    }
    Ok(())
}

/// The record of the game proves every outcome, and the board if it was drawn.
fn proved(durable: &Durable) -> Result<(), String> {
    let history = replayed(durable)?;
    if !history.has_begun() {
        return Ok(());
    }
    let text = sim::record(&durable.game, &history);
    let record = Record::parse("record", &text).map_err(|_| "the record cannot be read".to_owned())?;
    with_game!(durable.game.kind.as_str(), G => {
        let game = record.game::<G>().map_err(|e| e.to_string())?;
        verify(&game, &record).map_err(|e| e.to_string())?;
    }, return Err("an unknown game".to_owned()));
    let board = Proof::read(&record.dice).map_err(|e| e.to_string())?.board;
    let Some((asked, seed)) = board else { return Ok(()) };
    let (_, setup, _) = games::draw(&asked, record.names.len(), seed).map_err(|e| e.to_string())?;
    if setup.lines().eq(record.setup.lines()) { Ok(()) } else { Err("another board is drawn".to_owned()) }
}
