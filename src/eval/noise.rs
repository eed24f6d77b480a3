//! Noise in the evaluation, which makes two searches of the same position differ.
//!
//! The experiments on the complexity of draughts and checkers (van Horssen, *Complexity of checkers and
//! draughts on different board sizes*) get their variety of games from it.

use crate::board::Key;

/// A small number for each position: always the same in a search, another one in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    seed: u64,
    most: i32,
}

impl Noise {
    /// None at all.
    pub const NONE: Self = Self { seed: 0, most: 0 };

    /// The most that it adds or takes, in hundredths of a man: with less, games on 6×6 are hardly ever different.
    pub const MOST: i32 = 12;

    /// The noise that begins with this number.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, most: Self::MOST }
    }

    /// What is added for the position with this key, in hundredths of a man.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, key: Key) -> i32 {
        if self.most == 0 {
            return 0;
        }
        let mixed = (key.low() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let high = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32;
        ((high * (2 * self.most + 1) as u64) >> 32) as i32 - self.most
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
    fn noise_takes_each_size_about_as_often() {
        let seen = noises(1);
        for size in -Noise::MOST..=Noise::MOST {
            let often = seen.iter().filter(|&&noise| noise == size).count();
            assert!((300..500).contains(&often), "{size} came {often} times");
        }
        assert_eq!(seen.iter().filter(|noise| noise.abs() > Noise::MOST).count(), 0);
    }

    #[test]
    fn noise_is_another_one_with_another_seed_and_the_same_with_the_same() {
        assert_eq!(noises(7), noises(7));
        let same = noises(7).iter().zip(noises(8)).filter(|(a, b)| **a == *b).count();
        assert!(same < 600, "{same} of 10000");
    }

    #[test]
    fn without_noise_nothing_is_added() {
        assert_eq!(Noise::NONE.of(Key::of_turn(Color::Black)), 0);
    }
}
