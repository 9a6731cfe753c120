//! Folders published, read through a web server and its faults, and fetched.

mod fetched;
mod interrupted;
mod layers;
mod look_ups;
mod published;
mod static_host;
