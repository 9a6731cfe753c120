//! The 40 letters with which gnubg's files begin.

use std::io;

use shuban_core::own_file::FileBytes;
use shuban_core::shelf::OracleError;

use super::one_sided::CHECKERS;

/// Length of the header.
pub(super) const HEADER: u64 = 40;

/// Contents of a file, by its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// One side with up to 15 checkers: files have no other number.
    OneSided {
        points: usize,
        /// True if it has the chances that the first checker is off.
        gammons: bool,
        /// True if it has an index, and leaves out chances of 0 at both ends.
        compressed: bool,
        /// True if it has means and deviations.
        normal: bool,
    },
    /// Two sides.
    TwoSided {
        points: usize,
        checkers: usize,
        /// True if it has the equities with a cube.
        cubeful: bool,
    },
}

impl Header {
    /// The letters of the header.
    pub(super) fn letters(self) -> String {
        let flag = u8::from;
        let words = match self {
            Header::OneSided { points, gammons, compressed, normal } => {
                let [gammons, compressed, normal] = [gammons, compressed, normal].map(flag);
                format!("gnubg-OS-{points:02}-{CHECKERS}-{gammons}-{compressed}-{normal}")
            }
            Header::TwoSided { points, checkers, cubeful } => {
                format!("gnubg-TS-{points:02}-{checkers:02}-{}", flag(cubeful))
            }
        };
        format!("{words:x<39}\n")
    }

    /// Parses the letters; `None` if they begin no such file.
    pub(super) fn parse(letters: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(letters).ok()?;
        let (kind, rest) = text.split_at_checked("gnubg-OS-".len())?;
        let numbers = rest.trim_end_matches(['x', '\n']).split('-');
        let numbers: Vec<usize> = numbers.map_while(|number| number.parse().ok()).collect();
        // The comparison with `letters` below finds headers written in any other way.
        let parsed = match (kind, &numbers[..]) {
            ("gnubg-OS-", &[points, CHECKERS, gammons, compressed, normal]) => {
                let [gammons, compressed, normal] = [gammons, compressed, normal].map(|n| n == 1);
                Header::OneSided { points, gammons, compressed, normal }
            }
            ("gnubg-TS-", &[points, checkers, cubeful]) => {
                Header::TwoSided { points, checkers, cubeful: cubeful == 1 }
            }
            _ => return None,
        };
        (parsed.letters().as_bytes() == letters).then_some(parsed)
    }

    /// Reads the header of a file; `None` if it is none of these.
    pub(super) fn read(file: &FileBytes) -> Result<Option<Self>, OracleError> {
        let mut letters = [0; HEADER as usize];
        match file.read_at(&mut letters, 0) {
            Ok(()) => Ok(Header::parse(&letters)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_written_and_no_others() {
        for (letters, header) in [
            (
                "gnubg-OS-06-15-1-0-0xxxxxxxxxxxxxxxxxxx\n",
                Header::OneSided { points: 6, gammons: true, compressed: false, normal: false },
            ),
            (
                "gnubg-TS-06-07-1xxxxxxxxxxxxxxxxxxxxxxx\n",
                Header::TwoSided { points: 6, checkers: 7, cubeful: true },
            ),
        ] {
            assert_eq!(header.letters(), letters);
            assert_eq!(Header::parse(letters.as_bytes()), Some(header));
        }
        for other in [
            "gnubg-TS-06-07-2xxxxxxxxxxxxxxxxxxxxxxx\n",
            "gnubg-TS-6-07-1xxxxxxxxxxxxxxxxxxxxxxxx\n",
            "gnubg-OS-06-14-1-0-0xxxxxxxxxxxxxxxxxxx\n",
            "gnubg-H3xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
            "gnubg-TS-06-07-1xxxxxxxxxxxxxxxxxxxxxxxx",
            "gnubg",
            "",
        ] {
            assert_eq!(Header::parse(other.as_bytes()), None, "{other}");
        }
    }
}
