//! Match play, match files and their analysis, by their public interface.

mod answers;
mod any_input;
mod beside_gnubg;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod cube;
mod cube_model;
mod cube_player;
mod damaged_files;
mod equity_file;
mod hostile;
mod kinds;
mod match_file;
mod money_game;
mod on_demand;
mod played;
mod recorded;
mod solved;
mod written_by_others;
mod xg;
mod xg_file;

use shuban_gammon::Variant;

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

fn backgammon() -> Variant {
    variant("backgammon")
}
