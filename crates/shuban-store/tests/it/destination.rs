//! Folders of this machine in which files are written whole.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use shuban_store::{Destination, Error, LocalFolder};
use shuban_store_testing::MemoryDisk;

fn folder() -> (MemoryDisk, LocalFolder) {
    let disk = MemoryDisk::default();
    let folder = LocalFolder::new(Arc::new(disk.clone()), "published");
    (disk, folder)
}

#[test]
fn a_file_is_there_when_it_is_finished_and_at_its_address() {
    let (disk, folder) = folder();
    let mut file = folder.create("pieces/one").unwrap();
    file.write_all(b"some bytes").unwrap();
    assert!(folder.open("pieces/one").unwrap().is_none());
    file.finish().unwrap();
    let address = folder.address("pieces/one");
    assert_eq!(address, Path::new("published/pieces/one"));
    assert_eq!(disk.contents(&address).unwrap(), b"some bytes");
    assert_eq!(folder.open("pieces/one").unwrap().unwrap().len(), 10);
}

#[test]
fn what_cannot_be_opened_is_not_taken_for_missing() {
    let (disk, folder) = folder();
    disk.put(Path::new("published/pieces/one"), b"bytes".to_vec());
    let error = folder.open("pieces").map(drop).unwrap_err();
    assert!(matches!(&error, Error::Io { what: "open", .. }), "{error}");
}

/// A large file does not wait in memory, and small pieces do not go to the disk one by one.
#[test]
fn a_file_goes_to_the_disk_by_the_megabyte() {
    let (disk, folder) = folder();
    let mut file = folder.create("large").unwrap();
    let (before, piece) = (disk.operations(), [7; 1_000]);
    for written in (0..3_000_000).step_by(piece.len()) {
        assert_eq!(disk.operations() - before, written >> 20, "after {written} bytes");
        file.write_all(&piece).unwrap();
    }
    file.finish().unwrap();
    assert_eq!(disk.contents(&folder.address("large")).unwrap(), vec![7; 3_000_000]);
}

#[test]
fn a_small_file_is_read_up_to_a_length() {
    let (disk, folder) = folder();
    disk.put(&folder.address("small"), b"some bytes".to_vec());
    let folder: &dyn Destination = &folder;
    assert_eq!(folder.read("small", 10).unwrap().unwrap(), b"some bytes");
    assert!(folder.read("small", 9).unwrap_err().to_string().ends_with("longer than 9 bytes"));
    assert_eq!(folder.read("none", 10).unwrap(), None);
}
