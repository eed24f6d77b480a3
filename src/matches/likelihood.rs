//! How likely the results of a match are for an expected score.
//!
//! A score alone does not say how often each result occurs. The likelihood is that of the distribution with this score
//! that fits the observed results best (Van den Bergh, *Comments on normalized Elo*).

/// The numbers of results that are worth 0 to 1 in equal steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultCounts<const N: usize> {
    counts: [f64; N],
    sum: f64,
}

/// The count of results that did not occur: they are not impossible.
const UNSEEN: f64 = 1e-3;

/// Twice the logarithm of the likelihood ratio at the ends of a confidence interval of 95 %.
const RATIO_AT_END: f64 = 3.841_458_820_694_124;

/// The steps of a bisection, after which numbers do not change any more.
const STEPS: u32 = 100;

impl<const N: usize> ResultCounts<N> {
    pub(super) fn new(counts: [u64; N]) -> Self {
        let counts = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        Self { counts, sum: counts.iter().sum() }
    }

    /// Returns the mean score.
    pub(super) fn mean(&self) -> f64 {
        (0..N).map(|index| self.counts[index] * Self::worth(index)).sum::<f64>() / self.sum
    }

    /// Returns the logarithm of the ratio of the likelihood of `score` to that of `other`.
    pub(super) fn log_ratio(&self, score: f64, other: f64) -> f64 {
        let (fit, other_fit) = (self.fitted(score), self.fitted(other));
        (0..N).map(|index| self.counts[index] * (fit[index] / other_fit[index]).ln()).sum()
    }

    /// Returns the score below and the score above the mean between which the expected score is with a confidence
    /// of 95 %.
    pub(super) fn interval(&self) -> (f64, f64) {
        let mean = self.mean();
        let is_inside = |score: f64| 2.0 * self.log_ratio(mean, score) < RATIO_AT_END;
        let end = |mut outside: f64| {
            let mut inside = mean;
            for _ in 0..STEPS {
                let middle = f64::midpoint(inside, outside);
                if is_inside(middle) { inside = middle } else { outside = middle }
            }
            inside
        };
        (end(0.0), end(1.0))
    }

    /// Returns what a result is worth.
    fn worth(index: usize) -> f64 {
        index as f64 / (N - 1) as f64
    }

    /// Returns the distribution with this score that fits the counts best.
    ///
    /// With a Lagrange multiplier `x` it is `observed / (1 + x·(points − score))`.
    fn fitted(&self, score: f64) -> [f64; N] {
        let distance = |index: usize| Self::worth(index) - score;
        let shares = |x: f64| -> [f64; N] {
            std::array::from_fn(|index| self.counts[index] / self.sum / (1.0 + x * distance(index)))
        };
        let excess = |x: f64| -> f64 { (0..N).map(|index| shares(x)[index] * distance(index)).sum() };
        // Between these bounds all shares are positive, and the excess falls from +∞ to −∞.
        let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
        for _ in 0..2 * STEPS {
            let middle = (low + high) / 2.0;
            if excess(middle) > 0.0 { low = middle } else { high = middle }
        }
        shares((low + high) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitted_distribution_has_the_score_and_adds_up() {
        for score in [0.01, 0.3, 0.5, 0.514, 0.9] {
            let fit = ResultCounts::new([1, 2, 4, 2, 1]).fitted(score);
            let mean: f64 = (0..5).map(|index| fit[index] * index as f64 / 4.0).sum();
            assert!((mean - score).abs() < 1e-9 && (fit.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{fit:?}");
        }
    }

    /// Wins and losses only: the ends `p` satisfy `w·ln(ŵ/p) + l·ln(l̂/(1 − p)) = 1.92`.
    #[test]
    fn the_interval_of_two_results_is_that_of_a_binomial_distribution() {
        let (low, high) = ResultCounts::new([4, 6]).interval();
        for end in [low, high] {
            let ratio = 6.0 * (0.6 / end).ln() + 4.0 * (0.4 / (1.0 - end)).ln();
            assert!((2.0 * ratio - RATIO_AT_END).abs() < 1e-6, "{end}: {ratio}");
        }
        assert!(low < 0.6 && high > 0.6 && high < 1.0, "{low} {high}");
    }

    /// For many results it is 1.96 standard deviations: here 0.5 / 100 for each.
    #[test]
    fn the_interval_of_many_results_is_that_of_a_normal_distribution() {
        let (low, high) = ResultCounts::new([5000, 0, 5000]).interval();
        assert!((high - 0.5 - 0.0098).abs() < 1e-5 && (low + high - 1.0).abs() < 1e-9, "{low} {high}");
    }

    /// Draws alone: half of what is not drawn may be won, `n·ln(1 − 2·(score − ½)) = −1.92`.
    #[test]
    fn equal_results_have_an_interval_too() {
        let (low, high) = ResultCounts::new([0, 8, 0]).interval();
        let expected = 0.5 * (1.0 - (-RATIO_AT_END / 16.0).exp());
        assert!((high - 0.5 - expected).abs() < 1e-3 && (low + high - 1.0).abs() < 1e-9, "{low} {high}");
    }
}
