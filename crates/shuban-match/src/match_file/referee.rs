//! One game, played through by the rules.

use shuban_core::Seat;
use shuban_core::dice::Roll;
use shuban_gammon::{
    Cube, Move, MoveGenerator, Position, Variant, Won, format_position, parse_move, place_name,
};

use super::error::RuleError;
use super::{Act, Ending, GameResult, MatchEvent};

/// The next event that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The opening roll, of either player.
    Opening,
    /// A double, or a roll, of this player.
    Turn(Seat),
    /// The roll of a player whose double was taken.
    Roll(Seat),
    /// This player takes or drops.
    Answer(Seat),
    /// The end: a roll was not played.
    Unplayed,
    /// The game is over: this player has won.
    Over(Seat, Ending),
}

/// Plays a game through: any illegal event is refused, and changes nothing.
pub(crate) struct Referee<'a> {
    variant: &'a Variant,
    /// The reason why no player may double, if there is one.
    no_double: Option<&'static str>,
    jacoby: bool,
    position: Position,
    cube: Cube,
    next: Next,
    pub(crate) events: Vec<MatchEvent>,
}

impl<'a> Referee<'a> {
    pub(crate) fn new(variant: &'a Variant, no_double: Option<&'static str>, jacoby: bool) -> Self {
        Referee {
            variant,
            no_double,
            jacoby,
            position: Position::new(variant.start(), variant.start()),
            cube: Cube::CENTRED,
            next: Next::Opening,
            events: Vec::new(),
        }
    }

    /// A roll, and the play of it as a text; `None` for a player who cannot move.
    pub(crate) fn play(
        &mut self,
        seat: Seat,
        roll: Roll,
        text: Option<&str>,
    ) -> Result<(), RuleError> {
        self.may_roll(seat, Some(roll))?;
        let position = Position { turn: seat as u8, ..self.position };
        let text = text.unwrap_or("no play");
        let (action, after) = parse_move(self.variant, &position, roll, text)?;
        self.played(seat, roll, action, after);
        Ok(())
    }

    /// A roll, and the play of it that leads to a position.
    pub(super) fn reach(
        &mut self,
        seat: Seat,
        roll: Roll,
        reached: &Position,
    ) -> Result<(), RuleError> {
        self.may_roll(seat, Some(roll))?;
        let position = Position { turn: seat as u8, ..self.position };
        let plays = MoveGenerator::new(self.variant, &position).plays(roll);
        let found = plays.into_iter().find(|(_, after)| after == reached);
        let (action, after) = found.ok_or_else(|| {
            let [from, to] = [position, reached.swapped()]
                .map(|position| format_position(self.variant, &position));
            RuleError::Unreachable { roll, from, to }
        })?;
        self.played(seat, roll, action, after);
        Ok(())
    }

    fn played(&mut self, seat: Seat, roll: Roll, action: Move, after: Position) {
        self.position = after;
        self.next = match Won::of(self.variant, &after) {
            Some(won) => Next::Over(seat, Ending::BorneOff(won)),
            None => Next::Turn(1 - seat),
        };
        self.note(seat, Act::Play(roll, action));
    }

    /// A roll without a play, if it is known: of a player who cannot move, or in a game that is
    /// given up here.
    pub(super) fn roll(&mut self, seat: Seat, roll: Option<Roll>) -> Result<(), RuleError> {
        self.may_roll(seat, roll)?;
        match roll {
            Some(roll) if self.play(seat, roll, None).is_ok() => return Ok(()),
            Some(roll) => self.note(seat, Act::Roll(roll)),
            None => {}
        }
        self.next = Next::Unplayed;
        Ok(())
    }

    fn may_roll(&self, seat: Seat, roll: Option<Roll>) -> Result<(), RuleError> {
        match (self.next, roll) {
            (Next::Over(..), _) => Err(RuleError::Over),
            (Next::Answer(_), _) => Err(RuleError::Unanswered),
            (Next::Unplayed, _) => Err(RuleError::Unplayed),
            (Next::Turn(turn) | Next::Roll(turn), _) if turn != seat => {
                Err(RuleError::NotTheirTurn)
            }
            (Next::Opening, Some(roll)) if roll.is_double() => Err(RuleError::OpeningDouble(roll)),
            _ => Ok(()),
        }
    }

    /// A double; the value of the cube after it in the file, if stated.
    pub(super) fn double(&mut self, seat: Seat, said: Option<u32>) -> Result<(), RuleError> {
        match self.next {
            Next::Over(..) => return Err(RuleError::Over),
            Next::Opening => return Err(RuleError::NoDouble("the opening roll comes first")),
            Next::Answer(_) => return Err(RuleError::Unanswered),
            Next::Unplayed => return Err(RuleError::Unplayed),
            Next::Roll(turn) | Next::Turn(turn) if turn != seat => {
                return Err(RuleError::NotTheirTurn);
            }
            Next::Roll(_) => return Err(RuleError::NoDouble("this turn has doubled already")),
            Next::Turn(_) => {}
        }
        if let Some(reason) = self.no_double {
            return Err(RuleError::NoDouble(reason));
        }
        if self.cube.owner == Some(1 - seat) {
            return Err(RuleError::NoDouble("the other player has the cube"));
        }
        if self.cube.exponent >= Cube::MOST {
            return Err(RuleError::NoDouble("the cube shows no higher number"));
        }
        let expected = 2 * self.cube.value();
        if let Some(said) = said.filter(|&said| said != expected) {
            return Err(RuleError::Cube { said, expected });
        }
        self.next = Next::Answer(1 - seat);
        self.note(seat, Act::Double);
        Ok(())
    }

