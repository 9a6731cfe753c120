//! Copies of files: whole and sound, or not there.

use std::sync::Arc;

use shuban_store::{CodecName, Database, Error, FileCopy, Options, Writer};
use shuban_store_testing::{Keep, MemoryDisk};

use crate::common::{account, column, path, subject};

/// A disk with a file, and the file's content hash.
fn with_file() -> (MemoryDisk, String) {
    let disk = MemoryDisk::default();
    let files = Arc::new(disk.clone());
    let subject = subject("half-gammon/contact-2-1");
    let mut writer = Writer::create(files, path(), subject, Options::default()).unwrap();
    let columns = [column("value", 64, CodecName::Unsigned, 0)];
    let mut table = writer.table("values", &columns, 3_000).unwrap();
    (0..3_000).for_each(|rank| table.push(&[rank * rank]).unwrap());
    table.finish().unwrap();
    let hash = writer.publish(account()).unwrap().content_hash;
    (disk, hash)
}

/// Copies the first bytes of a file in pieces, of which `change` may change each.
fn copied(
    (from, hash): (&MemoryDisk, &str),
    (len, of_piece): (u64, usize),
    to: &MemoryDisk,
    change: impl Fn(u64, &mut [u8]),
) -> Result<(), Error> {
    let file = Database::open(from, path()).unwrap();
    let mut copy = FileCopy::create(Arc::new(to.clone()), path())?;
    for first in (0..len).step_by(of_piece) {
        let mut piece = vec![0; of_piece.min((len - first) as usize)];
        file.stored_bytes(first, &mut piece)?;
        change(first, &mut piece);
        copy.append(&piece)?;
    }
    copy.publish(hash, &mut |_, _| ())
}

#[test]
fn a_copy_in_any_pieces_has_the_same_bytes_even_after_a_power_cut() {
    let (disk, hash) = with_file();
    let len = disk.contents(path()).unwrap().len() as u64;
    for of_piece in [1, 1_000, 1 << 20] {
        let to = MemoryDisk::default();
        copied((&disk, &hash), (len, of_piece), &to, |_, _| ()).unwrap();
        to.power_cut(Keep::None);
        assert_eq!(to.contents(path()), disk.contents(path()));
    }
}

#[test]
fn a_copy_that_is_cut_changed_or_of_another_file_is_not_published() {
    let (disk, hash) = with_file();
    let len = disk.contents(path()).unwrap().len() as u64;
    let refused = |hash: &str, len: u64, changed: Option<u64>| {
        let to = MemoryDisk::default();
        let change = |first: u64, piece: &mut [u8]| {
            let place = changed.and_then(|changed| changed.checked_sub(first));
            if let Some(byte) = place.and_then(|place| piece.get_mut(place as usize)) {
                *byte ^= 1;
            }
        };
        let error = copied((&disk, hash), (len, 777), &to, change).unwrap_err();
        assert!(to.paths().is_empty(), "{:?} after {error}", to.paths());
    };
    (0..len).step_by(61).for_each(|len| refused(&hash, len, None));
    (0..len).step_by(61).for_each(|byte| refused(&hash, len, Some(byte)));
    refused("of another file", len, None);
    let beyond = Database::open(&disk, path()).unwrap().stored_bytes(len - 1, &mut [0; 2]);
    assert!(beyond.is_err());
}

#[test]
fn a_copy_replaces_no_file_that_is_there_by_then() {
    let (disk, hash) = with_file();
    let len = disk.contents(path()).unwrap().len() as u64;
    let to = MemoryDisk::default();
    copied((&disk, &hash), (len, 500), &to, |first, _| {
        if first == 1_000 {
            to.put(path(), b"made meanwhile".to_vec());
        }
    })
    .unwrap();
    assert_eq!(to.contents(path()).unwrap(), b"made meanwhile");
    assert_eq!(to.paths(), [path()]);
}
