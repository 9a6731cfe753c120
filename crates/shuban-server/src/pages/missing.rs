//! Layers that would know a position, and whether readers may have them built.

use axum::http::StatusCode;
use shuban_catalog::{BuildCost, Error};
use shuban_core::text::bytes_text;

use crate::builds::Build;
use crate::problem::Problem;
use crate::request::RequestState;

/// A layer that would know the position.
pub(super) struct MissingLayer {
    pub(super) domain: String,
    /// True if the reader may have it built.
    pub(super) is_offered: bool,
    /// Its build, if it was asked for.
    pub(super) build: Option<Build>,
}

impl MissingLayer {
    /// Returns the layer that an error names.
    pub(super) fn of(state: &RequestState, error: &Error) -> Option<Self> {
        let Error::NotBuilt { domain, cost } = error else { return None };
        let is_offered = cost.is_some_and(|cost| check(state, domain, cost).is_ok());
        Some(MissingLayer { domain: domain.clone(), is_offered, build: state.builds.of(domain) })
    }
}

/// Refuses a build that readers may not ask for.
pub(super) fn check(state: &RequestState, domain: &str, cost: BuildCost) -> Result<(), Problem> {
    let memory = state.builds.memory_on_request().ok_or_else(|| {
        let detail = "this server builds nothing on request";
        Problem::new(StatusCode::FORBIDDEN, "no-builds", detail)
    })?;
    let (time, disk) = (state.limits.build_time.as_secs_f64(), state.limits.build_disk);
    // Costs may be infinite, or no numbers.
    if cost.seconds <= time && cost.disk <= disk && cost.memory <= memory {
        return Ok(());
    }
    let [most_memory, most_disk] = [memory, disk].map(bytes_text);
    let detail = format!(
        "{domain} takes {cost}: this server builds on request what takes at most {time:.0} s, \
         {most_memory} of memory and {most_disk} on the disk"
    );
    Err(Problem::new(StatusCode::FORBIDDEN, "too-large", detail))
}
