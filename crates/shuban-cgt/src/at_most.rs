//! The partial order of games.

use crate::form_id::FormId;
use crate::forms::Forms;
use crate::outcome::Player;

impl Forms {
    /// Returns true if a is at least as good as b for a player, in any sum.
    pub(super) fn is_as_good(&self, player: Player, a: FormId, b: FormId) -> bool {
        match player {
            Player::Left => self.is_at_most(b, a),
            Player::Right => self.is_at_most(a, b),
        }
    }

    /// Returns true if a ≤ b: b is at least as good as a for Left, in any sum.
    ///
    /// By definition, a ≤ b unless b ≤ some Left option of a, or some Right option of b is ≤ a.
    /// Most questions are answered by less: a ≤ b implies that the stops of a are at most those of
    /// b, and a < b follows if the left stop of a is less than the right stop of b.
    pub fn is_at_most(&self, a: FormId, b: FormId) -> bool {
        if a == b {
            return true;
        }
        if self.left_stop(a) < self.right_stop(b) {
            return true;
        }
        if self.left_stop(b) < self.left_stop(a) || self.right_stop(b) < self.right_stop(a) {
            return false;
        }
        if a == FormId::ZERO {
            return self.outcome(b).is_at_least_zero();
        }
        if b == FormId::ZERO {
            return self.outcome(a).is_at_most_zero();
        }
        if let (Some(a), Some(b)) = (self.as_number_up_star(a), self.as_number_up_star(b)) {
            return (b - a).outcome().is_at_least_zero();
        }
        if let Some(known) = self.comparisons.get(a, b) {
            return known;
        }
        let is_at_most = !self.left(a).iter().any(|&option| self.is_at_most(b, option))
            && !self.right(b).iter().any(|&option| self.is_at_most(option, a));
        self.comparisons.put(a, b, is_at_most);
        is_at_most
    }
}
