//! Folders as they are written, and read back.

use std::any::Any;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use shuban_core::{Interval, Silent};
use shuban_publish::{
    Catalogue, Error, PublishOptions, PublishedFiles, Reading, Reason, Source, SourceError,
    open_source, publish, read_back,
};
use shuban_store::{
    Database, Destination, FileSystem, LocalFolder, NewFile, ReadAt, answering_file, compact_path,
};

use crate::layers::{disk, options, published, value, write};

fn catalogue(folder: &Path) -> Catalogue {
    Catalogue::read(&fs::read(folder.join("published/catalogue.json")).unwrap()).unwrap()
}

fn address(folder: &Path) -> String {
    format!("file://{}", folder.join("published").display())
}

fn source(folder: &Path) -> Box<dyn Source> {
    open_source(&address(folder)).unwrap()
}

#[test]
fn a_folder_holds_what_was_published_and_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let account = published(folder.path(), 1 << 16);
    let catalogue = catalogue(folder.path());
    let names: Vec<&str> = catalogue.layers.iter().map(|layer| layer.domain.as_str()).collect();
    assert_eq!(names, ["game/one", "game/two"]);
    let layer = &catalogue.layers[0];
    assert!(layer.pieces.len() > 3, "{layer:?}");
    let file = fs::read(folder.path().join("data/game/one.shuban")).unwrap();
    let mut joined = Vec::new();
    for piece in &layer.pieces {
        joined.extend(fs::read(folder.path().join(format!("published/pieces/{piece}"))).unwrap());
    }
    assert!(joined == file);
    let back = read_back(source(folder.path()), &disk(), &Silent).unwrap();
    assert_eq!((back.domains.len(), account.layers), (2, 2));
    assert!(back.bytes > account.bytes);
}

#[test]
fn publishing_again_writes_only_what_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let first = published(folder.path(), 1 << 16);
    let before = catalogue(folder.path());
    let again = published(folder.path(), 1 << 16);
    assert_eq!((again.written, again.kept), (0, first.written + first.kept));
    assert_eq!(catalogue(folder.path()), before);
    // Another layer stands beside those that are there.
    let (files, data) = (disk(), folder.path().join("data"));
    let layers = [("game/three".to_owned(), write(&files, &data, "game/three", &[]))];
    let to = LocalFolder::new(disk(), folder.path().join("published"));
    publish(&*files, &layers, &to, &options(1 << 16), &Silent).unwrap();
    let names: Vec<String> =
        catalogue(folder.path()).layers.into_iter().map(|layer| layer.domain).collect();
    assert_eq!(names, ["game/one", "game/three", "game/two"]);
}

#[test]
fn a_changed_piece_is_named_when_the_folder_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let layer = catalogue(folder.path()).layers.remove(1);
    for piece in [layer.pieces[1], layer.opening.piece] {
        let path = folder.path().join(format!("published/pieces/{piece}"));
        let sound = fs::read(&path).unwrap();
        let mut changed = sound.clone();
        changed[sound.len() / 2] ^= 1;
        fs::write(&path, &changed).unwrap();
        let error = read_back(source(folder.path()), &disk(), &Silent).unwrap_err();
        assert!(matches!(&error, Error::OtherPiece { .. }), "{error}");
        assert!(error.to_string().contains(&piece.to_string()), "{error}");
        fs::write(&path, &sound[1..]).unwrap();
        let error = read_back(source(folder.path()), &disk(), &Silent).unwrap_err().to_string();
        assert!(error.contains("not the published file"), "{error}");
        fs::write(&path, &sound).unwrap();
    }
    read_back(source(folder.path()), &disk(), &Silent).unwrap();
}

