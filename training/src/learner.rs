//! The network during training.

use candle_core::{DType, Device, Result, Tensor, Var};
use candle_nn::{AdamW, Optimizer, ParamsAdamW};
use shuban_core::Random;
use shuban_gammon::Variant;
use shuban_gammon::evaluation::{Network, Places};

use crate::self_play::Lesson;

/// The weights as variables of the learning library.
///
/// An input of the network is "n checkers on this place"; here it is a row of inputs, "at least 1",
/// "at least 2" … to n. So lessons with few checkers are a beginning for many.
pub struct Learner {
    places: Places,
    inputs: Var,
    hidden: Var,
    output: Var,
    bias: Var,
    optimizer: AdamW,
}

impl Learner {
    /// Creates random weights of a network with `units` hidden units.
    ///
    /// # Errors
    /// Those of the learning library.
    pub fn new(variant: &Variant, units: usize, seed: u64) -> Result<Self> {
        let places = Places::of(variant);
        let mut random = Random::new(seed);
        let mut any = |rows: usize, columns: usize, most: f32| {
            let number = |_| (random.place(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * most;
            let numbers: Vec<f32> = (0..rows * columns).map(number).collect();
            Var::from_vec(numbers, (rows, columns), &Device::Cpu)
        };
        let inputs = any(places.inputs(), units, 0.3)?;
        let output = any(units, 1, 0.3)?;
        let hidden = Var::zeros((1, units), DType::F32, &Device::Cpu)?;
        let bias = Var::zeros((1, 1), DType::F32, &Device::Cpu)?;
        let all = [&inputs, &hidden, &output, &bias].map(Var::clone).to_vec();
        let optimizer = AdamW::new(all, ParamsAdamW { weight_decay: 0.0, ..Default::default() })?;
        Ok(Learner { places, inputs, hidden, output, bias, optimizer })
    }

    /// Learns from some lessons; returns the mean of the squared errors.
    ///
    /// # Errors
    /// Those of the learning library.
    pub fn learn(&mut self, lessons: &[Lesson], rate: f64) -> Result<f32> {
        let inputs = self.places.inputs();
        let mut seen = vec![0.0f32; lessons.len() * inputs];
        for (lesson, seen) in lessons.iter().zip(seen.chunks_exact_mut(inputs)) {
            self.places.for_each(&lesson.position, |input, count| {
                seen[input + 1 - count..=input].fill(1.0);
            });
        }
        let seen = Tensor::from_vec(seen, (lessons.len(), inputs), &Device::Cpu)?;
        let targets: Vec<f32> = lessons.iter().map(|lesson| lesson.target).collect();
        let targets = Tensor::from_vec(targets, (lessons.len(), 1), &Device::Cpu)?;
        let sums = seen.matmul(&self.inputs)?.broadcast_add(&self.hidden)?;
        let lead = bent(&sums)?.matmul(&self.output)?.broadcast_add(&self.bias)?;
        let loss = (bent(&lead)? - targets)?.sqr()?.mean_all()?;
        self.optimizer.set_learning_rate(rate);
        self.optimizer.backward_step(&loss)?;
        loss.to_scalar()
    }

    /// Returns the network as it is now.
    ///
    /// # Errors
    /// Those of the learning library.
    pub fn network(&self) -> Result<Network> {
        let numbers = |of: &Var| of.flatten_all()?.to_vec1::<f32>();
        let [mut inputs, hidden, output, bias] = [
            numbers(&self.inputs)?,
            numbers(&self.hidden)?,
            numbers(&self.output)?,
            numbers(&self.bias)?,
        ];
        let units = hidden.len();
        for place in inputs.chunks_mut(self.places.checkers() * units) {
            for weight in units..place.len() {
                place[weight] += place[weight - units];
            }
        }
        Ok(Network { places: self.places, inputs, hidden, output, bias: bias[0] })
    }
}

/// Returns x/√(1 + x²).
fn bent(x: &Tensor) -> Result<Tensor> {
    x / x.sqr()?.affine(1.0, 1.0)?.sqrt()?
}
