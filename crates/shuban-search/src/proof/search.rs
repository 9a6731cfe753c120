//! Depth-first proof-number search of one thread.

use shuban_core::Provable;
use shuban_core::provable::{FirstNumbers, Key, Open, Question};

use super::children::{Cache, Child, Children, Expanded};
use super::counting::{Counting, Numbers};
use super::hints::{Doubted, Hints};
use super::options::{CollectFirst, ProofOptions};
use super::sync::{AtomicBool, AtomicU8, AtomicU64, OnceLock, Ordering};
use super::table::{Entry, INFINITE, KNOWN, ProofNumbers, ProofTable};

/// State that the threads of one search share.
pub(crate) struct Shared<'a, G: Provable> {
    pub(crate) game: &'a G,
    pub(crate) question: Question,
    pub(crate) options: &'a ProofOptions,
    counting: Counting,
    pub(crate) table: &'a ProofTable<'a>,
    pub(crate) hints: &'a Hints,
    /// Numbers of threads inside nodes, by hashed key. Nodes share a number here; that only makes
    /// threads a little shyer.
    busy: Box<[AtomicU8]>,
    /// True if the search stops when the table is full, to go on in a larger one.
    grows: bool,
    /// True if it has stopped for that.
    pub(crate) is_outgrown: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) children: AtomicU64,
    pub(crate) work: AtomicU64,
    pub(crate) stop: AtomicBool,
    /// The root's numbers once they are settled, even if its entry is lost.
    pub(crate) settled: OnceLock<ProofNumbers>,
}

/// Returns a number of nodes as an entry's work.
pub(super) fn work(nodes: u64) -> u32 {
    u32::try_from(nodes).map_or(KNOWN - 1, |work| work.min(KNOWN - 1))
}

const BUSY: usize = 1 << 14;

impl<'a, G: Provable> Shared<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        question: Question,
        options: &'a ProofOptions,
        table: &'a ProofTable<'a>,
        hints: &'a Hints,
        grows: bool,
    ) -> Self {
        Shared {
            game,
            question,
            options,
            counting: options.counting(game),
            table,
            hints,
            busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect(),
            grows,
            is_outgrown: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            children: AtomicU64::new(0),
            work: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            settled: OnceLock::new(),
        }
    }

    /// Moves the search to another table.
    pub(crate) fn in_larger(self, table: &'a ProofTable<'a>, grows: bool) -> Self {
        let (stop, is_outgrown) = (AtomicBool::new(false), AtomicBool::new(false));
        Shared { table, grows, stop, is_outgrown, ..self }
    }

    pub(crate) fn busy(&self, key: Key) -> &AtomicU8 {
        &self.busy[key.low as usize % BUSY]
    }

    /// Returns the hash key of a position.
    pub(crate) fn key(&self, position: &G::Position) -> Key {
        self.options.key(self.game, position)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the answer at a position with such numbers, if they are settled.
    fn answer(&self, position: &G::Position, numbers: ProofNumbers) -> Option<bool> {
        let aim = self.game.to_move(position) == self.question.seat;
        numbers.is_settled().then_some((numbers.phi == 0) == aim)
    }

    /// Returns the numbers of a position before its first visit.
    pub(crate) fn first(&self, position: &G::Position) -> ProofNumbers {
        self.numbers_of(self.game.first_numbers(position))
    }

    fn numbers_of(&self, first: FirstNumbers) -> ProofNumbers {
        let FirstNumbers { phi, delta } =
            if self.options.first_numbers { first } else { FirstNumbers::ONES };
        // An open position is neither proven nor disproven.
        ProofNumbers { phi: phi.clamp(1, INFINITE - 1), delta: delta.clamp(1, INFINITE - 1) }
    }
}

/// One thread of the search.
pub(crate) struct Worker<'s, 'a, G: Provable> {
    pub(crate) shared: &'s Shared<'a, G>,
    scratch: G::Scratch,
    cache: Cache<G::Position>,
    open: Vec<Open<G::Position>>,
    reported: u64,
}

impl<'s, 'a, G: Provable> Worker<'s, 'a, G> {
    pub(crate) fn new(shared: &'s Shared<'a, G>) -> Self {
        Worker {
            shared,
            scratch: G::Scratch::default(),
            cache: Cache::new(shared.options.cache),
            open: Vec::new(),
            reported: 0,
        }
    }

    /// Searches until the root is settled or the search is stopped.
    pub(crate) fn run(&mut self, root: &G::Position) {
        let key = self.shared.key(root);
        if let Some(answer) = self.shared.hints.answer(key) {
            self.settle_led(root, key, answer);
        }
        while !self.shared.is_stopped() && self.shared.settled.get().is_none() {
            let stored = self.shared.table.get(key).map(|entry| entry.numbers);
            let numbers = match stored {
                Some(numbers) if numbers.is_settled() => numbers,
                _ => self.visit(root, key, INFINITE, INFINITE).0,
            };
            if numbers.is_settled() {
                // Another thread may have been faster, and found the same.
                let _ = self.shared.settled.set(numbers);
            }
        }
        self.report();
    }

