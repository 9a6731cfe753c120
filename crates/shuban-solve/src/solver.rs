//! Ways to solve a layer.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use shuban_core::{Domain, IndexOf, Interval, IntervalDomain, LayerId, ONE, PositionOf, Sweep, Unanswered};

use crate::checkpoint::Checkpoint;
use crate::error::Error;
use crate::iterate::{
    Bounds, ByBackup, BySweep, Iterate, Leaving, Operator, Settled, iterate, leave, settle,
};
use crate::progress::Progress;
use crate::retrograde::retrograde;
use crate::tables::{OpenLayer, Tables};

/// A layer to be solved, with all that is known before.
pub struct Job<'a, D: Domain> {
    /// The domain.
    pub domain: &'a D,
    /// The layer.
    pub layer: LayerId,
    /// The index of each part.
    pub indexes: &'a [IndexOf<D>],
    /// The finished layers that this one needs.
    pub tables: &'a Tables<'a, D>,
    /// The widest interval asked for, in units; of no matter where values are exact.
    pub width: i64,
    /// Where to save work in progress, and how often.
    pub checkpoint: Option<Checkpoint>,
    /// Who is told.
    pub progress: &'a dyn Progress,
}

/// The values of a part, in whatever form the solver has them.
pub trait Values<V>: Send + Sync {
    /// How many there are.
    fn count(&self) -> u64;

    /// The value of a rank below `count()`.
    fn value(&self, rank: u64) -> V;
}

impl<V: Clone + Send + Sync> Values<V> for Vec<V> {
    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn value(&self, rank: u64) -> V {
        self[rank as usize].clone()
    }
}

impl Values<Interval> for Bounds {
    fn count(&self) -> u64 {
        self.lower.len() as u64
    }

    fn value(&self, rank: u64) -> Interval {
        self.get(rank as usize)
    }
}

/// A solved layer.
pub struct Solved<V> {
    /// Values by part and rank.
    pub parts: Vec<Box<dyn Values<V>>>,
    /// The codes of [`Status`](shuban_core::Status) that retrograde analysis came to, by part and rank, where
    /// it went before iteration.
    pub statuses: Option<Vec<Vec<i8>>>,
    /// Facts for the manifest, by part.
    pub part_facts: Vec<BTreeMap<String, Json>>,
    /// Facts for the manifest, of the layer.
    pub facts: BTreeMap<String, Json>,
}

/// A way to solve layers of a domain.
pub trait Solver<D: Domain>: Sync {
    /// Its name, for the file's provenance.
    fn name(&self) -> &'static str;

    /// Bytes of memory for a layer, about, with so many threads.
    fn bytes(&self, domain: &D, layer: LayerId, threads: usize) -> u64;

    /// Whether a stored value agrees with what backing up its successors gives.
    fn certifies(&self, stored: &D::Value, backed_up: &D::Value) -> bool;

    /// The width of a value in units, where values are intervals.
    fn width(&self, _value: &D::Value) -> Option<i64> {
        None
    }

    /// Whether values hold only together with the proof that play leaves the layer.
    fn needs_leaving(&self) -> bool;

    /// Solves a layer.
    ///
    /// # Errors
    /// [`Error`]: a finished layer cannot be read, or the work was called off.
    fn solve(&self, job: &Job<'_, D>) -> Result<Solved<D::Value>, Error>;
}

/// Exact values by retrograde analysis, for layers whose values follow from each other.
pub struct Retrograde;

/// Certified intervals through `backup` alone.
pub struct IterateByBackup;

/// Certified intervals through the domain's own [`Sweep`].
pub struct IterateBySweep;

impl<D: Domain> Solver<D> for Retrograde {
    fn name(&self) -> &'static str {
        "retrograde"
    }

    fn bytes(&self, domain: &D, layer: LayerId, _threads: usize) -> u64 {
        const THREADS_AND_BLOCKS: u64 = 1 << 18;
        let value = size_of::<D::Value>() as u64;
        let pointed_to = domain.bytes_per_value().saturating_sub(value);
        // The values found, and beside them ranks and values of a pass; then, of those interned, a set, a
        // list and a map.
        let pass = 2 * size_of::<Option<D::Value>>() as u64 + 8;
        let interned = if domain.interns() { 3 * value } else { 0 };
        let each = pointed_to.saturating_add(pass + interned);
        positions(domain, layer).saturating_mul(each).saturating_add(THREADS_AND_BLOCKS)
    }

