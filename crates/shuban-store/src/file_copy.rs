//! Copies of published files.

use std::path::Path;
use std::sync::Arc;

use shuban_core::own_file::ReadAt;

use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::partial::Partial;
use crate::writer::read_back;

/// A copy of a published file, whose bytes come piece by piece, as
/// [`Database::stored_bytes`](crate::Database::stored_bytes) reads them elsewhere. It has a temporary
/// name until it is whole.
pub struct FileCopy(Partial);

impl FileCopy {
    /// Begins a copy.
    ///
    /// # Errors
    /// Environment errors.
    pub fn create(files: Arc<dyn FileSystem>, path: &Path) -> Result<Self, Error> {
        Ok(FileCopy(Partial::create(files, path)?))
    }

    /// Goes on with a copy that was [left](FileCopy::leave), or whose process was killed, after the pieces
    /// that are whole and `is_sound`, and after the beginning of the next one; returns their number, and the bytes
    /// of that beginning. `lens` are the lengths of all pieces. A piece that is whole and not sound goes, with
    /// all that follows it.
    ///
    /// # Errors
    /// Environment errors.
    pub fn go_on(
        files: Arc<dyn FileSystem>,
        path: &Path,
        lens: &[u64],
        mut is_sound: impl FnMut(usize, &[u8]) -> bool,
    ) -> Result<(Self, usize, Vec<u8>), Error> {
        let (mut pieces, mut rest) = (0, Vec::new());
        let sound = |reader: &dyn ReadAt| {
            let mut end = 0;
            for len in lens {
                let mut bytes = vec![0; (*len).min(reader.len() - end) as usize];
                reader.read_at(&mut bytes, end)?;
                if (bytes.len() as u64) < *len {
                    end += bytes.len() as u64;
                    rest = bytes;
                    break;
                }
                if !is_sound(pieces, &bytes) {
                    break;
                }
                pieces += 1;
                end += len;
            }
            Ok(end)
        };
        let (partial, _) = Partial::go_on(files, path, sound)?;
        Ok((FileCopy(partial), pieces, rest))
    }

    /// Returns the bytes that there are of a copy which was left.
    ///
    /// # Errors
    /// Environment errors.
    pub fn begun(files: &dyn FileSystem, path: &Path) -> Result<u64, Error> {
        Partial::len(files, path)
    }

    /// Leaves what there is of the copy, to [go on](FileCopy::go_on) with another time.
    ///
    /// # Errors
    /// Environment errors.
    pub fn leave(mut self) -> Result<(), Error> {
        self.0.leave()
    }

    /// Appends the next bytes.
    ///
    /// # Errors
    /// Environment errors.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.0.append(bytes)
    }

    /// Puts the copy in its place, if all of it reads back as a sound file with this content hash, and
    /// if there is no file yet: none is replaced. `progress` gets the bytes that were read back, and
    /// their total.
    ///
    /// # Errors
    /// [`Error::Damaged`] if it does not; as of [`Database::open`](crate::Database::open).
    pub fn publish(
        self,
        content_hash: &str,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), Error> {
        self.0.publish_unless_there(|files, path| read_back(files, path, content_hash, progress))
    }
}
