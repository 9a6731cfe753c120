//! Looks a position of half-gammon up in a file, as an engine would: the rules and the numbers of
//! positions come from the game's crate, bytes from wherever the engine has them.
//!
//!     cargo run --release -p shuban-probe --example probe -- data/half-gammon/contact-2-1.shuban "5,7|9"

use std::env::args;
use std::error::Error;
use std::fs::File;
use std::os::unix::fs::FileExt;

use shuban_core::{Domain, Game};
use shuban_gammon::{Contact, Variant};
use shuban_probe::Layer;

fn main() -> Result<(), Box<dyn Error>> {
    let (path, text) = (args().nth(1).ok_or("no file")?, args().nth(2).ok_or("no position")?);
    let domain = Contact::new(Variant::by_name("half-gammon").ok_or("no such game")?);
    let position = domain.game().parse(&text)?;
    let place = domain.locate(&position).ok_or("no layer has it")?;

    let file = File::open(path)?;
    let mut layer = Layer::new(&domain, place.layer, file.metadata()?.len());
    let value = layer.value_by(&position, |range| {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        file.read_exact_at(&mut bytes, range.start)?;
        Ok(bytes)
    })?;

    let value = value.ok_or("not in this layer")?;
    let [value, lower, upper] = value.numbers();
    println!("{value:+.6}, proven to lie from {lower:+.10} to {upper:+.10}");
    Ok(())
}
