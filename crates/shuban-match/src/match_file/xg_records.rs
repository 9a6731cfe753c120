//! The records of a file of eXtreme Gammon, version 2: `.xg`.
//!
//! Its author publishes the format (<https://www.extremegammon.com/xgformat.aspx>). A header of a
//! fixed size and a picture come first, then files packed by zlib one after the other. The first of
//! them is the match: records of one size, each with its kind in byte 8, and with numbers where the
//! layout of a Pascal compiler puts them.

use std::io::Read;

use flate2::read::ZlibDecoder;
use shuban_core::checkers::Checkers;
use shuban_gammon::{Position, Variant};

use super::error::{MatchFileError, MatchFileProblem, Place};

/// Length of the header, and where it has its own length and that of the picture.
const HEADER: usize = 8232;
const HEADER_LENGTH: usize = 8;
const PICTURE_LENGTH: usize = 20;

/// Length of a record.
const RECORD: usize = 2560;

/// Most records that are read. A long match has some thousands.
const MOST_RECORDS: usize = 1 << 16;

/// Number of places of a board: the other side's bar, the points, the own bar.
const PLACES: usize = 26;

/// RecordKind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    Match,
    Game,
    Cube,
    Move,
    GameEnd,
    MatchEnd,
    /// Comments, and what a later version may add.
    Other,
}

/// One record.
#[derive(Clone, Copy)]
pub(super) struct Record<'f> {
    pub(super) place: Place,
    bytes: &'f [u8; RECORD],
}

/// Unpacks the match of a file.
pub(super) fn unpacked(file: &[u8]) -> Result<Vec<u8>, MatchFileError> {
    let syntax = |reason: &str| MatchFileError {
        place: Place::Record(1),
        problem: MatchFileProblem::Syntax(reason.to_owned()),
    };
    let length = |at: usize| {
        let bytes = file.get(at..)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    };
    let cut = || syntax("the file ends within its header");
    if length(HEADER_LENGTH).ok_or_else(cut)? != HEADER {
        return Err(syntax("not a header of eXtreme Gammon 2"));
    }
    let start = length(PICTURE_LENGTH).and_then(|picture| picture.checked_add(HEADER));
    let packed = start.and_then(|start| file.get(start..)).ok_or_else(cut)?;
    let most = MOST_RECORDS * RECORD;
    let mut records = Vec::new();
    ZlibDecoder::new(packed)
        .take(most as u64 + 1)
        .read_to_end(&mut records)
        .map_err(|error| syntax(&format!("the match cannot be unpacked: {error}")))?;
    match records.len() {
        0 => Err(syntax("there is no game")),
        length if length > most => {
            let problem = MatchFileProblem::TooMuch(MOST_RECORDS);
            Err(MatchFileError { place: Place::Record(MOST_RECORDS), problem })
        }
        _ => Ok(records),
    }
}

/// Iterates over the records of an unpacked match, and ignores an incomplete one at the end.
pub(super) fn records(unpacked: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let (records, _) = unpacked.as_chunks();
    (1..).zip(records).map(|(number, bytes)| Record { place: Place::Record(number), bytes })
}

impl Record<'_> {
    pub(super) fn kind(&self) -> RecordKind {
        match self.bytes[8] {
            0 => RecordKind::Match,
            1 => RecordKind::Game,
            2 => RecordKind::Cube,
            3 => RecordKind::Move,
            4 => RecordKind::GameEnd,
            5 => RecordKind::MatchEnd,
            _ => RecordKind::Other,
        }
    }

    /// Creates an error in this record.
    pub(super) fn error(&self, problem: impl Into<MatchFileProblem>) -> MatchFileError {
        MatchFileError { place: self.place, problem: problem.into() }
    }

    /// The number at an offset, which is one of the layout.
    pub(super) fn number(&self, at: usize) -> i32 {
        let [a, b, c, d, ..] = self.bytes[at..] else { return 0 };
        i32::from_le_bytes([a, b, c, d])
    }

    pub(super) fn flag(&self, at: usize) -> bool {
        self.bytes[at] != 0
    }

    /// A text of UTF-16, to the first 0.
    pub(super) fn wide_text(&self, at: usize) -> String {
        let (units, _) = self.bytes[at..at + 258].as_chunks::<2>();
        let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
        let text: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
        String::from_utf16_lossy(&text)
    }

    /// A text of single bytes behind its length, as older versions write names.
    pub(super) fn short_text(&self, at: usize) -> String {
        let length = usize::from(self.bytes[at]).min(40);
        self.bytes[at + 1..=at + length].iter().map(|byte| char::from(*byte)).collect()
    }

    /// The board at an offset: checkers of the side that it is seen by, and of the other. `None` if
    /// a side has more checkers than the variant.
    pub(super) fn board(&self, at: usize, variant: &Variant) -> Option<Position> {
        let bar = variant.bar();
        let mut sides = [Vec::new(), Vec::new()];
        for (place, byte) in self.bytes[at..at + PLACES].iter().enumerate() {
            let count = i8::from_le_bytes([*byte]);
            let (side, own_place) = if count > 0 { (0, place) } else { (1, PLACES - 1 - place) };
            let is_there = count == 0 || (1..=bar).contains(&own_place);
            if !is_there || usize::from(count.unsigned_abs()) > variant.checkers() {
                return None;
            }
            sides[side].extend(std::iter::repeat_n(own_place, count.unsigned_abs().into()));
        }
        let [own, other] = sides;
        if own.len().max(other.len()) > variant.checkers() {
            return None;
        }
        Some(Position::new(Checkers::from_places(own), Checkers::from_places(other)))
    }
}
