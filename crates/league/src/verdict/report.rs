//! What the games of a verdict say, for people and programs.

use super::bound;
use super::race::Arm;
use super::values::Values;
use super::{Ask, LOOKS};
use hexwright_play::fairness::{Counts, Evenness, Question};
use hexwright_play::stats::share_interval_of_groups;
use serde::Serialize;

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardVerdict {
    /// Every seat wins its share within the margin, with both players, and no other opening gains more than ε.
    Even,
    /// The same seat wins too much, or too little, with every player.
    Uneven,
    /// The players do not agree: the verdict would be about them, not about the board.
    DependsOnPlayers,
    /// More games are needed.
    Unclear,
}

impl BoardVerdict {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Uneven => "uneven",
            Self::DependsOnPlayers => "depends on the players",
            Self::Unclear => "unclear",
        }
    }
}

/// A seat's share of the wins with its interval; all seats and looks are right together with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Wins among decided games.
    pub share: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A pick of the draft as balanced play makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PickOfDraft {
    /// Which pick, from 0.
    pub pick: usize,
    /// Corners and how often each was taken, most often first.
    pub taken: Vec<(u16, u64)>,
    /// The best candidates: corner, and the share of the win it is thought to bring.
    pub values: Vec<(u16, f64)>,
}

/// The openings all players share, and what other corners would gain: the mean over the games of all players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Openings {
    /// Games with these openings.
    pub games: u64,
    /// No corner forced at any pick gains more than this, with 95 % confidence for all of them together; none
    /// was forced if it is missing.
    pub epsilon: Option<f64>,
    /// The forced corners, the most gainful first.
    pub arms: Vec<Arm>,
    /// The draft.
    pub draft: Vec<PickOfDraft>,
}

impl Openings {
    pub(super) fn new(games: u64, mut arms: Vec<Arm>, values: &Values) -> Self {
        arms.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.pick.cmp(&b.pick)).then(a.force.cmp(&b.force)));
        let epsilon = (!arms.is_empty()).then(|| bound::epsilon(arms.iter().map(|arm| (arm, arm.error))));
        Self { games, epsilon, arms, draft: values.draft() }
    }

    /// A corner that surely gains more than nothing, and more than a margin as far as can be told: the openings
    /// were not in balance.
    #[must_use]
    pub fn beaten_by(&self, epsilon: f64) -> Option<&Arm> {
        self.arms.iter().find(|arm| arm.least > 0.0 && arm.gain > epsilon)
    }
}

/// What one player's games say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Player {
    /// The bot on all seats.
    pub bot: String,
    /// Games with balanced openings.
    pub games: u64,
    /// By seat.
    pub shares: Vec<Share>,
    /// How many times as much the shares vary as those of games that have nothing to do with each other: games are played in
    /// groups with the same networks. The intervals allow for it.
    pub variance_factor: f64,
    /// Everything counted in the games with balanced openings.
    pub counts: Counts,
}

impl Player {
    pub(super) fn new(counts: Counts, variance_factor: f64) -> Self {
        let bot = counts.question.bot.clone();
        let shares = shares(&counts, variance_factor);
        Self { bot, games: counts.played, shares, variance_factor, counts }
    }

    /// What the shares prove.
    #[must_use]
    pub fn evenness(&self, margin: f64) -> Evenness {
        within(&self.shares, margin)
    }

    /// Whether a seat surely wins more than with another player, by more than this.
    fn is_above(&self, other: &Self, seat: usize, by: f64) -> bool {
        self.shares[seat].low > other.shares[seat].high + by
    }
}

/// A whole verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VerdictReport {
    /// Version of the text.
    pub hexwright_verdict: u32,
    /// The map.
    pub map: String,
    /// Fingerprint of map and options.
    pub setup: String,
    /// Number of seats.
    pub seats: usize,
    /// Seed of everything.
    pub seed: u64,
    /// How far from its equal share a seat may be on an even board.
    pub margin: f64,
    /// A gain by another opening that does not count.
    pub epsilon_goal: f64,
    /// Whether every game had a board of its own.
    pub redrawn: bool,
    /// The answer.
    pub verdict: BoardVerdict,
    /// Why, in a sentence.
    pub because: String,
    /// What each player's games say.
    pub players: Vec<Player>,
    /// The openings they played with.
    pub openings: Openings,
}

