//! The time that recomputing a table takes, in words.

use crate::paper::Paper;
use crate::papers::PAPERS;

/// Approximate seconds of the longer versions on two cores; `None` if not measured, since it takes
/// hours.
const LONGER: [(&str, Option<u32>); 23] = [
    ("gammon/figure-6", Some(100)),
    ("gammon/learning", Some(1_000)),
    ("half-gammon/random-play", Some(250)),
    ("half-gammon/whole", Some(9_000)),
    ("half-gammon/whole-money", Some(8_000)),
    ("tanhinmin/sets", Some(200)),
    ("daihinmin/figures-1-5", Some(100)),
    ("daihinmin/ladder", None),
    ("daihinmin/champion", None),
    ("daihinmin/databases", Some(1_800)),
    ("amazons/table-3", None),
    ("amazons/tables-4-6", Some(200)),
    ("amazons/tables-7-9", Some(350)),
    ("amazons/boards", Some(700)),
    ("amazons/play", Some(450)),
    ("amazons/figure-4", Some(60)),
    ("amazons/record", None),
    ("amazons/unsound", Some(30)),
    ("trax/tables-1-2", Some(15_000)),
    ("trax/table-3", Some(400)),
    ("trax/tables-4-5", None),
    ("trax/as-published", Some(4_000)),
    ("trax/8x8", None),
];

impl Paper {
    /// Returns its time in words: that of the longer version, if there is one and it is requested.
    pub fn takes(&self, full: bool) -> String {
        let longer = LONGER.iter().find(|(id, _)| full && *id == self.id);
        match longer {
            Some((_, Some(seconds))) => format!("about {} on two cores", time(*seconds)),
            Some((_, None)) => {
                format!("much longer than the {} without --full", time(self.seconds))
            }
            None if full => {
                format!("about {} on two cores; there is no longer version", time(self.seconds))
            }
            None => format!("about {} on two cores", time(self.seconds)),
        }
    }
}

/// Formats a time in seconds, minutes or hours.
pub(crate) fn time(seconds: u32) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3_600)),
    }
}

/// Returns the time of all tables without the longer versions, in words.
pub fn all_take() -> String {
    format!("about {} on two cores", time(PAPERS.iter().map(|paper| paper.seconds).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper_list::paper;

    #[test]
    fn how_long_it_takes_is_told_with_the_longer_version() {
        for (id, seconds) in LONGER {
            let paper = paper(id).unwrap();
            assert!(seconds.is_none_or(|seconds| seconds > paper.seconds), "{id}");
        }
        let takes = |id, full| paper(id).unwrap().takes(full);
        assert_eq!(takes("gammon/figure-6", false), "about 10 s on two cores");
        assert_eq!(takes("gammon/figure-6", true), "about 100 s on two cores");
        assert_eq!(takes("trax/tables-1-2", true), "about 5 h on two cores");
        assert!(takes("trax/8x8", true).starts_with("much longer than the 4 min"));
        assert!(takes("half-gammon/races", true).ends_with("there is no longer version"));
        assert!(all_take().ends_with(" min on two cores"));
    }
}
