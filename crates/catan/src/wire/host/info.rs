//! What a newcomer is told: who is there, the map, how the game stands, what is asked.

use super::Host;
use super::setup::side_of;
use crate::game::{Action, Phase, View};
use crate::map::Card;
use crate::text::pioneers::{Cell, Edge, Node, Place, write};
use crate::wire::kinds_text;
use hexwright_core::{CornerId, HexId, SideId};

fn joined<const N: usize>(numbers: [i32; N]) -> String {
    numbers.map(|n| n.to_string()).join(" ")
}

impl Host {
    /// Who else is there.
    pub(super) fn introduce(&mut self, number: usize) {
        let mut lines = vec!["players follow".to_owned()];
        for (other, player) in self.players.iter().filter(|(other, _)| **other != number) {
            lines.push(format!("player {other} is {}", player.name));
            lines.extend(player.style.iter().map(|style| format!("player {other} style {style}")));
            if !player.here {
                lines.push(format!("player {other} has quit"));
            }
        }
        lines.push(".".to_owned());
        self.out.extend(lines.into_iter().map(|line| (number, line)));
    }

    /// The map as it was drawn.
    pub(super) fn map_text(&self) -> String {
        let mut map = self.names.map.clone();
        for cell in &mut map.cells {
            if let Cell::Land { fixed, .. } | Cell::Sea { fixed, .. } = cell {
                *fixed = false;
            }
        }
        write(&map)
    }

    /// How the game stands, for one of those who follow.
    pub(super) fn game_info(&self, number: usize) -> Vec<String> {
        let (view, own) = (self.public(), number < self.seats());
        let mut lines = vec!["gameinfo".to_owned()];
        lines.extend(self.pieces(&view));
        lines.push(".".to_owned());
        lines.push(format!("turn num {}", view.round));
        if view.turn > 0 {
            lines.push(format!("player turn: {}", view.active));
        }
        if let Some((a, b, turn)) = self.dice {
            let word = if turn == view.turn && view.rolled { "rolled" } else { "value" };
            lines.push(format!("dice {word}: {a} {b}"));
        }
        if self.hands.bought() {
            lines.push("bought develop".to_owned());
        }
        lines.push(format!("state {}", self.state(number, &view)));
        lines.push(format!("bank {}", kinds_text(view.bank)));
        let all: u32 = self.game.setup().cards.iter().map(|&n| u32::from(n)).sum();
        lines.push(format!("development-bought {}", all.saturating_sub(view.deck)));
        let cards = if own { self.hand(number) } else { [0; 5] };
        lines.push(format!("playerinfo: resources: {}", kinds_text(cards)));
        let held = if own { self.hands.of(number) } else { &[] };
        lines.push(format!("playerinfo: numdevcards: {}", held.len()));
        for (place, kind) in held.iter().enumerate() {
            let new = u8::from(!self.hands.is_playable(place));
            lines.push(format!("playerinfo: devcard: {kind} {new}"));
        }
        lines.push(format!("playerinfo: {}", self.own_numbers(number, &view)));
        let points = |seat: usize| {
            let point = move |(id, points, words): &(u32, i16, &str)| {
                format!("get-point {seat} {id} {points} {words}")
            };
            self.points[seat].iter().map(point)
        };
        if own {
            lines.extend(points(number));
        }
        for other in (0..self.seats()).filter(|&o| o != number && self.players.contains_key(&o)) {
            lines.push(format!("otherplayerinfo: {}", self.other_numbers(other, &view)));
            lines.extend(points(other));
        }
        if own {
            let placing = usize::from(view.active) == number && view.phase == Phase::Setup;
            let pending = self.placing.lines().filter(|_| placing).map(str::to_owned);
            let builds = self.builds[number].iter().map(|build| match build.action {
                Action::MoveShip { .. } => format!("move_ship {}", build.text),
                _ => build.text.clone(),
            });
            let builds: Vec<String> = builds.chain(pending).collect();
            lines.extend(builds.into_iter().map(|line| format!("buildinfo: {line}")));
        }
        lines.push("end".to_owned());
        lines
    }

