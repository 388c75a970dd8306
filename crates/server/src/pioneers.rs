//! The network protocol of Pioneers on the same tables: people with Pioneers' own programs sit beside browsers
//! and bots.
//!
//! `line` is one connection: bytes to lines, limits, signs of life. `hall` leads a newcomer to a table. A `desk` stands
//! at each table that such clients are at: it follows the game as it is stored and tells it in the words of the
//! protocol, which are decided in `hexwright_catan::wire`.

mod desk;
mod hall;
mod line;

use crate::app::{App, NewSeat};
use crate::games::NewGame;
use crate::limits::Source;
use crate::metrics::Counted;
use crate::serve::next_connection;
use hall::Hall;
use hexwright_catan::game::{Catan, Ruleset};
use hexwright_core::Game as _;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Where the protocol is spoken, and on which map a table is made if none has a free seat.
#[derive(Clone, Debug)]
pub struct Pioneers {
    /// Where it listens.
    pub address: SocketAddr,
    /// The text of the map.
    pub map: Option<String>,
}

impl Pioneers {
    /// Makes a game that clients may join play as their programs expect: they leave a server that refuses what the
    /// real one lets slip. A table without a free seat is none for them, and who asks for it otherwise gets it otherwise.
    pub fn welcome(game: &mut NewGame, seats: &[NewSeat]) {
        let theirs = game.options.get("ruleset").map(String::as_str) == Some(Ruleset::Pioneers.word());
        let free = seats.iter().any(|seat| matches!(seat, NewSeat::Open));
        if game.kind == Catan::NAME && theirs && free {
            game.options.entry("card-slips".to_owned()).or_insert_with(|| "on".to_owned());
        }
    }
}

/// Serves clients until the server stops.
pub(crate) async fn serve(listener: TcpListener, app: Arc<App>, map: Option<String>) {
    let hall = Arc::new(Hall::new(app.clone(), map));
    let mut stopping = std::pin::pin!(app.stopping());
    while let Some((stream, peer)) = next_connection(&listener, &mut stopping).await {
        let counted = Counted::new(&app.metrics, |m| &m.connections);
        let source = Source::of(peer.ip());
        let place = app.addresses.enter(source, app.limits.sockets_per_address);
        let too_many = app.metrics.connections.get() > app.limits.connections as i64;
        let Some(place) = place.filter(|_| !too_many) else {
            app.metrics.limited.add(1);
            let _ = stream.try_write(b"ERR Too many connections\n");
            continue;
        };
        let hall = hall.clone();
        tokio::spawn(async move {
            let socket = Counted::new(&hall.app().metrics, |m| &m.sockets);
            line::talk(&hall, stream, source).await;
            drop((socket, counted, place));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slips(ruleset: &str, asked: Option<&str>, seats: &[NewSeat]) -> Option<String> {
        let words = [("ruleset", Some(ruleset)), ("card-slips", asked)];
        let words = words.into_iter().filter_map(|(name, word)| Some((name.to_owned(), word?.to_owned())));
        let kind = Catan::NAME.to_owned();
        let mut game = NewGame { kind, map: None, text: None, options: words.collect(), seed: None };
        Pioneers::welcome(&mut game, seats);
        game.options.get("card-slips").cloned()
    }

    #[test]
    fn only_tables_that_clients_can_join_play_the_slips() {
        let (me, bot) = (NewSeat::Me { name: "Ann".to_owned() }, NewSeat::Bot { bot: "keen".to_owned() });
        let open = [me.clone(), NewSeat::Open, bot.clone()];
        assert_eq!(slips("pioneers", None, &open).as_deref(), Some("on"));
        assert_eq!(slips("pioneers", Some("off"), &open).as_deref(), Some("off"));
        assert_eq!(slips("standard", None, &open), None);
        assert_eq!(slips("pioneers", None, &[me, bot]), None);
    }
}