impl VerdictReport {
    pub(super) fn new(
        question: &Question,
        ask: &Ask,
        redrawn: bool,
        players: Vec<Player>,
        openings: Openings,
    ) -> Self {
        let (verdict, because) = decide(&players, &openings, ask);
        Self {
            hexwright_verdict: 3,
            map: question.map.clone(),
            setup: question.setup.clone(),
            seats: question.seats,
            seed: question.seed,
            margin: ask.margin,
            epsilon_goal: ask.epsilon,
            redrawn,
            verdict,
            because,
            players,
            openings,
        }
    }
}

/// The shares of the seats and their intervals, right for all seats and looks together.
fn shares(counts: &Counts, variance_factor: f64) -> Vec<Share> {
    let decided = counts.decided();
    let error = 0.05 / (counts.wins.len().max(1) as f64 * f64::from(LOOKS));
    let one = |&wins: &u64| {
        let (low, high) = share_interval_of_groups(wins, decided, error, variance_factor);
        Share { share: wins as f64 / decided.max(1) as f64, low, high }
    };
    counts.wins.iter().map(one).collect()
}

/// Whether the shares are surely within the margin, or surely not.
fn within(shares: &[Share], margin: f64) -> Evenness {
    let equal = 1.0 / shares.len().max(1) as f64;
    let (least, most) = (equal - margin, equal + margin);
    if shares.iter().any(|s| s.high < least || s.low > most) {
        Evenness::Uneven
    } else if shares.iter().all(|s| s.low >= least && s.high <= most) {
        Evenness::Even
    } else {
        Evenness::Unclear
    }
}

/// A seat that wins too much or too little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outside {
    TooMuch(usize),
    TooLittle(usize),
}

impl Outside {
    /// Whether the games of a player show it: the share is beyond the margin by more than this.
    fn is_shown_by(self, player: &Player, margin: f64, by: f64) -> bool {
        let equal = 1.0 / player.shares.len().max(1) as f64;
        match self {
            Self::TooMuch(seat) => player.shares[seat].low > equal + margin + by,
            Self::TooLittle(seat) => player.shares[seat].high < equal - margin - by,
        }
    }
}

impl std::fmt::Display for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooMuch(seat) => write!(f, "seat {seat} wins too much with every player"),
            Self::TooLittle(seat) => write!(f, "seat {seat} wins too little with every player"),
        }
    }
}

