//! Values of positions of limited TRAX, without the checker.

use std::collections::BTreeMap;

use shuban_core::{Game, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::ProofQuestion;
use shuban_trax::{Lines, PlainPosition, PlainTrax, Position, Trax};

/// The largest board on which the plain twin searches everything.
const PLAIN: usize = 3;

/// The values to white of positions of one game: 1, 0 or -1. It caches them.
pub(crate) struct Truth {
    trax: Trax,
    plain: BTreeMap<PlainPosition, i16>,
    searched: BTreeMap<Position, i16>,
}

impl Truth {
    /// Creates the values of `trax/3`, or without victory lines of `trax/3-loops`.
    pub(crate) fn of(game: &str) -> Option<Truth> {
        let name = game.strip_prefix("trax/")?;
        let (size, lines) = match name.strip_suffix("-loops") {
            Some(size) => (size, Lines::None),
            None => (name, Lines::Full),
        };
        let trax = Trax::new(size.parse().ok()?, lines).ok()?;
        Some(Truth { trax, plain: BTreeMap::new(), searched: BTreeMap::new() })
    }

    /// Returns the value of a position in notation.
    ///
    /// # Panics
    /// If the text is not a position.
    pub(crate) fn value(&mut self, text: &str) -> i16 {
        let position = self.trax.parse(text).unwrap_or_else(|error| panic!("{error}"));
        self.value_of(position)
    }

    /// Returns the value: on small boards by plain search and rules, on others by proof search.
    pub(crate) fn value_of(&mut self, position: Position) -> i16 {
        if self.trax.size() <= PLAIN {
            let twin = PlainTrax::of(&self.trax);
            return plain(&twin, &PlainPosition::from(&position), &mut self.plain);
        }
        let trax = &self.trax;
        let options = ProofOptions { memory: 4 << 20, cache: 0, ..ProofOptions::default() };
        let is_yes = |asked: ProofQuestion| {
            let proved = prove(trax, &position, asked.question(), &options, None, &Silent).unwrap();
            proved.outcome == ProofOutcome::Proven
        };
        let value = || match ProofQuestion::ALL.map(is_yes) {
            [true, true] => 1,
            [true, false] => 0,
            _ => -1,
        };
        *self.searched.entry(trax.canonical(&position)).or_insert_with(value)
    }
}

fn plain(
    game: &PlainTrax,
    position: &PlainPosition,
    known: &mut BTreeMap<PlainPosition, i16>,
) -> i16 {
    if let Some(payoffs) = game.outcome(position) {
        return payoffs.of(0);
    }
    let position = game.canonical(position);
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let mut plays = Vec::new();
    game.plays(&position, (), &mut plays);
    let values: Vec<i16> = plays.iter().map(|play| plain(game, &play.after, known)).collect();
    let best = if game.to_move(&position) == 0 { values.iter().max() } else { values.iter().min() };
    let best = *best.expect("a game that is not over has moves");
    known.insert(position, best);
    best
}
