//! Recorded games of other engines: JSON lines of the schema `catan-game/1`.
//!
//! The first line holds the map, the rules played and `needs`, the rules no other engine knows; then
//! comes one action a line with what followed from it, and last the final position. [`verify`] plays
//! every action through the checked door and compares everything the log says: gains, discards,
//! awards, hands, bank and points after each turn, and the whole final position.
//!
//! Leniency: fields nobody knows are ignored. An offer that asked nobody is addressed to all seats.
//! A game whose `needs` is not empty is refused: no foreign rule is built in for a log's sake.
//!
//! ```
//! use hexwright_catan::text::game_log::verify;
//!
//! let error = verify("{\"schema\": \"catan-game/1\"}\n").unwrap_err();
//! assert!(!error.to_string().is_empty());
//! ```

use crate::game::{Action, Bundle, Catan, CatanPosition, Hand, Options, Phase};
use crate::map::{Card, Resource};
use crate::text::dot_catan::{self, Leniency};
use hexwright_core::text::{Confidence, Finding, Format, NotFormatted, Parsed};
use hexwright_core::{Actor, CornerId, Game as _, HexId, Key as _, Seat, SideId, Span, Step, Viewer};
use serde_json::Value;

const WRONG_LINE: Finding = Finding::error(
    "game-log",
    "a line of the log cannot be read, is not legal, or says something else than the rules",
    "The lines before it hold. The lines behind it are not looked at.",
);

/// Game logs of other engines.
#[derive(Clone, Copy, Debug)]
pub struct GameLogFormat;

impl Format for GameLogFormat {
    type Value = Verified;

    const NAME: &'static str = "catan-game";
    const ENDINGS: &'static [&'static str] = &[];
    const TITLE: &'static str = "a game log of another engine";
    const FINDINGS: &'static [&'static [Finding]] = &[&[WRONG_LINE]];

    fn sniff(bytes: &[u8]) -> Confidence {
        let head = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
        let names_schema = head.starts_with(b"{") && head.windows(12).any(|w| w == b"catan-game/1");
        if names_schema { Confidence::Certain } else { Confidence::No }
    }

    /// Reads a log and plays it.
    fn read(name: &str, bytes: &[u8], _leniency: Leniency) -> Parsed<Verified> {
        let text = String::from_utf8_lossy(bytes);
        match verify(&text) {
            Ok(verified) => Parsed::new(name, text, Some(verified), Vec::new()),
            Err(error) => {
                let line = hexwright_core::text::lines(&text).nth(error.line.saturating_sub(1));
                let at = line.map_or(Span::at(0), |line| line.span);
                Parsed::new(name, text, None, vec![WRONG_LINE.at(at, error.problem)])
            }
        }
    }

    fn format(_name: &str, _bytes: &[u8]) -> Result<String, NotFormatted> {
        let why = format!("{} is written by a program and has no layout to mend", Self::TITLE);
        Err(NotFormatted::Refused(why))
    }
}

/// Why a log was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LogError {
    /// Line, from 1.
    pub line: usize,
    /// In words.
    pub problem: String,
}

/// A log that agrees with the rules.
#[derive(Debug)]
pub struct Verified {
    /// The game it was played in.
    pub game: Catan,
    /// Everything that was played, outcomes of chance included.
    pub steps: Vec<Step<Action>>,
    /// Where it ended.
    pub position: CatanPosition,
    /// Lines whose consequences were compared.
    pub compared: usize,
}

type Told<T> = Result<T, String>;

