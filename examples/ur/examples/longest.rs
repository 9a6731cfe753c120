//! The longest game on the average, within proven bounds.
//!
//!     cargo run --release -p ur --no-default-features --features longest \
//!         --example longest -- RULES PIECES [GAP [LOOKS [FILE]]]
//!
//! RULES are `finkel`, `blitz` or `masters`. PIECES is the number of pieces of each side. The time
//! grows fast with it: `finkel 4` takes a minute on two cores, and all pieces of a game do not end
//! in a reasonable time. In the end a look one move ahead changes no value by more than GAP
//! moves (0.001), so the bounds are apart by about twice that share. After LOOKS looks at positions
//! (1e15) the policy of a layer is no longer improved: then there is a lower bound, and rarely an
//! upper one.
//!
//! FILE keeps the values layer by layer, and a later run goes on from it. It must be of the same
//! RULES and PIECES. A file is refused if its size is not that of whole layers, or its first value is not 0. Bounds are computed
//! from all values anew, so a wrong file of the right size makes them wide, but not false.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{fmt, fs};

use shuban_core::Present;
use ur::game::Ur;
use ur::longest::{Goal, Longest};
use ur::rules::{BLITZ, FINKEL, MASTERS, Rules};

/// A file that cannot be gone on from.
#[derive(Debug)]
struct OtherFile {
    file: PathBuf,
    bytes: usize,
}

impl fmt::Display for OtherFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherFile { file, bytes } = self;
        write!(f, "{}: {bytes} bytes that are not the values of whole layers ", file.display())?;
        write!(f, "by these rules, with these pieces: name another file, or remove it")
    }
}

impl Error for OtherFile {}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("", String::as_str);
    let all = [&FINKEL, &BLITZ, &MASTERS].into_iter().find(|rules| rules.name == name);
    let all = all.ok_or("expected finkel, blitz or masters")?;
    let expected = format!("expected 1 to {} pieces", all.pieces);
    let pieces = arguments.get(1).and_then(|pieces| pieces.parse().ok()).ok_or(&*expected)?;
    let gap = arguments.get(2).map_or(Ok(0.001), |gap| gap.parse())?;
    let looks = arguments.get(3).map_or(Ok(1e15), |looks| looks.parse())?;
    let (goal, file) = (Goal { gap, looks }, arguments.get(4).map(Path::new));
    if !(1..=all.pieces).contains(&pieces) {
        return Err(expected.into());
    }
    // The game refers to its rules as long as the program runs.
    let rules: &'static Rules = Box::leak(Box::new(Rules { pieces, ..*all }));
    let begun = Instant::now();
    let mut longest = Longest::new(rules)?;
    if let Some(file) = file.filter(|file| file.exists()) {
        let bytes = fs::read(file)?;
        let (numbers, rest) = bytes.as_chunks();
        let values = numbers.iter().copied().map(f64::from_le_bytes).collect();
        longest = match longest.with(values) {
            Ok(longest) if rest.is_empty() => longest,
            _ => return Err(OtherFile { file: file.to_owned(), bytes: bytes.len() }.into()),
        };
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
            // The file is replaced at once, so a run that is interrupted leaves one that is whole.
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
    // Rounded outwards, so that the printed bounds are proven too.
    let (lower, upper) = ((lower * 1e3).floor() / 1e3, (upper * 1e3).ceil() / 1e3);
    println!("{pieces} pieces each: {value:.3} moves, at least {lower:.3} and at most {upper:.3}");
    println!(
        "after {:.1} seconds, with a look ahead from every position",
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
