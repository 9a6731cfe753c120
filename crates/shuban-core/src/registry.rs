//! How a game joins.

use crate::adviser::Adviser;
use crate::domain::IntervalDomain;
use crate::evaluation::Evaluation;
use crate::explain::Explain;
use crate::game::NotationError;
use crate::loopy::Loopy;
use crate::present::Present;
use crate::provable::Provable;
use crate::solver::{PositionSolver, SumGame};
use crate::sweep::Sweep;
use crate::tabulate::Tabulate;

/// One name for several games that differ in a number, such as that of players: a text tells which
/// of them it is of. Lists for people show the group in place of its members and their variants.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// The same in Japanese.
    pub about_ja: Option<String>,
    /// The text of the position shown where none is given.
    pub start: String,
    /// The names of the games, which are registered themselves.
    pub members: Vec<String>,
    /// Which of the games a text is a position of, as the number of a member; or why of none.
    pub member_of: fn(&str) -> Result<usize, NotationError>,
}

/// A position worth a look, for tours of what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The layer that holds it, by name; it takes seconds to build.
    pub layer: String,
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// A roll to see all moves of.
    pub chance: Option<String>,
    /// Why it is worth a look.
    pub why: String,
}

/// Takes what a game's crate has to offer: the catalog implements it, and owns solvers, files and
/// threads.
///
/// A crate that has a game offers one function, `pub fn register(registry: &mut impl Registry)`,
/// which calls these methods. Names must be unique: of two things with one name, the first is
/// found.
pub trait Registry {
    /// A game: positions are shown, drawn, counted and played.
    fn game(&mut self, game: impl Present + 'static);

    /// One name for several games.
    fn group(&mut self, group: Group);

    /// A domain whose layers are valued in one pass by its own fast way.
    fn tabulated(&mut self, domain: impl Tabulate + Explain + 'static);

    /// A domain with cycles, a layer's values of which are a fixed point of `backup` that its own
    /// fast way finds.
    fn fixed_point(&mut self, _domain: impl Tabulate + Explain + 'static) {}

    /// A domain with cycles whose bounds are narrowed by its own fast sweep.
    fn iterated(&mut self, domain: impl Sweep + Explain + 'static);

    /// A domain with cycles whose bounds are narrowed by `backup` alone.
    fn iterated_by_backup(&mut self, domain: impl IntervalDomain + Explain + 'static);

    /// A domain without cycles whose values follow by `backup` alone.
    fn retrograde(&mut self, domain: impl Explain + 'static);

    /// A domain without chance in which play may go on for ever.
    fn loopy(&mut self, domain: impl Loopy + Explain + 'static);

    /// A game without chance, of any number of players each for itself, in which no position comes
    /// back: positions are solved by searching to the end who may win, and what max^n gives. It is
    /// registered as a [game](Registry::game) besides.
    fn multiplayer(&mut self, game: impl Present<Chance = ()> + 'static);

    /// A domain of expected results in the unit of [`ONE`](crate::ONE), built or not: positions of
    /// its game are solved by looking ahead, turn by turn, to what is known at an end or from
    /// tables that are built. It is registered as a domain besides.
    fn expectimax(&mut self, domain: impl IntervalDomain + Explain + 'static);

    /// A way to solve positions by search.
    fn solver(&mut self, solver: impl PositionSolver + 'static);

    /// A player of a game that says what it would do in a position.
    fn adviser(&mut self, _adviser: impl Adviser + 'static) {}

    /// An evaluation function of a game for two with chance: positions are estimated by looking so
    /// many plies ahead. The game is registered besides. Of several functions of one game the first
    /// is taken where none is chosen by name.
    fn evaluation(&mut self, _evaluation: impl Evaluation + 'static) {}

    /// A position for tours.
    fn example(&mut self, _example: Example) {}

    /// A game whose positions are solved by proof search.
    fn provable(&mut self, game: impl Provable + Present + 'static);

    /// Answers of proof search about positions of a game, by name, that took long to find: the text
    /// of a ledger, part of the program.
    fn recorded(&mut self, _game: &str, _ledger: &'static str) {}

    /// A game of sums with bounds to check.
    fn sums(&mut self, game: impl SumGame + 'static);
}
