//! Playing weaker than one can.
//!
//! A weaker player sees less far, judges less exactly, and does not always choose what seemed best. All
//! three grow from level to level, so that each level is a little stronger than the one below. What wins
//! or loses at once, within its depth, it sees.

use rand::{Rng, RngExt};

use crate::eval::Score;
use crate::search::{Depth, Iteration, Limits};

/// How strong to play, from 0 to [`Level::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// As strong as possible.
    pub const MOST: Self = Self(20);

    /// The level with this number. None: there is no such level.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        u8::try_from(number).ok().map(Self).filter(|level| *level <= Self::MOST)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> usize {
        self.0.into()
    }

    /// Whether nothing is held back.
    #[must_use]
    pub fn is_full(self) -> bool {
        self == Self::MOST
    }

    /// The limits of a player of this level.
    pub(super) fn limited(self, limits: Limits) -> Limits {
        if self.is_full() { limits } else { Limits { depth: limits.depth.min(self.depth()), ..limits } }
    }

    /// Two plies more every third level.
    fn depth(self) -> Depth {
        Depth(1 + self.0 * 2 / 3)
    }

    /// How far a judgement can be off, in hundredths of a man: a fifth less from level to level.
    fn error(self) -> f64 {
        150.0 * 0.8_f64.powi(self.0.into())
    }

    /// Which of several moves with these scores is played.
    pub(super) fn choose(self, scores: &[Score], chance: &mut impl Rng) -> usize {
        let judged = scores.iter().map(|score| f64::from(score.hundredths()) + self.error() * slip(chance));
        let best = judged.enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or(0, |(index, _)| index)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::MOST
    }
}

/// An error of judgement: so distributed, moves are chosen by odds that fall with what they lose (the
/// distribution of Gumbel, 1935).
fn slip(chance: &mut impl Rng) -> f64 {
    let uniform: f64 = chance.random_range(1e-9..1.0);
    -(-uniform.ln()).ln()
}

/// What was last heard of each move.
pub(super) struct Lines<M>(Vec<Iteration<M>>);

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Copy + PartialEq> Lines<M> {
    pub(super) fn hear(&mut self, iteration: &Iteration<M>) {
        match self.0.iter_mut().find(|known| known.pv[0] == iteration.pv[0]) {
            Some(known) => *known = iteration.clone(),
            None => self.0.push(iteration.clone()),
        }
    }

    /// What a player of this level plays. None: nothing was heard.
    pub(super) fn choose(&self, level: Level, chance: &mut impl Rng) -> Option<Iteration<M>> {
        let scores: Vec<_> = self.0.iter().map(|iteration| iteration.score).collect();
        let chosen = self.0.get(level.choose(&scores, chance))?;
        Some(Iteration { line: 1, ..chosen.clone() })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    /// How often, of a thousand times, the better of two moves is chosen that are so far apart.
    fn right(level: Level, hundredths: i32) -> usize {
        let mut chance = StdRng::seed_from_u64(1);
        let scores = [Score::estimate(0), Score::estimate(hundredths)];
        (0..1000).filter(|_| level.choose(&scores, &mut chance) == 1).count()
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
        let mut chance = StdRng::seed_from_u64(1);
        let scores = [Score::estimate(300), Score::win_in(1)];
        assert!((0..100).all(|_| level(0).choose(&scores, &mut chance) == 1));
    }

    #[test]
    fn there_are_levels_from_0_to_20() {
        assert_eq!(Level::new(21), None);
        assert_eq!(Level::new(20), Some(Level::MOST));
        assert_eq!(Level::default(), Level::MOST);
        assert_eq!(level(7).number(), 7);
    }
}
