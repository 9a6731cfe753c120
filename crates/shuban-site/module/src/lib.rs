//! The modules of the pages of a published folder, one for each family of games: a feature says which.
//! `scripts/build-modules.py` compiles them.

#[cfg(feature = "gammon")]
shuban_site::module!(shuban_gammon::register_tables);

#[cfg(feature = "amazons")]
shuban_site::module!(shuban_amazons::register);

#[cfg(feature = "tanhinmin")]
shuban_site::module!(shuban_tanhinmin::register);
