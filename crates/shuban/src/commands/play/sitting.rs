//! A game between the human player and players of a level.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value as Json, json};
use shuban_catalog::{AnyPlay, Error};
use shuban_core::echo::safe_lines;
use shuban_core::{Progress, Seat, Silent};
use shuban_play::{
    Choice, Dice, Judge, Level, Line, Player, Resources, SearchLimits, Turn, accounts, part_seed,
};

use super::input::{Input, Typed};
use super::numbered::{by_number, numbered};
use super::series::{Moment, Reaction, Series, Told};
use super::told::{account_text, end_text, tell, with_value};
use super::words::Word;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::units::moves_text;

/// Name of the human player in files.
pub(super) const YOU: &str = "you";

/// Limit on the legal moves named in a refusal.
const MOST_NAMED: usize = 12;

/// Seats, levels and seed of a game.
pub(super) struct Setting {
    /// Seat of the human player.
    pub(super) you: Seat,
    /// Level of all others.
    pub(super) level: Level,
    pub(super) seed: u64,
    /// Seat that has given the game up, and how, in a word.
    pub(super) conceded: Option<(Seat, &'static str)>,
}

/// A game in progress with its players.
pub(super) struct Sitting<'p> {
    pub(super) context: &'p Context<'p>,
    pub(super) line: Line<'static>,
    seats: Vec<String>,
    pub(super) setting: Setting,
    /// The series of which this is a game.
    pub(super) series: Option<Box<dyn Series>>,
    /// Games of the series that are over.
    games: u64,
    /// Players by seat; that in the human player's seat gives hints.
    players: Vec<Player<'static>>,
    pub(super) judge: Judge<'static>,
    pub(super) resources: Resources<'static>,
    dice: Dice,
    /// Chance event of this turn.
    pub(super) roll: Option<String>,
    /// Number of moves made, for the message of an interruption.
    pub(super) played: Arc<AtomicUsize>,
}

/// Next step of the main loop.
enum Next {
    GoOn,
    Leave,
}

impl<'p> Sitting<'p> {
    pub(super) fn new(
        context: &'p Context<'p>,
        line: Line<'static>,
        resources: Resources<'static>,
        setting: Setting,
        played: Arc<AtomicUsize>,
    ) -> Result<Self, Failure> {
        let name = line.game().name();
        let games = context.catalog.games_named(&name)?;
        let seats = line.game().seat_names();
        let Setting { you, level, seed, .. } = setting;
        let player = |seat| {
            let level = if seat == you { Level::Perfect } else { level };
            Player::new(&resources, level, games, part_seed(seed, 1 + seat as u64))
        };
        let players = (0..seats.len()).map(player).collect();
        let usual = resources.clone().within(SearchLimits::default());
        let judge = Judge::new(&usual, &name)?.without_rounded().going_on();
        let dice = Dice::of_game(seed);
        Ok(Sitting {
            context,
            line,
            seats,
            setting,
            series: None,
            games: 0,
            players,
            judge,
            resources,
            dice,
            roll: None,
            played,
        })
    }

    /// Plays to the end of the game or of the series, or until there is no more input.
    pub(super) fn play(mut self) -> Result<Status, Failure> {
        self.greet()?;
        let mut input = Input::new(self.context.common.json);
        while self.play_game(&mut input)? && self.next_game()? {}
        Ok(Status::Success)
    }

    /// Plays a game; returns true if it was played to its end.
    fn play_game(&mut self, input: &mut Input) -> Result<bool, Failure> {
        let mut is_shown = false;
        while self.line.over().is_none() && self.setting.conceded.is_none() {
            if interrupt::asked() {
                return Err(Failure::Interrupted);
            }
            if self.roll.is_none() {
                self.roll = self.line.told_chance().map(str::to_owned);
            }
            let is_asked = self.series.as_ref().is_some_and(|series| series.asks());
            if self.line.now().seat != self.setting.you && !is_asked {
                self.others_turn()?;
                is_shown = false;
                continue;
            }
            if !is_shown && !is_asked {
                self.show()?;
                is_shown = true;
            }
            let moves = self.line.moves().len();
            let next = match input.next()? {
                Typed::End => Next::Leave,
                Typed::Interrupted => return Err(Failure::Interrupted),
                Typed::Unreadable(why) => {
                    self.refuse("unreadable", why, &[])?;
                    Next::GoOn
                }
                Typed::Line(line) => self.answer(&line)?,
            };
            match next {
                Next::GoOn => is_shown &= self.line.moves().len() == moves,
                Next::Leave => return self.leave().map(|()| false),
            }
        }
        self.end()?;
        Ok(true)
    }

