//! Other programs that make the same tables.

/// Another program that writes what a layer [exports](crate::Explain::export_own), for comparisons
/// of speed and of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// What people call it: `gnubg`.
    pub name: &'static str,
    /// Its command.
    pub program: &'static str,
    /// The arguments, before the name of the file that is to be written.
    pub arguments: Vec<String>,
    /// The layer that has the same in it.
    pub layer: String,
    /// The ending of the file.
    pub format: &'static str,
    /// How many seconds of a core it takes, about.
    pub seconds: u32,
}
