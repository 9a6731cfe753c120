//! Links, and other things than files, in the place of what is written.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use shuban_store::{
    Account, Disk, Error, FileSystem, Options, Subject, UnfitFile, Writer, beside, lock,
    open_regular, read_bytes, read_text, replace_file, whole_file,
};
use tempfile::TempDir;

const PRECIOUS: &[u8] = b"precious";

/// A way to write a file.
type Way = fn(&Path) -> Result<(), String>;

/// Returns all ways to write a file under a temporary name.
fn ways() -> [(&'static str, Way); 3] {
    let layer: Way = |path| {
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let written = Writer::create(files, path, Subject::default(), Options::default())
            .and_then(|writer| writer.publish(Account::default()));
        written.map(drop).map_err(|error| error.to_string())
    };
    let ledger: Way =
        |path| replace_file(&Disk::default(), path, b"new").map_err(|error| error.to_string());
    let export: Way = |path| {
        let written: std::io::Result<()> = whole_file(path, |out| out.write_all(b"new"));
        written.map_err(|error| error.to_string())
    };
    [("layer", layer), ("ledger", ledger), ("export", export)]
}

/// Returns a folder with a file in it.
fn precious() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("precious");
    fs::write(&file, PRECIOUS).unwrap();
    (folder, file)
}

#[test]
fn nothing_is_written_to_what_a_temporary_name_leads_to() {
    type Link = fn(&Path, &Path) -> std::io::Result<()>;
    let links: [(&str, Link); 2] =
        [("symbolic", |from, to| symlink(from, to)), ("hard", |from, to| fs::hard_link(from, to))];
    for (what, write) in ways() {
        for (kind, link) in links {
            let (folder, file) = precious();
            let path = folder.path().join("out");
            link(&file, &beside(&path, ".partial")).unwrap();
            write(&path).unwrap_or_else(|error| panic!("{what}, {kind}: {error}"));
            assert_eq!(fs::read(&file).unwrap(), PRECIOUS, "{what}, {kind}");
            assert!(fs::symlink_metadata(&path).unwrap().is_file(), "{what}, {kind}");
            assert_ne!(fs::read(&path).unwrap(), PRECIOUS, "{what}, {kind}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{what}, {kind}");
        }
        // Nor is a file made where a link leads to none.
        let (folder, _) = precious();
        let (path, nowhere) = (folder.path().join("out"), folder.path().join("nowhere"));
        symlink(&nowhere, beside(&path, ".partial")).unwrap();
        write(&path).unwrap();
        assert!(!nowhere.exists(), "{what}");
    }
}

#[test]
fn a_link_at_the_name_of_a_file_is_replaced_and_not_followed() {
    for (what, write) in ways() {
        let (folder, file) = precious();
        let path = folder.path().join("out");
        symlink(&file, &path).unwrap();
        write(&path).unwrap();
        assert_eq!(fs::read(&file).unwrap(), PRECIOUS, "{what}");
        assert!(fs::symlink_metadata(&path).unwrap().is_file(), "{what}");
    }
}

#[test]
fn a_pipe_a_device_or_a_folder_is_not_replaced_by_a_file() {
    for (what, write) in ways() {
        let (folder, _) = precious();
        let names = ["pipe", "folder", "device"].map(|name| folder.path().join(name));
        mknodat(CWD, &names[0], FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        fs::create_dir(&names[1]).unwrap();
        symlink("/dev/null", &names[2]).unwrap();
        for path in &names {
            let error = write(path).unwrap_err();
            assert!(error.contains("not a regular file"), "{what}: {error}");
            assert!(!beside(path, ".partial").exists(), "{what}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "{what}");
    }
}

#[test]
fn a_lock_goes_through_no_link() {
    let (folder, file) = precious();
    let path = folder.path().join("layer.shuban");
    let lock_file = beside(&path, ".lock");
    symlink(&file, &lock_file).unwrap();
    let error = lock(&Disk::default(), &path).unwrap_err();
    assert!(matches!(&error, Error::Io { what: "lock", .. }), "{error}");
    assert!(error.to_string().ends_with("not a regular file"), "{error}");
    // One that leads nowhere makes no file there.
    fs::remove_file(&lock_file).unwrap();
    symlink(folder.path().join("nowhere"), &lock_file).unwrap();
    assert!(lock(&Disk::default(), &path).is_err());
    assert!(!folder.path().join("nowhere").exists());
    // A file with another name is locked, and keeps its content.
    fs::remove_file(&lock_file).unwrap();
    fs::hard_link(&file, &lock_file).unwrap();
    drop(lock(&Disk::default(), &path).unwrap());
    assert_eq!(fs::read(&file).unwrap(), PRECIOUS);
}

#[test]
fn two_writers_of_one_file_do_not_mix() {
    let (folder, _) = precious();
    let path = folder.path().join("out");
    // The one that comes second is refused, and takes nothing away from the first.
    whole_file(&path, |out| {
        out.write_all(b"fir")?;
        let second = whole_file(&path, |out| out.write_all(b"second"));
        let error = second.unwrap_err().to_string();
        assert!(error.contains("another program writes it"), "{error}");
        out.write_all(b"st")
    })
    .unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first");
    // The other one's unfinished file is not taken for this one's, either.
    let (partial, other) = (beside(&path, ".partial"), "other's");
    let third: std::io::Result<()> = whole_file(&path, |out| {
        fs::remove_file(&partial)?;
        fs::write(&partial, other)?;
        out.write_all(b"third")
    });
    third.unwrap_err();
    assert_eq!(fs::read(&path).unwrap(), b"first");
    assert_eq!(fs::read(&partial).unwrap(), b"other's");
}

#[test]
fn files_that_are_read_whole_are_regular_short_and_of_text() {
    let (folder, file) = precious();
    let pipe = folder.path().join("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    for path in [&pipe, folder.path(), Path::new("/dev/zero")] {
        let error = open_regular(path).unwrap_err();
        assert!(UnfitFile::is_reason_of(&error), "{error}");
        assert_eq!(error.to_string(), "not a regular file");
        assert!(read_text(path, 10).is_err());
    }
    assert_eq!(read_bytes(&file, 8).unwrap(), PRECIOUS);
    let error = read_bytes(&file, 7).unwrap_err();
    assert!(UnfitFile::is_reason_of(&error), "{error}");
    assert_eq!(error.to_string(), "longer than 7 B, which no such file is");
    fs::write(&file, b"one\ntwo\nth\xffree").unwrap();
    let error = read_text(&file, 100).unwrap_err();
    assert!(UnfitFile::is_reason_of(&error), "{error}");
    assert_eq!(error.to_string(), "not UTF-8 text, from byte 10 on, in line 3");
    let none = read_text(&folder.path().join("none"), 10).unwrap_err();
    assert!(!UnfitFile::is_reason_of(&none), "{none}");
}
