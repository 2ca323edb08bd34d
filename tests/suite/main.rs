//! The tests of the kernel through its public API, in one program: so the
//! counting loops, of which there are many, are compiled once.

#![cfg(all(feature = "f64", feature = "half", feature = "int", feature = "int64"))]

mod common;
mod oracle;

mod both;
mod decimal;
mod definitions;
mod edges;
mod errors;
mod exhaustive;
mod gold_metrics;
mod graded;
mod histogram;
mod keys;
mod large;
mod lists;
mod median;
mod properties;
mod ranges;
mod sample;
mod sweeps;
mod tiles;
