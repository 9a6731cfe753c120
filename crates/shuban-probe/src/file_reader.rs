//! A file, read by asking for what is needed of it.

use std::collections::HashMap;

use ruzstd::decoding::FrameDecoder;

use crate::container::{
    BlockLayout, ColumnEntry, HEADER_LEN, Header, Identity, LONGEST_BLOCK, Manifest, OFFSET_BITS,
    PIECE_BLOCKS, RunEntry, SectionKind, TRAILER_LEN, TablePiece, Trailer, largest_block,
    piece_span, read_directory, records_per_block, table_len,
};
use crate::error::Error;
use crate::in_hand::InHand;
use crate::kept_blocks::KeptBlocks;
use crate::step::{Step, known};

/// Bytes of decoded blocks that are kept.
const KEPT: usize = 4 << 20;

/// The longest directory in bytes: beyond those of ten thousand sections.
const LONGEST_DIRECTORY: u64 = 64 << 20;

/// The longest stream that is read, decoded: beyond those of the largest layers. A few bytes of a file can stand
/// for a megabyte, so the file's own length bounds nothing.
const LONGEST_STREAM: u64 = 512 << 20;

/// The largest window that a block is decoded with: no block is longer.
const LARGEST_WINDOW: u64 = LONGEST_BLOCK as u64;

/// A database file of a known length, of which nothing need be in hand: each question returns the range
/// of bytes that it needs, or its answer. What is made of them stays as long as it is of use: the
/// directory, block tables (a kilobyte for 64 blocks), 4 MiB of decoded blocks. The bytes themselves stay
/// until [`tidy`](FileReader::tidy): a question that is asked again and again needs each part once.
pub struct FileReader {
    len: u64,
    in_hand: InHand,
    opened: Option<Opened>,
    decoder: FrameDecoder,
}

/// The state of an open file.
struct Opened {
    identity: Identity,
    block_size: u32,
    manifest: Manifest,
    pieces: HashMap<(u32, u32, u64), TablePiece>,
    blocks: KeptBlocks,
}

/// A table of a file: its columns, and the place of its blocks.
#[derive(Clone, Debug)]
pub struct TablePlace {
    section: u32,
    name: String,
    rows: u64,
    columns: Vec<ColumnEntry>,
    run: RunEntry,
    full: BlockLayout,
    last: BlockLayout,
}

impl TablePlace {
    /// Returns the number of records.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the columns.
    pub fn columns(&self) -> &[ColumnEntry] {
        &self.columns
    }

    fn check(&self, rank: u64) -> Result<(), Error> {
        if rank < self.rows {
            return Ok(());
        }
        Err(Error::OutOfRange { section: self.name.clone(), index: rank, len: self.rows })
    }

    /// Returns the block that has the record of a rank, which there is, the record's number in it, and the
    /// layout of that block.
    fn place(&self, rank: u64) -> (BlockPlace, usize, &BlockLayout) {
        let per_block = self.full.records() as u64;
        let (number, record) = (rank / per_block, (rank % per_block) as usize);
        let is_last = number == (self.rows - 1) / per_block;
        let layout = if is_last { &self.last } else { &self.full };
        let TablePlace { section, run, .. } = *self;
        let decoded_len = layout.len();
        (BlockPlace { section, run_number: 0, run, number, decoded_len }, record, layout)
    }
}

/// A block, its place in its section, and the length of what is decoded from it.
#[derive(Clone, Copy)]
struct BlockPlace {
    section: u32,
    run_number: u32,
    run: RunEntry,
    number: u64,
    decoded_len: usize,
}

impl FileReader {
    /// Creates a reader of a file of `len` bytes; nothing of it is in hand.
    pub fn new(len: u64) -> Self {
        let (in_hand, mut decoder) = (InHand::default(), FrameDecoder::new());
        decoder.set_max_window_size(LARGEST_WINDOW);
        FileReader { len, in_hand, opened: None, decoder }
    }

