//! Batched games, held against games that are played one by one through the checked door.

use hexwright_catan::game::{
    Action, Buffers, Catan, Deciders, Engine, Hand, Options, Part, Pick, Picked, Position, RandomStreams,
    Schedule, Slot, Torn,
};
use hexwright_catan::generate::preset;
use hexwright_catan::text::pioneers;
use hexwright_core::{Actor, Fast, Game as _, Random as _, Seat, Turn};

/// The buffers of a batch.
struct Arrays {
    masks: Vec<u64>,
    seats: Vec<u8>,
    rewards: Vec<f32>,
    dones: Vec<u8>,
    winners: Vec<i8>,
    rows: Vec<u8>,
    finals: Vec<u8>,
}

/// A batch with its buffers.
struct Batch<'a, const C: usize, const S: usize, const X: usize> {
    engine: &'a Engine<C, S, X>,
    schedule: Schedule,
    slots: Vec<Slot<C, S, X>>,
    kept: Vec<u64>,
    buffers: Arrays,
    /// Whether rows are only brought up to date.
    rows_kept: bool,
}

impl<'a, const C: usize, const S: usize, const X: usize> Batch<'a, C, S, X> {
    fn new(engine: &'a Engine<C, S, X>, count: usize, limit: u32, seed: u64) -> Self {
        let mut schedule = Schedule::new(engine, count, limit);
        schedule.seed = seed;
        let words = schedule.picks().words();
        let buffers = Arrays {
            masks: vec![0; count * words],
            seats: vec![0; count],
            rewards: vec![0.0; count * engine.seats()],
            dones: vec![0; count],
            winners: vec![-1; count],
            rows: vec![0; count * schedule.row()],
            finals: vec![0; count * schedule.row()],
        };
        let slots = (0..count as u64).map(|number| Slot::new(engine, number)).collect();
        let kept = vec![0; count * words];
        let mut batch = Self { engine, kept, schedule, slots, buffers, rows_kept: false };
        let (schedule, mut part) = batch.part();
        part.reset(engine, &schedule);
        batch
    }

    fn part(&mut self) -> (Schedule, Part<'_, C, S, X>) {
        let Arrays { masks, seats, rewards, dones, winners, rows, finals } = &mut self.buffers;
        let (rows, finals, rows_kept) = (Some(&mut rows[..]), Some(&mut finals[..]), self.rows_kept);
        let shown = Buffers { masks, seats, rewards, dones, winners, rows, rows_kept, finals };
        (self.schedule.clone(), Part { first: 0, slots: &mut self.slots, kept: &mut self.kept, shown })
    }

    /// Steps, in two parts if there are games enough.
    fn step(&mut self, picks: &[u32]) -> Option<usize> {
        let engine = self.engine;
        let (schedule, mut part) = self.part();
        if picks.len() < 3 {
            return part.step(engine, &schedule, picks);
        }
        let (mut early, mut late) = part.split_at(2);
        let wrong = early.step(engine, &schedule, &picks[..2]);
        wrong.or(late.step(engine, &schedule, &picks[2..]))
    }

    fn mask(&self, i: usize) -> &[u64] {
        let words = self.schedule.picks().words();
        &self.buffers.masks[i * words..(i + 1) * words]
    }
}

/// One game played slowly.
struct Single<'a, const C: usize, const S: usize, const X: usize> {
    engine: &'a Engine<C, S, X>,
    position: Position<C, S, X>,
    luck: RandomStreams<Fast>,
    picked: Picked,
}

impl<'a, const C: usize, const S: usize, const X: usize> Single<'a, C, S, X> {
    fn new(engine: &'a Engine<C, S, X>, seed: u64, number: u64) -> Self {
        let luck = RandomStreams::new(seed, number);
        let mut single = Self { engine, position: engine.start(), luck, picked: Picked::Nothing };
        single.settle();
        single
    }

    fn settle(&mut self) {
        while self.engine.turn(&self.position) == Turn::Chance {
            self.engine.play_chance(&mut self.position, &mut self.luck);
        }
    }

    /// The picks of the legal list that go on from what was picked.
    fn mask(&self, seat: Seat) -> Vec<u64> {
        let mut mask = vec![0; self.engine.picks().words()];
        let mut legal = Vec::new();
        self.engine.legal(&self.position, seat, &mut legal);
        for action in legal {
            let picks = self.engine.picks_of(action);
            let mut left: Vec<usize> = picks.clone();
            let goes_on = match self.picked {
                Picked::Nothing => true,
                Picked::Cards(chosen) => chosen.counts().values().iter().enumerate().all(|(kind, &count)| {
                    let first = self.engine.picks_of(Action::Discard(
                        Hand::of(std::array::from_fn(|k| u16::from(k == kind))).into(),
                    ))[0];
                    (0..count)
                        .all(|_| left.iter().position(|&p| p == first).map(|at| left.remove(at)).is_some())
                }),
                Picked::Ship(from) => {
                    left.remove(0);
                    matches!(action, Action::MoveShip { from: ship, .. } if ship == from)
                }
            };
            let cards = picks.len() > 1 && !matches!(action, Action::MoveShip { .. });
            if goes_on {
                let shown = if cards { &left[..] } else { left.get(..1).unwrap_or_default() };
                shown.iter().for_each(|p| mask[p / 64] |= 1 << (p % 64));
            }
        }
        mask
    }

