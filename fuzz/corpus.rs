//! Inputs of the fuzz targets that are kept: a text for each target, with an input a line. A backslash
//! and all bytes but those of printable ASCII are escaped, as in Rust. `scripts/fuzz.py` writes them.

use std::path::Path;

/// Returns the kept inputs of a target.
///
/// # Panics
/// If there is no text of its inputs.
pub(crate) fn kept(target: &str) -> Vec<Vec<u8>> {
    let places = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = places.map(|place| place.join("fuzz/corpus"));
    let folder = folders.find(|folder| folder.is_dir()).expect("the folder of the kept inputs");
    let path = folder.join(format!("{}.txt", target.replace("::", ".")));
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(unescaped).collect()
}

fn unescaped(line: &str) -> Vec<u8> {
    let (mut input, mut rest) = (Vec::new(), line.bytes());
    while let Some(byte) = rest.next() {
        input.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'x') => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two digits after `\\x`")
                }
                _ => b'\\',
            },
            byte => byte,
        });
    }
    input
}
