//! The syntax of SGF: trees of nodes with properties, of which the main line is read.

use super::{TranscriptError, TranscriptProblem};
use crate::echo::echo;

/// A property: its name, its values and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
    /// The line, from 1.
    pub line: usize,
}

/// The nodes of one game, variations left out.
pub type MainLine = Vec<Vec<Property>>;

/// Deepest nesting of games and variations.
const DEEPEST: usize = 10_000;

/// Most games and values of properties that are kept: they take far more memory than text.
pub const MOST_PARTS: usize = 1 << 20;

/// Reads a collection of games.
pub fn parse_collection(text: &str) -> Result<Vec<MainLine>, TranscriptError> {
    let mut parser = Parser { chars: text.chars().peekable(), line: 1 };
    let mut games = Vec::new();
    let mut nodes: MainLine = Vec::new();
    // Depth in the tree, and the depth at which a variation outside of the main line began.
    let (mut depth, mut skipping) = (0usize, None);
    // True if a tree of this game has been closed: the next one is a variation.
    let mut is_closed = false;
    // True if a `;` of this game was read, and if the next property is the first of its node: nodes
    // without any are left out.
    let (mut is_begun, mut is_new) = (false, false);
    let mut parts = 0;
    while let Some(c) = parser.next_word() {
        match c {
            '(' => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(parser.error("too many trees one in the other"));
                }
                if is_closed && skipping.is_none() {
                    skipping = Some(depth);
                }
            }
            ')' if depth == 0 => return Err(parser.error("`)` and no tree is open")),
            ')' => {
                if skipping == Some(depth) {
                    skipping = None;
                }
                depth -= 1;
                is_closed = true;
                if depth == 0 {
                    parts += 1;
                    parser.check_parts(parts)?;
                    games.push(std::mem::take(&mut nodes));
                    (is_closed, is_begun, is_new) = (false, false, false);
                }
            }
            // Text around the collection is ignored.
            _ if depth == 0 => {}
            ';' => {
                is_begun = true;
                is_new |= skipping.is_none();
            }
            c if c.is_ascii_alphabetic() => {
                let property = parser.property(c)?;
                if !is_begun {
                    return Err(parser.error("a property before the first `;`"));
                }
                if skipping.is_some() {
                    continue;
                }
                parts += property.values.len();
                parser.check_parts(parts)?;
                match nodes.last_mut().filter(|_| !is_new) {
                    Some(node) => node.push(property),
                    None => nodes.push(vec![property]),
                }
                is_new = false;
            }
            c => return Err(parser.error(&format!("unexpected `{}`", c.escape_debug()))),
        }
    }
    match (depth, games.is_empty()) {
        (0, false) => Ok(games),
        (0, true) => Err(parser.error("there is no game: a game begins with `(;`")),
        _ => Err(TranscriptError { line: parser.line, problem: TranscriptProblem::Unfinished }),
    }
}

struct Parser<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl Parser<'_> {
    fn error(&self, reason: &str) -> TranscriptError {
        TranscriptError { line: self.line, problem: TranscriptProblem::Syntax(reason.to_owned()) }
    }

    fn check_parts(&self, parts: usize) -> Result<(), TranscriptError> {
        match parts > MOST_PARTS {
            true => Err(TranscriptError {
                line: self.line,
                problem: TranscriptProblem::TooMuch(MOST_PARTS),
            }),
            false => Ok(()),
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// The next character that is not white space.
    fn next_word(&mut self) -> Option<char> {
        while self.chars.peek().is_some_and(|c| c.is_whitespace() || *c == '\u{feff}') {
            self.next();
        }
        self.next()
    }

    /// Reads a property whose name begins with `first`.
    fn property(&mut self, first: char) -> Result<Property, TranscriptError> {
        let line = self.line;
        let mut name = String::from(first);
        while let Some(c) = self.chars.next_if(char::is_ascii_alphanumeric) {
            name.push(c);
        }
        let mut values = Vec::new();
        loop {
            match self.chars.peek() {
                Some('[') => {
                    self.next();
                    values.push(self.value()?);
                }
                Some(c) if c.is_whitespace() => {
                    self.next();
                }
                _ => break,
            }
        }
        match values.is_empty() {
            true => Err(self.error(&format!("`{}` has no value in brackets", echo(&name, 0)))),
            false => Ok(Property { name, values, line }),
        }
    }

    /// Reads a value up to its closing bracket.
    fn value(&mut self) -> Result<String, TranscriptError> {
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => match self.next() {
                    // A line that is broken for its length only.
                    Some('\n') => {}
                    Some('\r') => {
                        if self.chars.peek() == Some(&'\n') {
                            self.next();
                        }
                    }
                    Some(c) => value.push(c),
                    None => return Err(self.cut()),
                },
                Some(c) => value.push(c),
                None => return Err(self.cut()),
            }
        }
    }

    fn cut(&self) -> TranscriptError {
        TranscriptError { line: self.line, problem: TranscriptProblem::Unfinished }
    }
}
