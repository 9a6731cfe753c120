//! Properties of any bytes opened as a table that another program wrote: they are refused, or answer
//! about each position with a value or an error. A fuzz target uses it, too.

use std::io;
use std::sync::{Arc, LazyLock};

use shuban_catalog::{AnyFamily, AnyPosition, Catalog, Detail, ExportFormat};
use shuban_core::own_file::{FileBytes, ReadAt};
use shuban_core::{LayerId, Silent};
use shuban_solve::BuildOptions;

/// Positions of a layer that are looked up.
const POSITIONS: u64 = 12;

static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);

/// Most positions of a layer that is written for this.
const MOST_POSITIONS: u64 = 5_000;

/// Sound files of the smallest layers, in each format, with positions to look up.
static SOUND: LazyLock<Vec<SoundFile>> = LazyLock::new(|| {
    let is_small = |family: &&dyn AnyFamily| family.layers()[0].positions() <= MOST_POSITIONS;
    CATALOG.families().filter(is_small).flat_map(SoundFile::all_of).collect()
});

struct SoundFile {
    family: &'static dyn AnyFamily,
    bytes: Vec<u8>,
    positions: Vec<AnyPosition>,
}

impl SoundFile {
    fn all_of(family: &'static dyn AnyFamily) -> Vec<SoundFile> {
        if family.own_formats().is_empty() {
            return Vec::new();
        }
        let (folder, layer) = (tempfile::tempdir().unwrap(), LayerId(0));
        let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
        family.build(layer, &options, &Silent).unwrap();
        let open = family.open(folder.path());
        let count = family.layers()[0].positions();
        let numbers = (0..POSITIONS).map(|number| number * count / POSITIONS);
        let positions: Vec<AnyPosition> =
            numbers.filter_map(|number| open.position(layer, number).unwrap()).collect();
        let files = family.own_formats().iter().map(|&format| {
            let (format, mut bytes) = (ExportFormat::Own(format), Vec::new());
            let written = family.export_into(layer, folder.path(), &mut bytes, format, &Silent);
            written.unwrap();
            SoundFile { family, bytes, positions: positions.clone() }
        });
        files.collect()
    }
}

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

/// The first byte is the number of a sound file. Each three bytes of the rest change it: two give a
/// place, the third is written there; behind the end of the file it cuts it, or is added to it.
///
/// Returns the number of positions that have a value.
pub(crate) fn as_own_file(script: &[u8]) -> usize {
    let Some((&number, script)) = script.split_first() else { return 0 };
    let sound = &SOUND[usize::from(number) % SOUND.len()];
    let mut bytes = sound.bytes.clone();
    for change in script.chunks_exact(3) {
        let &[low, high, byte] = change else { continue };
        let place = usize::from(u16::from_le_bytes([low, high]));
        match bytes.get_mut(place) {
            Some(found) => *found = byte,
            None if byte.is_multiple_of(2) => bytes.push(byte / 2),
            None => bytes.truncate(place % (bytes.len() + 1)),
        }
    }
    let file: FileBytes = Arc::new(Bytes(bytes));
    let mut valued = 0;
    for family in CATALOG.families().filter(|family| !family.own_formats().is_empty()) {
        let opened = match family.open_own(&file) {
            Ok(Some(opened)) => opened,
            Ok(None) => continue,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        assert!(!opened.about().is_empty() && CATALOG.layer(opened.layer()).is_ok());
        for position in sound.positions.iter().filter(|_| family.name() == sound.family.name()) {
            match opened.answer(position, &Detail::All) {
                Ok(answer) => valued += usize::from(answer.value.is_some()),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    valued
}
