//! A page's module gives the answers of the program, from the parts of files that it asks for.

mod answers;
mod bad_input;
mod host;
