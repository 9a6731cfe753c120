//! Building blocks of games and tables: indexes, values, dice, texts.

mod checkers;
mod combinatorics;
mod confidence;
mod defaults;
mod dice;
mod dictionary;
mod drawing;
mod echo;
mod equation;
mod field_columns;
mod fields;
mod handed;
mod histogram;
mod interval;
mod oracle;
mod phrases;
mod progress;
mod random;
mod receding;
mod sgf;
mod sweep;
mod tabulate;
mod text;
mod transcript;
mod two_sided;
mod winners;
