//! New games of Terra Mystica: what is asked for by name, and what is drawn with the seed.
//!
//! | option | values | unless given |
//! |---|---|---|
//! | `map` (or `board`) | a printed board, as `fire_and_ice`, or `random` | `base` |
//! | `factions` | names by seat, `random` for one or for all; `auction` sells drawn ones, `auction,witches,…` these | drawn |
//! | `options` | `league`, `none`, or names of options | `league` |
//! | `scoring` | six scoring tiles | drawn |
//! | `cards` | bonus cards in play, three more than seats | drawn |
//! | `final-scoring` | a name or `none` | drawn |
//! | `points` | start points by seat | 20 each, 40 with an auction |

use crate::{Fault, NewGame};
use hexwright_core::{Fast, Random as _, text::closest};
use hexwright_terra::game::{AUCTION_POINTS, MAX_PLAYERS, OptionSet, RuleOption};
use hexwright_terra::{Board, BonusCard, Faction, FinalScoring, MapId, ScoringTile, Setup, Terra};

const OPTIONS: &[&str] =
    &["map", "board", "factions", "options", "scoring", "cards", "final-scoring", "points"];

/// Most points a seat can start with, as in logs.
const MOST_POINTS: i16 = 200;

/// The word that sells factions instead of dealing them.
const AUCTION: &str = "auction";

/// A game as it is asked for.
pub(super) fn create(new: &NewGame) -> Result<Terra, Fault> {
    new.knows(OPTIONS)?;
    let random = &mut Fast::new(new.seed, 0);
    let map = map(new.option("map").or(new.option("board")).unwrap_or("base"), random)?;
    let (auction, seats) = seats(new)?;
    let options = options(new.option("options").unwrap_or("league"))?;
    let mut setup = Setup::draw_around(map, &seats, options, random);
    if auction {
        setup.auction = true;
        setup.points.fill(AUCTION_POINTS);
    }
    if let Some(list) = new.option("scoring") {
        let tiles =
            words(list, "scoring tile", ScoringTile::from_name, ScoringTile::ALL.map(ScoringTile::name))?;
        let found = tiles.len();
        setup.scoring =
            tiles.try_into().map_err(|_| wrong(format!("expected six scoring tiles, found {found}")))?;
    }
    if let Some(list) = new.option("cards") {
        setup.cards = words(list, "bonus card", BonusCard::from_name, BonusCard::ALL.map(BonusCard::code))?;
        setup.cards.sort_unstable();
    }
    match new.option("final-scoring") {
        None | Some("random") => {}
        Some("none") => setup.final_scoring = None,
        Some(name) => {
            let known = FinalScoring::ALL.map(FinalScoring::name);
            let found = words(name, "final scoring", FinalScoring::from_name, known)?;
            setup.final_scoring = found.first().copied();
        }
    }
    if let Some(list) = new.option("points") {
        let points = |word: &str| word.trim().parse().ok().filter(|n| (0..=MOST_POINTS).contains(n));
        let read: Option<Vec<i16>> = list.split(',').map(points).collect();
        setup.points = read.ok_or_else(|| {
            wrong(format!("expected start points from 0 to {MOST_POINTS} by seat, found {list:?}"))
        })?;
    }
    Terra::new(setup).map_err(|e| wrong(e.to_string()))
}

fn wrong(message: String) -> Fault {
    Fault::Setup(message)
}

fn map(name: &str, random: &mut Fast) -> Result<MapId, Fault> {
    if name == "random" {
        return Ok(MapId::PRINTED[random.index(MapId::PRINTED.len())]);
    }
    let printed = |map: &MapId| Board::shared(*map).is_some();
    MapId::from_name(name).filter(printed).ok_or_else(|| {
        let known: Vec<&str> = MapId::ALL.into_iter().filter(printed).map(MapId::name).collect();
        wrong(format!("no printed board is called {name:?}; known are: {}", known.join(", ")))
    })
}

/// Whether factions are sold, and the factions by seat or for sale; `None` is drawn.
fn seats(new: &NewGame) -> Result<(bool, Vec<Option<Faction>>), Fault> {
    let list = new.option("factions").unwrap_or("random").trim();
    let (first, rest) = list.split_once(',').unwrap_or((list, "random"));
    if first.trim().eq_ignore_ascii_case(AUCTION) {
        Ok((true, named(new, rest)?))
    } else {
        Ok((false, named(new, list)?))
    }
}

