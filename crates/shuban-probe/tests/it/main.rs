//! The reader of engines gives what the store wrote, whatever bytes are in hand, and nothing else.

mod damage;
mod layers;
mod sections;
mod wire;
