//! A match, or games for money, while it is played: the cube, the score, and the games so far.

use shuban_catalog::Error;
use shuban_core::shelf::Shelf;
use shuban_core::{Progress, Seat};
use shuban_gammon::{Cube, Variant, Won, parse_position, parse_roll};
use shuban_play::Level;

use crate::cube_player::{CubeDecision, cube_decision};
use crate::match_file::referee::Referee;
use crate::match_file::{
    Act, Ending, GameRecord, GameResult, MatchEvent, MatchRecord, RuleError, write_mat, write_sgf,
};
use crate::match_play::{DoublingTurn, Stakes};

/// The rules of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchRules {
    /// Points that win; 0 for money.
    pub length: u32,
    /// True if the game after a player comes one point from winning is played without a double.
    pub is_crawford: bool,
    /// True if, for money, wins count more than single ones only after a double.
    pub is_jacoby: bool,
}

/// A move of a game: its seat, the roll and the play as texts.
pub type MoveInPlay<'m> = (Seat, Option<&'m str>, &'m str);

/// A match in play: finished games, and the stakes of the present one.
pub struct MatchInPlay {
    record: MatchRecord,
    score: [u32; 2],
    is_past_crawford: bool,
    is_crawford: bool,
    cube: Cube,
    /// Events of the cube in this game, each with the number of moves before it.
    cubes: Vec<(usize, MatchEvent)>,
    /// Size of the win that a player gives who resigns.
    resigned: Won,
}

impl MatchInPlay {
    /// Creates a match before its first game.
    pub fn new(variant: &Variant, rules: MatchRules, players: [String; 2]) -> Self {
        let record = MatchRecord {
            variant: variant.clone(),
            players,
            length: rules.length,
            has_cube: true,
            crawford: rules.is_crawford && rules.length > 0,
            jacoby: rules.is_jacoby && rules.length == 0,
            games: Vec::new(),
            left_out: Vec::new(),
            warnings: Vec::new(),
        };
        MatchInPlay {
            record,
            score: [0, 0],
            is_past_crawford: false,
            is_crawford: false,
            cube: Cube::CENTRED,
            cubes: Vec::new(),
            resigned: Won::Single,
        }
    }

    /// Decides about a double of a seat that is about to roll in a position, as players of a level
    /// do.
    ///
    /// # Errors
    /// [`Error`] if the text is no position, a table cannot be read, or the work is called off.
    pub fn decision(
        &self,
        (position, seat): (&str, Seat),
        level: Level,
        shelf: &dyn Shelf,
        progress: &dyn Progress,
    ) -> Result<CubeDecision, Error> {
        let variant = &self.record.variant;
        let mut position = parse_position(variant, position).map_err(Error::position)?;
        position.turn = seat as u8;
        let turn = DoublingTurn { position, stakes: &self.stakes() };
        Ok(cube_decision(variant, &turn, level, shelf, progress)?)
    }

    /// Sets the size of the win that is given by resigning, by its word: `gammon`; returns false
    /// for another word.
    pub fn resign(&mut self, size: &str) -> bool {
        self.resigned = match size {
            "" | "single" => Won::Single,
            "gammon" => Won::Gammon,
            "backgammon" => Won::Backgammon,
            _ => return false,
        };
        true
    }

    /// Returns the finished games.
    pub fn games(&self) -> &[GameRecord] {
        &self.record.games
    }

    /// Returns what is played for.
    pub fn stakes(&self) -> Stakes {
        Stakes {
            length: self.record.length,
            score: self.score,
            cube: self.cube.value(),
            owner: self.cube.owner,
            is_crawford: self.is_crawford,
            is_jacoby: self.record.jacoby,
        }
    }

    /// Returns the seat that has to answer a double, if one is offered.
    pub fn asked(&self) -> Option<Seat> {
        let (_, last) = self.cubes.last()?;
        (last.act == Act::Double).then_some(1 - last.seat)
    }

    /// Returns true if a player has won the match.
    pub fn is_over(&self) -> bool {
        let length = self.record.length;
        length > 0 && self.score.iter().any(|&points| points >= length)
    }

