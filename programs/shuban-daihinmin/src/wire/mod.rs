//! The contest's protocol, version 20070, between its server and its clients.
//!
//! There are two messages without any framing: a table of 8 × 15 cells ([`Grid`], 480 bytes) and a
//! number (4 bytes), integers of 32 bits in network order. Two state machines without sockets play
//! the protocol: [`Server`] says what to send to whom and whose answer to wait for, [`Client`] what
//! it waits for and what to answer. For a client, bytes that mean nothing are a [`WireError`]; at
//! the server they cost their sender a turn.
//!
//! ```
//! use shuban_daihinmin::contest::Contest;
//! use shuban_daihinmin::players::{PlayerKind, Setup};
//! use shuban_daihinmin::wire::{Client, Expected, Message, Server, ServerStep};
//! use shuban_daihinmin_game::ContestRules;
//!
//! // A match of one game with everything but sockets.
//! let rules = ContestRules::default();
//! let setup = Setup::new(rules, 7);
//! let mut clients: Vec<Client> = (0..5)
//!     .map(|number| Client::new(rules, PlayerKind::Default.player(&setup, number)))
//!     .collect();
//! for (number, client) in clients.iter_mut().enumerate() {
//!     client.number(number as i32)?;
//! }
//! let mut server = Server::new(Contest::new(rules, 1, 7));
//! let mut answer = None;
//! loop {
//!     match server.step() {
//!         ServerStep::Send { player, message: Message::Table(table) } => {
//!             answer = clients[player].table(&table)?.or(answer);
//!         }
//!         ServerStep::Send { player, message: Message::Number(number) } => {
//!             clients[player].number(number)?;
//!         }
//!         ServerStep::Receive { .. } => server.receive(answer.take().as_ref()).unwrap(),
//!         ServerStep::Finished => break,
//!     }
//! }
//! assert!(clients.iter().all(|client| client.expects() == Expected::Nothing));
//! assert_eq!(server.contest().records().len(), 1);
//! # Ok::<_, shuban_daihinmin::wire::WireError>(())
//! ```

mod cells;
mod client;
mod error;
mod follow;
mod grid;
mod profile;
mod server;
mod state;

pub use cells::{cards_of, gift_of, grid_of_cards, grid_of_meld, meld_of};
pub use client::{Client, Expected};
pub use error::WireError;
pub use follow::Following;
pub use grid::{COLUMNS, Grid, NUMBER_BYTES, ROWS, TABLE_BYTES};
pub use profile::{VERSION, profile, read_profile};
pub use server::{Message, Rejected, Server, ServerStep};
pub use state::TableState;

/// The port of the contest's server.
pub const PORT: u16 = 42485;
