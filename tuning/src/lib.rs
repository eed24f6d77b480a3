//! Samples in, weights out: learns the weights of an evaluation from the results of games.
//!
//! A sample is a position as the evaluation sees it, a sparse row of counted features, with the
//! outcome of the game that it is from. The score of a row is the sum of count times weight, and
//! the expected outcome is the logistic function of score / [`Scale`]. [`fit()`] seeks the weights
//! that make the outcomes most likely: logistic regression, which the chess engine Texel made
//! popular for tuning.
//!
//! [`learn()`] learns a small network from positions, which are sets of cells ([`PositionSamples`]).
//!
//! Not about draughts: this crate knows no board and no feature by name. It prints nothing, reads
//! no clock and opens no file. The same samples, start and settings give the same weights, bit by
//! bit, for any number of threads.
//!
//! ```
//! use remise_tuning::{Sample, Samples, Scale, Settings, fit};
//!
//! let mut samples = Samples::new(1);
//! for (game, outcome) in [1.0, 1.0, 1.0, 0.0].into_iter().enumerate() {
//!     let game = game as u32;
//!     samples.push(&Sample { features: vec![(0, 1.0)], outcome, weight: 1.0, game })?;
//! }
//! let scale = Scale::new(100.0).expect("positive");
//! let settings = Settings { l2: 0.0, validation: 0.0, ..Settings::new(scale) };
//! let fitted = fit(&samples, &[0.0], &settings, |_| ())?;
//! // Three of four are won: the odds are 3.
//! assert!((fitted.weights[0] - 100.0 * 3f64.ln()).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod samples;

mod scale;

mod batch;

mod split;

mod descent;

mod objective;

mod fit;

mod positions;

mod network;

#[cfg(test)]
mod made_up;

pub use batch::{InputError, loss};
pub use fit::{End, Fit, FitError, Iteration, Settings, fit};
pub use network::{Epoch, LearnSettings, Learned, NetworkError, NetworkWeights, Shape, held_back, learn};
pub use positions::{NotASample, PositionSample, PositionSamples, PositionsError};
pub use samples::{Fault, Sample, SampleError, Samples};
pub use scale::{Scale, ScaleError, fit_scale};
