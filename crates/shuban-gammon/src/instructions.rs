//! The vector instructions that a machine has.

/// Vector instructions of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// The instructions that the program was compiled for.
    Plain,
    /// 256 bits.
    Avx2,
    /// 512 bits.
    Avx512,
}

impl Instructions {
    /// All that this machine has, the best one last.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Instructions::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if pulp::x86::V3::is_available() {
                all.push(Instructions::Avx2);
            }
            if pulp::x86::V4::is_available() {
                all.push(Instructions::Avx512);
            }
        }
        all
    }

    /// The best that this machine has.
    pub fn best() -> Self {
        *Instructions::all().last().expect("plain code runs everywhere")
    }

    /// The number of lanes of a row that are computed at once: one, or a vector.
    pub(crate) fn lanes(self, row: usize) -> usize {
        match row {
            ..3 => 1,
            9.. if self == Instructions::Avx512 => 16,
            _ => 8,
        }
    }
}
