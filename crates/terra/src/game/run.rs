//! One command: who may give it, what it does, what follows.

use super::table::{Note, Table};
use super::{
    Action, Auction, Command, Followup, Owed, Phase, Player, Position, Refusal, Terra, flow::SetupStep,
};
use hexwright_core::Seat;

/// What a command did to the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// It took a full action.
    pub acted: bool,
    /// That action began a turn although the last one had not properly ended.
    pub new_turn: bool,
    /// Power its build offered to each seat, dropped ones included.
    pub offered: [u8; super::MAX_PLAYERS],
}

impl Terra {
    /// The position before the first decision.
    pub(crate) fn first_position(&self) -> Position {
        let mut position = self.empty_position();
        if self.setup().auction {
            position.auction =
                Auction(self.setup().factions.iter().map(|&faction| (faction, None)).collect());
        } else {
            position.players = position.players.into_iter().map(Player::owing_choices).collect();
        }
        self.table(&mut position, Seat(0), None).settle();
        position
    }

    pub(super) fn table<'a>(
        &'a self,
        at: &'a mut Position,
        me: Seat,
        notes: Option<&'a mut Vec<Note>>,
    ) -> Table<'a> {
        Table { game: self, at, me, notes, acted: false, new_turn: false, offered: [0; super::MAX_PLAYERS] }
    }

    /// Plays one command and notes what happens by itself. On refusal the position is spoilt: callers
    /// keep a copy.
    ///
    /// # Errors
    /// Why the command is not legal.
    pub(crate) fn run(
        &self,
        position: &mut Position,
        seat: Seat,
        command: &Command,
        notes: Option<&mut Vec<Note>>,
    ) -> Result<Effect, Refusal> {
        if seat.index() >= position.players.len() {
            return Err(Refusal::NoSeat);
        }
        let mut table = self.table(position, seat, notes);
        table.command(command)?;
        table.settle();
        Ok(Effect { acted: table.acted, new_turn: table.new_turn, offered: table.offered })
    }

    /// Plays one command after checking it, as logs give them; on refusal the position is untouched.
    ///
    /// # Errors
    /// The one specific reason why the command is not legal.
    pub fn play_command(
        &self,
        position: &mut Position,
        seat: Seat,
        command: &Command,
    ) -> Result<Effect, Refusal> {
        let mut after = position.clone();
        let effect = self.run(&mut after, seat, command, None)?;
        *position = after;
        Ok(effect)
    }

    /// Conversions, then the command.
    pub(super) fn run_action(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
    ) -> Result<(), Refusal> {
        for (kind, count) in action.before.iter() {
            self.run(position, seat, &Command::Convert(kind, count), None)?;
        }
        self.run(position, seat, &action.command, None).map(|_| ())
    }
}

