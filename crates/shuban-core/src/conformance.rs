//! The suite that every implementation of the traits must pass.
