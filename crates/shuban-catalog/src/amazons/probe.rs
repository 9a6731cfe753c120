//! Probes of a region: its value, and the best moves of both sides.

use serde::{Serialize, Serializer};
use shuban_amazons::{Amazons, Move, Pair, Position, Regions, Side, format_move};
use shuban_cgt::CgtOutcome;
use shuban_core::{Game, grouped};

use super::canonical::CanonicalProbe;
use super::regions::one_region;
use super::tables::RegionTables;
use crate::error::Error;
use crate::family::Prober;
use crate::report::{Answer, Report};
use crate::room::Playable;
use crate::show::wrapped;

/// Who makes the last move in a region: Black moving first does where a > 0, White where b < 0.
///
/// For who makes the last move can then go on alone, and keep the other shut in: an amazon beside an empty square
/// goes there and shoots back. Who is to move and cannot has lost.
fn outcome(value: Pair) -> CgtOutcome {
    CgtOutcome::of_first_moves(value.a.is_some_and(|a| a > 0), value.b.is_some_and(|b| b < 0))
}

fn sentence(outcome: CgtOutcome) -> &'static str {
    match outcome {
        CgtOutcome::Left => "L: Black makes the last move, whoever moves first",
        CgtOutcome::Right => "R: White makes the last move, whoever moves first",
        CgtOutcome::Next => "N: who moves first makes the last move",
        CgtOutcome::Previous => "P: who moves second makes the last move",
    }
}

/// The value of a region, and the best moves of both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RegionProbe {
    /// The layer that answers; none where it is not built.
    pub domain: Option<String>,
    /// The text of the position.
    pub position: String,
    /// How many more moves Black makes than White if Black moves first; none if Black has no move.
    pub a: Option<i8>,
    /// The same if White moves first.
    pub b: Option<i8>,
    /// All best moves of Black, moving first.
    pub best_black: Vec<String>,
    /// All best moves of White, moving first.
    pub best_white: Vec<String>,
    /// The rank in the layer of the region's size; of the position with its colours exchanged, where White has
    /// more amazons.
    pub index: u64,
    /// Where the value comes from: the layer, or `search`.
    pub source: String,
    /// Who makes the last move: L, Black; R, White; N, who moves first; P, who moves second.
    #[serde(serialize_with = "as_text")]
    pub outcome: CgtOutcome,
    /// The canonical value, where it is built.
    #[serde(flatten)]
    pub canonical: Option<CanonicalProbe>,
    /// The position drawn for a terminal.
    #[serde(skip)]
    pub board: String,
}

fn as_text<S: Serializer>(outcome: &CgtOutcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(outcome)
}

impl Report for RegionProbe {
    fn text(&self) -> String {
        let value = Pair { a: self.a, b: self.b };
        let side = |name: &str, value: Option<i8>, best: &[String]| match value {
            None => format!("{name} first       no move"),
            Some(value) => format!("{name} first  {:>3}  {}", signed(value), wrapped(best, 80, 18)),
        };
        let mut lines = vec![
            format!("{}  index {}", self.position, grouped(self.index)),
            String::new(),
            self.board.clone(),
            String::new(),
            format!(
                "value {value}: how many more moves Black (X) makes than White (O), and the best first moves"
            ),
            side("Black", self.a, &self.best_black),
            side("White", self.b, &self.best_white),
            sentence(self.outcome).to_owned(),
        ];
        if let Some(CanonicalProbe { canonical, mean, temperature, .. }) = &self.canonical {
            lines.push(format!("canonical value {canonical}  mean {mean}  temperature {temperature}"));
        }
        lines.push(match &self.domain {
            Some(domain) => format!("from {domain}"),
            None => "found by search: this size is not built".to_owned(),
        });
        lines.join("\n")
    }
}

impl Prober for RegionTables {
    fn probe(&self, position: &str, roll: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        let position = Amazons.parse(position).map_err(Error::position)?;
        if let Some(roll) = roll {
            Amazons.parse_chance(roll).map_err(Error::roll)?;
        }
        Ok(Box::new(probe(self, &position)?))
    }
}

/// Answers a probe of a position that is one region.
fn probe(tables: &RegionTables, position: &Position) -> Result<RegionProbe, Error> {
    let text = Amazons.format(position);
    let nowhere = || shuban_solve::Error::NoPosition { domain: "amazons".to_owned(), position: text.clone() };
    let region = one_region(position.subgame()).map_err(|_| nowhere())?;
    let (canonical, _) = Regions::lookup(&region).ok_or_else(nowhere)?;
    let index = tables.rank(&canonical)?.ok_or_else(nowhere)?;
    let stored = tables.stored(&region)?;
    let mut minimax = tables.minimax();
    let mut best = |side| -> Result<(Option<i8>, Vec<String>), Error> {
        let values = minimax.move_values(&region, side)?;
        let best = best_value(side, &values);
        let moves = values.iter().filter(|&&(_, value)| Some(value) == best);
        Ok((best, moves.map(|(action, _)| format_move(position, action)).collect()))
    };
    let ((a, best_black), (b, best_white)) = (best(Side::Black)?, best(Side::White)?);
    // What is stored must follow from the successors: else a file is wrong, and no move is best.
    if stored.is_some_and(|stored| stored != Pair { a, b }) {
        let layer = tables.pairs(region.squares().len())?;
        let path = layer.map(|layer| layer.database().path().to_owned()).unwrap_or_default();
        let section = "regions".to_owned();
        return Err(shuban_solve::Error::NoValue { path, section, rank: index, block: None }.into());
    }
    let domain = stored.map(|_| RegionTables::name(region.squares().len()));
    Ok(RegionProbe {
        source: domain.clone().unwrap_or_else(|| "search".to_owned()),
        domain,
        a,
        b,
        best_black,
        best_white,
        index,
        outcome: outcome(Pair { a, b }),
        canonical: tables.stored_canonical(&region)?.as_ref().map(CanonicalProbe::of),
        board: squares_of(&shuban_core::Present::draw(
            &Amazons,
            position,
            None,
            shuban_core::Medium::Terminal { colour: false },
        )),
        position: text,
    })
}

/// A number with its sign, if it has one.
pub(super) fn signed(number: i8) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// The best of some values for a side.
fn best_value(side: Side, values: &[(Move, i8)]) -> Option<i8> {
    let values = values.iter().map(|&(_, value)| value);
    match side {
        Side::Black => values.max(),
        Side::White => values.min(),
    }
}

/// A drawn board without what is written below it.
pub(super) fn squares_of(board: &str) -> String {
    let lines = board.lines().take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}
