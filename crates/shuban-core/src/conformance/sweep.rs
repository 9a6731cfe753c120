//! The laws of a fast way.

use std::collections::BTreeMap;

use super::{Violation, hold, scramble};
use crate::domain::{IndexOf, LayerId, PartId, PositionOf, Unanswered};
use crate::game::Game;
use crate::interval::Interval;
use crate::sweep::{Finished, Pass, PassUnit, Stage, Status, Sweep, UnitData};

/// Holds a sweep of one layer to its laws, on made-up values of the layer and of those it needs:
/// its stages cover every rank once; each pass gives, in whatever order the units of a stage run
/// and whatever the memory held before, what `backup` gives (`Lower`, `Upper`) and what the rules
/// give (`Leave`) at **every** position; and `backup` agrees with the values that are pinned.
///
/// For small layers: each position is backed up four times.
///
/// # Errors
/// The first [`Violation`].
pub fn sweep<S: Sweep>(domain: &S, layer: LayerId) -> Result<(), Violation> {
    let name = || format!("layer {}", domain.layers()[layer.0].name);
    let open = |layer: LayerId| -> Result<Vec<IndexOf<S>>, Violation> {
        let parts = 0..domain.layers()[layer.0].parts.len();
        let opened =
            parts.map(|part| domain.index(PartId { layer, part })).collect::<Result<_, _>>();
        opened.map_err(|error| Violation {
            place: name(),
            law: format!("a part has no index: {error}"),
        })
    };
    let indexes = open(layer)?;
    let mut finished = BTreeMap::new();
    for &need in &domain.layers()[layer.0].needs {
        let opened = open(need)?.into_iter().enumerate();
        finished.extend(opened.map(|(part, index)| (PartId { layer: need, part }, index)));
    }
    let needs = domain.layers()[layer.0].needs.clone();
    let Ok(plan) = domain.plan(layer, &mut MadeUp { unknown: domain.unknown(), needs }) else {
        return hold(false, name, || "its plan asks for more than the layers that it needs");
    };
    let examined = Examined { domain, layer, indexes, finished, plan };
    for part in 0..examined.indexes.len() {
        examined.stages(part)?;
    }
    for seed in 1..=2 {
        let iterate = examined.iterate(seed);
        for part in 0..examined.indexes.len() {
            for pass in [Pass::Lower, Pass::Upper, Pass::Leave, Pass::Retrograde] {
                examined.pass(part, pass, &iterate)?;
            }
        }
    }
    Ok(())
}

/// Values of finished layers: proper intervals that depend on part and rank alone.
struct MadeUp {
    unknown: Interval,
    needs: Vec<LayerId>,
}

impl MadeUp {
    /// Only layers that the layer says it needs are at hand.
    fn at_hand(&self, part: PartId) -> Result<(), Unanswered> {
        if self.needs.contains(&part.layer) { Ok(()) } else { Err(Unanswered::default()) }
    }
}

impl Finished for MadeUp {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        self.at_hand(part)?;
        Ok(ranks.iter().map(|&rank| made_up(self.unknown, part, rank, 0)).collect())
    }

    fn statuses(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        self.at_hand(part)?;
        Ok(ranks.iter().map(|&rank| made_up_status(part, rank, 0)).collect())
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

/// Most are losses, so that every result of a round of retrograde analysis occurs.
fn made_up_status(part: PartId, rank: u64, seed: u64) -> Status {
    use Status::{Loss, Unknown, Valued, Win};
    [Loss, Loss, Loss, Loss, Win, Win, Valued, Unknown]
        [(scramble(&(part, rank), seed) % 8) as usize]
}

/// What the parts of a layer hold before a pass: values, and marks of the proof of leaving.
struct Iterate {
    values: Vec<Vec<Interval>>,
    marks: Vec<Vec<i32>>,
    statuses: Vec<Vec<i32>>,
}

struct Examined<'d, S: Sweep> {
    domain: &'d S,
    layer: LayerId,
    indexes: Vec<IndexOf<S>>,
    finished: BTreeMap<PartId, IndexOf<S>>,
    plan: S::Plan,
}

