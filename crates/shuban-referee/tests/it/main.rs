//! The referee and the databases of the program, and databases with one false value.

mod amazons;
mod any_layer;
mod cards;
mod common;
mod contact_truth;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
#[path = "../../../shuban-solve/tests/it/forge.rs"]
mod forge;
mod forged;
mod gammon;
mod histograms;
mod hostile;
mod independence;
mod names;
mod needs;
mod trax;
