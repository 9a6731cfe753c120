//! Values read through a web server.

use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use shuban_core::{Interval, Random};
use shuban_publish::{Error, KeptParts, PublishedFiles, Reading, Reason, open_source};
use shuban_store::{CacheSize, Database, FileSystem, TypedTable, layer_path};
use shuban_store_testing::trials;

use crate::layers::{POSITIONS, disk, published, value};
use crate::static_host::{Fault, StaticHost};

/// A published folder on a server, and a folder for what was read.
struct Place {
    folder: tempfile::TempDir,
    host: StaticHost,
}

impl Place {
    fn new(piece_bytes: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        published(folder.path(), piece_bytes);
        let host = StaticHost::new(&folder.path().join("published"));
        Place { folder, host }
    }

    fn kept(&self) -> KeptParts {
        KeptParts { folder: self.folder.path().join("kept"), bytes: 16 << 20 }
    }

    fn files(&self, kept: Option<&KeptParts>) -> Result<PublishedFiles, Error> {
        let reading = Reading { kept: kept.cloned(), pauses: [Duration::from_millis(1); 3] };
        let files = PublishedFiles::new(disk(), reading);
        files.add(&self.host.address).map(|()| files)
    }

    fn values(&self, files: &PublishedFiles) -> Result<TypedTable<Interval>, shuban_store::Error> {
        let path = layer_path(self.host.address.as_ref(), "game/two")?;
        Database::open_with(files, &path, CacheSize(0))?.records::<Interval>("values")
    }
}

#[test]
fn a_cold_look_up_takes_three_requests_and_a_warm_one_none() {
    let place = Place::new(1 << 16);
    let files = place.files(Some(&place.kept())).unwrap();
    let values = place.values(&files).unwrap();
    assert_eq!(values.get(50_000).unwrap(), value("game/two", 50_000));
    // The catalogue, the opening, and a block, which may lie in two pieces.
    let cold = place.host.requests();
    assert!((3..=4).contains(&cold), "{cold} requests");
    assert_eq!(values.get(50_001).unwrap(), value("game/two", 50_001));
    assert_eq!(place.host.requests(), cold);
    // Another process begins with the catalogue alone.
    let other = place.files(Some(&place.kept())).unwrap();
    let values = place.values(&other).unwrap();
    assert_eq!(values.get(50_001).unwrap(), value("game/two", 50_001));
    assert_eq!(place.host.requests(), cold + 1);
}

#[test]
fn threads_that_ask_for_the_same_ask_once() {
    let place = Place::new(1 << 20);
    let files = place.files(None).unwrap();
    let values = place.values(&files).unwrap();
    let before = place.host.requests();
    let barrier = Barrier::new(8);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                barrier.wait();
                assert_eq!(values.get(7).unwrap(), value("game/two", 7));
            });
        }
    });
    assert_eq!(place.host.requests(), before + 1);
}

#[test]
fn every_value_is_that_of_the_file() {
    let place = Place::new(4 << 10);
    let files = place.files(None).unwrap();
    let values = place.values(&files).unwrap();
    for rank in (0..POSITIONS).step_by(97).chain([POSITIONS - 1]) {
        assert_eq!(values.get(rank).unwrap(), value("game/two", rank));
    }
}

