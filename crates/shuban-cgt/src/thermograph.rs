//! Thermographs: stops of a game when every move costs a tax.

use crate::dyadic::Dyadic;

/// The lowest temperature of a thermograph.
const LOWEST: i32 = -1;

/// One side of a thermograph: the stop as a function of the temperature t ≥ −1, continuous, made of
/// straight pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Temperature and stop at the corners, by ascending temperature; the first is at −1, and after
    /// the last the wall is constant.
    pub corners: Box<[(Dyadic, Dyadic)]>,
}

impl Wall {
    /// The stop at a temperature (below −1: that at −1).
    pub fn at(&self, temperature: Dyadic) -> Dyadic {
        let after = self.corners.partition_point(|corner| corner.0 < temperature);
        match (after.checked_sub(1).map(|before| self.corners[before]), self.corners.get(after)) {
            (None, Some(first)) => first.1,
            (Some(before), None) => before.1,
            (Some(before), Some(&after)) => between(before, after, temperature),
            (None, None) => Dyadic::ZERO,
        }
    }

    /// Creates a wall from corners that may lie on straight pieces.
    fn new(corners: Vec<(Dyadic, Dyadic)>) -> Self {
        let mut kept: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(corners.len());
        for corner in corners {
            if let &[.., first, second] = &kept[..]
                && slope(first, second) == slope(second, corner)
            {
                kept.pop();
            }
            kept.push(corner);
        }
        while let &[.., before, last] = &kept[..]
            && before.1 == last.1
        {
            kept.pop();
        }
        Wall { corners: kept.into() }
    }
}

/// Direction of a piece: walls have the slopes −1, 0 and 1 alone.
fn slope(from: (Dyadic, Dyadic), to: (Dyadic, Dyadic)) -> std::cmp::Ordering {
    to.1.cmp(&from.1)
}

/// The stop at a temperature between those of two corners.
fn between(from: (Dyadic, Dyadic), to: (Dyadic, Dyadic), temperature: Dyadic) -> Dyadic {
    match slope(from, to) {
        std::cmp::Ordering::Less => from.1 - (temperature - from.0),
        std::cmp::Ordering::Equal => from.1,
        std::cmp::Ordering::Greater => from.1 + (temperature - from.0),
    }
}

/// The thermograph of a game, from temperature −1 up.
///
/// At temperature t, Left's stop is L(t) and Right's R(t). For a whole number n both are n. For any
/// other canonical form they are the largest R(t) of a Left option − t and the smallest L(t) of a
/// Right option \+ t, as long as the first is above the second; the least t where they meet is the
/// **temperature**, their common value is the **mean**, and from there on both are the mean (the
/// mast).
///
/// By this convention (Siegel, *Combinatorial Game Theory*, II.5) the temperature of a whole number
/// is −1 and that of m/2ᵏ, in lowest terms, is −1/2ᵏ; that of \*, of ↑ and of every other
/// infinitesimal is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// Left's stop at each temperature. It never rises.
    pub left: Wall,
    /// Right's stop at each temperature. It never falls.
    pub right: Wall,
    /// The mean: the value per copy in the sum of very many.
    pub mean: Dyadic,
    /// The temperature: the least tax at which neither side wants to move.
    pub temperature: Dyadic,
}

impl Thermograph {
    pub(super) fn of_integer(integer: Dyadic) -> Self {
        let lowest = Dyadic::from(LOWEST);
        let mast = Wall { corners: [(lowest, integer)].into() };
        Thermograph { left: mast.clone(), right: mast, mean: integer, temperature: lowest }
    }

    /// Built from the right walls (≥ 1) of Left's options and the left walls (≥ 1) of Right's.
    pub(super) fn of_options<'w>(
        right_walls: impl Iterator<Item = &'w Wall>,
        left_walls: impl Iterator<Item = &'w Wall>,
    ) -> Self {
        let left = envelope(right_walls, |a, b| a >= b);
        let right = envelope(left_walls, |a, b| a <= b);
        let (temperature, mean) = meeting(&left, &right);
        let wall = |wall: &Wall, taxed: fn(Dyadic, Dyadic) -> Dyadic| {
            let below = wall.corners.iter().filter(|corner| corner.0 < temperature);
            let mut corners: Vec<_> = below.map(|&(t, stop)| (t, taxed(stop, t))).collect();
            corners.push((temperature, mean));
            Wall::new(corners)
        };
        let (left, right) = (wall(&left, |stop, t| stop - t), wall(&right, |stop, t| stop + t));
        Thermograph { left, right, mean, temperature }
    }

    /// The temperatures at which a wall has a corner, ascending, each once.
    ///
    /// Both walls are straight from one to the next (Siegel, *Combinatorial Game Theory*, II.5). The
    /// first is −1, and the last is the [temperature](Self::temperature): walls that meet above −1
    /// are not both vertical just below.
    pub fn corner_temperatures(&self) -> Vec<Dyadic> {
        temperatures(&self.left, &self.right)
    }
}

/// All corner temperatures of two walls, ascending, each once.
fn temperatures(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.corners.iter().chain(&b.corners).map(|corner| corner.0).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The wall that is the better one of some walls at each temperature.
fn envelope<'w>(
    mut walls: impl Iterator<Item = &'w Wall>,
    is_better: fn(Dyadic, Dyadic) -> bool,
) -> Wall {
    let first = walls.next().map_or_else(|| Wall { corners: Box::default() }, Wall::clone);
    walls.fold(first, |a, b| {
        let mut corners: Vec<(Dyadic, Dyadic)> = Vec::new();
        let mut last: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for t in temperatures(&a, b) {
            let (x, y) = (a.at(t), b.at(t));
            if let Some((before, x_before, y_before)) = last
                && ((x_before < y_before && y < x) || (y_before < x_before && x < y))
            {
                // They cross. Their slopes differ by 1, so that the distance is the time until
                // then.
                let crossing = before + (x_before - y_before).abs();
                corners.push((crossing, a.at(crossing)));
            }
            corners.push((t, if is_better(x, y) { x } else { y }));
            last = Some((t, x, y));
        }
        Wall::new(corners)
    })
}

/// The meeting of `left` − t and `right` + t: the temperature and the common value.
fn meeting(left: &Wall, right: &Wall) -> (Dyadic, Dyadic) {
    let gap = |t: Dyadic| left.at(t) - right.at(t) - t - t;
    let mut last: Option<(Dyadic, Dyadic)> = None;
    for t in temperatures(left, right) {
        let now = gap(t);
        if now <= Dyadic::ZERO {
            let meeting = match last {
                // It closes at speed 1 or 2 (at 0 it stays open).
                Some((before, open)) if open - now == t - before => before + open,
                Some((before, open)) => before + open.half(),
                None => t,
            };
            return (meeting, left.at(meeting) - meeting);
        }
        last = Some((t, now));
    }
    // Above the last corner it closes at speed 2.
    let (t, open) = last.unwrap_or_default();
    let meeting = t + open.half();
    (meeting, left.at(meeting) - meeting)
}
