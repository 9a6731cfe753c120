//! Files with sound checksums and false content: `verify` refuses each by the name of what is
//! false, and a build makes nothing of them.

mod bounds;
mod common;
mod endless;
mod equation;
mod members;
mod sections;
mod shards;
mod slack;
mod sweeps;
