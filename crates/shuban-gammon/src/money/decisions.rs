//! Cube decisions from the equities and chances of a position.

use super::cube::CubeAction;
use super::fixed::PointInterval;
use super::value::{Chances, MoneyEquities};

impl MoneyEquities {
    /// The actions with a cube in the middle, with one under Jacoby's rule, and with an own one.
    pub fn actions(&self) -> [CubeAction; 3] {
        [self.centred, self.jacoby, self.owned]
            .map(|no_double| CubeAction::new(no_double, self.opponent))
    }
}

impl Chances {
    /// The least chance of winning with which the opponent of a doubler takes, if a win and a loss
    /// stay as large on average as here: with a cube that is never turned again, and with one that
    /// is turned again at the best moment. `None` if one side cannot win.
    ///
    /// (R. Janowski, "Take-points in money games", 1993.)
    pub fn take_points(&self) -> Option<[f64; 2]> {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] =
            self.kinds().map(PointInterval::midpoint);
        let lose = 1.0 - win;
        // The doubler's average win and loss; the opponent of a doubler loses and wins these.
        let won = (win + gammon + backgammon) / win;
        let lost = (lose + lose_gammon + lose_backgammon) / lose;
        let dead = (won - 0.5) / (won + lost);
        let live = (won - 0.5) / (won + lost + 0.5);
        (win > 0.0 && lose > 0.0).then_some([dead, live])
    }
}
