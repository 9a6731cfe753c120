//! A layer that play need not leave is refused before it is built.

use std::path::Path;
use std::sync::Arc;

use shuban_core::backup::backup_expected;
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, Interval, IntervalDomain, Layer, LayerId,
    NotationError, Part, PartId, Payoffs, Play, Seat, Silent, Tabulate, Unanswered,
};
use shuban_solve::{Error, FixedPoints, IterateByBackup, VerifyOptions, build, verify};
use shuban_store::{FileSystem, layer_path};
use shuban_store_testing::MemoryDisk;

use super::common::options;

/// The number of steps to go, one walker for both: the player who gets home wins. With more than
/// one step to go, a player may as well wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Walk {
    steps: u64,
    seat: Seat,
}

struct Walking;

impl Game for Walking {
    type Position = Walk;
    type Chance = ();
    type Move = bool;

    fn name(&self) -> String {
        "walking".into()
    }

    fn to_move(&self, walk: &Walk) -> Seat {
        walk.seat
    }

    fn outcome(&self, walk: &Walk) -> Option<Payoffs> {
        let lost = if walk.seat == 0 { [-1, 1] } else { [1, -1] };
        (walk.steps == 0).then(|| Payoffs::new(&lost))
    }

    fn chances(&self, _: &Walk) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, walk: &Walk, (): (), plays: &mut Vec<Play<Walk, bool>>) {
        let Walk { steps, seat } = *walk;
        let after = |steps| Walk { steps, seat: 1 - seat };
        if steps > 0 {
            plays.push(Play { action: true, after: after(steps - 1) });
        }
        if steps > 1 {
            plays.push(Play { action: false, after: after(steps) });
        }
    }

    fn canonical(&self, walk: &Walk) -> Walk {
        Walk { seat: 0, ..*walk }
    }

    fn parse(&self, text: &str) -> Result<Walk, NotationError> {
        let steps = text.parse().map_err(|_| NotationError::new(text, 0, "expected a number"))?;
        Ok(Walk { steps, seat: 0 })
    }

    fn format(&self, walk: &Walk) -> String {
        format!("{} to go", walk.steps)
    }

    fn format_move(&self, _: &Walk, (): (), goes: &bool) -> String {
        if *goes { "go".into() } else { "wait".into() }
    }
}

/// One to this many steps.
struct Steps(u64);

impl Index for Steps {
    type Position = Walk;

    fn len(&self) -> u64 {
        self.0
    }

    fn rank(&self, walk: &Walk) -> Option<u64> {
        walk.steps.checked_sub(1).filter(|&rank| rank < self.0)
    }

    fn unrank(&self, rank: u64) -> Option<Walk> {
        (rank < self.0).then_some(Walk { steps: rank + 1, seat: 0 })
    }
}

struct Walks {
    game: Walking,
    layers: Vec<Layer>,
}

impl Walks {
    fn of(steps: u64) -> Self {
        let part = Part { name: "walks".into(), positions: Some(steps) };
        let name = "walking/all".into();
        let layer = Layer { name, parts: vec![part], needs: Vec::new(), cyclic: true };
        Walks { game: Walking, layers: vec![layer] }
    }
}

impl Domain for Walks {
    type Game = Walking;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        "walking".into()
    }

    fn game(&self) -> &Walking {
        &self.game
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _: PartId) -> Result<Box<dyn Index<Position = Walk>>, IndexError> {
        Ok(Box::new(Steps(self.layers[0].positions())))
    }

    fn locate(&self, walk: &Walk) -> Option<PartId> {
        (walk.steps > 0).then_some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        walk: &Walk,
        ask: &mut dyn Ask<Walk, Interval>,
    ) -> Result<Interval, Unanswered> {
        backup_expected(self, walk, ask)
    }

    fn encode(&self, value: &Interval, _: &Dictionary<Interval>) -> Interval {
        *value
    }

    fn decode(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        record.within(Interval::UNKNOWN)
    }
}

impl IntervalDomain for Walks {}

/// One step to go is won; for more nothing follows, which is a fixed point.
impl Tabulate for Walks {
    type Plan = ();
    type Scratch = ();

    fn units(&self, _: PartId) -> Result<Units, IndexError> {
        Ok(Units::evenly(self.layers[0].positions(), 1))
    }

    fn plan(
        &self,
        _: LayerId,
        _: &dyn FinishedTables<Interval, Interval>,
        _: &dyn Workers,
    ) -> Result<(), Unanswered> {
        Ok(())
    }

    fn scratch(&self, (): &()) {}

    fn run(
        &self,
        (): &(),
        unit: &Unit,
        (): &mut (),
        records: &mut [Interval],
    ) -> Result<(), Unstorable> {
        let value = |rank| if rank == 0 { Interval::points(1) } else { Interval::UNKNOWN };
        unit.ranks.clone().zip(records).for_each(|(rank, record)| *record = value(rank));
        Ok(())
    }

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        0
    }
}

#[test]
fn a_fixed_point_is_no_proof_where_play_need_not_leave() {
    let verified = |steps| {
        let files: Arc<dyn FileSystem> = Arc::new(MemoryDisk::default());
        let walks = Walks::of(steps);
        build(&files, &FixedPoints(&walks), LayerId(0), &options(), &Silent).unwrap();
        let options = VerifyOptions { threads: 1, memory: 1 << 20, ..VerifyOptions::new("/data") };
        verify(&files, &FixedPoints(&walks), LayerId(0), &options, &Silent).unwrap()
    };
    assert!(verified(1).passed);
    let verdict = verified(4);
    assert!(!verdict.passed);
    let failure = verdict.failure.unwrap();
    assert!(failure.reason.contains("play need not leave"), "{failure:?}");
    assert_eq!(failure.rank, Some(1));
}

#[test]
fn a_layer_that_play_need_not_leave_is_refused_with_its_first_position() {
    let disk = MemoryDisk::default();
    let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
    let walks = Walks::of(4);
    let refused =
        build(&files, &IterateByBackup(&walks), LayerId(0), &options(), &Silent).unwrap_err();
    assert!(
        matches!(&refused, Error::NeedNotLeave { domain, left: 3, first }
            if domain == "walking/all" && first == "2 to go"),
        "{refused:?}"
    );
    assert_eq!(
        refused.to_string(),
        "walking/all: play need not leave 3 positions of this layer, the first is `2 to go`: no \
         bounds can be certified there, and the layer is not built; say what endless play is worth \
         (`IntervalDomain::endless`), or give rules under which such play ends or leaves the layer"
    );
    let path = layer_path(Path::new("/data"), "walking/all").unwrap();
    assert_eq!(disk.contents(&path), None);
    // With one step to go, waiting is impossible.
    build(&files, &IterateByBackup(&Walks::of(1)), LayerId(0), &options(), &Silent).unwrap();
    assert!(disk.contents(&path).is_some());
}