/// Plays a log and compares everything it says.
///
/// # Errors
/// The first line that cannot be read, is not legal, or says something else than the rules.
pub fn verify(text: &str) -> Result<Verified, LogError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let at = |line: usize| move |problem: String| LogError { line: line + 1, problem };
    let json = |line: &str| serde_json::from_str::<Value>(line).map_err(|e| format!("no JSON: {e}"));
    let (first, head) = lines.next().ok_or_else(|| at(0)("the log is empty".to_owned()))?;
    let game = json(head).and_then(|head| open(&head)).map_err(at(first))?;
    let position = game.start();
    let mut replay = Replay { verified: Verified { game, steps: Vec::new(), position, compared: 0 } };
    let mut ended = false;
    for (number, line) in lines {
        if ended {
            return Err(at(number)("something follows the final position".to_owned()));
        }
        let entry = json(line).map_err(at(number))?;
        match entry.get("final") {
            Some(last) => {
                replay.check_final(last).map_err(at(number))?;
                ended = true;
            }
            None => replay.entry(&entry).map_err(at(number))?,
        }
    }
    let last = text.lines().count().saturating_sub(1);
    if ended { Ok(replay.verified) } else { Err(at(last)("the final position is missing".to_owned())) }
}

/// The game of a log's first line.
fn open(head: &Value) -> Told<Catan> {
    let schema = head["schema"].as_str().unwrap_or("none");
    if schema != "catan-game/1" {
        return Err(format!("expected schema catan-game/1, found {schema}"));
    }
    let needs: Vec<&str> = head["needs"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !needs.is_empty() {
        let rule = |name: &&str| format!("{name} ({})", head["rules"][*name].as_str().unwrap_or("?"));
        let list: Vec<String> = needs.iter().map(rule).collect();
        return Err(format!("the game was played by rules Hexwright does not have: {}", list.join(", ")));
    }
    let map = head["map"].as_str().ok_or("expected a map")?;
    let reading = dot_catan::read("map.catan", map.as_bytes(), Leniency::Lenient);
    let setup = reading.value.ok_or("the map cannot be read")?;
    let seats = head["players"].as_u64().ok_or("expected a number of players")? as usize;
    let mut options = Options { max_offers: 0, ..Options::default() };
    if let Some(points) = head["rules"]["points_to_win"].as_u64() {
        options.victory_points = u8::try_from(points).ok();
    }
    let game = Catan::new(&setup, &setup.draw(1), options, seats).map_err(|e| e.to_string())?;
    let robber = game.view(&game.start(), Viewer::Spectator).robber;
    if let (Ok(place), Some(start)) = (hex(&game, &head["robber"]), robber)
        && place.0 != start
    {
        return Err("the robber starts elsewhere".to_owned());
    }
    Ok(game)
}

fn number(value: &Value, what: &str) -> Told<u16> {
    let found = value.as_u64().and_then(|n| u16::try_from(n).ok());
    found.ok_or_else(|| format!("expected a number as {what}, found {value}"))
}

fn pair(value: &Value, what: &str) -> Told<[u16; 2]> {
    match value.as_array().map(Vec::as_slice) {
        Some([a, b]) => Ok([number(a, what)?, number(b, what)?]),
        _ => Err(format!("expected two numbers as {what}, found {value}")),
    }
}

fn hex(game: &Catan, value: &Value) -> Told<HexId> {
    let [row, column] = pair(value, "a hex")?;
    let place = u8::try_from(row).ok().zip(u8::try_from(column).ok());
    place.and_then(|(r, c)| game.board().grid.at(r, c)).ok_or_else(|| format!("there is no hex {value}"))
}

fn side(game: &Catan, value: &Value) -> Told<SideId> {
    let [a, b] = pair(value, "a side")?;
    let found = game.board().grid.topology().side_between(CornerId(a), CornerId(b));
    found.ok_or_else(|| format!("there is no side {value}"))
}

fn kind(value: &Value) -> Told<Resource> {
    value.as_str().and_then(Resource::from_name).ok_or_else(|| format!("expected a resource, found {value}"))
}

fn cards(value: &Value) -> Told<[u16; 5]> {
    let mut counts = [0; 5];
    let object = value.as_object().ok_or_else(|| format!("expected cards, found {value}"))?;
    for (name, count) in object {
        let kind = Resource::from_name(name).ok_or_else(|| format!("expected a resource, found {name}"))?;
        counts[kind.index()] = number(count, name)?;
    }
    Ok(counts)
}

fn hand(value: &Value) -> Told<Hand> {
    let counts = cards(value)?;
    if counts.iter().any(|&n| n > Hand::CIRCULATING) {
        Err(format!("too many cards: {value}"))
    } else {
        Ok(Hand::of(counts))
    }
}

fn bundle(value: &Value) -> Told<Bundle> {
    Bundle::new(hand(value)?).ok_or_else(|| format!("too many cards for an offer: {value}"))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Told<()> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: the log says {expected:?}, the rules {found:?}"))
    }
}

