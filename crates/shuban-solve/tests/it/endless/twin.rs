//! Values of small games of chance by trying every pair of strategies.

use super::graph::Graph;

/// Returns the first seat's guaranteed payoff from each node, given its worth of endless play. Some
/// best strategies choose by position and chance event alone, so that trying those is enough
/// (Liggett and Lippman, *Stochastic games with perfect information and time average payoff*,
/// 1969).
pub(crate) fn values(graph: &Graph, endless: i16) -> Vec<f64> {
    // One choice for each chance event of each node, by seat.
    let mut choices: [Vec<(usize, usize)>; 2] = [Vec::new(), Vec::new()];
    for (number, node) in graph.0.iter().enumerate() {
        let chances = node.next.as_ref().map_or(0, Vec::len);
        choices[node.seat].extend((0..chances).map(|chance| (number, chance)));
    }
    let strategies = |seat: usize| 0..1u32 << choices[seat].len();
    let nodes = graph.0.len();
    let mut sure = vec![f64::NEG_INFINITY; nodes];
    for first in strategies(0) {
        let mut worst = vec![f64::INFINITY; nodes];
        for second in strategies(1) {
            let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes];
            for (seat, bits) in [first, second].into_iter().enumerate() {
                for (place, &(node, chance)) in choices[seat].iter().enumerate() {
                    let play = (bits >> place & 1) as usize;
                    next[node].push(graph.0[node].next.as_ref().unwrap()[chance][play]);
                }
            }
            for (worst, value) in worst.iter_mut().zip(expected(graph, &next, endless.into())) {
                *worst = worst.min(value);
            }
        }
        for (sure, worst) in sure.iter_mut().zip(worst) {
            *sure = sure.max(worst);
        }
    }
    sure
}

/// Returns the expected payoff of the first seat from each node, where each goes on to one of
/// `next` with the same chance.
fn expected(graph: &Graph, next: &[Vec<usize>], endless: f64) -> Vec<f64> {
    let nodes = graph.0.len();
    let mut ends: Vec<bool> = graph.0.iter().map(|node| node.next.is_err()).collect();
    for _ in 0..nodes {
        for node in 0..nodes {
            ends[node] |= next[node].iter().any(|&after| ends[after]);
        }
    }
    // Gaussian elimination of the system in which a value is the mean of the next ones.
    let mut rows: Vec<Vec<f64>> = (0..nodes)
        .map(|node| {
            let mut row = vec![0.0; nodes + 1];
            row[node] = 1.0;
            match graph.0[node].next {
                Err(payoff) => row[nodes] = payoff.into(),
                Ok(_) if !ends[node] => row[nodes] = endless,
                Ok(_) => {
                    for &after in &next[node] {
                        row[after] -= 1.0 / next[node].len() as f64;
                    }
                }
            }
            row
        })
        .collect();
    for pivot in 0..nodes {
        let largest =
            |&a: &usize, &b: &usize| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs());
        let best = (pivot..nodes).max_by(largest).unwrap();
        rows.swap(pivot, best);
        let row = rows[pivot].clone();
        for (number, other) in rows.iter_mut().enumerate().filter(|(number, _)| *number != pivot) {
            let factor = other[pivot] / row[pivot];
            debug_assert!(factor.is_finite(), "row {number}");
            for (value, own) in other.iter_mut().zip(&row) {
                *value -= factor * own;
            }
        }
    }
    (0..nodes).map(|node| rows[node][nodes] / rows[node][node]).collect()
}