    /// Returns the open position after a settled one that settles it in the fewest nodes. The
    /// answer is the one that the player to move there wants.
    pub(crate) fn choose(
        &mut self,
        position: &G::Position,
        open: &[Open<G::Position>],
        answer: bool,
    ) -> Option<usize> {
        let shared = self.shared;
        let known = |(number, key): (usize, Key)| {
            let entry = shared.table.get(key)?;
            let found = shared.answer(&open[number].position, entry.numbers)?;
            (found == answer).then_some((entry.work, number))
        };
        let chosen = || {
            let keys = open.iter().map(|open| shared.key(&open.position)).enumerate();
            keys.filter_map(known).min().map(|(_, number)| number)
        };
        if let Some(number) = chosen() {
            return Some(number);
        }
        let images = open.iter().enumerate().flat_map(|(number, open)| {
            let images = shared.game.images(&open.position).into_iter();
            images.map(move |image| (number, shared.key(&image)))
        });
        if let Some((_, number)) = images.filter_map(known).min() {
            return Some(number);
        }
        // The table has lost it: search again. In a very small table it may be lost once more; then
        // every child is asked by itself.
        self.settle(position);
        chosen().or_else(|| open.iter().position(|open| self.settle(&open.position) == answer))
    }

    /// Returns the answer at a position.
    fn settle(&mut self, position: &G::Position) -> bool {
        let key = self.shared.key(position);
        loop {
            let numbers = self.visit(position, key, INFINITE, INFINITE).0;
            if let Some(answer) = self.shared.answer(position, numbers) {
                return answer;
            }
        }
    }

    fn report(&mut self) {
        let work = self.shared.game.work(&self.scratch);
        self.shared.work.fetch_add(work - self.reported, Ordering::Relaxed);
        self.reported = work;
    }

    /// Searches below a node until one of its numbers reaches its threshold. Returns the numbers
    /// and the number of nodes visited.
    pub(crate) fn visit(
        &mut self,
        position: &G::Position,
        key: Key,
        most_phi: u32,
        most_delta: u32,
    ) -> (ProofNumbers, u64) {
        let shared = self.shared;
        let count = shared.nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if shared.options.nodes.is_some_and(|most| count >= most) {
            shared.stop.store(true, Ordering::Relaxed);
        }
        let is_shared = shared.options.threads > 1;
        if is_shared {
            shared.busy(key).fetch_add(1, Ordering::Relaxed);
        }
        let before = shared.table.get(key).map_or(0, |entry| u64::from(entry.work));
        let (numbers, nodes) = match self.expand(position, key) {
            Expanded::Settled(answer) => {
                let aim = shared.game.to_move(position) == shared.question.seat;
                (ProofNumbers::settled(answer == aim), 1)
            }
            Expanded::Open(children) => self.descend(key, &children, before, most_phi, most_delta),
        };
        shared.table.put(key, Entry { numbers, work: work(before + nodes) });
        if is_shared {
            shared.busy(key).fetch_sub(1, Ordering::Relaxed);
        }
        if shared.table.is_full() {
            if shared.grows {
                shared.is_outgrown.store(true, Ordering::Relaxed);
                shared.stop.store(true, Ordering::Relaxed);
                return (numbers, nodes);
            }
            let ProofOptions { collect_first, collect_from, free, .. } = *shared.options;
            match collect_first {
                CollectFirst::SmallTrees => shared.table.collect(collect_from, free),
                CollectFirst::Any => shared.table.collect_any(free),
            }
        }
        (numbers, nodes)
    }

