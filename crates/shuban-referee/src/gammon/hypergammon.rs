//! `hypergammon/C`: contact with a cube, where gammons count, and how games end.

use shuban_store::Table;

use crate::error::{Fault, Stop};
use crate::files::Files;
use crate::gammon::board::{Board, Side};
use crate::gammon::cube::{
    CUBELESS, Equities, JACOBY, KINDS, Means, POINT, after_play, better, columns, read,
};
use crate::gammon::leaving;
use crate::gammon::plays::plays;
use crate::gammon::ranking::Ranking;
use crate::gammon::side_ranking::BeyondRanking;
use crate::gammon::variant::Variant;
use crate::interval::Bounds;
use crate::layer::{Layer, Part};
use crate::progress::Report;

/// Kinds of chances, by number.
const CHANCES: [&str; 5] = ["win", "gammon", "backgammon", "lose_gammon", "lose_backgammon"];

/// All positions of hypergammon that was begun with so many checkers a side.
pub(crate) struct Hypergammon {
    variant: Variant,
    parts: Vec<(Ranking, Table)>,
}

/// The stored value of a position.
struct Value {
    equities: Equities,
    chances: [Bounds; 5],
}

impl Hypergammon {
    /// Opens `hypergammon/C`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let checkers = match files.domain() {
            "hypergammon/1" => 1,
            "hypergammon/2" => 2,
            "hypergammon/3" => 3,
            _ => return Ok(None),
        };
        let variant = Variant { name: "hypergammon", points: 24, checkers, faces: 6, home: 6 };
        let mut parameters = variant.parameters();
        parameters.push(("payoff", "money".to_owned()));
        parameters.push(("dances", "as plays".to_owned()));
        files.has_parameters(&parameters)?;
        let kinds = [
            columns("cubeless", "cubeless_width"),
            columns("owned", "owned_width"),
            columns("centred", "centred_width"),
            columns("jacoby", "jacoby_width"),
            columns("opponent", "opponent_width"),
            columns("win", "win_width"),
            columns("gammon", "gammon_width"),
            columns("backgammon", "backgammon_width"),
            columns("lose_gammon", "lose_gammon_width"),
            columns("lose_backgammon", "lose_backgammon_width"),
        ];
        let mut parts = Vec::new();
        for mover in 1..=checkers {
            for opponent in 1..=checkers {
                let ranking = Ranking::new(variant, mover, opponent);
                let name = format!("{mover} v {opponent}");
                let rows = ranking.positions();
                let table = files.table(&files.own, &name, kinds.as_flattened(), rows)?;
                parts.push((ranking, table));
            }
        }
        Ok(Some(Hypergammon { variant, parts }))
    }

    /// Returns the value of a position to the player about to roll.
    fn value(&self, board: &Board) -> Result<Value, Stop> {
        let found = self.parts.iter().find(|(ranking, _)| ranking.is_of(board));
        // Only a side that has just moved can have borne off its last checker.
        let Some((ranking, table)) = found else { return Ok(self.lost(&board.mover)) };
        read_value(table, ranking.rank(board))
    }

    /// Returns the value of a game that the player about to roll has lost, with these checkers
    /// left.
    fn lost(&self, loser: &Side) -> Value {
        let Variant { points, checkers, home, .. } = self.variant;
        let is_gammon = loser.left() == checkers;
        // The winner's home is the far end of the board to the loser, and the bar is beyond.
        let is_backgammon = is_gammon && loser.is_on(points - home + 1..=points + 1);
        let lost = 1 + i128::from(is_gammon) + i128::from(is_backgammon);
        let mut equities = [Bounds::exactly(-lost * POINT); 5];
        equities[JACOBY] = Bounds::exactly(-POINT);
        let sure = |is_sure: bool| Bounds::exactly(i128::from(is_sure) * POINT);
        let [not, gammon, backgammon] = [false, is_gammon, is_backgammon].map(sure);
        Value { equities, chances: [not, not, not, gammon, backgammon] }
    }

    /// Returns the number of a position, of which the lowest is chosen among equal plays.
    fn number(&self, board: &Board) -> u64 {
        let sides = BeyondRanking { points: self.variant.bar(), checkers: self.variant.checkers };
        sides.rank(&board.mover) * sides.sides() + sides.rank(&board.opponent)
    }

    /// Returns the value of a position by the rules.
    fn ruled(&self, board: &Board) -> Result<Value, Stop> {
        let (mut equities, mut chances) = (Means::new(), Means::new());
        for (roll, ways) in self.variant.rolls() {
            let mut best = None;
            // Plays without a cube: the worst for the other side by the middle of its bounds.
            let mut first: Option<((i128, u64), [Bounds; 5])> = None;
            for played in plays(&self.variant, board, roll) {
                let next = played.turned();
                let value = self.value(&next)?;
                best = better(best, after_play(&value.equities));
                let cubeless = value.equities[CUBELESS];
                let order = (cubeless.lower + cubeless.upper, self.number(&next));
                if first.is_none_or(|(first, _)| order < first) {
                    first = Some((order, to_the_other(&value.chances)));
                }
            }
            equities.add(ways, &best.unwrap_or([Bounds::exactly(0); 5]));
            chances.add(ways, &first.map_or([Bounds::exactly(0); 5], |(_, chances)| chances));
        }
        Ok(Value { equities: equities.bounds(), chances: chances.bounds() })
    }
}

