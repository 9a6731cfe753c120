//! Layers with chance in which play need not end: graphs drawn at random, against every pair of
//! strategies.

pub(crate) mod graph;
mod twin;

use std::path::Path;
use std::sync::Arc;

use self::graph::{Graph, Node, Walks};
use serde_json::{Value as Json, json};
use shuban_core::sweep::Status;
use shuban_core::{Interval, LayerId, ONE, Silent};
use shuban_solve::{
    BuildOptions, Error, Info, IterateByBackup, OpenLayer, Verified, VerifyOptions, build, verify,
};
use shuban_store::{Database, FileSystem, layer_path};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::{OpenedSection, rewrite, with_directory};

const LAYER: LayerId = LayerId(0);
const WORTHS: [i16; 3] = [-1, 0, 1];

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

fn built(walks: &Walks) -> Result<MemoryDisk, Error> {
    let disk = MemoryDisk::default();
    let options = BuildOptions { threads: 1, width: 1 << 8, ..BuildOptions::new("/data") };
    build(&files(&disk), &IterateByBackup(walks), LAYER, &options, &Silent).map(|_| disk)
}

fn verified(walks: &Walks, disk: &MemoryDisk) -> Verified {
    let options = VerifyOptions { threads: 1, memory: 1 << 30, ..VerifyOptions::new("/data") };
    verify(&files(disk), &IterateByBackup(walks), LAYER, &options, &Silent).unwrap()
}

fn bounds(walks: &Walks, disk: &MemoryDisk) -> Vec<Interval> {
    let open = OpenLayer::open(&files(disk), Path::new("/data"), walks, LAYER).unwrap();
    open.values(0).unwrap()
}

/// Returns true if bounds hold the values of the first seat from the twin.
fn hold(walks: &Walks, bounds: &[Interval], values: &[f64]) -> bool {
    walks.graph.0.iter().zip(bounds).zip(values).all(|((node, bounds), value)| {
        let value = if node.seat == 0 { *value } else { -value } * f64::from(ONE);
        // A twin computes with rounded numbers.
        f64::from(bounds.lower) <= value + 1.0 && value - 1.0 <= f64::from(bounds.upper)
    })
}

#[test]
fn bounds_hold_the_values_and_verify_tells_what_endless_play_they_are_for() {
    let (mut endless, mut wrong) = (0, 0);
    for seed in 0..120 {
        let graph = Graph::random(seed, 5);
        let values = WORTHS.map(|worth| twin::values(&graph, worth));
        let with = WORTHS.map(|worth| Walks::new(graph.clone(), Some(worth)));
        for (walks, values_here) in with.iter().zip(&values) {
            let disk = built(walks).unwrap();
            let bounds = bounds(walks, &disk);
            assert!(hold(walks, &bounds, values_here), "seed {seed}: {bounds:?} {values_here:?}");
            let verdict = verified(walks, &disk);
            assert!(verdict.passed && verdict.stalled == Some(false), "seed {seed}: {verdict}");
            endless += i32::from(verdict.left.is_some());
            // The same file, for the same game with another worth of endless play.
            for (other, values) in with.iter().zip(&values) {
                let passed = verified(other, &disk).passed;
                assert!(!passed || hold(other, &bounds, values), "seed {seed}: {bounds:?}");
                wrong += i32::from(!passed);
            }
        }
    }
    assert!(endless > 300 && wrong > 300, "{endless} with endless play, {wrong} wrong");
}

/// Returns two nodes that lead to each other; the player of the first may also choose to lose.
fn circle(endless: Option<i16>) -> Walks {
    let nodes = vec![
        Node { seat: 0, next: Ok(vec![vec![1, 2]]) },
        Node { seat: 1, next: Ok(vec![vec![0]]) },
        Node { seat: 1, next: Err(-1) },
    ];
    Walks::new(Graph(nodes), endless)
}

#[test]
fn endless_play_is_worth_what_the_rules_say_and_its_layer_is_refused_if_they_say_nothing() {
    assert!(matches!(built(&circle(None)), Err(Error::NeedNotLeave { left: 2, .. })));
    for worth in WORTHS {
        let disk = built(&circle(Some(worth))).unwrap();
        let points = Interval::points;
        let expected = [points(worth), points(-worth), points(1)];
        assert_eq!(bounds(&circle(Some(worth)), &disk), expected);
        let verdict = verified(&circle(Some(worth)), &disk);
        assert!(verdict.passed && verdict.left == Some(2), "{verdict}");
        let text = verdict.to_string();
        assert!(
            text.contains("but for 2 whose bounds rest on what endless play is worth"),
            "{text}"
        );
        let database = Database::open(&disk, &layer_path(Path::new("/data"), "walks/all").unwrap());
        let info = Info::of(&database.unwrap(), &IterateByBackup(&circle(Some(worth))), None, []);
        assert_eq!(info.unwrap().manifest.account.facts["play_need_not_leave"], 2);
        // Bounds that only support each other.
        for other in WORTHS.into_iter().filter(|other| *other != worth) {
            let failure = verified(&circle(Some(other)), &disk).failure.unwrap();
            assert!(failure.reason.contains("more than endless play is worth"), "{failure:?}");
        }
        let failure = verified(&circle(None), &disk).failure.unwrap();
        assert!(failure.reason.contains("`left` is 2"), "{failure:?}");
    }
}

#[test]
fn what_a_file_says_of_positions_left_is_compared() {
    let walks = circle(Some(0));
    let disk = built(&walks).unwrap();
    let path = layer_path(Path::new("/data"), "walks/all").unwrap();
    let sound = disk.contents(&path).unwrap();
    for (fact, forged) in [("left", json!(1)), ("left_first", json!([0, 2]))] {
        let edit = |directory: &mut Json| {
            directory["parts"][0]["facts"][fact] = forged.clone();
            if fact == "left" {
                directory["parts"][0]["facts"]["left_first"] = json!([0]);
            }
        };
        disk.put(&path, with_directory(&path, &sound, edit));
        let failure = verified(&walks, &disk).failure.unwrap();
        assert!(failure.reason.contains("and 2 were found"), "{failure:?}");
    }
}

#[test]
fn what_retrograde_analysis_knew_does_not_follow_from_itself_alone() {
    let walks = circle(Some(0));
    let disk = built(&walks).unwrap();
    let path = layer_path(Path::new("/data"), "walks/all").unwrap();
    let code = |status| Status::ALL.iter().position(|other| *other == status).unwrap() as u64;
    rewrite(&files(&disk), &path, |opened| {
        let OpenedSection::Table(_, _, rows) = opened.section("all/status") else {
            panic!("a table")
        };
        let known: Vec<u64> = rows.iter().map(|row| row[0]).collect();
        assert_eq!(known, [Status::Unknown, Status::Unknown, Status::Win].map(code));
        rows.iter_mut().take(2).for_each(|row| row[0] = code(Status::Valued));
        opened.account.parts[0].facts.insert("valued".to_owned(), json!(3));
    });
    let failure = verified(&walks, &disk).failure.unwrap();
    assert!(failure.reason.contains("follows only from itself"), "{failure:?}");
}