struct Replay {
    verified: Verified,
}

impl Replay {
    fn play(&mut self, actor: Actor, action: Action) -> Told<()> {
        let Verified { game, steps, position, .. } = &mut self.verified;
        let text = game.action_text(position, &action);
        game.play(position, actor, &action).map_err(|e| format!("{text}: {e}"))?;
        steps.push(Step { actor, action });
        Ok(())
    }

    fn hands(&self) -> Vec<[u16; 5]> {
        self.verified.game.sketch(&self.verified.position).seats.iter().map(|s| s.hand).collect()
    }

    fn phase(&self) -> Phase {
        self.verified.game.sketch(&self.verified.position).phase
    }

    /// The number of the open offer whose maker is the active seat.
    fn offer(&self) -> Told<u8> {
        let view = self.verified.game.view(&self.verified.position, Viewer::Spectator);
        view.offers.last().map(|o| o.id).ok_or_else(|| "there is no open offer".to_owned())
    }

    fn entry(&mut self, entry: &Value) -> Told<()> {
        let seat = Seat(u8::try_from(number(&entry["seat"], "a seat")?).map_err(|e| e.to_string())?);
        let actor = Actor::Seat(seat);
        let verb = entry["do"].as_str().ok_or("expected an action")?;
        let before = self.hands();
        let corner = || number(&entry["corner"], "a corner").map(CornerId);
        let place = |game: &Catan| side(game, &entry["side"]);
        match verb {
            "setup-settlement" => self.play(actor, Action::SetupSettlement(corner()?))?,
            "setup-road" => self.play(actor, Action::SetupRoad(place(&self.verified.game)?))?,
            "settlement" => self.play(actor, Action::Settlement(corner()?))?,
            "city" => self.play(actor, Action::City(corner()?))?,
            "road" => {
                let free = entry["free"].as_bool().unwrap_or(false);
                same("a free road", self.phase() == Phase::RoadBuilding, free)?;
                self.play(actor, Action::Road(place(&self.verified.game)?))?;
            }
            "roll" => {
                let [a, b] = pair(&entry["dice"], "dice")?;
                self.play(actor, Action::Roll)?;
                self.play(Actor::Chance, Action::Dice(a.min(255) as u8, b.min(255) as u8))?;
            }
            "discard" => self.play(actor, Action::Discard(hand(&entry["cards"])?.into()))?,
            "robber" => self.robber(actor, entry)?,
            "buy" => {
                let card = entry["card"].as_str().and_then(Card::from_name).ok_or("expected a card")?;
                self.play(actor, Action::Buy)?;
                self.play(Actor::Chance, Action::Drawn(card))?;
            }
            "bank-trade" => {
                let (give, get) = (cards(&entry["give"])?, cards(&entry["get"])?);
                let single = |counts: [u16; 5]| {
                    let place = counts.iter().position(|&n| n > 0);
                    place.map(|i| (Resource::ALL[i], counts[i])).ok_or("expected cards")
                };
                let ((give, count), (take, one)) = (single(give)?, single(get)?);
                same("cards taken from the bank", one, 1)?;
                self.play(actor, Action::BankTrade { count: count.min(255) as u8, give, take })?;
            }
            "play-knight" => self.play(actor, Action::PlayKnight)?,
            "play-road-building" => self.play(actor, Action::PlayRoadBuilding)?,
            "play-monopoly" => self.play(actor, Action::PlayMonopoly(kind(&entry["resource"])?))?,
            "play-year-of-plenty" => {
                let counts = cards(&entry["get"])?;
                let mut kinds =
                    Resource::ALL.iter().flat_map(|&k| std::iter::repeat_n(k, counts[k.index()].into()));
                let first = kinds.next().ok_or("expected two cards")?;
                self.play(actor, Action::PlayYearOfPlenty(first, kinds.next()))?;
            }
            "offer" => {
                let asked = entry["then"]["asked"].as_array().ok_or("expected the seats asked")?;
                let asked = asked
                    .iter()
                    .try_fold(0u8, |mask, s| Ok::<u8, String>(mask | 1 << (number(s, "a seat")? & 7)))?;
                let all = ((1u16 << self.verified.game.seats()) - 1) as u8 & !(1 << (seat.0 & 7));
                let to = if asked == 0 { all } else { asked };
                self.play(
                    actor,
                    Action::Offer { give: bundle(&entry["give"])?, want: bundle(&entry["get"])?, to },
                )?;
            }
            "accept" => self.play(actor, Action::Accept(self.offer()?))?,
            "reject" => self.play(actor, Action::Reject(self.offer()?))?,
            "withdraw" => self.play(actor, Action::Withdraw(self.offer()?))?,
            "confirm" => {
                let partner = Seat(number(&entry["partner"], "a seat")?.min(255) as u8);
                self.play(actor, Action::Confirm { id: self.offer()?, seat: partner })?;
            }
            "end-turn" => self.play(actor, Action::EndTurn)?,
            other => return Err(format!("`{other}` is no action of the schema")),
        }
        match entry.get("then") {
            Some(then) => self.check_then(verb, then, &before),
            None => Ok(()),
        }
    }

