//! The choice between the evaluations.

use std::sync::Arc;

use super::{Network, Score, Weights, evaluate};
use crate::board::{Game, Position};

/// What scores positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticEvaluation {
    /// A weighted sum of features.
    Features(Box<Weights>),
    /// A network.
    Network(Arc<Network>),
}

impl StaticEvaluation {
    /// The static value of a position for the player to move.
    #[inline]
    #[must_use]
    pub fn of<G: Game>(&self, position: &Position<G>) -> Score {
        match self {
            Self::Features(weights) => evaluate(position, weights),
            Self::Network(network) => network.evaluate(position.placement()),
        }
    }
}

impl From<Weights> for StaticEvaluation {
    fn from(weights: Weights) -> Self {
        Self::Features(Box::new(weights))
    }
}

impl From<Arc<Network>> for StaticEvaluation {
    fn from(network: Arc<Network>) -> Self {
        Self::Network(network)
    }
}
