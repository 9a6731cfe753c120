//! The laws of a fast way.

use shuban_core::sweep::{Before, Finished, LeftAt, Pass, PassUnit, Read, Stage, Status, UnitData};
use shuban_core::{Game, Interval, LayerId, PartId, PositionOf, Sweep, Unanswered};

use super::inbox::inboxes;
use super::opened::Opened;
use crate::law::{BrokenAt, Violation, hold};
use crate::spread::scramble;

/// Checks a sweep of one layer against its laws, on made-up values of the layer and of those it
/// needs: its stages cover every rank once, and declare what they read of each other and of the
/// partner; each pass gives, for any order of a stage's units and any initial memory, the values of `backup` (`Lower`,
/// `Upper`; `Nearest` something between) and of the rules (`Leave`, `Retrograde`) at **every**
/// position; and `backup` agrees with the values that are pinned.
///
/// For small layers: each position is backed up six times. For others there is [`sweep_sampled`].
///
/// # Errors
/// The first [`Violation`].
pub fn sweep<S: Sweep>(domain: &S, layer: LayerId) -> Result<(), Violation> {
    examine(domain, layer, None)
}

/// Checks the same as [`sweep`], but compares only `positions` of each part, drawn at random
/// for each of ten passes, with `backup` and the rules.
///
/// # Errors
/// The first [`Violation`].
pub fn sweep_sampled<S: Sweep>(
    domain: &S,
    layer: LayerId,
    positions: u64,
) -> Result<(), Violation> {
    examine(domain, layer, Some(positions))
}

fn examine<S: Sweep>(domain: &S, layer: LayerId, sample: Option<u64>) -> Result<(), Violation> {
    let opened = Opened::with_needs(domain, layer)?;
    let described = &domain.layers()[layer.0];
    let mut made_up = MadeUp { unknown: domain.unknown(), needs: &described.needs };
    let plan = domain.plan(layer, &mut made_up);
    let plan = plan
        .map_err(|_| "its plan asks for more than the layers that it needs")
        .at(|| format!("layer {}", described.name))?;
    let examined = Examined { domain, layer, opened, plan, sample };
    for part in examined.opened.parts(layer) {
        examined.stages(part.part).at(|| examined.opened.place(part))?;
        examined.numbers_before(part.part).at(|| examined.opened.place(part))?;
    }
    for seed in 1..=2 {
        let values = examined.values(seed);
        for part in examined.opened.parts(layer) {
            for pass in [Pass::Lower, Pass::Upper, Pass::Nearest, Pass::Leave, Pass::Retrograde] {
                examined.pass(part, pass, &values, seed)?;
            }
        }
    }
    Ok(())
}

/// Values of finished layers: proper intervals that depend on part and rank alone.
struct MadeUp<'a> {
    unknown: Interval,
    /// The needed layers; no others are available.
    needs: &'a [LayerId],
}

impl MadeUp<'_> {
    fn each<T>(
        &self,
        part: PartId,
        ranks: &[u64],
        of: impl Fn(u64) -> T,
    ) -> Result<Vec<T>, Unanswered> {
        let needed = self.needs.contains(&part.layer);
        needed.then(|| ranks.iter().copied().map(of).collect()).ok_or_else(Unanswered::default)
    }
}

impl Finished for MadeUp<'_> {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        self.each(part, ranks, |rank| made_up(self.unknown, part, rank, 0))
    }

    fn statuses(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        self.each(part, ranks, |rank| made_up_status(part, rank, 0))
    }
}

fn made_up(unknown: Interval, part: PartId, rank: u64, seed: u64) -> Interval {
    let number = |seed| {
        let width = unknown.width() as u64 + 1;
        (i64::from(unknown.lower) + (scramble(&(part, rank), seed) % width) as i64) as i32
    };
    let (a, b) = (number(2 * seed), number(2 * seed + 1));
    Interval { lower: a.min(b), upper: a.max(b) }
}

/// Returns mostly losses, so that every result of a round of retrograde analysis occurs.
fn made_up_status(part: PartId, rank: u64, seed: u64) -> Status {
    use Status::{Loss, Unknown, Valued, Win};
    [Loss, Loss, Loss, Loss, Win, Win, Valued, Unknown]
        [(scramble(&(part, rank), seed) % 8) as usize]
}

struct Examined<'d, S: Sweep> {
    domain: &'d S,
    layer: LayerId,
    opened: Opened<'d, S>,
    plan: S::Plan,
    /// Number of positions of a part that are backed up for a pass, if not all.
    sample: Option<u64>,
}

