//! Rounds of exchange between the processes of one computation.
//!
//! Processes that compute one table together need numbers of each other, at times that all of them
//! know beforehand. So they exchange in **rounds**: in each, every process hands over what it has for
//! each other, and goes on when it has what all others had for it ([`Exchange::trade`]). A round is
//! also a barrier.
//!
//! * [`meet`] connects the processes at a [`Place`]: a folder of Unix sockets, a shared folder in
//!   which each publishes its address, or a list of hosts. Only processes that know the secret of
//!   the job and compute the same [`Subject`] are let in.
//! * [`Exchange`] has the rounds: numbers travel in pieces, of which only a few are under way
//!   between two processes, so that memory is bounded; each piece has a checksum.
//! * A process that is killed, disconnected or damaged is reported to all others as [`Lost`], with
//!   the number of the process where it began; nothing that a peer sends makes another panic. One
//!   that stops by itself tells why ([`Exchange::fail`]).
//! * [`Wire`] carries the frames. Between processes it is the communication layer of [timely
//!   dataflow](https://docs.rs/timely_communication), over sockets that have been greeted here;
//!   [`local`] connects threads of one process.
//!
//! Frames have checksums, and are not encrypted: an attacker in the network between the hosts can
//! change the numbers.
//!
//! ```
//! use shuban_cluster::{Exchange, Lost, local};
//!
//! let threads: Vec<_> = local(2)
//!     .into_iter()
//!     .map(|wire| {
//!         std::thread::spawn(move || {
//!             let mut exchange = Exchange::new(Box::new(wire));
//!             let other = 1 - exchange.own();
//!             let mut sent = vec![Vec::new(); 2];
//!             sent[other] = vec![exchange.own() as i32; 3];
//!             let mut received = vec![Vec::new(); 2];
//!             exchange.trade(&sent, &mut received)?;
//!             assert_eq!(received[other], [other as i32; 3]);
//!             exchange.close();
//!             Ok::<(), Lost>(())
//!         })
//!     })
//!     .collect();
//! for thread in threads {
//!     thread.join().unwrap()?;
//! }
//! # Ok::<(), Lost>(())
//! ```

mod engine;
mod exchange;
mod frame;
mod greeting;
mod guard;
mod local;
mod meeting;
mod place;
mod secret;
mod socket;
mod wire;

pub use exchange::Exchange;
pub use greeting::Subject;
pub use local::{Local, local};
pub use meeting::{meet, meet_while};
pub use place::Place;
pub use secret::{MeetingFolder, Secret, new_secret, publish_secret, published_secret, secret_of};
pub use wire::{Frame, Lost, Wire};
