//! The format agrees with `docs/format.md`: files of every version stay readable, and a reader in
//! another language, written from the document alone, finds the same values.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use shuban_core::sweep::Status;
use shuban_core::{Interval, ONE, Record, Section};
use shuban_store::{Account, CodecName, Database, Disk, Error, Options, PartEntry, Writer};

use crate::common;
use crate::common::{SAMPLE_ROWS, column, sample_bytes, sample_entries, sample_row, scrambled};

const DOMAIN: &str = "half-gammon/contact-2-1";

/// The hash of the sample's values. It does not depend on the compression library.
const CONTENT_HASH: &str = "05e72833cf04a4ee80dbcfe96707ea32246f2e26bff22cc8493d6b4215e6c5b9";

fn in_tests(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Checks every value of the sample file.
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
    // Both were written by the first program of this format. Do not regenerate them: a new version
    // gets files of its own.
    for name in ["compressed", "raw"] {
        let path = in_tests(&format!("golden/version-1-{name}.shuban"));
        check_sample(&Database::open_as(&Disk::default(), &path, DOMAIN).unwrap());
    }
}

#[test]
fn raw_files_are_written_to_the_byte_as_they_always_were() {
    let golden = std::fs::read(in_tests("golden/version-1-raw.shuban")).unwrap();
    assert_eq!(sample_bytes(DOMAIN, None), golden);
}

/// Encodes `text(s)` of the document.
fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}

fn u64_bytes(number: usize) -> Vec<u8> {
    (number as u64).to_le_bytes().to_vec()
}

/// Returns the subject of the sample, as the document describes it.
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

/// The variable that names the Python for the reader in the other language. That Python must have
/// the modules that the reader needs; `scripts/test.sh` sets one up.
const PYTHON: &str = "SHUBAN_TEST_PYTHON";

