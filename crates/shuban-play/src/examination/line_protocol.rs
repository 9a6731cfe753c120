//! The line protocol: one JSON object a line, a greeting and then a line for each question.
//!
//! Answers come in the order of the questions, each with the number of its question.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::examination::examinee::{AnswerForm, AskedTurn, ExamineeReply};
use crate::examination::fault::Fault;

/// Version of the protocol.
pub(crate) const VERSION: u32 = 1;

/// First line to the program.
#[derive(Serialize)]
pub(crate) struct Greeting<'g> {
    pub(crate) protocol: &'static str,
    pub(crate) version: u32,
    pub(crate) game: &'g str,
    pub(crate) domain: &'g str,
    /// Least and greatest value.
    pub(crate) range: [f64; 2],
}

/// First line from the program.
#[derive(Deserialize)]
pub(crate) struct Introduction {
    pub(crate) name: String,
    pub(crate) answers: AnswerForm,
}

#[derive(Serialize)]
struct QuestionLine<'q> {
    id: u64,
    position: &'q str,
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<&'q str>,
}

/// Appends the line of a question.
pub(crate) fn write_question(lines: &mut Vec<u8>, id: u64, asked: &AskedTurn) {
    let line = QuestionLine { id, position: &asked.position, roll: asked.chance.as_deref() };
    // Numbers and texts are always written, and a vector takes all.
    let _ = serde_json::to_writer(&mut *lines, &line);
    lines.push(b'\n');
}

/// The line of an answer.
#[derive(Deserialize)]
pub(crate) struct AnswerLine {
    /// Number of the question.
    pub(crate) id: u64,
    position: Option<String>,
    value: Option<Json>,
    #[serde(rename = "move")]
    action: Option<String>,
    error: Option<String>,
}

/// Parses the line of an answer.
///
/// # Errors
/// [`Fault`] if it is not an answer.
pub(crate) fn parse_answer(line: &str) -> Result<AnswerLine, Fault> {
    serde_json::from_str(line).map_err(|error| unreadable(line, &error))
}

/// Reads the answer to a question.
///
/// # Errors
/// [`Fault`] by its kind.
pub(crate) fn read_answer(
    read: AnswerLine,
    asked: &AskedTurn,
    form: AnswerForm,
) -> Result<ExamineeReply, Fault> {
    if let Some(given) = read.position.filter(|given| *given != asked.position) {
        return Err(Fault::AnotherPosition { asked: asked.position.clone(), given });
    }
    if let Some(error) = read.error {
        return Err(Fault::Refused(error));
    }
    match form {
        AnswerForm::Values => match read.value {
            Some(Json::Number(number)) => {
                number.as_f64().map(ExamineeReply::Value).ok_or_else(|| impossible(&number))
            }
            Some(other) => Err(impossible(&other)),
            None => Err(Fault::Missing("value")),
        },
        AnswerForm::Moves => read.action.map(ExamineeReply::Move).ok_or(Fault::Missing("move")),
    }
}

/// Numbers that JSON does not have, and programs write.
const NO_NUMBERS: [&str; 2] = ["NaN", "Infinity"];

fn unreadable(line: &str, error: &serde_json::Error) -> Fault {
    match NO_NUMBERS.iter().find(|word| line.contains(**word)) {
        Some(word) => impossible(word),
        None => Fault::Unreadable { line: line.to_owned(), reason: error.to_string() },
    }
}

fn impossible(value: &impl ToString) -> Fault {
    Fault::ImpossibleValue(value.to_string())
}
