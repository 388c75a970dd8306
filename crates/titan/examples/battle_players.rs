//! How strong the players of battles are: `battle_players [BATTLES [PLAYER [AGAINST [PANEL]]]]` prints a table of
//! mirrored battles, of all players or of some (`-` is any), on both panels or on one;
//! `battle_players tune ROUNDS BATTLES` searches for better weights of the judge.
//!
//! Lands are rolled from the scripts in maps/titan, every eighth is a random land of any ground. Battles that nobody won count half. The panels:
//! - `equal`: a legion of the verdicts' panel against the same legion; each player has each side: two battles with the
//!   same dice.
//! - `pairs`: both legions of a pair of the verdicts' panel fight in both roles, and each player has each side: four
//!   battles with the same dice. Legions of a pair are of about equal value, not of equal strength, so a player also has
//!   the weaker one as often as the stronger.

#![allow(clippy::print_stdout, clippy::disallowed_methods)] // a program that measures time

use hexwright_core::{Fast, Random as _};
use hexwright_titan::battle::players::{Judging, Level, LevelPlayer};
use hexwright_titan::battle::playout::{Anything, Buffers, Policy, random_land};
use hexwright_titan::battle::{Action, Battle, How, Legion, Pair, Panel, Position, Setup, Side, Weights};
use hexwright_titan::{Battleland, Mode, Script};
use std::time::{Duration, Instant};

type NewPlayer<'a> = &'a dyn Fn() -> Box<dyn Policy>;

/// Time this thread has had of a processor, so that other programs do not count; elsewhere than on Linux the time of the clock.
fn processor_time() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = used.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// A player whose decisions are timed.
struct Timed<'a> {
    player: Box<dyn Policy>,
    times: &'a mut Vec<Duration>,
}

impl Policy for Timed<'_> {
    fn choose(&mut self, battle: &Battle, position: &Position, legal: &[Action], random: &mut Fast) -> usize {
        let begin = processor_time();
        let chosen = self.player.choose(battle, position, legal, random);
        if legal.len() > 1 {
            self.times.push(processor_time().saturating_sub(begin));
        }
        chosen
    }
}

/// Wins, defeats and battles that nobody won.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    lost: u64,
    nobody: u64,
}

impl Tally {
    fn battles(&self) -> u64 {
        self.won + self.lost + self.nobody
    }

    fn share(&self) -> f64 {
        (self.won as f64 + 0.5 * self.nobody as f64) / self.battles() as f64
    }
}

/// What a player did, as defender and as attacker, and how long each decision took.
#[derive(Default)]
struct Score {
    roles: [Tally; 2],
    /// Battles lost because time ran out.
    late: u64,
    times: Vec<Duration>,
}

impl Score {
    fn all(&self) -> Tally {
        let [one, other] = self.roles;
        Tally { won: one.won + other.won, lost: one.lost + other.lost, nobody: one.nobody + other.nobody }
    }

    fn share(&self) -> f64 {
        self.all().share()
    }

    /// Half the width of the 95 % interval.
    fn spread(&self) -> f64 {
        1.96 * (self.share() * (1.0 - self.share()) / self.all().battles() as f64).sqrt()
    }
}

/// Which legions meet.
#[derive(Clone, Copy)]
enum Meeting {
    Equal,
    Pairs,
}

impl Meeting {
    const ALL: [Self; 2] = [Self::Equal, Self::Pairs];

    const fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Pairs => "pairs",
        }
    }

    /// Attacker and defender of the battles with the same dice; each is fought twice, once with the player on each side.
    fn bouts(self, number: u64) -> Vec<Pair> {
        let panel = Panel::standard();
        // lands change with every number, legions more slowly, so that all of them meet
        let turn = (number / 3) as usize;
        let pair = &panel.pairs()[turn % panel.pairs().len()];
        match self {
            Self::Equal => {
                let legion = &pair[turn / panel.pairs().len() % 2];
                vec![[legion.clone(), legion.clone()]]
            }
            Self::Pairs => vec![pair.clone(), [pair[1].clone(), pair[0].clone()]],
        }
    }

    fn numbers(self, battles: u64) -> u64 {
        battles.div_ceil(2 * self.bouts(0).len() as u64)
    }
}

fn scripts() -> Vec<Script> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/titan");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|f| f.path()).collect();
    files.sort();
    let read =
        |file| Script::parse(&std::fs::read_to_string(file).unwrap_or_default(), Mode::Documented).ok();
    files.iter().filter_map(read).collect()
}

fn land(scripts: &[Script], number: u64) -> Battleland {
    let script = scripts.get(number as usize % (scripts.len() + 1));
    let rolled = script.and_then(|script| script.roll(number).ok());
    rolled.map_or_else(|| random_land(&mut Fast::new(77, number)), |rolled| rolled.land)
}

fn matches(
    scripts: &[Script],
    meeting: Meeting,
    numbers: std::ops::Range<u64>,
    own: NewPlayer<'_>,
    rival: NewPlayer<'_>,
) -> Score {
    let mut buffers = Buffers::default();
    let mut score = Score::default();
    for number in numbers {
        let land = land(scripts, number);
        let entrances = Setup::entrances(&land);
        let entrance = entrances[number as usize % entrances.len()];
        for legions in meeting.bouts(number) {
            let [attacker, defender] = legions.map(Legion::new);
            let setup = Setup::new(land.clone(), attacker, defender);
            let Ok(battle) = Battle::new(Setup { entrance, ..setup }) else { continue };
            for side in [Side::Defender, Side::Attacker] {
                let mut one = Timed { player: own(), times: &mut score.times };
                let mut other = rival();
                let sides: [&mut dyn Policy; 2] = match side {
                    Side::Defender => [&mut one, &mut *other],
                    Side::Attacker => [&mut *other, &mut one],
                };
                let end = battle.play_out(sides, &mut Fast::new(5, number), &mut buffers, |_, _| {});
                let tally = &mut score.roles[side as usize];
                match end.end().and_then(|end| end.winner) {
                    Some(winner) if winner == side => tally.won += 1,
                    Some(_) => tally.lost += 1,
                    None => tally.nobody += 1,
                }
                let late = end.end().is_some_and(|end| end.how == How::TimeLoss);
                score.late += u64::from(late && side == Side::Attacker);
            }
        }
    }
    score
}

