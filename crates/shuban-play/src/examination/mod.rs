//! Examination of a player against a database: the errors of its values, the losses of its moves,
//! and what its play is worth.
//!
//! An [`Examinee`] answers questions, many at once: a [`BuiltIn`] of this program, or another
//! [`Program`] over a line protocol. [`examine`] asks it about the positions of a layer and
//! compares its answers with the values there; where it has answered all of them, its play is a
//! fixed policy, whose value against itself and against the best reply is [solved](ExactPlay).

mod accumulated;
mod answer_sheet;
mod asking;
mod builtin;
mod deadline;
mod decision_graph;
mod exact_play;
mod examine;
mod examinee;
mod fault;
mod findings;
mod findings_text;
mod following;
mod known_values;
mod line_protocol;
mod program;

pub use accumulated::{Share, Summary};
pub use answer_sheet::AnswerSheet;
pub use builtin::BuiltIn;
pub use deadline::Deadline;
pub use exact_play::ExactPlay;
pub use examine::{ExaminationOptions, examine};
pub use examinee::{AnswerForm, Answered, AskedTurn, Examinee, ExamineeReply};
pub use fault::{CountedFault, Ended, Fault, Faults};
pub use findings::{EndedEarly, Figures, Findings, HardPosition, MisjudgedPosition};
pub use program::{Program, ProgramError};
