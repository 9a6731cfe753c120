//! A file is whole or absent: these tests make every operation of a build fail, and cut the power
//! at each.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shuban_store::{
    CodecName, Database, Disk, Error, FileSystem, Options, Published, Writer, lock,
    remove_stale_lock,
};
use shuban_store_testing::{DiskFault, Keep, MemoryDisk};

use crate::common;
use crate::common::{account, column, path, scrambled, subject};

/// Number of rows that takes several writes to the disk.
const ROWS: u64 = 70_000;

/// Builds a file whose values depend on `edition`; it is written in several pieces.
fn build(disk: &MemoryDisk, edition: u64) -> Result<Published, Error> {
    let files = Arc::new(disk.clone());
    let mut writer =
        Writer::create(files, path(), subject("half-gammon/contact-2-1"), Options::raw())?;
    let mut table = writer.table("values", &[column("value", 64, CodecName::Unsigned, 0)], ROWS)?;
    for rank in 0..ROWS {
        table.push(&[scrambled(&[edition, rank])])?;
    }
    table.finish()?;
    writer.publish(account())
}

/// Returns the content hash of the published file; `None` if there is none. Fails on an incomplete
/// file.
fn found(disk: &MemoryDisk) -> Option<String> {
    match Database::open(disk, path()) {
        Ok(database) => {
            database.check(&mut |_, _| ()).expect("what is in its place is whole");
            Some(database.manifest().content_hash.clone())
        }
        Err(Error::NotFound { .. }) => None,
        Err(error) => panic!("what is in its place is whole or absent: {error}"),
    }
}

/// Returns the number of operations of one build.
fn operations() -> u64 {
    let disk = MemoryDisk::default();
    build(&disk, 1).unwrap();
    disk.operations()
}

fn hash(edition: u64) -> String {
    build(&MemoryDisk::default(), edition).unwrap().content_hash
}

#[test]
fn a_build_makes_folder_file_several_writes_sync_rename_and_folder_sync() {
    // The other tests here loop over all of them.
    assert!((8..40).contains(&operations()), "{} operations", operations());
}

#[test]
fn a_table_that_goes_on_after_a_failed_write_does_not_end_well() {
    let mut failures = 0;
    for operation in 0..operations() {
        let disk = MemoryDisk::default();
        let files = Arc::new(disk.clone());
        let mut writer =
            Writer::create(files, path(), subject("half-gammon/contact-2-1"), Options::raw())
                .unwrap();
        let columns = [column("value", 64, CodecName::Unsigned, 0)];
        let mut table = writer.table("values", &columns, ROWS).unwrap();
        disk.fail_at(operation, DiskFault::Once(io::ErrorKind::Other));
        let failed = (0..ROWS).filter(|&rank| table.push(&[rank]).is_err()).count();
        if failed > 0 {
            failures += 1;
            table.finish().expect_err("records are missing");
        }
    }
    assert!(failures > 0);
}

#[test]
fn an_operation_that_fails_is_reported_and_harms_nothing_published() {
    let old = hash(1);
    let new = hash(2);
    for kind in
        [io::ErrorKind::StorageFull, io::ErrorKind::Other, io::ErrorKind::ReadOnlyFilesystem]
    {
        for fault in [DiskFault::Once(kind), DiskFault::From(kind)] {
            for operation in 0..operations() {
                let disk = MemoryDisk::default();
                build(&disk, 1).unwrap();
                disk.fail_at(operation, fault);
                let error = build(&disk, 2).expect_err("the failure is reported");
                match (&error, kind) {
                    (Error::NoSpace { .. }, io::ErrorKind::StorageFull) => (),
                    (Error::Io { source, .. }, _) => assert_eq!(source.kind(), kind),
                    _ => panic!("{error}"),
                }
                // Only the very last operation, the sync of the folder, comes after the new name.
                let last = operation + 1 == operations();
                assert_eq!(found(&disk).as_ref(), Some(if last { &new } else { &old }));
                disk.heal();
                assert_eq!(build(&disk, 2).unwrap().content_hash, new);
                assert_eq!(found(&disk).as_ref(), Some(&new));
                assert_eq!(disk.paths(), [path()], "nothing else is left");
            }
        }
    }
}