    /// Ends a game of the series, and begins the next; returns false if none follows.
    fn next_game(&mut self) -> Result<bool, Failure> {
        let conceded = self.resigned();
        let Some(ended) = self.with_series(|series, moment| series.ended(conceded, moment)) else {
            return Ok(false);
        };
        let (told, goes_on) = ended?;
        self.tell(&told.event, &told.text)?;
        if !goes_on {
            return Ok(false);
        }
        self.games += 1;
        self.dice = Dice::of_game(part_seed(self.setting.seed, self.games));
        self.line = Line::opened(self.line.game(), self.line.start(), &self.dice)?;
        (self.roll, self.setting.conceded) = (None, None);
        self.line.told_chance().map_or(Ok(()), |roll| self.open(roll))?;
        Ok(true)
    }

    /// Returns the seat that has given the game up.
    pub(super) fn resigned(&self) -> Option<Seat> {
        self.setting.conceded.map(|(seat, _)| seat)
    }

    /// Calls the series, if there is one.
    fn with_series<T>(
        &mut self,
        call: impl FnOnce(&mut dyn Series, &Moment<'_>) -> T,
    ) -> Option<T> {
        let Sitting { context, line, seats, setting, series, roll, resources, .. } = self;
        let Setting { you, level, .. } = *setting;
        let is_rolled = roll.is_some();
        let moment = Moment { context, line, you, seats, level, is_rolled, resources };
        series.as_mut().map(|series| call(&mut **series, &moment))
    }

    /// Tells of a reaction of the series.
    fn react(&mut self, reaction: &Reaction) -> Result<(), Failure> {
        for Told { event, text } in &reaction.told {
            self.tell(event, &safe_lines(text, usize::MAX))?;
        }
        self.setting.conceded = reaction.conceded;
        Ok(())
    }

    /// Prints one event.
    pub(super) fn tell(&self, event: &Json, text: &str) -> Result<(), Failure> {
        tell(self.context, event, text)
    }

    fn greet(&self) -> Result<(), Failure> {
        let names: Vec<String> = self.names();
        let game = self.line.game().name();
        let text = match self.seats.len() {
            1 => format!("{game}: you play alone; seed {}", self.setting.seed),
            _ => {
                let (you, level) = (&self.seats[self.setting.you], self.setting.level.name());
                format!("{game}: you are {you}, the level is {level}; seed {}", self.setting.seed)
            }
        };
        let event = json!({
            "event": "start", "game": game, "position": self.line.start(), "you": self.setting.you,
            "players": names, "seats": self.seats, "seed": self.setting.seed,
            "moves": self.line.moves().len(),
        });
        self.tell(&event, &text)?;
        match self.line.told_chance().filter(|_| self.line.is_opened()) {
            Some(roll) => self.open(roll),
            None => Ok(()),
        }
    }

    /// Prints who begins, where chance has decided it.
    fn open(&self, roll: &str) -> Result<(), Failure> {
        let seat = self.line.now().seat;
        let event = json!({ "event": "opening", "seat": seat, "roll": roll });
        self.tell(&event, &format!("the opening roll: {} begins with {roll}", self.seats[seat]))
    }

    /// Returns the names of the players, by seat, as in files.
    pub(super) fn names(&self) -> Vec<String> {
        let name = |seat| if seat == self.setting.you { YOU } else { self.setting.level.name() };
        (0..self.seats.len()).map(|seat| name(seat).to_owned()).collect()
    }

    /// Prints the position, and the player to move.
    fn show(&mut self) -> Result<(), Failure> {
        let stakes = self.with_series(|series, moment| series.stakes(moment)).flatten();
        let now = self.line.now();
        let board = self.line.game().draw(&now.position, self.context.medium())?;
        let turn = match (&self.roll, now.has_chance) {
            _ if now.over.is_some() || now.seat != self.setting.you => String::new(),
            (Some(roll), _) => format!("\nyou ({}) have {roll}", now.seat_name),
            (None, true) => format!("\nyou ({}) are to roll", now.seat_name),
            (None, false) => format!("\nyou ({}) are to move", now.seat_name),
        };
        let mut event = json!({
            "event": "position", "ply": self.line.moves().len(), "seat": now.seat,
            "position": now.position.text, "roll": self.roll,
        });
        let mut text = format!("\n{board}");
        if let Some(stakes) = stakes {
            event["stakes"] = stakes.event;
            text = format!("{text}\n{}", stakes.text);
        }
        self.tell(&event, &format!("{text}{turn}"))
    }

    /// Generates all legal moves of this turn.
    pub(super) fn legal(&self) -> Result<Vec<AnyPlay>, Error> {
        self.turn(&Silent).plays()
    }

    pub(super) fn turn<'t>(&'t self, progress: &'t dyn Progress) -> Turn<'t> {
        let Sitting { line, roll, .. } = self;
        let (ply, chance) = (line.moves().len(), roll.as_deref());
        Turn::new(line.game(), line.now(), chance, ply, progress)
    }

    /// Asks the player of a seat for a move of this turn.
    pub(super) fn chosen(&mut self, seat: Seat) -> Result<Choice, Failure> {
        let meter = self.context.meter();
        meter.phase("thinking", 0);
        let Sitting { players, line, roll, .. } = self;
        let (ply, chance) = (line.moves().len(), roll.as_deref());
        let turn = Turn::new(line.game(), line.now(), chance, ply, &meter);
        Ok(players[seat].choose(&turn)?)
    }

    fn others_turn(&mut self) -> Result<(), Failure> {
        let seat = self.line.now().seat;
        if self.roll.is_none() {
            if let Some(reaction) = self.with_series(|series, moment| series.before_roll(moment)) {
                self.react(&reaction?)?;
                let is_asked = self.series.as_ref().is_some_and(|series| series.asks());
                if is_asked || self.setting.conceded.is_some() {
                    return Ok(());
                }
            }
            self.roll = self.dice.roll(self.line.now(), self.line.moves().len());
        }
        let choice = self.chosen(seat)?;
        self.line.make(&choice)?;
        let Choice { action, value, basis, .. } = choice;
        let roll = self.turn_ended();
        let name = &self.seats[seat];
        let dice = roll.as_ref().map_or(String::new(), |roll| format!("{roll}, "));
        let text = format!("{name}: {dice}{action}  ({})", basis.text());
        let event = json!({
            "event": "move", "ply": self.line.moves().len(), "seat": seat, "roll": roll,
            "move": action, "after": self.line.now().position.text, "basis": basis.name(),
        });
        self.tell(&with_value(event, value.as_ref()), &text)
    }

    /// Makes a move, which ends the turn; returns the roll.
    fn make(&mut self, text: &str) -> Result<Option<String>, Error> {
        self.line.play(self.roll.as_deref(), text)?;
        Ok(self.turn_ended())
    }

    /// Ends a turn in which a move was made; returns its roll.
    fn turn_ended(&mut self) -> Option<String> {
        self.played.store(self.line.moves().len(), Ordering::Relaxed);
        self.roll.take()
    }

    /// Returns true if the dice must be rolled first.
    pub(super) fn must_roll(&self) -> bool {
        self.line.now().has_chance && self.roll.is_none()
    }

    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        let reaction = self.with_series(|series, moment| series.word(line, moment)).transpose()?;
        if let Some(reaction) = reaction.flatten() {
            self.react(&reaction)?;
            return Ok(Next::GoOn);
        }
        let legal = self.legal()?;
        let legal: Vec<&str> = legal.iter().map(|play| play.action.as_str()).collect();
        let line = by_number(&legal, line).unwrap_or(line);
        // A legal move is a move, even if it is spelled like one of the words.
        let is_move = legal.contains(&line);
        match Word::of(line) {
            Word::Other(text) => self.your_move(text)?,
            _ if is_move => self.your_move(line)?,
            Word::Nothing if self.must_roll() => self.roll(None)?,
            Word::Nothing => self.only_move()?,
            Word::Roll(dice) => self.roll(dice)?,
            Word::Hint => self.hint()?,
            Word::Advice => self.advice()?,
            Word::Undo => self.undo()?,
            Word::Board => self.show()?,
            Word::Moves => self.moves()?,
            Word::Save(file) => self.save(file)?,
            Word::Resign => self.setting.conceded = Some((self.setting.you, "resigns")),
            Word::Help => self.help()?,
            Word::Quit => return Ok(Next::Leave),
        }
        Ok(Next::GoOn)
    }

