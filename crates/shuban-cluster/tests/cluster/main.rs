//! Rounds between threads and between processes, and what happens when something goes wrong.

mod damage;
mod deaths;
mod places;
mod rounds;
mod strangers;
