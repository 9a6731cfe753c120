//! The real file system: special files, and files changed by others.

use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use shuban_store::{Account, Database, Disk, Error, FileSystem, Options, Subject, Writer, lock};
use tempfile::TempDir;

/// Returns a folder with a pipe that is never written to, a socket and a folder.
fn special_files() -> (TempDir, [PathBuf; 3]) {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["pipe", "socket", "folder"].map(|name| folder.path().join(name));
    pipe(&paths[0]);
    UnixListener::bind(&paths[1]).unwrap();
    std::fs::create_dir(&paths[2]).unwrap();
    (folder, paths)
}

fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

#[test]
fn only_regular_files_are_opened_and_none_is_waited_for() {
    let (_folder, paths) = special_files();
    for path in paths.iter().map(PathBuf::as_path).chain([Path::new("/dev/zero")]) {
        let error = Database::open(&Disk::default(), path).map(drop).unwrap_err();
        assert!(matches!(&error, Error::Io { what: "open", .. }), "{error}");
        assert!(error.to_string().ends_with("not a regular file"), "{error}");
        // Nor is one of them written to, replaced or locked.
        assert!(Disk::default().create(path).is_err(), "{}", path.display());
        assert!(path.exists());
        assert!(Disk::default().try_lock(path).is_err(), "{}", path.display());
    }
    let path = paths[0].with_file_name("layer.shuban");
    pipe(&path.with_extension("shuban.lock"));
    assert!(matches!(lock(&Disk::default(), &path), Err(Error::Io { .. })));
}

#[test]
fn a_file_that_is_cut_while_it_is_open_ends_in_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("layer.shuban");
    for compression in [None, Some(3)] {
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let options = Options { block_size: 4096, compression };
        let mut writer = Writer::create(files, &path, Subject::default(), options).unwrap();
        let byte =
            [shuban_core::Column { name: "byte", bits: 8, codec: shuban_core::Codec::Unsigned }];
        let mut table = writer.table("values", &byte, 1_000_000).unwrap();
        for rank in 0..1_000_000_u64 {
            table.push(&[rank.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58]).unwrap();
        }
        table.finish().unwrap();
        writer.publish(Account::default()).unwrap();
        let table = Database::open(&Disk::default(), &path).unwrap().table("values").unwrap();
        let mut row = [0];
        table.row(0, &mut row).unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_len(100_000).unwrap();
        for rank in [999_999, 700_000, 500_000] {
            let error = table.row(rank, &mut row).unwrap_err();
            assert!(matches!(&error, Error::Damaged { section, .. } if section == "values"));
            assert!(error.to_string().contains("cut while it was open"), "{error}");
        }
    }
}
