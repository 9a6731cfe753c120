//! A sum of regions as it is answered.

use serde::Serialize;
use shuban_amazons::{Amazons, Pair, Position};

use super::canonical::CanonicalProbe;
use super::probe::{signed, squares_of};
use crate::report::Report;
use crate::show::wrapped;

/// A region of a sum.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedRegion {
    /// The region cut out, as it lies.
    pub text: String,
    /// The board it is on, from 1; left out where there is just one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<usize>,
    /// How many squares it has.
    pub squares: usize,
    /// How many more moves Black makes in it than White if both move in it in turn and Black begins; none if
    /// Black has no move, or it is not known.
    pub a: Option<i8>,
    /// The same if White begins.
    pub b: Option<i8>,
    /// Where these come from: the layer, `search`, or `unknown`.
    pub source: String,
    /// The canonical value, where it is built.
    #[serde(flatten)]
    pub canonical: Option<CanonicalProbe>,
}

/// What is known of a sum of regions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedSum {
    /// The sum as it was read.
    pub position: String,
    /// `black` or `white`.
    pub to_move: &'static str,
    /// The independent regions with amazons.
    pub regions: Vec<SolvedRegion>,
    /// What the score is not below, by the values of the regions alone.
    pub lower: Option<i32>,
    /// What the score is not above, likewise.
    pub upper: Option<i32>,
    /// The lower bound by the rule as it was published, which is not always true.
    pub printed_lower: Option<i32>,
    /// The upper bound by that rule.
    pub printed_upper: Option<i32>,
    /// Who makes the last move: `black` or `white`.
    pub winner: Option<&'static str>,
    /// How many more moves Black makes than White.
    pub score: Option<i32>,
    /// Bounds of the score, by all that is known, where the search for it would have taken too much memory or work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_bounds: Option<(i32, i32)>,
    /// All best moves: with several boards, each after the number of its board.
    pub best: Vec<String>,
    /// What decided the winner: `bounds` (the values of the regions alone), `first turns` (their values for
    /// every order of the first turns), `thermographs`, `canonical values` or `search`.
    pub how: Option<&'static str>,
    /// What found the score: `bounds`, `first turns` or `search`.
    pub how_score: Option<&'static str>,
    /// What the best moves keep: the `score`, or, where that is not known, the `winner`.
    pub best_for: Option<&'static str>,
    /// The boards.
    #[serde(skip)]
    pub boards: Vec<Position>,
}

/// What would make more known.
const MORE: &str = "more takes more memory (--memory), or more nodes if their number is limited (--nodes)";

impl Report for SolvedSum {
    fn text(&self) -> String {
        let mut lines = vec![format!("{}, {} to move", self.position, self.to_move), String::new()];
        let drawn: Vec<String> = self
            .boards
            .iter()
            .map(|board| {
                squares_of(&shuban_core::Present::draw(
                    &Amazons,
                    board,
                    None,
                    shuban_core::Medium::Terminal { colour: false },
                ))
            })
            .collect();
        lines.push(side_by_side(&drawn, 100));
        lines.push(String::new());
        lines.extend(self.table());
        lines.push(String::new());
        lines.push(format!("bounds  {}", self.bounds()));
        lines.push(match (self.score, self.score_bounds) {
            (Some(score), _) => {
                format!("score   {}, how many more moves Black makes than White", signed_32(score))
            }
            (None, Some((lower, upper))) => {
                format!("score   between {} and {}: {MORE}", signed_32(lower), signed_32(upper))
            }
            (None, None) => "score   unknown".to_owned(),
        });
        lines.push(match (self.winner, self.how) {
            (Some(winner), Some(how)) => format!("winner  {winner} makes the last move, by {how}"),
            _ => format!("winner  unknown: {MORE}"),
        });
        match self.best_for {
            Some("winner") => lines.push(format!("winning {}", wrapped(&self.best, 90, 8))),
            Some(_) if !self.best.is_empty() => {
                lines.push(format!("best    {}", wrapped(&self.best, 90, 8)));
            }
            _ => {}
        }
        lines.join("\n")
    }
}