type Row<'a> = (&'a str, NewPlayer<'a>, &'a str, NewPlayer<'a>);

/// Prints the rows whose player, rival and panel are wanted: any, or the one that is named.
fn table(battles: u64, wanted: [Option<&str>; 3]) {
    let scripts = scripts();
    let random = || Box::new(Anything) as Box<dyn Policy>;
    let greedy = || Box::new(Judging::by_material()) as Box<dyn Policy>;
    let quick = || Box::new(Judging::default()) as Box<dyn Policy>;
    let level = |level| move || Box::new(LevelPlayer::new(level)) as Box<dyn Policy>;
    let rows: [Row<'_>; 9] = [
        ("quick", &quick, "random", &random),
        ("calm", &level(Level::Calm), "random", &random),
        ("keen", &level(Level::Keen), "random", &random),
        ("keen", &level(Level::Keen), "greedy", &greedy),
        ("keen", &level(Level::Keen), "calm", &level(Level::Calm)),
        ("fierce", &level(Level::Fierce), "random", &random),
        ("fierce", &level(Level::Fierce), "greedy", &greedy),
        ("fierce", &level(Level::Fierce), "quick", &quick),
        ("fierce", &level(Level::Fierce), "keen", &level(Level::Keen)),
    ];
    println!(
        "| player | against | panel | battles | won | lost | nobody | share of wins | attacking | defending | out of time | ms a decision: mean, 99 %, most |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let is = |place: usize, name: &str| wanted[place].is_none_or(|word| word == "-" || word == name);
    for (name, own, against, rival) in rows.into_iter().filter(|row| is(0, row.0) && is(1, row.2)) {
        for meeting in Meeting::ALL.into_iter().filter(|meeting| is(2, meeting.name())) {
            let mut score = matches(&scripts, meeting, 0..meeting.numbers(battles), own, rival);
            score.times.sort_unstable();
            let ms = |time: Duration| 1e3 * time.as_secs_f64();
            let mean = score.times.iter().copied().map(ms).sum::<f64>() / score.times.len() as f64;
            let late = |share: f64| ms(score.times[((score.times.len() - 1) as f64 * share) as usize]);
            let all = score.all();
            println!(
                "| {name} | {against} | {} | {} | {} | {} | {} | {:.1} ± {:.1} % | {:.1} % | {:.1} % | {} | {mean:.2}, {:.1}, {:.1} |",
                meeting.name(),
                all.battles(),
                all.won,
                all.lost,
                all.nobody,
                100.0 * score.share(),
                100.0 * score.spread(),
                100.0 * score.roles[Side::Attacker as usize].share(),
                100.0 * score.roles[Side::Defender as usize].share(),
                score.late,
                late(0.99),
                late(1.0),
            );
        }
    }
}

/// Changes one weight after the other and keeps what wins more battles against the weights so far.
fn tune(rounds: u64, battles: u64) {
    let scripts = scripts();
    let numbers = Meeting::Pairs.numbers(battles);
    let mut best = Weights::SHIPPED;
    let mut random = Fast::new(3, 3);
    for round in 0..rounds {
        let mut next = best;
        // two weights at a time
        for _ in 0..2 {
            let factor = [0.4, 0.6, 0.8, 1.25, 1.6, 2.5][random.index(6)];
            let fields = next.each();
            let place = random.index(fields.len());
            *next.each()[place] *= factor;
        }
        let from = 10_000 + round * numbers;
        let score = matches(
            &scripts,
            Meeting::Pairs,
            from..from + numbers,
            &|| Box::new(Judging::with(next)),
            &|| Box::new(Judging::with(best)),
        );
        if score.share() - 0.5 > 0.75 * score.spread() {
            best = next;
            println!("round {round}: {} to {}: {best:?}", score.all().won, score.all().lost);
        }
    }
    let (tuned, shipped) = (
        || Box::new(Judging::with(best)) as Box<dyn Policy>,
        || Box::new(Judging::default()) as Box<dyn Policy>,
    );
    println!("{best:?}");
    let random = || Box::new(Anything) as Box<dyn Policy>;
    let rows: [(&str, NewPlayer<'_>, NewPlayer<'_>); 3] = [
        ("tuned against shipped", &tuned, &shipped),
        ("tuned against random", &tuned, &random),
        ("shipped against random", &shipped, &random),
    ];
    for (name, own, rival) in rows {
        let score = matches(&scripts, Meeting::Pairs, 0..500, own, rival);
        println!("{name}: {:.1} ± {:.1} %", 100.0 * score.share(), 100.0 * score.spread());
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |place: usize, usual: u64| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    match words.first().map(String::as_str) {
        Some("tune") => tune(number(1, 100), number(2, 400)),
        _ => table(number(0, 1_000), [1, 2, 3].map(|place| words.get(place).map(String::as_str))),
    }
}
