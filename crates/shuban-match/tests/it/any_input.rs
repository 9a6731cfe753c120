//! Properties of any text read as a match or as match equities: it is read or refused. A match that
//! is read is written so that it reads as the same again; a table of match equities has chances
//! alone. The fuzz targets use it, too.

use std::io::Write;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use shuban_gammon::{Variant, parse_position};
use shuban_match::match_file::{
    MatchFileError, MatchRecord, ReadOptions, read_file, read_mat, read_sgf, write_mat, write_sgf,
};
use shuban_match::match_play::MatchEquityTable;
use shuban_match::{ToldPosition, variant_named};

use super::xg_file::{RECORD, file, records};

/// Places in records of eXtreme Gammon that are looked at: numbers, and the boards.
const XG_PLACES: [usize; 24] = [
    8, 9, 12, 16, 20, 21, 24, 28, 32, 35, 48, 60, 64, 92, 96, 100, 101, 104, 552, 556, 612, 880,
    1138, 2308,
];

/// The first games of a match.
static RECORD_OF_MATCH: LazyLock<MatchRecord> = LazyLock::new(|| {
    let mat = include_str!("../../../../examples/hypergammon.mat");
    let mut record = read_mat(mat, None).expect("the example is a match");
    record.games.truncate(2);
    record
});

/// These in both formats.
static MATCH: LazyLock<[String; 2]> = LazyLock::new(|| {
    let sgf = write_sgf(&RECORD_OF_MATCH).expect("a board of 24 points has letters");
    [write_mat(&RECORD_OF_MATCH), sgf]
});

/// Reads a text in both formats. A match that is read is written and read again, as the same unless
/// games were left out.
pub(crate) fn read_again(text: &str) {
    if let Ok(record) = read_mat(text, None) {
        let written = write_mat(&record);
        compare(record.clone(), read_mat(&written, Some(&record.variant)), &written);
    }
    if let Ok(record) = read_sgf(text, None) {
        let written = write_sgf(&record).expect("it was read from letters");
        compare(record.clone(), read_sgf(&written, Some(&record.variant)), &written);
    }
}

fn compare(mut read: MatchRecord, again: Result<MatchRecord, MatchFileError>, written: &str) {
    if read.left_out.is_empty() {
        let mut again = again.unwrap_or_else(|error| panic!("{error}\n{written}"));
        again.warnings.clear();
        read.warnings.clear();
        assert_eq!(again, read, "{written}");
    }
}

/// Any bytes, as a match in both formats.
pub(crate) fn as_match(bytes: &[u8]) {
    read_again(&String::from_utf8_lossy(bytes));
}

/// Any bytes as the records of a file of eXtreme Gammon, behind its header.
pub(crate) fn as_xg(bytes: &[u8]) {
    let mut file = vec![0; 8232];
    file[..4].copy_from_slice(b"RGMH");
    file[8..12].copy_from_slice(&8232u32.to_le_bytes());
    let mut packed = ZlibEncoder::new(file, Compression::fast());
    packed.write_all(bytes).expect("memory takes it");
    let file = packed.finish().expect("memory takes it");
    let _ = read_file(&file, &ReadOptions::default());
}

/// The records of a match for eXtreme Gammon. Each five bytes change one: its number, a place, how far
/// behind it, a byte, and how: it is written there, or the record is repeated or left out.
pub(crate) fn as_changed_xg(script: &[u8]) {
    static RECORDS: LazyLock<Vec<u8>> = LazyLock::new(|| records(&RECORD_OF_MATCH));
    let mut bytes = RECORDS.clone();
    for change in script.chunks_exact(5).take(16) {
        let &[number, place, behind, byte, how] = change else { continue };
        let Some(last) = (bytes.len() / RECORD).checked_sub(1) else { break };
        let start = usize::from(number).min(last) * RECORD;
        let place = XG_PLACES[usize::from(place) % XG_PLACES.len()] + usize::from(behind % 32);
        match how % 8 {
            0 => drop(bytes.drain(start..start + RECORD)),
            1 => bytes.extend_from_within(start..start + RECORD),
            _ => bytes[start + place] = byte,
        }
    }
    match read_file(&file(&bytes), &ReadOptions::default()) {
        Ok(read) => assert!(read.iter().all(|record| !write_mat(record).is_empty())),
        Err(error) => assert!(error.place.number() <= 1 + bytes.len() / RECORD, "{error}"),
    }
}

/// A text as a position that tells of a match or of a game for money.
pub(crate) fn as_told(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for name in Variant::names().into_iter().chain(["hypergammon-1", "hypergammon-2"]) {
        let Some(told) = ToldPosition::read(name, &text) else { continue };
        let variant = variant_named(name).expect("it has positions");
        assert!(parse_position(&variant, &told.position).is_ok(), "{told:?}");
    }
}

/// Three bytes give the place, the fourth the change: a letter is replaced or left out, or a line
/// is repeated.
pub(crate) fn as_changed_match(script: &[u8]) {
    let Some((format, script)) = script.split_first() else { return };
    let mut text = MATCH[usize::from(format % 2)].clone();
    for change in script.chunks_exact(4).take(16) {
        let &[a, b, c, what] = change else { continue };
        let places = text.len().max(1);
        let mut at = u32::from_le_bytes([a, b, c, 0]) as usize % places;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        match what {
            0..=0x1F => {
                let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
                text.replace_range(at..end, "");
            }
            0x20..0x7F => {
                let next = text[at..].chars().next().map_or(0, char::len_utf8);
                text.replace_range(at..at + next, &char::from(what).to_string());
            }
            _ => {
                let line = text[at..].lines().next().unwrap_or_default().to_owned();
                text.insert_str(at, &format!("{line}\n"));
            }
        }
    }
    read_again(&text);
}

/// A table of two points, as rows of chances that the input gives, within text that it changes:
/// returns the number of tables that are read.
pub(crate) fn as_match_equities(bytes: &[u8]) -> usize {
    let mut tables = 0;
    let text = String::from_utf8_lossy(bytes);
    let (kind, chance) = text.split_at(text.floor_char_boundary(8));
    let row = format!("<row><me>0.5</me><me>{chance}</me></row>");
    let whole = format!(
        "<met><pre-crawford-table type=\"explicit\">{row}{row}</pre-crawford-table>\
         <post-crawford-table {kind}>{row}</post-crawford-table></met>"
    );
    for text in [&*text, &*whole] {
        let Ok(table) = MatchEquityTable::read(text) else { continue };
        tables += 1;
        for (own, opponent) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            for after_crawford in [false, true] {
                let chance = table.chance(own, opponent, after_crawford);
                assert!(chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)));
            }
        }
    }
    tables
}
