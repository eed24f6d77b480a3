//! Noise in the evaluation, so that two searches of the same position differ.
//!
//! The experiments on the complexity of draughts and checkers (van Horssen, *Complexity of checkers and
//! draughts on different board sizes*) use it to vary their games.

use crate::board::Key;

/// A small pseudo-random term for each position, determined by a seed and the position's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    seed: u64,
    amplitude: i32,
}

impl Noise {
    /// No noise.
    pub const NONE: Self = Self { seed: 0, amplitude: 0 };

    /// The largest absolute value, in hundredths of a man. With less, most games on 6×6 are the same.
    pub const AMPLITUDE: i32 = 12;

    /// The noise with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, amplitude: Self::AMPLITUDE }
    }

    /// The term for the position with this key, in hundredths of a man.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, key: Key) -> i32 {
        if self.amplitude == 0 {
            return 0;
        }
        let mixed = (key.low() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let high = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32;
        ((high * (2 * self.amplitude + 1) as u64) >> 32) as i32 - self.amplitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Key};

    fn noises(seed: u64) -> Vec<i32> {
        (0..10_000).map(|salt| Noise::new(seed).of(Key::of_turn(Color::White).salted(salt))).collect()
    }

    #[test]
    fn noise_is_uniform() {
        let seen = noises(1);
        for value in -Noise::AMPLITUDE..=Noise::AMPLITUDE {
            let count = seen.iter().filter(|&&noise| noise == value).count();
            assert!((300..500).contains(&count), "{value} occurred {count} times");
        }
        assert_eq!(seen.iter().filter(|noise| noise.abs() > Noise::AMPLITUDE).count(), 0);
    }

    #[test]
    fn noise_depends_only_on_seed_and_key() {
        assert_eq!(noises(7), noises(7));
        let same = noises(7).iter().zip(noises(8)).filter(|(a, b)| **a == *b).count();
        assert!(same < 600, "{same} of 10000");
    }

    #[test]
    fn without_noise_nothing_is_added() {
        assert_eq!(Noise::NONE.of(Key::of_turn(Color::Black)), 0);
    }
}