impl SolvedSum {
    /// What the values of the regions alone say.
    fn bounds(&self) -> String {
        let said = |lower: Option<i32>, upper: Option<i32>| {
            let lower = lower.map(|lower| format!("at least {}", signed_32(lower)));
            let upper = upper.map(|upper| format!("at most {}", signed_32(upper)));
            let said: Vec<String> = lower.into_iter().chain(upper).collect();
            if said.is_empty() { "nothing".to_owned() } else { said.join(", ") }
        };
        let proven = format!("{} by the values of the regions alone", said(self.lower, self.upper));
        if (self.printed_lower, self.printed_upper) == (self.lower, self.upper) {
            return proven;
        }
        let printed = said(self.printed_lower, self.printed_upper);
        format!("{proven} (by the published rule, which is not always true: {printed})")
    }

    /// The regions, a line each.
    fn table(&self) -> Vec<String> {
        if self.regions.is_empty() {
            return vec!["no region has amazons".to_owned()];
        }
        let value = |region: &SolvedRegion| match region.source.as_str() {
            "unknown" => "unknown".to_owned(),
            _ => Pair { a: region.a, b: region.b }.to_string(),
        };
        let width = self.regions.iter().map(|region| region.text.len()).max().unwrap_or(0).clamp(6, 60);
        let several = self.boards.len() > 1;
        let board = if several { "board  " } else { "" };
        let mut lines =
            vec![format!("{board}{:<width$}  squares  {:>9}  canonical value", "region", "value")];
        let is_canonical = self.regions.iter().any(|region| region.canonical.is_some());
        if !is_canonical {
            lines[0] = lines[0].replace("  canonical value", "");
        }
        for region in &self.regions {
            let board = region.board.map_or(String::new(), |board| format!("{board:>5}  "));
            let canonical = region.canonical.as_ref().map_or(String::new(), |canonical| {
                let CanonicalProbe { canonical, mean, temperature, .. } = canonical;
                format!("  {canonical}, mean {mean}, temperature {temperature}")
            });
            let (text, squares, value) = (&region.text, region.squares, value(region));
            lines.push(format!("{board}{text:<width$}  {squares:>7}  {value:>9}{canonical}"));
        }
        lines
    }
}

fn signed_32(number: i32) -> String {
    i8::try_from(number).map_or_else(|_| format!("{number:+}"), signed)
}

/// Drawings beside each other, as many as go into a line of so many characters.
fn side_by_side(drawn: &[String], width: usize) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut used = 0;
    for (number, drawing) in drawn.iter().enumerate() {
        let mut block: Vec<String> = drawing.lines().map(str::to_owned).collect();
        if drawn.len() > 1 {
            block.push(format!("  board {}", number + 1));
        }
        let wide = block.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(10) + 3;
        if rows.is_empty() || used + wide > width {
            rows.push(Vec::new());
            used = 0;
        }
        let row = rows.last_mut().expect("there is one now");
        // Boards stand on one line, whatever their heights.
        while row.len() < block.len() {
            row.insert(0, " ".repeat(used));
        }
        let missing = row.len() - block.len();
        for (at, line) in row.iter_mut().enumerate() {
            let own = at.checked_sub(missing).map_or("", |at| block[at].as_str());
            *line += &format!("{own:<wide$}");
        }
        used += wide;
    }
    let rows = rows.iter().map(|row| {
        let lines = row.iter().map(|line| line.trim_end());
        lines.collect::<Vec<_>>().join("\n")
    });
    rows.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::side_by_side;

    #[test]
    fn drawings_stand_beside_each_other_on_one_line() {
        let drawn = ["ab\ncd", "e", "f\ng\nh"].map(str::to_owned);
        let text = side_by_side(&drawn, 30);
        let expected = "ab\ncd           e\n  board 1      board 2\n\nf\ng\nh\n  board 3";
        assert_eq!(text, expected);
        assert_eq!(side_by_side(&drawn[..1], 30), "ab\ncd");
        assert_eq!(
            side_by_side(&drawn[1..], 40),
            "             f\n             g\ne            h\n  board 1      board 2"
        );
    }
}
