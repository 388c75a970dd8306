//! Groups of people who play one game after the other: one of them makes the tables, the others come.

use crate::net::ANSWER;
use crate::person::{Person, Way};
use crate::signal::Signal;
use crate::world::{Phase, World, lock};
use hexwright_server::app::{NewSeat, NewTable};
use hexwright_server::games::{self, NewGame};
use hexwright_server::table::{Command, DiceWish, Refusal, Wishes};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

/// The table a group plays at: its number in the group, its id, and its free seats.
type Round = (usize, String, Vec<usize>);

/// Who sits where at the tables of a group.
#[derive(Clone, Debug)]
struct Plan {
    name: String,
    kind: &'static str,
    guests: usize,
    open: usize,
    bots: usize,
    wishes: Wishes,
    /// Whether the board is drawn when the game begins.
    drawn: bool,
}

/// Starts every group.
pub(crate) fn start_all(world: &Arc<World>) {
    if world.happens(300) {
        tokio::spawn(leave_to_bots(Person::new(world, "host of bots")));
    }
    for i in 0..1 + world.below(3) {
        let catan = world.happens(120);
        let (guests, mut bots) = (world.below(3) as usize, world.below(3) as usize);
        let open = guests.saturating_sub(usize::from(world.happens(300))).min(2);
        if open + bots == 0 {
            bots = 1;
        }
        let plan = Plan {
            name: format!("g{i}"),
            kind: if catan { "catan" } else { "high-card" },
            guests,
            open,
            bots: bots.min(3 - open),
            wishes: Wishes {
                turn_seconds: (catan || world.happens(200)).then(|| 6 + world.below(10) as u32),
                dice: world.happens(350).then_some(DiceWish::Together),
                ..Wishes::default()
            },
            drawn: world.happens(500),
        };
        world.note(|| format!("{plan:?}"));
        let round = Signal::new(None);
        for guest in 0..plan.guests {
            let (plan, rounds) = (plan.clone(), round.clone());
            let person = Person::new(world, &format!("{}-guest{guest}", plan.name));
            tokio::spawn(come(person, rounds));
        }
        if world.happens(300) {
            let person = Person::new(world, &format!("{}-watcher", plan.name));
            tokio::spawn(watch_only(person, round.clone()));
        }
        tokio::spawn(make(Person::new(world, &format!("{}-maker", plan.name)), plan, round));
    }
}

/// Makes table after table and plays there.
async fn make(mut me: Person, plan: Plan, round: Signal<Option<Round>>) {
    for number in 0.. {
        let Some((id, token, seat)) = new_table(&mut me, &plan).await else { return };
        lock(&me.world.journal).seated.push((id.clone(), seat, token.clone(), me.name.clone()));
        let open = (1..=plan.open).collect();
        round.set(Some((number, id.clone(), open)));
        if !me.play(&id, Some(token), Way::UntilOver).await {
            return;
        }
    }
}

/// Makes tables at which only bots play, and comes to none of them.
async fn leave_to_bots(mut me: Person) {
    for _ in 0..2 {
        sleep(me.world.millis(0, 12_000)).await;
        let bots = vec![NewSeat::Bot { bot: "random".to_owned() }; 4];
        ask_for_table(&mut me, new_game("high-card", false), bots, Wishes::default()).await;
    }
}

/// Makes one table: its id, the own secret and seat. `None` if it is time to end.
async fn new_table(me: &mut Person, plan: &Plan) -> Option<(String, String, usize)> {
    let mut seats = vec![NewSeat::Me { name: me.name.clone() }];
    seats.extend((0..plan.open).map(|_| NewSeat::Open));
    seats.extend((0..plan.bots).map(|_| NewSeat::Bot { bot: "random".to_owned() }));
    let made = ask_for_table(me, new_game(plan.kind, plan.drawn), seats, plan.wishes.clone()).await?;
    let (Some(token), Some(seat)) = (made.token, made.seat) else {
        me.world.broken(format!("{} made table {} and got no seat", me.name, made.id));
        return None;
    };
    Some((made.id, token, seat))
}

/// A game to ask for.
fn new_game(kind: &str, drawn: bool) -> NewGame {
    let catan = kind == "catan";
    let options =
        if catan { BTreeMap::new() } else { BTreeMap::from([("cards".to_owned(), "6".to_owned())]) };
    let (map, seed) = (catan.then(|| "base.catan".to_owned()), (!drawn).then(|| "1".to_owned()));
    NewGame { kind: kind.to_owned(), map, text: None, options, seed }
}

