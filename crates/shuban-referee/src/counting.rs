//! Binomial coefficients and colexicographic orders.

/// Returns the number of sets of `k` among `n`.
pub(crate) fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let product = (0..k).fold(1u128, |product, i| product * (n - i) as u128 / (i + 1) as u128);
    u64::try_from(product).unwrap_or(u64::MAX)
}

/// Returns the number of multisets of `count` among `kinds`.
pub(crate) fn choose_many(kinds: usize, count: usize) -> u64 {
    if kinds == 0 { u64::from(count == 0) } else { choose(kinds + count - 1, count) }
}

/// Returns the colexicographic rank of a set, ascending numbers from 0.
pub(crate) fn set_rank(set: &[usize]) -> u64 {
    set.iter().enumerate().map(|(i, &member)| choose(member, i + 1)).sum()
}

/// Returns the set of `size` numbers with this colexicographic rank, ascending.
pub(crate) fn set_of_rank(mut rank: u64, size: usize) -> Vec<usize> {
    let mut set = vec![0; size];
    for i in (0..size).rev() {
        // The largest number whose smaller sets all come before.
        let mut member = i;
        while choose(member + 1, i + 1) <= rank {
            member += 1;
        }
        rank -= choose(member, i + 1);
        set[i] = member;
    }
    set
}

/// Returns the colexicographic rank of a multiset, ascending kinds from 0.
pub(crate) fn multiset_rank(multiset: &[usize]) -> u64 {
    // Made different by adding each one's place, they are a set.
    let set: Vec<usize> = multiset.iter().enumerate().map(|(i, kind)| kind + i).collect();
    set_rank(&set)
}

/// Returns the multiset of `size` kinds with this colexicographic rank, ascending.
pub(crate) fn multiset_of_rank(rank: u64, size: usize) -> Vec<usize> {
    set_of_rank(rank, size).into_iter().enumerate().map(|(i, member)| member - i).collect()
}
