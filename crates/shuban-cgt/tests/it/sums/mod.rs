//! Sums of games: the tables of the publication, and small games against plain minimax.

mod ahead;
mod bounds;
mod scores;
mod tables;
mod trees;
