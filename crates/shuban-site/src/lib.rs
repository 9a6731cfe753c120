//! Pages without a server: positions are looked up in a published folder by range requests, and answers,
//! moves and drawings are made where the reader is.

#[cfg(feature = "assets")]
mod assets;
mod family;
mod fetched;
mod page;
mod question;
mod registry;
mod site;

#[cfg(feature = "assets")]
pub use assets::{PageModule, site_files};
pub use page::Page;
pub use site::Site;
