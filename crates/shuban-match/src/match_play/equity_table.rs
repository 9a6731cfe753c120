//! The chance to win a match between two games of it.

/// The chance to win a match, by the points that both players still need.
///
/// The first game in which a player needs one more point is the Crawford game, which is played
/// without a cube. From the game after it on there is a cube again, so that the same points have
/// another worth then.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquityTable {
    /// Row and column are one less than the points that the player and the opponent need.
    before: Vec<Vec<f64>>,
    /// Chances after the Crawford game, of a player against one who needs one point.
    trailing: Vec<f64>,
}

impl MatchEquityTable {
    /// A square of chances up to the Crawford game, and a row of those after it.
    pub(super) fn new(before: Vec<Vec<f64>>, trailing: Vec<f64>) -> Self {
        MatchEquityTable { before, trailing }
    }

    /// Fills in a chance before a game up to the Crawford game.
    pub(super) fn set(&mut self, [own, opponent]: [u32; 2], chance: f64) {
        self.before[own as usize - 1][opponent as usize - 1] = chance;
    }

    /// The most points that a player may need.
    pub fn length(&self) -> u32 {
        self.before.len() as u32
    }

    /// The chance of a player who needs `own` points against one who needs `opponent`, before a
    /// game: the Crawford game if one of them needs one point, or one after it. `None` beyond the
    /// table, and where neither needs a point.
    pub fn chance(&self, own: u32, opponent: u32, after_crawford: bool) -> Option<f64> {
        let at = |needed: u32| needed as usize - 1;
        match (own, opponent) {
            (0, 0) => None,
            (0, _) => Some(1.0),
            (_, 0) => Some(0.0),
            (_, 1) if after_crawford => self.trailing.get(at(own)).copied(),
            (1, _) if after_crawford => Some(1.0 - self.trailing.get(at(opponent))?),
            _ => self.before.get(at(own))?.get(at(opponent)).copied(),
        }
    }
}
