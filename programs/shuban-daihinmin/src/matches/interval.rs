//! The uncertainty of a total of points.

/// Returns an interval of 95 % for the sum of a player's points, from the sums of batches of games
/// taken as independent: Student's t, since there may be few. `None` for fewer than two batches.
pub fn interval(batches: &[f64]) -> Option<[f64; 2]> {
    let count = batches.len();
    if count < 2 {
        return None;
    }
    let n = count as f64;
    let total: f64 = batches.iter().sum();
    let mean = total / n;
    let variance = batches.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = student(count - 1) * (variance * n).sqrt();
    Some([total - half, total + half])
}

/// Returns the 97.5 % quantile of Student's t with this many degrees of freedom, to three digits:
/// tables to four, then the expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5).
pub fn student(freedom: usize) -> f64 {
    const FEW: [f64; 4] = [12.706, 4.303, 3.182, 2.776];
    const Z: f64 = 1.959_964;
    if let Some(&quantile) = freedom.checked_sub(1).and_then(|place| FEW.get(place)) {
        return quantile;
    }
    let v = freedom as f64;
    let first = (Z.powi(3) + Z) / 4.0;
    let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    let fourth = (79.0 * Z.powi(9) + 776.0 * Z.powi(7) + 1_482.0 * Z.powi(5)
        - 1_920.0 * Z.powi(3)
        - 945.0 * Z)
        / 92_160.0;
    Z + first / v + second / v.powi(2) + third / v.powi(3) + fourth / v.powi(4)
}

/// Returns the number of games in a batch, for this number of tables and of games in all. The games
/// of a table depend on each other, since places decide the exchange. So batches are whole tables
/// if there are ten of them, and else pieces of up to ten games, so that there are ten batches if
/// possible.
pub fn batch(tables: usize, games: usize) -> usize {
    if tables >= 10 { usize::MAX } else { (games / 10).clamp(1, 10) }
}
