//! Batched games behind one door for boards of every size, on one thread or several.
//!
//! Neighbouring games that share a board are a group. Without redrawing there is a group for each map; with it each game
//! is a group of its own, whose board is drawn anew when a game begins.

use crate::crew::Crew;
use hexwright_catan::Setup;
use hexwright_catan::game::{Buffers, Catan, Deciders, Engine, Part, Schedule, Slot};
use hexwright_core::random::mix;
use hexwright_league::{Fault, Rules};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What boards a batch is played on.
#[derive(Clone)]
pub(crate) struct Boards {
    pub(crate) maps: Vec<Setup>,
    pub(crate) seats: usize,
    pub(crate) rules: Rules,
    /// The seed of each map's board, unless they are redrawn.
    pub(crate) seeds: Vec<u64>,
    pub(crate) redraw: bool,
}

impl Boards {
    /// The board of group `group`, or of game `number` under `seed` if boards are redrawn.
    pub(crate) fn game(&self, group: usize, seed: u64, number: u64) -> Result<Catan, Fault> {
        let (map, seed) = if self.redraw {
            ((number % self.maps.len() as u64) as usize, mix(seed ^ mix(number.wrapping_add(0xb0a2d))))
        } else {
            (group, self.seeds[group])
        };
        hexwright_league::catan::game(&self.maps[map], self.seats, &self.rules, seed)
    }

    fn groups(&self, count: usize) -> usize {
        if self.redraw { count } else { self.maps.len().min(count) }
    }
}

/// What is the same for all games of a batch.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) count: usize,
    pub(crate) limit: u32,
    pub(crate) asked: Deciders,
}