#[test]
fn an_opening_of_other_bytes_is_told_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    // Two layers whose openings have the same length, and are exchanged.
    let path = folder.path().join("published/catalogue.json");
    let mut catalogue: serde_json::Value =
        serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let layers = catalogue["layers"].as_array_mut().unwrap();
    let other = layers[1]["pieces"][0].clone();
    layers[0]["opening"] = serde_json::json!({ "piece": other, "spans": [[0, 1 << 16]] });
    fs::write(&path, catalogue.to_string()).unwrap();
    let error = read_back(source(folder.path()), &disk(), &Silent).unwrap_err();
    assert!(matches!(error, Error::OtherOpening { .. }), "{error}");
}

#[test]
fn a_hostile_catalogue_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let path = folder.path().join("published/catalogue.json");
    let sound: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let refused = |place: &str, value: serde_json::Value| {
        let mut changed = sound.clone();
        *changed.pointer_mut(place).unwrap() = value;
        Catalogue::read(changed.to_string().as_bytes()).unwrap_err()
    };
    for (place, value, reason) in [
        ("/format", 2.into(), "version 2"),
        ("/layers/0/domain", "../secret".into(), "not the name of a layer"),
        ("/layers/0/domain", "/etc/passwd".into(), "not the name of a layer"),
        ("/layers/0/domain", "game/two".into(), "twice"),
        ("/layers/0/pieces/0", "../../x".into(), "64 hexadecimal digits"),
        ("/layers/0/pieces/0", "A".repeat(64).into(), "lower case"),
        ("/layers/0/pieces", serde_json::json!([]), "0 pieces, expected"),
        ("/layers/0/bytes", u64::MAX.into(), "pieces, expected"),
        ("/layers/0/bytes", (-1).into(), "invalid value"),
        ("/layers/0/piece_bytes", 0.into(), "pieces of 0 bytes"),
        ("/layers/0/piece_bytes", u64::MAX.into(), "pieces of 18446744073709551615 bytes"),
        ("/layers/0/opening/spans", serde_json::json!([[u64::MAX, 2]]), "a part of 2 bytes"),
        ("/layers/0/opening/spans", serde_json::json!([[5, 9], [4, 2]]), "a part of 2 bytes"),
        ("/layers/0/opening/spans", serde_json::json!([[0, 1_u64 << 60]]), "a part of"),
        ("/layers/0/opening/spans", serde_json::json!([]), "an opening of 0 bytes"),
        ("/layers/0/opening/spans", serde_json::json!([[7, 0]]), "an opening of 0 bytes"),
    ] {
        let error = refused(place, value);
        assert!(error.contains(reason), "{place}: {error}");
    }
    assert!(Catalogue::read(b" <html>").unwrap_err().contains("a page"));
    assert!(Catalogue::read(&[b'['; 1 << 20]).is_err());
    // Needs that go in a circle end.
    let mut circle = sound.clone();
    let hash = circle["layers"][1]["content_hash"].clone();
    circle["layers"][0]["needs"] =
        serde_json::json!([{ "domain": "game/two", "content_hash": hash }]);
    fs::write(&path, circle.to_string()).unwrap();
    let data = folder.path().join("fetched");
    let fetched =
        shuban_publish::fetch("game/two", false, source(folder.path()), &disk(), &data, &Silent);
    assert_eq!(fetched.unwrap().layers, ["game/one", "game/two"]);
}

#[test]
fn a_published_folder_is_only_read() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 20);
    let address = address(folder.path());
    let files = PublishedFiles::new(disk(), Reading::default());
    files.add(&address).unwrap();
    let root = Path::new(&address);
    let listed = files.list(root).unwrap();
    assert_eq!(listed, [root.join("game")]);
    assert_eq!(
        files.list(&root.join("game")).unwrap(),
        [root.join("game/one.shuban"), root.join("game/two.shuban")]
    );
    let path = root.join("game/one.shuban");
    let len = fs::metadata(folder.path().join("data/game/one.shuban")).unwrap().len();
    assert_eq!(files.len(&path).unwrap(), Some(len));
    assert_eq!(files.len(&root.join("game/none.shuban")).unwrap(), None);
    for refused in [
        files.create(&path).err(),
        files.go_on(&path, 0).err(),
        files.scratch(root).err(),
        files.rename(&path, Path::new("x")).err(),
        files.remove(&path).err(),
        files.create_dir(&root.join("new")).err(),
        files.free_space(root).err(),
        files.try_lock(&path).err(),
    ] {
        let error = refused.unwrap();
        assert!(error.to_string().contains("only read"), "{error}");
    }
    // Other paths are those of the machine.
    let beside = folder.path().join("beside");
    files.create(&beside).unwrap().append(b"1").unwrap();
    assert_eq!(files.len(&beside).unwrap(), Some(1));
}

