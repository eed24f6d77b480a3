//! Files of games and positions.

use super::error::warn;
use crate::matches::openings::{Opening, OpeningFile};
use crate::notation::one_line;

/// The openings of a file. What is wrong with others is told on standard error.
pub(super) fn told(file: OpeningFile) -> Vec<Opening> {
    file.notes.iter().for_each(|note| warn(&one_line(note)));
    file.openings
}