impl Table<'_> {
    fn command(&mut self, command: &Command) -> Result<(), Refusal> {
        if self.at.phase == Phase::End || self.at.dropped.contains(self.me) {
            return Err(Refusal::NoSeat);
        }
        self.resume(command);
        self.price_comes_first(command)?;
        match *command {
            Command::Accept { from, amount } => self.accept(from, amount),
            Command::Decline { from, amount } => self.decline(from, amount),
            Command::DeclineAll => {
                self.decline_all(self.me);
                Ok(())
            }
            Command::Step(cult, count) => self.step(cult, count),
            Command::Refuse(owed, count) => self.refuse(owed, count),
            Command::Lose(good, count) if self.at.phase == Phase::Action => self.lose(good, count),
            Command::Token => self.token(),
            Command::Unlock(terrain) => self.unlock(terrain),
            Command::TakePriest => self.take_priest(),
            Command::Wait => Ok(()),
            Command::Drop if self.at.auction.is_open() => Err(Refusal::WrongPhase),
            Command::Drop => self.drop_out(),
            Command::Colour(colour) => self.colour(colour),
            Command::Favor(favor) => {
                self.my_turn_unless_setup()?;
                self.favor(favor)
            }
            Command::Transform(hex, to) if self.at.phase == Phase::CultIncome => self.transform(hex, to),
            _ if self.at.phase == Phase::Setup => self.setup_command(command),
            _ => self.turn_command(command),
        }
    }

    /// A volcano is paid for before any reward is taken or anything is given up.
    fn price_comes_first(&self, command: &Command) -> Result<(), Refusal> {
        let later = matches!(command, Command::Favor(_) | Command::Town(..) | Command::Refuse(..));
        if later && self.mine().owed[Owed::LoseCult] > 0 {
            return Err(Refusal::StillOwed(Owed::LoseCult));
        }
        Ok(())
    }

    /// Lets whoever has just moved add to the turn; anybody else's command closes it.
    fn resume(&mut self, command: &Command) {
        let Some((seat, done)) = &self.at.after else { return };
        if *seat != self.me {
            self.at.after = None;
            return;
        }
        let (again, done) = match command {
            Command::Ordain(_) | Command::Refuse(Owed::Ordain, _) => {
                (self.mine().owed[Owed::Ordain] > 0, done)
            }
            Command::Build(hex) => {
                (done.followup[Followup::Build] > 0 && done.build_at.contains(hex.index()), done)
            }
            Command::Convert(..) | Command::Connect(_) => (self.at.turn != Some(self.me), done),
            _ => (false, done),
        };
        if again {
            self.at.doing = done.clone();
            self.at.turn = Some(self.me);
            self.at.after = None;
        }
    }

    fn my_turn_unless_setup(&self) -> Result<(), Refusal> {
        match self.at.phase {
            Phase::Setup => Ok(()),
            Phase::Action if self.at.turn == Some(self.me) => Ok(()),
            Phase::Action => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::WrongPhase),
        }
    }

    fn setup_command(&mut self, command: &Command) -> Result<(), Refusal> {
        let (seat, step) = self.game.setup_step(self.at).ok_or(Refusal::WrongPhase)?;
        if seat != self.me {
            return Err(Refusal::NotYourTurn);
        }
        match (*command, step) {
            (Command::Bid(faction, points), SetupStep::Bid) => self.bid(faction, points),
            (Command::Build(hex), SetupStep::Dwelling) => self.build_start(hex),
            (Command::Pass(Some(card)), SetupStep::Card) => {
                if self.at.free_cards[card].is_none() {
                    return Err(Refusal::NoCard);
                }
                self.take_card(card);
                Ok(())
            }
            _ => Err(Refusal::WrongPhase),
        }
    }

    fn turn_command(&mut self, command: &Command) -> Result<(), Refusal> {
        if self.at.phase != Phase::Action {
            return Err(Refusal::WrongPhase);
        }
        if *command == Command::Done {
            return self.done();
        }
        if self.at.turn != Some(self.me) {
            return Err(Refusal::NotYourTurn);
        }
        match *command {
            Command::Build(hex) => self.build(hex),
            Command::Upgrade(hex, to) => self.upgrade(hex, to),
            Command::Dig(count) => self.dig(count),
            Command::Transform(hex, to) => self.transform(hex, to),
            Command::Power(action) => self.power_action(action),
            Command::Special(special) => self.special(special),
            Command::Bridge(site) => self.bridge(site),
            Command::Connect(river) => self.connect(river),
            Command::Send(cult, steps) => self.send(cult, steps),
            Command::Convert(kind, count) => self.convert(kind, count),
            Command::Ordain(count) => self.ordain(count),
            Command::AdvanceShipping => self.advance_shipping(),
            Command::AdvanceDigging => self.advance_digging(),
            Command::Pass(card) => self.pass(card),
            Command::Town(tile, count) => {
                if count == 0 {
                    return Err(Refusal::Amount(0));
                }
                (0..count).try_for_each(|_| self.town(tile))
            }
            Command::StepDown(cult, count) => self.step_down(cult, count),
            _ => Err(Refusal::WrongPhase),
        }
    }

    /// Ends the turn: the action must be spent and nothing owed.
    fn done(&mut self) -> Result<(), Refusal> {
        match &self.at.after {
            Some((seat, _)) if *seat == self.me => {
                self.at.after = None;
                Ok(())
            }
            _ if self.at.turn != Some(self.me) => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::WrongPhase),
        }
    }
}