    fn robber(&mut self, actor: Actor, entry: &Value) -> Told<()> {
        let place = hex(&self.verified.game, &entry["hex"])?;
        self.play(actor, Action::Robber(place))?;
        let victim = entry["victim"].as_u64().map(|n| Seat(n.min(255) as u8));
        if self.phase() == Phase::Steal {
            let victim = victim.ok_or("the log robs nobody although somebody has cards")?;
            self.play(actor, Action::Steal(victim))?;
        }
        match (self.phase(), victim) {
            (Phase::Theft, Some(_)) => self.play(Actor::Chance, Action::Stolen(kind(&entry["stolen"])?)),
            (Phase::Theft, None) => Err("the log robs nobody although somebody has cards".to_owned()),
            (_, Some(_)) => Err("the log robs somebody, the rules nobody".to_owned()),
            (_, None) => Ok(()),
        }
    }

    /// What the log says followed from an action.
    fn check_then(&mut self, verb: &str, then: &Value, before: &[[u16; 5]]) -> Told<()> {
        self.verified.compared += 1;
        let Verified { game, position, .. } = &self.verified;
        let view = game.view(position, Viewer::Spectator);
        let hands = self.hands();
        if let (Some(gains), "roll") = (then["gain"].as_array(), verb) {
            for (seat, gain) in gains.iter().enumerate() {
                let found: [u16; 5] = std::array::from_fn(|i| hands[seat][i].saturating_sub(before[seat][i]));
                same(&format!("gain of seat {seat}"), found, cards(gain)?)?;
            }
        }
        if let Some(owed) = then["discard"].as_array() {
            let owed = owed.iter().map(|n| number(n, "cards to discard")).collect::<Told<Vec<_>>>()?;
            same("discards", view.seats.iter().map(|s| s.owes).collect(), owed)?;
        }
        if let Some(taken) = then["taken"].as_array() {
            let taken = taken.iter().map(|n| number(n, "cards taken")).collect::<Told<Vec<u16>>>()?;
            let lost =
                |seat: usize| before[seat].iter().sum::<u16>().saturating_sub(hands[seat].iter().sum());
            same("cards taken", (0..hands.len()).map(lost).collect(), taken)?;
        }
        if let Some(award) = then.get("longest_road") {
            self.check_award("longest road", view.road_holder, award)?;
        }
        if let Some(award) = then.get("largest_army") {
            self.check_award("largest army", view.army_holder, award)?;
        }
        if let Some(winner) = then["win"].as_u64() {
            same("the winner", view.winner.map(u64::from), Some(winner))?;
        }
        if let Some(check) = then.get("check") {
            self.check_cards(check)?;
        }
        Ok(())
    }

