//! Ledgers of streamed layers, whose values are not kept.

use std::io;
use std::path::Path;

use shuban_core::{Class, Histogram, Progress, Silent, Tabulate};
use shuban_solve::{
    BuildOptions, Error, Ledger, Shard, ShardEntry, StoredHistogram, TableEntry, Tabulation,
    VerifyOptions, tally, verify, verify_ledger,
};
use shuban_store::{Database, Need};
use shuban_store_testing::{DiskFault, Keep, MemoryDisk};

use super::common::{LEDGER, Listener, build_last, files, last, numbers, options, path, regions};
use crate::numbers::{Harm, Numbers};

fn tallied<D: Tabulate>(
    domain: &D,
    disk: &MemoryDisk,
    shard: Option<Shard>,
    progress: &dyn Progress,
) -> Result<(Ledger, usize), Error> {
    let options = BuildOptions { shard, ..options() };
    let tallied = tally(
        &files(disk),
        &Tabulation(domain),
        last(domain),
        Path::new(LEDGER),
        &options,
        progress,
    )?;
    Ok((tallied.ledger, tallied.computed.len()))
}

/// Returns the ledger without the times.
fn timeless(ledger: &Ledger) -> Ledger {
    let mut ledger = ledger.clone();
    ledger.done.values_mut().for_each(|entry| entry.seconds = 0.0);
    ledger
}

#[test]
fn a_ledger_says_of_a_layer_what_its_file_says() {
    let regions = regions(100);
    let numbers = numbers(3_000);
    fn agree<D: Tabulate>(domain: &D) {
        let disk = MemoryDisk::default();
        let (ledger, computed) = tallied(domain, &disk, None, &Silent).unwrap();
        assert_eq!(computed as u32, ledger.shards);
        assert!(ledger.shards > 1);
        assert!(disk.contents(&path(domain, last(domain))).is_none(), "no value is kept");
        assert_eq!(Ledger::read(&disk, Path::new(LEDGER)).unwrap(), Some(ledger.clone()));
        // Shards that are kept have the same hashes.
        for shard in Shard::all(ledger.shards) {
            let options = BuildOptions { shard: Some(shard), ..options() };
            let report = build_last(domain, &disk, &options, &Silent).unwrap().pop().unwrap();
            let kept = Database::open(&disk, &report.file).unwrap();
            let hashes = |database: &Database| -> Vec<String> {
                database.manifest().sections.iter().map(|section| section.hash.clone()).collect()
            };
            let tables = &ledger.done[&shard.number()].tables;
            assert_eq!(
                hashes(&kept),
                tables.iter().map(|table| table.hash.clone()).collect::<Vec<_>>()
            );
        }
        // So has the whole layer, with the same histogram.
        build_last(domain, &disk, &options(), &Silent).unwrap();
        let database = Database::open(&disk, &path(domain, last(domain))).unwrap();
        let totals = ledger.totals().unwrap();
        assert_eq!(StoredHistogram::of(&database).unwrap().unwrap().histogram, totals.histogram);
        assert_eq!(totals.positions, ledger.positions);
        let options = VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new("/data") };
        let verified = verify_ledger(
            &files(&disk),
            &Tabulation(domain),
            last(domain),
            Path::new(LEDGER),
            &options,
            &Silent,
        );
        let verified = verified.unwrap();
        assert_eq!((verified.positions, verified.failure), (ledger.positions, None));
        let verified =
            verify(&files(&disk), &Tabulation(domain), last(domain), &options, &Silent).unwrap();
        assert_eq!((verified.positions, verified.failure), (ledger.positions, None));
    }
    agree(&regions);
    agree(&numbers);
}

#[test]
fn a_ledger_run_goes_on_from_the_ledger_alone() {
    let numbers = numbers(3_000);
    let (expected, _) = tallied(&numbers, &MemoryDisk::default(), None, &Silent).unwrap();
    let disk = MemoryDisk::default();
    let (ledger, computed) = tallied(&numbers, &disk, Shard::new(3, 4), &Silent).unwrap();
    assert_eq!((ledger.done.len(), computed, ledger.totals()), (1, 1, None));
    // Another machine has only the ledger.
    let other = MemoryDisk::default();
    other.put(Path::new(LEDGER), disk.contents(Path::new(LEDGER)).unwrap());
    let listener = Listener::default();
    let (ledger, computed) = tallied(&numbers, &other, None, &listener).unwrap();
    // Three more are those of the layer before.
    assert_eq!((computed, listener.shards(), listener.hears("shard 3/4")), (3, 3 + 3, 0));
    assert_eq!(timeless(&ledger), timeless(&expected));
    // Everything exists: nothing is computed, not even a plan made.
    let listener = Listener::default();
    assert_eq!(tallied(&numbers, &other, None, &listener).unwrap().1, 0);
    assert_eq!(listener.hears("counting"), 0);
    // Interrupted at any moment.
    for most in (0..60).step_by(3) {
        let disk = MemoryDisk::default();
        let listener = Listener { most: Some(most), ..Listener::default() };
        let interrupted = tallied(&numbers, &disk, None, &listener);
        assert!(matches!(interrupted, Err(Error::Interrupted)), "{most}: {interrupted:?}");
        assert_eq!(
            timeless(&tallied(&numbers, &disk, None, &Silent).unwrap().0),
            timeless(&expected)
        );
    }
}

