//! The loop that `python/benches/look_up.py` is compared with: texts to values, one after the
//! other.
//!
//! ```sh
//! cargo bench -p shuban-gammon --bench look_up -- DATA TEXTS
//! ```
//!
//! DATA has `half-gammon/contact-3-3`, and TEXTS a position a line; the script in Python makes
//! both.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use shuban_core::Game;
use shuban_gammon::{Contact, Variant};
use shuban_solve::{OpenLayer, layer_named};
use shuban_store::{Disk, FileSystem};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [data, texts] = &arguments[..] else {
        println!("look_up: needs a data folder and a file of positions");
        return Ok(());
    };
    let variant = Variant::by_name("half-gammon").ok_or("no half-gammon")?;
    let domain = Contact::new(variant);
    let layer = layer_named(&domain, "half-gammon/contact-3-3")?;
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let open = OpenLayer::open(&files, Path::new(data), &domain, layer)?;
    let texts = std::fs::read_to_string(texts)?;
    let texts: Vec<&str> = texts.lines().collect();
    for _ in 0..3 {
        let started = Instant::now();
        let mut numbers = Vec::with_capacity(texts.len());
        for text in &texts {
            let position = shuban_core::Domain::game(&domain).parse(text)?;
            let value = open.value(&position)?.ok_or("a position of another layer")?;
            numbers.push(value.numbers());
        }
        let (seconds, count) = (started.elapsed().as_secs_f64(), numbers.len());
        let sum: f64 = numbers.iter().map(|[value, ..]| value).sum();
        println!("{count} positions in {seconds:.3} s, sum of values {sum:.9}");
    }
    Ok(())
}
