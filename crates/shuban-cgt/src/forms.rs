//! The store of canonical forms, in which equal games are one id.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::PoisonError;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use crate::comparisons::Comparisons;
use crate::dyadic::Dyadic;
use crate::form_id::FormId;
use crate::infinitesimal::NumberUpStar;
use crate::outcome::{CgtOutcome, Player};
use crate::sync::{Mutex, MutexGuard, OnceLock, RwLock};
use crate::thermograph::Thermograph;

/// Locks of the tables of ids and of sums: enough that a few dozen threads seldom meet.
const SHARDS: usize = 64;

/// Sums by their terms, the smaller id first.
type KnownSums = FxHashMap<(FormId, FormId), FormId>;

/// A growing set of short games in canonical form, each stored once (*hash-consing*), with their
/// known properties. Nothing is ever removed.
///
/// All methods take `&self`, and any number of threads may use one store concurrently: a form that
/// two of them meet at the same time gets one id. Only the numbers of ids depend on threads.
///
/// **The order of options**: those of a form are kept in ascending [structural
/// order](Forms::order).
pub struct Forms {
    nodes: boxcar::Vec<FormNode>,
    ids: Box<[Mutex<HashTable<FormId>>]>,
    pub(super) comparisons: Comparisons,
    sums: Box<[Mutex<KnownSums>]>,
    numbers: RwLock<FxHashMap<Dyadic, FormId>>,
}

/// A canonical form, and its immediate properties.
struct FormNode {
    /// Left's options, then Right's.
    options: Box<[FormId]>,
    /// Number of Left's options.
    left: u32,
    birthday: u32,
    outcome: CgtOutcome,
    left_stop: Stop,
    right_stop: Stop,
    simple: Option<NumberUpStar>,
    /// The negative, computed on demand.
    negative: OnceLock<FormId>,
    thermograph: OnceLock<Box<Thermograph>>,
}

/// A number at which play stops, and its form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) number: Dyadic,
    pub(super) form: FormId,
}

impl FormNode {
    fn left(&self) -> &[FormId] {
        &self.options[..self.left as usize]
    }

    fn right(&self) -> &[FormId] {
        &self.options[self.left as usize..]
    }
}

impl Default for Forms {
    fn default() -> Self {
        Forms::new()
    }
}

impl Forms {
    /// Creates a store with 0 alone, for a few thousand forms.
    pub fn new() -> Self {
        Forms::with_comparisons(1 << 14)
    }

    /// Creates a store that caches this many results of comparisons (rounded up to a power of two;
    /// 8 bytes each). Later ones replace earlier ones: it affects the speed alone.
    pub fn with_comparisons(remembered: usize) -> Self {
        let forms = Forms {
            nodes: boxcar::Vec::new(),
            ids: (0..SHARDS).map(|_| Mutex::default()).collect(),
            comparisons: Comparisons::new(remembered),
            sums: (0..SHARDS).map(|_| Mutex::default()).collect(),
            numbers: RwLock::default(),
        };
        let zero = forms.intern(&[], &[]);
        assert_eq!(zero, FormId::ZERO);
        forms
    }

    /// Number of forms, including intermediate ones.
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Always false: 0 is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The form of a place in the store; `None` from [`len`](Forms::len) on.
    pub fn get(&self, index: usize) -> Option<FormId> {
        // A place below the length may still be written to by another thread.
        self.nodes.get(index).map(|_| FormId(index as u32))
    }

    #[inline]
    fn node(&self, form: FormId) -> &FormNode {
        &self.nodes[form.index()]
    }

    /// Left's options, in ascending structural order.
    #[inline]
    pub fn left(&self, form: FormId) -> &[FormId] {
        self.node(form).left()
    }

    /// Right's options, in ascending structural order.
    #[inline]
    pub fn right(&self, form: FormId) -> &[FormId] {
        self.node(form).right()
    }

    /// The options of a player, in ascending structural order.
    #[inline]
    pub fn options(&self, form: FormId, player: Player) -> &[FormId] {
        match player {
            Player::Left => self.left(form),
            Player::Right => self.right(form),
        }
    }

    /// The height of the tree of the canonical form: the day on which the game is born.
    #[inline]
    pub fn birthday(&self, form: FormId) -> u32 {
        self.node(form).birthday
    }

    /// The outcome class.
    #[inline]
    pub fn outcome(&self, form: FormId) -> CgtOutcome {
        self.node(form).outcome
    }

    /// The number at which play arrives if Left begins and both stop at numbers.
    #[inline]
    pub fn left_stop(&self, form: FormId) -> Dyadic {
        self.node(form).left_stop.number
    }

