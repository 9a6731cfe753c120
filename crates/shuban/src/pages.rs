//! The modules of the pages that `publish --site` writes, one for each family of games.

use shuban_site::PageModule;

macro_rules! module {
    ($name:literal, $prefixes:expr) => {
        PageModule {
            file: concat!($name, ".wasm"),
            packed: include_bytes!(concat!("../modules/", $name, ".wasm.gz")),
            prefixes: &$prefixes,
        }
    };
}

/// The modules of the pages of this project's games. `scripts/build-modules.py` compiles them.
pub const PAGES: [PageModule; 3] = [
    module!("amazons", ["amazons"]),
    module!("gammon", ["backgammon", "half-gammon", "hypergammon", "mini-gammon"]),
    module!("tanhinmin", ["daihinmin-open", "tanhinmin"]),
];
