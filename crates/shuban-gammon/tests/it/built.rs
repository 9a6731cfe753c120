//! Layers that tests build again in other ways: built once, and kept in memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use shuban_core::Silent;
use shuban_gammon::{Contact, Variant};
use shuban_solve::{BuildOptions, CertifyBySweep, build, layer_named};
use shuban_store::{FileSystem, layer_path};
use shuban_store_testing::MemoryDisk;

/// Two parts that read each other; and one that reads itself. Of half-gammon on boards with a point or
/// two fewer, these have about the fewest positions that are solved on the disk, or by several processes.
pub(crate) const LAYERS: [&str; 2] = ["gammon-11/contact-4-3", "gammon-10/contact-4-4"];

/// Returns the domain of one of these layers.
pub(crate) fn domain_of(name: &str) -> Contact {
    let points = if name == LAYERS[0] { 11 } else { 10 };
    let name = format!("gammon-{points}");
    Contact::new(Variant::new(&name, points, 3, 3, &[(points, 2), (7, 3), (3, 3)]).unwrap())
}

/// The files of these layers and of all that they need, by their paths in a data folder.
static FILES: LazyLock<Vec<(PathBuf, Vec<u8>)>> = LazyLock::new(|| {
    let (disk, data) = (MemoryDisk::default(), Path::new("/data"));
    let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
    for name in LAYERS {
        let domain = domain_of(name);
        let layer = layer_named(&domain, name).unwrap();
        build(&files, &CertifyBySweep(&domain), layer, &BuildOptions::new(data), &Silent).unwrap();
    }
    let within = |path: &PathBuf| path.strip_prefix(data).unwrap().to_owned();
    disk.paths().iter().map(|path| (within(path), disk.contents(path).unwrap())).collect()
});

/// Returns the bytes of a layer's file.
pub(crate) fn bytes(name: &str) -> &'static [u8] {
    let path = layer_path(Path::new(""), name).unwrap();
    let (_, bytes) = FILES.iter().find(|(of, _)| *of == path).expect("it is needed");
    bytes
}

/// Writes all files to a data folder.
pub(crate) fn write_to(data: &Path) {
    for (path, bytes) in &*FILES {
        let path = data.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Returns a disk in memory with all files in a data folder but that of one layer.
pub(crate) fn disk_without(name: &str, data: &Path) -> MemoryDisk {
    let (disk, without) = (MemoryDisk::default(), layer_path(Path::new(""), name).unwrap());
    for (path, bytes) in FILES.iter().filter(|(path, _)| *path != without) {
        disk.put(&data.join(path), bytes.clone());
    }
    disk
}
