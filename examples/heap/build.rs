//! Takes the code out of the document.

use std::path::PathBuf;
use std::{env, fs};

const DOCUMENT: &str = "../../docs/adding-a-game.md";

fn main() {
    println!("cargo::rerun-if-changed={DOCUMENT}");
    let document = fs::read_to_string(DOCUMENT).expect("the document is part of the repository");
    let blocks = document.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next());
    let (main, library): (Vec<&str>, Vec<&str>) =
        blocks.partition(|block| block.contains("fn main"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("lib.rs"), library.join("\n")).expect("cargo's folder can be written");
    fs::write(out.join("main.rs"), main.join("\n")).expect("cargo's folder can be written");
}