    /// Gives bytes of the file, from an offset on: those that were needed, or more that are at hand.
    pub fn give(&mut self, offset: u64, bytes: Vec<u8>) {
        self.in_hand.give(offset, bytes);
    }

    /// Drops what was given and used. Call it when a question is answered, or several that belong together.
    pub fn tidy(&mut self) {
        self.in_hand.tidy();
    }

    /// Opens the file: its header, its trailer and its directory. All questions do so themselves.
    ///
    /// # Errors
    /// [`Error::Foreign`], [`Error::Version`], [`Error::Damaged`].
    pub fn open(&mut self) -> Result<Step<()>, Error> {
        if self.opened.is_some() {
            return Ok(Step::Answer(()));
        }
        let head = 0..self.len.min(HEADER_LEN as u64);
        let header = known!(self.in_hand.read(head.clone(), Header::from_bytes)?);
        if self.len < (HEADER_LEN + TRAILER_LEN) as u64 {
            let reason = format!("truncated: the file ends after {} bytes", self.len);
            return Err(Error::damaged("trailer", None, reason));
        }
        let tail = self.len - TRAILER_LEN as u64..self.len;
        let trailer = known!(self.in_hand.read(tail.clone(), |bytes| {
            let bytes = bytes.first_chunk().ok_or_else(|| too_few("trailer"))?;
            Trailer::from_bytes(&header.identity, bytes, self.len)
        })?);
        let wrong = |reason| Error::damaged("directory", None, reason);
        let Trailer { directory_offset, directory_len, .. } = trailer;
        if directory_len > LONGEST_DIRECTORY {
            return Err(wrong(format!(
                "{directory_len} bytes, at most {LONGEST_DIRECTORY} are read"
            )));
        }
        let directory = directory_offset..directory_offset + directory_len;
        let manifest = known!(self.in_hand.read(directory.clone(), |bytes| {
            read_directory(&header, &trailer, bytes).map_err(wrong)
        })?);
        let Header { block_size, identity } = header;
        let blocks = KeptBlocks::new(KEPT, largest_block(&manifest, block_size));
        let pieces = HashMap::new();
        self.opened = Some(Opened { identity, block_size, manifest, pieces, blocks });
        [head, tail, directory].iter().for_each(|part| self.in_hand.use_up(part));
        Ok(Step::Answer(()))
    }

    /// Returns the manifest, once the file is open.
    pub fn manifest(&self) -> Option<&Manifest> {
        Some(&self.opened.as_ref()?.manifest)
    }

    fn opened(&self) -> Result<&Opened, Error> {
        self.opened.as_ref().ok_or_else(|| Error::Misuse("the file is not open".to_owned()))
    }

    /// Returns the table of a name.
    ///
    /// # Errors
    /// [`Error::NoSection`]; as [`open`](FileReader::open).
    pub fn table(&mut self, name: &str) -> Result<Step<TablePlace>, Error> {
        known!(self.open()?);
        let Opened { manifest, block_size, .. } = self.opened()?;
        let missing = || Error::NoSection(name.to_owned());
        let (number, section) = manifest.section(name).ok_or_else(missing)?;
        let SectionKind::Table { rows, columns } = &section.kind else { return Err(missing()) };
        let widths = || columns.iter().map(|column| column.bits);
        let per_block = records_per_block(widths(), *block_size);
        let in_last = match rows % per_block {
            0 => per_block,
            rest => rest,
        };
        Ok(Step::Answer(TablePlace {
            section: number as u32,
            name: name.to_owned(),
            rows: *rows,
            columns: columns.clone(),
            run: *section.runs.first().ok_or_else(missing)?,
            full: BlockLayout::new(widths(), per_block as usize),
            last: BlockLayout::new(widths(), in_last as usize),
        }))
    }