    fn certifies(&self, stored: &D::Value, backed_up: &D::Value) -> bool {
        stored == backed_up
    }

    fn needs_leaving(&self) -> bool {
        false
    }

    fn solve(&self, job: &Job<'_, D>) -> Result<Solved<D::Value>, Error> {
        job.progress.phase("retrograde analysis", 0);
        let ask = |position: &PositionOf<D>| job.tables.ask(position);
        let found = retrograde(job.domain, job.layer, job.indexes, &ask).map_err(|e| job.tables.why(e))?;
        let layer = &job.domain.layers()[job.layer.0];
        let parts = (found.values.into_iter().zip(&layer.parts))
            .map(|(values, part)| {
                let len = values.len();
                let values: Vec<_> = values.into_iter().flatten().collect();
                if values.len() == len {
                    Ok(Box::new(values) as Box<dyn Values<D::Value>>)
                } else {
                    Err(Error::Unvalued {
                        domain: layer.name.clone(),
                        part: part.name.clone(),
                        left: (len - values.len()) as u64,
                    })
                }
            })
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(Solved {
            part_facts: vec![BTreeMap::new(); parts.len()],
            parts,
            statuses: None,
            facts: facts([("passes", json!(found.passes))]),
        })
    }
}

impl<D: IntervalDomain> Solver<D> for IterateByBackup {
    fn name(&self) -> &'static str {
        "interval iteration through backup"
    }

    fn bytes(&self, domain: &D, layer: LayerId, _threads: usize) -> u64 {
        // Two bounds, and a part's next ones beside them; and what retrograde analysis knew.
        positions(domain, layer).saturating_mul(17)
    }

    /// The two conditions of an inductive table: l ≤ ⌊T l⌋ and ⌈T u⌉ ≤ u.
    fn certifies(&self, stored: &Interval, backed_up: &Interval) -> bool {
        stored.contains(*backed_up)
    }

    fn width(&self, value: &Interval) -> Option<i64> {
        Some(value.width())
    }

    fn needs_leaving(&self) -> bool {
        true
    }

    fn solve(&self, job: &Job<'_, D>) -> Result<Solved<Interval>, Error> {
        let ask = |position: &PositionOf<D>| job.tables.ask(position);
        let status = |position: &PositionOf<D>| job.tables.ask_status(position);
        let operator = ByBackup {
            domain: job.domain,
            layer: job.layer,
            indexes: job.indexes,
            finished: &ask,
            finished_status: &status,
        };
        certified(job, &operator)
    }
}

impl<S: Sweep> Solver<S> for IterateBySweep {
    fn name(&self) -> &'static str {
        "interval iteration by sweeps"
    }

    fn bytes(&self, domain: &S, layer: LayerId, threads: usize) -> u64 {
        // Marks before and after a round; later two bounds, and what retrograde analysis knew.
        positions(domain, layer).saturating_mul(13).saturating_add(domain.bytes(layer, threads))
    }

    /// The two conditions of an inductive table: l ≤ ⌊T l⌋ and ⌈T u⌉ ≤ u.
    fn certifies(&self, stored: &Interval, backed_up: &Interval) -> bool {
        stored.contains(*backed_up)
    }

    fn width(&self, value: &Interval) -> Option<i64> {
        Some(value.width())
    }

    fn needs_leaving(&self) -> bool {
        true
    }

    fn solve(&self, job: &Job<'_, S>) -> Result<Solved<Interval>, Error> {
        job.progress.phase("planning the sweeps", 0);
        let plan = job.domain.plan(job.layer, &mut job.tables.finished()).map_err(|e| job.tables.why(e))?;
        certified(job, &BySweep::new(job.domain, plan, lens(job)))
    }
}

