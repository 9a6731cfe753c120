//! Copies that a process has left half done, and another one goes on with.

use std::io;
use std::sync::Arc;

use shuban_store::{FileCopy, FileSystem, PARTIAL, ReadAt, beside};
use shuban_store_testing::MemoryDisk;

use crate::common::path;
use crate::opened::OpenedBy;

/// The pieces of the file, and their lengths.
const PIECES: [&[u8]; 3] = [b"abc", b"defg", b"hijkl"];
const LENS: [u64; 3] = [3, 4, 5];

/// Returns a disk with a copy that was left after these bytes.
fn left(bytes: &[u8]) -> MemoryDisk {
    let disk = MemoryDisk::default();
    let mut copy = FileCopy::create(Arc::new(disk.clone()), path()).unwrap();
    copy.append(bytes).unwrap();
    copy.leave().unwrap();
    disk
}

/// Goes on with a copy whose piece of this number, if there is one, is not sound, and appends `rest`. Returns
/// the pieces that were looked at, and the bytes of the copy.
fn gone_on(disk: &MemoryDisk, wrong: Option<usize>, rest: &[u8]) -> (Vec<Vec<u8>>, Vec<u8>) {
    let mut pieces = Vec::new();
    let is_sound = |number: usize, piece: &[u8]| {
        assert_eq!(number, pieces.len());
        pieces.push(piece.to_vec());
        wrong != Some(number)
    };
    let (mut copy, ..) = FileCopy::go_on(Arc::new(disk.clone()), path(), &LENS, is_sound).unwrap();
    copy.append(rest).unwrap();
    copy.leave().unwrap();
    (pieces, disk.contents(&beside(path(), PARTIAL)).unwrap())
}

#[test]
fn a_copy_goes_on_after_the_pieces_that_are_there() {
    for there in 0..=PIECES.len() {
        let disk = left(&PIECES[..there].concat());
        let (looked_at, copied) = gone_on(&disk, None, &PIECES[there..].concat());
        assert_eq!(looked_at, PIECES[..there]);
        assert_eq!(copied, PIECES.concat());
    }
}

#[test]
fn the_beginning_of_a_piece_is_not_taken_for_the_piece() {
    for len in 0..PIECES.concat().len() {
        let disk = left(&PIECES.concat()[..len]);
        let whole = (0..3).filter(|number| PIECES[..=*number].concat().len() <= len).count();
        assert_eq!(gone_on(&disk, None, b"").0, PIECES[..whole], "{len} bytes");
    }
}

#[test]
fn a_wrong_piece_goes_with_all_that_follows() {
    let disk = left(b"abcDEFGhijkl");
    let (looked_at, copied) = gone_on(&disk, Some(1), b"defgh");
    assert_eq!(looked_at, [&b"abc"[..], b"DEFG"]);
    assert_eq!(copied, b"abcdefgh");
}

#[test]
fn it_is_known_how_much_of_a_copy_there_is() {
    assert_eq!(FileCopy::begun(&MemoryDisk::default(), path()).unwrap(), 0);
    assert_eq!(FileCopy::begun(&left(b"abcde"), path()).unwrap(), 5);
}

#[test]
fn a_copy_that_cannot_be_read_now_is_not_begun_anew() {
    let disk = left(b"abcde");
    let locked_up = |_: io::Result<Box<dyn ReadAt>>| Err(io::ErrorKind::PermissionDenied.into());
    let files: Arc<dyn FileSystem> = Arc::new(OpenedBy(disk.clone(), locked_up));
    assert!(FileCopy::go_on(files, path(), &LENS, |_, _| true).is_err());
    assert_eq!(disk.contents(&beside(path(), PARTIAL)).unwrap(), b"abcde");
}