fn decide(players: &[Player], openings: &Openings, ask: &Ask) -> (BoardVerdict, String) {
    let percent = |x: f64| format!("{:.1} %", 100.0 * x);
    let seats = 0..players[0].shares.len();
    let epsilon = openings.epsilon.unwrap_or(0.0);
    // the same seat on the same side with every player, by more than so much
    let outside = |by: f64| {
        let all = seats.clone().map(Outside::TooMuch).chain(seats.clone().map(Outside::TooLittle));
        all.into_iter().find(|outside| players.iter().all(|p| outside.is_shown_by(p, ask.margin, by)))
    };
    if let Some(outside) = outside(epsilon) {
        return (BoardVerdict::Uneven, format!("{outside}, by more than another corner could change"));
    }
    if let Some(arm) = openings.beaten_by(ask.epsilon) {
        let because = format!(
            "the openings are not in balance: seat {} gains {} ({:.1} to {:.1}) with {} at pick {}; more games teach it",
            arm.seat,
            percent(arm.gain),
            100.0 * arm.least,
            100.0 * arm.most,
            arm.force,
            arm.pick + 1
        );
        return (BoardVerdict::Unclear, because);
    }
    let balanced = epsilon <= ask.epsilon;
    let shown = format!("no other corner gains more than {}", percent(epsilon));
    let found: Vec<Evenness> = players.iter().map(|p| p.evenness(ask.margin)).collect();
    let all = |what: Evenness| found.iter().all(|e| *e == what);
    if all(Evenness::Even) {
        return if balanced {
            let because = format!("every seat wins its share within {}, and {shown}", percent(ask.margin));
            (BoardVerdict::Even, because)
        } else {
            (BoardVerdict::Unclear, format!("the shares are even, but it is only shown that {shown}"))
        };
    }
    if let Some(outside) = outside(0.0) {
        return if balanced {
            (BoardVerdict::Uneven, format!("{outside}; {shown}"))
        } else {
            (BoardVerdict::Unclear, format!("{outside}, but it is only shown that {shown}"))
        };
    }
    let above = |seat: &usize| players.iter().any(|a| players.iter().any(|b| a.is_above(b, *seat, epsilon)));
    if let Some(seat) = seats.clone().find(above) {
        return (BoardVerdict::DependsOnPlayers, format!("the players disagree about seat {seat}"));
    }
    let because = if all(Evenness::Uneven) {
        "with every player some seat wins too much or too little, but the games do not settle which"
    } else {
        "the games do not settle whether every seat wins its share"
    };
    (BoardVerdict::Unclear, because.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::ForcedPick;
    use hexwright_core::Seat;

    /// A player whose seat 0 wins so many of 40,000 games, the others equal parts of the rest.
    fn player(bot: &str, wins: u64) -> Player {
        let question = Question {
            hexwright_fairness: 1,
            map: "m".into(),
            setup: "0".into(),
            bot: bot.into(),
            seats: 4,
            games: 40_000,
            seed: 1,
        };
        let mut counts = Counts::new(question);
        (counts.played, counts.wins) = (40_000, vec![wins]);
        counts.wins.extend([(40_000 - wins) / 3; 3]);
        Player::new(counts, 1.0)
    }

    /// A player whose seats win so many of 40,000 games.
    fn player_of(wins: [u64; 4]) -> Player {
        let mut counts = player("eager", 0).counts;
        counts.wins = wins.to_vec();
        Player::new(counts, 1.0)
    }

    /// Openings with a corner that gains nearly so much.
    fn openings(epsilon: f64) -> Openings {
        let mut arm = Arm::new(0, Seat(0), ForcedPick::Corner(7));
        (arm.games, arm.gain, arm.doubt) = (9_000, epsilon - 0.001, 0.0);
        (arm.least, arm.most) = (epsilon - 0.001, epsilon - 0.001);
        Openings::new(80_000, vec![arm], &Values::default())
    }

    #[test]
    fn both_players_must_say_so_and_openings_must_hold() {
        let say = |a: u64, b: u64, epsilon: f64| {
            decide(&[player("greedy", a), player("quick", b)], &openings(epsilon), &Ask::default())
        };
        assert_eq!(say(10_200, 9_900, 0.02).0, BoardVerdict::Even);
        assert_eq!(say(14_000, 15_000, 0.02).0, BoardVerdict::Uneven);
        assert_eq!(say(10_000, 15_000, 0.02).0, BoardVerdict::DependsOnPlayers);
        assert_eq!(say(5_000, 15_000, 0.02).0, BoardVerdict::DependsOnPlayers);
        // openings that could be better by less than a seat wins too much do not matter
        assert_eq!(say(16_000, 17_000, 0.05).0, BoardVerdict::Uneven);
        assert_eq!(say(16_000, 12_000, 0.05).0, BoardVerdict::Unclear);
        // a seat that wins too much means little while nobody knows what another opening would gain
        assert_eq!(say(13_000, 13_000, 0.05).0, BoardVerdict::Unclear);
        // shares that look even or uneven mean nothing while another opening is better
        for wins in [10_000, 15_000] {
            let (verdict, because) = say(wins, wins, 0.3);
            assert!(verdict == BoardVerdict::Unclear && because.contains("corner 7 at pick 1"), "{because}");
        }
    }

    #[test]
    fn uneven_is_about_one_seat_and_one_side() {
        let say = |a, b| decide(&[player_of(a), player_of(b)], &openings(0.02), &Ask::default());
        // seat 3 wins too little with both; which of the others wins most is chance
        let (verdict, because) = say([11_500, 11_400, 11_400, 5_700], [11_400, 11_500, 11_400, 5_700]);
        assert_eq!(verdict, BoardVerdict::Uneven);
        assert!(because.starts_with("seat 3 wins too little with every player"), "{because}");
        // too little by so much that no corner could make up for it
        let (verdict, because) = say([12_500, 12_500, 12_500, 2_500], [12_500, 12_500, 12_500, 2_500]);
        assert_eq!(verdict, BoardVerdict::Uneven);
        assert!(because.ends_with("by more than another corner could change"), "{because}");
        // each player finds another seat weak, as far apart as another opening could not explain
        let (verdict, because) = say([11_300, 11_300, 9_800, 7_600], [11_300, 11_300, 7_600, 9_800]);
        assert_eq!(
            (verdict, because.as_str()),
            (BoardVerdict::DependsOnPlayers, "the players disagree about seat 2")
        );
        // the same, but nearly alike
        let (verdict, because) = say([12_150, 12_150, 8_000, 7_700], [12_150, 12_150, 7_700, 8_000]);
        assert!(verdict == BoardVerdict::Unclear && because.ends_with("do not settle which"), "{because}");
    }
}