#[test]
fn whenever_the_power_is_cut_the_old_file_or_the_new_one_is_there() {
    let old = hash(1);
    let new = hash(2);
    let keeps = [Keep::None, Keep::All].into_iter().chain((0..20).map(|seed| Keep::Some { seed }));
    let mut seen_new_before_the_end = false;
    for keep in keeps {
        for operation in 0..=operations() {
            for published_before in [false, true] {
                let disk = MemoryDisk::default();
                if published_before {
                    build(&disk, 1).unwrap();
                }
                disk.fail_at(operation, DiskFault::From(io::ErrorKind::Other));
                let built = build(&disk, 2);
                disk.power_cut(keep);
                let found = found(&disk);
                if built.is_ok() {
                    assert_eq!(found.as_ref(), Some(&new), "{keep:?} after the end");
                } else if found.as_ref() == Some(&new) {
                    seen_new_before_the_end = true;
                } else {
                    let before = published_before.then_some(&old);
                    assert_eq!(found.as_ref(), before, "{keep:?} at operation {operation}");
                }
                // The next build works in spite of the leftovers of the cut.
                assert_eq!(build(&disk, 2).unwrap().content_hash, new);
                disk.power_cut(Keep::None);
                assert_eq!(self::found(&disk).as_ref(), Some(&new));
            }
        }
    }
    assert!(seen_new_before_the_end, "a rename may outlive a cut before its folder's sync");
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let error = Database::open(&Disk::default(), folder.path()).map(drop).unwrap_err();
    assert!(matches!(error, Error::Io { what: "open", .. }), "{error}");
}

#[test]
fn a_disk_that_fails_while_a_table_is_read_is_an_error_and_heals() {
    let disk = MemoryDisk::default();
    let published = common::write_sample(Arc::new(disk.clone()), path(), "a", Some(3)).unwrap();
    let database = Database::open(&disk, path()).unwrap();
    let table = database.table("2 v 1").unwrap();
    let mut row = [0; 3];
    disk.fail_reads(io::ErrorKind::Other);
    for error in [
        table.row(0, &mut row).unwrap_err(),
        table.for_each_row(0..2, |_, _| ()).unwrap_err(),
        database.stream("2 v 1 keys").unwrap().entry(0).unwrap_err(),
        database.check(&mut |_, _| ()).unwrap_err(),
        Database::open(&disk, path()).map(drop).unwrap_err(),
    ] {
        assert!(matches!(error, Error::Io { what: "read", .. }), "{error}");
    }
    disk.heal();
    table.row(0, &mut row).unwrap();
    assert_eq!(row, common::sample_row(0));
    assert_eq!(found(&disk), Some(published.content_hash));
}

#[test]
fn a_disk_that_lies_about_any_byte_is_found_out_before_the_file_gets_its_name() {
    let sample = |disk: &MemoryDisk, compression| {
        common::write_sample(Arc::new(disk.clone()), path(), "a", compression)
    };
    for compression in [None, Some(3)] {
        let sound = MemoryDisk::default();
        sample(&sound, compression).unwrap();
        let bytes = sound.contents(path()).unwrap().len();
        let mut lies = 0;
        for operation in 0..sound.operations() {
            for byte in 0..bytes {
                let disk = MemoryDisk::default();
                let old = sample(&disk, None).unwrap().content_hash;
                disk.fail_at(operation, DiskFault::Corrupt { byte });
                match sample(&disk, compression) {
                    Err(Error::Damaged { .. }) => lies += 1,
                    Err(error) => panic!("{error}"),
                    // Only appending operations can write a wrong byte.
                    Ok(_) => break,
                }
                assert_eq!(found(&disk), Some(old));
                assert_eq!(disk.paths(), [path()], "nothing else is left");
            }
        }
        assert_eq!(lies, bytes, "each byte was wrong once");
    }
}

