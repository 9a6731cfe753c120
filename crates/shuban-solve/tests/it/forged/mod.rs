//! Files with sound checksums and false content: `verify` refuses each by the name of the false
//! member, and builds do not use them.

mod bounds;
mod common;
mod endless;
mod equation;
mod members;
mod sections;
mod shards;
mod slack;
mod sweeps;
