//! Messages that name what a caller may set or call, in the words of each interface.

use std::fmt;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A message to a caller: text, with names of settings and of calls that each interface writes in
/// its own way. Displayed, it has the words of the command line.
///
/// ```
/// use shuban_core::advice::Message;
///
/// let message = Message::from("it does not fit: allow more (").setting("memory").text(")");
/// assert_eq!(message.to_string(), "it does not fit: allow more (--memory)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(Vec<Word>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Text(String),
    Setting(&'static str),
    Call(Call),
}

/// A call that a message advises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// A build of a layer.
    Build(String),
    /// A build of the certificate of a compact layer.
    Certify(String),
    /// A list of what there is.
    List,
    /// An estimate by looking some plies ahead.
    Estimate,
    /// A program built with an optional feature.
    Compile(&'static str),
}

/// The words of an interface.
pub trait Wording {
    /// Returns a setting, such as `memory`, as callers write it.
    fn setting(&self, name: &str) -> String;

    /// Returns a call as callers write it.
    fn call(&self, call: &Call) -> String;
}

impl Message {
    /// Adds text.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        self.0.push(Word::Text(text.to_owned()));
        self
    }

    /// Adds the name of a setting.
    #[must_use]
    pub fn setting(mut self, name: &'static str) -> Self {
        self.0.push(Word::Setting(name));
        self
    }

    /// Adds a call.
    #[must_use]
    pub fn call(mut self, call: Call) -> Self {
        self.0.push(Word::Call(call));
        self
    }

    /// Adds another message.
    #[must_use]
    pub fn and(mut self, other: &Message) -> Self {
        self.0.extend_from_slice(&other.0);
        self
    }

    /// Returns the message in the words of an interface.
    pub fn worded(&self, wording: &dyn Wording) -> String {
        let word = |word: &Word| match word {
            Word::Text(text) => text.clone(),
            Word::Setting(name) => wording.setting(name),
            Word::Call(call) => wording.call(call),
        };
        self.0.iter().map(word).collect()
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Message(vec![Word::Text(text)])
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        Message::from(text.to_owned())
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&CommandLine))
    }
}

/// The words of the command line.
#[derive(Clone, Copy, Debug)]
pub struct CommandLine;

impl Wording for CommandLine {
    fn setting(&self, name: &str) -> String {
        format!("--{name}")
    }

    fn call(&self, call: &Call) -> String {
        let program = program_name();
        match call {
            Call::Build(domain) => format!("`{program} build {domain}`"),
            Call::Certify(domain) => format!("`{program} build {domain} --certificate`"),
            Call::List => format!("`{program} list`"),
            Call::Estimate => "`solve --plies N`".to_owned(),
            Call::Compile(feature) => format!("`cargo build --release --features {feature}`"),
        }
    }
}

static PROGRAM: OnceLock<String> = OnceLock::new();

/// Sets the program's name in advice that names commands; the first name stays. Without it, advice
/// names the running program, since any program may use the library.
pub fn set_program_name(name: &str) {
    PROGRAM.get_or_init(|| name.to_owned());
}

/// Returns the program's name, for advice that names its commands.
pub fn program_name() -> String {
    if let Some(name) = PROGRAM.get() {
        return name.clone();
    }
    let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    path.file_stem().map_or_else(|| "shuban".to_owned(), |name| name.to_string_lossy().into_owned())
}
