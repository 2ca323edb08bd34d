//! Profiles against the rules of their families, followed step by step: sort,
//! look where the gold is, add floats up. Nothing here counts.

#[path = "../common/mod.rs"]
mod common;
mod slow;

mod command;
mod image_text;
mod pykeen;
mod trec;