    /// All pieces on the map, hex by hex in column-major order, each with the hex it is named by.
    fn pieces(&self, view: &View) -> Vec<String> {
        let grid = self.grid();
        let mut found: Vec<(Place, u8, u8, String)> = Vec::new();
        let mut at_node = |corner: u16, order: u8, letter: &str, seat: usize| {
            let Node { hex, pos } = self.names.node(grid, CornerId(corner));
            let line = format!("{letter}{},{},{pos},{seat}", hex.x, hex.y);
            found.push((hex, 0, 2 * pos + order, line));
        };
        for (seat, known) in view.seats.iter().enumerate() {
            known.settlements.iter().for_each(|&corner| at_node(corner, 0, "S", seat));
            known.cities.iter().for_each(|&corner| at_node(corner, 0, "C", seat));
            known.walls.iter().for_each(|&corner| at_node(corner, 1, "W", seat));
        }
        let active = usize::from(view.active);
        for action in self.placing.pieces() {
            if let Action::SetupSettlement(corner) = action {
                at_node(corner.0, 0, "S", active);
            }
        }
        let mut at_edge = |side: u16, letter: &str, seat: usize| {
            let Edge { hex, pos } = self.names.edge(grid, SideId(side));
            found.push((hex, 1, pos, format!("{letter}{},{},{pos},{seat}", hex.x, hex.y)));
        };
        for (seat, known) in view.seats.iter().enumerate() {
            known.roads.iter().for_each(|&side| at_edge(side, "R", seat));
            known.ships.iter().for_each(|&side| at_edge(side, "SH", seat));
            known.bridges.iter().for_each(|&side| at_edge(side, "B", seat));
        }
        for action in self.placing.pieces() {
            let letter = match action {
                Action::SetupShip(_) => "SH",
                Action::SetupBridge(_) => "B",
                _ => "R",
            };
            if let Some(side) = side_of(action) {
                at_edge(side.0, letter, active);
            }
        }
        for (hex, letters, order) in [(view.robber, "RO", 0), (view.pirate, "P", 1)] {
            if let Some(hex) = hex.map(|hex| self.names.place(grid, HexId(hex))) {
                found.push((hex, 2, order, format!("{letters}{},{}", hex.x, hex.y)));
            }
        }
        found.sort();
        found.into_iter().map(|piece| piece.3).collect()
    }

    fn state(&self, number: usize, view: &View) -> &'static str {
        if number >= self.seats() || !self.begun {
            return "PREGAME";
        }
        if view.phase == Phase::Discard && view.seats[number].owes > 0 {
            return "DISCARD";
        }
        if usize::from(view.active) != number || view.phase == Phase::Over {
            return "IDLE";
        }
        match (view.phase, self.card) {
            (Phase::Setup, _) if view.pass[0] == 0 && number + 1 == self.seats() => "SETUPDOUBLE",
            (Phase::Setup, _) if view.pass[0] == 0 => "SETUP",
            (Phase::Setup, _) => "RSETUP",
            (Phase::MoveRobber, _) => "YOUAREROBBER",
            (_, Some(Card::Monopoly)) => "MONOPOLY",
            (_, Some(_)) => "PLENTY",
            _ if self.free_roads.is_some() => "ROADBUILDING",
            (Phase::Gold, _) if view.turn == 0 => "IDLE",
            _ => "TURN",
        }
    }

    fn own_numbers(&self, number: usize, view: &View) -> String {
        if number >= self.seats() {
            return joined([0; 13]);
        }
        let known = &view.seats[number];
        let placing = usize::from(view.active) == number;
        let more = |of: fn(Action) -> bool| {
            if placing { self.placing.pieces().filter(|&piece| of(piece)).count() } else { 0 }
        };
        let roads = known.roads.len() + more(|p| matches!(p, Action::SetupRoad(_)));
        let bridges = known.bridges.len() + more(|p| matches!(p, Action::SetupBridge(_)));
        let ships = known.ships.len() + more(|p| matches!(p, Action::SetupShip(_)));
        let settlements = known.settlements.len() + more(|p| matches!(p, Action::SetupSettlement(_)));
        let pieces = joined([roads, bridges, ships, settlements, known.cities.len()].map(|n| n as i32));
        format!("{pieces} {}", self.deeds(number, view))
    }

    fn other_numbers(&self, seat: usize, view: &View) -> String {
        let known = &view.seats[seat];
        let numbers = joined([seat as i32, known.cards.into(), known.development.into()]);
        format!("{numbers} {}", self.deeds(seat, view))
    }

    /// Soldiers, point cards by name, awards.
    fn deeds(&self, seat: usize, view: &View) -> String {
        let [a, b, c, d, e] = self.hands.shown(seat).map(i32::from);
        let holds = |holder: Option<u8>| i32::from(holder.map(usize::from) == Some(seat));
        let soldiers = i32::from(view.seats[seat].knights);
        joined([soldiers, a, b, c, d, e, holds(view.road_holder), holds(view.army_holder)])
    }

    /// What is asked of whom, for a client that comes to a game under way.
    pub(super) fn pending_lines(&self, number: usize) -> Vec<String> {
        let view = self.public();
        let mut lines = Vec::new();
        let active = usize::from(view.active);
        if active != number {
            lines.extend(self.setup_line(&view).map(|line| format!("player {active} {line}")));
        }
        if active == number && self.card == Some(Card::YearOfPlenty) {
            lines.push(self.plenty_question());
        }
        for (seat, known) in view.seats.iter().enumerate().filter(|(_, known)| known.owes > 0) {
            lines.push(format!("player {seat} must-discard {}", known.owes));
        }
        lines.extend(
            self.gold_to_come().into_iter().map(|(s, gold)| format!("player {s} prepare-gold {gold}")),
        );
        lines.extend(self.gold_question(number));
        lines.extend(self.trade_lines());
        if view.phase == Phase::Steal && active == number {
            let hex = if view.pirate_moved { view.pirate } else { view.robber };
            lines.extend(hex.map(|hex| format!("rob {}", self.names.hex_text(self.grid(), HexId(hex)))));
        }
        if view.phase == Phase::MoveRobber && active != number {
            lines.push(format!("player {active} is-robber"));
        }
        lines
    }
}
