//! Pages without a server: positions are looked up in a published folder by range requests, and answers,
//! moves and drawings are made where the reader is.

mod family;
mod fetched;
mod page;
mod question;
mod registry;
mod site;

pub use page::Page;
pub use site::Site;