    pub(super) fn take(&mut self, seat: Seat) -> Result<(), RuleError> {
        self.answer(seat)?;
        self.cube = self.cube.raised(1 - seat);
        self.next = Next::Roll(1 - seat);
        self.note(seat, Act::Take);
        Ok(())
    }

    /// Gives up: an open double is dropped.
    pub(super) fn concede(&mut self, seat: Seat) -> Result<(), RuleError> {
        if self.next == Next::Answer(seat) { self.drop(seat) } else { Ok(()) }
    }

    pub(super) fn drop(&mut self, seat: Seat) -> Result<(), RuleError> {
        self.answer(seat)?;
        self.next = Next::Over(1 - seat, Ending::Dropped);
        self.note(seat, Act::Drop);
        Ok(())
    }

    fn answer(&self, seat: Seat) -> Result<(), RuleError> {
        match self.next {
            Next::Over(..) => Err(RuleError::Over),
            Next::Answer(turn) if turn == seat => Ok(()),
            Next::Answer(_) => Err(RuleError::NotTheirTurn),
            _ => Err(RuleError::NothingOffered),
        }
    }

    fn note(&mut self, seat: Seat, act: Act) {
        self.events.push(MatchEvent { seat, act });
    }

    /// The result, if the game came to an end by itself.
    pub(crate) fn result(&self) -> Option<GameResult> {
        let Next::Over(winner, ending) = self.next else { return None };
        Some(GameResult { winner, points: self.worth(ending), ending })
    }

    fn worth(&self, ending: Ending) -> u32 {
        let times = match ending {
            Ending::Dropped | Ending::Forfeited => 1,
            Ending::BorneOff(_) if self.jacoby && self.cube == Cube::CENTRED => 1,
            Ending::BorneOff(won) | Ending::Resigned(won) => u32::from(won.times()),
        };
        times * self.cube.value()
    }

    /// The result that a file states. Who wins before the end does so because the other one
    /// resigned. In a match, of which the points needed and the length are given, a win that is
    /// enough may count as either, and who gives up the match loses as many; for money, Jacoby's
    /// rule may be in use where the file does not state it.
    pub(super) fn stated(
        &self,
        winner: Seat,
        points: u32,
        of_match: Option<[u32; 2]>,
    ) -> Result<GameResult, RuleError> {
        let enough =
            of_match.filter(|of_match| of_match.contains(&points)).map(|[needed, _]| needed);
        let fits = |worth: u32| points == worth || enough.is_some_and(|needed| worth >= needed);
        if let Some(result) = self.result() {
            if result.winner != winner {
                return Err(RuleError::Winner);
            }
            let is_jacoby = of_match.is_none() && points == 1 && self.cube == Cube::CENTRED;
            if !fits(result.points) && !is_jacoby {
                let expected = result.points.to_string();
                return Err(RuleError::Points { said: points, expected });
            }
            return Ok(GameResult { points, ..result });
        }
        if let Next::Answer(_) = self.next {
            return Err(RuleError::Unanswered);
        }
        let given_up = [Won::Single, Won::Gammon, Won::Backgammon];
        let all = given_up.map(|won| self.cube.value() * u32::from(won.times()));
        let exact = all.iter().position(|&worth| points == worth);
        let ending = match exact.or_else(|| all.iter().position(|&worth| fits(worth))) {
            Some(place) => Ending::Resigned(given_up[place]),
            None if enough.is_some() => Ending::Forfeited,
            None => {
                let [one, two, three] = all;
                let expected = format!("{one}, {two} or {three} to who gave it up");
                return Err(RuleError::Points { said: points, expected });
            }
        };
        Ok(GameResult { winner, points, ending })
    }

    /// Repeats an event of a record.
    pub(crate) fn repeat(&mut self, event: &MatchEvent) -> Result<(), RuleError> {
        let seat = event.seat;
        match event.act {
            Act::Play(roll, action) => {
                self.play(seat, roll, steps_text(self.variant, &action).as_deref())
            }
            Act::Roll(roll) => self.roll(seat, Some(roll)),
            Act::Double => self.double(seat, None),
            Act::Take => self.take(seat),
            Act::Drop => self.drop(seat),
        }
    }

    /// Returns the value of the cube once an offered double is taken.
    pub(super) fn offered(&self) -> u32 {
        2 * self.cube.value()
    }
}

/// A play die by die, each landing named; `None` for a pass.
pub(super) fn steps_text(variant: &Variant, action: &Move) -> Option<String> {
    let place = |place: u8| place_name(variant, usize::from(place));
    let steps = action.steps().iter().map(|step| {
        let hit = if step.hit { "*" } else { "" };
        format!("{}/{}{hit}", place(step.from), place(step.to))
    });
    (!action.is_pass()).then(|| steps.collect::<Vec<_>>().join(" "))
}
