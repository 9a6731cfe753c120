//! Counts of move sequences, as text and as JSON.

use serde_json::{Value as Json, json};
use shuban_answer::answer::table;
use shuban_core::text::grouped;
use shuban_search::Perft;
pub use shuban_search::PerftOptions;
use shuban_search::PlyCount;

use crate::printable::{Printable, members};

/// Counts of move sequences, ply by ply.
pub struct PerftCounts(pub Perft);

impl Printable for PerftCounts {
    fn json(&self) -> Json {
        let Perft { game, position, classes: names, plies, .. } = &self.0;
        let ply = |count: &PlyCount| {
            let PlyCount { ply, sequences, distinct, classes } = count;
            let positions = distinct.unwrap_or(*sequences);
            let mut object =
                members(json!({ "ply": ply, "positions": positions, "sequences": sequences }));
            object.extend(distinct.map(|distinct| ("distinct".to_owned(), json!(distinct))));
            let classes = names.iter().zip(classes);
            object.extend(classes.map(|(name, count)| ((*name).to_owned(), json!(count))));
            Json::Object(object)
        };
        let distinct = plies.iter().any(|ply| ply.distinct.is_some());
        let plies: Vec<Json> = plies.iter().map(ply).collect();
        json!({ "game": game, "position": position, "distinct": distinct, "plies": plies })
    }

    fn text(&self) -> String {
        let Perft { game, position, classes, plies, .. } = &self.0;
        let is_distinct = plies.iter().any(|ply| ply.distinct.is_some());
        let columns = ["ply", "sequences"].into_iter().chain(is_distinct.then_some("distinct"));
        let headings = columns.chain(classes.iter().copied()).map(str::to_owned).collect();
        let row = |count: &PlyCount| {
            let counts = [count.sequences].into_iter().chain(count.distinct);
            let counts = counts.chain(count.classes.iter().copied()).map(grouped);
            [count.ply.to_string()].into_iter().chain(counts).collect()
        };
        let rows: Vec<Vec<String>> = [headings].into_iter().chain(plies.iter().map(row)).collect();
        let mut lines = vec![format!("{game}  from {position}").trim_end().to_owned()];
        lines.extend(table(&rows, &vec![true; rows[0].len()]));
        lines.join("\n")
    }
}
