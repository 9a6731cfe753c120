//! Look-ups in a published layer through a web server on this machine, beside those in its file: `cargo
//! bench -p shuban-publish`.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::{Interval, Random, Record, Silent};
use shuban_publish::{KeptParts, PublishOptions, PublishedFiles, Reading, publish};
use shuban_store::{
    Account, CacheSize, Database, Disk, FileSystem, LocalFolder, Options, Subject, TypedTable,
    Writer, layer_path,
};

#[path = "../tests/it/static_host.rs"]
mod static_host;

use static_host::StaticHost;

fn main() {
    divan::main();
}

const POSITIONS: u64 = 10_000_000;
const DOMAIN: &str = "game/large";

/// A layer as large as half-gammon 5 v 5, in a data folder and published by a server.
struct Place {
    folder: tempfile::TempDir,
    host: StaticHost,
}

static PLACE: LazyLock<Place> = LazyLock::new(Place::new);

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (data, to) = (folder.path().join("data"), folder.path().join("published"));
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let path = layer_path(&data, DOMAIN).unwrap();
        let subject = Subject { domain: DOMAIN.into(), ..Subject::default() };
        let mut writer = Writer::create(files.clone(), &path, subject, Options::default()).unwrap();
        let mut table = writer.table("values", Interval::<i32>::columns(), POSITIONS).unwrap();
        let mut random = Random::new(1);
        // Bounds of numbers that are not alike, close to each other: as of values that were iterated.
        let mut value = || {
            let lower = random.below(1 << 30) as i32;
            Interval { lower, upper: lower + random.below(64) as i32 }
        };
        table.push_records((0..POSITIONS).map(|_| value())).unwrap();
        table.finish().unwrap();
        writer.publish(Account::default()).unwrap();
        let options =
            PublishOptions { piece_bytes: 95 << 20, licence: None, citation: None, anew: false };
        let published = LocalFolder::new(files.clone(), &to);
        publish(&*files, &[(DOMAIN.into(), path)], &published, &options, &Silent).unwrap();
        let host = StaticHost::new(&to);
        Place { folder, host }
    }

    /// Opens the layer, in its file or, with parts kept in a folder, on the server.
    fn values(&self, kept: Option<&Path>) -> TypedTable<Interval> {
        let disk: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let (files, data) = match kept {
            None => (disk, self.folder.path().join("data")),
            Some(folder) => {
                let kept = Some(KeptParts { folder: folder.to_owned(), bytes: 1 << 30 });
                let files = PublishedFiles::new(disk, Reading { kept, ..Reading::default() });
                files.add(&self.host.address).unwrap();
                (Arc::new(files) as Arc<dyn FileSystem>, self.host.address.clone().into())
            }
        };
        let path = layer_path(&data, DOMAIN).unwrap();
        Database::open_with(&*files, &path, CacheSize(0)).unwrap().records("values").unwrap()
    }
}

/// Ten thousand positions at random.
fn ranks() -> Vec<u64> {
    let mut random = Random::new(2);
    (0..10_000).map(|_| random.below(POSITIONS)).collect()
}

fn look_up(values: &TypedTable<Interval>, ranks: &[u64]) -> i64 {
    let value = |rank: &u64| i64::from(values.get(*rank).unwrap().lower);
    ranks.iter().map(value).sum()
}

/// In the file: the system has all of it in memory.
#[divan::bench]
fn in_the_file(bencher: Bencher) {
    let ranks = ranks();
    let values = PLACE.values(None);
    bencher.counter(ItemsCount::new(ranks.len())).bench_local(|| look_up(&values, &ranks));
}

/// On the server, when all of it was read before: from the parts that are kept on the disk.
#[divan::bench]
fn kept_on_the_disk(bencher: Bencher) {
    let (ranks, kept) = (ranks(), tempfile::tempdir().unwrap());
    PLACE.values(Some(kept.path())).table().expect(ranks.iter().copied()).unwrap();
    look_up(&PLACE.values(Some(kept.path())), &ranks);
    bencher
        .counter(ItemsCount::new(ranks.len()))
        .with_inputs(|| PLACE.values(Some(kept.path())))
        .bench_local_values(|values| look_up(&values, &ranks));
}

/// On the server, nothing kept, all of them said before.
#[divan::bench(sample_count = 10)]
fn from_the_server(bencher: Bencher) {
    let ranks = ranks();
    let fresh = || {
        let kept = tempfile::tempdir().unwrap();
        (PLACE.values(Some(kept.path())), kept)
    };
    bencher.counter(ItemsCount::new(ranks.len())).with_inputs(fresh).bench_local_values(
        |(values, _)| {
            for ranks in ranks.chunks(4096) {
                values.table().expect(ranks.iter().copied()).unwrap();
            }
            look_up(&values, &ranks)
        },
    );
}
