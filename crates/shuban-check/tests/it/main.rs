//! Proofs: written and accepted, changed and refused; the program, and the other checker.

mod boards;
mod forged;
mod program;
mod proofs;
mod second_checker;
mod walks;