/// Games that step together.
pub(crate) trait Slots: Send + Sync {
    /// Begins every game anew.
    fn reset(&mut self, seed: u64, shown: Buffers<'_>, crew: Option<&Crew>) -> Result<(), Fault>;

    /// Makes one pick in each game; games that end begin anew. The first slot whose pick was illegal, if any:
    /// such games stay as they are.
    fn step(
        &mut self,
        picks: &[u32],
        shown: Buffers<'_>,
        crew: Option<&Crew>,
    ) -> Result<Option<usize>, Fault>;

    /// The seed, and every game with its number.
    fn state(&self) -> (u64, Vec<(u64, Vec<u8>)>);

    /// Goes on from a state.
    fn restore(&mut self, seed: u64, games: &[(u64, Vec<u8>)]) -> Result<(), String>;

    /// Shows every game again as it stands.
    fn show(&mut self, shown: Buffers<'_>);
}

struct Table<const C: usize, const S: usize, const X: usize> {
    boards: Boards,
    groups: Vec<Group<C, S, X>>,
    seed: u64,
}

struct Group<const C: usize, const S: usize, const X: usize> {
    engine: Box<Engine<C, S, X>>,
    schedule: Schedule,
    slots: Vec<Slot<C, S, X>>,
    kept: Vec<u64>,
}

/// An engine of the size that was asked for; other boards of a batch must have it too.
trait Sized3<const C: usize, const S: usize, const X: usize> {
    fn engine(game: Catan) -> Option<Box<Engine<C, S, X>>>;
}

struct Sizes;

macro_rules! sizes {
    ($($kind:ident: $c:literal $s:literal $x:literal),*) => {
        $(impl Sized3<$c, $s, $x> for Sizes {
            fn engine(game: Catan) -> Option<Box<Engine<$c, $s, $x>>> {
                if let Catan::$kind(engine) = game { Some(engine) } else { None }
            }
        })*

        /// The slots of a batch, before their first reset.
        pub(crate) fn slots(boards: Boards, plan: Plan) -> Result<Box<dyn Slots>, Fault> {
            Ok(match boards.game(0, 0, 0)? {
                $(Catan::$kind(_) => Box::new(Table::<$c, $s, $x>::new(boards, plan)?),)*
            })
        }
    };
}

sizes!(Base: 1 2 0, Wide: 4 6 0, Vast: 136 200 0, Sea: 4 6 1, Ocean: 34 50 1);

fn other_size() -> Fault {
    Fault::Setup("maps: expected maps of one shape, found boards with different picks or rows".to_owned())
}

impl<const C: usize, const S: usize, const X: usize> Table<C, S, X>
where
    Sizes: Sized3<C, S, X>,
{
    fn new(boards: Boards, plan: Plan) -> Result<Self, Fault> {
        let groups = boards.groups(plan.count);
        let group = |g: usize| {
            let (from, to) = (plan.count * g / groups, plan.count * (g + 1) / groups);
            let engine = Self::engine(&boards, g, 0, from as u64)?;
            let mut schedule = Schedule::new(&engine, plan.count, plan.limit);
            schedule.asked = plan.asked;
            let slots = (from as u64..to as u64).map(|number| Slot::new(&engine, number)).collect();
            let kept = vec![0; (to - from) * schedule.picks().words()];
            Ok(Group { engine, schedule, slots, kept })
        };
        let groups: Vec<Group<C, S, X>> = (0..groups).map(group).collect::<Result<_, Fault>>()?;
        let shape = |g: &Group<C, S, X>| (g.schedule.picks().count(), g.engine.tensor_parts());
        if groups.iter().any(|g| shape(g) != shape(&groups[0])) {
            return Err(other_size());
        }
        Ok(Self { boards, groups, seed: 0 })
    }

    fn engine(boards: &Boards, group: usize, seed: u64, number: u64) -> Result<Box<Engine<C, S, X>>, Fault> {
        Sizes::engine(boards.game(group, seed, number)?).ok_or_else(other_size)
    }

    /// The groups with what is shown of each, cut further for the threads.
    fn each_part(
        &mut self,
        shown: Buffers<'_>,
        crew: Option<&Crew>,
        work: impl Fn(&mut Piece<'_, C, S, X>) + Copy + Send,
    ) {
        let count: usize = self.groups.iter().map(|group| group.slots.len()).sum();
        let cuts = crew.map_or_else(Vec::new, |crew| crew.cuts(count, shown.rows.is_some()));
        let mut shares = Vec::with_capacity(cuts.len() + 1);
        let mut cuts = cuts.into_iter().peekable();
        let (mut rest, mut first, mut left) = (Some(shown), 0, count);
        let mut share = Share::default();
        for group in &mut self.groups {
            let Group { engine, schedule, slots, kept } = group;
            let length = slots.len();
            let (own, later) = cut_buffers(rest.take(), left, length);
            (rest, left) = (later, left - length);
            let mut part = Part { first, slots, kept, shown: own };
            first += length;
            while let Some(cut) = cuts.next_if(|&cut| cut < first) {
                let place = cut - part.first;
                if place > 0 {
                    let (early, late) = part.split_at(place);
                    share.push(Piece { engine, schedule, part: early });
                    part = late;
                }
                shares.push(std::mem::take(&mut share));
            }
            share.push(Piece { engine, schedule, part });
        }
        shares.push(share);
        let all = move |share: Share<'_, C, S, X>| {
            share.first.into_iter().chain(share.others).for_each(|mut piece| work(&mut piece));
        };
        match crew {
            None => shares.into_iter().for_each(all),
            Some(crew) => crew.each(shares, all),
        }
    }

    /// Draws the boards of the games that have just begun and begins those games on them.
    fn redraw(&mut self, shown: Buffers<'_>, every: bool) -> Result<(), Fault> {
        let (mut rest, mut left) = (Some(shown), self.groups.len());
        for group in 0..self.groups.len() {
            let (own, later) = cut_buffers(rest.take(), left, 1);
            (rest, left) = (later, left - 1);
            if !every && own.dones[0] == 0 {
                continue;
            }
            let number = self.groups[group].slots[0].number();
            let engine = Self::engine(&self.boards, group, self.seed, number)?;
            let Group { engine: held, schedule, slots, kept } = &mut self.groups[group];
            *schedule = schedule.on_board(&engine);
            *held = engine;
            Part { first: group, slots, kept, shown: own }.begin(held, schedule);
        }
        Ok(())
    }
}

/// Games of one board.
struct Piece<'a, const C: usize, const S: usize, const X: usize> {
    engine: &'a Engine<C, S, X>,
    schedule: &'a Schedule,
    part: Part<'a, C, S, X>,
}

/// What one thread does: mostly one piece, which is then at hand without another look into memory.
struct Share<'a, const C: usize, const S: usize, const X: usize> {
    first: Option<Piece<'a, C, S, X>>,
    others: Vec<Piece<'a, C, S, X>>,
}

