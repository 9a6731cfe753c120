//! Several builds of one layer at the same time, over one folder.

use std::thread;
use std::time::Duration;

use shuban_core::{Progress, Silent, Tabulate};
use shuban_solve::{BuildOptions, Error, Shard};
use shuban_store::lock;
use shuban_store_testing::MemoryDisk;

use super::common::{
    Listener, build_last, contents, last, numbers, options, path, regions, strips, whole,
};

fn with_others(of: u32) -> BuildOptions {
    BuildOptions { with_others: Some(of), threads: 1, ..options() }
}

/// Has three builds share the shards of a domain's last layer.
fn shared<D: Tabulate + Sync>(domain: &D, of: u32) {
    let expected = whole(domain);
    let disk = MemoryDisk::default();
    let listeners: [Listener; 3] = Default::default();
    thread::scope(|scope| {
        for listener in &listeners {
            let disk = &disk;
            scope.spawn(move || {
                let reports = build_last(domain, disk, &with_others(of), listener).unwrap();
                assert_eq!(reports.len(), domain.layers().len());
            });
        }
    });
    assert!(contents(&disk) == expected, "{of} shards");
    // One merged; the others found the layer there.
    let merged: usize = listeners.iter().map(|listener| listener.hears("merging")).sum();
    assert_eq!(merged, 1);
    for shard in Shard::all(of) {
        let name = format!("shard {shard}");
        let computed: usize = listeners.iter().map(|listener| listener.hears(&name)).sum();
        // (An empty one says nothing.)
        assert!(computed <= 1, "{computed} builds computed {name}");
    }
}

#[test]
fn builds_at_the_same_time_make_the_same_layer() {
    for of in [1, 5, 23] {
        shared(&numbers(u64::MAX), of);
        shared(&strips(u64::MAX), of);
        shared(&regions(u64::MAX), of);
    }
}

#[test]
fn a_shard_that_another_works_on_is_waited_for_and_taken_once_it_is_free() {
    let numbers = numbers(u64::MAX);
    let expected = whole(&numbers);
    let disk = MemoryDisk::default();
    // The layers before it; then somebody takes the second shard, and never computes it.
    let shard: Shard = "2/3".parse().unwrap();
    let before = BuildOptions { shard: "1/3".parse().ok(), ..options() };
    build_last(&numbers, &disk, &before, &Silent).unwrap();
    let of_layer = path(&numbers, last(&numbers));
    let name = format!("shard-{}-of-{}", shard.number(), shard.of());
    let held = lock(&disk, &of_layer.with_extension(name)).unwrap();
    let listener = Listener::default();
    thread::scope(|scope| {
        let build = scope.spawn(|| build_last(&numbers, &disk, &with_others(3), &listener));
        while listener.hears("waiting") == 0 {
            assert!(!build.is_finished(), "it did not wait");
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(listener.hears("shard 3/3"), 1, "the free one was taken meanwhile");
        drop(held);
        build.join().unwrap().unwrap();
    });
    assert_eq!(listener.hears("shard 2/3"), 1);
    assert!(contents(&disk) == expected);
}

#[test]
fn builds_that_cannot_share_end_instead_of_computing_for_ever() {
    let numbers = numbers(u64::MAX);
    let disk = MemoryDisk::default();
    let shard: Shard = "1/2".parse().unwrap();
    let name = format!("shard-{}-of-{}", shard.number(), shard.of());
    let of_layer = path(&numbers, last(&numbers)).with_extension(name);
    // Somebody holds the second shard, and spoils the first one whenever it is there.
    let second = "2/2".parse().ok();
    build_last(&numbers, &disk, &BuildOptions { shard: second, ..options() }, &Silent).unwrap();
    let held = path(&numbers, last(&numbers)).with_extension("shard-2-of-2");
    disk.put(&held, b"another program's".to_vec());
    let _held = lock(&disk, &held).unwrap();
    thread::scope(|scope| {
        let build = scope.spawn(|| build_last(&numbers, &disk, &with_others(2), &Silent));
        while !build.is_finished() {
            if disk.contents(&of_layer).is_some() {
                disk.put(&of_layer, b"another program's".to_vec());
            }
            thread::sleep(Duration::from_millis(20));
        }
        let error = build.join().unwrap().unwrap_err();
        assert!(matches!(error, Error::NotShared { .. }), "{error}");
    });
}

/// Interrupts the work once it waits.
struct Impatient(Listener);

impl Progress for Impatient {
    fn phase(&self, what: &str, total: u64) {
        self.0.phase(what, total);
    }

    fn at(&self, _: u64, _: &str) {}

    fn note(&self, _: &str) {}

    fn interrupted(&self) -> bool {
        self.0.hears("waiting") > 0
    }
}

#[test]
fn who_waits_can_be_interrupted() {
    let numbers = numbers(u64::MAX);
    let disk = MemoryDisk::default();
    build_last(&numbers, &disk, &BuildOptions { shard: "1/1".parse().ok(), ..options() }, &Silent)
        .unwrap();
    // The only shard is there, and somebody merges it.
    let _held = lock(&disk, &path(&numbers, last(&numbers))).unwrap();
    let impatient = Impatient(Listener::default());
    let interrupted = build_last(&numbers, &disk, &with_others(1), &impatient);
    assert!(matches!(interrupted, Err(Error::Interrupted)), "{interrupted:?}");
}