#[test]
fn a_ledger_run_killed_at_any_operation_loses_no_shard_that_was_done() {
    let numbers = Numbers::new([300, 500], 60, 200);
    let untroubled = MemoryDisk::default();
    let (expected, shards) = tallied(&numbers, &untroubled, None, &Silent).unwrap();
    for cut in [None, Some(Keep::None), Some(Keep::All), Some(Keep::Some { seed: 9 })] {
        for operation in 0..untroubled.operations() {
            let disk = MemoryDisk::default();
            disk.fail_at(operation, DiskFault::From(io::ErrorKind::StorageFull));
            assert!(tallied(&numbers, &disk, None, &Silent).is_err());
            disk.heal();
            if let Some(keep) = cut {
                disk.power_cut(keep);
            }
            let done = Ledger::read(&disk, Path::new(LEDGER))
                .unwrap()
                .map_or(0, |ledger| ledger.done.len());
            let (ledger, computed) = tallied(&numbers, &disk, None, &Silent).unwrap();
            assert_eq!(done + computed, shards, "{cut:?} at {operation}");
            assert_eq!(timeless(&ledger), timeless(&expected));
        }
    }
}

#[test]
fn a_ledger_of_something_else_or_that_says_otherwise_is_refused() {
    let numbers = numbers(3_000);
    let disk = MemoryDisk::default();
    let (ledger, _) = tallied(&numbers, &disk, None, &Silent).unwrap();
    let reason = |result: Result<(Ledger, usize), Error>| match result {
        Err(Error::Ledger { path, reason }) if path == Path::new(LEDGER) => reason,
        other => panic!("{other:?}"),
    };
    // One of another number of shards, one of another layer, and an invalid one.
    assert!(reason(tallied(&numbers, &disk, Shard::new(1, 2), &Silent)).contains("4 shards"));
    assert!(reason(tallied(&regions(100), &disk, None, &Silent)).contains("domain: numbers/1"));
    let write = |bytes: &[u8]| disk.put(Path::new(LEDGER), bytes.to_vec());
    write(b"{}");
    assert!(reason(tallied(&numbers, &disk, None, &Silent)).contains("missing field"));

    // A wrong hash: found against a kept layer, and by computing the shard once more.
    let mut wrong = ledger.clone();
    let hash = &mut wrong.done.get_mut(&2).unwrap().tables[0].hash;
    *hash =
        if hash.starts_with('0') { hash.replacen('0', "1", 1) } else { format!("0{}", &hash[1..]) };
    wrong.write(&disk, Path::new(LEDGER)).unwrap();
    let check = BuildOptions { shard: Shard::new(2, 4), rebuild: true, ..options() };
    let path = Path::new(LEDGER);
    let checked = |options: &BuildOptions| {
        let done =
            tally(&files(&disk), &Tabulation(&numbers), last(&numbers), path, options, &Silent)?;
        Ok((done.ledger, done.computed.len()))
    };
    assert!(reason(checked(&check)).contains("shard 2/4 is computed otherwise"));
    let another = BuildOptions { shard: Shard::new(1, 4), ..check.clone() };
    assert_eq!(checked(&another).unwrap().1, 1, "the others are as they were");
    build_last(&numbers, &disk, &options(), &Silent).unwrap();
    let verified = || {
        let options = VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new("/data") };
        verify_ledger(&files(&disk), &Tabulation(&numbers), last(&numbers), path, &options, &Silent)
    };
    let failure = verified().unwrap().failure.unwrap();
    let table = &wrong.done[&2].tables[0];
    assert_eq!((failure.section, failure.rank), (table.part.clone(), Some(table.first)));

    // A wrong histogram in the ledger alone.
    let mut wrong = ledger.clone();
    let entry = wrong.done.get_mut(&3).unwrap();
    let rows: Vec<_> =
        entry.histogram.rows().map(|(class, count)| (class.to_vec(), count)).collect();
    entry.histogram = Default::default();
    for (number, (class, count)) in rows.into_iter().enumerate() {
        entry.histogram.add(
            class,
            match number {
                0 => count + 1,
                1 => count - 1,
                _ => count,
            },
        );
    }
    wrong.write(&disk, path).unwrap();
    assert!(verified().unwrap().failure.is_some());
    ledger.write(&disk, path).unwrap();
    assert_eq!(verified().unwrap().failure, None);
}

