//! Properties of any bytes read as a database of hypergammon: they are read or refused, and any
//! value read can be described. The fuzz targets use it, too.

use std::io;
use std::sync::Arc;

use shuban_core::own_file::{FileBytes, OwnFiles as _, ReadAt};
use shuban_core::{Domain as _, Explain as _, Game as _};
use shuban_gammon::money::{Dances, Money};

/// Bytes in memory in place of a file.
struct Bytes(Vec<u8>);

impl ReadAt for Bytes {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset).map_err(io::Error::other)?;
        let found = self.0.get(from..).and_then(|bytes| bytes.get(..buffer.len()));
        buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// The input repeated to the length of a database of one checker a side, and the input alone.
pub(crate) fn as_hypergammon(bytes: &[u8]) {
    let money = Money::new(1, Dances::AsGnubg).expect("1 to 3 checkers");
    let header = format!("{:x<39}\n", "gnubg-H1").into_bytes();
    let records = bytes.iter().copied().cycle().take(26 * 26 * 28);
    let long = header.iter().copied().chain(records).collect();
    let short = header.iter().chain(bytes).copied().collect();
    for bytes in [bytes.to_vec(), short, long] {
        let file: FileBytes = Arc::new(Bytes(bytes));
        let Ok(Some(open)) = money.open(&file) else { continue };
        for text in ["24|24", "bar|1", "7|bar"] {
            let position = money.game().parse(text).expect("a position of hypergammon");
            let value = (open.value)(&position).expect("the file is whole");
            let value = value.expect("it holds every position");
            let fields = money.fields(&value);
            assert!(fields.get("equity").is_some() && fields.get("chances").is_some());
            // The cube action of any bytes has a name.
            assert!(value.equities.actions().iter().all(|action| !action.name().is_empty()));
            let points = value.chances.take_points();
            assert!(points.is_none_or(|points| points.iter().all(|point| !point.is_nan())));
        }
    }
}