    fn check_award(&self, what: &str, holder: Option<u8>, award: &Value) -> Told<()> {
        same(what, holder.map(u64::from), award["seat"].as_u64())
    }

    /// Bank, hands and points.
    fn check_cards(&self, check: &Value) -> Told<()> {
        let Verified { game, position, .. } = &self.verified;
        same("the bank", game.view(position, Viewer::Spectator).bank, cards(&check["bank"])?)?;
        let hands = check["hands"].as_array().ok_or("expected hands")?;
        same("the hands", self.hands(), hands.iter().map(cards).collect::<Told<_>>()?)?;
        let points = check["vp"].as_array().ok_or("expected points")?;
        let points: Vec<i32> = points.iter().map(|p| p.as_i64().unwrap_or(-1) as i32).collect();
        same("the points", game.scores(position), points)
    }

    fn check_final(&mut self, last: &Value) -> Told<()> {
        self.verified.compared += 1;
        self.check_cards(last)?;
        let Verified { game, position, .. } = &self.verified;
        let view = game.view(position, Viewer::Spectator);
        same("the winner", view.winner.map(u64::from), last["winner"].as_u64())?;
        same("the robber", view.robber, Some(hex(game, &last["robber"])?.0))?;
        same("the deck", u64::from(view.deck), last["deck_left"].as_u64().unwrap_or(u64::MAX))?;
        let list = |name: &str| last[name].as_array().cloned().unwrap_or_default();
        let sketch = game.sketch(position);
        let (knights, held) = (list("knights_played"), list("dev_cards"));
        let (settlements, cities, roads) = (list("settlements"), list("cities"), list("roads"));
        same("the seats", knights.len(), game.seats())?;
        for (seat, found) in sketch.seats.iter().enumerate() {
            let name = |what: &str| format!("{what} of seat {seat}");
            let corners = |list: &[Value]| -> Told<Vec<u16>> {
                let values =
                    list.get(seat).and_then(Value::as_array).ok_or("expected a list for each seat")?;
                values.iter().map(|c| number(c, "a corner")).collect()
            };
            let ids = |list: &[CornerId]| list.iter().map(|c| c.0).collect::<Vec<_>>();
            same(&name("settlements"), ids(&found.settlements), corners(&settlements)?)?;
            same(&name("cities"), ids(&found.cities), corners(&cities)?)?;
            let wanted = roads.get(seat).and_then(Value::as_array).ok_or("expected roads for each seat")?;
            let mut wanted = wanted.iter().map(|s| side(game, s)).collect::<Told<Vec<_>>>()?;
            wanted.sort_unstable();
            same(&name("roads"), found.roads.clone(), wanted)?;
            same(&name("knights"), Some(u64::from(found.knights)), knights[seat].as_u64())?;
            for &card in Card::ALL {
                let wanted = held.get(seat).and_then(|h| h[card.name()].as_u64());
                same(&name(card.name()), Some(u64::from(found.cards[card.index()])), wanted)?;
            }
        }
        let road = last["longest_road"]["seat"].as_u64();
        same("the longest road", view.road_holder.map(u64::from), road)?;
        if let (Some(holder), Some(length)) = (view.road_holder, last["longest_road"]["length"].as_u64()) {
            same("its length", u64::from(view.seats[usize::from(holder)].length), length)?;
        }
        same("the largest army", view.army_holder.map(u64::from), last["largest_army"]["seat"].as_u64())?;
        // the log counts turns that have ended, and the winner's has not
        same("turns", Some(u64::from(view.turn.saturating_sub(1))), last["turns"].as_u64())
    }
}