/// Proves that play leaves the layer, then narrows its bounds, from the last checkpoint if there is one.
fn certified<D: IntervalDomain>(
    job: &Job<'_, D>,
    operator: &dyn Operator,
) -> Result<Solved<Interval>, Error> {
    let lens = lens(job);
    job.progress.phase("proving that play leaves the layer", 0);
    let called_off = || if job.progress.interrupted() { Err(Unanswered) } else { Ok(()) };
    let why = |unanswered| match job.progress.interrupted() {
        true => Error::Interrupted,
        false => job.tables.why(unanswered),
    };
    let leaving = leave(operator.marks(), |marks| {
        called_off()?;
        operator.strike(marks)
    });
    let leaving = leaving.map_err(why)?;
    let needs_are_proven = job.tables.layers().all(OpenLayer::is_proven);
    if !leaving.is_proven() || !needs_are_proven {
        job.progress.note("play need not leave this layer, or one it needs: its bounds are not proven");
    }
    job.progress.phase("retrograde analysis", 0);
    let settled = settle(&lens, |statuses| {
        called_off()?;
        operator.settle(statuses)
    });
    let settled = settled.map_err(why)?;
    let saved = job.checkpoint.as_ref().and_then(|checkpoint| {
        checkpoint.load(&lens, job.domain.unknown()).unwrap_or_else(|reason| {
            job.progress.note(&format!("the checkpoint is not used: {reason}"));
            None
        })
    });
    if let Some(saved) = &saved {
        job.progress.note(&format!("going on from the checkpoint after sweep {}", saved.sweeps));
    }
    let start = saved.unwrap_or_else(|| Iterate::start(operator.start()));

    // A layer that depends on this one inherits its width: so leave room.
    let goal = (job.width / 4).max(1);
    let bits = |width: i64| 64 - (width.max(1) as u64).leading_zeros();
    let full = Iterate::start(vec![Bounds::all(1, job.domain.unknown())]).width;
    let (first, last) = (bits(full), bits(goal));
    job.progress.phase("narrowing the bounds", u64::from(first - last.min(first)));
    let (mut saved_at, mut saving) = (Instant::now(), Duration::ZERO);
    let done = iterate(operator, start, goal, &mut |now| {
        let narrowed = first.saturating_sub(bits(now.width).max(last));
        let width = now.width as f64 / f64::from(ONE);
        job.progress.at(u64::from(narrowed), &format!("sweep {}, widest {width:.1e}", now.sweeps));
        let interrupted = job.progress.interrupted();
        let done = now.width <= goal || now.exhausted;
        if !done
            && let Some(checkpoint) = &job.checkpoint
            && (interrupted || saved_at.elapsed() >= checkpoint.wait_after(saving))
        {
            let started = Instant::now();
            if let Err(error) = checkpoint.save(now) {
                job.progress.note(&format!("no checkpoint could be written: {error}"));
            }
            saved_at = Instant::now();
            saving = saved_at - started;
        }
        if interrupted && !done { Err(Unanswered) } else { Ok(()) }
    });
    let done = match done {
        // Work that is done is published, even if it was called off a moment before.
        Ok(done) => done,
        Err(_) if job.progress.interrupted() => return Err(Error::Interrupted),
        Err(unanswered) => return Err(job.tables.why(unanswered)),
    };
    Ok(solved(job.width, leaving.is_proven() && needs_are_proven, &leaving, settled, done))
}

fn solved(asked: i64, proven: bool, leaving: &Leaving, settled: Settled, done: Iterate) -> Solved<Interval> {
    let number = |width: i64| json!(width as f64 / f64::from(ONE));
    let part_facts = (done.parts.iter().zip(&leaving.left).enumerate())
        .map(|(place, (part, left))| {
            facts([
                ("valued", json!(settled.valued(place))),
                ("width_asked", number(asked)),
                ("width_reached", number(part.width())),
                ("left", json!(left.len())),
                // Enough to look at; the whole list may be as long as the layer.
                ("left_first", json!(&left[..left.len().min(100)])),
            ])
        })
        .collect();
    let facts = facts([
        ("sweeps", json!(done.sweeps)),
        ("stalled", json!(done.width > asked)),
        ("leaving_rounds", json!(leaving.rounds)),
        ("leaving_proven", json!(proven)),
    ]);
    let parts = done.parts.into_iter().map(|part| Box::new(part) as Box<dyn Values<Interval>>).collect();
    Solved { parts, statuses: Some(settled.statuses), part_facts, facts }
}

fn facts<const N: usize>(facts: [(&str, Json); N]) -> BTreeMap<String, Json> {
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn lens<D: Domain>(job: &Job<'_, D>) -> Vec<usize> {
    job.indexes.iter().map(|index| index.len() as usize).collect()
}

/// How many positions a layer has, as far as its description says.
pub(crate) fn positions<D: Domain>(domain: &D, layer: LayerId) -> u64 {
    domain.layers()[layer.0].parts.iter().filter_map(|part| part.positions).sum()
}
