//! Depth-first proof-number search of one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::options::{ProofOptions, Sum, When};
use super::provable::{Key, Provable, Question};
use super::table::{Entry, INFINITE, Numbers, Table};

/// What the threads of one search share.
pub(crate) struct Shared<'a, G: Provable> {
    pub(crate) game: &'a G,
    pub(crate) question: Question,
    pub(crate) options: &'a ProofOptions,
    pub(crate) table: &'a Table,
    /// How many threads are inside the nodes with such keys. Nodes share a number here; that only makes
    /// threads a little shyer.
    busy: Box<[AtomicU8]>,
    pub(crate) nodes: AtomicU64,
    pub(crate) work: AtomicU64,
    pub(crate) stop: AtomicBool,
}

const BUSY: usize = 1 << 14;

impl<'a, G: Provable> Shared<'a, G> {
    pub(crate) fn new(game: &'a G, question: Question, options: &'a ProofOptions, table: &'a Table) -> Self {
        Shared {
            game,
            question,
            options,
            table,
            busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect(),
            nodes: AtomicU64::new(0),
            work: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        }
    }

    fn busy(&self, key: Key) -> &AtomicU8 {
        &self.busy[key.low as usize % BUSY]
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The numbers of a position that nobody has visited.
    pub(crate) fn first(&self, position: &G::Position) -> Numbers {
        let first = if self.options.first_numbers { self.game.first_number(position).max(1) } else { 1 };
        Numbers { phi: first, delta: first }
    }
}

/// A child that is open.
struct Child<P> {
    position: P,
    key: Key,
    first: Numbers,
}

/// What looking ahead from a node gave.
enum Expanded<P> {
    Settled(bool),
    Open(Arc<[Child<P>]>),
}

/// The open children of nodes visited lately, by key: a node is visited again and again with growing
/// thresholds, and looking ahead is most of the cost.
struct Cache<P> {
    slots: Vec<Option<(Key, Arc<[Child<P>]>)>>,
}

impl<P> Cache<P> {
    fn new(bytes: u64) -> Self {
        // A node with some 30 open children.
        let slots = bytes / (30 * size_of::<Child<P>>() as u64 + 64);
        Cache { slots: (0..slots).map(|_| None).collect() }
    }

    fn place(&self, key: Key) -> Option<usize> {
        (!self.slots.is_empty()).then(|| key.low as usize % self.slots.len())
    }

    fn get(&self, key: Key) -> Option<Arc<[Child<P>]>> {
        let (found, children) = self.slots[self.place(key)?].as_ref()?;
        (*found == key).then(|| children.clone())
    }

    fn put(&mut self, key: Key, children: &Arc<[Child<P>]>) {
        if let Some(place) = self.place(key) {
            self.slots[place] = Some((key, children.clone()));
        }
    }
}

/// One thread of the search.
pub(crate) struct Worker<'s, 'a, G: Provable> {
    shared: &'s Shared<'a, G>,
    scratch: G::Scratch,
    cache: Cache<G::Position>,
    open: Vec<G::Position>,
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
        let key = self.shared.game.key(root);
        while !self.shared.is_stopped() {
            let is_settled = |entry: Entry| entry.numbers.is_settled();
            if self.shared.table.get(key).is_some_and(is_settled) {
                break;
            }
            let numbers = self.visit(root, key, INFINITE, INFINITE).0;
            if numbers.is_settled() {
                // Should a full table have lost it already.
                self.shared.table.put(key, Entry { numbers, work: u32::MAX });
                break;
            }
        }
        self.report();
    }

    fn report(&mut self) {
        let work = self.shared.game.work(&self.scratch);
        self.shared.work.fetch_add(work - self.reported, Ordering::Relaxed);
        self.reported = work;
    }

