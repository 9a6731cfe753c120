//! Numbers by rank, in memory or on the disk, or some of them where other processes keep the others:
//! passes go through them in order, piece by piece.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bytemuck::Pod;
use shuban_core::Unanswered;
use shuban_core::tabulate::ScratchFile;
use shuban_store::FileSystem;

/// Numbers on the disk that are in memory together where no pass says how many.
const PIECE: usize = 1 << 20;

/// The place of numbers: memory, or a disk.
#[derive(Clone, Copy)]
pub enum Room<'a> {
    /// All are in memory.
    Memory,
    /// All but a piece are in files without a name on the disk of this folder.
    Disk(&'a dyn FileSystem, &'a Path),
    /// Those of some ranks are in memory, and the others in that of other processes.
    Shared(&'a Arc<Runs>),
}

/// Ranks of a part of which a process keeps the numbers: ranges in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    ranges: Vec<Range<usize>>,
    /// The place of the first number of each range among all.
    places: Vec<usize>,
    len: usize,
}

impl Runs {
    /// Creates the runs of these ranges, some of which may be empty or overlap the one before.
    pub(crate) fn of(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut runs = Runs::default();
        for range in ranges {
            match runs.ranges.last_mut() {
                _ if range.is_empty() => {}
                Some(last) if range.start < last.end => {
                    runs.len += range.end.saturating_sub(last.end);
                    last.end = last.end.max(range.end);
                }
                _ => {
                    runs.places.push(runs.len);
                    runs.len += range.len();
                    runs.ranges.push(range);
                }
            }
        }
        runs
    }

    /// Returns the number of ranks.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the ranges.
    pub(crate) fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// Returns the parts of some ranks that belong to these.
    pub(crate) fn within(&self, ranks: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        let first = self.ranges.partition_point(|range| range.end <= ranks.start);
        let end = ranks.end;
        self.ranges[first..]
            .iter()
            .take_while(move |range| range.start < end)
            .map(move |range| range.start.max(ranks.start)..range.end.min(end))
    }

    /// Returns the place of a rank among all.
    fn place(&self, rank: usize) -> Option<usize> {
        let run = self.ranges.partition_point(|range| range.end <= rank);
        let range = self.ranges.get(run).filter(|range| range.contains(&rank))?;
        Some(self.places[run] + rank - range.start)
    }
}

impl Room<'_> {
    /// Creates an empty file; none in memory.
    pub(crate) fn file(&self) -> Result<Option<Box<dyn ScratchFile>>, Unanswered> {
        match self {
            Room::Memory | Room::Shared(_) => Ok(None),
            Room::Disk(files, folder) => {
                scratch_file(*files, folder).map(Some).map_err(Unanswered::because)
            }
        }
    }
}

/// Creates a file without a name in a folder.
pub(crate) fn scratch_file(
    files: &dyn FileSystem,
    folder: &Path,
) -> Result<Box<dyn ScratchFile>, shuban_store::Error> {
    files.scratch(folder).map_err(|source| {
        let (what, path) = ("create scratch in", folder.to_owned());
        shuban_store::Error::Io { what, path, source }
    })
}

/// Numbers by rank.
pub struct Kept<T> {
    len: usize,
    /// All of them; or some, if there is a file.
    numbers: Vec<T>,
    /// The rank of the first one in memory.
    first: usize,
    /// True if some in memory are newer than those on the disk.
    is_newer: bool,
    file: Option<Box<dyn ScratchFile>>,
    /// The ranks whose numbers are kept here, if not all.
    runs: Option<Arc<Runs>>,
    /// Numbers that are in memory together where no pass says how many.
    piece: usize,
}

impl<T: Pod + Send + Sync> Kept<T> {
    /// Creates `len` numbers of one value.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk is full.
    pub fn filled(len: usize, value: T, room: Room<'_>) -> Result<Self, Unanswered> {
        Kept::in_pieces(len, value, room, PIECE)
    }

    fn in_pieces(len: usize, value: T, room: Room<'_>, piece: usize) -> Result<Self, Unanswered> {
        let file = room.file()?;
        let (runs, in_memory) = match room {
            Room::Memory => (None, len),
            Room::Disk(..) => (None, 0),
            Room::Shared(runs) => (Some(runs.clone()), runs.len()),
        };
        let numbers = vec![value; in_memory];
        let mut kept = Kept { len, numbers, first: 0, is_newer: false, file, runs, piece };
        if kept.file.is_some() {
            kept.fill(value)?;
        }
        Ok(kept)
    }

    /// Returns the number of ranks, kept here or not.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns all numbers, if they are in memory.
    pub fn whole(&self) -> Option<&[T]> {
        (self.file.is_none() && self.runs.is_none()).then_some(&self.numbers)
    }

    /// Returns the ranges in which to go through all ranks that are kept here: one, if all of them
    /// are in memory.
    pub fn pieces(&self) -> impl Iterator<Item = Range<usize>> + use<T> {
        let each = if self.file.is_some() { self.piece } else { self.len.max(1) };
        let len = self.len;
        let of_all = (0..len).step_by(each).map(move |first| first..len.min(first + each));
        let some = self.runs.as_ref().map(|runs| runs.ranges().to_vec());
        let all = some.is_none().then_some(of_all).into_iter().flatten();
        some.into_iter().flatten().chain(all)
    }