#[test]
fn a_lie_in_any_piece_of_a_large_file_is_found_out() {
    let old = hash(1);
    let mut lies = 0;
    for operation in 0..operations() {
        let disk = MemoryDisk::default();
        build(&disk, 1).unwrap();
        disk.fail_at(operation, DiskFault::Corrupt { byte: 77_777 });
        match build(&disk, 2) {
            Ok(published) => assert_eq!(found(&disk), Some(published.content_hash)),
            Err(Error::Damaged { .. }) => {
                lies += 1;
                assert_eq!(found(&disk).as_ref(), Some(&old));
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(lies > 2, "{lies} pieces");
}

#[test]
fn a_file_that_cannot_be_read_back_is_not_published() {
    let old = hash(1);
    let disk = MemoryDisk::default();
    build(&disk, 1).unwrap();
    disk.fail_reads(io::ErrorKind::Other);
    let error = build(&disk, 2).unwrap_err();
    assert!(matches!(error, Error::Io { what: "read", .. }), "{error}");
    disk.heal();
    assert_eq!(found(&disk), Some(old));
}

#[test]
fn reading_back_tells_how_far_it_is() {
    let disk = MemoryDisk::default();
    let options = Options::raw();
    let mut writer = Writer::create(Arc::new(disk.clone()), path(), subject("a"), options).unwrap();
    let mut table =
        writer.table("values", [column("value", 64, CodecName::Unsigned, 0)], ROWS).unwrap();
    (0..ROWS).for_each(|_| table.push(&[7]).unwrap());
    table.finish().unwrap();
    let mut told = Vec::new();
    writer.publish_with(account(), &mut |done, total| told.push((done, total))).unwrap();
    assert!(told.len() > 100 && told.is_sorted());
    assert_eq!(told.last(), Some(&(8 * ROWS, 8 * ROWS)));
}

#[test]
fn a_folder_made_by_a_build_that_was_killed_outlives_a_power_cut_after_the_next_one() {
    let hash = hash(1);
    for operation in 0..operations() {
        let disk = MemoryDisk::default();
        // Killed: it does nothing from this operation on, but its earlier changes are visible.
        disk.fail_at(operation, DiskFault::From(io::ErrorKind::Other));
        build(&disk, 1).unwrap_err();
        disk.heal();
        build(&disk, 1).unwrap();
        disk.power_cut(Keep::None);
        assert_eq!(found(&disk).as_ref(), Some(&hash), "killed at operation {operation}");
    }
}

#[test]
fn a_power_cut_takes_what_lies_in_a_folder_whose_name_was_never_synced() {
    // The other tests rely on this behaviour of the simulated disk.
    let disk = MemoryDisk::default();
    let (outer, inner) = (Path::new("data"), Path::new("data/inner"));
    let file = inner.join("file");
    assert!(disk.create(&file).is_err(), "there is no such folder yet");
    assert!(disk.create_dir(outer).unwrap() && disk.create_dir(inner).unwrap());
    assert!(!disk.create_dir(inner).unwrap());
    disk.create(&file).unwrap().sync().unwrap();
    disk.sync_dir(inner).unwrap();
    disk.sync_dir(outer).unwrap();
    disk.clone().power_cut(Keep::None);
    assert_eq!((disk.paths(), disk.list(Path::new("")).unwrap()), (vec![], vec![]));
    disk.create_dir_all(inner).unwrap();
    disk.create(&file).unwrap().sync().unwrap();
    disk.sync_dir(inner).unwrap();
    disk.power_cut(Keep::None);
    assert_eq!((disk.paths(), disk.list(outer).unwrap()), (vec![file], vec![inner.to_owned()]));
}

#[test]
fn a_folder_above_the_data_that_is_out_of_reach_does_not_stop_a_build() {
    for kind in [io::ErrorKind::PermissionDenied, io::ErrorKind::InvalidInput] {
        let disk = MemoryDisk::default();
        // The folder `data` exists, and the one above it may not be synced.
        disk.create_dir_all(Path::new("data")).unwrap();
        disk.fail_at(1, DiskFault::Once(kind));
        build(&disk, 1).unwrap();
        // Where a folder was just created, it must be.
        let disk = MemoryDisk::default();
        disk.fail_at(1, DiskFault::Once(kind));
        let error = build(&disk, 1).unwrap_err();
        assert!(matches!(error, Error::Io { what: "create folder", .. }), "{error}");
    }
}

#[test]
fn folders_are_made_on_a_real_disk_once_and_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, deep) = (Disk::default(), folder.path().join("a/b/../c"));
    for _ in 0..2 {
        disk.create_dir_all(&deep).unwrap();
        assert!(folder.path().join("a/c").is_dir());
    }
    assert!(disk.create_dir(&folder.path().join("a/d")).unwrap());
    assert!(!disk.create_dir(&folder.path().join("a/d")).unwrap());
    std::fs::write(folder.path().join("file"), b"").unwrap();
    assert!(disk.create_dir_all(&folder.path().join("file")).is_err());
    assert!(disk.create_dir(&folder.path().join("none/deeper")).is_err());
    disk.create_dir_all(Path::new("")).unwrap();
    disk.create_dir_all(Path::new("/")).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, b"in the way").unwrap();
    // A file where a folder should be stops even a privileged user.
    let path = file.join("layer.shuban");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let error =
        Writer::create(files, &path, subject("a"), Options::default()).map(drop).unwrap_err();
    assert!(matches!(error, Error::Io { what: "create folder", .. }), "{error}");
    assert!(matches!(lock(&Disk::default(), &path), Err(Error::Io { .. })));
    assert_eq!(std::fs::read(&file).unwrap(), b"in the way");
}

