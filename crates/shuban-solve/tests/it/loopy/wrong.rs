//! Tables that agree with themselves, or nearly, and are wrong; and domains that no proof covers.

use shuban_core::erased::Tables;
use shuban_core::loopy::Horizon;
use shuban_core::{LayerId, Receding, Record, Silent};
use shuban_solve::{
    EndlessPlay, Error, Job, LayerFacts, LayerFile, RestsOn, Retrograde, Solver, VerifyOptions,
    verify,
};

use super::{BOTH_WAYS, built, files, options, solving, values, verified};
use crate::graph::{NO_LAYER, Node, Walks};

/// Publishes given values.
struct Liar<'d> {
    domain: &'d Walks,
    name: &'static str,
    rests_on: RestsOn,
    values: Vec<Receding>,
    facts: LayerFactsOf,
}

/// The facts that go with values.
type LayerFactsOf = fn(&[Receding]) -> (&'static str, u64);

fn longest(values: &[Receding]) -> (&'static str, u64) {
    ("longest", values.iter().filter_map(|value| value.plies()).max().unwrap_or(0).into())
}

fn passes(_: &[Receding]) -> (&'static str, u64) {
    ("passes", 1)
}

impl Solver for Liar<'_> {
    fn domain(&self) -> &dyn Tables {
        self.domain
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        0
    }

    fn rests_on(&self) -> RestsOn {
        self.rests_on
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let (name, number) = (self.facts)(&self.values);
        let layer = [(name.to_owned(), number.into())].into();
        let facts = LayerFacts { layer, ..LayerFacts::default() };
        let row = |_, rank: u64, row: &mut [u64]| self.values[rank as usize].to_columns(row);
        file.publish(job, &mut { row }, &job.domain.empty_dictionary(), facts)
    }
}

/// Returns two nodes that lead to each other, the first also to a loss of the player to move there;
/// and two more that lead only to each other.
pub(crate) fn circles(cyclic: bool) -> Walks {
    let node = |seat, next: &[usize]| Node {
        seat,
        layer: 0,
        next: Ok(next.iter().map(|&after| (after, 0)).collect()),
    };
    let lost = Node { seat: 1, layer: 0, next: Err(1) };
    let nodes = vec![node(0, &[1, 2]), node(1, &[0]), lost, node(0, &[4]), node(1, &[3])];
    Walks::new(nodes, 0, Horizon::Conversion, cyclic)
}

fn refusal(values: [Receding; 5]) -> String {
    let walks = circles(true);
    let sound = solving(&walks, EndlessPlay::ByMemory);
    let liar = Liar {
        domain: &walks,
        name: sound.name(),
        rests_on: RestsOn::Receding,
        values: values.to_vec(),
        facts: longest,
    };
    let disk = built(&liar, &options()).unwrap();
    let verdict = verified(&sound, &disk, LayerId(0));
    assert!(!verdict.passed, "{verdict}");
    verdict.failure.unwrap().reason
}

#[test]
fn the_right_table_passes() {
    let walks = circles(true);
    let disk = built(&solving(&walks, EndlessPlay::ByPasses), &options()).unwrap();
    let draw = Receding::endless(0);
    let expected =
        [Receding::within(1, 1), Receding::within(-1, 2), Receding::within(-1, 0), draw, draw];
    assert_eq!(values(&walks, &disk, LayerId(0)), expected);
    let verdict = verified(&solving(&walks, EndlessPlay::ByMemory), &disk, LayerId(0));
    assert!(verdict.to_string().contains("; values recede, from 2 plies down ("), "{verdict}");
}

#[test]
fn tables_that_support_themselves_are_refused() {
    let (won, lost, draw) = (Receding::within(1, 1), Receding::within(-1, 2), Receding::endless(0));
    let over = Receding::within(-1, 0);
    for (what, values) in [
        ("all drawn", [draw; 5]),
        ("all won", [Receding::within(1, 1); 5]),
        // Each of the two rests on the other.
        ("mutual support", [won, lost, over, Receding::within(1, 3), Receding::within(-1, 2)]),
        (
            "as far away as can be told",
            [won, lost, over, Receding::within(1, u16::MAX), Receding::within(-1, u16::MAX)],
        ),
        ("a win without plies", [won, lost, over, Receding::endless(1), Receding::endless(-1)]),
        ("draws with plies", [won, lost, over, Receding::within(0, 3), Receding::within(0, 2)]),
    ] {
        let reason = refusal(values);
        assert!(
            reason.contains("does not agree with") || reason.contains("rest on an end of play"),
            "{what}: {reason}"
        );
    }
    // Plies up to the largest number would agree with each other there, and do not recede.
    let last = Receding::MAX_PLIES;
    let values = [won, lost, over, Receding::within(1, last), Receding::within(-1, last)];
    let reason = refusal(values);
    assert!(reason.contains("no play brings the gain nearer"), "{reason}");
}

/// A solver that only declares receding values.
struct Forgetful<'d>(&'d Walks);

impl Solver for Forgetful<'_> {
    fn domain(&self) -> &dyn Tables {
        self.0
    }

    fn name(&self) -> &'static str {
        "forgetful"
    }

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        0
    }

    fn rests_on(&self) -> RestsOn {
        RestsOn::Receding
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let won = |_, rank: u64, row: &mut [u64]| {
            Receding::within([1, -1][(rank % 2) as usize], u16::MAX).to_columns(row);
        };
        file.publish(job, &mut { won }, &job.domain.empty_dictionary(), LayerFacts::default())
    }
}

