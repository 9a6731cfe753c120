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
    for error in [scratch.read_at(&mut read, 1), scratch.write_at(b"far", u64::MAX)] {
        let reason = error.unwrap_err().into_reason().expect("a reason");
        assert_eq!(reason.to_string(), "scratch memory ends before");
    }
}
