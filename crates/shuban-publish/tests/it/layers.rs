//! Small layers to publish.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::{Interval, Record, Section, Silent};
use shuban_publish::{Publication, PublishOptions, publish};
use shuban_store::{
    Account, Database, Disk, FileSystem, LocalFolder, Need, Options, Subject, Writer, layer_path,
};

/// Positions of each layer.
pub(crate) const POSITIONS: u64 = 100_000;

/// The value of a position of a layer.
pub(crate) fn value(domain: &str, rank: u64) -> Interval {
    let mixed = (rank ^ domain.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Interval::exactly((mixed >> 44) as i32)
}

pub(crate) fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

/// Writes a layer with an index that is kept in a stream, and returns its path.
pub(crate) fn write(
    files: &Arc<dyn FileSystem>,
    data: &Path,
    domain: &str,
    needs: &[&str],
) -> PathBuf {
    write_some(files, data, domain, needs, POSITIONS)
}

/// Writes a layer of so many positions.
pub(crate) fn write_some(
    files: &Arc<dyn FileSystem>,
    data: &Path,
    domain: &str,
    needs: &[&str],
    positions: u64,
) -> PathBuf {
    let path = layer_path(data, domain).unwrap();
    let subject = Subject { domain: domain.into(), ..Subject::default() };
    let mut writer = Writer::create(files.clone(), &path, subject, Options::default()).unwrap();
    let mut table = writer.table("values", Interval::<i32>::columns(), positions).unwrap();
    table.push_records((0..positions).map(|rank| value(domain, rank))).unwrap();
    table.finish().unwrap();
    let entries = (0..2000_u64).map(|entry| entry.to_le_bytes().to_vec()).collect();
    writer.section(&Section { name: "index".into(), entries }).unwrap();
    let need = |need: &&str| {
        let path = layer_path(data, need).unwrap();
        let database = Database::open_as(&**files, &path, need).unwrap();
        let content_hash = database.manifest().content_hash.clone();
        Need { domain: (*need).into(), content_hash }
    };
    let needs = needs.iter().map(need).collect();
    writer.publish(Account { needs, ..Account::default() }).unwrap();
    path
}

pub(crate) fn options(piece_bytes: u64) -> PublishOptions {
    PublishOptions { piece_bytes, licence: Some("CC0-1.0".into()), citation: None, anew: false }
}

/// Writes layers, the second of which needs the first, and publishes them in `folder/published`.
pub(crate) fn published(folder: &Path, piece_bytes: u64) -> Publication {
    let (files, data) = (disk(), folder.join("data"));
    let layers = [("game/one", &[][..]), ("game/two", &["game/one"][..])]
        .map(|(domain, needs)| (domain.to_owned(), write(&files, &data, domain, needs)));
    let to = LocalFolder::new(disk(), folder.join("published"));
    publish(&*files, &layers, &to, &options(piece_bytes), &Silent).unwrap()
}