#[test]
fn a_damaged_database_is_not_published() {
    let folder = tempfile::tempdir().unwrap();
    let files = disk();
    let path = write(&files, &folder.path().join("data"), "game/one", &[]);
    let mut bytes = fs::read(&path).unwrap();
    bytes[5000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let folder = folder.path().join("published");
    let to = LocalFolder::new(disk(), &folder);
    let layers = [("game/one".to_owned(), path)];
    let error = publish(&*files, &layers, &to, &options(1 << 16), &Silent).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
    assert!(!folder.join("catalogue.json").exists());
    let error = publish(&*files, &[], &to, &options(1), &Silent).unwrap_err();
    assert!(matches!(error, Error::PieceBytes(1)), "{error}");
}

/// A file that the nearest folder lacks is looked for in the others, in order; only the nearest is written.
#[test]
fn folders_stand_behind_each_other() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 20);
    let (address, here) = (address(folder.path()), folder.path().join("here"));
    let files: Arc<dyn FileSystem> = {
        let files = PublishedFiles::new(disk(), Reading::default());
        files.add(&address).unwrap();
        files.add(&address).unwrap();
        assert_eq!(files.requests(), 1);
        files.put_behind(&here, &folder.path().join("between"));
        files.put_behind(&here, address.as_ref());
        Arc::new(files)
    };
    let found =
        |domain: &str| answering_file(&*files, &here, domain).unwrap().map(|(path, _)| path);
    let there = Path::new(&address).join("game/one.shuban");
    assert_eq!(found("game/one"), Some(there));
    assert_eq!(found("game/none"), None);
    assert!(files.is_far(&here) && !files.is_far(folder.path()));
    write(&files, &folder.path().join("between"), "game/one", &[]);
    assert_eq!(found("game/one"), Some(folder.path().join("between/game/one.shuban")));
    write(&files, &here, "game/one", &[]);
    assert_eq!(found("game/one"), Some(here.join("game/one.shuban")));
    let path = here.join("game/two.shuban");
    let database = Database::open_as(&*files, &path, "game/two").unwrap();
    assert_eq!(
        database.records::<Interval>("values").unwrap().get(9).unwrap(),
        value("game/two", 9)
    );
}

/// A need that is not there, or there with other values, is named; and so is a file under another's name.
#[test]
fn what_is_not_what_was_needed_is_not_fetched() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let path = folder.path().join("published/catalogue.json");
    let sound: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let fetched = |catalogue: &serde_json::Value, domain: &str, to: &str| {
        fs::write(&path, catalogue.to_string()).unwrap();
        let data = folder.path().join(to);
        let fetched =
            shuban_publish::fetch(domain, false, source(folder.path()), &disk(), &data, &Silent);
        (fetched.unwrap_err().to_string(), data)
    };
    let mut other = sound.clone();
    other["layers"][1]["needs"][0]["content_hash"] = "0".into();
    assert!(fetched(&other, "game/two", "a").0.contains("game/one is not in file://"));
    let mut alone = sound.clone();
    alone["layers"].as_array_mut().unwrap().remove(0);
    assert!(fetched(&alone, "game/two", "b").0.contains("game/one is not in file://"));
    let mut named = sound.clone();
    named["layers"][0]["domain"] = "game/three".into();
    let (error, data) = fetched(&named, "game/three", "c");
    assert!(error.contains("holds game/one"), "{error}");
    assert!(!data.join("game/three.shuban").exists());
}