    /// Searches below a node until one of its numbers reaches its threshold. The numbers, and how many
    /// nodes were visited.
    fn visit(&mut self, position: &G::Position, key: Key, most_phi: u32, most_delta: u32) -> (Numbers, u64) {
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
                (Numbers::settled(answer == aim), 1)
            }
            Expanded::Open(children) => self.descend(key, &children, most_phi, most_delta),
        };
        let work = u32::try_from(before + nodes).unwrap_or(u32::MAX);
        shared.table.put(key, Entry { numbers, work });
        if is_shared {
            shared.busy(key).fetch_sub(1, Ordering::Relaxed);
        }
        if shared.table.is_full() {
            shared.table.collect(shared.options.collect_from, shared.options.free);
        }
        (numbers, nodes)
    }

    /// The loop over a node's open children.
    fn descend(
        &mut self,
        key: Key,
        children: &[Child<G::Position>],
        most_phi: u32,
        most_delta: u32,
    ) -> (Numbers, u64) {
        let shared = self.shared;
        let is_shared = shared.options.threads > 1;
        let mut known: Vec<Numbers> = children.iter().map(|child| child.first).collect();
        let mut nodes = 1;
        loop {
            let mut sum = 0u64;
            let mut largest = 0;
            let mut open = 0;
            // The best child by its delta, and the second best delta.
            let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
            let mut is_won = false;
            for (number, child) in children.iter().enumerate() {
                if let Some(entry) = shared.table.get(child.key) {
                    known[number] = entry.numbers;
                }
                let Numbers { phi, delta } = known[number];
                is_won |= delta == 0;
                if phi == 0 {
                    continue;
                }
                open += 1;
                sum += u64::from(phi);
                largest = largest.max(phi);
                let virtual_delta = if is_shared {
                    // A thread in there makes the child look harder, so that others choose another.
                    let threads = shared.busy(child.key).load(Ordering::Relaxed);
                    delta.saturating_add(u32::from(threads)).min(INFINITE - 1)
                } else {
                    delta
                };
                if virtual_delta < least {
                    (best, least, second) = (number, virtual_delta, least);
                } else {
                    second = second.min(virtual_delta);
                }
            }
            if is_won {
                return (Numbers::settled(true), nodes);
            }
            if open == 0 {
                return (Numbers::settled(false), nodes);
            }
            let total = match shared.options.sum {
                Sum::Plain => sum,
                Sum::Weak => u64::from(largest) + open - 1,
            };
            let delta = total.min(u64::from(INFINITE - 1)) as u32;
            let numbers = Numbers { phi: least, delta };
            if least >= most_phi || delta >= most_delta || shared.is_stopped() {
                return (numbers, nodes);
            }
            if is_shared {
                if shared.options.tell
                    && let Some(entry) = shared.table.get(key)
                    && entry.numbers.is_settled()
                {
                    return (entry.numbers, nodes);
                }
            }
            let room = most_delta - delta;
            let child_phi = if most_delta == INFINITE {
                INFINITE
            } else {
                let base = match shared.options.sum {
                    Sum::Plain => known[best].phi,
                    Sum::Weak => largest,
                };
                base.saturating_add(room)
            };
            let beyond = f64::from(second) * (1.0 + shared.options.epsilon);
            let child_delta = most_phi.min((beyond as u32).max(second.saturating_add(1)));
            let child = &children[best];
            let (numbers, visited) = self.visit(&child.position, child.key, child_phi, child_delta);
            known[best] = numbers;
            nodes += visited;
        }
    }

    /// Stores the children that looking ahead decided, which are those that are not open: whoever is to move
    /// there gets what it wants.
    fn store_decided(&mut self, position: &G::Position, open: &[Child<G::Position>]) {
        let Shared { game, question, table, .. } = self.shared;
        let mut all = Vec::new();
        // Without looking ahead no answer can come out that did not before.
        let _ = game.expand(position, question, 0, &mut self.scratch, &mut all);
        for child in &all {
            let key = game.key(child);
            if open.iter().all(|child| child.key != key) {
                table.put(key, Entry { numbers: Numbers::settled(true), work: 1 });
            }
        }
    }

    /// Looks ahead from a node, unless that was done lately.
    fn expand(&mut self, position: &G::Position, key: Key) -> Expanded<G::Position> {
        if let Some(children) = self.cache.get(key) {
            return Expanded::Open(children);
        }
        let shared = self.shared;
        let Shared { game, question, options, table, .. } = shared;
        let mut depth = options.lookahead;
        let is_new = options.when == When::New && table.get(key).is_none();
        if options.when == When::New && !is_new {
            depth = 0;
        }
        if options.tail > 0 && game.plies_left(position) <= options.tail {
            depth = depth.max(options.tail);
        }
        self.open.clear();
        if let Some(answer) = game.expand(position, question, depth, &mut self.scratch, &mut self.open) {
            return Expanded::Settled(answer);
        }
        let mut children: Vec<Child<G::Position>> = Vec::with_capacity(self.open.len());
        for position in self.open.drain(..) {
            let key = game.key(&position);
            if children.iter().all(|child| child.key != key) {
                let first = shared.first(&position);
                children.push(Child { position, key, first });
            }
        }
        if is_new && depth > 0 {
            self.store_decided(position, &children);
        }
        let children: Arc<[Child<G::Position>]> = children.into();
        self.cache.put(key, &children);
        if game.work(&self.scratch) - self.reported > 1 << 20 {
            self.report();
        }
        Expanded::Open(children)
    }
}