#[test]
fn a_lock_is_held_once_and_free_again_when_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/layer.shuban");
    let (memory, real) = (MemoryDisk::default(), Disk::default());
    for files in [&memory as &dyn FileSystem, &real] {
        let held = lock(files, &path).unwrap();
        match lock(files, &path) {
            Err(Error::Locked { path, .. }) => assert!(path.ends_with("layer.shuban.lock")),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("a lock was held twice"),
        }
        lock(files, &path.with_extension("other")).unwrap();
        drop(held);
        lock(files, &path).unwrap();
    }
}

#[test]
fn a_lock_removes_its_file_and_lets_nobody_else_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("layer.shuban");
    let (holders, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while taken.load(Ordering::SeqCst) < 2_000 {
                    match lock(&Disk::default(), &path) {
                        Ok(_held) => {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            assert!(path.with_extension("shuban.lock").exists());
                            taken.fetch_add(1, Ordering::SeqCst);
                            holders.fetch_sub(1, Ordering::SeqCst);
                        }
                        Err(Error::Locked { .. }) => std::thread::yield_now(),
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_lock_ends_with_the_process_that_held_it_however_it_ends() {
    // This test runs itself in another process, which takes the lock and never lets it go.
    const PATH_VARIABLE: &str = "SHUBAN_TEST_LOCK";
    const NAME: &str = "crash::a_lock_ends_with_the_process_that_held_it_however_it_ends";
    if let Some(path) = std::env::var_os(PATH_VARIABLE) {
        let _held = lock(&Disk::default(), Path::new(&path)).unwrap();
        println!("\nheld");
        std::io::stdin().read_line(&mut String::new()).unwrap();
        unreachable!("killed before");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("layer.shuban");
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture"])
        .env(PATH_VARIABLE, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "held"));
    let error = lock(&Disk::default(), &path).unwrap_err();
    let Error::Locked { holder: Some(told), .. } = &error else { panic!("{error:?}") };
    assert_eq!(told.process, holder.id());
    let held_by = format!("another process is working on it: process {} on ", holder.id());
    assert!(error.to_string().contains(&held_by), "{error}");
    holder.kill().unwrap();
    holder.wait().unwrap();
    // What the dead process has left is no obstacle, and goes with the next lock.
    assert!(path.with_extension("shuban.lock").exists());
    lock(&Disk::default(), &path).unwrap();
    assert!(!path.with_extension("shuban.lock").exists());
}

#[test]
fn a_stale_lock_file_is_removed_and_a_held_one_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("layer.shuban");
    let file = folder.path().join("layer.shuban.lock");
    std::fs::write(&file, "process 1 on elsewhere since 1\n").unwrap();
    remove_stale_lock(&Disk::default(), &path);
    assert!(!file.exists());
    let held = lock(&Disk::default(), &path).unwrap();
    remove_stale_lock(&Disk::default(), &path);
    assert!(file.exists());
    drop(held);
    assert!(!file.exists());
}

#[test]
fn a_lock_ends_with_the_power() {
    let disk = MemoryDisk::default();
    let held = lock(&disk, path()).unwrap();
    disk.power_cut(Keep::All);
    lock(&disk, path()).unwrap();
    drop(held);
}
