//! Go on 19 lines: random boards without a group that has no liberty.

use shuban_core::Random;

const LINES: usize = 19;
/// Length of a row with a border.
const ROW: usize = LINES + 2;
const BORDER: u8 = 3;

/// Returns the number of all boards, legal or not.
pub(super) fn boards() -> f64 {
    3f64.powi((LINES * LINES) as i32)
}

/// Draws a board; returns true if every group has a liberty.
pub(super) fn is_legal(random: &mut Random) -> bool {
    let mut points = [BORDER; ROW * ROW];
    for row in 1..=LINES {
        for point in &mut points[row * ROW + 1..][..LINES] {
            *point = random.throw(3) as u8;
        }
    }
    groups_have_liberties(&points)
}

fn groups_have_liberties(points: &[u8; ROW * ROW]) -> bool {
    let mut seen = [false; ROW * ROW];
    let mut group = Vec::with_capacity(LINES * LINES);
    for first in ROW..ROW * (ROW - 1) {
        if !matches!(points[first], 1 | 2) || seen[first] {
            continue;
        }
        seen[first] = true;
        group.push(first);
        let mut has_liberty = false;
        while let Some(point) = group.pop() {
            for next in [point - ROW, point - 1, point + 1, point + ROW] {
                has_liberty |= points[next] == 0;
                if points[next] == points[first] && !seen[next] {
                    seen[next] = true;
                    group.push(next);
                }
            }
        }
        if !has_liberty {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_without_a_liberty_is_illegal() {
        let mut points = [BORDER; ROW * ROW];
        (1..=LINES).for_each(|row| points[row * ROW + 1..][..LINES].fill(0));
        assert!(groups_have_liberties(&points));
        // A stone in the corner, and two of the other colour beside it.
        (points[ROW + 1], points[ROW + 2]) = (1, 2);
        assert!(groups_have_liberties(&points));
        points[2 * ROW + 1] = 2;
        assert!(!groups_have_liberties(&points));
        // A friend in place of one of these.
        points[2 * ROW + 1] = 1;
        assert!(groups_have_liberties(&points));
    }
}
