//! Layers fetched into a data folder.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shuban_core::Silent;
use shuban_publish::{Error, fetch, open_source};
use shuban_store::FileSystem;
use shuban_store_testing::MemoryDisk;

use crate::layers::{disk, published};
use crate::static_host::{Fault, StaticHost};

#[test]
fn a_layer_comes_with_all_that_it_needs_and_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let host = StaticHost::new(&folder.path().join("published"));
    let data = folder.path().join("fetched");
    let account =
        fetch("game/two", false, open_source(&host.address).unwrap(), &disk(), &data, &Silent)
            .unwrap();
    assert_eq!(account.layers, ["game/one", "game/two"]);
    assert_eq!(account.resumed, 0);
    for name in ["game/one.shuban", "game/two.shuban"] {
        let [own, fetched] =
            ["data", "fetched"].map(|from| fs::read(folder.path().join(from).join(name)).unwrap());
        assert!(own == fetched, "{name}");
    }
    let again =
        fetch("game/two", false, open_source(&host.address).unwrap(), &disk(), &data, &Silent)
            .unwrap();
    assert_eq!((again.layers.len(), again.there.len()), (0, 2));
    let error =
        fetch("game/none", false, open_source(&host.address).unwrap(), &disk(), &data, &Silent)
            .unwrap_err();
    assert!(matches!(error, Error::NotPublished { .. }), "{error}");
}

/// Nothing is fetched of layers that do not fit; what is there of them needs no room.
#[test]
fn what_does_not_fit_onto_the_disk_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let host = StaticHost::new(&folder.path().join("published"));
    let len = |name: &str| fs::metadata(folder.path().join("data").join(name)).unwrap().len();
    let [one, two] = ["game/one.shuban", "game/two.shuban"].map(len);
    let (disk, data) = (MemoryDisk::default(), Path::new("/data"));
    let attempt = |domain: &str, free: u64| {
        let files: Arc<dyn FileSystem> = Arc::new(disk.with_free(free));
        fetch(domain, false, open_source(&host.address).unwrap(), &files, data, &Silent)
    };
    let error = attempt("game/two", one + two - 1).unwrap_err();
    assert!(matches!(error, Error::NoSpace { needed, .. } if needed == one + two), "{error}");
    assert_eq!(host.requests(), 1, "the catalogue alone");
    let asked = AtomicU64::new(0);
    host.fail(move |_, _| {
        (asked.fetch_add(1, Ordering::SeqCst) >= 4).then_some(Fault::Status(404))
    });
    attempt("game/one", one).unwrap_err();
    host.fail(|_, _| None);
    let left = disk.contents(Path::new("/data/game/one.shuban.partial")).unwrap().len() as u64;
    assert!(left > 0);
    attempt("game/one", one - left - 1).unwrap_err();
    attempt("game/one", one - left).unwrap();
    attempt("game/two", two).unwrap();
}

/// Pieces that were fetched before a failure are not fetched again, unless they were changed meanwhile.
#[test]
fn an_attempt_that_failed_goes_on_at_its_last_whole_piece() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let host = StaticHost::new(&folder.path().join("published"));
    let data = folder.path().join("fetched");
    let attempt =
        || fetch("game/one", false, open_source(&host.address).unwrap(), &disk(), &data, &Silent);
    let asked = AtomicU64::new(0);
    host.fail(move |_, _| {
        (asked.fetch_add(1, Ordering::SeqCst) >= 4).then_some(Fault::Status(404))
    });
    let error = attempt().unwrap_err().to_string();
    assert!(error.contains("404"), "{error}");
    let partial = data.join("game/one.shuban.partial");
    assert_eq!(fs::metadata(&partial).unwrap().len(), 3 << 16);
    // As of a process that was killed within a piece, which was written in part.
    let mut bytes = fs::read(&partial).unwrap();
    bytes.truncate(5 << 15);
    bytes[100_000] ^= 1;
    fs::write(&partial, bytes).unwrap();
    host.fail(|_, _| None);
    let before = host.requests();
    let account = attempt().unwrap();
    assert_eq!(account.resumed, 1 << 16);
    let pieces = account.bytes.div_ceil(1 << 16);
    // The catalogue, and all pieces but the first.
    assert_eq!(host.requests() - before, pieces);
    let [own, fetched] = ["data", "fetched"]
        .map(|from| fs::read(folder.path().join(from).join("game/one.shuban")).unwrap());
    assert!(own == fetched);
    assert!(!partial.exists());
}

/// As of a process that was killed while a piece was written: what is there of it is not asked for again, and is
/// not believed either.
#[test]
fn an_attempt_that_was_killed_goes_on_within_a_piece() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let host = StaticHost::new(&folder.path().join("published"));
    let data = folder.path().join("fetched");
    let own = fs::read(folder.path().join("data/game/one.shuban")).unwrap();
    let pieces = own.len().div_ceil(1 << 16) as u64;
    let partial = data.join("game/one.shuban.partial");
    for (flipped, again) in [(None, 0), (Some(150_000_usize), 1)] {
        let mut begun: Vec<u8> = own[..160_000].to_vec();
        if let Some(place) = flipped {
            begun[place] ^= 1;
        }
        fs::create_dir_all(data.join("game")).unwrap();
        fs::write(&partial, begun).unwrap();
        let before = host.requests();
        let source = open_source(&host.address).unwrap();
        let account = fetch("game/one", false, source, &disk(), &data, &Silent).unwrap();
        assert_eq!(account.resumed, if again == 0 { 160_000 } else { 2 << 16 });
        // The catalogue, the rest of the third piece, and those after it.
        assert_eq!(host.requests() - before, 1 + (pieces - 2) + again);
        assert!(fs::read(data.join("game/one.shuban")).unwrap() == own);
        fs::remove_dir_all(&data).unwrap();
    }
}

#[test]
fn a_piece_that_is_another_one_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let host = StaticHost::new(&folder.path().join("published"));
    let data = folder.path().join("fetched");
    host.fail(|number, _| (number == 3).then_some(Fault::Flipped));
    let error =
        fetch("game/one", false, open_source(&host.address).unwrap(), &disk(), &data, &Silent)
            .unwrap_err();
    assert!(matches!(error, Error::OtherPiece { .. }), "{error}");
    assert!(!data.join("game/one.shuban").exists());
    // A file of other values is not replaced.
    fs::copy(folder.path().join("data/game/two.shuban"), data.join("game/one.shuban")).unwrap();
    let error =
        fetch("game/one", false, open_source(&host.address).unwrap(), &disk(), &data, &Silent)
            .unwrap_err();
    assert!(error.to_string().contains("holds game/two"), "{error}");
}
