//! Progress on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use shuban_core::Progress;
use shuban_core::echo::safe_lines;

use crate::interrupt;

/// A progress display: on a terminal a bar with the time left; else a line for each layer, and one
/// for details from time to time; nothing with `--quiet`. The log has progress at level debug.
pub struct Meter {
    quiet: bool,
    bar: ProgressBar,
    phase: Mutex<String>,
    said: Mutex<Instant>,
    logged: Mutex<Instant>,
}

/// Interval of printed details without a terminal.
const BETWEEN_DETAILS: Duration = Duration::from_secs(30);

/// Interval of progress in the log.
const BETWEEN_LOG_LINES: Duration = Duration::from_millis(100);

impl Meter {
    pub(crate) fn new(quiet: bool) -> Self {
        let shown = !quiet && io::stderr().is_terminal();
        let target =
            if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        let now = || Mutex::new(Instant::now());
        Meter { quiet, bar, phase: Mutex::default(), said: now(), logged: now() }
    }

    fn log(&self, done: u64, detail: &str) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.elapsed() >= BETWEEN_LOG_LINES {
            *logged = Instant::now();
            tracing::debug!(done, detail, "progress");
        }
    }

    fn say(&self, text: &str) {
        if !self.quiet {
            // Where standard error is closed, there is nowhere to report it.
            self.bar.suspend(|| drop(writeln!(io::stderr(), "{text}")));
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Meter {
    fn layer(&self, name: &str, step: usize, steps: usize) {
        tracing::debug!(layer = name, step, steps, "layer");
        let name = if steps > 1 { format!("[{step}/{steps}] {name}") } else { name.to_owned() };
        if self.bar.is_hidden() {
            self.say(&name);
        }
        self.bar.set_prefix(name);
    }

    fn phase(&self, what: &str, total: u64) {
        interrupt::begin_phase(total);
        tracing::debug!(phase = what, total, "phase");
        let template = match total {
            0 => "{prefix}  {spinner} {elapsed}  {wide_msg}",
            _ => "{prefix}  {bar:16} {percent:>3} %  {eta} left  {wide_msg}",
        };
        // A template that could not be read would only look worse.
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        self.bar.reset();
        self.bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        self.bar.set_length(total.max(1));
        self.bar.set_message(what.to_owned());
        // Before the first phase there is nothing to show.
        if !self.bar.is_hidden() {
            self.bar.enable_steady_tick(Duration::from_millis(100));
        }
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = what.to_owned();
    }

    fn at(&self, done: u64, detail: &str) {
        interrupt::reach(done);
        if tracing::enabled!(tracing::Level::DEBUG) {
            self.log(done, detail);
        }
        if self.bar.is_hidden() {
            let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
            if !detail.is_empty() && said.elapsed() >= BETWEEN_DETAILS {
                *said = Instant::now();
                self.say(detail);
            }
            return;
        }
        self.bar.set_position(done.min(self.bar.length().unwrap_or(done)));
        if !detail.is_empty() {
            let phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
            self.bar.set_message(format!("{phase}: {detail}"));
        }
    }

    fn note(&self, text: &str) {
        // It may quote a file.
        self.say(&safe_lines(text, usize::MAX));
    }

    fn interrupted(&self) -> bool {
        interrupt::asked()
    }

    fn saving(&self, begins: bool) {
        interrupt::saving(begins);
    }
}
