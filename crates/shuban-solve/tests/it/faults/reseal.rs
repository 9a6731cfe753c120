//! Files with sound checksums and false content, and ledgers with false contents, made by the bytes of a
//! script; and the properties that must hold of them. Fuzz targets use it, too.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, Ledger, Tabulation, VerifyOptions, build, tally, verify_ledger};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::OpenedUp;

use super::kinds::{Contents, Kind, circles, contents, disk_of, every_kind, files, unfinished};
use crate::forge::{Script, change, change_member, with_other_directory};
use crate::numbers::Numbers;

/// Bytes of memory that readers of a forged file may take because of its numbers.
const GRANTED: u64 = 4 << 20;

/// Replaces a sound file by another one: with other content, with another directory, or both.
/// Returns true if the writer writes it.
fn forge(disk: &MemoryDisk, path: &Path, sound: &OpenedUp, script: &mut Script<'_>) -> bool {
    let choice = script.byte() % 6;
    if choice > 1 {
        let mut opened = sound.clone();
        change(&mut opened, script);
        if opened.write(files(disk), path).is_err() {
            return false;
        }
    }
    if choice < 3 {
        let written = disk.contents(path).expect("it is there");
        disk.put(path, with_other_directory(path, &written, script));
    }
    true
}

/// The sound files of a kind.
pub(crate) struct Sound {
    pub(crate) kind: Box<dyn Kind>,
    disk: MemoryDisk,
    contents: Contents,
    opened: Vec<OpenedUp>,
    /// The results of killed builds: the files, and the one that is work in progress.
    work: Vec<(Contents, PathBuf, OpenedUp)>,
}

/// The outcome of a forged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The writer does not write such a file.
    Unwritten,
    /// Verifying ended in an error or a refusal.
    Refused,
    /// It passed, and its values are the true ones.
    True,
}

impl Sound {
    /// Returns the files of each kind.
    pub(crate) fn all() -> Vec<Sound> {
        let sound = |kind: Box<dyn Kind>| {
            let (disk, contents) = kind.undisturbed();
            let paths = kind.paths();
            let opened = paths.iter().map(|path| OpenedUp::read(&disk, path).unwrap()).collect();
            let names = [".shard-", ".checkpoint"].iter().filter(|_| kind.leaves_work());
            let work = names.filter_map(|name| {
                let (left, path) = unfinished(&*kind, name)?;
                let opened = OpenedUp::read(&disk_of(&left), &path).unwrap();
                Some((left, path, opened))
            });
            let work = work.collect();
            Sound { kind, disk, contents, opened, work }
        };
        // Of values that are not kept there is a ledger alone.
        let kept = every_kind().into_iter().filter(|kind| kind.name() != "ledger");
        kept.chain([circles()]).map(sound).collect()
    }

    /// Forges a file by a script, and reads it in every way: this must end, in the memory allowed,
    /// and verified values must be true.
    ///
    /// # Panics
    /// If one of these does not hold.
    pub(crate) fn forged(&self, script: &[u8]) -> Verdict {
        let mut script = Script(script);
        let paths = self.kind.paths();
        let layer = script.below(paths.len());
        let path = &paths[layer];
        let disk = disk_of(&self.contents);
        if !forge(&disk, path, &self.opened[layer], &mut script) {
            return Verdict::Unwritten;
        }
        let disk = disk.with_memory(GRANTED);
        let _ = self.kind.probe(&disk, layer);
        match self.kind.verify(&disk, layer) {
            Ok(verified) if verified.passed => {
                let difference = self.kind.difference(&disk, &self.disk, layer).unwrap();
                assert_eq!(difference, None, "{}, layer {layer}: {verified}", self.kind.name());
                Verdict::True
            }
            _ => Verdict::Refused,
        }
    }

    /// Forges work in progress by a script, and resumes: this must end, and verified published
    /// values must be true.
    ///
    /// # Panics
    /// If one of these does not hold.
    pub(crate) fn forged_work(&self, script: &[u8]) -> Option<Verdict> {
        let mut script = Script(script);
        let (left, path, opened) = self.work.get(script.below(self.work.len()))?;
        let disk = disk_of(left);
        if !forge(&disk, path, opened, &mut script) {
            return Some(Verdict::Unwritten);
        }
        let name = self.kind.name();
        self.kind.go_on(&disk).unwrap_or_else(|error| panic!("{name}: {error}"));
        if contents(&disk) == self.contents {
            return Some(Verdict::True);
        }
        let last = self.kind.paths().len() - 1;
        let verified = self.kind.verify(&disk, last).unwrap();
        let difference = self.kind.difference(&disk, &self.disk, last).unwrap();
        assert!(difference.is_none() || !verified.passed, "{name}: {difference:?}: {verified}");
        Some(if verified.passed { Verdict::True } else { Verdict::Refused })
    }
}

/// A sound ledger of a layer, beside its file.
pub(crate) struct SoundLedger {
    numbers: Numbers,
    contents: Contents,
    ledger: Ledger,
    document: Json,
}

impl SoundLedger {
    const LAST: LayerId = LayerId(1);
    const PATH: &str = "/ledgers/layer.json";

    /// Builds a layer, and its ledger.
    pub(crate) fn new() -> Self {
        let (numbers, disk) = (Numbers::new([300, 500], 60, 200), MemoryDisk::default());
        let (options, path) = (BuildOptions::new("/data"), Path::new(Self::PATH));
        let solver = Tabulation(&numbers);
        build(&files(&disk), &solver, Self::LAST, &options, &Silent).unwrap();
        let told = tally(&files(&disk), &solver, Self::LAST, path, &options, &Silent);
        let ledger = told.unwrap().ledger;
        let document = serde_json::from_slice(&disk.contents(path).unwrap()).unwrap();
        SoundLedger { contents: contents(&disk), numbers, ledger, document }
    }

    /// Changes members of the ledger by a script, and verifies it with the layer's file: if it passes,
    /// it says of each shard what is true. Returns true if it does.
    ///
    /// # Panics
    /// If it says something else.
    pub(crate) fn forged(&self, script: &[u8]) -> bool {
        let (mut script, mut document) = (Script(script), self.document.clone());
        for _ in 0..=script.byte() % 3 {
            change_member(&mut document, &mut script);
        }
        let (disk, path) = (disk_of(&self.contents), Path::new(Self::PATH));
        disk.put(path, document.to_string().into_bytes());
        let solver = Tabulation(&self.numbers);
        let options = VerifyOptions { threads: 1, memory: 64 << 20, ..VerifyOptions::new("/data") };
        let granted = files(&disk.with_memory(GRANTED));
        let verified = verify_ledger(&granted, &solver, Self::LAST, path, &options, &Silent);
        if !verified.is_ok_and(|verified| verified.passed) {
            return false;
        }
        for (shard, entry) in Ledger::read(&disk, path).unwrap().unwrap().done {
            assert!(entry.agrees(&self.ledger.done[&shard]), "{document}");
        }
        true
    }
}