/// A piece that was changed is written again; terms stay unless others are named.
#[test]
fn publishing_again_mends_what_is_wrong_and_keeps_the_terms() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let before = catalogue(folder.path());
    let piece = folder.path().join(format!("published/pieces/{}", before.layers[0].pieces[1]));
    let mut bytes = fs::read(&piece).unwrap();
    bytes[9] ^= 1;
    fs::write(&piece, bytes).unwrap();
    let (files, data) = (disk(), folder.path().join("data"));
    let layers = [("game/one".to_owned(), data.join("game/one.shuban"))];
    let to = LocalFolder::new(disk(), folder.path().join("published"));
    let silent = PublishOptions { licence: None, ..options(1 << 16) };
    assert_eq!(publish(&*files, &layers, &to, &silent, &Silent).unwrap().written, 1);
    assert_eq!(catalogue(folder.path()), before);
    assert_eq!(before.licence, "CC0-1.0");
    read_back(source(folder.path()), &files, &Silent).unwrap();
}

/// A folder as in a bucket, where nobody can be kept out: before the first exchanges others publish there.
#[derive(Debug)]
struct Shared {
    folder: LocalFolder,
    /// Layers that others publish, one at each exchange.
    others: Mutex<Vec<(String, PathBuf)>>,
}

impl Destination for Shared {
    fn hold(&self, _name: &str) -> Result<Box<dyn Any + Send + Sync>, shuban_store::Error> {
        Ok(Box::new(()))
    }

    fn open(&self, name: &str) -> Result<Option<Box<dyn ReadAt>>, shuban_store::Error> {
        self.folder.open(name)
    }

    fn create(&self, name: &str) -> Result<Box<dyn NewFile + '_>, shuban_store::Error> {
        self.folder.create(name)
    }

    fn exchange(
        &self,
        name: &str,
        old: Option<&[u8]>,
        new: &[u8],
    ) -> Result<bool, shuban_store::Error> {
        if let Some(other) = self.others.lock().unwrap().pop() {
            publish(&*disk(), &[other], &self.folder, &options(1 << 16), &Silent).unwrap();
        }
        self.folder.exchange(name, old, new)
    }

    fn is_far(&self) -> bool {
        true
    }

    fn address(&self, name: &str) -> PathBuf {
        self.folder.address(name)
    }
}

#[test]
fn what_others_publish_meanwhile_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (files, data) = (disk(), folder.path().join("data"));
    let layer = |name: &str| (name.to_owned(), write(&files, &data, name, &[]));
    let to = LocalFolder::new(disk(), folder.path().join("published"));
    let own = [layer("game/own")];
    let mut others = vec![layer("game/one"), layer("game/two")];
    let shared = Shared { folder: to, others: Mutex::new(others.clone()) };
    publish(&*files, &own, &shared, &options(1 << 16), &Silent).unwrap();
    let names: Vec<String> =
        catalogue(folder.path()).layers.into_iter().map(|layer| layer.domain).collect();
    assert_eq!(names, ["game/one", "game/own", "game/two"]);
    // A piece that is there with its length is not read again, a catalogue that is the same not written.
    *shared.others.lock().unwrap() = others.clone();
    let again = publish(&*files, &own, &shared, &options(1 << 16), &Silent).unwrap();
    assert_eq!((again.written, shared.others.lock().unwrap().len()), (0, 2));
    others = (0..20).map(|number| layer(&format!("game/{number}"))).collect();
    *shared.others.lock().unwrap() = others;
    let error = publish(&*files, &[layer("game/new")], &shared, &options(1 << 16), &Silent);
    assert!(matches!(error, Err(Error::Contended { .. })), "{error:?}");
}

/// A folder whose pieces nobody can have for the moment.
#[derive(Debug)]
struct Busy(Box<dyn Source>, Arc<AtomicUsize>);

