//! All published tables that are recomputed.

use std::fmt;

use serde::Serialize;
use shuban_catalog::{Error, suggestion};

use crate::paper::Paper;
use crate::{amazons, gammon, line_ups, tanhinmin, trax};

/// All of them.
pub static PAPERS: [Paper; 24] = [
    Paper {
        id: "gammon/counts",
        what: "numbers of positions, in closed form and counted one by one",
        seconds: 2,
        rows: gammon::counts::rows,
    },
    Paper {
        id: "gammon/table-1",
        what: "positions that backward induction values, backgammon, by checkers borne off (Sanno \
               and Hoki, table 1)",
        seconds: 2,
        rows: gammon::table_1::rows,
    },
    Paper {
        id: "gammon/figure-6",
        what: "largest Bellman error of Monte-Carlo with exploring starts on (14,14), backgammon \
               (Sanno and Hoki, figure 6)",
        seconds: 20,
        rows: gammon::figure_6::rows,
    },
    Paper {
        id: "gammon/learning",
        what: "error against time of learning methods on 2 v 1 and 2 v 2, backgammon (future work \
               of Sanno and Hoki)",
        seconds: 120,
        rows: gammon::methods::rows,
    },
    Paper {
        id: "half-gammon/bearoff",
        what: "half-gammon, expected rolls to bear off, three conjectures and a hypothesis (the \
               half-gammon page)",
        seconds: 10,
        rows: gammon::bearoff::rows,
    },
    Paper {
        id: "half-gammon/races",
        what: "half-gammon, four against four on one point, read to the end (the half-gammon page)",
        seconds: 1,
        rows: gammon::races::rows,
    },
    Paper {
        id: "gammon/zdd",
        what: "numbering by a decision diagram and in closed form: nodes, bytes, nanoseconds a \
               rank (Sanno and Hoki, section 5.3)",
        seconds: 1,
        rows: gammon::indexes::rows,
    },
    Paper {
        id: "tanhinmin/table-2",
        what: "winning deals of 10 cards to 3 players by lowest winning lead (Nishino and Nishino, \
               table 2)",
        seconds: 1,
        rows: tanhinmin::table_2::rows,
    },
    Paper {
        id: "tanhinmin/table-3",
        what: "winning deals of 10 cards to 4 players by lowest winning lead (Nishino and Nishino, \
               table 3)",
        seconds: 1,
        rows: tanhinmin::table_3::rows,
    },
    Paper {
        id: "tanhinmin/examples",
        what: "the worked examples, and how sets of winners are united (Nishino and Nishino, table \
               1, sections 2 and 3)",
        seconds: 1,
        rows: tanhinmin::examples::rows,
    },
    Paper {
        id: "tanhinmin/slips",
        what: "what is printed wrong, with what explains it (Nishino and Nishino)",
        seconds: 1,
        rows: tanhinmin::slips::rows,
    },
    Paper {
        id: "tanhinmin/sets",
        what: "how often values of single cards are right where sets are played (Nishino and \
               Nishino, section 6: future work)",
        seconds: 8,
        rows: tanhinmin::sets::rows,
    },
    Paper {
        id: "daihinmin/figures-1-5",
        what: "5,000 games of each line-up of players (Nishino and Nishino, figures 1 to 5)",
        seconds: 5,
        rows: line_ups::rows,
    },
    Paper {
        id: "amazons/tables-1-2",
        what: "bounds of two regions, each cell from the general rule (Okada, Kuroda and Kanada, \
               tables 1 and 2)",
        seconds: 1,
        rows: amazons::tables_1_2::rows,
    },
    Paper {
        id: "amazons/table-3",
        what: "numbers of positions by squares and amazons (Okada, Kuroda and Kanada, table 3)",
        seconds: 3,
        rows: amazons::table_3::rows,
    },
    Paper {
        id: "amazons/tables-4-6",
        what: "bounds and exact scores of random sums of two regions (Okada, Kuroda and Kanada, \
               tables 4 to 6)",
        seconds: 10,
        rows: amazons::tables_4_6::rows,
    },
    Paper {
        id: "amazons/tables-7-9",
        what: "known bounds of random sums of four regions (Okada, Kuroda and Kanada, tables 7 to \
               9)",
        seconds: 70,
        rows: amazons::tables_7_9::rows,
    },
    Paper {
        id: "amazons/figure-4",
        what: "a sum whose lower bound is far below its score (Okada, Kuroda and Kanada, figure 4)",
        seconds: 4,
        rows: amazons::figure_4::rows,
    },
    Paper {
        id: "amazons/record",
        what: "the record of 88 bits, and the size of the database (Okada, Kuroda and Kanada, \
               section 4)",
        seconds: 2,
        rows: amazons::record::rows,
    },
    Paper {
        id: "amazons/unsound",
        what: "sums that the rule for bounds is wrong about (Okada, Kuroda and Kanada, section \
               3.3)",
        seconds: 1,
        rows: amazons::unsound::rows,
    },
    Paper {
        id: "trax/tables-1-2",
        what: "how many ways there are to lay tiles: random boards beside exact counts (Kuwabara \
               and Hoki, tables 1-3)",
        seconds: 150,
        rows: trax::counts::rows,
    },
    Paper {
        id: "trax/tables-4-5",
        what: "values of limited TRAX on boards of 2×2 to 7×7, nodes and seconds (Kuwabara and \
               Hoki, tables 4 and 5)",
        seconds: 5,
        rows: trax::tables_4_5::rows,
    },
    Paper {
        id: "trax/figure-6",
        what: "time against the size of the board, and an estimate for 8×8 (Kuwabara and Hoki, \
               figure 6)",
        seconds: 5,
        rows: trax::figure_6::rows,
    },
    Paper {
        id: "trax/8x8",
        what: "8×8: the positions after two plies, drawn, and what is known of each (Kuwabara and \
               Hoki, figure 7)",
        seconds: 240,
        rows: trax::two_plies::rows,
    },
];

/// The list of all.
#[derive(Clone, Serialize)]
pub struct PaperList {
    reproductions: &'static [Paper],
}

impl PaperList {
    /// The list of all.
    pub fn all() -> Self {
        PaperList { reproductions: &PAPERS }
    }
}

impl fmt::Display for PaperList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.reproductions.iter().map(|one| one.id.len()).max().unwrap_or(0);
        let line = |one: &Paper| format!("{:width$}  {:>5} s  {}", one.id, one.seconds, one.what);
        f.write_str(&self.reproductions.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

/// The table or figure of a name.
///
/// # Errors
/// [`Error::Unknown`].
pub fn paper(id: &str) -> Result<&'static Paper, Error> {
    PAPERS.iter().find(|paper| paper.id == id).ok_or_else(|| Error::Unknown {
        what: "reproduction",
        name: id.to_owned(),
        hint: suggestion(id, PAPERS.iter().map(|paper| paper.id)),
    })
}
