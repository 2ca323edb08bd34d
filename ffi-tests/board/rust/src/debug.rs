//! The debug channel, which C provides, and the panic handler.

use core::ffi::{CStr, c_char, c_int};
use core::panic::PanicInfo;
use heapless::String;

unsafe extern "C" {
    fn board_print(text: *const c_char);
    safe fn board_exit(code: c_int) -> !;
    safe fn print_stack();
}

pub(crate) type Line = String<80>;

fn print(text: &CStr) {
    // SAFETY: characters up to a zero, which are only read.
    unsafe { board_print(text.as_ptr()) }
}

/// Prints a line and its end; nothing where they do not fit.
pub(crate) fn print_line(mut line: Line) {
    let end = line.push_str("\n\0");
    if let (Ok(()), Ok(text)) = (end, CStr::from_bytes_until_nul(line.as_bytes())) {
        print(text);
    }
}

/// How deep the stack has been.
pub(crate) fn print_stack_used() {
    print_stack();
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    print(c"panic\n");
    board_exit(4)
}
