//! Pages without a server: positions are looked up in a published folder by range requests, and answers,
//! moves and drawings are made where the reader is, in WebAssembly.
//!
//! A page has two halves. `web/` is plain JavaScript, which fetches parts of files and shows what it is
//! told. A **module** is this crate with the rules of some games: it knows which part is needed, checks it,
//! and answers as `shuban probe --json` does, member for member, since both make their answers by
//! `shuban-answer`.
//!
//! * [`Site`] takes the games and domains of a `register` function, and answers questions in JSON. What is
//!   not in hand yet is replied to with what is needed, all of it at once.
//! * [`Page`] and [`module!`] are the interface of WebAssembly: four functions on numbers.
//! * `assets` (a feature) has the files that `shuban publish --site` writes.
//!
//! A game of your own has a module of its own, in a crate of one line: `shuban_site::module!(my_game::register);`,
//! compiled as a `cdylib` for `wasm32-unknown-unknown`. `docs/published-folders.md` has the questions.
//!
//! ```
//! use serde_json::{Value, json};
//! use shuban_site::Site;
//!
//! let mut site = Site::default();
//! shuban_gammon::register_tables(&mut site);
//! let layer = json!({ "name": "half-gammon/contact-1-1", "bytes": 2810 });
//! site.ask(&json!({ "what": "layers", "layers": [layer] }).to_string());
//!
//! let question = json!({ "what": "probe", "game": "half-gammon", "position": "1|3" });
//! let reply: Value = serde_json::from_str(&site.ask(&question.to_string()))?;
//! // The header of the layer's file is needed first; `site.give(0, 0, &bytes)` gives it.
//! assert_eq!(reply, json!({ "needs": [{ "layer": 0, "start": 0, "end": 40 }] }));
//! # Ok::<(), serde_json::Error>(())
//! ```

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
