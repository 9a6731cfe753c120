//! Counts of positions ply by ply.

use serde::Serialize;
use shuban_core::{Game, Progress, bytes_text, grouped};
use shuban_trax::{PlyTally, Tally};

use crate::error::Error;
use crate::perft::PerftOptions;
use crate::report::Report;

/// The counts of one ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraxPly {
    /// Which ply, from 1.
    pub ply: usize,
    /// How many positions it comes to, finished ones too: these are not played on.
    pub positions: u64,
    /// In how many of them white alone has a loop or a line.
    pub white: u64,
    /// In how many red alone has one.
    pub red: u64,
    /// In how many both have one, and the mover wins.
    pub both: u64,
    /// How many are full boards without: draws.
    pub full: u64,
    /// In how many the player to move is stuck, and has lost.
    pub stuck: u64,
}

/// Counts of positions, ply by ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraxPerft {
    /// The game's name.
    pub game: String,
    /// Whether positions that are the same up to rotation, reflection and shift count once; else each counts
    /// once for every sequence of moves to it.
    pub distinct: bool,
    /// The counts. They end with the last game.
    pub plies: Vec<TraxPly>,
}

/// Counts by one of the ways to count.
pub(super) fn count<G: Game>(
    game: &G,
    perft: impl FnOnce(&G, usize, &mut dyn FnMut(usize) -> bool) -> Vec<PlyTally>,
    options: PerftOptions,
    progress: &dyn Progress,
) -> Result<TraxPerft, Error> {
    progress.phase("plies", 0);
    // A hash table doubles when it grows, and both are there for a moment.
    let most = (options.memory / (3 * (size_of::<(G::Position, u64)>() + 1) as u64)) as usize;
    let mut stopped = None;
    let tallies = perft(game, options.plies as usize, &mut |held| {
        progress.at(held as u64, "");
        if progress.interrupted() {
            stopped = Some(Error::Interrupted);
            return false;
        }
        if held > most {
            stopped = Some(Error::Memory(format!(
                "more distinct positions than fit into {}: allow more (--memory), or ask for fewer plies",
                bytes_text(options.memory)
            )));
        }
        held <= most
    });
    if let Some(error) = stopped {
        return Err(error);
    }
    let plies = tallies.iter().enumerate().map(|(number, tally)| {
        let tally = if options.distinct { tally.distinct } else { tally.sequences };
        let Tally { positions, white, red, both, full, stuck } = tally;
        TraxPly { ply: number + 1, positions, white, red, both, full, stuck }
    });
    Ok(TraxPerft { game: game.name(), distinct: options.distinct, plies: plies.collect() })
}

impl Report for TraxPerft {
    fn text(&self) -> String {
        let what = if self.distinct { "distinct positions" } else { "sequences of moves" };
        let mut lines = vec![format!("{}  {what}", self.game)];
        let columns = ["ply", "positions", "white", "red", "both", "full", "stuck"];
        let line = |cells: [String; 7]| {
            let [ply, positions, others @ ..] = cells;
            let others: String = others.iter().map(|cell| format!("  {cell:>15}")).collect();
            format!("{ply:>3}  {positions:>18}{others}")
        };
        lines.push(line(columns.map(str::to_owned)));
        for &TraxPly { ply, positions, white, red, both, full, stuck } in &self.plies {
            let cells = [ply as u64, positions, white, red, both, full, stuck];
            lines.push(line(cells.map(grouped)));
        }
        lines.join("\n")
    }
}
