//! The tiles of targets with vectors but no backend of their own.

use super::portable::Array;
use super::stack::{Row, Rows4};
use super::{Block, Rows, Tile, group};
use crate::backend::{Kind, Set};
use crate::key::Score;

macro_rules! tiles {
    ($lane:ty, $b:literal) => {
        impl Tile for $lane {
            fn rows<S: Score<Lane = Self>>(set: Set, rows: Rows<S>) -> u64 {
                let Kind::Portable = set.kind();
                const W: usize = $b / 4;
                group::rows::<Row<_>, Array<$lane, W>, S, $b, W>(rows)
            }

            fn both<S: Score<Lane = Self>>(
                set: Set,
                rows: Rows<S>,
                ties: bool,
                blocks: &mut [Block<S>],
            ) -> u64 {
                let Kind::Portable = set.kind();
                const W: usize = $b / 4;
                group::both::<Rows4<_>, Rows4<_>, Array<$lane, W>, S, $b, W>(rows, ties, blocks)
            }
        }
    };
}

tiles!(i8, 64);
tiles!(i16, 32);
tiles!(i32, 16);
tiles!(i64, 8);
