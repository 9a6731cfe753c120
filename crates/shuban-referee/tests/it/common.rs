//! Databases in a folder, and the referee's word on them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use shuban_catalog::Catalog;
use shuban_core::Silent;
use shuban_referee::{Checked, Error, Extent, Fault, Target, check, needed};
use shuban_solve::BuildOptions;
use shuban_store::{Database, Disk, FileSystem, Need, layer_path};
use shuban_store_testing::{OpenedUp, rewrite};
use tempfile::TempDir;

static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);

/// A data folder.
pub(crate) struct Data(TempDir);

impl Data {
    /// Creates a folder with these layers, and those that they need.
    pub(crate) fn with(layers: &[&str]) -> Self {
        let data = Data(tempfile::tempdir().unwrap());
        for name in layers {
            let layer = CATALOG.layer(name).unwrap();
            layer.build(&BuildOptions::new(data.0.path()), &Silent).unwrap();
        }
        data
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, layer: &str) -> PathBuf {
        layer_path(self.path(), layer).unwrap()
    }

    pub(crate) fn target(&self, layer: &str) -> Target {
        Target::of_layer(self.path(), layer).unwrap()
    }

    /// Returns the referee's report on a layer.
    pub(crate) fn check(&self, layer: &str, extent: Extent) -> Result<Checked, Error> {
        self.check_target(&self.target(layer), extent)
    }

    pub(crate) fn check_target(&self, target: &Target, extent: Extent) -> Result<Checked, Error> {
        check(&Disk::default(), target, self.path(), extent, &|_, _, _| true)
    }

    /// Returns the layers that a layer rests on.
    pub(crate) fn needed(&self, layer: &str) -> Result<Vec<Target>, Error> {
        needed(&Disk::default(), &self.target(layer), self.path())
    }

    /// Returns the first report on a layer and all that it rests on that is no pass, else the one on
    /// the layer itself.
    pub(crate) fn check_all(&self, layer: &str) -> Result<Checked, Error> {
        for target in self.needed(layer)? {
            let checked = self.check_target(&target, Extent::All)?;
            if !checked.passed {
                return Ok(checked);
            }
        }
        self.check(layer, Extent::All)
    }

    /// Changes a layer's file under sound checksums.
    pub(crate) fn rewrite(&self, layer: &str, edit: impl FnOnce(&mut OpenedUp)) {
        let disk: Arc<dyn FileSystem> = Arc::new(Disk::default());
        rewrite(&disk, &self.file(layer), edit);
    }

    /// Returns the need of a layer's file as it is.
    pub(crate) fn need(&self, layer: &str) -> Need {
        let database = Database::open(&Disk::default(), &self.file(layer)).unwrap();
        let content_hash = database.manifest().content_hash.clone();
        Need { domain: layer.to_owned(), content_hash }
    }

    /// Requires that the referee agrees with all values of a layer.
    pub(crate) fn passes(&self, layer: &str) -> Checked {
        let checked = self.check(layer, Extent::All).unwrap();
        assert!(checked.passed && !checked.sampled, "{checked:?}");
        assert_eq!(checked.positions, checked.of, "{checked:?}");
        checked
    }

    /// Requires that the referee agrees with a sample of a layer.
    pub(crate) fn samples(&self, layer: &str, count: u64) {
        let checked = self.check(layer, Extent::Sample(count)).unwrap();
        assert!(checked.passed && checked.sampled, "{checked:?}");
        assert_eq!(checked.positions, count, "{checked:?}");
    }

    /// Returns what the referee finds wrong with a layer after a change, under sound checksums; the
    /// layer is as it was afterwards.
    pub(crate) fn forged(&self, layer: &str, edit: impl FnOnce(&mut OpenedUp)) -> Fault {
        let path = self.file(layer);
        let sound = std::fs::read(&path).unwrap();
        self.rewrite(layer, edit);
        let checked = self.check(layer, Extent::All);
        std::fs::write(&path, sound).unwrap();
        let checked = checked.unwrap();
        assert!(!checked.passed, "{layer}: passed");
        checked.fault.unwrap()
    }

    /// Requires that the referee names the part and the rank of a false record.
    pub(crate) fn finds(
        &self,
        layer: &str,
        part: &str,
        rank: u64,
        edit: impl FnOnce(&mut Vec<u64>),
    ) {
        let fault = self.forged(layer, |file| edit(&mut file.rows(part)[rank as usize]));
        assert_eq!((fault.section.as_str(), fault.rank), (part, Some(rank)), "{fault:?}");
        assert!(fault.block.is_some(), "{fault:?}");
    }
}