/// The factions of a list; `None` is drawn.
fn named(new: &NewGame, list: &str) -> Result<Vec<Option<Faction>>, Fault> {
    let list = list.trim();
    let number = |n: usize| match n {
        2..=MAX_PLAYERS => Ok(n),
        _ => Err(wrong(format!("expected 2 to {MAX_PLAYERS} seats, found {n}"))),
    };
    if list.eq_ignore_ascii_case("random") {
        return Ok(vec![None; number(new.seats.unwrap_or(4))?]);
    }
    let faction = |word: &str| match word.trim() {
        random if random.eq_ignore_ascii_case("random") => Ok(None),
        name => one(name, "faction", Faction::from_name, &Faction::ALL.map(Faction::log_name)).map(Some),
    };
    let named: Vec<Option<Faction>> = list.split(',').map(faction).collect::<Result<_, _>>()?;
    let wanted = number(new.seats.unwrap_or(named.len()))?;
    if named.len() != wanted {
        let found = named.len();
        return Err(wrong(format!(
            "expected a faction or `random` for each of {wanted} seats, found {found}"
        )));
    }
    Ok(named)
}

fn options(list: &str) -> Result<OptionSet, Fault> {
    match list.trim() {
        "league" => Ok(OptionSet::league()),
        "none" | "" => Ok(OptionSet::EMPTY),
        list => {
            let known = RuleOption::ALL.map(RuleOption::name);
            Ok(words(list, "option", RuleOption::from_name, known)?.into_iter().collect())
        }
    }
}

/// The words of a list of names.
fn words<T, const N: usize>(
    list: &str,
    what: &str,
    read: fn(&str) -> Option<T>,
    known: [&'static str; N],
) -> Result<Vec<T>, Fault> {
    list.split(',').map(|word| one(word.trim(), what, read, &known)).collect()
}

fn one<T>(word: &str, what: &str, read: fn(&str) -> Option<T>, known: &[&'static str]) -> Result<T, Fault> {
    read(word).ok_or_else(|| {
        let help = match closest(word, known.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("known are: {}", known.join(", ")),
        };
        wrong(format!("no {what} is called {word:?}; {help}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(seats: usize, options: &[(&str, &str)]) -> Result<Terra, String> {
        let options = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        create(&NewGame { seats: Some(seats), options, seed: 5 }).map_err(|e| e.to_string())
    }

    #[test]
    fn what_is_named_is_taken_and_the_rest_is_drawn() {
        let game = asked(
            3,
            &[
                ("map", "fire_and_ice"),
                ("factions", "witches,random,Chaos Magicians"),
                ("scoring", "SCORE1,SCORE2,SCORE3,SCORE4,SCORE5,SCORE6"),
                ("cards", "BON9,BON1,BON2,BON3,BON4,BON5"),
                ("final-scoring", "building-on-edge"),
                ("points", "25,20,30"),
                ("options", "variable-turn-order,mini-expansion-1"),
            ],
        )
        .unwrap();
        let setup = game.setup();
        assert_eq!(setup.board.id(), MapId::FireAndIce);
        assert_eq!((setup.factions[0], setup.factions[2]), (Faction::Witches, Faction::ChaosMagicians));
        assert_eq!(setup.scoring[5], ScoringTile::Score6);
        assert_eq!((setup.cards[0], setup.cards[5]), (BonusCard::Spade, BonusCard::Dwellings));
        assert_eq!(setup.final_scoring, Some(FinalScoring::Edge));
        assert_eq!((setup.points.as_slice(), setup.options.len()), ([25, 20, 30].as_slice(), 2));
    }

    #[test]
    fn factions_are_sold_if_asked_for() {
        let drawn = asked(4, &[("factions", "auction")]).unwrap();
        assert!(drawn.setup().auction && drawn.setup().points == [AUCTION_POINTS; 4]);
        let named =
            asked(3, &[("factions", "auction,witches,random,giants"), ("points", "30,30,30")]).unwrap();
        assert_eq!(
            (named.setup().factions[0], named.setup().factions[2]),
            (Faction::Witches, Faction::Giants)
        );
        assert!(named.setup().auction && named.setup().points == [30; 3]);
        assert!(
            asked(4, &[("factions", "auction,witches")]).unwrap_err().contains("each of 4 seats, found 1")
        );
    }

    #[test]
    fn what_cannot_be_is_said_with_what_could() {
        let said = |seats, options: &[(&str, &str)]| asked(seats, options).unwrap_err();
        assert!(said(4, &[("map", "moon")]).contains("fire_and_ice"));
        assert!(said(4, &[("factions", "wiches,random,random,random")]).contains("did you mean witches?"));
        assert!(said(4, &[("factions", "witches,auren,giants,nomads")]).contains("one colour"));
        assert!(said(4, &[("factions", "witches,giants")]).contains("each of 4 seats, found 2"));
        assert!(said(6, &[]).contains("2 to 5 seats"));
        assert!(said(4, &[("points", "20,20,20,900")]).contains("0 to 200"));
        assert!(said(4, &[("points", "20")]).contains("expected 4 start points"));
        assert!(said(4, &[("cards", "BON1")]).contains("expected 7 bonus cards"));
        assert!(said(4, &[("scoring", "SCORE1")]).contains("six scoring tiles, found 1"));
    }
}
