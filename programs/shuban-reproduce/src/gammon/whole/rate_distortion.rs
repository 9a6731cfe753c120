//! Bits a position against win probability lost: values in fewer and fewer bits, and best plays in two
//! bits a roll, raw and compressed.

use std::ops::Range;

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::Domain;
use shuban_gammon::Contact;
use shuban_gammon::evaluation::{TermEvaluation, Terms};
use shuban_solve::{OpenLayer, needed};

use super::chosen::Greatest;
use super::every_play::EveryPlay;
use super::numbering::WON;
use super::{values, variant};
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;
use crate::plot::{Across, Curve, Figure};

/// Layers by game: the usual one, and that of `--full`.
const LAYERS: [(&str, [&str; 2]); 2] = [
    ("half-gammon", ["half-gammon/contact-3-3", "half-gammon/contact-5-5"]),
    ("backgammon", ["backgammon/contact-2-2", "backgammon/contact-3-3"]),
];

/// Bits of values in equal steps from a loss to a win.
const STEPS: [u32; 4] = [16, 12, 8, 4];

/// Bits of a best play: it is among the first four in the order of an evaluation function.
const BITS_OF_PLAY: u32 = 2;

/// Bytes of a block, and the level of its compression, as in database files by default.
const BLOCK: usize = 4_096;
const LEVEL: i32 = 3;

/// Positions whose losses are added in one go, so that sums do not depend on threads.
const PIECE: usize = 4_096;

/// Losses of choosing by less than the exact values.
#[derive(Clone, Copy, Debug, Default)]
struct Losses {
    /// Chances of all decisions, and of those decided best.
    decisions: f64,
    best: f64,
    /// Win probability lost, by chance, and the most in one decision.
    sum: f64,
    most: f64,
}

impl Losses {
    fn and(self, other: Losses) -> Losses {
        Losses {
            decisions: self.decisions + other.decisions,
            best: self.best + other.best,
            sum: self.sum + other.sum,
            most: self.most.max(other.most),
        }
    }

    /// Adds up what is lost at the positions of a range, where `chosen` names the play of a roll among at
    /// least two.
    fn of(
        plays: &EveryPlay<'_>,
        numbers: &Range<usize>,
        worth: impl Fn(u32) -> f64 + Sync,
        chosen: impl Fn(&[u32]) -> u32 + Sync,
    ) -> Losses {
        let of_position = |number: usize| {
            let decisions = plays.rolls(number).filter(|(_, _, afters)| afters.len() > 1);
            let lost = decisions.map(|(_, chance, afters)| {
                let best = afters.iter().map(|&after| worth(after)).fold(f64::MIN, f64::max);
                // A game is worth 1 or −1, so win probability is half of it.
                let lost = (best - worth(chosen(afters))) / 2.0;
                let best = if lost > 0.0 { 0.0 } else { chance };
                Losses { decisions: chance, best, sum: chance * lost, most: lost }
            });
            lost.fold(Losses::default(), Losses::and)
        };
        let starts: Vec<usize> = numbers.clone().step_by(PIECE).collect();
        let piece = |&start: &usize| {
            let piece = start..numbers.end.min(start + PIECE);
            piece.map(of_position).fold(Losses::default(), Losses::and)
        };
        let pieces: Vec<Losses> = starts.par_iter().map(piece).collect();
        pieces.into_iter().fold(Losses::default(), Losses::and)
    }
}

/// A form of a table, with what choosing by it loses.
struct Form {
    name: String,
    /// Bits a position.
    raw: f64,
    compressed: f64,
    losses: Losses,
}

impl Form {
    fn of(name: String, bits: u32, packed: &[u8], positions: usize, losses: Losses) -> Self {
        let blocks = packed.chunks(BLOCK);
        // A block that does not shrink is stored as it is.
        let length = |block: &[u8]| {
            let shrunk = zstd::bulk::compress(block, LEVEL).map_or(block.len(), |all| all.len());
            shrunk.min(block.len())
        };
        let bytes: usize = blocks.map(length).sum();
        Form { name, raw: bits.into(), compressed: 8.0 * bytes as f64 / positions as f64, losses }
    }

