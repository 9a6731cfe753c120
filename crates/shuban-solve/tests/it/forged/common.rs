//! Small databases of each kind, to be forged.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use miniatures::cyclic_chance::Races;
use miniatures::interned::Strips;
use miniatures::reachable::Boards;
use serde_json::Value as Json;
use shuban_core::{Domain, LayerId, Progress, Silent};
use shuban_solve::{
    BuildOptions, CertifyBySweep, Error, LayerReport, Retrograde, Solver, Tabulation, Verified,
    VerifyOptions, build, verify,
};
use shuban_store::{FileSystem, layer_path};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::{OpenedUp, rewrite, with_directory};

use crate::faults::kinds::SolverOf;

/// A domain with a solver, and the files of its last layer and all that it needs.
pub(crate) struct Small<D> {
    pub(crate) domain: D,
    pub(crate) solver: SolverOf<D>,
    pub(crate) disk: MemoryDisk,
}

pub(crate) fn options() -> BuildOptions {
    BuildOptions { threads: 1, width: 1 << 8, ..BuildOptions::new("/data") }
}

pub(crate) fn races() -> Small<Races> {
    Small::built(Races::default(), |races| Box::new(CertifyBySweep(races)))
}

pub(crate) fn boards() -> Small<Boards> {
    Small::built(Boards::default(), |boards| Box::new(Retrograde(boards)))
}

pub(crate) fn strips() -> Small<Strips> {
    Small::built(Strips::default(), |strips| Box::new(Tabulation(strips)))
}

impl<D: Domain> Small<D> {
    pub(crate) fn built(domain: D, solver: SolverOf<D>) -> Self {
        Small::built_with(domain, solver, &options())
    }

    pub(crate) fn built_with(domain: D, solver: SolverOf<D>, options: &BuildOptions) -> Self {
        let small = Small { domain, solver, disk: MemoryDisk::default() };
        small.build(options, &Silent).unwrap();
        small
    }

    /// Returns its solver.
    pub(crate) fn solver(&self) -> Box<dyn Solver + '_> {
        (self.solver)(&self.domain)
    }

    /// Builds the last layer.
    pub(crate) fn build(
        &self,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<LayerReport>, Error> {
        build(&self.files(), &*self.solver(), self.last(), options, progress)
    }

    pub(crate) fn files(&self) -> Arc<dyn FileSystem> {
        Arc::new(self.disk.clone())
    }

    pub(crate) fn last(&self) -> LayerId {
        LayerId(self.domain.layers().len() - 1)
    }

    pub(crate) fn path(&self) -> PathBuf {
        let name = &self.domain.layers()[self.last().0].name;
        layer_path(Path::new("/data"), name).unwrap()
    }

    pub(crate) fn verify(&self, sample: Option<u64>) -> Verified {
        self.verify_with(&VerifyOptions { sample, ..VerifyOptions::new("/data") })
    }

    pub(crate) fn verify_with(&self, options: &VerifyOptions) -> Verified {
        let (files, last) = (self.files(), self.last());
        verify(&files, &*self.solver(), last, options, &Silent).unwrap()
    }

    /// Returns why the file is refused.
    pub(crate) fn refusal(&self, sample: Option<u64>) -> String {
        let failure = self.verify(sample).failure.expect("a refusal");
        format!("{}: {}", failure.section, failure.reason)
    }

    /// Checks that the file with another directory is refused by the name of the false member, by a
    /// sample too unless its values must be read for that; the sound file is put back.
    pub(crate) fn refuses(&self, name: &str, needs_values: bool, edit: impl FnOnce(&mut Json)) {
        let path = self.path();
        let sound = self.disk.contents(&path).unwrap();
        self.disk.put(&path, with_directory(&path, &sound, edit));
        self.names(name, needs_values);
        self.disk.put(&path, sound);
    }

    /// Checks the same as [`refuses`](Small::refuses), with the file written anew.
    pub(crate) fn refuses_anew(
        &self,
        name: &str,
        needs_values: bool,
        edit: impl FnOnce(&mut OpenedUp),
    ) {
        let path = self.path();
        let sound = self.disk.contents(&path).unwrap();
        rewrite(&self.files(), &path, edit);
        self.names(name, needs_values);
        self.disk.put(&path, sound);
    }

    fn names(&self, name: &str, needs_values: bool) {
        let samples = if needs_values { &[None][..] } else { &[None, Some(1)] };
        for &sample in samples {
            let reason = self.refusal(sample);
            assert!(reason.contains(name), "{name}: {reason}");
        }
    }
}
