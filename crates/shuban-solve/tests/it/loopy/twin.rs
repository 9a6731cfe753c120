//! Scores by thresholds that each side can force, found by striking in until nothing changes. It
//! knows nothing of plies.

use crate::graph::Walks;

/// Returns the score of each node, for the seat to move there.
pub(crate) fn scores(walks: &Walks) -> Vec<i16> {
    let nodes = &walks.graph.0;
    let mut scores = vec![0; nodes.len()];
    for layer in 0..=nodes.iter().map(|node| node.layer).max().unwrap() {
        let own: Vec<usize> = (0..nodes.len()).filter(|node| nodes[*node].layer == layer).collect();
        let found: Vec<i16> = own.iter().map(|&node| score(walks, &scores, node)).collect();
        for (node, score) in own.into_iter().zip(found) {
            scores[node] = score;
        }
    }
    scores
}

/// Returns the score of a node, given those of earlier layers.
fn score(walks: &Walks, scores: &[i16], node: usize) -> i16 {
    let seat = walks.graph.0[node].seat;
    let endless = if seat == 0 { walks.endless } else { -walks.endless };
    let forced = |by: usize, least: i16| can_force(walks, scores, by, least)[node];
    let best = (endless + 1..=20).take_while(|&least| forced(seat, least)).last();
    // The other side's gain beyond endless play is this side's loss.
    let worst = (1 - endless..=20).take_while(|&least| forced(1 - seat, least)).last();
    best.or(worst.map(|worst| -worst)).unwrap_or(endless)
}

/// Returns the nodes from which a side can force `least` points, not counting endless play.
fn can_force(walks: &Walks, scores: &[i16], by: usize, least: i16) -> Vec<bool> {
    let nodes = &walks.graph.0;
    let mut forced = vec![false; nodes.len()];
    loop {
        let before = forced.clone();
        for (number, node) in nodes.iter().enumerate() {
            let for_side = |points: i16, seat: usize| if seat == by { points } else { -points };
            forced[number] = match &node.next {
                Err(payoff) => for_side(*payoff, 0) >= least,
                Ok(next) => {
                    let is_good = |&(after, reward): &(usize, i16)| {
                        if nodes[after].layer == node.layer {
                            return before[after];
                        }
                        let rest = for_side(scores[after], nodes[after].seat);
                        rest + for_side(reward, node.seat) >= least
                    };
                    if node.seat == by {
                        next.iter().any(is_good)
                    } else {
                        next.iter().all(is_good)
                    }
                }
            };
        }
        if forced == before {
            return forced;
        }
    }
}
