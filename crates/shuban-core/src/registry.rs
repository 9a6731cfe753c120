//! Registration of games.

use crate::adviser::Adviser;
use crate::domain::IntervalDomain;
use crate::evaluation::Evaluation;
use crate::explain::Explain;
use crate::game::NotationError;
use crate::introduction::Kin;
use crate::loopy::Loopy;
use crate::present::Present;
use crate::provable::Provable;
use crate::solver::{PositionSolver, StakesSolver, SumGame};
use crate::sweep::Sweep;
use crate::tabulate::Tabulate;

/// One name for several games that differ in a number, such as that of players: a text belongs to
/// one of them. Lists for people show the group in place of its members and their variants.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name.
    pub name: String,
    /// Its description in a line.
    pub about: String,
    /// The description in Japanese.
    pub about_ja: Option<String>,
    /// The text of the default position.
    pub start: String,
    /// The names of the games, which are registered themselves.
    pub members: Vec<String>,
    /// The function from a text to the number of its member; or why there is none.
    pub member_of: fn(&str) -> Result<usize, NotationError>,
}

/// A position worth a look, for tours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The layer that holds it, by name; it takes seconds to build.
    pub layer: String,
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// A roll whose moves are shown.
    pub chance: Option<String>,
    /// The reason why it is worth a look.
    pub why: String,
}

/// A registry of what games' crates offer: the catalog implements it, and owns solvers, files and
/// threads.
///
/// A crate that has a game offers one function, `pub fn register(registry: &mut impl Registry)`,
/// which calls these methods. Names must be unique: of two things with one name, the first is
/// found.
pub trait Registry {
    /// Adds a game: positions are shown, drawn, counted and played.
    fn game(&mut self, game: impl Present + 'static);

    /// Adds one name for several games.
    fn group(&mut self, group: Group);

    /// Adds a domain whose layers are valued in one pass by its own fast way.
    fn tabulated(&mut self, domain: impl Tabulate + Explain + 'static);

    /// Adds a domain with cycles, where the values of a layer are a fixed point of `backup` that
    /// its own fast way finds.
    fn fixed_point(&mut self, _domain: impl Tabulate + Explain + 'static) {}

    /// Adds a domain with cycles whose bounds are narrowed by its own fast sweep.
    fn iterated(&mut self, domain: impl Sweep + Explain + 'static);

    /// Adds a domain with cycles whose bounds are narrowed by `backup` alone.
    fn iterated_by_backup(&mut self, domain: impl IntervalDomain + Explain + 'static);

    /// Adds a domain without cycles whose values follow by `backup` alone.
    fn retrograde(&mut self, domain: impl Explain + 'static);

    /// Adds a domain without chance in which play may be endless.
    fn loopy(&mut self, domain: impl Loopy + Explain + 'static);

    /// Adds a game without chance, of any number of players each for itself, in which no position
    /// repeats: positions are solved by searching to the end for possible winners and the value of
    /// max^n. It is registered as a [game](Registry::game) besides.
    fn multiplayer(&mut self, game: impl Present<Chance = ()> + 'static);

    /// Adds a domain of expected results in the unit of [`ONE`](crate::ONE), built or not:
    /// positions of its game are solved by looking ahead, turn by turn, to known results at an end
    /// or from built tables. It is registered as a domain besides.
    fn expectimax(&mut self, domain: impl IntervalDomain + Explain + 'static);

    /// Adds a way to solve positions by search.
    fn solver(&mut self, solver: impl PositionSolver + 'static);

    /// Adds a way to answer positions whose text tells what is played for.
    fn stakes(&mut self, _solver: impl StakesSolver + 'static) {}

    /// Adds a player of a game that gives advice, and may move in games at a level.
    fn adviser(&mut self, _adviser: impl Adviser + 'static) {}

    /// Adds an evaluation function of a game for two: positions are estimated by
    /// looking some plies ahead. The game is registered besides. Of several functions of one game
    /// the first is the default.
    fn evaluation(&mut self, _evaluation: impl Evaluation + 'static) {}

    /// Introduces games that belong together, and are added themselves.
    fn kin(&mut self, _kin: Kin) {}

    /// Adds a position for tours.
    fn example(&mut self, _example: Example) {}

    /// Adds a game whose positions are solved by proof search.
    fn provable(&mut self, game: impl Provable + Present + 'static);

    /// Adds answers of proof search about positions of a game, by name, that took long to find: the
    /// text of a ledger, part of the program.
    fn recorded(&mut self, _game: &str, _ledger: &'static str) {}

    /// Adds a game of sums with bounds to check.
    fn sums(&mut self, game: impl SumGame + 'static);
}