impl Source for Busy {
    fn range(&self, name: &str, _range: Range<u64>, _len: u64) -> Result<Vec<u8>, SourceError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Err(SourceError { address: self.address(name), reason: Reason::Status(503) })
    }

    fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        self.0.whole(name, most)
    }

    fn address(&self, name: &str) -> String {
        self.0.address(name)
    }
}

#[test]
fn patience_with_a_host_that_is_out_of_reach_ends() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let asked = Arc::new(AtomicUsize::new(0));
    let files = PublishedFiles::new(disk(), Reading { pauses: [Duration::ZERO; 3], kept: None });
    let source = Box::new(Busy(source(folder.path()), asked.clone()));
    files.add_source("busy://host", source).unwrap();
    for expected in [4, 5, 6] {
        assert!(files.open(Path::new("busy://host/game/one.shuban")).is_err());
        assert_eq!(asked.load(Ordering::Relaxed), expected);
    }
}

/// A folder behind another one is asked when something is missing, and may be out of reach till then.
#[test]
fn what_is_near_needs_nothing_far() {
    let folder = tempfile::tempdir().unwrap();
    let (files, data) = (disk(), folder.path().join("data"));
    let near = write(&files, &data, "game/one", &[]);
    let all = PublishedFiles::new(disk(), Reading { pauses: [Duration::ZERO; 3], kept: None });
    let far = format!("file://{}", folder.path().join("nowhere").display());
    all.put_behind(&data, far.as_ref());
    assert!(all.is_far(&data));
    assert_eq!(all.find(&near).unwrap().unwrap().0, near);
    for _ in 0..2 {
        let error = all.find(&data.join("game/two.shuban")).unwrap_err();
        assert!(error.to_string().contains("nowhere/catalogue.json"), "{error}");
    }
}

#[test]
fn a_piece_that_lost_its_bytes_far_away_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (files, data) = (disk(), folder.path().join("data"));
    let layers = [("game/one".to_owned(), write(&files, &data, "game/one", &[]))];
    let to = LocalFolder::new(disk(), folder.path().join("published"));
    let shared = Shared { folder: to, others: Mutex::default() };
    let put = |anew| {
        let options = PublishOptions { anew, ..options(1 << 16) };
        publish(&*files, &layers, &shared, &options, &Silent).unwrap()
    };
    let first = put(false);
    let piece = catalogue(folder.path()).layers[0].pieces[1];
    let piece = folder.path().join(format!("published/pieces/{piece}"));
    let mut bytes = fs::read(&piece).unwrap();
    bytes[9] ^= 1;
    fs::write(&piece, bytes).unwrap();
    assert_eq!(put(false).written, 0);
    assert!(read_back(source(folder.path()), &files, &Silent).is_err());
    assert_eq!(put(true).written, first.written + first.kept);
    read_back(source(folder.path()), &files, &Silent).unwrap();
}

#[test]
fn a_compact_file_is_fetched_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path(), 1 << 16);
    let (files, data) = (disk(), folder.path().join("data"));
    let other = folder.path().join("other");
    let own = write(&files, &other, "game/two", &[]);
    let compact = compact_path(&other, "game/two").unwrap();
    fs::rename(own, &compact).unwrap();
    let layers = [("game/two".to_owned(), compact)];
    let to = LocalFolder::new(disk(), folder.path().join("published"));
    publish(&*files, &layers, &to, &options(1 << 16), &Silent).unwrap();
    for (is_compact, name) in [(false, "two.shuban"), (true, "two.compact.shuban")] {
        let to = folder.path().join(format!("fetched-{is_compact}"));
        let from = source(folder.path());
        shuban_publish::fetch("game/two", is_compact, from, &disk(), &to, &Silent).unwrap();
        assert!(to.join("game").join(name).exists());
    }
    assert!(!data.join("game/two.compact.shuban").exists());
}
