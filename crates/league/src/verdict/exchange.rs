//! A verdict in shards: several programs, perhaps on several machines, judge a board together.
//!
//! Every shard does all of a verdict, but plays only its part of the games of each batch. What was chosen in them it writes into
//! a folder that all shards can see; the games of the others it tells again from what they chose ([`crate::choices`]). So all
//! shards know all games, learn the same and print the same report, byte for byte that of a single program. A shard that was
//! ended and is started again goes on from the files it wrote.

use super::Ask;
use crate::Fault;
use crate::choices::Choices;
use hexwright_catan::game::Network;
use hexwright_play::Shard;
use hexwright_play::fairness::Question;
use hexwright_play::simulate::in_order;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Time between two looks for the file of another shard.
const LOOK: Duration = Duration::from_millis(20);
/// So many looks are six hours: then a shard gives up waiting for another.
const LOOKS: u64 = 6 * 3_600 * 50;

/// Where shards meet, and which of them this is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Which part of the games is played here.
    pub shard: Shard,
    /// The folder all shards can see. It belongs to one verdict.
    pub folder: PathBuf,
}

/// What one shard chose in a batch of games.
#[derive(Debug, Serialize, Deserialize)]
struct Part {
    /// Version of the text.
    hexwright_shard: u32,
    /// The verdict it belongs to.
    about: String,
    batch: u64,
    shard: Shard,
    /// By piece of work.
    choices: Vec<Vec<u16>>,
}

/// The exchange of choices with the other shards of a verdict.
#[derive(Debug)]
pub(super) struct Exchange {
    meeting: Meeting,
    shards: Vec<Shard>,
    about: String,
    batch: AtomicU64,
}

impl Exchange {
    pub(super) fn new(meeting: &Meeting, question: &Question, ask: &Ask) -> Result<Self, Fault> {
        std::fs::create_dir_all(&meeting.folder).map_err(|e| {
            Fault::Exchange(format!("cannot make the folder {}: {e}", meeting.folder.display()))
        })?;
        let of = meeting.shard.of();
        let shards = (0..of).filter_map(|index| Shard::new(index, of)).collect();
        // whatever decides which games are played, and how they are learnt from; the name of a map does not
        let networks = Network::fingerprint_of_learnt();
        let about = format!(
            "{} networks {networks:016x} setup {} seats {} seed {} games {} strong {} epsilon {} margin {}",
            env!("CARGO_PKG_VERSION"),
            question.setup,
            question.seats,
            question.seed,
            ask.games,
            ask.strong_games,
            ask.epsilon,
            ask.margin
        );
        Ok(Self { meeting: meeting.clone(), shards, about, batch: AtomicU64::new(0) })
    }

    /// Does so many pieces of work and gives what they give, in order. The pieces of other shards are told again.
    pub(super) fn share<T: Send>(
        &self,
        pieces: u64,
        threads: Option<usize>,
        work: &(impl Fn(u64, &Choices) -> Result<T, Fault> + Sync + Send),
    ) -> Result<Vec<T>, Fault> {
        let batch = self.batch.fetch_add(1, Ordering::Relaxed);
        let own = self.meeting.shard;
        let mut found: Vec<Option<T>> = (0..pieces).map(|_| None).collect();
        let mut tell = |shard: Shard, part: Option<Part>| {
            let numbers: Vec<u64> = shard.games(pieces).collect();
            let known = part.map(|part| part.choices);
            if known.as_ref().is_some_and(|known| known.len() != numbers.len()) {
                return Err(self.unfit(batch, shard));
            }
            let done = in_order(0..numbers.len() as u64, threads, |place| {
                let place = place as usize;
                let choices =
                    known.as_ref().map_or_else(Choices::kept, |known| Choices::known(known[place].clone()));
                let result = work(numbers[place], &choices)?;
                let made = choices.finish().ok_or_else(|| self.unfit(batch, shard))?;
                Ok::<_, Fault>((result, made))
            })?;
            let mut made = Vec::new();
            for (number, done) in numbers.iter().zip(done) {
                let (result, choices) = done?;
                found[*number as usize] = Some(result);
                made.push(choices);
            }
            Ok(made)
        };
        let before = self.read(batch, own)?;
        let played = before.is_none();
        let choices = tell(own, before)?;
        if played {
            self.write(batch, choices)?;
        }
        for &shard in self.shards.iter().filter(|shard| **shard != own) {
            tell(shard, Some(self.wait(batch, shard)?))?;
        }
        Ok(found.into_iter().flatten().collect())
    }

    fn file(&self, batch: u64, shard: Shard) -> PathBuf {
        self.meeting.folder.join(format!("{batch:06}-{}-of-{}.json", shard.index(), shard.of()))
    }

    /// What a shard chose in a batch, if it is there.
    fn read(&self, batch: u64, shard: Shard) -> Result<Option<Part>, Fault> {
        let file = self.file(batch, shard);
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Fault::Exchange(format!("cannot read {}: {e}", file.display()))),
        };
        let part: Part = serde_json::from_slice(&bytes).map_err(|e| {
            Fault::Exchange(format!(
                "{}: expected a part of a verdict, {e}; delete the file and start shard {shard} again",
                file.display()
            ))
        })?;
        if (part.hexwright_shard, &part.about, part.batch, part.shard) != (1, &self.about, batch, shard) {
            return Err(Fault::Exchange(format!(
                "{} belongs to another verdict: expected {:?}, found {:?}. Give every verdict a folder of its own, and all \
                 its shards the same map and options",
                file.display(),
                self.about,
                part.about
            )));
        }
        Ok(Some(part))
    }

    /// The same, once it is there.
    fn wait(&self, batch: u64, shard: Shard) -> Result<Part, Fault> {
        for _ in 0..LOOKS {
            if let Some(part) = self.read(batch, shard)? {
                return Ok(part);
            }
            std::thread::sleep(LOOK);
        }
        Err(Fault::Exchange(format!(
            "shard {shard} has written nothing into {} for six hours; start all shards again, they go on where they were",
            self.meeting.folder.display()
        )))
    }

    /// Writes what was chosen here: a whole file or none, so that nobody reads half of one.
    fn write(&self, batch: u64, choices: Vec<Vec<u16>>) -> Result<(), Fault> {
        let (shard, about) = (self.meeting.shard, self.about.clone());
        let file = self.file(batch, shard);
        let part = Part { hexwright_shard: 1, about, batch, shard, choices };
        // a name of its own: the same shard could have been started twice
        let begun = file.with_extension(format!("{}.begun", std::process::id()));
        let write = |begun: &Path| -> std::io::Result<()> {
            std::fs::write(begun, serde_json::to_vec(&part)?)?;
            std::fs::rename(begun, &file)
        };
        write(&begun).map_err(|e| {
            // what there is of it is of no use
            let _ = std::fs::remove_file(&begun);
            Fault::Exchange(format!("cannot write {}: {e}", file.display()))
        })
    }

    fn unfit(&self, batch: u64, shard: Shard) -> Fault {
        Fault::Exchange(format!(
            "{} does not fit the games of this verdict: all shards need the same program",
            self.file(batch, shard).display()
        ))
    }
}
