//! Games of two players that are replayed and analysed.

use std::fmt;

use shuban_catalog::{AnyGame, Error};
use shuban_core::Progress;
use shuban_play::{AnalysedMove, Analyst, Line, LuckAccount, Marks, MoveAccount, Valuer};

pub(crate) const MARKS: Marks<'static> = &[(0.001, "small"), (0.3, "large")];

/// An analysed game: its moves, and both players' decisions and luck.
#[derive(Debug, PartialEq)]
pub(crate) struct Analysed {
    pub(crate) moves: Vec<AnalysedMove>,
    pub(crate) players: [(MoveAccount, LuckAccount); 2],
}

impl Analysed {
    /// Plays moves from a position, each after its chance event, and analyses them.
    pub(crate) fn of(
        game: &dyn AnyGame,
        start: &str,
        moves: &[(Option<&str>, &str)],
        valuer: &dyn Valuer,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let mut line = Line::new(game, start)?;
        for (chance, action) in moves {
            line.play(*chance, action)?;
        }
        let analyst = Analyst { game, valuer, marks: MARKS, progress };
        let made = line.moves().iter().enumerate();
        let moves = made.map(|(ply, made)| analyst.analyse(ply, made, false));
        let moves = moves.collect::<Result<Vec<_>, Error>>()?;
        let players = [0, 1].map(|seat| {
            let own = || moves.iter().filter(move |made| made.seat == seat);
            (MoveAccount::of(own(), MARKS), LuckAccount::of(own()))
        });
        Ok(Analysed { moves, players })
    }
}

impl fmt::Display for Analysed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for made in self.moves.iter().filter(|made| made.best.is_some()) {
            writeln!(f, "{}", made.error_line(["A", "B"][made.seat]))?;
        }
        self.players.iter().try_for_each(|(moves, luck)| writeln!(f, "{moves}\n{luck}"))
    }
}
