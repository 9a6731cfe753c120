//! Search to the end of the game, for what is in no database, and for what none holds: all that ties could give.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value as Json};
use shuban_core::{Game, NotationError, Payoffs, Winners, bytes_text, grouped};
use shuban_search::multi::{Dominance, MaxN, MultiError, MultiSearch, Singleton, SoftMaxN, Solution, Tie};

use super::probe::{by_name, in_words, play_lines, players};
use crate::error::Error;
use crate::report::{Answer, Report};
use crate::room::Playable;
use crate::solve::{PositionSolver, SolveSetting};

/// Bytes that a search keeps for a position, about.
const BYTES_A_POSITION: u64 = 400;

/// Of the positions that memory has room for, the share of each vector search: it keeps sets of vectors.
const VECTOR_SHARE: u64 = 4;

/// A position of a game of several players, solved by search.
///
/// Players are counted from 1 as the position is written: from the one who is to lead, or whose cards lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedCards {
    /// The game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// The player to move; none when the game is over.
    pub player: Option<usize>,
    /// The players that may win: the singleton value.
    pub value: Vec<usize>,
    /// Whether the player to move wins, whatever all others do together.
    pub wins: bool,
    /// Who may win after each play.
    pub plays: Map<String, Json>,
    /// What each player gets by max^n, where the first of equally good plays is taken; none if the search took too
    /// much memory.
    pub max_n: Option<Vec<i16>>,
    /// What each player may get by soft-max^n, whatever rule ties are broken by; none if the search took too much
    /// memory.
    pub soft_max_n: Option<Vec<Vec<i16>>>,
    /// Positions that were expanded for the value and the plays.
    pub nodes: u64,
    /// The position drawn for a terminal.
    #[serde(skip)]
    pub board: String,
    #[serde(skip)]
    lines: Vec<(String, Winners)>,
}

impl Report for SolvedCards {
    fn text(&self) -> String {
        let mut lines = vec![format!("{}  {}", self.game, self.position), String::new(), self.board.clone()];
        let Some(player) = self.player else { return lines.join("\n") };
        let value = in_words(Winners::of(self.value.iter().map(|player| player - 1)));
        lines.push(match self.wins {
            true => format!("value       {value}: player {player} wins, whatever the others do"),
            false => format!("value       {value}"),
        });
        let vector = |points: &Vec<i16>| {
            let points: Vec<String> = points.iter().map(i16::to_string).collect();
            format!("({})", points.join(","))
        };
        let unknown = || "unknown: more takes more memory (--memory)".to_owned();
        lines.push(format!("max^n       {}", self.max_n.as_ref().map_or_else(unknown, vector)));
        let soft = self.soft_max_n.as_ref().map(|all| all.iter().map(vector).collect::<Vec<_>>().join(" "));
        lines.push(format!("soft-max^n  {}", soft.unwrap_or_else(unknown)));
        lines.push(String::new());
        lines.extend(play_lines("play", &self.lines, player - 1));
        lines.push(format!("found by search: {} positions", grouped(self.nodes)));
        lines.join("\n")
    }
}

/// Solves positions of one game.
pub(super) struct SearchSolver<'a, G> {
    game: &'a G,
    memory: u64,
}

impl<'a, G: Playable<Chance = ()>> SearchSolver<'a, G> {
    pub(super) fn new(game: &'a G, setting: &SolveSetting<'_>) -> Self {
        SearchSolver { game, memory: setting.memory }
    }

    fn solved(&self, position: &G::Position) -> Result<SolvedCards, Error> {
        let (game, seats) = (self.game, self.game.seats());
        let most = (self.memory / BYTES_A_POSITION).max(1);
        let too_much = |error: MultiError<_>| match error {
            MultiError::Limit { nodes } => Error::Memory(format!(
                "more than {} positions do not fit into {}: allow more (--memory)",
                grouped(nodes),
                bytes_text(self.memory)
            )),
            other => Error::TooMuch(other.to_string()),
        };
        let mut search = MultiSearch::new(game, Singleton { seats }).limited(most);
        let value = search.value(position).map_err(too_much)?;
        let plays = search.plays(position).map_err(too_much)?;
        let lines: Vec<(String, Winners)> = (plays.into_iter())
            .map(|(play, set)| (game.format_move(position, (), &play.action), set))
            .collect();
        let points = |payoffs: &Payoffs| (0..seats).map(|seat| payoffs.of(seat)).collect::<Vec<i16>>();
        let max_n = self.within(MaxN { tie: Tie::First }, position, most / VECTOR_SHARE);
        let soft = self.within(SoftMaxN { dominance: Dominance::Strict }, position, most / VECTOR_SHARE);
        let mover = game.outcome(position).is_none().then(|| game.to_move(position));
        Ok(SolvedCards {
            game: Game::name(game),
            position: game.format(position),
            player: mover.map(|mover| mover + 1),
            value: players(value),
            wins: mover.is_some_and(|mover| value == Winners::only(mover)),
            plays: by_name(&lines),
            max_n: max_n.as_ref().map(points),
            soft_max_n: soft.map(|all: BTreeSet<Payoffs>| all.iter().map(points).collect()),
            nodes: search.nodes(),
            board: Playable::draw(game, position, false),
            lines,
        })
    }

    /// The value by another solution, if it is found by expanding at most so many positions.
    fn within<S: Solution>(&self, solution: S, position: &G::Position, most: u64) -> Option<S::Value> {
        MultiSearch::new(self.game, solution).limited(most).value(position).ok()
    }
}

impl<G: Playable<Chance = ()>> PositionSolver for SearchSolver<'_, G> {
    fn solve(&mut self, position: &str, to_move: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        if let Some(side) = to_move {
            let reason =
                format!("there is no {side} side here: the first hand is that of the player to lead");
            return Err(Error::position(NotationError::new(position, 0, reason)));
        }
        let position = self.game.parse(position).map_err(Error::position)?;
        Ok(Box::new(self.solved(&position)?))
    }
}