#[test]
fn a_solver_without_a_check_that_values_recede_verifies_nothing() {
    let node = |seat, after| Node { seat, layer: 0, next: Ok(vec![(after, 0)]) };
    let walks = Walks::new(vec![node(0, 1), node(1, 0)], 0, Horizon::Conversion, true);
    let forgetful = Forgetful(&walks);
    let disk = built(&forgetful, &options()).unwrap();
    let options = VerifyOptions { threads: 1, memory: u64::MAX, ..VerifyOptions::new("/data") };
    let verdict = verify(&files(&disk), &forgetful, LayerId(0), &options, &Silent);
    assert!(matches!(verdict, Err(Error::NoCheck { solver: "forgetful" })), "{verdict:?}");
}

#[test]
fn scores_are_right_up_to_the_largest_and_more_is_refused() {
    // A circle, and a way out of it to a payoff; endless play has the same worth to the other side.
    let ending = |payoff: i16, endless| {
        let node = |seat, next: &[usize]| Node {
            seat,
            layer: 0,
            next: Ok(next.iter().map(|&after| (after, 0)).collect()),
        };
        let over = Node { seat: 1, layer: 0, next: Err(payoff) };
        let nodes = vec![node(0, &[1, 2]), node(1, &[0]), over];
        Walks::new(nodes, endless, Horizon::Conversion, true)
    };
    let most = Receding::MAX_SCORE;
    for way in BOTH_WAYS {
        let walks = ending(most, -most);
        let disk = built(&solving(&walks, way), &options()).unwrap();
        let expected =
            [Receding::within(most, 1), Receding::within(-most, 2), Receding::within(-most, 0)];
        assert_eq!(values(&walks, &disk, LayerId(0)), expected);
        let verdict = verified(&solving(&walks, way), &disk, LayerId(0));
        assert!(verdict.passed, "{verdict}");
        for (payoff, endless) in
            [(20_000, -20_000), (most + 1, 0), (0, -most - 1), (-i16::MAX, 0), (0, i16::MAX)]
        {
            let walks = ending(payoff, endless);
            let refused = built(&solving(&walks, way), &options()).err().unwrap();
            let told = refused.to_string();
            assert!(told.contains("has a score that is too large"), "{payoff}, {endless}: {told}");
        }
    }
}

#[test]
fn layers_with_circles_are_refused_by_what_cannot_do_them() {
    let refused = built(&Retrograde(&circles(true)), &options()).err().unwrap();
    assert!(matches!(refused, Error::Cyclic { .. }), "{refused}");
    assert!(refused.to_string().contains("with `loopy` if the game has no chance"), "{refused}");
}

#[test]
fn a_layer_that_denies_its_circles_is_found_out() {
    let walks = circles(false);
    let draw = Receding::endless(0);
    let (won, lost, over) =
        (Receding::within(1, 1), Receding::within(-1, 2), Receding::within(-1, 0));
    let liar = Liar {
        domain: &walks,
        name: Retrograde(&walks).name(),
        rests_on: RestsOn::NoCycle,
        values: vec![won, lost, over, draw, draw],
        facts: passes,
    };
    let disk = built(&liar, &options()).unwrap();
    let verdict = verified(&Retrograde(&walks), &disk, LayerId(0));
    let failure = verdict.failure.unwrap();
    assert!(failure.reason.contains("asks for its own value in the end"), "{failure:?}");
    assert_eq!(failure.rank, Some(0));
    assert!(matches!(built(&Retrograde(&walks), &options()), Err(Error::Unvalued { left: 4, .. })));
}

#[test]
fn positions_that_no_table_holds_hide_no_circle() {
    let node = |seat, layer, next| Node { seat, layer, next: Ok(vec![(next, 0)]) };
    let nodes = vec![node(0, 0, 1), node(1, NO_LAYER, 0)];
    let mut walks = Walks::new(nodes, 0, Horizon::Conversion, false);
    for asks_for_all in [false, true] {
        walks.asks_for_all = asks_for_all;
        let liar = Liar {
            domain: &walks,
            name: Retrograde(&walks).name(),
            rests_on: RestsOn::NoCycle,
            values: vec![Receding::endless(0)],
            facts: passes,
        };
        let disk = built(&liar, &options()).unwrap();
        let failure = verified(&Retrograde(&walks), &disk, LayerId(0)).failure.unwrap();
        assert!(failure.reason.contains("asks for its own value in the end"), "{failure:?}");
    }
    let refused = built(&Retrograde(&walks), &options()).err().unwrap();
    assert!(matches!(refused, Error::Stuck), "{refused}");
}

#[test]
fn a_play_that_wins_points_must_leave_the_layer() {
    let mut walks = circles(true);
    walks.graph.0[3].next = Ok(vec![(4, 1)]);
    for way in BOTH_WAYS {
        let refused = built(&solving(&walks, way), &options()).err().unwrap();
        let told = refused.to_string();
        assert!(told.contains("`3` has a play that wins points and stays in the layer"), "{told}");
    }
}
