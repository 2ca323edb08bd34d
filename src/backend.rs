//! Which machine code counts.

use crate::error::Error;

/// Which machine code counts. Every backend gives the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Backend {
    /// The fastest that this processor has.
    #[default]
    Automatic,
    /// Plain Rust, compiled for the build's target.
    Portable,
    /// x86-64: 128-bit vectors, on every processor.
    Sse2,
    /// x86-64: 256-bit vectors.
    Avx2,
    /// x86-64: 512-bit vectors (AVX-512 F and BW).
    Avx512,
    /// AArch64: 128-bit vectors, on every processor.
    Neon,
}

/// A backend that this processor has. Only [`Backend::set`] makes one.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(unreachable_pub, reason = "a trait of the engine with vectors names it")]
pub struct Set(Kind);

/// The instructions of a [`Set`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon,
}

#[allow(dead_code, reason = "the engine without vectors has one backend")]
impl Set {
    #[inline(always)]
    pub(crate) fn kind(self) -> Kind {
        self.0
    }

    /// Whether it is faster where ties need not be told apart. With 32 registers
    /// the compares are free, and one sweep along a row is better than three.
    pub(crate) fn is_faster_without_ties(self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => false,
            _ => true,
        }
    }
}

// Asked of the processor once, since that takes microseconds under a
// hypervisor; then a load from memory.
#[cfg(target_arch = "x86_64")]
cpufeatures::new!(has_avx2, "avx2");
#[cfg(target_arch = "x86_64")]
cpufeatures::new!(has_avx512, "avx512f", "avx512bw");

impl Backend {
    /// The instructions of this backend.
    ///
    /// # Errors
    /// [`Error::BackendNotAvailable`].
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn set(self) -> Result<Set, Error> {
        let kind = match self {
            Backend::Automatic if has_avx512::get() => Kind::Avx512,
            Backend::Automatic if has_avx2::get() => Kind::Avx2,
            Backend::Automatic | Backend::Sse2 => Kind::Sse2,
            Backend::Portable => Kind::Portable,
            Backend::Avx2 if has_avx2::get() => Kind::Avx2,
            Backend::Avx512 if has_avx512::get() => Kind::Avx512,
            Backend::Avx2 | Backend::Avx512 | Backend::Neon => {
                return Err(Error::BackendNotAvailable);
            }
        };
        Ok(Set(kind))
    }

    /// The instructions of this backend.
    ///
    /// # Errors
    /// [`Error::BackendNotAvailable`].
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    pub(crate) fn set(self) -> Result<Set, Error> {
        match self {
            Backend::Automatic | Backend::Neon => Ok(Set(Kind::Neon)),
            Backend::Portable => Ok(Set(Kind::Portable)),
            _ => Err(Error::BackendNotAvailable),
        }
    }

    /// The instructions of this backend.
    ///
    /// # Errors
    /// [`Error::BackendNotAvailable`].
    #[cfg(not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon")
    )))]
    pub(crate) fn set(self) -> Result<Set, Error> {
        match self {
            Backend::Automatic | Backend::Portable => Ok(Set(Kind::Portable)),
            _ => Err(Error::BackendNotAvailable),
        }
    }

    /// Whether this build has the backend and this processor its instructions.
    pub fn is_available(self) -> bool {
        self.set().is_ok()
    }

    /// A short name: for [`Backend::Automatic`] that of the backend it chooses.
    pub fn name(self) -> &'static core::ffi::CStr {
        let name = |kind| match kind {
            Kind::Portable => c"portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => c"sse2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => c"avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => c"avx512",
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Kind::Neon => c"neon",
        };
        match self {
            Backend::Automatic => self.set().map_or(c"portable", |set| name(set.0)),
            Backend::Portable => c"portable",
            Backend::Sse2 => c"sse2",
            Backend::Avx2 => c"avx2",
            Backend::Avx512 => c"avx512",
            Backend::Neon => c"neon",
        }
    }
}
