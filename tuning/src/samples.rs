//! Training data: rows of counted features, and the outcomes of the games.

/// A position as the evaluation sees it, and the outcome of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The index and the count of each feature; the count is negative for Black's.
    ///
    /// The order does not matter, and counts of the same index add up. Other features count 0. For a
    /// constant term, give every sample the same feature once.
    pub features: Vec<(u32, f32)>,
    /// 1 if White won, ½ for a draw, 0 if White lost. Anything between is an expectation.
    pub outcome: f32,
    /// The weight of the sample relative to the others: more than 0, usually 1.
    pub weight: f32,
    /// Any number that identifies its game.
    ///
    /// Positions of one game share their outcome. If some were training samples and others validation
    /// samples, overfitting would go unnoticed. All positions of a game are therefore on one side.
    pub game: u32,
}

/// Samples in little memory: 8 bytes for each feature that is not 0, 20 for each sample.
///
/// Compressed sparse rows: the features of all samples stand one after the other, and `ends[i]` is
/// where those of sample `i` end. Within a row indices ascend, each once, and no count is 0;
/// all that is stored is in range and finite.
#[derive(Clone, Debug)]
pub struct Samples {
    features: u32,
    ends: Vec<usize>,
    indices: Vec<u32>,
    counts: Vec<f32>,
    outcomes: Vec<f32>,
    weights: Vec<f32>,
    games: Vec<u32>,
}

impl Samples {
    /// An empty collection for `features` features, with indices 0 to `features` − 1.
    pub fn new(features: u32) -> Self {
        Self {
            features,
            ends: Vec::new(),
            indices: Vec::new(),
            counts: Vec::new(),
            outcomes: Vec::new(),
            weights: Vec::new(),
            games: Vec::new(),
        }
    }

    /// Adds a sample. If it is invalid, nothing is added.
    ///
    /// # Errors
    ///
    /// If the sample is invalid. The error says why, and how many samples were pushed before it.
    pub fn push(&mut self, sample: &Sample) -> Result<(), SampleError> {
        let row = merged(&sample.features);
        self.check(sample, &row).map_err(|fault| SampleError { sample: self.len(), fault })?;
        self.indices.extend(row.iter().map(|&(index, _)| index));
        self.counts.extend(row.iter().map(|&(_, count)| count));
        self.ends.push(self.indices.len());
        self.outcomes.push(sample.outcome);
        self.weights.push(sample.weight);
        self.games.push(sample.game);
        Ok(())
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of features, which is the number of weights.
    pub fn features(&self) -> usize {
        self.features as usize
    }

    /// The sample with this index.
    pub(crate) fn row(&self, number: usize) -> Row<'_> {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        let cells = start..self.ends[number];
        Row {
            indices: &self.indices[cells.clone()],
            counts: &self.counts[cells],
            outcome: f64::from(self.outcomes[number]),
            weight: f64::from(self.weights[number]),
        }
    }

    /// The game of each sample.
    pub(crate) fn games(&self) -> &[u32] {
        &self.games
    }

    fn check(&self, sample: &Sample, row: &[(u32, f32)]) -> Result<(), Fault> {
        for &(index, count) in row {
            if self.features <= index {
                return Err(Fault::NoSuchFeature { index, features: self.features });
            }
            if !count.is_finite() {
                return Err(Fault::Count { index, count });
            }
        }
        if !(0.0..=1.0).contains(&sample.outcome) {
            return Err(Fault::Outcome(sample.outcome));
        }
        if !(sample.weight.is_finite() && 0.0 < sample.weight) {
            return Err(Fault::Weight(sample.weight));
        }
        Ok(())
    }
}

/// A stored sample.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    indices: &'a [u32],
    counts: &'a [f32],
    pub(crate) outcome: f64,
    pub(crate) weight: f64,
}

impl Row<'_> {
    /// Indices and counts.
    pub(crate) fn features(&self) -> impl Iterator<Item = (usize, f64)> {
        self.indices.iter().zip(self.counts).map(|(&index, &count)| (index as usize, f64::from(count)))
    }

    /// The sum of count times weight.
    pub(crate) fn score(&self, weights: &[f64]) -> f64 {
        self.features().map(|(index, count)| count * weights[index]).sum()
    }
}

/// Why a sample is invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("sample {sample}: {fault}")]
pub struct SampleError {
    /// The number of samples before it.
    pub sample: usize,
    /// The error.
    pub fault: Fault,
}

/// An error in a sample.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The index of a feature is not below the number of features.
    #[error("there is no feature {index} among {features}")]
    NoSuchFeature {
        /// The index.
        index: u32,
        /// The number of features.
        features: u32,
    },
    /// The count of a feature, or the sum of its counts, is not finite.
    #[error("feature {index} has the count {count}")]
    Count {
        /// The index of the feature.
        index: u32,
        /// Its count.
        count: f32,
    },
    /// The outcome is not between 0 and 1.
    #[error("the outcome {0} is not between 0 and 1")]
    Outcome(f32),
    /// The weight is not finite and above 0.
    #[error("the weight {0} must be finite and positive")]
    Weight(f32),
}

/// The features in ascending order, each once, without those whose counts cancel.
fn merged(features: &[(u32, f32)]) -> Vec<(u32, f32)> {
    let mut row = features.to_vec();
    row.sort_by_key(|&(index, _)| index);
    row.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    row.retain(|&(_, count)| count != 0.0);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(features: &[(u32, f32)]) -> Sample {
        Sample { features: features.to_vec(), outcome: 0.5, weight: 1.0, game: 0 }
    }

    #[track_caller]
    fn check(wrong: &Sample, expected: &str) {
        let mut samples = Samples::new(3);
        samples.push(&sample(&[(2, 1.0)])).unwrap();
        let error = samples.push(wrong).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(samples.len(), 1);
    }

    #[test]
    fn errors_name_the_sample_and_what_was_wrong() {
        check(&sample(&[(0, 1.0), (3, 1.0)]), "sample 1: there is no feature 3 among 3");
        check(&sample(&[(1, f32::NAN)]), "sample 1: feature 1 has the count NaN");
        check(&sample(&[(1, f32::MAX), (1, f32::MAX)]), "sample 1: feature 1 has the count inf");
        let outcome = |outcome| Sample { outcome, ..sample(&[]) };
        check(&outcome(1.5), "sample 1: the outcome 1.5 is not between 0 and 1");
        check(&outcome(f32::NAN), "sample 1: the outcome NaN is not between 0 and 1");
        let weight = |weight| Sample { weight, ..sample(&[]) };
        check(&weight(0.0), "sample 1: the weight 0 must be finite and positive");
        check(&weight(f32::INFINITY), "sample 1: the weight inf must be finite and positive");
    }

    #[test]
    fn counts_of_the_same_feature_add_up_and_cancel() {
        let mut samples = Samples::new(3);
        samples.push(&sample(&[])).unwrap();
        samples.push(&sample(&[(2, 1.0), (0, 2.0), (1, 1.0), (2, 3.0), (1, -1.0)])).unwrap();
        assert_eq!(samples.row(0).features().count(), 0);
        assert_eq!(samples.row(1).features().collect::<Vec<_>>(), [(0, 2.0), (2, 4.0)]);
        assert_eq!(samples.row(1).score(&[10.0, 100.0, 0.5]), 22.0);
    }
}
