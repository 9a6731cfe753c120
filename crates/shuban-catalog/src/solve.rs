//! Search for positions that no database holds.

use std::sync::LazyLock;

use shuban_answer::{AnyAnswer, AnyEvent, AnyPlay, AnyPosition};
use shuban_core::advice::{Call, Message};
use shuban_core::solver::SearchSetting;
use shuban_solve::proof::ProofSetting;

use crate::any_game::AnyGame;
use crate::any_proof::AnyProofs;
use crate::any_solver::{AnySolve, AnySolver};
use crate::catalog::Catalog;
use crate::chain::{Oracle, Question, Reply};
use crate::error::Error;
use crate::names::Games;
use crate::recorded::AnyLedger;

/// Solves one position after the other of a game, or of the games of a group.
pub struct Solving<'a> {
    catalog: &'a Catalog,
    games: Games<'a>,
    /// Solvers of the games, in their order.
    solvers: Vec<(&'a dyn AnyGame, AnySolve<'a>)>,
}

impl<'a> Solving<'a> {
    /// Begins to solve positions of games. With `proof`, proof search answers wherever a game has it; without,
    /// only where a game has no other solver.
    ///
    /// # Errors
    /// [`Error`] if no position of the games is solved by search.
    pub fn begin(
        catalog: &'a Catalog,
        games: Games<'a>,
        proof: Option<&'a ProofSetting>,
        setting: SearchSetting<'a>,
    ) -> Result<Self, Error> {
        Solving::knowing(catalog, games, proof, None, setting)
    }

    /// Begins as [`begin`](Solving::begin) does, where proof search of one of the games also reads
    /// a ledger at its leaves, besides that of `proof`; nothing is added to it.
    ///
    /// # Errors
    /// As of [`begin`](Solving::begin).
    pub fn knowing(
        catalog: &'a Catalog,
        games: Games<'a>,
        proof: Option<&'a ProofSetting>,
        known: Option<&'a AnyLedger>,
        setting: SearchSetting<'a>,
    ) -> Result<Self, Error> {
        static USUAL: LazyLock<ProofSetting> = LazyLock::new(ProofSetting::default);
        let solvers: Vec<_> = (games.all())
            .filter_map(|game| catalog.solver_of(&game.name(), proof.is_some()))
            .map(|solver| {
                let solve = solver.begin(proof.unwrap_or(&USUAL), known, setting);
                (solver.game(), solve)
            })
            .collect();
        match solvers.is_empty() {
            true => Err(no_solver(catalog, &games.name())),
            false => Ok(Solving { catalog, games, solvers }),
        }
    }

    /// Reads a question, with a side to move by name if it differs from the position's. It may be
    /// about a position that only the solver reads, such as a sum of boards.
    ///
    /// # Errors
    /// [`Error`]: bad text, or positions of the game are not solved by search.
    pub fn question(&self, text: &str, to_move: Option<&str>) -> Result<Question<'a>, Error> {
        let name = self.games.game_of(text)?.name();
        let solver = self.solvers.iter().find(|(game, ..)| game.name() == name);
        let (game, _) = solver.ok_or_else(|| no_solver(self.catalog, &name))?;
        Question::read(*game, text, to_move, None)
    }

    /// Solves a position.
    ///
    /// # Errors
    /// [`Error`]: a position that is too large, a file that cannot be read.
    pub fn solve(&mut self, question: &Question<'_>) -> Result<AnyAnswer, Error> {
        let Question { game, position, .. } = question;
        let (catalog, name) = (self.catalog, game.name());
        let solver = self.solvers.iter_mut().find(|(game, ..)| game.name() == name);
        let (own, solve) = solver.ok_or_else(|| no_solver(catalog, &name))?;
        if own.seat(position).is_ok() {
            return solve(position);
        }
        answer_of(*game, position, solve(&own.read(&position.text)?)?)
    }
}

impl Oracle for Solving<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        if question.game.over(&question.position)?.is_some() {
            let reason = "the game is over: there is nothing to search";
            return Ok(Reply::Unknown(Error::refused("game-over", reason)));
        }
        match self.solve(question) {
            Err(error) if error.is_beyond_search() => Ok(Reply::Unknown(error)),
            solved => Ok(Reply::Known(Box::new(solved?))),
        }
    }
}

/// Converts the answer of a solver whose game is of another type with the same plays, such as sums of
/// boards: its plays become those of the game that was asked about.
fn answer_of(
    game: &dyn AnyGame,
    position: &AnyPosition,
    solved: AnyAnswer,
) -> Result<AnyAnswer, Error> {
    let mut events = Vec::with_capacity(solved.events.len());
    for (number, event) in solved.events.into_iter().enumerate() {
        let own = game.plays(position, number)?;
        let with_value = |play: AnyPlay| {
            let AnyPlay { number, action, after, touched, ways, .. } =
                own.get(play.number).cloned().ok_or_else(Error::no_play)?;
            Ok(AnyPlay { number, action, after, touched, ways, ..play })
        };
        let plays = event.plays.into_iter().map(with_value).collect::<Result<_, Error>>()?;
        events.push(AnyEvent { plays, ..event });
    }
    Ok(AnyAnswer { position: position.clone(), events, ..solved })
}

fn no_solver(catalog: &Catalog, game: &str) -> Error {
    let reason = format!("positions of {game} are not solved by search: `probe` looks them up");
    let mut reason = Message::from(reason);
    if catalog.evaluations().any(|evaluation| evaluation.game().name() == game) {
        reason = reason.text(", and ").call(Call::Estimate).text(" estimates them");
    }
    Error::NoSolver(reason)
}

impl Catalog {
    /// Returns true if positions of games are solved by search.
    pub fn is_solved(&self, games: Games<'_>) -> bool {
        games.all().any(|game| self.solver_of(&game.name(), false).is_some())
    }

    /// Returns true if positions of games are solved by proof search, and not in another way.
    pub fn is_proven(&self, games: Games<'_>) -> bool {
        self.are_solved_by_proof(games, false)
    }

    /// Returns true if positions of games can be solved by proof search.
    pub fn can_prove(&self, games: Games<'_>) -> bool {
        self.are_solved_by_proof(games, true)
    }

    fn are_solved_by_proof(&self, games: Games<'_>, is_asked: bool) -> bool {
        let mut solvers = games.all().filter_map(|game| self.solver_of(&game.name(), is_asked));
        solvers.any(AnySolver::proves)
    }

    /// Returns the ledgers and proof files of a game, if it has proof search.
    pub(crate) fn proofs_of(&self, game: &str) -> Option<&dyn AnyProofs> {
        self.solver_of(game, true)?.proofs()
    }

    /// Returns the solver of a game: where there are several, proof search if it is asked for, and else another.
    fn solver_of(&self, game: &str, is_asked: bool) -> Option<&dyn AnySolver> {
        let all = || self.solvers().filter(|solver| solver.game().name() == game);
        all().find(|solver| solver.proves() == is_asked).or_else(|| all().next())
    }
}