    /// Reads the record of a rank into `row`, one raw number a column: a piece of the block table and one
    /// block are needed at most.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] from `rows()` on; [`Error::Misuse`] if `row` is not as long as `columns()`;
    /// [`Error::Damaged`]. Bytes that were given but are too few are needed again.
    pub fn row(
        &mut self,
        table: &TablePlace,
        rank: u64,
        row: &mut [u64],
    ) -> Result<Step<()>, Error> {
        table.check(rank)?;
        if row.len() != table.columns.len() {
            let (found, expected) = (row.len(), table.columns.len());
            return Err(Error::Misuse(format!("room for {found} of {expected} columns")));
        }
        known!(self.open()?);
        let (block, record, layout) = table.place(rank);
        known!(self.load(block)?);
        let kept = self.opened()?.blocks.get((block.section, 0, block.number));
        layout.row(kept.ok_or_else(|| too_few("block"))?, record, row);
        Ok(Step::Answer(()))
    }

    /// Returns the number of the block that has the record of a rank, and its checksum: these tell which
    /// bytes a value was read from.
    ///
    /// # Errors
    /// As [`row`](FileReader::row).
    pub fn block_of(&mut self, table: &TablePlace, rank: u64) -> Result<Step<(u64, u64)>, Error> {
        table.check(rank)?;
        known!(self.open()?);
        let (block, ..) = table.place(rank);
        known!(self.load_piece(block)?);
        let key = (block.section, 0, block.number / PIECE_BLOCKS);
        let piece = self.opened()?.pieces.get(&key).ok_or_else(|| too_few("piece"))?;
        Ok(Step::Answer((block.number, piece.entry(block.number).checksum)))
    }

    /// Reads a whole stream: all of it is needed at once.
    ///
    /// # Errors
    /// [`Error::NoSection`], [`Error::Damaged`], [`Error::Misuse`] as of [`row`](FileReader::row).
    pub fn entries(&mut self, name: &str) -> Result<Step<Vec<Vec<u8>>>, Error> {
        known!(self.open()?);
        let Opened { manifest, block_size, .. } = self.opened()?;
        let missing = || Error::NoSection(name.to_owned());
        let (number, section) = manifest.section(name).ok_or_else(missing)?;
        let SectionKind::Stream { entries, bytes } = section.kind else { return Err(missing()) };
        let &[data, offsets] = &section.runs[..] else { return Err(missing()) };
        let (section, block_size) = (number as u32, u64::from(*block_size));
        let whole = data.start..offsets.table + table_len(offsets.blocks).unwrap_or_default();
        let wrong = |reason: &str| Error::damaged(name, None, reason);
        if bytes.max(entries.saturating_mul(8)) > LONGEST_STREAM {
            return Err(wrong("a longer stream than is read"));
        }
        if self.in_hand.get(&whole).is_none() {
            return Ok(Step::Need(whole));
        }
        let mut decoded = Vec::new();
        for number in 0..data.blocks {
            let decoded_len = (bytes - number * block_size).min(block_size) as usize;
            let block = BlockPlace { section, run_number: 0, run: data, number, decoded_len };
            decoded.extend_from_slice(known!(self.once(block)?).as_slice());
        }
        let per_block = records_per_block([OFFSET_BITS].into_iter(), block_size as u32);
        let mut all = Vec::new();
        let (mut before, mut ends) = (None, Vec::new());
        for number in 0..offsets.blocks {
            let records = (entries + 1 - number * per_block).min(per_block) as usize;
            let layout = BlockLayout::new([OFFSET_BITS].into_iter(), records);
            let decoded_len = layout.len();
            let block = BlockPlace { section, run_number: 1, run: offsets, number, decoded_len };
            layout.decode(&known!(self.once(block)?), &mut ends);
            for &end in &ends {
                let end = usize::try_from(end).unwrap_or(usize::MAX);
                if let Some(start) = before.replace(end) {
                    let entry = decoded.get(start..end);
                    all.push(entry.ok_or_else(|| wrong("an entry beyond its end"))?.to_vec());
                } else if end != 0 {
                    return Err(wrong("the first entry does not begin at 0"));
                }
            }
        }
        if before.unwrap_or_default() as u64 != bytes {
            return Err(wrong("the last entry does not end where the stream does"));
        }
        self.in_hand.use_up(&whole);
        Ok(Step::Answer(all))
    }

