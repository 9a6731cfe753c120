//! Properties of any bytes opened as a table that another program wrote: they are refused, or answer
//! about each position with a value or an error. A fuzz target uses it, too.

use std::sync::LazyLock;

use shuban_catalog::{AnyFamily, AnyPosition, Catalog, Detail, ExportFormat};
use shuban_core::{LayerId, Silent};
use shuban_solve::BuildOptions;
use shuban_store_testing::file_of;

/// Positions of a layer that are looked up.
const POSITIONS: u64 = 12;

static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);

/// Most positions of a layer that is written for this.
const MOST_POSITIONS: u64 = 5_000;

/// Most positions of a layer that is chosen instead of the first.
const LARGEST: u64 = 1_000;

/// Sound files of small layers, in each format, with positions to look up.
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
        // Of several small layers the largest, where more can be wrong.
        let layers = family.layers().iter().take_while(|layer| layer.positions() <= LARGEST);
        let layer = LayerId(layers.count().saturating_sub(1));
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
        family.build(layer, &options, &Silent).unwrap();
        let open = family.open(folder.path());
        let count = family.layers()[layer.0].positions();
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

/// Compares a file with the sound one that it was made from.
fn compare(sound: &SoundFile, changed: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let [ours, theirs] = ["ours", "theirs"].map(|name| folder.path().join(name));
    std::fs::write(&ours, &sound.bytes).unwrap();
    std::fs::write(&theirs, changed).unwrap();
    match sound.family.own_deviation(&ours, &theirs) {
        Ok(deviation) => assert!(deviation.is_none_or(|deviation| deviation.largest >= 0.0)),
        Err(error) => assert!(!error.to_string().is_empty()),
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
    compare(sound, &bytes);
    let file = file_of(bytes);
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