    fn finding(&self, layer: &str) -> Finding {
        let Losses { decisions, best, sum, most } = self.losses;
        let what = format!("{layer}, {}: win probability lost a decision", self.name);
        let note = format!(
            "{} bits a position, {:.2} compressed; the best play in {:.3} % of decisions, {} lost at most",
            self.raw,
            self.compressed,
            100.0 * best / decisions,
            significant(most, 3),
        );
        Finding::unprinted(what, significant(sum / decisions, 3)).noting(note)
    }
}

/// Computes a row for each form of the table of each layer, and draws them.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let (mut rows, mut curves) = (Vec::new(), Vec::new());
    for (game, [usual, large]) in LAYERS {
        let name = run.size(usual, large);
        let domain = Contact::new(variant(game)?);
        let forms = forms(run, &domain, name)?;
        rows.extend(forms.iter().map(|form| form.finding(name)));
        let points = |bits: fn(&Form) -> f64| {
            let point = |form: &Form| (bits(form), form.losses.sum / form.losses.decisions);
            forms.iter().map(point).collect()
        };
        curves.push(Curve { name: name.to_owned(), points: points(|form| form.raw) });
        let compressed = format!("{name}, compressed");
        curves.push(Curve { name: compressed, points: points(|form| form.compressed) });
    }
    let figure = Figure {
        title: "Bits a position against win probability lost",
        x: "bits a position",
        across: Across::Logarithm,
        y: "win probability lost a decision",
        curves: &curves,
    };
    figure.write(run, "rate-distortion")?;
    Ok(rows)
}

/// Builds a layer with all below it, and measures all forms of it.
fn forms(run: &Recomputation<'_>, domain: &Contact, name: &str) -> Result<Vec<Form>, Error> {
    let built = run.built(domain, name)?;
    let opened = needed(domain, built.layer).into_iter().map(|layer| built.open(layer));
    let opened = opened.collect::<Result<Vec<OpenLayer<'_, Contact>>, Error>>()?;
    let opened: Vec<&OpenLayer<'_, Contact>> = opened.iter().collect();
    run.progress.phase("plays", 0);
    let plays = EveryPlay::of(run, domain, &opened)?;
    let values = values(&opened)?;
    let numbers = plays.numbering().layers().last().map_or(0..0, |layer| layer.numbers.clone());
    let worth = |after: u32| if after == WON { 1.0 } else { -values[after as usize] };
    let mut forms = Vec::new();
    let mut add = |name: String, bits: u32, packed: Vec<u8>, stored: &[f64]| {
        let guess = |after: u32| if after == WON { 1.0 } else { -stored[after as usize] };
        let losses = Losses::of(&plays, &numbers, worth, |afters| first_best(afters, guess));
        forms.push(Form::of(name, bits, &packed, numbers.len(), losses));
    };
    run.progress.phase("values in fewer bits", 0);
    let floats: Vec<f64> = values.iter().map(|&value| f64::from(value as f32)).collect();
    let packed = values[numbers.clone()].iter().flat_map(|&v| (v as f32).to_le_bytes()).collect();
    add("floats of 32 bits".to_owned(), 32, packed, &floats);
    for bits in STEPS {
        run.check()?;
        let steps = f64::from((1u32 << bits) - 1);
        let code = |value: f64| ((value + 1.0) / 2.0 * steps).round();
        let stored: Vec<f64> = values.iter().map(|&v| code(v) / steps * 2.0 - 1.0).collect();
        let codes = values[numbers.clone()].iter().map(|&value| code(value) as u32);
        add(format!("values in {bits} bits"), bits, packed_bits(codes, bits), &stored);
    }
    run.progress.phase("best plays", 0);
    run.check()?;
    forms.push(best_plays(domain, &plays, &numbers, worth)?);
    Ok(forms)
}

