//! 95 % confidence intervals.

/// The quantile of the normal distribution that leaves 2.5 % out on either side.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// Returns the 95 % confidence interval of a mean, from its standard error.
pub fn interval_of_mean(mean: f64, standard_error: f64) -> [f64; 2] {
    [mean - NORMAL_QUANTILE * standard_error, mean + NORMAL_QUANTILE * standard_error]
}

/// Returns the 95 % confidence interval of a share of `count` cases, valid for few cases too.
///
/// (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22,
/// 1927.)
pub fn interval_of_share(share: f64, count: f64) -> [f64; 2] {
    let square = NORMAL_QUANTILE * NORMAL_QUANTILE;
    let middle = share + square / (2.0 * count);
    let spread = share * (1.0 - share) / count + square / (4.0 * count * count);
    let half = NORMAL_QUANTILE * spread.sqrt();
    [middle - half, middle + half].map(|bound| bound / (1.0 + square / count))
}