    /// Sees to it that a block is among those that are kept.
    fn load(&mut self, block: BlockPlace) -> Result<Step<()>, Error> {
        let key = (block.section, block.run_number, block.number);
        if self.opened()?.blocks.get(key).is_some() {
            return Ok(Step::Answer(()));
        }
        let decoded = known!(self.once(block)?);
        if let Some(opened) = &mut self.opened {
            opened.blocks.keep(key, decoded);
        }
        Ok(Step::Answer(()))
    }

    /// Returns a block, checked and decoded.
    fn once(&mut self, place: BlockPlace) -> Result<Step<Vec<u8>>, Error> {
        let BlockPlace { section, run_number, run, number, decoded_len } = place;
        known!(self.load_piece(place)?);
        let FileReader { in_hand, opened: Some(opened), decoder, .. } = self else {
            return Err(too_few("directory"));
        };
        let Opened { identity, manifest, pieces, .. } = opened;
        let damaged = |reason: String| {
            let name = manifest.sections.get(section as usize).map_or("", |section| &section.name);
            Error::damaged(name, Some(number), reason)
        };
        let piece = pieces.get(&(section, run_number, number / PIECE_BLOCKS));
        let entry = piece.ok_or_else(|| too_few("piece"))?.entry(number);
        let len = entry.possible_len().map_err(damaged)?;
        let start = run.start + entry.offset;
        let range = start..start + len as u64;
        let decoded = known!(in_hand.read(range.clone(), |stored| {
            entry.check(identity, (section, run_number), number, stored).map_err(damaged)?;
            if !entry.is_compressed() {
                return Ok(stored.to_vec());
            }
            let mut decoded = vec![0; decoded_len];
            let read = decoder.decode_all(stored, &mut decoded);
            decoded.truncate(read.map_err(|error| damaged(format!("zstd: {error}")))?);
            Ok(decoded)
        })?);
        if decoded.len() != decoded_len {
            let found = decoded.len();
            return Err(damaged(format!("{found} decoded bytes, expected {decoded_len}")));
        }
        in_hand.use_up(&range);
        Ok(Step::Answer(decoded))
    }

    /// Sees to it that the piece of a block table that has a block was read.
    fn load_piece(&mut self, place: BlockPlace) -> Result<Step<()>, Error> {
        let BlockPlace { section, run_number, run, number, .. } = place;
        let piece = number / PIECE_BLOCKS;
        let Some(opened) = &mut self.opened else { return Err(too_few("directory")) };
        if opened.pieces.contains_key(&(section, run_number, piece)) {
            return Ok(Step::Answer(()));
        }
        let (offset, len) = piece_span(run.blocks, piece);
        let start = run.table + offset;
        let range = start..start + len as u64;
        let Opened { identity, manifest, pieces, .. } = opened;
        let (place, stored) = ((section, run_number), run.table - run.start);
        let read = known!(self.in_hand.read(range.clone(), |bytes| {
            TablePiece::from_bytes(identity, place, piece, bytes, stored).map_err(|reason| {
                let sections = &manifest.sections;
                let name = sections.get(section as usize).map_or("", |section| &section.name);
                Error::damaged(name, None, format!("piece {piece} of its block table: {reason}"))
            })
        })?);
        pieces.insert((section, run_number, piece), read);
        self.in_hand.use_up(&range);
        Ok(Step::Answer(()))
    }
}

fn too_few(what: &str) -> Error {
    Error::Misuse(format!("too few bytes of a {what} were given"))
}