fn read_value(table: &Table, rank: u64) -> Result<Value, Stop> {
    let all: [Bounds; 10] = read(table, rank)?;
    let five = |from: usize| std::array::from_fn(|kind| all[from + kind]);
    Ok(Value { equities: five(0), chances: five(5) })
}

/// Returns chances as the other player has them.
fn to_the_other(
    [win, gammon, backgammon, lose_gammon, lose_backgammon]: &[Bounds; 5],
) -> [Bounds; 5] {
    let not_win = Bounds { lower: POINT - win.upper, upper: POINT - win.lower };
    [not_win, *lose_gammon, *lose_backgammon, *gammon, *backgammon]
}

impl Layer for Hypergammon {
    fn parts(&self) -> Vec<Part> {
        let part = |(ranking, table): &(Ranking, Table)| Part {
            name: table.name().to_owned(),
            positions: ranking.positions(),
        };
        self.parts.iter().map(part).collect()
    }

    fn condition(&self) -> String {
        "equities are those of the best plays and doubles, and chances those of the best plays \
         without a cube, rounded outward"
            .to_owned()
    }

    fn check(&self, part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let (ranking, table) = &self.parts[part];
        let board = ranking.board(rank).ok_or_else(|| Stop::nowhere(table))?;
        let (stored, ruled) = (read_value(table, rank)?, self.ruled(&board)?);
        let kinds = |value: Value| value.equities.into_iter().chain(value.chances);
        let names = KINDS.into_iter().chain(CHANCES);
        let mut widest = 0;
        for (name, (stored, ruled)) in names.zip(kinds(stored).zip(kinds(ruled))) {
            widest = widest.max(stored.width());
            if stored != ruled {
                let (text, reason) = (board.text(&self.variant), stored.differs(ruled));
                let reason = format!("{text}: {name} {reason}");
                return Err(Fault::of_record(table, rank, reason).into());
            }
        }
        Ok(Some(widest as f64 / POINT as f64))
    }

    fn check_whole(&self, report: Report<'_>) -> Result<Option<String>, Stop> {
        let parts: Vec<&Ranking> = self.parts.iter().map(|(ranking, _)| ranking).collect();
        let Some((part, rank)) = leaving::stays(&self.variant, &parts, report)? else {
            return Ok(Some("play ends".to_owned()));
        };
        let reason = "play need not end from here";
        Err(Fault::of_record(&self.parts[part].1, rank, reason).into())
    }
}
