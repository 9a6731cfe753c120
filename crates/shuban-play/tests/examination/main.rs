//! Examinations of players by small databases.

mod any_answers;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod hostile;
mod interruption;
mod marks;
mod plain_twin;
