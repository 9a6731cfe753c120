//! The network itself: weights, and its computation.

use super::places::Places;
use crate::position::Position;

/// Numbers of hidden units that a network may have.
pub const UNITS: [usize; 3] = [32, 64, 128];

/// The output is summed in eight lanes, unit i in lane i mod 8: the order is part of the result.
const LANES: usize = 8;

/// The weights of a network with one hidden layer.
///
/// The result is f(c + Σᵢ vᵢ · f(bᵢ + Σⱼ wⱼᵢ)), where j goes through the [inputs](Places) of a
/// position and f(x) = x/√(1 + x²). Everything is in single precision and a fixed order, by
/// operations that every machine rounds alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Its inputs.
    pub places: Places,
    /// w, a row of as many numbers as there are hidden units for each input.
    pub inputs: Vec<f32>,
    /// b, one for each hidden unit: their number is one of [`UNITS`].
    pub hidden: Vec<f32>,
    /// v, one for each hidden unit.
    pub output: Vec<f32>,
    /// c.
    pub bias: f32,
}

impl Network {
    /// The sum before the last f, for the side about to roll.
    #[inline]
    pub(super) fn lead(&self, arch: pulp::Arch, position: &Position) -> f32 {
        match self.hidden.len() {
            32 => arch.dispatch(Vectorized::<32> { network: self, position }),
            64 => arch.dispatch(Vectorized::<64> { network: self, position }),
            _ => arch.dispatch(Vectorized::<128> { network: self, position }),
        }
    }
}

/// The sum of one position, on the vectors that the machine has. The number of units is known when
/// this is compiled, so that the sums stay in registers.
struct Vectorized<'a, const UNITS: usize> {
    network: &'a Network,
    position: &'a Position,
}

impl<const UNITS: usize> pulp::WithSimd for Vectorized<'_, UNITS> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) -> f32 {
        let Network { places, inputs, hidden, output, bias } = self.network;
        let (inputs, _) = inputs.as_chunks::<UNITS>();
        // Lengths that are known keep the loops without tests; other ones do not come here.
        let (Some(hidden), Some(output)) =
            (hidden.first_chunk::<UNITS>(), output.first_chunk::<UNITS>())
        else {
            return *bias;
        };
        let mut sums = *hidden;
        places.for_each(self.position, |input, _| {
            // Inputs of a position of another variant are other places' or missing: its result
            // means nothing, but is one.
            if let Some(weights) = inputs.get(input) {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
        });
        let mut lanes = [0.0; LANES];
        for (sums, weights) in sums.chunks_exact(LANES).zip(output.chunks_exact(LANES)) {
            for (lane, (sum, weight)) in lanes.iter_mut().zip(sums.iter().zip(weights)) {
                *lane += sum / (1.0 + sum * sum).sqrt() * weight;
            }
        }
        lanes.iter().fold(*bias, |sum, lane| sum + lane)
    }
}
