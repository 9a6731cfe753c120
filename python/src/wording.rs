//! Advice in the words of Python.

use shuban_core::advice::{Call, Wording};

/// The words of Python.
pub(crate) struct Python;

impl Wording for Python {
    fn setting(&self, name: &str) -> String {
        let name = if name == "time" { "seconds" } else { name };
        format!("{name}=")
    }

    fn call(&self, call: &Call) -> String {
        match call {
            Call::Build(domain) => format!("`shuban.build({domain:?})`"),
            Call::Certify(domain) => {
                format!("`shuban build {domain} --certificate` on the command line")
            }
            Call::List => "`shuban.domains()`".to_owned(),
            Call::Estimate => "`shuban.estimate`".to_owned(),
            Call::Compile(feature) => format!(
                "`pip install ./python --config-settings=build-args='--features {feature}'`"
            ),
        }
    }
}