    /// The number at which play arrives if Right begins and both stop at numbers.
    #[inline]
    pub fn right_stop(&self, form: FormId) -> Dyadic {
        self.node(form).right_stop.number
    }

    /// The best right stop of Left's options, and the best left stop of Right's: the stops of the
    /// game with these options, unless it is a number, which then lies between them.
    pub(super) fn stops_of_options(&self, left: &[FormId], right: &[FormId]) -> [Option<Stop>; 2] {
        let after_left = left.iter().map(|&option| self.node(option).right_stop);
        let after_right = right.iter().map(|&option| self.node(option).left_stop);
        [after_left.max_by_key(|stop| stop.number), after_right.min_by_key(|stop| stop.number)]
    }

    /// The form as a number plus a multiple of up plus a nimber, if it is one.
    #[inline]
    pub fn as_number_up_star(&self, form: FormId) -> Option<NumberUpStar> {
        self.node(form).simple
    }

    /// The number that the form is, if it is one.
    #[inline]
    pub fn as_number(&self, form: FormId) -> Option<Dyadic> {
        self.node(form).simple.and_then(NumberUpStar::as_number)
    }

    /// The thermograph, with mean and temperature; made when first asked for.
    pub fn thermograph(&self, form: FormId) -> &Thermograph {
        let node = self.node(form);
        node.thermograph.get_or_init(|| {
            let integer = self.as_number(form).filter(|number| number.is_integer());
            let right_walls = node.left().iter().map(|&option| &self.thermograph(option).right);
            let left_walls = node.right().iter().map(|&option| &self.thermograph(option).left);
            Box::new(match integer {
                Some(integer) => Thermograph::of_integer(integer),
                None => Thermograph::of_options(right_walls, left_walls),
            })
        })
    }

    /// The negative: the game with the sides exchanged.
    pub fn negative(&self, form: FormId) -> FormId {
        let node = self.node(form);
        if let Some(&known) = node.negative.get() {
            return known;
        }
        let negated = |options: &[FormId]| -> Vec<FormId> {
            let mut negated: Vec<FormId> =
                options.iter().map(|&option| self.negative(option)).collect();
            self.sort(&mut negated);
            negated
        };
        // Not computed inside the cell, where others would wait for it: a thread with a game and one
        // with its negative would each write to the other's, and wait for ever.
        let negative = self.intern(&negated(node.right()), &negated(node.left()));
        // Another thread may have written the same before.
        let _ = node.negative.set(negative);
        let _ = self.node(negative).negative.set(form);
        negative
    }

    /// **The structural order**, a total order on canonical forms that depends on nothing but them:
    /// by birthday; then by the lists of Left's options; then by those of Right's. Lists, each in
    /// ascending order, are compared as words are: by the first place where they differ, a list
    /// before its continuations. (It is unrelated to the partial order of games.)
    ///
    /// At most as many steps down as the birthday, each past one list of options.
    pub fn order(&self, a: FormId, b: FormId) -> Ordering {
        self.order_across(a, self, b)
    }

    /// The structural order of a form of this store and one of another. Takes longer: without a
    /// common store, only all their followers show that two forms are equal.
    pub fn order_across(&self, a: FormId, other: &Forms, b: FormId) -> Ordering {
        if a == b && std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let lists = |a: &[FormId], b: &[FormId]| {
            let mut pairs = a.iter().zip(b).map(|(&a, &b)| self.order_across(a, other, b));
            pairs.find(|order| order.is_ne()).unwrap_or_else(|| a.len().cmp(&b.len()))
        };
        let (a, b) = (self.node(a), other.node(b));
        (a.birthday.cmp(&b.birthday))
            .then_with(|| lists(a.left(), b.left()))
            .then_with(|| lists(a.right(), b.right()))
    }

    /// Sorts by the structural order.
    pub(super) fn sort(&self, forms: &mut [FormId]) {
        forms.sort_unstable_by(|&a, &b| self.order(a, b));
    }

    /// The id of a form that is canonical as it stands, with its options in order.
    pub(super) fn intern(&self, left: &[FormId], right: &[FormId]) -> FormId {
        let hash = hash_of(left, right);
        let mut ids = locked(self.ids_of(hash));
        if let Some(&id) = ids.find(hash, |&id| self.is_made_of(id, left, right)) {
            return id;
        }
        let id = self.nodes.push_with(|place| {
            let id = FormId(u32::try_from(place).expect("fewer than 2^32 forms fit into memory"));
            self.new_node(id, left, right)
        });
        let id = FormId(id as u32);
        ids.insert_unique(hash, id, |&id| hash_of(self.left(id), self.right(id)));
        id
    }