/// Asks for a table until there is one; `None` if it is time to end.
async fn ask_for_table(
    me: &mut Person,
    game: NewGame,
    seats: Vec<NewSeat>,
    wishes: Wishes,
) -> Option<NewTable> {
    let intent = me.world.id();
    while me.world.phase.get() == Phase::Play {
        me.want("a table");
        let (game, seats, wishes, id) = (game.clone(), seats.clone(), wishes.clone(), intent.clone());
        let ask = move |app: Arc<hexwright_server::App>| {
            let (game, seats, wishes, id) = (game.clone(), seats.clone(), wishes.clone(), id.clone());
            async move {
                let begun = games::create(&game, seats.len()).map_err(|e| e.to_string())?;
                app.create(begun, &game, &seats, wishes, &id).await.map_err(|e| format!("{e:#}"))
            }
        };
        let server = me.server();
        let answer = me.world.request(server, ask).await;
        me.world.note(|| format!("{} asked for a table: {answer:?}", me.name));
        match answer {
            Some(Ok(Some(made))) => {
                me.content();
                return Some(made);
            }
            // whoever is told the truth is not stuck
            Some(Ok(None)) if me.world.is_full(server) => me.content(),
            _ => {}
        }
        sleep(me.world.millis(100, 800)).await;
    }
    None
}

/// Comes to every table of a group, takes a free seat or watches.
async fn come(mut me: Person, rounds: Signal<Option<Round>>) {
    let mut last = None;
    loop {
        let round = rounds.wait_for(|r| r.as_ref().is_some_and(|r| Some(r.0) != last)).await;
        let Some((number, id, mut open)) = round else { return };
        last = Some(number);
        sleep(me.world.millis(0, 2_000)).await;
        let mut token = None;
        // not everybody begins with the same seat
        if me.world.below(2) == 0 {
            open.reverse();
        }
        for seat in open {
            if let Some(got) = sit(&mut me, &id, seat).await {
                lock(&me.world.journal).seated.push((id.clone(), seat, got.clone(), me.name.clone()));
                token = Some(got);
                break;
            }
        }
        if !me.play(&id, token, Way::UntilOver).await {
            return;
        }
    }
}

/// Sits down: the secret of the seat, or `None` if somebody else has it.
async fn sit(me: &mut Person, table: &str, seat: usize) -> Option<String> {
    let intent = me.world.id();
    let begun = Instant::now();
    while me.world.phase.get() == Phase::Play && begun.elapsed() < Duration::from_secs(120) {
        me.want("a seat");
        let (world, table) = (me.world.clone(), table.to_owned());
        let (name, id) = (me.name.clone(), intent.clone());
        let ask = move |app: Arc<hexwright_server::App>| {
            let (world, table, name, id) = (world.clone(), table.clone(), name.clone(), id.clone());
            async move {
                let Some((_, _, table)) = world.table(app, &table).await else {
                    return Err(Refusal::not_now());
                };
                let (reply, answer) = oneshot::channel();
                table.send(Command::Sit { seat, name, id, reply }).await;
                tokio::time::timeout(ANSWER, answer)
                    .await
                    .ok()
                    .and_then(Result::ok)
                    .unwrap_or_else(|| Err(Refusal::not_now()))
            }
        };
        let server = me.server();
        let answer = me.world.request(server, ask).await;
        me.world.note(|| format!("{} asked for seat {seat}: {answer:?}", me.name));
        match answer {
            Some(Ok(token)) => {
                me.content();
                return Some(token);
            }
            Some(Err(Refusal { later: false, .. })) => {
                me.content();
                return None;
            }
            _ => sleep(me.world.millis(50, 500)).await,
        }
    }
    None
}

/// Watches every table of a group, coming and going.
async fn watch_only(mut me: Person, rounds: Signal<Option<Round>>) {
    loop {
        let Some((_, id, _)) = rounds.wait_for(Option::is_some).await else { return };
        let while_here = me.world.millis(500, 9_000);
        if !me.play(&id, None, Way::For(while_here)).await {
            return;
        }
        sleep(me.world.millis(100, 3_000)).await;
    }
}
