//! Values of positions for programs in C: `include/shuban.h` is the header, which a test makes of this file.
//!
//! A data folder is opened, asked by texts, and closed. Answers come from the folder's files by the reader
//! that engines and pages use; nothing is built or searched. `docs/published-folders.md` has an example.
//!
//! This is one of the few places with `unsafe`: what C hands over is turned into safe types at once, and
//! handed on to `folder`.

#![expect(
    unsafe_code,
    reason = "C hands over pointers; each function states what it requires of them"
)]

mod folder;

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use folder::{Error, Folder};

/// An open data folder. One thread at a time may use it. Open a folder once: the rules stay in memory.
pub struct ShubanFolder {
    folder: Folder,
    /// The last error, for `shuban_error`.
    error: CString,
}

impl ShubanFolder {
    /// Asks, and keeps the reason of a failure. A panic, which would be a fault of this library, is one too: it
    /// does not go on into the caller's program.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut Folder) -> Result<T, Error>) -> Option<T> {
        let asked = catch_unwind(AssertUnwindSafe(|| ask(&mut self.folder)));
        match asked.unwrap_or(Err(Error::Fault)) {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.error = without_zeros(&error.to_string());
                None
            }
        }
    }
}

// One thread at a time, but any.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<ShubanFolder>();
};

/// The value of a position for the player to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ShubanValue {
    /// The value: of a game with dice the expected result, from -1 to 1, in the middle of its bounds.
    pub value: f64,
    /// The proven lower bound; of an exact value the value itself.
    pub lower: f64,
    /// The proven upper bound.
    pub upper: f64,
}

/// Opens a data folder. Returns NULL if `path` is NULL or not UTF-8; a folder that is not there has no layers.
///
/// # Safety
/// `path` is NULL or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shuban_open(path: *const c_char) -> *mut ShubanFolder {
    // SAFETY: the caller's promise.
    let Some(path) = (unsafe { text(path) }) else { return ptr::null_mut() };
    let folder = Folder::open(path.as_ref());
    Box::into_raw(Box::new(ShubanFolder { folder, error: CString::default() }))
}

/// Writes the value of a position to `value`. `name` is a layer (`half-gammon/contact-3-3`) or a game, of which
/// the smallest built layer answers. Returns true on success; else `shuban_error` has the reason.
///
/// # Safety
/// `folder` comes from `shuban_open` and was not closed; `name` and `position` are texts that end with a zero;
/// `value` points to room for one. If any is NULL nothing is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shuban_probe(
    folder: *mut ShubanFolder,
    name: *const c_char,
    position: *const c_char,
    value: *mut ShubanValue,
) -> bool {
    // SAFETY: the caller's promise.
    let (folder, name, position) = unsafe { (folder.as_mut(), text(name), text(position)) };
    let Some(folder) = folder else { return false };
    let found = folder.ask(|own| {
        let (name, position) = name.zip(position).ok_or(Error::NoText)?;
        if value.is_null() {
            return Err(Error::NoText);
        }
        own.value(name, position)
    });
    let Some([middle, lower, upper]) = found else { return false };
    // SAFETY: it is not null, and by the caller's promise there is room for a value.
    unsafe { value.write(ShubanValue { value: middle, lower, upper }) };
    true
}

/// Returns the answer about a position as JSON, as `shuban probe --json` prints it: with all moves; in games with
/// dice those of `roll`, which may be NULL, and the best of the others. `shuban_free` frees it. Returns NULL on
/// failure: `shuban_error` has the reason.
///
/// # Safety
/// As of `shuban_probe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shuban_answer(
    folder: *mut ShubanFolder,
    name: *const c_char,
    position: *const c_char,
    roll: *const c_char,
) -> *mut c_char {
    let has_roll = !roll.is_null();
    // SAFETY: the caller's promise.
    let (folder, name, position, roll) =
        unsafe { (folder.as_mut(), text(name), text(position), text(roll)) };
    let Some(folder) = folder else { return ptr::null_mut() };
    let answer = folder.ask(|own| {
        let (name, position) = name.zip(position).ok_or(Error::NoText)?;
        if has_roll && roll.is_none() {
            return Err(Error::NoText);
        }
        own.answer(name, position, roll)
    });
    answer.map_or(ptr::null_mut(), |answer| without_zeros(&answer).into_raw())
}

/// Returns the reason of the last failure, until the next call with this folder; an empty text if there was none.
///
/// # Safety
/// `folder` is NULL, or comes from `shuban_open` and was not closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shuban_error(folder: *const ShubanFolder) -> *const c_char {
    // SAFETY: the caller's promise.
    let folder = unsafe { folder.as_ref() };
    folder.map_or(c"".as_ptr(), |folder| folder.error.as_ptr())
}

/// Frees a text of `shuban_answer`; NULL is allowed.
///
/// # Safety
/// `answer` is NULL, or comes from `shuban_answer` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shuban_free(answer: *mut c_char) {
    if !answer.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { CString::from_raw(answer) });
    }
}

/// Closes a folder; NULL is allowed.
///
/// # Safety
/// `folder` is NULL, or comes from `shuban_open` and was not closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shuban_close(folder: *mut ShubanFolder) {
    if !folder.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(folder) });
    }
}

/// Returns a text of C, if there is one and it is UTF-8.
///
/// # Safety
/// `text` is NULL or ends with a zero, and stays as it is for `'t`.
unsafe fn text<'t>(text: *const c_char) -> Option<&'t str> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

fn without_zeros(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}
