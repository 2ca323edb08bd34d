//! What the instruction sets have in common: a vector as a register.

/// A vector by its operations, each a function of registers.
macro_rules! vector {
    ($name:ident, $register:ty, [$lane:ty; $w:literal], $ops:ident, $splat:ident $(, $sum:path)?) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name($register);

        // SAFETY, for every block here: the instructions are there, since these
        // vectors are used below functions compiled for them only; loads and
        // stores need no alignment and cover exactly one array.
        impl Vector<$w> for $name {
            type Lane = $lane;

            #[inline(always)]
            fn splat(lane: $lane) -> Self {
                // SAFETY: see above.
                $name(unsafe { $splat(lane) })
            }

            #[inline(always)]
            fn load<S: Score + Bits<Lane = $lane>>(cells: &[S; $w]) -> Self {
                const { assert!(size_of::<S>() == size_of::<$lane>()) };
                // SAFETY: see above; a score's memory is its bits.
                $name(unsafe { $ops::load(cells.as_ptr().cast()) })
            }

            #[inline(always)]
            fn lanes(lanes: &[$lane; $w]) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::load(lanes.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, lanes: &mut [$lane; $w]) {
                // SAFETY: see above.
                unsafe { $ops::store(lanes.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::xor(self.0, other.0) })
            }

            #[inline(always)]
            fn ordered(self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::ordered(self.0, $splat(<$lane>::MAX)) })
            }

            #[inline(always)]
            fn minus_one() -> Self {
                // SAFETY: see above.
                $name(unsafe { $splat($ops::minus_one() as $lane) })
            }

            #[inline(always)]
            fn count_above(self, a: Self, b: Self, minus_one: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::count_above(self.0, a.0, b.0, minus_one.0) })
            }

            #[inline(always)]
            fn count_equal(self, a: Self, b: Self, minus_one: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::count_equal(self.0, a.0, b.0, minus_one.0) })
            }

            #[inline(always)]
            fn note_nan(self, bits: Self, infinity: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe {
                    let magnitude = $ops::and(bits.0, $splat(<$lane>::MAX));
                    $ops::note(self.0, magnitude, infinity.0)
                })
            }

            #[inline(always)]
            fn has_nan(self, infinity: Self) -> bool {
                // SAFETY: see above.
                unsafe { $ops::noted(self.0, infinity.0) }
            }

            #[inline(always)]
            fn where_above(self, a: Self, b: Self, other: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::where_above(a.0, b.0, other.0, self.0) })
            }

            #[inline(always)]
            fn sink_nan(self, bits: Self, reader: &Reader<Self>, nans: &mut Self) -> Self {
                // SAFETY: see above.
                unsafe {
                    let magnitude = $ops::and(bits.0, $splat(<$lane>::MAX));
                    let (infinity, minus_one) = (reader.infinity.0, reader.minus_one.0);
                    nans.0 = $ops::count_above(nans.0, magnitude, infinity, minus_one);
                    $name($ops::where_above(magnitude, infinity, reader.sink.0, self.0))
                }
            }

            $(
                #[inline(always)]
                fn sum(self) -> u32 {
                    // SAFETY: see above.
                    unsafe { $sum(self.0) }
                }
            )?

            #[inline(always)]
            fn prefetch<S>(cells: &[S], distance: usize) {
                let ahead = cells.as_ptr().cast::<i8>().wrapping_add(distance);
                // SAFETY: any address may be prefetched.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead) }
            }
        }
    };
}

/// The operations of one instruction set and lane, where a compare gives a
/// vector of all ones or zeros.
macro_rules! masked_by_vectors {
    (
        $ops:ident, $r:ty, $load:ident, $store:ident, $and:ident, $andnot:ident, $or:ident, $xor:ident,
        $sub:ident, above: $above:path, equal: $equal:path,
        ordered: |$bits:ident, $of:ident| $ordered:expr,
        note: |$noted:ident, $magnitude:ident, $infinity:ident| $note:expr,
        noted: $has:expr
    ) => {
        mod $ops {
            use super::*;

            pub(super) use super::{$and as and, $load as load, $store as store, $xor as xor};

            #[inline(always)]
            pub(super) unsafe fn ordered($bits: $r, magnitude: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe {
                    let $of = $and($bits, magnitude);
                    $ordered
                }
            }

            #[inline(always)]
            pub(super) fn minus_one() -> i64 {
                -1
            }

            #[inline(always)]
            pub(super) unsafe fn count_above(count: $r, a: $r, b: $r, _: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe { $sub(count, $above(a, b)) }
            }

            #[inline(always)]
            pub(super) unsafe fn count_equal(count: $r, a: $r, b: $r, _: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe { $sub(count, $equal(a, b)) }
            }

            #[inline(always)]
            pub(super) unsafe fn where_above(a: $r, b: $r, then: $r, other: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe {
                    let mask = $above(a, b);
                    $or($and(mask, then), $andnot(mask, other))
                }
            }

            #[inline(always)]
            pub(super) unsafe fn note($noted: $r, $magnitude: $r, $infinity: $r) -> $r {
                let _ = $infinity;
                // SAFETY: the caller has the instructions.
                unsafe { $note }
            }

            #[inline(always)]
            pub(super) unsafe fn noted($noted: $r, $infinity: $r) -> bool {
                let _ = $infinity;
                // SAFETY: the caller has the instructions.
                unsafe { $has != 0 }
            }
        }
    };
}

/// The sum of the lanes of a register, taken as unsigned.
macro_rules! sum {
    ($visible:vis $name:ident, $register:ty, |$lanes:ident| $sum:expr) => {
        #[inline(always)]
        $visible unsafe fn $name($lanes: $register) -> u32 {
            // SAFETY: the caller has the instructions.
            unsafe { $sum }
        }
    };
}
