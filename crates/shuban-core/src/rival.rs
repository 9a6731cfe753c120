//! Other programs that make the same tables.

/// Another program that writes what a layer [exports](crate::Explain::export_own), for comparisons
/// of speed and of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Its usual name: `gnubg`.
    pub name: &'static str,
    /// Its command.
    pub program: &'static str,
    /// The arguments before the name of the output file.
    pub arguments: Vec<String>,
    /// The layer with the same values.
    pub layer: String,
    /// The ending of the file.
    pub format: &'static str,
    /// Its approximate run time in seconds of a core.
    pub seconds: u32,
}
