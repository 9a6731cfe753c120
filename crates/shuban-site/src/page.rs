//! The interface between a page and its module.

use crate::site::Site;

/// A site with the memory that it shares with its page, which writes into a room and reads replies.
pub struct Page {
    site: Site,
    room: Vec<u8>,
    reply: String,
}

impl Page {
    /// Creates a page with the games and domains that were registered.
    pub fn new(site: Site) -> Self {
        Page { site, room: Vec::new(), reply: String::new() }
    }

    /// Returns a place for a number of bytes, until the next call.
    pub fn room(&mut self, bytes: u32) -> *mut u8 {
        self.room.clear();
        self.room.resize(bytes as usize, 0);
        self.room.as_mut_ptr()
    }

    /// Answers the question in the first bytes of the room, and returns the length of the reply.
    pub fn ask(&mut self, bytes: u32) -> u32 {
        let question = self.room.get(..bytes as usize).unwrap_or_default();
        self.reply = self.site.ask(&String::from_utf8_lossy(question));
        self.reply.len() as u32
    }

    /// Returns the last reply.
    pub fn reply(&self) -> *const u8 {
        self.reply.as_ptr()
    }

    /// Gives the first bytes of the room, which are those of a layer's file from an offset on.
    pub fn give(&mut self, layer: u32, offset: f64, bytes: u32) {
        let given = self.room.get(..bytes as usize).unwrap_or_default();
        self.site.give(layer as usize, offset as u64, given);
    }
}

/// Makes the module of a page: exports `room`, `ask`, `reply` and `give` ([`Page`]) for the games and
/// domains that a function registers, `module!(my_game::register)`. Compiled for
/// `wasm32-unknown-unknown` as a `cdylib`, it is all that a page needs.
#[macro_export]
macro_rules! module {
    ($register:path) => {
        thread_local! {
            static PAGE: std::cell::RefCell<$crate::Page> = {
                let mut site = $crate::Site::default();
                $register(&mut site);
                std::cell::RefCell::new($crate::Page::new(site))
            };
        }

        /// Returns a place for a number of bytes, until the next call.
        #[expect(unsafe_code, reason = "the page calls it by this name: no other crate is linked")]
        #[unsafe(no_mangle)]
        pub extern "C" fn room(bytes: u32) -> *mut u8 {
            PAGE.with_borrow_mut(|page| page.room(bytes))
        }

        /// Answers the question in the first bytes of the room; returns the length of the reply.
        #[expect(unsafe_code, reason = "the page calls it by this name: no other crate is linked")]
        #[unsafe(no_mangle)]
        pub extern "C" fn ask(bytes: u32) -> u32 {
            PAGE.with_borrow_mut(|page| page.ask(bytes))
        }

        /// Returns the last reply.
        #[expect(unsafe_code, reason = "the page calls it by this name: no other crate is linked")]
        #[unsafe(no_mangle)]
        pub extern "C" fn reply() -> *const u8 {
            PAGE.with_borrow(|page| page.reply())
        }

        /// Gives the first bytes of the room: those of a layer's file from an offset on.
        #[expect(unsafe_code, reason = "the page calls it by this name: no other crate is linked")]
        #[unsafe(no_mangle)]
        pub extern "C" fn give(layer: u32, offset: f64, bytes: u32) {
            PAGE.with_borrow_mut(|page| page.give(layer, offset, bytes));
        }
    };
}
