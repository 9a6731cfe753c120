
#[doc(hidden)]
#[allow(missing_docs, dead_code, clippy::all)]
pub mod mutant_switch {
    use std::io::Write;
    use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

    const UNKNOWN: u32 = u32::MAX;
    const TRACED: u32 = u32::MAX - 1;
    static CHOSEN: AtomicU32 = AtomicU32::new(UNKNOWN);
    static REACHED: [AtomicU8; FUNCTIONS] = [const { AtomicU8::new(0) }; FUNCTIONS];

    /// Returns the number of the chosen change, 0 for none, to one of the functions.
    #[inline]
    pub fn chosen(function: usize) -> u32 {
        match CHOSEN.load(Ordering::Relaxed) {
            TRACED if REACHED[function].load(Ordering::Relaxed) != 0 => 0,
            UNKNOWN | TRACED => look_up(function),
            chosen => chosen,
        }
    }

    /// Reads the environment, and notes the function if the run is traced.
    #[cold]
    fn look_up(function: usize) -> u32 {
        let number = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok());
        let trace = std::env::var_os("MUTANT_TRACE");
        let chosen = number.unwrap_or(if trace.is_some() { TRACED } else { 0 });
        CHOSEN.store(chosen, Ordering::Relaxed);
        if let (TRACED, Some(path)) = (chosen, trace) {
            if REACHED[function].swap(1, Ordering::Relaxed) == 0 {
                let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
                file.unwrap().write_all(format!("{function}\n").as_bytes()).unwrap();
            }
            return 0;
        }
        chosen
    }
}
