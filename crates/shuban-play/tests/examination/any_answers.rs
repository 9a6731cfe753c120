//! Properties of any lines of a program under examination: each is read as the answer to the
//! question whose number it gives, or refused, and no message repeats what a terminal obeys. A fuzz
//! target uses it, too.

use serde_json::Value as Json;
use shuban_core::echo::is_unsafe;
use shuban_play::examination::{AnswerForm, AnswerSheet, AskedTurn, ExamineeReply};

/// A byte with the form of the answers, the number of questions and that of the first, and then all
/// that the program writes.
pub(crate) fn as_answers(input: &[u8]) {
    let Some((&kind, written)) = input.split_first() else { return };
    let form = if kind & 1 == 0 { AnswerForm::Values } else { AnswerForm::Moves };
    let (count, first) = (u64::from(kind >> 1) % 8, u64::from(kind >> 4));
    let turn = |number| AskedTurn { position: format!("{number}|1"), chance: None };
    let asked: Vec<AskedTurn> = (1..=count).map(turn).collect();
    let text = String::from_utf8_lossy(written);
    let mut sheet = AnswerSheet::new(first, &asked, form);
    for line in text.lines() {
        if let Err(ended) = sheet.take(line) {
            assert_eq!(ended.name(), "unasked");
            is_harmless(&ended.to_string());
            break;
        }
    }
    let replies = sheet.into_replies();
    assert!(replies.len() <= asked.len());
    for (id, reply) in (first..).zip(&replies) {
        match reply {
            Ok(reply) => {
                let said = text.lines().any(|line| says(line, id, reply));
                assert!(said, "{reply:?} to {id} in {text:?}");
                let has_form =
                    matches!(reply, ExamineeReply::Value(_)) == (form == AnswerForm::Values);
                assert!(has_form, "{reply:?}");
            }
            Err(fault) => is_harmless(&fault.to_string()),
        }
    }
}

/// Returns true if a line gives this answer to this question.
fn says(line: &str, id: u64, reply: &ExamineeReply) -> bool {
    let Ok(json) = serde_json::from_str::<Json>(line) else { return false };
    let is_same = match reply {
        ExamineeReply::Value(value) => value.is_finite() && json["value"].as_f64() == Some(*value),
        ExamineeReply::Move(action) => json["move"].as_str() == Some(action),
    };
    is_same && json["id"].as_u64() == Some(id)
}

fn is_harmless(message: &str) {
    assert!(!message.chars().any(is_unsafe), "{message:?}");
}
