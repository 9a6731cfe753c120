//! Answers about positions of any game, as values, JSON and text: no files, threads or solvers.
//!
//! A program with a disk and a page in a browser give the same [`AnyAnswer`] about a position: they
//! differ only in where stored values come from, which is their [`LayerSource`].
//!
//! * [`stored_answer()`] answers from stored values; [`stored_value()`] looks a value up, or backs it
//!   up where no table should hold it; [`StatedEquation::of`] states how a value follows from
//!   others.
//! * [`AnyPosition`], [`AnyTurn`] and [`GameEnd`] are what answers are made of, whatever the game;
//!   [`answer`] has tables and fields, [`proof`] what proof searches recorded.
//!
//! Nim for three players, in turn `a`, `b` and `c`, with up to two counters. A page has fetched the
//! three values there are, each a set of the players who may win:
//!
//! ```
//! use std::ops::Deref;
//!
//! use miniatures::three_heaps::{AllHeaps, Heaps};
//! use shuban_answer::{
//!     AnyPosition, Detail, LayerSource, LayerValues, LookUpError, RecordBlock, stored_answer,
//! };
//! use shuban_core::shelf::EmptyShelf;
//! use shuban_core::{Domain, Game, IndexOf, LayerId, PartId, Winners};
//!
//! struct Page {
//!     domain: AllHeaps,
//!     layers: Vec<Fetched>,
//! }
//!
//! struct Fetched {
//!     index: IndexOf<AllHeaps>,
//!     values: Vec<Winners>,
//! }
//!
//! impl LayerSource for Page {
//!     type Domain = AllHeaps;
//!     type Error = LookUpError; // and where ranges come from afar, that one is not in hand yet
//!     type Layer = Fetched;
//!
//!     fn domain(&self) -> &AllHeaps {
//!         &self.domain
//!     }
//!
//!     fn layer(&self, id: LayerId) -> Result<Option<impl Deref<Target = Fetched>>, LookUpError> {
//!         Ok(self.layers.get(id.0))
//!     }
//! }
//!
//! impl LayerValues<AllHeaps> for Fetched {
//!     type Error = LookUpError;
//!
//!     fn rank(&self, _part: usize, heaps: &Heaps) -> Option<u64> {
//!         self.index.rank(heaps)
//!     }
//!
//!     fn value(&self, _part: usize, rank: u64) -> Result<Winners, LookUpError> {
//!         Ok(self.values[rank as usize])
//!     }
//!
//!     fn block(&self, _part: usize, _rank: u64) -> Result<RecordBlock, LookUpError> {
//!         Ok(RecordBlock { number: 0, checksum: 0 })
//!     }
//!
//!     fn content_hash(&self) -> &str {
//!         ""
//!     }
//! }
//!
//! let domain = AllHeaps::new(2);
//! let values = [vec![Winners::only(0)], vec![Winners::only(0), Winners::only(1)]];
//! let fetched = values.into_iter().enumerate().map(|(layer, values)| {
//!     let part = PartId { layer: LayerId(layer), part: 0 };
//!     Ok(Fetched { index: domain.index(part)?, values })
//! });
//! let layers = fetched.collect::<Result<_, shuban_core::IndexError>>()?;
//! let page = Page { domain, layers };
//!
//! // Of two single counters the second player takes the last.
//! let game = page.domain.game();
//! let position = AnyPosition::new(game, game.parse("0,1,1 a")?);
//! let answer = stored_answer(&page, &position, &Detail::All, &EmptyShelf)?;
//! let json = serde_json::to_value(&answer)?;
//! assert_eq!((&json["value"], &json["wins"]), (&[2].into(), &false.into()));
//! assert_eq!(json["moves"][0]["after"], "0,0,1 b");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
mod any_position;
mod any_rules;
mod any_turn;
pub mod equation;
mod error;
mod game_end;
mod layer_source;
pub mod proof;
mod stored_answer;
mod stored_value;

pub use answer::{AnyAnswer, AnyEvent, AnyPlay, Detail};
pub use any_position::AnyPosition;
pub use any_rules::{AnyOpening, AnyRules};
pub use any_turn::{Act, AnyChance, AnyTurn};
pub use equation::StatedEquation;
pub use error::{AnswerError, ForeignPosition, LookUpError, RulesError};
pub use game_end::GameEnd;
pub use layer_source::{LayerSource, LayerValues, RecordBlock};
pub use stored_answer::stored_answer;
pub use stored_value::{ValueSource, stored_value};