    fn pick(&mut self, seat: Seat, number: u32) {
        let picks = self.engine.picks();
        match self.engine.pick(&self.position, &picks, self.picked, seat, number as usize).unwrap() {
            Pick::Part(more) => self.picked = more,
            Pick::Action(action) => {
                self.picked = Picked::Nothing;
                self.engine.play(&mut self.position, Actor::Seat(seat), &action).unwrap();
                self.settle();
            }
        }
    }
}

fn choose(mask: &[u64], random: &mut Fast) -> u32 {
    let list: Vec<u32> =
        (0..64 * mask.len() as u32).filter(|p| mask[*p as usize / 64] >> (p % 64) & 1 == 1).collect();
    list[random.index(list.len())]
}

/// Plays a batch and its games one by one, and compares all that is shown.
fn compare<const C: usize, const S: usize, const X: usize>(engine: &Engine<C, S, X>, steps: usize) -> usize {
    const COUNT: usize = 5;
    let mut batch = Batch::new(engine, COUNT, 900, 7);
    let mut singles: Vec<_> = (0..COUNT as u64).map(|n| Single::new(engine, 7, n)).collect();
    let (mut numbers, mut made) = ([0, 1, 2, 3, 4u64], [0; COUNT]);
    let (mut random, mut ended) = (Fast::new(3, 0), 0);
    let mut row = vec![0; engine.tensor_length()];
    for step in 0..steps {
        let mut picks = [Schedule::NO_PICK; COUNT];
        for (i, single) in singles.iter().enumerate() {
            let seat = Seat(batch.buffers.seats[i]);
            assert_eq!(seat, engine.decider(&single.position));
            assert_eq!(batch.mask(i), single.mask(seat), "game {i}, step {step}");
            let fixed = engine.write_board(&mut row);
            engine.write_view(&single.position, seat, single.picked, &mut row[fixed..]);
            assert_eq!(batch.buffers.rows[i * row.len()..(i + 1) * row.len()], row);
            // one game waits now and then
            if step % 7 != i {
                picks[i] = choose(batch.mask(i), &mut random);
            }
        }
        // games that are put away and taken out again go on as if nothing had been
        if step % 40 == 0 {
            for slot in &mut batch.slots {
                let mut bytes = slot.to_bytes();
                *slot = Slot::from_bytes(engine, &bytes).unwrap();
                let place = step % bytes.len();
                bytes[place] ^= 1;
                assert_eq!(Slot::from_bytes(engine, &bytes).err(), Some(Torn::Damaged));
            }
        }
        // now and then rows are lost between two steps: then all of them is written
        batch.rows_kept = step % 5 != 0;
        if !batch.rows_kept {
            batch.buffers.rows.fill(7);
        }
        let seats: Vec<Seat> = batch.buffers.seats.iter().map(|&seat| Seat(seat)).collect();
        assert_eq!(batch.step(&picks), None);
        for (i, single) in singles.iter_mut().enumerate() {
            let (mut done, mut winner) = (0, None);
            if picks[i] != Schedule::NO_PICK {
                single.pick(seats[i], picks[i]);
                made[i] += 1;
                if engine.turn(&single.position) == Turn::Over || made[i] == 900 {
                    done = if engine.turn(&single.position) == Turn::Over { 1 } else { 2 };
                    winner = single.position.winner();
                    (numbers[i], made[i], ended) = (numbers[i] + COUNT as u64, 0, ended + 1);
                    let fixed = engine.write_board(&mut row);
                    engine.write_view(&single.position, seats[i], single.picked, &mut row[fixed..]);
                    assert_eq!(batch.buffers.finals[i * row.len()..(i + 1) * row.len()], row);
                    assert_eq!(batch.buffers.winners[i], winner.map_or(-1, |seat| seat.0 as i8));
                    *single = Single::new(engine, 7, numbers[i]);
                }
            }
            assert_eq!(batch.buffers.dones[i], done);
            let reward = |seat: usize| winner.map_or(0.0, |w| if w.index() == seat { 1.0 } else { -1.0 });
            let expected: Vec<f32> = (0..engine.seats()).map(reward).collect();
            assert_eq!(batch.buffers.rewards[i * engine.seats()..(i + 1) * engine.seats()], expected);
        }
    }
    ended
}

