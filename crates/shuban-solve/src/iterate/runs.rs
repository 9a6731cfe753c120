//! The successors of all positions of a layer, as numbers in memory.
//!
//! Rules, indexes and finished layers are asked once for each position, and never by a sweep. The
//! positions of a layer are numbered part after part. Plays that leave the layer have *known*
//! values: for each chance event that may stay and may leave, the best of the plays that leave. The
//! chance events that always lead out are one sum.
//!
//! Neighbours are often alike: they have the same plays, and each play leads some *stride* further
//! than that of the position before, as a piece that takes no part is one square further. Such
//! positions in a row are a **run**, which says once what they share: so the list takes a fraction of
//! the memory, and a sweep goes play by play over many positions, without decoding them one by one.
//!
//! A run is, in words of 32 bits:
//!
//! ```text
//! positions << 16 | total weight
//! leads out << 24 | code of the sum << 16 | known values of each position
//! words after this one
//! for each chance event that may stay in the layer: weight << 16 | has a known value << 15 | plays
//!   for each of its plays: number << 1 | 1 if the other side is to move
//!                          if there are several positions: what the next one adds to this word
//! ```
//!
//! The code is that of a [`Status`](shuban_core::sweep::Status), plus 2; 0 if there is no sum. Sums
//! and known values are beside the words, position by position.

/// Numbers of positions are less than this.
pub(super) const MOST_NUMBERS: u64 = 1 << 31;

/// A flag of an event's word: it has a known value.
pub(super) const HAS_KNOWN: u32 = 1 << 15;

/// The runs of consecutive positions of a part.
#[derive(Default)]
pub(super) struct Runs {
    pub(super) words: Vec<u32>,
    /// The bounds of known values, in order.
    pub(super) known: Vec<[i32; 2]>,
    /// The codes of their statuses.
    pub(super) statuses: Vec<i8>,
    /// The lower and the upper sum of each position of a run that has sums, in order.
    pub(super) sums: Vec<[i64; 2]>,
    /// The numbers of positions in which the game is over, with the code of their status.
    pub(super) ended: Vec<(u32, i8)>,
}

impl Runs {
    /// Returns the bytes of memory that they take.
    pub(super) fn bytes(&self) -> u64 {
        let Runs { words, known, statuses, sums, ended } = self;
        let bytes = size_of_val(&**words) + size_of_val(&**known) + size_of_val(&**statuses);
        (bytes + size_of_val(&**sums) + size_of_val(&**ended)) as u64
    }

    /// Gives back the memory that is not used.
    pub(super) fn shrunk(mut self) -> Self {
        self.words.shrink_to_fit();
        self.known.shrink_to_fit();
        self.statuses.shrink_to_fit();
        self.sums.shrink_to_fit();
        self.ended.shrink_to_fit();
        self
    }

    /// Returns the runs in order, each with the place of its first position.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Run<'_>)> {
        let (mut words, mut known) = (&*self.words, &*self.known);
        let (mut statuses, mut sums) = (&*self.statuses, &*self.sums);
        let mut first = 0;
        std::iter::from_fn(move || {
            let [head, shape, len, after @ ..] = words else { return None };
            let (events, others) = after.split_at_checked(*len as usize)?;
            let (rows, code) = ((head >> 16) as usize, shape >> 16 & 0xff);
            let known_of_row = (shape & 0xffff) as usize;
            let run = Run {
                rows,
                total: i64::from(head & 0xffff),
                leads_out: shape >> 24 == 1,
                status: (code != 0).then_some(code as i32 - 2),
                sums: sums.split_off(..if code != 0 { rows } else { 0 })?,
                known_of_row,
                known: known.split_off(..rows * known_of_row)?,
                statuses: statuses.split_off(..rows * known_of_row)?,
                events,
            };
            words = others;
            first += rows;
            Some((first - rows, run))
        })
    }
}

/// Consecutive positions that are alike.
#[derive(Clone, Copy)]
pub(super) struct Run<'r> {
    /// Number of positions.
    pub(super) rows: usize,
    /// The sum of the weights.
    pub(super) total: i64,
    /// True if a chance event always leads out of the layer, or the game is over.
    pub(super) leads_out: bool,
    /// The code of the status of the events that do, if there are some.
    pub(super) status: Option<i32>,
    /// The sum of their values, by position; or none.
    pub(super) sums: &'r [[i64; 2]],
    pub(super) known_of_row: usize,
    pub(super) known: &'r [[i32; 2]],
    statuses: &'r [i8],
    events: &'r [u32],
}

/// A chance event that may stay in the layer.
pub(super) struct Event<'r> {
    pub(super) weight: i64,
    /// The place of its known value among those of a position.
    pub(super) known: Option<usize>,
    /// The words of its plays.
    plays: &'r [u32],
    /// Number of words of each.
    width: usize,
}

impl<'r> Event<'r> {
    /// Returns the word of each play of a position in the run, and its stride.
    #[inline(always)]
    pub(super) fn plays(&self, row: usize) -> impl Iterator<Item = (u32, u32)> + use<'r> {
        let row = row as u32;
        self.plays.chunks_exact(self.width).map(move |play| {
            let stride = play.get(1).copied().unwrap_or(0);
            (play[0].wrapping_add(stride.wrapping_mul(row)), stride)
        })
    }
}

impl<'r> Run<'r> {
    #[inline(always)]
    pub(super) fn events(self) -> impl Iterator<Item = Event<'r>> {
        let (mut words, width) = (self.events, if self.rows > 1 { 2 } else { 1 });
        let mut named = 0..self.known_of_row;
        std::iter::from_fn(move || {
            let (&head, after) = words.split_first()?;
            let plays = (head & (HAS_KNOWN - 1)) as usize;
            let (plays, others) = after.split_at_checked(plays * width)?;
            words = others;
            let known = if head & HAS_KNOWN != 0 { named.next() } else { None };
            Some(Event { weight: i64::from(head >> 16), known, plays, width })
        })
    }

    /// Returns, for each chance event of a position in the run that may stay in the layer, the code of
    /// its known value, and its plays: the number of the position, and true if the other side is to
    /// move there.
    pub(super) fn events_of(
        self,
        row: usize,
    ) -> impl Iterator<Item = (Option<i8>, impl Iterator<Item = (usize, bool)>)> {
        self.events().map(move |event| {
            let known = event.known.map(|known| self.statuses[row * self.known_of_row + known]);
            (known, event.plays(row).map(|(word, _)| ((word >> 1) as usize, word & 1 == 1)))
        })
    }
}
