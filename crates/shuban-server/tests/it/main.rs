//! The service, asked without a socket and through one.

mod advice;
mod another_process;
mod any_request;
mod api;
mod common;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod crawl;
mod door;
mod equation;
mod estimates;
mod hand;
mod hangup;
mod hostile;
mod kept_proofs;
mod limits;
mod pages;
mod plot;
mod proofs;
mod recorded;
mod replaced;
mod socket;
mod tree;
mod work;
mod worth;