fn on_pioneers_map(name: &str) -> Catan {
    let path = format!("{}/../../maps/pioneers/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let document = pioneers::read(name, &std::fs::read(path).unwrap(), pioneers::Leniency::Lenient);
    let setup = document.value.unwrap().setup();
    Catan::on_map(&setup, 1, hexwright_catan::game::Ruleset::Standard, 4).unwrap()
}

fn compare_any(game: &Catan, steps: usize) -> usize {
    match game {
        Catan::Base(engine) => compare(engine, steps),
        Catan::Wide(engine) => compare(engine, steps),
        Catan::Vast(engine) => compare(engine, steps),
        Catan::Sea(engine) => compare(engine, steps),
        Catan::Ocean(engine) => compare(engine, steps),
    }
}

#[test]
fn a_batch_plays_what_single_games_play() {
    let setup = preset("base").unwrap();
    for options in [
        "ruleset=standard",
        "ruleset=pioneers card-slips=on",
        "ruleset=document dice=balanced seating=random",
    ] {
        let options = Options::from_text(options).unwrap();
        let game = Catan::new(&setup, &setup.draw(3), options, 4).unwrap();
        assert!(compare_any(&game, 2500) > 0);
    }
    for name in ["lantern_bay", "gold_atoll", "mill_river", "twin_shores"] {
        compare_any(&on_pioneers_map(name), 700);
    }
}

#[test]
fn an_illegal_pick_is_named_and_does_no_damage() {
    let setup = preset("base").unwrap();
    let Catan::Base(engine) = Catan::new(&setup, &setup.draw(3), Options::default(), 4).unwrap() else {
        panic!("the base board fits the smallest engine");
    };
    let mut batch = Batch::new(&engine, 4, 10_000, 1);
    let mut random = Fast::new(1, 0);
    for _ in 0..300 {
        let good: Vec<u32> = (0..4).map(|i| choose(batch.mask(i), &mut random)).collect();
        let (masks, rows) = (batch.buffers.masks.clone(), batch.buffers.rows.clone());
        // what a caller does to its masks opens nothing
        batch.buffers.masks.fill(u64::MAX);
        let bad = (0..engine.picks().count() as u32)
            .find(|p| masks[*p as usize / 64] >> (p % 64) & 1 == 0)
            .unwrap();
        let none = Schedule::NO_PICK;
        assert_eq!(batch.step(&[bad, none, none, 317]), Some(0));
        assert_eq!(batch.step(&[none, none, none, u32::MAX - 1]), Some(3));
        batch.buffers.masks.copy_from_slice(&masks);
        assert_eq!(batch.buffers.rows, rows);
        assert_eq!(batch.step(&good), None);
    }
}

#[test]
fn a_batch_can_ask_for_one_seat_and_let_the_others_play_at_random() {
    let setup = preset("base").unwrap();
    let Catan::Base(engine) = Catan::new(&setup, &setup.draw(3), Options::default(), 4).unwrap() else {
        panic!("the base board fits the smallest engine");
    };
    for asked in [Deciders::One(Seat(2)), Deciders::InTurn] {
        let mut batch = Batch::new(&engine, 6, 2_000, 1);
        batch.schedule.asked = asked;
        let (schedule, mut part) = batch.part();
        part.reset(&engine, &schedule);
        let (mut random, mut ended) = (Fast::new(1, 0), 0);
        for _ in 0..1_500 {
            for (slot, &seat) in batch.slots.iter().zip(&batch.buffers.seats) {
                assert_eq!(batch.schedule.asked_in(slot.number(), 4), Some(Seat(seat)));
            }
            let picks: Vec<u32> = (0..6).map(|i| choose(batch.mask(i), &mut random)).collect();
            assert_eq!(batch.step(&picks), None);
            ended += batch.buffers.dones.iter().filter(|&&done| done == 1).count();
        }
        assert!(ended > 5, "{ended} games ended");
    }
}

#[test]
fn positions_come_back_from_their_bytes() {
    for game in [on_pioneers_map("twin_shores"), on_pioneers_map("mill_river")] {
        let (mut position, mut luck) = (game.start(), Fast::new(5, 0));
        for _ in 0..300 {
            let bytes = game.position_bytes(&position, Picked::Nothing);
            assert_eq!(game.position_from_bytes(&bytes), Ok((position.clone(), Picked::Nothing)));
            assert_eq!(game.position_from_bytes(&bytes[1..]), Err(Torn::Damaged));
            let (mut list, mut outcomes) = (Vec::new(), Vec::new());
            let (actor, action) = match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    game.outcomes(&position, &mut outcomes);
                    (Actor::Chance, outcomes[luck.index(outcomes.len())].action)
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    game.legal(&position, seat, &mut list);
                    (Actor::Seat(seat), list[luck.index(list.len())])
                }
            };
            game.play(&mut position, actor, &action).unwrap();
        }
    }
    // bytes of another board are refused, not played
    let (one, other) = (on_pioneers_map("twin_shores"), on_pioneers_map("mill_river"));
    let bytes = one.position_bytes(&one.start(), Picked::Nothing);
    assert!(other.position_from_bytes(&bytes).is_err());
}