    /// Prints the reason of a refusal, and legal moves.
    pub(super) fn refuse(
        &self,
        kind: &str,
        reason: &str,
        legal: &[AnyPlay],
    ) -> Result<(), Failure> {
        let legal: Vec<&str> = legal.iter().map(|play| play.action.as_str()).collect();
        let event = json!({
            "event": "refused", "error": reason, "kind": kind,
            "legal": legal[..legal.len().min(MOST_NAMED)], "legal_count": legal.len(),
        });
        let reason = safe_lines(reason, usize::MAX);
        let text = match legal.len() {
            0 => reason,
            count => {
                let more = if count > MOST_NAMED { ", … (`moves` lists all)" } else { "" };
                format!("{reason}\nlegal: {}{more}", numbered(&legal, MOST_NAMED))
            }
        };
        self.tell(&event, &text)
    }

    pub(super) fn refuse_before_roll(&self) -> Result<(), Failure> {
        self.refuse("not-rolled", "the dice come first: type `roll`", &[])
    }

    fn your_move(&mut self, text: &str) -> Result<(), Failure> {
        if self.must_roll() {
            return self.refuse_before_roll();
        }
        match self.make(text) {
            Ok(roll) => {
                let Some(made) = self.line.moves().last() else { return Ok(()) };
                let event = json!({
                    "event": "move", "ply": self.line.moves().len(), "seat": made.seat,
                    "roll": roll, "move": made.action, "after": made.after.text,
                });
                let dice = roll.map_or(String::new(), |roll| format!("{roll}, "));
                self.tell(&event, &format!("{}: {dice}{}", self.seats[made.seat], made.action))
            }
            Err(error) if error.is_bad_input() => {
                self.refuse(error.kind(), &error.to_string(), &self.legal()?)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Plays the only legal move on an empty line.
    fn only_move(&mut self) -> Result<(), Failure> {
        match &self.legal()?[..] {
            [only] => self.your_move(&only.action),
            _ => Ok(()),
        }
    }

    fn roll(&mut self, dice: Option<&str>) -> Result<(), Failure> {
        let now = self.line.now();
        if let Some(roll) = &self.roll {
            let reason = format!("it is rolled already: {roll}");
            return self.refuse("rolled", &reason, &[]);
        }
        if !now.has_chance {
            return self.refuse("no-dice", "nothing is rolled in this game", &[]);
        }
        let roll = match dice {
            None => self.dice.roll(now, self.line.moves().len()),
            Some(dice) => match self.line.game().chance(&now.position, dice) {
                Ok(roll) => Some(roll),
                Err(error) => {
                    let error = Error::from(error);
                    return self.refuse(error.kind(), &error.to_string(), &[]);
                }
            },
        };
        self.roll = roll;
        let legal = self.legal()?;
        let text = match (&legal[..], &self.roll) {
            ([only], Some(roll)) => format!("{roll}; the only move is {}", only.action),
            (legal, Some(roll)) => format!("{roll}; {} moves", legal.len()),
            (_, None) => String::new(),
        };
        let event = json!({
            "event": "roll", "ply": self.line.moves().len(), "seat": self.setting.you,
            "roll": self.roll, "legal_count": legal.len(),
        });
        self.tell(&event, &text)
    }

    fn leave(&self) -> Result<(), Failure> {
        let moves = self.line.moves().len();
        let event = json!({ "event": "left", "moves": moves });
        self.tell(&event, &format!("left after {}", moves_text(moves)))?;
        self.account()
    }

    fn end(&self) -> Result<(), Failure> {
        let (now, moves) = (self.line.now(), self.line.moves().len());
        let event = json!({
            "event": "over", "moves": moves, "position": now.position.text,
            "winner": now.over.as_ref().and_then(|over| over.winner),
            "payoffs": now.over.as_ref().map(|over| &over.payoffs),
            "reason": now.over.as_ref().and_then(|over| over.reason.as_ref()),
            "resigned": self.resigned(),
        });
        let text = match (&now.over, self.setting.conceded) {
            (Some(over), _) => {
                let board = self.line.game().draw(&now.position, self.context.medium())?;
                format!("\n{board}\n{}", end_text(over, &self.seats))
            }
            (None, Some((seat, how))) => {
                format!("over: {} {how}", self.seats.get(seat).map_or("?", |name| name))
            }
            (None, None) => String::new(),
        };
        self.tell(&event, &text)?;
        self.account()
    }

    /// Prints the account of the human player's moves.
    fn account(&self) -> Result<(), Failure> {
        let judged = self.judge.line(&self.line, &self.context.meter())?;
        if let Some(account) = accounts(&judged, self.seats.len()).into_iter().nth(self.setting.you)
        {
            let event = with_account(&account);
            let lines = account_text(&account, &judged);
            if self.context.common.json || !lines.is_empty() {
                self.tell(&event, &safe_lines(&lines.join("\n"), usize::MAX))?;
            }
        }
        Ok(())
    }
}

fn with_account(account: &shuban_play::Account) -> Json {
    let mut event = json!({ "event": "account" });
    if let (Some(event), Ok(Json::Object(members))) =
        (event.as_object_mut(), serde_json::to_value(account))
    {
        event.extend(members);
    }
    event
}
