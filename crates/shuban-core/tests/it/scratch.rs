//! Memory in the place of a file.

use shuban_core::tabulate::{ScratchFile, ScratchMemory};

#[test]
fn bytes_are_read_where_they_were_written() {
    let scratch = ScratchMemory::default();
    scratch.write_at(b"later", 8).unwrap();
    scratch.write_at(b"first", 0).unwrap();
    let mut read = [0; 13];
    scratch.read_at(&mut read, 0).unwrap();
    assert_eq!(&read, b"first\0\0\0later");
    scratch.read_at(&mut read, 1).unwrap_err();
    scratch.write_at(b"far", u64::MAX).unwrap_err();
}
