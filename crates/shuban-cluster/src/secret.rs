//! Secrets of jobs, and their files.

use std::fs::{DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use tempfile::NamedTempFile;

/// Bytes that only the processes of a job know.
pub type Secret = [u8; 32];

/// The file of a secret in the folder of a meeting.
const FILE: &str = "secret";

/// Returns a secret that nobody can guess.
///
/// # Errors
///
/// That of the system, if it has no random numbers.
pub fn new_secret() -> io::Result<Secret> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    Ok(secret)
}

/// Returns the secret that a text stands for.
pub fn secret_of(text: &[u8]) -> Secret {
    blake3::derive_key("shuban-cluster: the secret of a job", text)
}

/// Creates a folder that only the user can read, and a new secret in it. One that is there already is
/// emptied, if it belongs to the user alone.
///
/// # Errors
///
/// That of the system; [`io::ErrorKind::PermissionDenied`] if the folder is of others too.
pub fn publish_secret(folder: &Path) -> io::Result<(Secret, MeetingFolder)> {
    if let Some(parent) = folder.parent() {
        DirBuilder::new().recursive(true).create(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::DIRECTORY | OFlags::CLOEXEC;
            check_private(&File::from(rustix::fs::open(folder, flags, Mode::empty())?), folder)?;
            for entry in std::fs::read_dir(folder)? {
                std::fs::remove_file(entry?.path())?;
            }
        }
        created => created?,
    }
    let secret = new_secret()?;
    // Only the user can read it, and it is there whole or not at all.
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(&secret)?;
    file.persist(folder.join(FILE))?;
    Ok((secret, MeetingFolder(folder.to_owned())))
}

/// Refuses what is not the user's, or what others can read or write.
fn check_private(file: &File, path: &Path) -> io::Result<()> {
    let about = file.metadata()?;
    if about.uid() == rustix::process::geteuid().as_raw() && about.mode() & 0o077 == 0 {
        return Ok(());
    }
    let why = format!("{} is not of this user alone", path.display());
    Err(io::Error::new(io::ErrorKind::PermissionDenied, why))
}

/// A folder where processes meet, which is removed at the end.
#[derive(Debug)]
pub struct MeetingFolder(PathBuf);

impl Drop for MeetingFolder {
    fn drop(&mut self) {
        // What cannot be removed is in nobody's way.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns the secret in a folder.
///
/// # Errors
///
/// [`io::ErrorKind::NotFound`] if it is not there yet; others of the system.
pub fn published_secret(folder: &Path) -> io::Result<Secret> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let path = folder.join(FILE);
    let mut file = File::from(rustix::fs::open(&path, flags, Mode::empty())?);
    check_private(&file, &path)?;
    let mut secret = [0; 32];
    file.read_exact(&mut secret)?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_secret_is_found_where_it_was_published_and_nobody_else_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("meeting");
        let missing = published_secret(&folder).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        let (secret, meeting) = publish_secret(&folder).unwrap();
        assert_eq!(published_secret(&folder).unwrap(), secret);
        for path in [folder.clone(), folder.join(FILE)] {
            assert_eq!(path.metadata().unwrap().mode() & 0o077, 0);
        }
        let (other, again) = publish_secret(&folder).unwrap();
        assert_ne!(other, secret);
        let all = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&folder, all).unwrap();
        let refused = publish_secret(&folder).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
        drop((meeting, again));
        assert!(!folder.exists());
        assert_ne!(secret_of(b"one"), secret_of(b"another"));
    }
}
