//! Playing strength below the full strength.
//!
//! A weaker player searches less deeply, and adds a random error to the score of each move before it chooses.
//! Depth grows and error shrinks from level to level, so each level is a little stronger than the one below.
//! Wins and losses within its depth are seen at every level.

use rand::{Rng, RngExt};

use crate::eval::Score;
use crate::search::{Depth, Iteration, Limits};

/// How strong to play, from 0 to [`Level::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// As strong as possible.
    pub const MOST: Self = Self(20);

    /// The level with this number. Returns `None` if there is no such level.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        u8::try_from(number).ok().map(Self).filter(|level| *level <= Self::MOST)
    }

    /// The number of the level.
    #[must_use]
    pub fn number(self) -> usize {
        self.0.into()
    }

    /// Whether this is the full strength.
    #[must_use]
    pub fn is_full(self) -> bool {
        self == Self::MOST
    }

    /// The limits of a player of this level.
    pub(super) fn limited(self, limits: Limits) -> Limits {
        if self.is_full() { limits } else { Limits { depth: limits.depth.min(self.depth()), ..limits } }
    }

    /// Two plies more every three levels.
    fn depth(self) -> Depth {
        Depth(1 + self.0 * 2 / 3)
    }

    /// The scale of the random error, in hundredths of a man: a fifth less from level to level.
    fn error(self) -> f64 {
        150.0 * 0.8_f64.powi(self.0.into())
    }

    /// The index of the move to play, of moves with these scores.
    pub(super) fn choose(self, scores: &[Score], rng: &mut impl Rng) -> usize {
        let with_error =
            scores.iter().map(|score| f64::from(score.hundredths()) + self.error() * gumbel_error(rng));
        let best = with_error.enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or(0, |(index, _)| index)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::MOST
    }
}

/// A random error with Gumbel's distribution (1935). Moves are then chosen with odds that fall exponentially
/// with what they lose.
fn gumbel_error(rng: &mut impl Rng) -> f64 {
    let uniform: f64 = rng.random_range(1e-9..1.0);
    -(-uniform.ln()).ln()
}

/// The last iteration that was reported for each move.
pub(super) struct LatestIterations<M>(Vec<Iteration<M>>);

impl<M> Default for LatestIterations<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Copy + PartialEq> LatestIterations<M> {
    pub(super) fn record(&mut self, iteration: &Iteration<M>) {
        match self.0.iter_mut().find(|known| known.pv[0] == iteration.pv[0]) {
            Some(known) => *known = iteration.clone(),
            None => self.0.push(iteration.clone()),
        }
    }

    /// The line that a player of this level plays. Returns `None` if no line was reported.
    pub(super) fn choose(&self, level: Level, rng: &mut impl Rng) -> Option<Iteration<M>> {
        let scores: Vec<_> = self.0.iter().map(|iteration| iteration.score).collect();
        let chosen = self.0.get(level.choose(&scores, rng))?;
        Some(Iteration { line: 1, ..chosen.clone() })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    /// How often, of a thousand times, the better of two moves is chosen whose scores differ by `hundredths`.
    fn right(level: Level, hundredths: i32) -> usize {
        let mut rng = StdRng::seed_from_u64(1);
        let scores = [Score::estimate(0), Score::estimate(hundredths)];
        (0..1000).filter(|_| level.choose(&scores, &mut rng) == 1).count()
    }

    fn level(number: usize) -> Level {
        Level::new(number).expect("there is such a level")
    }

    #[test]
    fn higher_levels_choose_better_and_see_farther() {
        for number in 1..20 {
            assert!(right(level(number), 20) >= right(level(number - 1), 20), "{number}");
            assert!(level(number).depth() >= level(number - 1).depth());
        }
        assert!(right(level(0), 20) < 600);
        assert!(right(level(19), 20) > 980);
    }

    #[test]
    fn even_a_beginner_takes_a_win() {
        let mut rng = StdRng::seed_from_u64(1);
        let scores = [Score::estimate(300), Score::win_in(1)];
        assert!((0..100).all(|_| level(0).choose(&scores, &mut rng) == 1));
    }

    #[test]
    fn there_are_levels_from_0_to_20() {
        assert_eq!(Level::new(21), None);
        assert_eq!(Level::new(20), Some(Level::MOST));
        assert_eq!(Level::default(), Level::MOST);
        assert_eq!(level(7).number(), 7);
    }
}
