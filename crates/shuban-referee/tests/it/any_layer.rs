//! Properties of files of every family with sound checksums and false content, made by the bytes of a
//! script: reading them ends, and values that `verify` or the referee passes are true. A fuzz target
//! uses it, too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use shuban_catalog::{Catalog, Detail, ExportFormat};
use shuban_core::Silent;
use shuban_core::shelf::EmptyShelf;
use shuban_referee::{Extent, Target, check};
use shuban_solve::{BuildOptions, VerifyOptions};
use shuban_store::{FileSystem, layer_path};
use shuban_store_testing::{MemoryDisk, OpenedSection, OpenedUp};

use crate::contact_truth::Truth;
use crate::forge::{Script, change, with_other_directory};

const DATA: &str = "/data";

/// Bytes of memory that readers of a forged file may take because of its numbers.
const GRANTED: u64 = 4 << 20;

/// Small layers of each kind of family, with what a win counts where values are intervals of which
/// others may pass.
const LAYERS: [(&str, Option<f64>); 15] = [
    ("half-gammon/contact-1-1", Some(1.0)),
    ("half-gammon/contact-2-1", Some(1.0)),
    ("half-gammon/money-1-1", Some(0.25)),
    ("half-gammon/bearoff", None),
    ("backgammon/gnubg-os-3", None),
    ("backgammon/gnubg-ts-6x2", None),
    ("backgammon/race-7x1", None),
    ("hypergammon/1", None),
    ("hypergammon/1-as-gnubg", None),
    ("amazons/3", None),
    ("amazons/3/canonical", None),
    ("tanhinmin/3p-4", None),
    ("tanhinmin/2p-5/uecda", None),
    ("daihinmin-open/3p-4", None),
    ("trax/2", None),
];

/// The catalog, which reads from one disk after the other.
static CATALOG: LazyLock<Mutex<Catalog>> = LazyLock::new(|| Mutex::new(shuban_games::catalog()));

static SOUND: LazyLock<Vec<SoundLayer>> =
    LazyLock::new(|| LAYERS.iter().map(|(name, win)| SoundLayer::new(name, *win)).collect());

/// A layer, with the files of all that it needs.
struct SoundLayer {
    name: &'static str,
    path: PathBuf,
    files: BTreeMap<PathBuf, Vec<u8>>,
    opened: OpenedUp,
    rows: Vec<u8>,
    truth: Option<Truth>,
}

/// The outcome of a forged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The writer does not write such a file.
    Unwritten,
    /// Neither check passes it.
    Refused,
    /// A check passes it, and its values are true.
    True,
}

fn catalog() -> MutexGuard<'static, Catalog> {
    CATALOG.lock().unwrap_or_else(PoisonError::into_inner)
}

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

/// Returns all rows of a layer as CSV; `None` if they cannot be read.
fn rows(catalog: &Catalog, name: &str) -> Option<Vec<u8>> {
    let (layer, mut rows) = (catalog.layer(name).unwrap(), Vec::new());
    let (data, format) = (Path::new(DATA), ExportFormat::Csv);
    let written = layer.family.export_into(layer.layer, data, &mut rows, format, &Silent);
    written.is_ok().then_some(rows)
}

/// Iterates over the tables of a file.
fn tables(file: &OpenedUp) -> impl Iterator<Item = (&str, &[Vec<u64>])> {
    file.sections.iter().filter_map(|section| match section {
        OpenedSection::Table(name, _, rows) => Some((name.as_str(), &rows[..])),
        OpenedSection::Stream(_) => None,
    })
}

/// Looks at a layer in all ways that do not compute its values again.
fn look(catalog: &Catalog, name: &str) {
    let (layer, data) = (catalog.layer(name).unwrap(), Path::new(DATA));
    let _ = layer.family.info(layer.layer, data).map_err(|error| error.to_string());
    let open = layer.family.open(data);
    let count = layer.family.layers()[layer.layer.0].positions();
    for number in [0, count / 3, count.saturating_sub(1), count] {
        let Ok(Some(position)) = open.position(layer.layer, number) else { continue };
        let answer = open.answer(&position, &Detail::All, &EmptyShelf);
        let _ = answer.map_err(|error| error.to_string());
        let _ = open.equation(&position).map_err(|error| error.to_string());
    }
}

impl SoundLayer {
    fn new(name: &'static str, win: Option<f64>) -> Self {
        let (disk, data) = (MemoryDisk::default(), Path::new(DATA));
        let mut catalog = catalog();
        catalog.use_files(&files(&disk));
        let layer = catalog.layer(name).unwrap();
        let options = BuildOptions { threads: 1, ..BuildOptions::new(data) };
        layer.family.build(layer.layer, &options, &Silent).unwrap();
        let path = layer_path(data, name).unwrap();
        let contents = disk.paths().into_iter();
        let contents = contents.filter_map(|path| Some((path.clone(), disk.contents(&path)?)));
        SoundLayer {
            name,
            files: contents.collect(),
            opened: OpenedUp::read(&disk, &path).unwrap(),
            path,
            rows: rows(&catalog, name).expect("a sound file"),
            truth: win.map(|win| Truth::of(name, win)),
        }
    }

    fn forged(&self, script: &mut Script<'_>) -> Verdict {
        let disk = MemoryDisk::default();
        self.files.iter().for_each(|(path, bytes)| disk.put(path, bytes.clone()));
        let choice = script.byte() % 6;
        if choice > 1 {
            let mut opened = self.opened.clone();
            change(&mut opened, script);
            if opened.write(files(&disk), &self.path).is_err() {
                return Verdict::Unwritten;
            }
        }
        if choice < 3 {
            let written = disk.contents(&self.path).expect("it is there");
            disk.put(&self.path, with_other_directory(&self.path, &written, script));
        }
        self.checked(&disk)
    }

    /// Requires that only true values pass.
    fn checked(&self, disk: &MemoryDisk) -> Verdict {
        let (name, data) = (self.name, Path::new(DATA));
        let granted = disk.with_memory(GRANTED);
        let mut catalog = catalog();
        catalog.use_files(&files(&granted));
        look(&catalog, name);
        let layer = catalog.layer(name).unwrap();
        let options = VerifyOptions { threads: 1, memory: 64 << 20, ..VerifyOptions::new(data) };
        let verified = layer.family.verify(layer.layer, None, &options, &Silent);
        let verified = verified.is_ok_and(|verified| verified.passed);
        let target = Target::of_layer(data, name).unwrap();
        let checked = check(&granted, &target, data, Extent::All, &|_, _, _| true);
        let refereed = checked.is_ok_and(|checked| checked.passed);
        if !verified && !refereed {
            return Verdict::Refused;
        }
        let what = format!("{name}, by verify: {verified}, by the referee: {refereed}");
        let file = OpenedUp::read(disk, &self.path).unwrap();
        match (&self.truth, rows(&catalog, name)) {
            (Some(truth), _) => truth.is_within(&file),
            (None, Some(rows)) => {
                assert!(rows == self.rows, "{what}: {}", String::from_utf8_lossy(&rows));
            }
            // What the file says of itself keeps the program from reading it, not the referee.
            (None, None) => {
                assert!(!verified && tables(&file).eq(tables(&self.opened)), "{what}: unreadable");
            }
        }
        Verdict::True
    }
}

/// Forges the layer that the first byte selects.
pub(crate) fn as_layer(script: &[u8]) -> Option<Verdict> {
    let (&number, script) = script.split_first()?;
    Some(SOUND[usize::from(number) % SOUND.len()].forged(&mut Script(script)))
}