/// Measures a table of best plays: for each roll, which of the four that an evaluation function likes best.
fn best_plays(
    domain: &Contact,
    plays: &EveryPlay<'_>,
    numbers: &Range<usize>,
    worth: impl Fn(u32) -> f64 + Sync,
) -> Result<Form, Error> {
    let evaluation = TermEvaluation::with(domain.game().variant.clone(), Terms::ALL);
    let positions =
        (0..plays.len()).into_par_iter().map(|number| plays.numbering().position(number));
    let guesses: Vec<f64> = positions
        .map(|position| position.map_or(0.0, |position| evaluation.expected_result(&position)))
        .collect();
    let guess = |after: u32| if after == WON { 1.0 } else { -guesses[after as usize] };
    let liked = |afters: &[u32]| {
        let mut liked = afters.to_vec();
        // Stable, and evaluations are numbers.
        liked.sort_by(|&one, &other| guess(other).total_cmp(&guess(one)));
        liked.truncate(1 << BITS_OF_PLAY);
        liked
    };
    let losses = Losses::of(plays, numbers, &worth, |afters| first_best(&liked(afters), &worth));
    let places = |number: usize| {
        let place = |(_, _, afters): (_, _, &[u32])| {
            let liked = liked(afters);
            let best = first_best(&liked, &worth);
            liked.iter().position(|&after| after == best).unwrap_or(0) as u32
        };
        plays.rolls(number).map(place).collect::<Vec<u32>>()
    };
    let places: Vec<Vec<u32>> = numbers.clone().into_par_iter().map(places).collect();
    let bits = BITS_OF_PLAY * places.first().map_or(0, Vec::len) as u32;
    let packed = packed_bits(places.into_iter().flatten(), BITS_OF_PLAY);
    let name = format!("best plays, {BITS_OF_PLAY} bits a roll beside an evaluation function");
    Ok(Form::of(name, bits, &packed, numbers.len(), losses))
}

/// Returns the first of the plays that are worth most.
fn first_best(afters: &[u32], worth: impl Fn(u32) -> f64) -> u32 {
    let mut greatest = Greatest::default();
    afters.iter().for_each(|&after| greatest.meet(after, worth(after)));
    greatest.after().unwrap_or(WON)
}

/// Returns codes of some bits one after the other, the lowest bits of a byte first.
fn packed_bits(codes: impl Iterator<Item = u32>, bits: u32) -> Vec<u8> {
    let (mut bytes, mut word, mut held) = (Vec::new(), 0u64, 0);
    for code in codes {
        word |= u64::from(code) << held;
        held += bits;
        while held >= 8 {
            bytes.push(word as u8);
            word >>= 8;
            held -= 8;
        }
    }
    if held > 0 {
        bytes.push(word as u8);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_packed_without_gaps() {
        assert_eq!(packed_bits([0xabc, 0xdef].into_iter(), 12), [0xbc, 0xfa, 0xde]);
        assert_eq!(packed_bits([1, 2, 3].into_iter(), 4), [0x21, 0x03]);
    }

    #[test]
    fn fewer_bits_lose_more_and_exact_values_nothing() {
        let run = Recomputation::quick();
        let domain = Contact::new(variant("half-gammon").unwrap());
        let forms = forms(&run, &domain, "half-gammon/contact-3-2").unwrap();
        let lost: Vec<f64> = forms.iter().map(|form| form.losses.sum).collect();
        assert!(lost[1..5].is_sorted(), "{lost:?}");
        assert!(lost[0] < 1e-6 && lost[4] > 1e-4, "{lost:?}");
        assert!(forms.iter().all(|form| form.compressed <= form.raw + 1e-9));

        let built = run.built(&domain, "half-gammon/contact-3-2").unwrap();
        let layers = needed(&domain, built.layer);
        let layers = layers.into_iter().map(|layer| built.open(layer).unwrap());
        let opened: Vec<OpenLayer<'_, Contact>> = layers.collect();
        let opened: Vec<&OpenLayer<'_, Contact>> = opened.iter().collect();
        let values = values(&opened).unwrap();
        let plays = EveryPlay::of(&run, &domain, &opened).unwrap();
        let worth = |after: u32| if after == WON { 1.0 } else { -values[after as usize] };
        let numbers = 0..plays.len();
        let exact = Losses::of(&plays, &numbers, worth, |afters| first_best(afters, worth));
        assert_eq!((exact.sum, exact.most, exact.best), (0.0, 0.0, exact.decisions));
    }
}
