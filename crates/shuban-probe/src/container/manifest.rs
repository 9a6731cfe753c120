//! The manifest: a file's description of itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shuban_core::{Codec, Column, Record};

/// The manifest is one JSON document, the file's directory. The same build writes the same bytes,
/// so it contains no time, machine or thread count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the file format.
    pub format: u32,
    /// The contents to be; known before anything is computed.
    #[serde(flatten)]
    pub subject: Subject,
    /// The account; known after the values are computed.
    #[serde(flatten)]
    pub account: Account,
    /// The hash of the decoded values, in hex: equal for equal content. It does not depend on the
    /// block size, the compression or its library.
    pub content_hash: String,
    /// The sections in the order of the file.
    pub sections: Vec<SectionEntry>,
}

/// The contents to be of a file; known before anything is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The layer's name: `half-gammon/contact-2-1`.
    pub domain: String,
    /// The name of the family of positions: `half-gammon/contact`.
    pub family: String,
    /// The game's name: `half-gammon`.
    pub game: String,
    /// All other inputs of the values besides the name.
    pub parameters: BTreeMap<String, String>,
}

/// The account of a layer after its values are computed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// The parts of the layer.
    pub parts: Vec<PartEntry>,
    /// The layers it was built from.
    pub needs: Vec<Need>,
    /// Facts about the layer as a whole.
    pub facts: BTreeMap<String, serde_json::Value>,
    /// The origin of the values.
    pub provenance: Provenance,
}

/// A part of a layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartEntry {
    /// Its name: `2 v 1`.
    pub name: String,
    /// Number of positions.
    pub positions: u64,
    /// The names of its sections.
    pub sections: Vec<String>,
    /// Facts about it, such as the width asked and reached.
    pub facts: BTreeMap<String, serde_json::Value>,
}

/// A layer that another one was built from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// Its name.
    pub domain: String,
    /// The content hash of its file.
    pub content_hash: String,
}

/// The origin of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The program's name.
    pub program: String,
    /// The program's version.
    pub version: String,
    /// Facts about the program's compilation by name, if it states them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub build: BTreeMap<String, String>,
    /// The solver's name.
    pub solver: String,
    /// The solver's settings, as far as the values depend on them.
    pub settings: BTreeMap<String, String>,
}

impl Provenance {
    /// Returns the program in a line: `shuban 0.2.0 (revision 9a954b7c51f0, rustc 1.91.0)`.
    pub fn program_line(&self) -> String {
        let named = format!("{} {}", self.program, self.version);
        if self.build.is_empty() {
            return named;
        }
        let fact = |(name, value): (&String, &String)| match name.as_str() {
            "compiler" => value.clone(),
            _ => format!("{name} {value}"),
        };
        let facts: Vec<String> = self.build.iter().map(fact).collect();
        format!("{named} ({})", facts.join(", "))
    }
}

/// A section's contents and place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionEntry {
    /// Its name, unique in the file.
    pub name: String,
    /// Its contents.
    #[serde(flatten)]
    pub kind: SectionKind,
    /// The hash of its decoded content, in hex.
    pub hash: String,
    /// Its runs of blocks: one of a table, two of a stream (the entries' bytes, then their ends).
    pub runs: Vec<RunEntry>,
}

/// The contents of a section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SectionKind {
    /// Fixed-width columns over a range of records.
    Table {
        /// Number of records.
        rows: u64,
        /// The columns.
        columns: Vec<ColumnEntry>,
    },
    /// Entries of variable length.
    Stream {
        /// Number of entries.
        entries: u64,
        /// The sum of their lengths in bytes.
        bytes: u64,
    },
    /// A kind that this version of the program does not know: its blocks can be checked, not read.
    #[serde(other)]
    Unknown,
}

/// The place of a run of blocks in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEntry {
    /// Number of blocks.
    pub blocks: u64,
    /// The offset in the file of the first one; the others follow without a gap.
    pub start: u64,
    /// The offset in the file of the block table, directly after the last block.
    pub table: u64,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnEntry {
    /// Its name.
    pub name: String,
    /// Its width, 1 to 64 bits.
    pub bits: u8,
    /// The encoding of its bits.
    pub codec: CodecName,
    /// The number of fraction bits.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fraction_bits: u8,
}

/// The encoding of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodecName {
    /// An unsigned integer.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// A signed integer in two's complement, to be divided by 2^`fraction_bits`.
    Fixed,
    /// An unsigned integer, to be divided by 2^`fraction_bits`.
    UnsignedFixed,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl From<&Column> for ColumnEntry {
    fn from(column: &Column) -> Self {
        let (codec, fraction_bits) = match column.codec {
            Codec::Unsigned => (CodecName::Unsigned, 0),
            Codec::Signed => (CodecName::Signed, 0),
            Codec::Fixed { fraction_bits } => (CodecName::Fixed, fraction_bits),
            Codec::UnsignedFixed { fraction_bits } => (CodecName::UnsignedFixed, fraction_bits),
        };
        ColumnEntry { name: column.name.to_owned(), bits: column.bits, codec, fraction_bits }
    }
}

impl From<&ColumnEntry> for ColumnEntry {
    fn from(column: &ColumnEntry) -> Self {
        column.clone()
    }
}

impl ColumnEntry {
    /// Returns the columns of a type of records.
    pub fn of_record<R: Record>() -> Vec<Self> {
        R::columns().iter().map(ColumnEntry::from).collect()
    }

    /// Returns the encoding as the core crate's type.
    pub fn codec(&self) -> Codec {
        let fraction_bits = self.fraction_bits;
        match self.codec {
            CodecName::Unsigned => Codec::Unsigned,
            CodecName::Signed => Codec::Signed,
            CodecName::Fixed => Codec::Fixed { fraction_bits },
            CodecName::UnsignedFixed => Codec::UnsignedFixed { fraction_bits },
        }
    }

    /// Returns the integer that a raw number of this column stands for. For a fixed-point column,
    /// divide it by 2^`fraction_bits`.
    pub fn integer(&self, raw: u64) -> i128 {
        let signed = matches!(self.codec, CodecName::Signed | CodecName::Fixed);
        if signed && raw >> (self.bits - 1) & 1 == 1 {
            i128::from(raw) - (1 << self.bits)
        } else {
            i128::from(raw)
        }
    }
}

impl Manifest {
    /// Returns the section of a name, and its number.
    pub fn section(&self, name: &str) -> Option<(usize, &SectionEntry)> {
        self.sections.iter().enumerate().find(|(_, section)| section.name == name)
    }

    /// Returns the part of a name.
    pub fn part(&self, name: &str) -> Option<&PartEntry> {
        self.account.parts.iter().find(|part| part.name == name)
    }
}
