//! The content of a lock file: the process that holds it.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::filesystem::FileSystem;

/// Most bytes of a file that names a holder.
const MOST_BYTES: u64 = 120;

/// The process that holds a lock. It is told, and nothing rests on it: the operating system knows
/// which locks are held, and the file of a process that has ended means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockHolder {
    /// The number of the process.
    pub process: u32,
    /// The time at which it took the lock, in seconds since 1970.
    pub since: u64,
    /// The name of its machine.
    pub host: String,
}

impl LockHolder {
    /// Returns this process, from now on.
    pub(crate) fn here() -> Self {
        let system = rustix::system::uname();
        let host = system.nodename().to_string_lossy();
        let host: String = host.chars().filter(|&c| is_of_name(c)).take(64).collect();
        let host = if host.is_empty() { "unknown".to_owned() } else { host };
        LockHolder { process: std::process::id(), since: now(), host }
    }

    /// Reads the holder of a lock that is held; `None` if its file does not tell.
    pub(crate) fn read(files: &dyn FileSystem, path: &Path) -> Option<Self> {
        let reader = files.open(path).ok()?;
        let mut bytes = vec![0; reader.len().min(MOST_BYTES) as usize];
        reader.read_at(&mut bytes, 0).ok()?;
        std::str::from_utf8(&bytes).ok()?.parse().ok()
    }

    /// Returns the holder in words: `process 4711 on host, for 5 min`.
    pub(crate) fn words(&self) -> String {
        let seconds = now().saturating_sub(self.since);
        let time = match seconds {
            0..120 => format!("{seconds} s"),
            120..7200 => format!("{} min", seconds / 60),
            7200..172_800 => format!("{} h", seconds / 3600),
            _ => format!("{} days", seconds / 86_400),
        };
        format!("process {} on {}, for {time}", self.process, self.host)
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.".contains(c)
}

impl fmt::Display for LockHolder {
    /// Writes it as in the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LockHolder { process, since, host } = self;
        writeln!(f, "process {process} on {host} since {since}")
    }
}

impl FromStr for LockHolder {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.strip_suffix('\n').ok_or(())?;
        let ["process", process, "on", host, "since", since] =
            text.split(' ').collect::<Vec<_>>()[..]
        else {
            return Err(());
        };
        let is_name = !host.is_empty() && host.chars().all(is_of_name);
        match (process.parse(), since.parse()) {
            (Ok(process), Ok(since)) if is_name => {
                Ok(LockHolder { process, since, host: host.to_owned() })
            }
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_read_as_it_is_written_and_nothing_else_is() {
        let here = LockHolder::here();
        assert_eq!(here.to_string().parse(), Ok(here.clone()));
        assert_eq!(here.process, std::process::id());
        for wrong in [
            "",
            "process 1 on host since 5",
            "process -1 on host since 5\n",
            "process 1 on \u{1b}[31mred since 5\n",
            "process 1 on host since 5\nmore\n",
            "process 1 on  since 5\n",
        ] {
            assert_eq!(wrong.parse::<LockHolder>(), Err(()), "{wrong:?}");
        }
    }

    #[test]
    fn the_time_is_rounded_down_in_words() {
        let held =
            |ago| LockHolder { process: 7, since: now() - ago, host: "here".to_owned() }.words();
        assert_eq!(held(3 * 60 + 20), "process 7 on here, for 3 min");
        assert_eq!(held(3 * 3600 + 20), "process 7 on here, for 3 h");
        assert_eq!(held(3 * 86_400 + 20), "process 7 on here, for 3 days");
        // Clocks differ between machines.
        let later = LockHolder { process: 7, since: now() + 50, host: "there".to_owned() };
        assert_eq!(later.words(), "process 7 on there, for 0 s");
    }
}
