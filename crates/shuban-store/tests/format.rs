//! The format is what `docs/format.md` says: files of every version stay readable, and a reader in
//! another language, written from the document alone, finds the same values.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use common::{SAMPLE_ROWS, sample_bytes, sample_entries, sample_row, scrambled};
use serde_json::{Value, json};
use shuban_store::{Database, Disk, Error};

const DOMAIN: &str = "half-gammon/contact-2-1";

/// The hash of the sample's values; whatever the library compresses to, this stays.
const CONTENT_HASH: &str = "05e72833cf04a4ee80dbcfe96707ea32246f2e26bff22cc8493d6b4215e6c5b9";

fn in_tests(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Every value of the sample file.
fn check_sample(database: &Database) {
    database.check(&mut |_, _| ()).unwrap();
    let manifest = database.manifest();
    assert_eq!(manifest.content_hash, CONTENT_HASH);
    assert_eq!(manifest.subject, common::subject(DOMAIN));
    assert_eq!(manifest.account, common::account());
    let table = database.table("2 v 1").unwrap();
    assert_eq!((table.rows(), table.columns()), (SAMPLE_ROWS, &common::sample_columns()[..]));
    let mut row = [0; 3];
    for rank in 0..SAMPLE_ROWS {
        table.row(rank, &mut row).unwrap();
        assert_eq!(row, sample_row(rank));
    }
    assert_eq!(database.section("2 v 1 keys").unwrap().entries, sample_entries());
    let table = database.table("1 v 2").unwrap();
    let mut row = [0];
    for rank in 0..table.rows() {
        table.row(rank, &mut row).unwrap();
        assert_eq!(row, [scrambled(&[rank]) & 0xFF]);
    }
}

#[test]
fn files_of_version_1_stay_readable() {
    // Both were written by the first program of this format, and are never to be written again: a
    // new version gets files of its own.
    for (name, mmap) in [("compressed", true), ("compressed", false), ("raw", true), ("raw", false)] {
        let path = in_tests(&format!("golden/version-1-{name}.shuban"));
        check_sample(&Database::open_as(&Disk { mmap }, &path, DOMAIN).unwrap());
    }
}

#[test]
fn raw_files_are_written_to_the_byte_as_they_always_were() {
    let golden = std::fs::read(in_tests("golden/version-1-raw.shuban")).unwrap();
    assert_eq!(sample_bytes(DOMAIN, None), golden);
}

/// `text(s)` of the document.
fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}

fn u64_bytes(number: usize) -> Vec<u8> {
    (number as u64).to_le_bytes().to_vec()
}

/// The subject of the sample, as the document describes it.
fn subject() -> Vec<u8> {
    [text(DOMAIN), u64_bytes(2), text("doubles"), text("four"), text("points"), text("12")].concat()
}

#[test]
fn identity_and_content_hash_are_those_of_the_document() {
    let identity = [b"shuban identity\0".to_vec(), vec![1, 0, 0, 0], subject()].concat();
    assert_eq!(sample_bytes(DOMAIN, None)[16..32], blake3::hash(&identity).as_bytes()[..16]);

    let section = |kind, name| [b"shuban section\0".to_vec(), text(kind), text(name)].concat();
    let mut first = section("table", "2 v 1");
    first.extend(u64_bytes(3));
    first.extend([text("lower"), text("fixed"), vec![32, 30]].concat());
    first.extend([text("width"), text("unsigned-fixed"), vec![5, 30]].concat());
    first.extend([text("flag"), text("unsigned"), vec![1, 0]].concat());
    for [lower, width, flag] in (0..SAMPLE_ROWS).map(sample_row) {
        first.extend([&(lower as u32).to_le_bytes()[..], &[width as u8, flag as u8]].concat());
    }
    first.extend(u64_bytes(90));
    let mut keys = section("stream", "2 v 1 keys");
    for entry in sample_entries() {
        keys.extend([u64_bytes(entry.len()), entry].concat());
    }
    keys.extend(u64_bytes(40));
    let mut last = section("table", "1 v 2");
    last.extend([u64_bytes(1), text("byte"), text("signed"), vec![8, 0]].concat());
    last.extend((0..130).map(|rank| scrambled(&[rank]) as u8));
    last.extend(u64_bytes(130));

    let mut content = [b"shuban content\0".to_vec(), subject(), u64_bytes(3)].concat();
    for section in [first, keys, last] {
        content.extend(text(&blake3::hash(&section).to_string()));
    }
    assert_eq!(blake3::hash(&content).to_string(), CONTENT_HASH);
}

#[test]
fn the_manifest_is_json_that_a_person_can_read() {
    let bytes = sample_bytes(DOMAIN, None);
    let text = String::from_utf8_lossy(&bytes);
    let expected = r#"
  "domain": "half-gammon/contact-2-1",
  "family": "half-gammon/contact",
  "game": "half-gammon",
  "parameters": {
    "doubles": "four",
    "points": "12"
  },"#;
    assert!(text.contains(expected), "{text}");
    let expected = r#"
        {
          "name": "lower",
          "bits": 32,
          "codec": "fixed",
          "fraction_bits": 30
        },"#;
    assert!(text.contains(expected), "{text}");
}

/// Runs the reader of the other language on a file.
fn python(path: &Path) -> Result<Value, String> {
    let output = Command::new("python3")
        .arg(in_tests("format_reader.py"))
        .arg(path)
        .output()
        .unwrap_or_else(|error| panic!("this test needs `python3` (3.9 or later, no packages): {error}"));
    if output.status.success() {
        Ok(serde_json::from_slice(&output.stdout).unwrap())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
fn a_reader_written_from_the_document_alone_finds_every_value() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.shuban");
    let published = common::write_sample(Arc::new(Disk::default()), &path, DOMAIN, None).unwrap();
    let found = python(&path).unwrap();
    assert_eq!((&found["version"], &found["block_size"]), (&json!(1), &json!(64)));
    assert_eq!(found["manifest"]["content_hash"], json!(published.content_hash));
    assert_eq!(found["manifest"]["facts"], json!(common::account().facts));

    let rows: Vec<_> = (0..SAMPLE_ROWS).map(sample_row).collect();
    assert_eq!(found["sections"]["2 v 1"]["rows"], json!(rows));
    let rows: Vec<_> = (0..130).map(|rank| [scrambled(&[rank]) & 0xFF]).collect();
    assert_eq!(found["sections"]["1 v 2"]["rows"], json!(rows));
    let hex = |entry: &Vec<u8>| entry.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let entries: Vec<String> = sample_entries().iter().map(hex).collect();
    assert_eq!(found["sections"]["2 v 1 keys"]["entries"], json!(entries));
}

#[test]
fn the_other_reader_understands_the_frame_of_compressed_files_and_refuses_truncated_ones() {
    let path = in_tests("golden/version-1-compressed.shuban");
    let found = python(&path).unwrap();
    // Without a zstd module it counts compressed blocks; with one, it reads them.
    let table = &found["sections"]["2 v 1"];
    let rows: Vec<_> = (0..SAMPLE_ROWS).map(sample_row).collect();
    assert!(table["rows"] == json!(rows) || table["compressed"].as_u64() > Some(2), "{table}");
    let folder = tempfile::tempdir().unwrap();
    let truncated = folder.path().join("truncated.shuban");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&truncated, &bytes[..bytes.len() - 1]).unwrap();
    assert!(python(&truncated).unwrap_err().contains("no end mark"));
    assert!(matches!(Database::open(&Disk::default(), &truncated), Err(Error::Damaged { .. })));
}