    /// Makes all numbers one value.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk is full.
    pub fn fill(&mut self, value: T) -> Result<(), Unanswered> {
        let Some(file) = &self.file else {
            self.numbers.fill(value);
            return Ok(());
        };
        (self.numbers, self.is_newer) = (Vec::new(), false);
        let piece = vec![value; self.piece.min(self.len)];
        for range in self.pieces() {
            let bytes = bytemuck::cast_slice(&piece[..range.len()]);
            file.write_at(bytes, offset::<T>(range.start))?;
        }
        Ok(())
    }

    /// Returns the numbers of some ranks.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    pub fn some(&mut self, ranks: Range<usize>) -> Result<&[T], Unanswered> {
        self.fetch(&ranks)?;
        let first = self.place(ranks.start);
        Ok(&self.numbers[first..first + ranks.len()])
    }

    /// Returns the numbers of some ranks, to be changed.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    pub fn some_mut(&mut self, ranks: Range<usize>) -> Result<&mut [T], Unanswered> {
        self.fetch(&ranks)?;
        self.is_newer = true;
        let first = self.place(ranks.start);
        Ok(&mut self.numbers[first..first + ranks.len()])
    }

    /// Returns the place in memory of a rank that is there.
    #[inline]
    fn place(&self, rank: usize) -> usize {
        match &self.runs {
            None => rank - self.first,
            Some(runs) => runs.place(rank).expect("only what is kept here is asked for"),
        }
    }

    /// Sets the number of a rank, if it is kept here.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    pub fn set(&mut self, rank: usize, number: T) -> Result<(), Unanswered> {
        if self.runs.as_ref().is_none_or(|runs| runs.place(rank).is_some()) {
            *self.at_mut(rank)? = number;
        }
        Ok(())
    }

    /// Returns a number in memory: all are, or those that were last asked for.
    ///
    /// # Panics
    /// If it is not there.
    #[inline]
    pub fn at(&self, rank: usize) -> T {
        self.numbers[self.place(rank)]
    }

    /// Returns the number of a rank, to be changed. Ascending ranks are fastest.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    pub fn at_mut(&mut self, rank: usize) -> Result<&mut T, Unanswered> {
        let here = self.first..self.first + self.numbers.len();
        if self.file.is_some() && !here.contains(&rank) {
            let first = rank / self.piece * self.piece;
            self.fetch(&(first..self.len.min(first + self.piece)))?;
        }
        self.is_newer = true;
        let place = self.place(rank);
        Ok(&mut self.numbers[place])
    }

    /// Brings ranks into memory, and those there before to the disk.
    fn fetch(&mut self, ranks: &Range<usize>) -> Result<(), Unanswered> {
        let here = self.first..self.first + self.numbers.len();
        let Some(file) = &self.file else { return Ok(()) };
        if here.start <= ranks.start && ranks.end <= here.end {
            return Ok(());
        }
        if self.is_newer {
            file.write_at(bytemuck::cast_slice(&self.numbers), offset::<T>(self.first))?;
            self.is_newer = false;
        }
        // None, until all were read.
        let mut numbers = std::mem::take(&mut self.numbers);
        if numbers.capacity() < ranks.len() {
            drop(numbers);
            numbers = Vec::with_capacity(ranks.len());
        }
        numbers.resize(ranks.len(), T::zeroed());
        file.read_at(bytemuck::cast_slice_mut(&mut numbers), offset::<T>(ranks.start))?;
        (self.numbers, self.first) = (numbers, ranks.start);
        Ok(())
    }
}

/// Returns the place of a rank in the file.
fn offset<T>(rank: usize) -> u64 {
    rank as u64 * size_of::<T>() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shuban_store_testing::{DiskFault, MemoryDisk};

    use super::*;

    proptest! {
        #[test]
        fn on_the_disk_as_in_memory(
            changes in prop::collection::vec((0..3_000usize, 0..500usize, any::<u16>()), 1..20),
        ) {
            let files = MemoryDisk::default();
            files.create_dir_all(Path::new("/data")).unwrap();
            let room = Room::Disk(&files, Path::new("/data"));
            let mut on_disk = Kept::in_pieces(3_000, 7u16, room, 256).unwrap();
            let mut in_memory = Kept::filled(3_000, 7u16, Room::Memory).unwrap();
            for (first, len, value) in changes {
                for kept in [&mut on_disk, &mut in_memory] {
                    kept.some_mut(first..3_000.min(first + len)).unwrap().fill(value);
                    *kept.at_mut(value as usize % 3_000).unwrap() ^= 1;
                }
                let some = first / 2..first;
                let on_disk = on_disk.some(some.clone()).unwrap();
                prop_assert_eq!(on_disk, in_memory.some(some).unwrap());
            }
            for piece in on_disk.pieces() {
                let expected = &in_memory.whole().unwrap()[piece.clone()];
                prop_assert_eq!(on_disk.some(piece).unwrap(), expected);
            }
        }
    }

    #[test]
    fn nothing_is_lost_or_made_up_where_the_disk_fails_once() {
        let files = MemoryDisk::default();
        files.create_dir_all(Path::new("/data")).unwrap();
        let room = Room::Disk(&files, Path::new("/data"));
        let mut kept = Kept::in_pieces(100, 7u16, room, 10).unwrap();
        kept.some_mut(0..10).unwrap().fill(8);
        files.fail_at(0, DiskFault::Once(std::io::ErrorKind::Other));
        assert!(kept.some(50..60).is_err(), "it could not write");
        assert_eq!(kept.some(0..10).unwrap(), [8; 10]);
        files.fail_read_at(0, std::io::ErrorKind::Other);
        assert!(kept.some(50..60).is_err(), "it could not read");
        assert_eq!(kept.some(50..60).unwrap(), [7; 10]);
        assert_eq!(kept.some(0..10).unwrap(), [8; 10]);
    }
}
