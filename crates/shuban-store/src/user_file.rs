//! Files other than databases, which a user names: opened only if they are what they should be.
//!
//! A name may lead anywhere: to a pipe whose other end nobody opens, to a device that has no end, or
//! to a folder. All that reads such files goes through [`open_regular`], and all that writes them
//! through [`create_anew`].

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;
use shuban_core::text::bytes_text;

/// Reason why a file that exists is no input, although the system could read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnfitFile {
    /// It is a pipe, a device, a socket or a folder.
    #[error("not a regular file")]
    NotRegular,
    /// It is longer than any file of its kind.
    #[error("longer than {}, which no such file is", bytes_text(*.most))]
    TooLong {
        /// Most bytes of such a file.
        most: u64,
    },
    /// It is not text.
    #[error("not UTF-8 text, from byte {byte} on, in line {line}")]
    NotText {
        /// The number of bytes before the first wrong one.
        byte: usize,
        /// The line of it, from 1.
        line: usize,
    },
}

impl UnfitFile {
    /// Returns true if a file is refused because of what it is, so that another must be named.
    pub fn is_reason_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<UnfitFile>)
    }
}

impl From<UnfitFile> for io::Error {
    fn from(reason: UnfitFile) -> Self {
        let kind = match reason {
            UnfitFile::TooLong { .. } => io::ErrorKind::FileTooLarge,
            UnfitFile::NotText { .. } => io::ErrorKind::InvalidData,
            UnfitFile::NotRegular => io::ErrorKind::InvalidInput,
        };
        io::Error::new(kind, reason)
    }
}

/// Opens a regular file for reading, without waiting for anybody. Links are followed.
///
/// # Errors
/// [`UnfitFile::NotRegular`]; errors of the system.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Before: opening a device may have effects. And after: the path may have changed.
    check_regular(&fs::metadata(path)?)?;
    let file = at_once(File::options().read(true)).open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Reads a regular file whole.
///
/// # Errors
/// As [`open_regular`]; [`UnfitFile::TooLong`] if it has more than `most` bytes.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(UnfitFile::TooLong { most }.into());
    }
    Ok(bytes)
}

/// Reads a text file whole.
///
/// # Errors
/// As [`read_bytes`]; [`UnfitFile::NotText`].
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_bytes(path, most)?).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..byte].iter().filter(|&&byte| byte == b'\n').count();
        UnfitFile::NotText { byte, line }.into()
    })
}

/// Creates a file for writing that nobody else has under another name: a file or link that has the
/// name is removed first, and no link is followed.
///
/// # Errors
/// [`UnfitFile::NotRegular`] if something else has the name; errors of the system: `AlreadyExists`
/// if somebody creates a file of that name at that moment.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_symlink() => check_regular(&metadata)?,
        _ => (),
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// Opens a file for writing, or creates it, without following a link or waiting for anybody. Its
/// content stays.
///
/// # Errors
/// [`UnfitFile::NotRegular`], of a link too; errors of the system.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).read(true).write(true);
    let opened =
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits() as i32).open(path);
    let file = opened.map_err(|error| match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => UnfitFile::NotRegular.into(),
        _ => error,
    })?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Returns what the system says of a regular file; `None` if there is no file of that name.
///
/// # Errors
/// [`UnfitFile::NotRegular`]: anything else is not replaced by a file; errors of the system.
pub(crate) fn regular_metadata(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => check_regular(&metadata).map(|()| Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Adds the option not to wait for the other end of a pipe, which does not affect files.
fn at_once(options: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    options.custom_flags(OFlags::NONBLOCK.bits() as i32)
}

fn check_regular(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_file() { Ok(()) } else { Err(UnfitFile::NotRegular.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_says_why_a_file_cannot_be_written() {
        let program = std::env::current_exe().unwrap();
        assert!(regular_metadata(&program.join("below")).is_err());
        // Some systems allow writing to a program that is running.
        if let Err(error) = open_or_create(&program) {
            assert!(!UnfitFile::is_reason_of(&error), "{error}");
        }
        // procfs lets no process remove a file, not even as root. The error of the removal is
        // returned: creating the file anew would fail with `AlreadyExists`.
        #[cfg(target_os = "linux")]
        {
            let error = create_anew(Path::new("/proc/version")).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        }
    }
}
