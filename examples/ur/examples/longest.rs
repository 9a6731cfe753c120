//! The longest game on the average, within proven bounds.
//!
//!     cargo run --release -p ur --no-default-features --features longest \
//!         --example longest -- RULES [PIECES [GAP [LOOKS [FILE]]]]
//!
//! RULES are `finkel`, `blitz` or `masters`, PIECES how many each side has. In the end a look one move
//! ahead changes no value by more than GAP moves (0.001): so the bounds are apart by about twice that
//! share. After LOOKS looks at positions (1e15) the policy of a layer is no longer improved: then there is
//! a lower bound, and rarely an upper one. FILE keeps the values, and what it has of an earlier run is not computed again.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use shuban_core::Present;
use ur::game::Ur;
use ur::longest::{Goal, Longest};
use ur::rules::{BLITZ, FINKEL, MASTERS, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("", String::as_str);
    let all = [&FINKEL, &BLITZ, &MASTERS].into_iter().find(|rules| rules.name == name);
    let all = all.ok_or("expected finkel, blitz or masters")?;
    let pieces = arguments.get(1).map_or(Ok(all.pieces), |pieces| pieces.parse())?;
    let gap = arguments.get(2).map_or(Ok(0.001), |gap| gap.parse())?;
    let looks = arguments.get(3).map_or(Ok(1e15), |looks| looks.parse())?;
    let (goal, file) = (Goal { gap, looks }, arguments.get(4).map(Path::new));
    if !(1..=all.pieces).contains(&pieces) {
        return Err(format!("expected 1 to {} pieces", all.pieces).into());
    }
    // Rules are there as long as the program.
    let rules: &'static Rules = Box::leak(Box::new(Rules { pieces, ..*all }));
    let begun = Instant::now();
    let mut longest = Longest::new(rules)?;
    if let Some(file) = file.filter(|file| file.exists()) {
        let bytes = fs::read(file)?;
        let (numbers, _) = bytes.as_chunks();
        longest = longest.with(numbers.iter().copied().map(f64::from_le_bytes).collect());
    }
    println!("layer            positions  policies  products     greatest   seconds");
    while longest.layers() < longest.numbering().layers() {
        let (layer, first) = (longest.layers(), longest.values().len());
        let effort = longest.solve_next(goal);
        let values = &longest.values()[first..];
        println!(
            "{:<15} {:>10} {:>9} {:>9} {:>12.1} {:>9.1}",
            longest.numbering().name(layer),
            values.len(),
            effort.policies,
            effort.products,
            values.iter().copied().fold(0.0, f64::max),
            begun.elapsed().as_secs_f64()
        );
        if let Some(file) = file {
            // A file that is written when the power fails is not the one that is there.
            let unfinished = file.with_extension("new");
            let bytes: Vec<u8> =
                longest.values().iter().flat_map(|value| value.to_le_bytes()).collect();
            fs::write(&unfinished, bytes)?;
            fs::rename(unfinished, file)?;
        }
    }
    let start = longest.numbering().number(&Ur::new(rules).start()).ok_or("no start")?;
    let value = longest.values()[start as usize];
    let [lower, upper] = longest.bounds().of(value);
    // Outwards, so that what is printed is proven too.
    let (lower, upper) = ((lower * 1e3).floor() / 1e3, (upper * 1e3).ceil() / 1e3);
    println!("{pieces} pieces each: {value:.3} moves, at least {lower:.3} and at most {upper:.3}");
    println!(
        "after {:.1} seconds, with a look ahead from every position",
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
