//! `shuban-check FILE`: accepts a proof of limited TRAX, or names what is wrong with it.

use std::path::Path;
use std::process::ExitCode;

use shuban_check::{Proof, check};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [file] = files.as_slice() else {
        eprintln!("usage: shuban-check FILE");
        return ExitCode::from(2);
    };
    let proof = match Proof::open(Path::new(file)) {
        Ok(proof) => proof,
        Err(error) => {
            eprintln!("{file}: refused: {error}");
            return ExitCode::from(1);
        }
    };
    match check(&proof) {
        Ok(checked) => {
            println!("{}", proof.claim());
            println!(
                "accepted: {} positions, {} replies, {} of them decided by plain search",
                checked.nodes, checked.replies, checked.closed
            );
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprintln!("{file}: refused: {refusal}");
            ExitCode::from(1)
        }
    }
}
