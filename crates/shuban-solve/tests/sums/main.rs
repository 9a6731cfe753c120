//! Sums of games: the tables of the publication, and small games against plain minimax.

mod tables;
