//! The exported functions are those of `recallk::capi`.

#![no_std]

extern crate recallk as _;

#[cfg(not(panic = "abort"))]
compile_error!("the C library aborts on a panic: build it in its own profiles");

/// Never called: the kernel has no panic path, which a link of the library
/// with `--cfg recallk_prove_no_panic` proves, since nobody defines the symbol.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    #[cfg(recallk_prove_no_panic)]
    {
        unsafe extern "C" {
            fn recallk_has_a_panic_path() -> !;
        }
        // SAFETY: never linked into a program.
        unsafe { recallk_has_a_panic_path() }
    }
    #[cfg(not(recallk_prove_no_panic))]
    loop {}
}