impl<S: Sweep> Examined<'_, S> {
    /// Returns the ranks of a part that are backed up for a pass.
    fn ranks(&self, part: PartId, pass: Pass, seed: u64) -> Box<dyn Iterator<Item = u64>> {
        let len = self.len(part.part);
        let drawn = move |number: u64| scramble(&(part, pass, number), seed) % len;
        match self.sample {
            Some(sample) if sample < len => Box::new((0..sample).map(drawn)),
            _ => Box::new(0..len),
        }
    }

    fn len(&self, part: usize) -> u64 {
        self.opened.indexes[&PartId { layer: self.layer, part }].len()
    }

    /// Returns a part's entries before a pass: made-up ones, and others at pinned positions.
    fn entries<T>(
        &self,
        part: PartId,
        made_up: impl Fn(u64) -> T,
        pinned: impl Fn(Interval) -> T,
    ) -> Vec<T> {
        let mut entries: Vec<T> = (0..self.len(part.part)).map(made_up).collect();
        for (rank, value) in self.domain.pinned(&self.plan, part.part) {
            entries[rank as usize] = pinned(value);
        }
        entries
    }

    /// Returns values of the parts of the layer.
    fn values(&self, seed: u64) -> Vec<Vec<Interval>> {
        let unknown = self.domain.unknown();
        let parts = self.opened.parts(self.layer);
        let of =
            |part| self.entries(part, |rank| made_up(unknown, part, rank, seed), |value| value);
        parts.map(of).collect()
    }

    /// Checks the count of numbers that each unit reads of each.
    fn numbers_before(&self, part: usize) -> Result<(), String> {
        let Examined { domain, plan, layer, .. } = self;
        let layer = *layer;
        let stages = domain.stages(layer, part);
        for (stage, described) in stages.iter().enumerate().skip(1) {
            for unit in 0..described.units {
                for at in 0..domain.reads_before(layer, part, stage, unit).len() {
                    let rows = domain.rows_before(plan, part, stage, unit, at);
                    let count = rows.numbers(stages[stage - 1].carry);
                    let told = domain.numbers_before(layer, part, stage, unit, at);
                    hold(count == told, || {
                        format!("unit {unit} of stage {stage} reads {count} numbers, not {told}")
                    })?;
                }
            }
        }
        Ok(())
    }

    fn stages(&self, part: usize) -> Result<(), String> {
        let mut stages = self.domain.stages(self.layer, part);
        for (stage, described) in stages.iter().enumerate().skip(1) {
            let before = stages[stage - 1].units;
            let mut most = None;
            for unit in 0..described.units {
                let read = self.domain.reads_before(self.layer, part, stage, unit);
                let last = read.iter().copied().max();
                hold(last >= std::mem::replace(&mut most, last), || {
                    format!("unit {unit} of stage {stage} reads less than one before it")
                })?;
                hold(read.iter().all(|&unit| unit < before), || {
                    format!("unit {unit} of stage {stage} reads {read:?} of {before} units")
                })?;
            }
        }
        stages.sort_by_key(|stage| stage.first);
        let mut next = 0;
        for Stage { first, units, values, .. } in stages {
            let values = units as u64 * values as u64;
            hold(values == 0 || first == next, || {
                format!("a stage begins at rank {first}, where {next} is the next to be written")
            })?;
            next += values;
        }
        let len = self.len(part);
        hold(next == len, || format!("its stages write {next} values of {len}"))
    }

    /// Runs one pass over a part, with all numbers by rank, on memory that holds `junk`.
    fn run(&self, part: usize, pass: Pass, read: &[i32], junk: i32) -> Vec<i32> {
        self.run_units(part, (pass, junk, false), &mut |_, _| Read::Plain(read))
    }

    /// Runs one pass over a part, the units of each stage in descending order, each with the numbers
    /// that it reads and no others.
    fn run_apart(
        &self,
        part: usize,
        pass: Pass,
        read: &[i32],
        junk: i32,
    ) -> Result<Vec<i32>, String> {
        let inboxes = inboxes(self.domain, &self.plan, (self.layer, part), read)?;
        let mut inbox = |stage: usize, unit: usize| Read::Inbox(&inboxes[stage][unit]);
        Ok(self.run_units(part, (pass, junk, true), &mut inbox))
    }

    fn run_units<'r>(
        &self,
        part: usize,
        (pass, junk, apart): (Pass, i32, bool),
        read: &mut dyn FnMut(usize, usize) -> Read<'r>,
    ) -> Vec<i32> {
        let Examined { domain, plan, .. } = self;
        let mut values = vec![junk; self.len(part) as usize];
        let (mut before, mut kept_before) = (Vec::new(), 0);
        let mut reused = domain.scratch(plan);
        for (stage, described) in domain.stages(self.layer, part).into_iter().enumerate() {
            let Stage { first, units, values: width, carry: kept, .. } = described;
            let mut carry = vec![junk; units * kept];
            for unit in 0..units {
                let unit = if apart { units - 1 - unit } else { unit };
                let of_others = match apart {
                    true => self.left((part, stage, unit), &before, kept_before, junk),
                    false => LeftToUnit::default(),
                };
                let data = UnitData {
                    read: read(stage, unit),
                    before: match apart {
                        true => of_others.before(unit),
                        false => Before::All(&before),
                    },
                    values: &mut values[first as usize + unit * width..][..width],
                    carry: &mut carry[unit * kept..][..kept],
                };
                if !apart {
                    reused = domain.scratch(plan);
                }
                domain.run(plan, PassUnit { pass, part, stage, unit }, data, &mut reused);
            }
            (before, kept_before) = (carry, kept);
        }
        values
    }

    /// Finds what a unit lists among what the stage before left, `len` numbers a unit.
    fn left(
        &self,
        (part, stage, unit): (usize, usize, usize),
        before: &[i32],
        len: usize,
        junk: i32,
    ) -> LeftToUnit {
        let listed = self.domain.reads_before(self.layer, part, stage, unit);
        // From the last to the first, and numbers that are not listed are others.
        let mut left =
            LeftToUnit { some: vec![!junk; listed.len() * len], ..LeftToUnit::default() };
        left.places = (0..listed.len() as u32).rev().collect();
        for (at, &read) in listed.iter().enumerate().rev() {
            let of_unit: &[i32] = &before[read * len..][..len];
            let some = &mut left.some[left.places[at] as usize * len..][..len];
            let rows = self.domain.rows_before(&self.plan, part, stage, unit, at);
            rows.for_each(len, |row| some[row.clone()].copy_from_slice(&of_unit[row]));
            let start = left.each.len();
            if (unit / 2 + at).is_multiple_of(2) {
                left.each.extend_from_slice(some);
                left.starts.push(LeftAt::Whole(start));
            } else {
                rows.for_each(len, |row| left.each.extend_from_slice(&of_unit[row]));
                left.starts.push(LeftAt::Rows(start));
            }
        }
        left.starts.reverse();
        left
    }

    fn pass(
        &self,
        id: PartId,
        pass: Pass,
        values: &[Vec<Interval>],
        seed: u64,
    ) -> Result<(), Violation> {
        let part = id.part;
        let partner = self.domain.partner(self.layer, part);
        let other = PartId { part: partner, ..id };
        let read = match pass {
            Pass::Lower => values[partner].iter().map(|value| value.upper).collect(),
            Pass::Upper | Pass::Nearest => {
                values[partner].iter().map(|value| value.lower).collect()
            }
            // Most are struck out, so that both results of a round occur.
            Pass::Leave => self.entries(
                other,
                |rank| i32::from(scramble(&(other, rank), seed).is_multiple_of(4)),
                |_| 0,
            ),
            Pass::Retrograde => self.entries(
                other,
                |rank| made_up_status(other, rank, seed).code(),
                |value| Status::of_sign(value.lower).code(),
            ),
        };
        // Values are backed up from values, bounds from bounds.
        let exactly = |part: &Vec<Interval>| {
            part.iter().map(|value| Interval::exactly(value.lower)).collect()
        };
        let exact: Vec<Vec<Interval>> = match pass {
            Pass::Nearest => values.iter().map(exactly).collect(),
            _ => Vec::new(),
        };
        let found = self.run(part, pass, &read, i32::MIN);
        let again = self.run_apart(part, pass, &read, 12_345).at(|| self.opened.place(id))?;
        let pinned = self.domain.pinned(&self.plan, part);
        if !pinned.is_sorted_by_key(|&(rank, _)| rank) {
            return Err("pinned positions are not in the order of ranks")
                .at(|| self.opened.place(id));
        }
        let other = found.iter().zip(&again).position(|(found, again)| found != again);
        if let Some(rank) = other {
            return Err(format!(
                "{pass:?} writes {} or {} for rank {rank}: its units are not independent, read \
                 more than they declare, or do not write it",
                found[rank], again[rank]
            ))
            .at(|| self.opened.place(id));
        }
        self.opened.each_of(id, self.ranks(id, pass, seed), |rank, position| {
            let found = found[rank as usize];
            let pin = pinned.iter().find(|(pinned, _)| *pinned == rank).map(|(_, value)| *value);
            let expected = match pass {
                Pass::Nearest => {
                    let value = self.backup(partner, position, &exact)?;
                    return hold(pin.is_some() || value.contains(Interval::exactly(found)), || {
                        format!("{pass:?} writes {found}, which is not next to the mean {value:?}")
                    });
                }
                Pass::Leave | Pass::Retrograde => self.by_rules(pass, partner, position, &read)?,
                Pass::Lower | Pass::Upper => {
                    let value = self.backup(partner, position, values)?;
                    hold(pin.is_none_or(|pin| pin == value), || {
                        format!("is pinned to {pin:?}, and its backup is {value:?}")
                    })?;
                    if pass == Pass::Lower { value.lower } else { value.upper }
                }
            };
            // A pass may write anything for a pinned position, since it is overwritten.
            hold(pin.is_some() || found == expected, || {
                format!("{pass:?} writes {found}, by definition it is {expected}")
            })
        })
    }

    fn backup(
        &self,
        partner: usize,
        position: &PositionOf<S>,
        values: &[Vec<Interval>],
    ) -> Result<Interval, String> {
        let mut elsewhere = None;
        let value = self.domain.backup(position, &mut |asked: &PositionOf<S>| {
            let (part, rank) = self.opened.rank(asked).ok_or_else(Unanswered::default)?;
            if part.layer != self.layer {
                return Ok(made_up(self.domain.unknown(), part, rank, 0));
            }
            if part.part != partner {
                elsewhere = Some(part);
            }
            values[part.part].get(rank as usize).copied().ok_or_else(Unanswered::default)
        });
        hold(elsewhere.is_none(), || {
            format!("asks for {elsewhere:?}, and the partner is {partner}")
        })?;
        value.map_err(|_| "backup asks for a position that has no rank".to_owned())
    }

    /// Returns what `Leave` or `Retrograde` must write for a position, by the rules alone: `read`
    /// is the partner's state before.
    fn by_rules(
        &self,
        pass: Pass,
        partner: usize,
        position: &PositionOf<S>,
        read: &[i32],
    ) -> Result<i32, String> {
        let game = self.domain.game();
        let (mover, leaving) = (game.to_move(position), pass == Pass::Leave);
        let mut elsewhere = None;
        let mut code = |after: &PositionOf<S>| {
            let over = game.outcome(after).map(|payoffs| payoffs.of(mover));
            match (over, self.opened.rank(after)) {
                (Some(_), _) if leaving => 0,
                (Some(payoff), _) => Status::of_sign(payoff.into()).code(),
                (None, Some((part, rank))) if part.layer == self.layer => {
                    let held = read.get(rank as usize).filter(|_| part.part == partner);
                    let Some(&held) = held else {
                        elsewhere = Some((part, rank));
                        return 0;
                    };
                    if leaving { i32::from(held != 0) } else { Status::after(held) }
                }
                (None, Some(_)) if leaving => 0,
                (None, Some((part, rank))) => Status::after(made_up_status(part, rank, 0).code()),
                // A position that no table holds may lead back.
                (None, None) if leaving => 1,
                (None, None) => Status::Unknown.code(),
            }
        };
        let best = game.chances(position).into_iter().filter_map(|(chance, _)| {
            let mut plays = Vec::new();
            game.plays(position, chance, &mut plays);
            plays.iter().map(|play| code(&play.after)).max()
        });
        // A position is struck out if some roll has only plays to struck-out positions or outside.
        let code = if leaving { best.min().unwrap_or(0) } else { Status::of_best(best) };
        hold(elsewhere.is_none(), || {
            format!("has a play to {elsewhere:?}, and the partner is {partner}")
        })?;
        Ok(code)
    }
}

/// Numbers that one unit reads of what others left.
#[derive(Default)]
struct LeftToUnit {
    /// All of each unit, and the place of each.
    some: Vec<i32>,
    places: Vec<u32>,
    /// Some whole, of others the rows alone, and their places.
    each: Vec<i32>,
    starts: Vec<LeftAt>,
}

impl LeftToUnit {
    /// Returns them in one way or the other.
    fn before(&self, unit: usize) -> Before<'_> {
        match unit.is_multiple_of(2) {
            true => Before::Some(&self.some, &self.places),
            false => Before::Each(&self.each, &self.starts),
        }
    }
}
