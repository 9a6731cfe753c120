//! Small boards as databases, and probes of them.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use shuban_core::{Domain, Game, Layer, LayerId, PartId, grouped};
use shuban_solve::Tables;
use shuban_store::FileSystem;
use shuban_trax::{Configurations, Picture, Position, Worth, draw_board, parse_game};

use super::show::word;
use crate::error::Error;
use crate::export::{Cell, Column, ColumnKind};
use crate::family::{Answering, ByTables, Located, Prober};
use crate::report::{Answer, Report};
use crate::room::Playable;
use crate::show::wrapped;

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraxMove {
    /// The move in standard notation.
    #[serde(rename = "move")]
    pub action: String,
    /// Who wins after it: `first`, `draw` or `second`.
    pub value: String,
}

/// The value of a position, and of every move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraxProbe {
    /// The layer that answers.
    pub domain: String,
    /// Moves that lead to the position.
    pub position: String,
    /// `white` or `red`: whose turn it is, or would be.
    pub to_move: String,
    /// `first` if white, who moved first, wins; `draw`; or `second` if red wins.
    pub value: String,
    /// `none` while the game goes on; `white` or `red`, who has won; or `draw`.
    pub outcome: &'static str,
    /// Why it is over: `loop`, `line`, `full` or `stuck`.
    pub reason: Option<String>,
    /// How many tiles there are: the part of the layer.
    pub tiles: usize,
    /// The rank in that part.
    pub index: u64,
    /// Every legal move, the best first.
    pub moves: Vec<TraxMove>,
    /// The position drawn for a terminal.
    #[serde(skip)]
    pub board: String,
}

impl Report for TraxProbe {
    fn text(&self) -> String {
        let value = match self.value.as_str() {
            "first" => "white, who moved first, wins",
            "second" => "red, who moved second, wins",
            _ => "a draw",
        };
        let mut lines = vec![
            format!("{}  {}", self.domain, self.position),
            String::new(),
            self.board.clone(),
            String::new(),
            format!("value  {value}; position {} of {} tiles", grouped(self.index), self.tiles),
        ];
        for worth in ["first", "draw", "second"] {
            let moves: Vec<String> = (self.moves.iter().filter(|action| action.value == worth))
                .map(|action| action.action.clone())
                .collect();
            if !moves.is_empty() {
                lines.push(format!("{worth:>6}  {}", wrapped(&moves, 90, 8)));
            }
        }
        lines.join("\n")
    }
}

impl Answering for Configurations {
    fn describe(&self, _layer: &Layer) -> String {
        let size = self.game().size();
        format!("every position of limited TRAX on {size} by {size} that play can reach: who wins")
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        // On one core of a server; enumerating the positions is as much again, whatever the threads.
        const SECONDS_A_POSITION: f64 = 1.5e-5;
        layer.positions() as f64 * SECONDS_A_POSITION * (1.0 + 1.0 / threads.max(1) as f64)
    }

    fn prober<'d>(
        &'d self,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        _layer: Option<LayerId>,
    ) -> Result<Box<dyn Prober + 'd>, Error> {
        ByTables::open(self, files, data, Some(LayerId(0)), |tables, position, roll| {
            if let Some(roll) = roll {
                tables.domain().game().parse_chance(roll).map_err(Error::roll)?;
            }
            Ok(Box::new(probe(tables, position)?) as Box<dyn Answer>)
        })
    }

    fn export_columns() -> &'static [Column] {
        &[Column { name: "value", kind: ColumnKind::Text }]
    }

    fn export_value(value: &Worth) -> Vec<Cell> {
        vec![Cell::Text(value.to_string())]
    }

    /// Finished positions are in the layer too.
    fn place(&self, position: &Position) -> Result<Located, Error> {
        let place = self.locate(position).map(|place| Located::Layer(place.layer));
        Ok(place.unwrap_or_else(|| Located::Nowhere("the board is too large".to_owned())))
    }
}

fn probe(tables: &Tables<'_, Configurations>, text: &str) -> Result<TraxProbe, Error> {
    let domain = tables.domain();
    let trax = domain.game();
    let position = parse_game(trax, text).map_err(Error::position)?.position;
    let layer = &domain.layers()[0].name;
    let unreachable = || Error::Elsewhere {
        position: text.to_owned(),
        asked: layer.clone(),
        reason: "no game comes to it".to_owned(),
    };
    let PartId { layer: id, part } = domain.locate(&position).ok_or_else(unreachable)?;
    let open = tables.layer(id).ok_or_else(|| Error::NotBuilt(layer.clone()))?;
    let index = open.part_index(part).rank(&position).ok_or_else(unreachable)?;
    let value = open.value_at(part, index)?;
    let mut moves: Vec<(Worth, String)> = (trax.turns(&position).iter())
        .map(|(action, after)| Ok((tables.value(after)?, trax.format_move(&position, (), action))))
        .collect::<Result<_, Error>>()?;
    let is_whites = trax.to_move(&position) == 0;
    // Stable: what is worth the same stays in the rules' order.
    moves.sort_by(|a, b| if is_whites { b.0.cmp(&a.0) } else { a.0.cmp(&b.0) });
    let ending = trax.ending(&position);
    Ok(TraxProbe {
        domain: layer.clone(),
        position: text.to_owned(),
        to_move: position.to_move().to_string(),
        value: value.to_string(),
        outcome: word(ending.as_ref()),
        reason: ending.map(|ending| ending.reason.to_string()),
        tiles: part,
        index,
        moves: moves
            .into_iter()
            .map(|(worth, action)| TraxMove { action, value: worth.to_string() })
            .collect(),
        board: draw_board(&Picture::of(trax, &position, None)).trim_end().to_owned(),
    })
}
