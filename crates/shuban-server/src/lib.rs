//! Databases, rules and search over HTTP: the same answers as the command line, member for member.
//!
//! A [`Server`] has a catalog and a data folder, to which it never writes unless it is asked to
//! build. [`Server::router`] is the whole service as an axum router, which tests call without a
//! socket; [`Server::run`] listens. No game is known here by name: a game that joins the catalog is
//! served.
//!
//! * `api` has one file for each route of `/api/v1`; `openapi` describes them.
//! * `pages` is the explorer.
//! * `problem` turns errors into `application/problem+json`, with the place in the input.
//! * `ledgers` keeps recorded answers about positions; `proofs` lists and walks proof files,
//!   by `indexes`.
//! * `session_cache` keeps files open from one question to the next.
//! * `door` refuses requests of others; `bodies` reads bodies before a request takes a place; `budget`
//!   has what one request may take, and `deadline` answers when its time is over; `places` where work waits for its turn, by client; `connections`
//!   and `pace` close connections that stand still, and `hangup` those of clients that have gone.
//! * `builds` builds databases by default and on request.
//! * `limits` has the limits of requests, and of the time they take.
//!
//! ```
//! use shuban_server::Server;
//!
//! let catalog = Box::leak(Box::new(shuban_catalog::Catalog::new()));
//! // my_game::register(catalog);
//! let server = Server::new(catalog, "data".as_ref());
//! let _router = server.router();
//! ```

mod api;
mod bodies;
mod budget;
#[cfg(test)]
mod budget_tests;
mod builds;
mod connections;
mod cors;
mod deadline;
mod door;
mod first_proofs;
mod hangup;
mod indexes;
mod ledgers;
mod limits;
mod line;
mod metrics;
mod openapi;
mod oracles;
mod pace;
mod pages;
mod places;
#[cfg(test)]
mod places_tests;
mod problem;
mod proof_files;
mod proofs;
mod published;
mod reply;
mod request;
mod server;
mod session_cache;
mod sse;
mod state;
mod sync;
mod tree;

pub use limits::Limits;
pub use openapi::openapi;
pub use published::{Published, Recompute};
pub use server::Server;
