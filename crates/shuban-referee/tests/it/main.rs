//! The referee and the databases of the program, and databases with one false value.

mod amazons;
mod cards;
mod common;
mod forged;
mod gammon;
mod independence;
mod names;
mod needs;
mod trax;
mod truth;
