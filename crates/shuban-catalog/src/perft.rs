//! Counts of move sequences, as people and programs get them.

use serde_json::{Value as Json, json};
use shuban_core::grouped;
use shuban_search::{Perft, PlyCount};

use crate::printable::{Printable, members};

/// Counts of move sequences, ply by ply.
pub struct PerftCounts(pub Perft);

impl Printable for PerftCounts {
    fn json(&self) -> Json {
        let Perft { game, position, classes: names, plies } = &self.0;
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
        let Perft { game, position, classes, plies } = &self.0;
        let line = |ply: &str, sequences: &str, distinct: &str, classes: Vec<String>| {
            let classes: String = classes.iter().map(|cell| format!("{cell:>13}")).collect();
            let line = format!("{ply:>3}  {sequences:>26}  {distinct:>15}{classes}");
            line.trim_end().to_owned()
        };
        let is_distinct = plies.iter().any(|ply| ply.distinct.is_some());
        let distinct = if is_distinct { "distinct" } else { "" };
        let classes = classes.iter().map(|&name| name.to_owned()).collect();
        let mut lines = vec![
            format!("{game}  from {position}").trim_end().to_owned(),
            line("ply", "sequences", distinct, classes),
        ];
        lines.extend(plies.iter().map(|count| {
            let distinct = count.distinct.map_or(String::new(), grouped);
            let classes = count.classes.iter().copied().map(grouped).collect();
            line(&count.ply.to_string(), &grouped(count.sequences), &distinct, classes)
        }));
        lines.join("\n")
    }
}
