//! Match equities from a model of how games go.

use super::equity_table::MatchEquityTable;

/// The sizes of wins in a model of a game, of which [`table`](CubeModel::table) makes match
/// equities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeModel {
    gammons: f64,
    backgammons: f64,
}

/// Shares of wins that are out of range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{gammons} and {backgammons} are no shares of wins: from 0 on, and less than 1 together")]
pub struct CubeModelError {
    gammons: f64,
    backgammons: f64,
}

/// The most points that a player needs in a computed table.
const LENGTH: u32 = 25;

impl CubeModel {
    /// The usual model: 26 % of wins are gammons, and 1 % more are backgammons.
    pub const USUAL: CubeModel = CubeModel { gammons: 0.26, backgammons: 0.01 };

    /// Creates a model with these shares of gammons (without backgammons) and of backgammons.
    ///
    /// # Errors
    /// [`CubeModelError`] if they are negative, or leave no single wins.
    pub fn new(gammons: f64, backgammons: f64) -> Result<Self, CubeModelError> {
        let is_fine = gammons >= 0.0 && backgammons >= 0.0 && gammons + backgammons < 1.0;
        if is_fine {
            Ok(CubeModel { gammons, backgammons })
        } else {
            Err(CubeModelError { gammons, backgammons })
        }
    }

    /// The match equities of the model, up to 25 points.
    ///
    /// The chance p of winning the game moves continuously, so that both players double at the very
    /// moment at which the other one may just as well pass. A share of wins are gammons and
    /// backgammons, whatever p is. With a cube of c, the match equity is a line of pieces in p:
    ///
    /// * at p = 0 and p = 1 the game is lost or won, for c, 2c or 3c points by the shares;
    /// * where a player cashes, the match equity is that of winning c points. This is the p at which
    ///   the opponent would do equally well by taking, and owning a cube of 2c;
    /// * a player who needs no more than c points, or does not own a cube that was turned, does not
    ///   cash.
    ///
    /// So the line for a cube follows from that for twice the cube, starting from a cube that is of
    /// no use to either player. A game begins at p = ½ with a cube of 1 in the middle. In the
    /// Crawford game there is no double. After the Crawford game the trailer doubles before the
    /// first roll if doubling beats playing on without a cube, and the leader takes or passes.
    ///
    /// (N. Zadeh, "On doubling in tournament backgammon", Management Science 23 (1977); with
    /// gammons, and a cube as live as in R. Janowski, "Take-points in money games", 1993.)
    pub fn table(&self) -> MatchEquityTable {
        let length = LENGTH as usize;
        // Unknown entries are never read: points needed only become fewer.
        let unknown = vec![vec![f64::NAN; length]; length];
        let mut trailing = vec![0.5];
        for own in 2..=LENGTH {
            let table = MatchEquityTable::new(Vec::new(), trailing.clone());
            let game = ModelGame { model: *self, table: &table, needs: [own, 1], is_last: true };
            trailing.push(game.trailing());
        }
        let mut table = MatchEquityTable::new(unknown, trailing);
        for own in 1..=LENGTH {
            for opponent in 1..=LENGTH {
                let is_last = own == 1 || opponent == 1;
                let needs = [own, opponent];
                let game = ModelGame { model: *self, table: &table, needs, is_last };
                let chance = if is_last { game.without_cube(1) } else { game.with_cube() };
                table.set(needs, chance);
            }
        }
        table
    }
}

/// A game of a match in the model, for the first of the players.
struct ModelGame<'t> {
    model: CubeModel,
    table: &'t MatchEquityTable,
    /// The points that both need.
    needs: [u32; 2],
    /// True in the Crawford game and after it.
    is_last: bool,
}

/// A chance of winning the game, and the match equity there.
#[derive(Clone, Copy)]
struct Corner {
    chance: f64,
    equity: f64,
}

/// Returns the equity of two corners at a chance between them.
fn between(left: Corner, right: Corner, chance: f64) -> f64 {
    let part = (chance - left.chance) / (right.chance - left.chance);
    left.equity + part * (right.equity - left.equity)
}

/// Returns the chance at which two corners have an equity between theirs.
fn inverse(left: Corner, right: Corner, equity: f64) -> Corner {
    let part = (equity - left.equity) / (right.equity - left.equity);
    Corner { chance: left.chance + part * (right.chance - left.chance), equity }
}

impl ModelGame<'_> {
    /// The match equity if the player wins `points` points.
    fn won(&self, points: u32) -> f64 {
        let [own, opponent] = self.needs;
        let own = own.saturating_sub(points);
        self.table.chance(own, opponent, self.is_last).unwrap_or(f64::NAN)
    }

    /// The match equity if the opponent wins `points` points.
    fn lost(&self, points: u32) -> f64 {
        let [own, opponent] = self.needs;
        let opponent = opponent.saturating_sub(points);
        self.table.chance(own, opponent, self.is_last).unwrap_or(f64::NAN)
    }

    /// The mean over single games, gammons and backgammons with a cube.
    fn mean(&self, cube: u32, equity: impl Fn(u32) -> f64) -> f64 {
        let CubeModel { gammons, backgammons } = self.model;
        let single = 1.0 - gammons - backgammons;
        single * equity(cube) + gammons * equity(2 * cube) + backgammons * equity(3 * cube)
    }

    fn surely_won(&self, cube: u32) -> Corner {
        Corner { chance: 1.0, equity: self.mean(cube, |points| self.won(points)) }
    }

    fn surely_lost(&self, cube: u32) -> Corner {
        Corner { chance: 0.0, equity: self.mean(cube, |points| self.lost(points)) }
    }

    /// Returns the point at which the player cashes with a cube: the opponent owns twice the cube if
    /// he takes.
    fn cash(&self, cube: u32) -> Corner {
        let won = self.surely_won(cube);
        if self.needs[0] <= cube {
            return won;
        }
        inverse(self.opponent_cashes(2 * cube), self.surely_won(2 * cube), self.won(cube))
    }

    /// Returns the point at which the opponent cashes.
    fn opponent_cashes(&self, cube: u32) -> Corner {
        let lost = self.surely_lost(cube);
        if self.needs[1] <= cube {
            return lost;
        }
        inverse(self.surely_lost(2 * cube), self.cash(2 * cube), self.lost(cube))
    }

    /// The match equity at the beginning, with a cube of 1 in the middle.
    fn with_cube(&self) -> f64 {
        let corners =
            [self.surely_lost(1), self.opponent_cashes(1), self.cash(1), self.surely_won(1)];
        let pieces = corners.windows(2).find(|piece| piece[1].chance > 0.5);
        pieces.map_or(corners[3].equity, |piece| between(piece[0], piece[1], 0.5))
    }

    /// The match equity at the beginning, with a cube that stays as it is.
    fn without_cube(&self, cube: u32) -> f64 {
        between(self.surely_lost(cube), self.surely_won(cube), 0.5)
    }

    /// The trailer's match equity after the Crawford game.
    fn trailing(&self) -> f64 {
        self.without_cube(1).max(self.without_cube(2).min(self.won(1)))
    }
}
