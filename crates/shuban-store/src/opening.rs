//! Parts of a file that are read before its first value.

use crate::database::Database;
use shuban_probe::container::{HEADER_LEN, RunEntry, SectionKind, table_len};

impl Database {
    /// Returns the parts of the file that are read before its first value, ascending: each the offset and
    /// the length. They are its header, its streams (which an index keeps in memory), its directory and
    /// its trailer, and the block tables of its tables; streams and tables each as long as all of them have
    /// so many bytes at most.
    pub fn opening(&self, most_streams: u64, most_tables: u64) -> Vec<(u64, u64)> {
        let table_of = |run: &RunEntry| (run.table, table_len(run.blocks).unwrap_or_default());
        let (mut streams, mut block_tables) = (Vec::new(), Vec::new());
        for section in &self.manifest().sections {
            for run in &section.runs {
                let (table, len) = table_of(run);
                if matches!(section.kind, SectionKind::Stream { .. }) {
                    streams.push((run.start, table + len - run.start));
                } else {
                    block_tables.push((table, len));
                }
            }
        }
        for (parts, most) in [(&mut streams, most_streams), (&mut block_tables, most_tables)] {
            if parts.iter().map(|(_, len)| len).sum::<u64>() > most {
                parts.clear();
            }
        }
        let directory = self.directory_offset();
        let mut parts = vec![(0, HEADER_LEN as u64), (directory, self.bytes() - directory)];
        parts.append(&mut streams);
        parts.append(&mut block_tables);
        parts.retain(|(_, len)| *len > 0);
        parts.sort_unstable();
        // What follows directly is one part.
        parts.dedup_by(|next, part| {
            let follows = part.0 + part.1 == next.0;
            part.1 += if follows { next.1 } else { 0 };
            follows
        });
        parts
    }

    /// Returns the offset of the directory: sections fill the file up to there.
    fn directory_offset(&self) -> u64 {
        let runs = self.manifest().sections.iter().flat_map(|section| &section.runs);
        let ends = runs.map(|run| run.table + table_len(run.blocks).unwrap_or_default());
        ends.max().unwrap_or(HEADER_LEN as u64)
    }
}
