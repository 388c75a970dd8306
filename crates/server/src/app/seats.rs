//! Who sits where at a new table.

use super::NewSeat;
use crate::store::StoredSeat;
use crate::{names, secret};
use hexwright_league::levels::LEVELS;

/// What bots with a level are called: plants of the island, so nobody takes them for people.
const NAMES: [&str; 24] = [
    "Alder", "Bramble", "Bracken", "Clover", "Cedar", "Dogwood", "Fern", "Furze", "Heather", "Juniper",
    "Larch", "Linden", "Lupin", "Maple", "Moss", "Nettle", "Reed", "Rowan", "Sedge", "Sorrel", "Tansy",
    "Thistle", "Willow", "Yarrow",
];

/// The seats of a table that somebody sets up.
pub(super) fn stored_seats(seats: &[NewSeat], game_secret: &str, intent: &str) -> Vec<StoredSeat> {
    let first = secret::derive(game_secret, "names of bots");
    // people come first, so that no bot takes a name like theirs
    let me = |(i, seat): (usize, &NewSeat)| match seat {
        NewSeat::Me { name } => {
            let token_hash = secret::hash(&secret::seat_token(game_secret, intent, i));
            let (name, intent) = (name.clone(), secret::hash(intent));
            StoredSeat { name, kind: "person".into(), token_hash, intent, bot: String::new() }
        }
        NewSeat::Open | NewSeat::Bot { .. } => StoredSeat { kind: "open".into(), ..StoredSeat::default() },
    };
    let mut stored: Vec<StoredSeat> = seats.iter().enumerate().map(me).collect();
    for (i, seat) in seats.iter().enumerate() {
        if let NewSeat::Bot { bot } = seat {
            stored[i] = bot_seat(bot, &stored, first);
        }
    }
    stored
}

/// The seats of a rematch: people keep theirs with its secret, bots theirs with its name, and a bot takes the
/// seat of whoever gave up.
pub(super) fn again(old: &[StoredSeat]) -> Vec<StoredSeat> {
    let mut seats = old.to_vec();
    for (i, seat) in old.iter().enumerate() {
        seats[i] = match seat.kind.as_str() {
            "person" if !seat.token_hash.is_empty() => {
                StoredSeat { bot: String::new(), intent: String::new(), ..seat.clone() }
            }
            "person" => {
                seats[i] = StoredSeat::default();
                bot_seat(&seat.bot, &seats, 0)
            }
            "open" => StoredSeat { kind: "open".into(), ..StoredSeat::default() },
            _ => seat.clone(),
        };
    }
    seats
}

/// A bot at a table with these seats. One with a level gets the first free name from a number on; another is
/// called by its kind, and the second of a kind is told apart by a number.
fn bot_seat(bot: &str, others: &[StoredSeat], first: u64) -> StoredSeat {
    let is_free = |name: &str| others.iter().all(|other| !names::alike(&other.name, name));
    let named = || {
        let from = (first % NAMES.len() as u64) as usize;
        NAMES.into_iter().cycle().skip(from).take(NAMES.len()).find(|name| is_free(name)).map(str::to_owned)
    };
    let numbered = || {
        (1..).map(|n| if n == 1 { bot.to_owned() } else { format!("{bot} {n}") }).find(|name| is_free(name))
    };
    let name = if LEVELS.contains(&bot) { named().or_else(numbered) } else { numbered() };
    StoredSeat { name: name.unwrap_or_default(), kind: bot.to_owned(), ..StoredSeat::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rematch_keeps_people_and_gives_the_seats_of_leavers_to_bots() {
        let person = |name: &str, token_hash: &str, bot: &str| StoredSeat {
            name: name.into(),
            kind: "person".into(),
            token_hash: token_hash.into(),
            intent: "an id".into(),
            bot: bot.into(),
        };
        let old = [
            person("Ann", "a", ""),
            person("Bob", "b", "greedy"),
            person("Cid", "", "greedy"),
            bot_seat("greedy", &[], 0),
            bot_seat("keen", &[], 3),
        ];
        let new = again(&old);
        let told: Vec<(&str, &str, &str, &str)> = new
            .iter()
            .map(|s| (s.name.as_str(), s.kind.as_str(), s.token_hash.as_str(), s.bot.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("Ann", "person", "a", ""),
                ("Bob", "person", "b", ""),
                ("greedy 2", "greedy", "", ""),
                ("greedy", "greedy", "", ""),
                ("Clover", "keen", "", "")
            ]
        );
    }

    #[test]
    fn bots_with_a_level_have_names_that_nobody_else_at_the_table_has() {
        let bot = |bot: &str| NewSeat::Bot { bot: bot.into() };
        for secret in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            let me = NewSeat::Me { name: NAMES[5].to_lowercase() };
            let seats =
                [bot("keen"), me, bot("keen"), bot("calm"), bot("fierce"), bot("greedy"), bot("greedy")];
            let stored = stored_seats(&seats, secret, "an id");
            for (i, one) in stored.iter().enumerate() {
                assert!(!one.name.is_empty());
                assert!(stored[..i].iter().all(|other| !names::alike(&one.name, &other.name)), "{stored:?}");
                assert_eq!(NAMES.contains(&one.name.as_str()), LEVELS.contains(&one.kind.as_str()));
            }
            assert_eq!((stored[5].name.as_str(), stored[6].name.as_str()), ("greedy", "greedy 2"));
        }
    }
}
