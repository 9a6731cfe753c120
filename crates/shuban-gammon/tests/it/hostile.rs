//! A bounded run of the fuzz targets.

use proptest::prelude::*;

use crate::any_input::as_hypergammon;

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        as_hypergammon(&bytes);
    }
}
