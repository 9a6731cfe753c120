//! Interruptions in each phase of an examination.

use std::sync::atomic::{AtomicBool, Ordering};

use shuban_core::Progress;

use crate::marks::Built;

/// Interrupts the work as soon as a phase begins.
struct Interrupting {
    phase: &'static str,
    has_begun: AtomicBool,
}

impl Progress for Interrupting {
    fn phase(&self, what: &str, _total: u64) {
        if what == self.phase {
            self.has_begun.store(true, Ordering::Relaxed);
        }
    }

    fn interrupted(&self) -> bool {
        self.has_begun.load(Ordering::Relaxed)
    }
}

#[test]
fn an_interruption_in_any_phase_ends_an_examination_as_interrupted() {
    let catalog = shuban_games::catalog();
    let built = Built::new(&catalog, "half-gammon/contact-1-1");
    for phase in ["positions", "sweeps"] {
        let findings = built.examined(&Interrupting { phase, has_begun: AtomicBool::new(false) });
        let ended = findings.ended.expect(phase);
        assert_eq!((ended.kind, findings.play), ("interrupted", None), "{phase}");
        // What was answered before is told.
        assert!(findings.all.positions > 0, "{phase}");
    }
}
