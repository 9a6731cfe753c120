//! The network as an evaluation function.

use shuban_core::evaluation::KnownValues;
use shuban_core::shelf::Shelf;
use shuban_core::{Evaluation, ONE};

use super::file::NetworkError;
use super::layers::Network;
use crate::evaluation::pips::from_lead;
use crate::evaluation::terms::known_values;
use crate::game::Gammon;
use crate::position::Position;
use crate::variant::Variant;

/// The weights that come with the program, by variant. Nackgammon is backgammon from another start.
const WEIGHTS: [(&str, &[u8]); 3] = [
    ("backgammon", include_bytes!("backgammon.network")),
    ("nackgammon", include_bytes!("backgammon.network")),
    ("half-gammon", include_bytes!("half-gammon.network")),
];

/// The evaluation function of a variant by a trained network.
#[derive(Clone, Debug)]
pub struct NetworkEvaluation {
    game: Gammon,
    network: Network,
    arch: pulp::Arch,
}

impl NetworkEvaluation {
    /// The trained function of a variant, which exists for backgammon, nackgammon and half-gammon.
    pub fn new(variant: Variant) -> Option<Self> {
        let (_, weights) = WEIGHTS.iter().find(|(name, _)| *name == variant.name())?;
        let read = NetworkEvaluation::read(variant, weights);
        Some(read.expect("a test reads the committed files"))
    }

    /// Reads the weights of a file, which must be of the variant.
    ///
    /// # Errors
    /// [`NetworkError`] if they are damaged, or of other rules.
    pub fn read(variant: Variant, file: &[u8]) -> Result<Self, NetworkError> {
        let network = Network::read(&variant, file)?;
        Ok(NetworkEvaluation { game: Gammon::new(variant), network, arch: pulp::Arch::new() })
    }

    /// Its weights.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The expected result of the side about to roll: strictly between −1 and 1.
    #[inline]
    pub fn expected_result(&self, position: &Position) -> f64 {
        from_lead(self.network.lead(self.arch, position).into(), 1.0)
    }
}

impl Evaluation for NetworkEvaluation {
    type Game = Gammon;

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn name(&self) -> &'static str {
        "network"
    }

    fn about(&self) -> String {
        "a small network, trained by self-play with databases as truth at the end".to_owned()
    }

    fn evaluate(&self, position: &Position) -> i32 {
        (self.expected_result(position) * f64::from(ONE)) as i32
    }

    /// The contact layers that are built.
    fn known<'s>(&'s self, shelf: &'s dyn Shelf) -> Box<KnownValues<'s, Gammon>> {
        known_values(&self.game.variant, shelf)
    }
}