    /// Checks that a seat about to roll may double.
    ///
    /// # Errors
    /// [`RuleError::NoDouble`] with the reason if not.
    pub fn may_double(&self, seat: Seat, ply: usize) -> Result<(), RuleError> {
        let reason = match self.cube {
            _ if self.is_crawford => "it is the Crawford game",
            _ if self.cubes.last().is_some_and(|(at, _)| *at == ply) => {
                "this turn has doubled already"
            }
            cube if cube.owner == Some(1 - seat) => "the other player has the cube",
            cube if !cube.may_be_raised(seat) => "the cube shows no higher number",
            _ => return Ok(()),
        };
        Err(RuleError::NoDouble(reason))
    }

    /// Makes a double, a take or a drop of a seat, after `ply` moves; a take raises the cube.
    ///
    /// # Errors
    /// [`RuleError`] if it is not allowed.
    pub fn turn_cube(&mut self, seat: Seat, act: Act, ply: usize) -> Result<(), RuleError> {
        match (act, self.asked()) {
            (Act::Double, None) => self.may_double(seat, ply)?,
            (Act::Take | Act::Drop, Some(asked)) if asked == seat => {}
            (Act::Take | Act::Drop, None) => return Err(RuleError::NothingOffered),
            (_, Some(_)) => return Err(RuleError::Unanswered),
            (Act::Play(..) | Act::Roll(_), None) => return Err(RuleError::NothingOffered),
        }
        self.cubes.push((ply, MatchEvent { seat, act }));
        self.follow_cube();
        Ok(())
    }

    /// Takes back all turns of the cube from `ply` moves on.
    pub fn take_back(&mut self, ply: usize) {
        self.cubes.retain(|(at, _)| *at < ply);
        self.follow_cube();
    }

    fn follow_cube(&mut self) {
        let takes = self.cubes.iter().filter(|(_, event)| event.act == Act::Take);
        self.cube = takes.fold(Cube::CENTRED, |cube, (_, event)| cube.raised(1 - event.seat));
    }

    /// Ends the game, which had these moves; a game that did not end by itself or by a drop is
    /// given up by a seat. Then the next one may begin.
    ///
    /// # Errors
    /// [`RuleError`] if the game is against the rules, or goes on.
    pub fn end_game(
        &mut self,
        moves: &[MoveInPlay<'_>],
        given_up: Option<Seat>,
    ) -> Result<GameResult, RuleError> {
        let MatchRecord { variant, jacoby, .. } = &self.record;
        let mut referee = Referee::new(variant, None, *jacoby);
        let mut cubes = self.cubes.iter().peekable();
        for (ply, (seat, roll, action)) in moves.iter().enumerate() {
            while let Some((_, event)) = cubes.next_if(|(at, _)| *at <= ply) {
                referee.repeat(event)?;
            }
            referee.play(*seat, parse_roll(variant, roll.unwrap_or_default())?, Some(action))?;
        }
        for (_, event) in cubes {
            referee.repeat(event)?;
        }
        // By Jacoby's rule every win counts once until the cube is turned.
        let is_single = *jacoby && self.cube == Cube::CENTRED;
        let won = if is_single { Won::Single } else { self.resigned };
        let resigned = given_up.map(|seat| {
            let points = u32::from(won.times()) * self.cube.value();
            GameResult { winner: 1 - seat, points, ending: Ending::Resigned(won) }
        });
        let result = referee.result().or(resigned).ok_or(RuleError::Unplayed)?;
        let events = referee.events;
        let number = self.record.games.len() as u32 + 1;
        let (score, is_crawford) = (self.score, self.is_crawford);
        self.record.games.push(GameRecord { number, score, is_crawford, events, result });
        self.score[result.winner] = self.score[result.winner].saturating_add(result.points);
        self.begin_game();
        Ok(result)
    }

    fn begin_game(&mut self) {
        let length = self.record.length;
        let near = self.score.iter().filter(|points| points.checked_add(1) == Some(length)).count();
        let is_first_near = near == 1 && length > 1 && !self.is_past_crawford;
        self.is_crawford = self.record.crawford && is_first_near;
        self.is_past_crawford |= near > 0;
        (self.cube, self.resigned) = (Cube::CENTRED, Won::Single);
        self.cubes.clear();
    }

    /// Returns the finished games as the text of a file with this ending, `mat` or `sgf`; `None`
    /// for another ending, or a board that SGF cannot hold.
    pub fn text(&self, ending: &str) -> Option<String> {
        match ending {
            "mat" => Some(write_mat(&self.record)),
            "sgf" => write_sgf(&self.record),
            _ => None,
        }
    }
}
