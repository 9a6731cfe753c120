//! The program as people run it: its output and exit codes.

mod amazons;
mod amazons_regions;
mod amazons_sums;
mod analyse;
mod answers;
mod asking;
mod bad_input;
mod bearoff;
#[cfg(unix)]
mod builds;
mod cards;
mod common;
mod databases;
mod estimates;
#[cfg(unix)]
mod external;
#[cfg(unix)]
mod files;
mod help;
mod judged_programs;
mod judging;
#[cfg(target_os = "linux")]
mod links;
mod logs;
mod match_play;
mod matches;
mod measuring;
mod named_files;
mod own_files;
mod pictures;
#[cfg(unix)]
mod pipe;
mod play;
mod play_match;
#[cfg(target_os = "linux")]
mod proof_jobs;
mod proof_search;
mod proofs;
#[cfg(feature = "publish")]
mod published_folders;
mod refereed;
mod rollouts;
mod shards;
#[cfg(target_os = "linux")]
mod space;
#[cfg(feature = "publish")]
#[path = "../../../shuban-publish/tests/it/static_host.rs"]
mod static_host;
#[cfg(target_os = "linux")]
mod stops;
#[path = "../support/mod.rs"]
mod support;
#[cfg(target_os = "linux")]
mod together;
mod trax;
mod unbuilt;
