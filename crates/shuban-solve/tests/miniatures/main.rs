//! Five tiny games, each with something that the large ones need: cycles, chance and intervals
//! (backgammon); pairs of numbers and regions cut in two (Amazons); interned values; three players
//! and sets (Daihinmin); reachable positions with a stored index (TRAX). Each has its rules, its
//! domain and a twin that goes another way, and is solved whole: proof that the traits carry them,
//! and an example of how to add a game. A sixth, of plain numbers, is as large as a test of streaming wants.

mod cyclic_chance;
mod interned;
mod numbers;
mod pairs;
mod reachable;
mod spine;
mod streamed;
mod three_players;
