//! Gains of two of the search's ideas: nodes for one future instead of one position, and proof
//! numbers instead of iterative deepening.
//!
//! ```text
//! $ cargo run --release -p shuban-trax --example comparisons -- 5
//! ```
//!
//! Deepening is given up after 20 million nodes, or as many as the second argument says.

use shuban_core::provable::{FirstNumbers, Key, Open, Question};
use shuban_core::{Game, NotationError, Payoffs, Play, Provable, Seat, Silent};
use shuban_search::proof::{ProofOptions, prove};
use shuban_trax::{Lines, Move, Position, Trax};

mod deepening;

use deepening::deepen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1);
    let size = numbers.next().map_or(Ok(4), |size| size.parse())?;
    let most_nodes = numbers.next().map_or(Ok(20_000_000), |nodes| nodes.parse())?;
    let trax = Trax::new(size, Lines::Full)?;
    for (name, at_least) in [("draw or better", 0), ("win", 1)] {
        let question = Question { seat: 0, at_least };
        let options = ProofOptions::default();
        let futures = prove(&trax, &Position::START, question, &options, None, &Silent)?;
        let positions = prove(&Apart(trax), &Position::START, question, &options, None, &Silent)?;
        println!("{name}: df-pn {:?}, {} nodes", futures.outcome, futures.nodes);
        println!("  a node for each position {:?}, {} nodes", positions.outcome, positions.nodes);
        let deepened = deepen(&trax, &Position::START, question, options.lookahead, most_nodes);
        println!("  iterative deepening {:?}, {} nodes", deepened.answer, deepened.nodes);
    }
    Ok(())
}

/// The same game, positions with the same future kept apart.
struct Apart(Trax);

impl Provable for Apart {
    type Scratch = <Trax as Provable>::Scratch;

    fn key(&self, position: &Position) -> Key {
        Key::of(&self.0.canonical(position))
    }

    fn first_numbers(&self, position: &Position) -> FirstNumbers {
        self.0.first_numbers(position)
    }

    fn plies_left(&self, position: &Position) -> u32 {
        self.0.plies_left(position)
    }

    fn expand(
        &self,
        position: &Position,
        question: &Question,
        depth: u32,
        scratch: &mut Self::Scratch,
        open: &mut Vec<Open<Position>>,
    ) -> Option<bool> {
        self.0.expand(position, question, depth, scratch, open)
    }
}

impl Game for Apart {
    type Position = Position;
    type Chance = ();
    type Move = Move;

    fn name(&self) -> String {
        self.0.name()
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn to_move(&self, position: &Position) -> Seat {
        self.0.to_move(position)
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        self.0.outcome(position)
    }

    fn chances(&self, position: &Position) -> Vec<((), u32)> {
        self.0.chances(position)
    }

    fn plays(&self, position: &Position, (): (), plays: &mut Vec<Play<Position, Move>>) {
        self.0.plays(position, (), plays);
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        self.0.parse(text)
    }

    fn format(&self, position: &Position) -> String {
        self.0.format(position)
    }

    fn format_move(&self, position: &Position, (): (), action: &Move) -> String {
        self.0.format_move(position, (), action)
    }
}