#[test]
fn shards_computed_once_more_are_backed_up_too() {
    let mut numbers = numbers(3_000);
    let disk = MemoryDisk::default();
    build_last(&numbers, &disk, &options(), &Silent).unwrap();
    let check = BuildOptions { rebuild: true, ..options() };
    let checked = |numbers: &Numbers, options: &BuildOptions| {
        let path = Path::new(LEDGER);
        let done =
            tally(&files(&disk), &Tabulation(numbers), last(numbers), path, options, &Silent);
        done.map(|done| done.computed.len())
    };
    assert_eq!(checked(&numbers, &options()).unwrap(), 4);
    assert_eq!(checked(&numbers, &check).unwrap(), 4);
    numbers.harm = Some(Harm::AllWrong);
    let error = checked(&numbers, &check).unwrap_err();
    assert!(error.to_string().contains("follows from its successors"), "{error}");
}

fn text_of(ledger: &Ledger) -> String {
    let disk = MemoryDisk::default();
    ledger.write(&disk, Path::new(LEDGER)).unwrap();
    String::from_utf8(disk.contents(Path::new(LEDGER)).unwrap()).unwrap()
}

fn read(text: &str) -> Result<Ledger, String> {
    let disk = MemoryDisk::default();
    disk.put(Path::new(LEDGER), text.as_bytes().to_vec());
    Ledger::read(&disk, Path::new(LEDGER)).map(Option::unwrap).map_err(|error| error.to_string())
}

fn three_shards() -> Ledger {
    let entry = |first: u64, rows: &[(Option<i64>, &str, u64)]| {
        let mut histogram = Histogram::default();
        for &(value, name, count) in rows {
            histogram.add([Class::from(value), Class::from(name)], count);
        }
        let positions = histogram.positions();
        let table =
            TableEntry { part: "all".into(), first, positions, hash: format!("{first:064x}") };
        ShardEntry { tables: vec![table], histogram, seconds: 1.25, program: "shuban 0.1.0".into() }
    };
    Ledger {
        domain: "heap/9".into(),
        parameters: [("most".to_owned(), "2".to_owned())].into(),
        needs: vec![Need { domain: "heap/8".into(), content_hash: "00ff".into() }],
        solver: "tabulation".into(),
        positions: 12,
        shards: 3,
        classes: vec!["value".into(), "name".into()],
        done: [
            (1, entry(0, &[(None, "x", 2), (Some(-3), "y", 3)])),
            (3, entry(9, &[(Some(-3), "y", 2), (Some(4), "x", 1)])),
            (2, entry(5, &[(None, "x", 4)])),
        ]
        .into(),
    }
}

#[test]
fn a_ledger_is_read_as_it_was_written() {
    let whole = three_shards();
    assert_eq!(read(&text_of(&whole)), Ok(whole.clone()));
    let totals = whole.totals().unwrap();
    assert_eq!(totals.histogram.rows().map(|(_, count)| count).collect::<Vec<_>>(), [6, 5, 1]);
    assert_eq!(totals.positions, 12);
    let mut part = whole;
    part.done.remove(&2);
    assert_eq!(read(&text_of(&part)), Ok(part.clone()));
    assert_eq!((part.totals(), part.missing().map(Shard::number).collect()), (None, vec![2]));
    part.done.clear();
    assert_eq!(read(&text_of(&part)), Ok(part));
}

#[test]
fn a_ledger_has_a_line_for_each_class_and_each_shard() {
    let text = text_of(&three_shards());
    assert!(text.contains("\n    [null,\"x\"],\n    [-3,\"y\"],\n    [4,\"x\"]\n  ],\n"), "{text}");
    assert!(
        text.contains("\n    {\"shard\":2,\"tables\":[{\"part\":\"all\",\"first\":5,"),
        "{text}"
    );
    assert!(text.contains("\"counts\":[4,0,0]}"), "{text}");
}

#[test]
fn what_is_no_ledger_is_refused_with_a_reason() {
    let text = text_of(&three_shards());
    for (from, to, reason) in [
        ("\"ledger\": 1", "\"ledger\": 2", "version 2"),
        ("\"shards\": 3", "\"shards\": 2", "none of this number"),
        ("\"shards\": 3", "\"shards\": 0", "0 shards"),
        ("\"positions\": 12", "\"positions\": 13", "positions of the layer"),
        ("[4,\"x\"]", "[4]", "no class"),
        ("[4,\"x\"]", "[4,true]", "no class"),
        ("\"counts\":[4,0,0]", "\"counts\":[4,0]", "each row"),
        ("\"counts\":[4,0,0]", "\"counts\":[4,1,0]", "those of its positions"),
        ("\"shard\":2", "\"shard\":1", "twice"),
        ("\"hash\":\"00", "\"hash\":\"10", "not that of its shards"),
        ("\"domain\": ", "\"domains\": ", "missing field"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = read(&changed).unwrap_err();
        assert!(error.contains(reason), "{from} → {to}: {error}");
    }
    let cut = text.trim_end().strip_suffix('}').unwrap();
    assert!(read(cut).unwrap_err().contains("EOF"));
}