impl<const C: usize, const S: usize, const X: usize> Default for Share<'_, C, S, X> {
    fn default() -> Self {
        Self { first: None, others: Vec::new() }
    }
}

impl<'a, const C: usize, const S: usize, const X: usize> Share<'a, C, S, X> {
    fn push(&mut self, piece: Piece<'a, C, S, X>) {
        match self.first {
            None => self.first = Some(piece),
            Some(_) => self.others.push(piece),
        }
    }
}

/// The first `length` of `count` games in the buffers, and the others.
fn cut_buffers(
    shown: Option<Buffers<'_>>,
    count: usize,
    length: usize,
) -> (Buffers<'_>, Option<Buffers<'_>>) {
    let Some(shown) = shown else { unreachable!("there are as many buffers as games") };
    let (own, later) = shown.split_at(count, length);
    (own, (count > length).then_some(later))
}

impl<const C: usize, const S: usize, const X: usize> Slots for Table<C, S, X>
where
    Sizes: Sized3<C, S, X>,
{
    fn reset(&mut self, seed: u64, mut shown: Buffers<'_>, crew: Option<&Crew>) -> Result<(), Fault> {
        self.seed = seed;
        self.groups.iter_mut().for_each(|group| group.schedule.seed = seed);
        self.each_part(shown.again(), crew, |piece| piece.part.reset(piece.engine, piece.schedule));
        if self.boards.redraw { self.redraw(shown, true) } else { Ok(()) }
    }

    fn step(
        &mut self,
        picks: &[u32],
        mut shown: Buffers<'_>,
        crew: Option<&Crew>,
    ) -> Result<Option<usize>, Fault> {
        // the place of the first illegal pick
        let first_wrong = AtomicUsize::new(usize::MAX);
        let wrong = &first_wrong;
        self.each_part(shown.again(), crew, move |piece| {
            let Piece { engine, schedule, part } = piece;
            if let Some(place) = part.step(engine, schedule, &picks[part.first..][..part.slots.len()]) {
                wrong.fetch_min(place, Ordering::Relaxed);
            }
        });
        if self.boards.redraw {
            self.redraw(shown, false)?;
        }
        let wrong = first_wrong.into_inner();
        Ok((wrong != usize::MAX).then_some(wrong))
    }

    fn state(&self) -> (u64, Vec<(u64, Vec<u8>)>) {
        let slots = self.groups.iter().flat_map(|group| &group.slots);
        (self.seed, slots.map(|slot| (slot.number(), slot.to_bytes())).collect())
    }

    fn restore(&mut self, seed: u64, games: &[(u64, Vec<u8>)]) -> Result<(), String> {
        let mut games = games.iter();
        for group in 0..self.groups.len() {
            for slot in 0..self.groups[group].slots.len() {
                let (number, bytes) = games.next().ok_or("expected more games")?;
                if self.boards.redraw {
                    let engine =
                        Self::engine(&self.boards, group, seed, *number).map_err(|e| e.to_string())?;
                    let held = &mut self.groups[group];
                    held.schedule = held.schedule.on_board(&engine);
                    held.engine = engine;
                }
                let held = &mut self.groups[group];
                held.schedule.seed = seed;
                held.slots[slot] = Slot::from_bytes(&held.engine, bytes).map_err(|torn| torn.to_string())?;
            }
        }
        self.seed = seed;
        Ok(())
    }

    fn show(&mut self, shown: Buffers<'_>) {
        self.each_part(shown, None, |piece| piece.part.show_all(piece.engine, piece.schedule));
    }
}
