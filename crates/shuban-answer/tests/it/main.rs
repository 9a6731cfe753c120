//! Answers from values in memory, against those from files.

mod in_memory;
mod same_answers;
mod unanswered;