impl<S: Sweep> Examined<'_, S> {
    fn place(&self, part: usize) -> String {
        let layer = &self.domain.layers()[self.layer.0];
        format!("layer {}, part {}", layer.name, layer.parts[part].name)
    }

    fn iterate(&self, seed: u64) -> Iterate {
        let unknown = self.domain.unknown();
        let mut iterate = Iterate { values: Vec::new(), marks: Vec::new(), statuses: Vec::new() };
        for (part, index) in self.indexes.iter().enumerate() {
            let id = PartId { layer: self.layer, part };
            let mut values: Vec<Interval> =
                (0..index.len()).map(|rank| made_up(unknown, id, rank, seed)).collect();
            for (rank, value) in self.domain.pinned(&self.plan, part) {
                values[rank as usize] = value;
            }
            iterate.values.push(values);
            // Most are struck out, so that both results of a round occur.
            let left = |rank: u64| i32::from(scramble(&(id, rank), seed).is_multiple_of(4));
            let mut marks: Vec<i32> = (0..index.len()).map(left).collect();
            for (rank, _) in self.domain.pinned(&self.plan, part) {
                marks[rank as usize] = 0;
            }
            iterate.marks.push(marks);
            let status = |rank: u64| made_up_status(id, rank, seed).code();
            let mut statuses: Vec<i32> = (0..index.len()).map(status).collect();
            for (rank, value) in self.domain.pinned(&self.plan, part) {
                statuses[rank as usize] = Status::of_sign(value.lower).code();
            }
            iterate.statuses.push(statuses);
        }
        iterate
    }

    fn stages(&self, part: usize) -> Result<(), Violation> {
        let place = || self.place(part);
        let mut stages = self.domain.stages(&self.plan, part);
        stages.sort_by_key(|stage| stage.first);
        let mut next = 0;
        for stage in &stages {
            let values = stage.units as u64 * stage.values as u64;
            hold(values == 0 || stage.first == next, place, || {
                format!(
                    "a stage begins at rank {}, where {next} is the next to be written",
                    stage.first
                )
            })?;
            next += values;
        }
        let len = self.indexes[part].len();
        hold(next == len, place, || format!("its stages write {next} values of {len}"))
    }

    /// One pass over a part, the units of each stage in ascending or descending order, on memory
    /// that holds `junk`.
    fn run(&self, part: usize, pass: Pass, read: &[i32], descending: bool, junk: i32) -> Vec<i32> {
        let mut values = vec![junk; self.indexes[part].len() as usize];
        let mut before = Vec::new();
        let mut reused = self.domain.scratch(&self.plan);
        for (number, stage) in self.domain.stages(&self.plan, part).into_iter().enumerate() {
            let mut carry = vec![junk; stage.units * stage.carry];
            let mut units: Vec<usize> = (0..stage.units).collect();
            if descending {
                units.reverse();
            }
            for unit in units {
                let Stage { first, values: width, carry: kept, .. } = stage;
                let start = first as usize + unit * width;
                let data = UnitData {
                    read,
                    before: &before,
                    values: &mut values[start..start + width],
                    carry: &mut carry[unit * kept..(unit + 1) * kept],
                };
                let mut fresh = self.domain.scratch(&self.plan);
                let scratch = if descending { &mut reused } else { &mut fresh };
                self.domain.run(
                    &self.plan,
                    PassUnit { pass, part, stage: number, unit },
                    data,
                    scratch,
                );
            }
            before = carry;
        }
        values
    }

    fn pass(&self, part: usize, pass: Pass, iterate: &Iterate) -> Result<(), Violation> {
        let partner = self.domain.partner(&self.plan, part);
        let read: Vec<i32> = match pass {
            Pass::Lower => iterate.values[partner].iter().map(|value| value.upper).collect(),
            Pass::Upper => iterate.values[partner].iter().map(|value| value.lower).collect(),
            Pass::Leave => iterate.marks[partner].clone(),
            Pass::Retrograde => iterate.statuses[partner].clone(),
        };
        let found = self.run(part, pass, &read, false, i32::MIN);
        let again = self.run(part, pass, &read, true, 12_345);
        let differs = (0..found.len()).find(|&rank| found[rank] != again[rank]);
        hold(
            differs.is_none(),
            || self.place(part),
            || {
                let rank = differs.unwrap_or_default();
                format!(
                    "{pass:?} writes {} or {} at rank {rank}: its units are not independent, or do not \
                     write it",
                    found[rank], again[rank]
                )
            },
        )?;
        let pinned = self.domain.pinned(&self.plan, part);
        for rank in 0..found.len() as u64 {
            let Some(position) = self.indexes[part].unrank(rank) else {
                return hold(false, || self.place(part), || format!("rank {rank} has no position"));
            };
            let at = || {
                format!(
                    "{}, rank {rank} (`{}`)",
                    self.place(part),
                    self.domain.game().format(&position)
                )
            };
            let pin = pinned.iter().find(|(pinned, _)| *pinned == rank).map(|(_, value)| *value);
            let expected = match pass {
                Pass::Leave => self.stays(partner, &position, &iterate.marks),
                Pass::Retrograde => self.settled(partner, &position, &iterate.statuses),
                Pass::Lower | Pass::Upper => {
                    let value = self.backup(part, partner, &position, &iterate.values)?;
                    hold(pin.is_none_or(|pin| pin == value), at, || {
                        format!("is pinned to {pin:?}, and its backup is {value:?}")
                    })?;
                    if pass == Pass::Lower { value.lower } else { value.upper }
                }
            };
            // What a pass writes for a pinned position is overwritten, so it may be anything.
            hold(pin.is_some() || found[rank as usize] == expected, at, || {
                format!("{pass:?} writes {}, by definition it is {expected}", found[rank as usize])
            })?;
        }
        Ok(())
    }

    fn backup(
        &self,
        part: usize,
        partner: usize,
        position: &PositionOf<S>,
        values: &[Vec<Interval>],
    ) -> Result<Interval, Violation> {
        let mut elsewhere = None;
        let value = self.domain.backup(position, &mut |asked: &PositionOf<S>| {
            let located = self.domain.locate(asked).ok_or_else(Unanswered::default)?;
            if located.layer == self.layer {
                if located.part != partner {
                    elsewhere = Some(located);
                }
                let rank =
                    self.indexes[located.part].rank(asked).ok_or_else(Unanswered::default)?;
                Ok(values[located.part][rank as usize])
            } else {
                let rank = self
                    .finished
                    .get(&located)
                    .and_then(|index| index.rank(asked))
                    .ok_or_else(Unanswered::default)?;
                Ok(made_up(self.domain.unknown(), located, rank, 0))
            }
        });
        let at = || format!("{} (`{}`)", self.place(part), self.domain.game().format(position));
        hold(elsewhere.is_none(), at, || {
            format!("asks for {elsewhere:?}, and the partner is {partner}")
        })?;
        value.map_err(|_| Violation {
            place: at(),
            law: "backup asks for a position that has no rank".into(),
        })
    }

    /// The status that follows from those of the successors, by the rules alone.
    fn settled(&self, partner: usize, position: &PositionOf<S>, statuses: &[Vec<i32>]) -> i32 {
        let game = self.domain.game();
        let mover = game.to_move(position);
        let code = |after: &PositionOf<S>| match game.outcome(after) {
            Some(payoffs) => Status::of_sign(payoffs.of(mover).into()).code(),
            None => match self.domain.locate(after) {
                Some(located) if located.layer == self.layer => {
                    let rank = self.indexes[partner].rank(after).unwrap_or_default();
                    Status::after(statuses[partner][rank as usize])
                }
                Some(located) => {
                    let rank = self.finished.get(&located).and_then(|index| index.rank(after));
                    Status::after(made_up_status(located, rank.unwrap_or_default(), 0).code())
                }
                None => Status::Unknown.code(),
            },
        };
        Status::of_best(game.chances(position).into_iter().filter_map(|(chance, _)| {
            let mut plays = Vec::new();
            game.plays(position, chance, &mut plays);
            plays.iter().map(|play| code(&play.after)).max()
        }))
    }

    /// 0 if some roll has plays only to positions struck out or outside of the layer, else 1.
    fn stays(&self, partner: usize, position: &PositionOf<S>, marks: &[Vec<i32>]) -> i32 {
        let game = self.domain.game();
        let is_left = |after: &PositionOf<S>| match self.domain.locate(after) {
            _ if game.outcome(after).is_some() => false,
            Some(located) if located.layer == self.layer => {
                let rank = self.indexes[partner].rank(after);
                rank.is_some_and(|rank| marks[partner][rank as usize] != 0)
            }
            Some(_) => false,
            // What no table holds may lead back.
            None => true,
        };
        let forces_out = |chance| {
            let mut plays = Vec::new();
            game.plays(position, chance, &mut plays);
            !plays.iter().any(|play| is_left(&play.after))
        };
        i32::from(!game.chances(position).into_iter().any(|(chance, _)| forces_out(chance)))
    }
}