/// Whatever the server does, a value is right or there is an error that names an address.
#[test]
fn no_fault_gives_a_wrong_value() {
    let place = Place::new(1 << 16);
    let other = StaticHost::new(&place.folder.path().join("published"));
    let faults = [
        Fault::IgnoresRange,
        Fault::Cut,
        Fault::Page,
        Fault::Status(500),
        Fault::Status(404),
        Fault::Elsewhere(format!("{}/x", other.address)),
        Fault::Compressed,
        Fault::OtherPart,
        Fault::NamedOtherPart,
        Fault::OtherFile,
        Fault::Late,
        Fault::Flipped,
        Fault::Grown,
        Fault::Silent,
    ];
    let mut random = Random::new(45);
    let (mut right, mut refused) = (0, 0);
    for trial in 0..trials(60) {
        // Parts that are kept are no excuse: each time there are none.
        place.host.fail(|_, _| None);
        let files = place.files(None).unwrap();
        let values = place.values(&files).unwrap();
        let fault = faults[random.place(faults.len())].clone();
        let period = 1 + random.below(3);
        place.host.fail(move |number, _| (number % period == 0).then(|| fault.clone()));
        for _ in 0..4 {
            let rank = random.below(POSITIONS);
            match values.get(rank) {
                Ok(found) => {
                    assert_eq!(found, value("game/two", rank), "trial {trial}");
                    right += 1;
                }
                Err(error) => {
                    assert!(error.to_string().contains("http://127.0.0.1"), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(right > 20 && refused > 20, "{right} right, {refused} refused");
}

#[test]
fn what_is_wrong_is_said_with_its_address() {
    let place = Place::new(1 << 16);
    let said = |fault: Fault| {
        place.host.fail(|_, _| None);
        let files = place.files(None).unwrap();
        let values = place.values(&files).unwrap();
        place.host.fail(move |_, _| Some(fault.clone()));
        values.get(3).unwrap_err().to_string()
    };
    for (fault, reason) in [
        (Fault::IgnoresRange, "ignores `Range`"),
        (Fault::Page, "ignores `Range`"),
        (Fault::Status(404), "the server answers 404"),
        (Fault::Elsewhere("http://elsewhere.example/x".into()), "on to http://elsewhere.example/x"),
        (Fault::Elsewhere("//[bad".into()), "on to //[bad"),
        (Fault::Compressed, "compressed (gzip)"),
        (Fault::OtherPart, "damaged: values, block 0: checksum"),
        (Fault::NamedOtherPart, "ignores `Range`"),
        (Fault::OtherFile, "damaged: values, block 0: "),
        (Fault::Flipped, "damaged: values, block 0: checksum"),
        (Fault::Grown, "not the published file"),
    ] {
        let error = said(fault.clone());
        assert!(error.contains(reason), "{fault:?}: {error}");
        assert!(error.starts_with(&place.host.address), "{error}");
    }
}

#[test]
fn what_passes_is_tried_again() {
    let place = Place::new(1 << 20);
    for fault in [Fault::Silent, Fault::Cut, Fault::Status(503), Fault::Status(429)] {
        place.host.fail(|_, _| None);
        let files = place.files(None).unwrap();
        let values = place.values(&files).unwrap();
        let failed = AtomicU64::new(0);
        place
            .host
            .fail(move |_, _| (failed.fetch_add(1, Ordering::SeqCst) < 2).then(|| fault.clone()));
        assert_eq!(values.get(5).unwrap(), value("game/two", 5));
    }
}

#[test]
fn a_server_may_send_on_to_its_own_files() {
    let place = Place::new(1 << 20);
    let files = place.files(None).unwrap();
    let values = place.values(&files).unwrap();
    let moved = place.folder.path().join("published/moved");
    fs::create_dir(&moved).unwrap();
    fs::rename(place.folder.path().join("published/pieces"), moved.join("pieces")).unwrap();
    let address = place.host.address.clone();
    let sent = AtomicU64::new(0);
    place.host.fail(move |_, path| {
        let base = if sent.fetch_add(1, Ordering::SeqCst) == 0 { address.as_str() } else { "" };
        path.starts_with("pieces").then(|| Fault::Elsewhere(format!("{base}/moved/{path}")))
    });
    for rank in [1, 99_999] {
        assert_eq!(values.get(rank).unwrap(), value("game/two", rank));
    }
    // One that sends on for ever is left.
    place.host.fail(|_, path| Some(Fault::Elsewhere(format!("/{path}"))));
    let error = values.get(50_000).unwrap_err().to_string();
    assert!(error.contains("the server sends one on"), "{error}");
}

/// A block that was kept wrong, on the way or on the disk, is read anew.
#[test]
fn kept_parts_that_are_wrong_are_read_anew() {
    let place = Place::new(1 << 20);
    let kept = place.kept();
    let look_up = || {
        let files = place.files(Some(&kept)).unwrap();
        place.values(&files).and_then(|values| values.get(9))
    };
    // The server sends a wrong block, which is kept, until it is found wrong.
    let bad = AtomicU64::new(0);
    place.host.fail(move |_, path| {
        let is_piece = path.starts_with("pieces");
        (is_piece && bad.fetch_add(1, Ordering::SeqCst) == 1).then_some(Fault::Flipped)
    });
    assert_eq!(look_up().unwrap(), value("game/two", 9));
    let before = place.host.requests();
    let mut changed = 0;
    let [of_address] = fs::read_dir(&kept.folder).unwrap().collect::<Vec<_>>().try_into().unwrap();
    for folder in fs::read_dir(of_address.unwrap().path()).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let mut bytes = fs::read(&path).unwrap();
            bytes[1] ^= 8;
            fs::write(path, bytes).unwrap();
            changed += 1;
        }
    }
    // The opening and the block.
    assert_eq!(changed, 2);
    assert_eq!(look_up().unwrap(), value("game/two", 9));
    assert_eq!(place.host.requests(), before + 3);
    assert_eq!(look_up().unwrap(), value("game/two", 9));
    assert_eq!(place.host.requests(), before + 4);
}

#[test]
fn a_folder_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let host = StaticHost::new(folder.path());
    let open = |address: &str| {
        PublishedFiles::new(disk(), Reading::default()).add(address).unwrap_err().to_string()
    };
    let error = open(&host.address);
    assert!(error.ends_with("/catalogue.json: the server answers 404"), "{error}");
    host.fail(|_, _| Some(Fault::Page));
    assert!(open(&host.address).contains("a page, not a catalogue"));
    fs::write(folder.path().join("catalogue.json"), vec![b' '; (16 << 20) + 1]).unwrap();
    host.fail(|_, _| None);
    assert!(open(&host.address).contains("longer than 16777216 bytes"));
    let missing = format!("file://{}", folder.path().join("none").display());
    assert!(open(&missing).contains("none/catalogue.json"), "{}", open(&missing));
    // Nobody listens there.
    assert!(open("http://127.0.0.1:1").contains("127.0.0.1:1/catalogue.json"));
}

#[test]
fn addresses_that_cannot_be_read_are_refused_and_no_password_is_repeated() {
    for address in ["ftp://host/x", "https://", "http://user:secret@host/x", "http://host/x?y", "x"]
    {
        let error = open_source(address).unwrap_err();
        assert!(matches!(error.reason, Reason::Address(_)), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
    assert!(open_source("https://host.example/data/").is_ok());
    let own = open_source("https://host.example/data/").unwrap().address("catalogue.json");
    assert_eq!(own, "https://host.example/data/catalogue.json");
    assert!(Path::new(&own).starts_with("https://host.example/data"));
}

/// Blocks that are expected come by few requests, and are read by none; those that were not fetched come
/// one by one.
#[test]
fn expected_blocks_are_fetched_together() {
    let place = Place::new(1 << 20);
    let files = place.files(None).unwrap();
    let values = place.values(&files).unwrap();
    let before = place.host.requests();
    // All of it: one run of neighbouring blocks.
    values.table().expect(0..POSITIONS).unwrap();
    let together = place.host.requests() - before;
    let blocks = POSITIONS.div_ceil(values.table().records_per_block());
    assert!((1..=blocks / 50).contains(&together), "{together} requests for {blocks} blocks");
    for rank in (0..POSITIONS).step_by(31) {
        assert_eq!(values.get(rank).unwrap(), value("game/two", rank));
    }
    values.table().expect([5, POSITIONS, u64::MAX]).unwrap();
    assert_eq!(place.host.requests(), before + together);
    // A part that cannot be fetched ahead fails when it is read.
    let files = place.files(None).unwrap();
    let values = place.values(&files).unwrap();
    place.host.fail(|_, _| Some(Fault::Status(404)));
    values.table().expect([5]).unwrap();
    assert!(values.get(5).unwrap_err().to_string().contains("404"));
}

#[test]
fn a_table_that_is_read_in_order_takes_few_requests() {
    let place = Place::new(1 << 20);
    let files = place.files(None).unwrap();
    let values = place.values(&files).unwrap();
    let before = place.host.requests();
    let mut next = 77;
    let each = |rank, found| {
        assert_eq!((rank, found), (next, value("game/two", next)));
        next += 1;
    };
    values.for_each(77..POSITIONS, each).unwrap();
    assert_eq!(next, POSITIONS);
    let asked = place.host.requests() - before;
    let blocks = POSITIONS.div_ceil(values.table().records_per_block());
    assert!(asked <= blocks / 50, "{asked} requests for {blocks} blocks");
}

/// A host that lies about a piece has no part in what another one has sent.
#[test]
fn what_one_host_has_sent_is_not_for_another() {
    let place = Place::new(1 << 20);
    let kept = place.kept();
    let other = StaticHost::new(&place.folder.path().join("published"));
    let look_up = |host: &StaticHost| {
        let reading = Reading { kept: Some(kept.clone()), ..Reading::default() };
        let files = PublishedFiles::new(disk(), reading);
        files.add(&host.address).unwrap();
        let path = layer_path(host.address.as_ref(), "game/two").unwrap();
        let values = Database::open_with(&files, &path, CacheSize(0)).unwrap();
        values.records::<Interval>("values").unwrap().get(77).unwrap();
    };
    look_up(&place.host);
    let (before, cold) = (other.requests(), place.host.requests());
    look_up(&other);
    assert_eq!(other.requests() - before, cold);
}

/// An address that lies below another one is another folder.
#[test]
fn the_deepest_address_is_the_folder_of_a_path() {
    let place = Place::new(1 << 20);
    let below = place.folder.path().join("published/below");
    fs::create_dir(&below).unwrap();
    fs::copy(place.folder.path().join("published/catalogue.json"), below.join("catalogue.json"))
        .unwrap();
    let files = place.files(None).unwrap();
    let inner = format!("{}/below", place.host.address);
    for _ in 0..3 {
        files.add(&inner).unwrap();
    }
    assert_eq!(files.requests(), 2);
    let path = layer_path(inner.as_ref(), "game/one").unwrap();
    assert!(files.len(&path).unwrap().is_some());
}
