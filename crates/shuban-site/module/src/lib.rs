//! The modules of the pages of a published folder, one for each family of games: a feature says which, and
//! of several the first. `scripts/build-modules.py` compiles them.

#[cfg(feature = "gammon")]
shuban_site::module!(shuban_gammon::register_tables);

#[cfg(all(feature = "amazons", not(feature = "gammon")))]
shuban_site::module!(shuban_amazons::register);

#[cfg(all(feature = "tanhinmin", not(any(feature = "amazons", feature = "gammon"))))]
shuban_site::module!(shuban_tanhinmin::register);