    /// Loops over a node's open children, below which `before` nodes were visited earlier. With
    /// thresholds of 1 no child is visited: the numbers are computed from the table.
    pub(super) fn descend(
        &mut self,
        key: Key,
        children: &[Child<G::Position>],
        before: u64,
        most_phi: u32,
        most_delta: u32,
    ) -> (ProofNumbers, u64) {
        let shared = self.shared;
        let is_shared = shared.options.threads > 1;
        let mut known: Vec<ProofNumbers> =
            children.iter().map(|child| child.seen(child.first)).collect();
        let mut nodes = 1;
        loop {
            let mut open = Numbers::default();
            // The best child by its delta, and the second best delta, to the eye of this thread.
            let (mut best, mut seen, mut second) = (0, INFINITE, INFINITE);
            // The same in truth.
            let (mut easiest, mut least) = (0, INFINITE);
            let mut is_won = false;
            for (number, child) in children.iter().enumerate() {
                if let Some(entry) = shared.table.get(child.key) {
                    known[number] = child.seen(entry.numbers);
                }
                let ProofNumbers { phi, delta } = known[number];
                is_won |= delta == 0;
                if phi == 0 {
                    continue;
                }
                open.add(phi);
                if delta < least {
                    (easiest, least) = (number, delta);
                }
                let virtual_delta = if is_shared {
                    // A thread in there makes the child look harder, so that others choose another:
                    // by a sixteenth, for much more sends them to hopeless children.
                    let threads = u32::from(shared.busy(child.key).load(Ordering::Relaxed));
                    let each = if shared.options.plain_virtual { 1 } else { delta / 16 + 1 };
                    delta.saturating_add(threads.saturating_mul(each)).min(INFINITE - 1)
                } else {
                    delta
                };
                if virtual_delta < seen {
                    (best, seen, second) = (number, virtual_delta, seen);
                } else {
                    second = second.min(virtual_delta);
                }
            }
            if is_won || open.is_empty() {
                return (ProofNumbers::settled(is_won), nodes);
            }
            let delta = open.total(shared.counting);
            if shared.options.plain_virtual {
                least = seen;
            }
            let numbers = ProofNumbers { phi: least, delta };
            if least >= most_phi || delta >= most_delta || shared.is_stopped() {
                return (numbers, nodes);
            }
            if most_phi == INFINITE && most_delta == INFINITE {
                // Not left before it is settled, as the root: so that its numbers can be reported
                // meanwhile.
                shared.table.put(key, Entry { numbers, work: work(before + nodes) });
            }
            if is_shared
                && shared.options.tell
                && let Some(entry) = shared.table.get(key)
                && entry.numbers.is_settled()
            {
                return (entry.numbers, nodes);
            }
            if known[best].delta >= most_phi {
                // All that are worth a visit have been chosen by others.
                best = easiest;
            }
            let child_phi = open.threshold(known[best].phi, most_delta, shared.counting);
            let beyond = f64::from(second) * (1.0 + shared.options.epsilon);
            let child_delta = most_phi.min((beyond as u32).max(second.saturating_add(1)));
            let child = &children[best];
            let most = child.thresholds(ProofNumbers { phi: child_phi, delta: child_delta });
            let (numbers, visited) = self.visit(&child.position, child.key, most.phi, most.delta);
            known[best] = child.seen(numbers);
            nodes += visited;
        }
    }

    /// Stores the children that looking ahead decided, which are those that are not open: the
    /// player to move at the node does not get there what it wants.
    fn store_decided(&mut self, position: &G::Position, open: &[Child<G::Position>]) {
        let Shared { game, question, table, .. } = self.shared;
        let mut all = Vec::new();
        // Without looking ahead no answer can come out that did not before.
        let _ = game.expand(position, question, 0, &mut self.scratch, &mut all);
        for Open { position: child, .. } in &all {
            let key = self.shared.key(child);
            if open.iter().all(|child| child.key != key) {
                let is_again = game.to_move(child) == game.to_move(position);
                table.put(key, Entry { numbers: ProofNumbers::settled(!is_again), work: 1 });
            }
        }
    }

    /// Looks ahead from a position: the answer, or the positions that are open after it. Searches
    /// to the end of the game, if that is near.
    pub(crate) fn look_ahead(
        &mut self,
        position: &G::Position,
        depth: u32,
        open: &mut Vec<Open<G::Position>>,
    ) -> Option<bool> {
        let Shared { game, question, options, .. } = self.shared;
        let tail = options.tail_of(*game);
        let is_near = game.plies_left(position) <= tail;
        let depth = if is_near { depth.max(tail) } else { depth };
        game.expand(position, question, depth, &mut self.scratch, open)
    }

    /// Looks ahead from a node, unless the result is cached.
    pub(crate) fn expand(&mut self, position: &G::Position, key: Key) -> Expanded<G::Position> {
        if let Some(children) = self.cache.get(key) {
            return Expanded::Open(children);
        }
        let shared = self.shared;
        let Shared { game, question, options, table, .. } = *shared;
        let is_new = options.lookahead_once && table.get(key).is_none();
        let depth = if is_new || !options.lookahead_once { options.lookahead } else { 0 };
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        if let Some(answer) = self.look_ahead(position, depth, &mut open) {
            self.open = open;
            return Expanded::Settled(answer);
        }
        let mut children: Vec<Child<G::Position>> = Vec::with_capacity(open.len());
        let mover = game.to_move(position);
        let doubted = Doubted(false);
        for Open { position, first } in open.drain(..) {
            let key = shared.key(&position);
            if children.iter().all(|child| child.key != key) {
                let first = shared.numbers_of(first);
                let is_again = game.to_move(&position) == mover;
                children.push(Child { position, key, is_again, first, doubted });
            }
        }
        if !shared.hints.is_empty() {
            let keys: Vec<Key> = children.iter().map(|child| child.key).collect();
            let doubted = shared.hints.doubted(&keys, mover == question.seat);
            children.iter_mut().zip(doubted).for_each(|(child, doubted)| child.doubted = doubted);
        }
        self.open = open;
        shared.children.fetch_add(children.len() as u64, Ordering::Relaxed);
        if is_new && depth > 0 {
            self.store_decided(position, &children);
        }
        let children: Children<G::Position> = children.into();
        self.cache.put(key, &children);
        if game.work(&self.scratch) - self.reported > 1 << 20 {
            self.report();
        }
        Expanded::Open(children)
    }
}
