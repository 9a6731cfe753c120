//! Blocks of numbers that come from other processes, and where each lies in the inboxes here.

use rayon::prelude::*;
use shuban_core::Unanswered;

use super::numbered::Numbered;

/// A block that comes: a place, and a number of numbers below 2¹⁶, in one word, for there are many.
#[derive(Clone, Copy)]
struct Block(u64);

const LEN_BITS: u32 = 16;
const MOST: usize = (1 << LEN_BITS) - 1;

impl Block {
    fn new(place: usize, len: usize) -> Self {
        Block((place as u64) << LEN_BITS | len as u64)
    }

    fn place(self) -> usize {
        (self.0 >> LEN_BITS) as usize
    }

    fn len(self) -> usize {
        self.0 as usize & MOST
    }
}

/// The blocks that come in each step from each process, in the order in which they come.
pub(super) struct Incoming {
    count: usize,
    blocks: Vec<Block>,
    /// By step and process: the end among all.
    ends: Vec<usize>,
}

impl Incoming {
    /// Lists the blocks of the steps from each of `count` processes: `list` tells the place and the
    /// length of each of one step and one process.
    pub(super) fn new(
        steps: usize,
        count: usize,
        list: impl Fn(usize, usize, &mut dyn FnMut(usize, usize)) + Sync,
    ) -> Self {
        let of_step = |step: usize| {
            let (mut blocks, mut lens) = (Vec::new(), Vec::new());
            for process in 0..count {
                let first = blocks.len();
                list(step, process, &mut |place, len| push(&mut blocks, first, place, len));
                lens.push(blocks.len() - first);
            }
            (blocks, lens)
        };
        let listed: Vec<_> = (0..steps).into_par_iter().map(of_step).collect();
        let all = listed.iter().map(|(blocks, _)| blocks.len()).sum();
        let (mut blocks, mut ends, mut end) = (Vec::with_capacity(all), Vec::new(), 0);
        for (of_step, lens) in listed {
            blocks.extend(of_step);
            ends.extend(lens.into_iter().map(|len| {
                end += len;
                end
            }));
        }
        Incoming { count, blocks, ends }
    }

    /// Puts what came in a step from a process in its places.
    pub(super) fn take(
        &self,
        (step, process): (usize, usize),
        inboxes: &mut [i32],
        received: &mut Numbered<'_>,
    ) -> Result<(), Unanswered> {
        let at = step * self.count + process;
        let first = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        for block in &self.blocks[first..self.ends[at]] {
            let (place, len) = (block.place(), block.len());
            inboxes[place..place + len].copy_from_slice(received.next(process, len)?);
        }
        Ok(())
    }
}

/// Appends a block to those from `first` on: to the last one, if it lies behind that.
fn push(blocks: &mut Vec<Block>, first: usize, mut place: usize, mut len: usize) {
    if let Some(last) = blocks[first..].last_mut()
        && last.place() + last.len() == place
    {
        let more = len.min(MOST - last.len());
        *last = Block::new(last.place(), last.len() + more);
        (place, len) = (place + more, len - more);
    }
    while len > 0 {
        let some = len.min(MOST);
        blocks.push(Block::new(place, some));
        (place, len) = (place + some, len - some);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_is_put_in_its_places_whatever_its_length() {
        // Step 1 has blocks of process 1: one after the other, apart, and longer than a word can say.
        let lens = [(5, 3), (8, 2), (20, 4), (100, MOST + 7), (107 + MOST, 1), (0, 2)];
        let list = |step: usize, process: usize, tell: &mut dyn FnMut(usize, usize)| {
            if (step, process) == (1, 1) {
                lens.iter().for_each(|&(place, len)| tell(place, len));
            }
        };
        let incoming = Incoming::new(3, 2, list);
        let numbers: Vec<i32> = (1..).take(lens.iter().map(|&(_, len)| len).sum()).collect();
        let mut expected = vec![0; MOST + 200];
        let mut next = numbers.iter();
        for (place, len) in lens {
            expected[place..place + len].fill_with(|| *next.next().unwrap());
        }
        let received = [Vec::new(), numbers];
        let mut found = vec![0; expected.len()];
        for step in 0..3 {
            let mut numbered = Numbered::new(&received);
            for process in 0..2 {
                incoming.take((step, process), &mut found, &mut numbered).unwrap();
            }
            assert_eq!(numbered.end().is_ok(), step == 1);
        }
        assert!(found == expected);
        assert_eq!(incoming.blocks.len(), 5, "neighbours are one block");
        let few = [Vec::new(), vec![0; 3]];
        assert!(incoming.take((1, 1), &mut found, &mut Numbered::new(&few)).is_err());
    }
}