/// Returns a call of Python with the reader on its path.
fn interpreter() -> Command {
    let mut command = Command::new(std::env::var_os(PYTHON).unwrap_or("python3".into()));
    command.env("PYTHONPATH", in_tests("../../../python")).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Returns true if the other reader has the modules that it needs. If it does not, this prints a
/// warning that the test's output capture does not hide, or fails if the variable is set.
fn can_read() -> bool {
    static READS: LazyLock<bool> = LazyLock::new(|| {
        let found = interpreter().args(["-c", "import numpy, xxhash, zstandard"]).output();
        let reads = found.is_ok_and(|output| output.status.success());
        assert!(reads || std::env::var_os(PYTHON).is_none(), "{PYTHON} lacks modules");
        if !reads {
            let notice = "NOT TESTED: the reader in the other language, for `python3` lacks \
                          `numpy`, `xxhash` or `zstandard`; `scripts/test.sh` sets them up\n";
            std::io::stderr().write_all(notice.as_bytes()).unwrap();
        }
        reads
    });
    *READS
}

/// Runs the reader of the other language; `arguments` is a file, or a file, a part and a rank.
fn python(arguments: &[&OsStr]) -> Result<Value, String> {
    let mut command = interpreter();
    let output = command.args(["-m", "shuban_verify.dump"]).args(arguments).output().unwrap();
    if output.status.success() {
        Ok(serde_json::from_slice(&output.stdout).unwrap())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn dump(path: &Path) -> Result<Value, String> {
    python(&[path.as_os_str()])
}

fn probe(path: &Path, part: &str, rank: u64) -> Result<Value, String> {
    python(&[path.as_os_str(), part.as_ref(), rank.to_string().as_ref()])
}

fn hex(entry: &[u8]) -> String {
    entry.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_reader_written_from_the_document_alone_finds_every_value() {
    if !can_read() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.shuban");
    let published = common::write_sample(Arc::new(Disk::default()), &path, DOMAIN, None).unwrap();
    let found = dump(&path).unwrap();
    assert_eq!((&found["version"], &found["block_size"]), (&json!(1), &json!(64)));
    assert_eq!(found["manifest"]["content_hash"], json!(published.content_hash));
    assert_eq!(found["manifest"]["facts"], json!(common::account().facts));
    check_dumped_sample(&found);
}

fn check_dumped_sample(found: &Value) {
    let rows: Vec<_> = (0..SAMPLE_ROWS).map(sample_row).collect();
    assert_eq!(found["sections"]["2 v 1"]["rows"], json!(rows));
    let rows: Vec<_> = (0..130).map(|rank| [scrambled(&[rank]) & 0xFF]).collect();
    assert_eq!(found["sections"]["1 v 2"]["rows"], json!(rows));
    let entries: Vec<String> = sample_entries().iter().map(|entry| hex(entry)).collect();
    assert_eq!(found["sections"]["2 v 1 keys"]["entries"], json!(entries));
}

#[test]
fn the_other_reader_reads_compressed_files_and_refuses_truncated_ones() {
    if !can_read() {
        return;
    }
    let path = in_tests("golden/version-1-compressed.shuban");
    check_dumped_sample(&dump(&path).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let truncated = folder.path().join("truncated.shuban");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&truncated, &bytes[..bytes.len() - 1]).unwrap();
    assert!(dump(&truncated).unwrap_err().contains("no end mark"));
    assert!(matches!(Database::open(&Disk::default(), &truncated), Err(Error::Damaged { .. })));
}

#[test]
fn the_other_reader_finds_damage_by_the_documents_checksums() {
    if !can_read() {
        return;
    }
    let sound = in_tests("golden/version-1-raw.shuban");
    let bytes = std::fs::read(&sound).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.shuban");
    let database = Database::open(&Disk::default(), &sound).unwrap();
    let run = database.manifest().sections[1].runs[1];
    let (trailer, directory) = (bytes.len() - 30, bytes.len() - 60);
    for (at, name) in [
        (9, "checksum of the header"),
        (20, "checksum of the header"),
        (run.start as usize, "checksum of 2 v 1 keys, block 0"),
        (run.table as usize + 3, "checksum of 2 v 1 keys, its block table"),
        (directory, "checksum of the directory"),
        (trailer, "checksum of the trailer"),
    ] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        std::fs::write(&path, bytes).unwrap();
        let message = dump(&path).unwrap_err();
        assert!(message.contains(name), "byte {at}: {message}");
    }
}

/// Returns the record that a build stores for a rank of a part.
fn layer_value(part: &str, rank: u64) -> (Interval, Status) {
    let bits = scrambled(&[part.len() as u64, u64::from(part.as_bytes()[0]), rank]);
    let lower = (bits >> 33) as i32 - (ONE - 1);
    let upper = lower.saturating_add((bits >> 20 & 15) as i32).min(ONE);
    (Interval { lower, upper }, Status::ALL[(bits & 3) as usize])
}

const LAYER_PARTS: [(&str, u64); 2] = [("2 v 1", 4000), ("1 v 2", 777)];

/// Writes a file as a build does: for each part a table of its name, its statuses, and its index
/// sections; and a dictionary.
fn write_layer(path: &Path, options: Options) -> Vec<Section> {
    let section = |name: &str, count: u64| Section {
        name: name.to_owned(),
        entries: (0..count)
            .map(|n| scrambled(&[n]).to_le_bytes()[..n as usize % 8].to_vec())
            .collect(),
    };
    let mut streams = Vec::new();
    let subject = common::subject(DOMAIN);
    let mut writer = Writer::create(Arc::new(Disk::default()), path, subject, options).unwrap();
    for (part, positions) in LAYER_PARTS {
        let mut table = writer.table(part, Interval::<i32>::columns(), positions).unwrap();
        table.push_records((0..positions).map(|rank| layer_value(part, rank).0)).unwrap();
        table.finish().unwrap();
        let status = [column("status", 2, CodecName::Unsigned, 0)];
        let mut table = writer.table(&format!("{part}/status"), &status, positions).unwrap();
        for rank in 0..positions {
            let status = layer_value(part, rank).1;
            let place = Status::ALL.iter().position(|&other| other == status).unwrap();
            table.push(&[place as u64]).unwrap();
        }
        table.finish().unwrap();
        streams.push(section(&format!("{part}/keys"), positions));
        writer.section(streams.last().unwrap()).unwrap();
    }
    streams.push(section("dictionary", 100));
    writer.section(streams.last().unwrap()).unwrap();
    let parts = LAYER_PARTS.map(|(part, positions)| PartEntry {
        name: part.to_owned(),
        positions,
        sections: vec![part.to_owned(), format!("{part}/status"), format!("{part}/keys")],
        ..PartEntry::default()
    });
    writer.publish(Account { parts: parts.into(), ..Account::default() }).unwrap();
    streams
}

fn expected_probe(value: Interval, status: Status) -> Value {
    let number = |units: i64| units as f64 / f64::from(ONE);
    let columns = json!({"lower": number(value.lower.into()), "width": number(value.width())});
    json!({"columns": columns, "status": format!("{status:?}").to_lowercase()})
}

#[test]
fn the_other_reader_reads_and_probes_a_layer_as_a_user_would() {
    if !can_read() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contact-2-1.shuban");
    for options in [Options::raw(), Options::default()] {
        let streams = write_layer(&path, options);
        let found = dump(&path).unwrap();
        for (part, positions) in LAYER_PARTS {
            let raw = |rank: u64| {
                let mut raw = [0; 2];
                layer_value(part, rank).0.to_columns(&mut raw);
                raw
            };
            let rows: Vec<_> = (0..positions).map(raw).collect();
            assert_eq!(found["sections"][part]["rows"], json!(rows));
            for rank in [0, 1, 511, 512, 700, positions - 1] {
                let (value, status) = layer_value(part, rank);
                let probed = probe(&path, part, rank).unwrap();
                assert_eq!(probed, expected_probe(value, status), "{part}, rank {rank}");
            }
            assert!(probe(&path, part, positions).unwrap_err().contains("no such record"));
        }
        for stream in streams {
            let entries: Vec<String> = stream.entries.iter().map(|entry| hex(entry)).collect();
            assert_eq!(
                found["sections"][&stream.name]["entries"],
                json!(entries),
                "{}",
                stream.name
            );
        }
    }
}

/// The example of the document: the file of a real build, and the position `8|4` in it.
#[test]
fn the_worked_example_of_the_document_is_right() {
    let path = in_tests("golden/half-gammon-contact-1-1.shuban");
    let database = Database::open_as(&Disk::default(), &path, "half-gammon/contact-1-1").unwrap();
    database.check(&mut |_, _| ()).unwrap();
    let value = database.records::<Interval>("1 v 1").unwrap().get(116).unwrap();
    assert_eq!(value, Interval { lower: -319_618_623, upper: -319_618_622 });
    let mut status = [9];
    database.table("1 v 1/status").unwrap().row(116, &mut status).unwrap();
    assert_eq!(Status::ALL[status[0] as usize], Status::Valued);
    let runs: Vec<_> = database.manifest().sections.iter().map(|section| section.runs[0]).collect();
    let offsets: Vec<_> = runs.iter().map(|run| (run.start, run.table)).collect();
    assert_eq!(offsets, [(40, 725), (753, 793)]);
    assert_eq!(std::fs::read(&path).unwrap()[753 + 29], 0xA9);

    if can_read() {
        assert_eq!(probe(&path, "1 v 1", 116).unwrap(), expected_probe(value, Status::Valued));
    }
}