    /// The form that has just these options, in their order, if it is stored: then it is canonical.
    pub(super) fn known(&self, left: &[FormId], right: &[FormId]) -> Option<FormId> {
        let hash = hash_of(left, right);
        let is_it = |&id: &FormId| self.is_made_of(id, left, right);
        locked(self.ids_of(hash)).find(hash, is_it).copied()
    }

    fn ids_of(&self, hash: u64) -> &Mutex<HashTable<FormId>> {
        &self.ids[(hash >> 32) as usize % SHARDS]
    }

    fn is_made_of(&self, form: FormId, left: &[FormId], right: &[FormId]) -> bool {
        self.left(form) == left && self.right(form) == right
    }

    fn new_node(&self, id: FormId, left: &[FormId], right: &[FormId]) -> FormNode {
        let simple = NumberUpStar::of_options(&|form| self.as_number_up_star(*form), left, right);
        let number = simple.and_then(NumberUpStar::as_number);
        let itself = number.map(|number| Stop { number, form: id });
        let [left_stop, right_stop] = self.stops_of_options(left, right);
        // Every form but a number has options of both.
        let zero = Stop { number: Dyadic::ZERO, form: FormId::ZERO };
        let born = left.iter().chain(right).map(|&option| self.birthday(option) + 1).max();
        FormNode {
            options: left.iter().chain(right).copied().collect(),
            left: left.len() as u32,
            birthday: born.unwrap_or(0),
            outcome: CgtOutcome::of_first_moves(
                left.iter().any(|&option| self.outcome(option).is_at_least_zero()),
                right.iter().any(|&option| self.outcome(option).is_at_most_zero()),
            ),
            left_stop: itself.or(left_stop).unwrap_or(zero),
            right_stop: itself.or(right_stop).unwrap_or(zero),
            simple,
            negative: OnceLock::new(),
            thermograph: OnceLock::new(),
        }
    }

    /// The form of a number.
    ///
    /// When first asked for, a whole number n adds |n| forms, another one its binary places more.
    pub fn number(&self, number: Dyadic) -> FormId {
        let known =
            self.numbers.read().unwrap_or_else(PoisonError::into_inner).get(&number).copied();
        if let Some(known) = known {
            return known;
        }
        let form = self.new_number(number);
        self.numbers.write().unwrap_or_else(PoisonError::into_inner).insert(number, form);
        form
    }

    fn new_number(&self, number: Dyadic) -> FormId {
        if number < Dyadic::ZERO {
            return self.negative(self.number(-number));
        }
        if number.is_integer() {
            return (0..number.floor()).fold(FormId::ZERO, |below, _| self.intern(&[below], &[]));
        }
        // The canonical options, m ± 1 over the same denominator, are both of a smaller one.
        let step = Dyadic::unit(number.exponent());
        let [left, right] = [number - step, number + step].map(|option| self.number(option));
        self.intern(&[left], &[right])
    }

    /// The form of a number, ups and a nimber.
    pub fn number_up_star(&self, simple: NumberUpStar) -> FormId {
        let NumberUpStar { number, ups, nimber } = simple;
        let same = |ups, nimber| self.number_up_star(NumberUpStar { number, ups, nimber });
        match (ups, nimber) {
            (0, 0) => self.number(number),
            (0, nimber) => {
                let mut options: Vec<FormId> = Vec::with_capacity(nimber as usize);
                options.push(self.number(number));
                for _ in 1..=nimber {
                    self.sort(&mut options);
                    let star = self.intern(&options, &options);
                    options.push(star);
                }
                // The last one made is the result.
                options.pop().unwrap_or(FormId::ZERO)
            }
            (..0, _) => self.negative(self.number_up_star(-simple)),
            (1, 1) => {
                let mut left = [same(0, 0), same(0, 1)];
                self.sort(&mut left);
                self.intern(&left, &[same(0, 0)])
            }
            _ => self.intern(&[same(0, 0)], &[same(ups - 1, nimber ^ 1)]),
        }
    }

    /// The cached sum of two forms.
    pub(super) fn known_sum(&self, pair: (FormId, FormId)) -> Option<FormId> {
        self.sums_of(pair).get(&pair).copied()
    }

    pub(super) fn remember_sum(&self, pair: (FormId, FormId), sum: FormId) {
        self.sums_of(pair).insert(pair, sum);
    }

    fn sums_of(&self, pair: (FormId, FormId)) -> MutexGuard<'_, KnownSums> {
        locked(&self.sums[(FxBuildHasher.hash_one(pair) >> 32) as usize % SHARDS])
    }
}

fn hash_of(left: &[FormId], right: &[FormId]) -> u64 {
    let mut hasher = FxHasher::default();
    (left, right).hash(&mut hasher);
    hasher.finish()
}

/// Locks a table, which is whole even if a thread panicked: entries go in by one call each.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
