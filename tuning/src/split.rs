//! The split into training and validation samples.

/// The indices of the samples on each side, in ascending order. Each sample is on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) training: Vec<usize>,
    pub(crate) validation: Vec<usize>,
}

impl Split {
    /// Takes this share of the games for validation, rounded, but at least one and never all. With the
    /// share 0 all games are for training.
    ///
    /// Returns `None` if there are too few games for both sides.
    pub(crate) fn of(games: &[u32], share: f64, seed: u64) -> Option<Self> {
        if share == 0.0 {
            return Some(Self { training: (0..games.len()).collect(), validation: Vec::new() });
        }
        let held = held(games, share, seed)?;
        let is_held = |&number: &usize| held.binary_search(&games[number]).is_ok();
        let (validation, training) = (0..games.len()).partition(is_held);
        Some(Self { training, validation })
    }
}

/// The games for validation, in ascending order: those that the seed puts first.
fn held(games: &[u32], share: f64, seed: u64) -> Option<Vec<u32>> {
    let mut distinct = games.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let most = distinct.len().checked_sub(1).filter(|&most| 0 < most)?;
    let count = (distinct.len() as f64 * share).round() as usize;
    distinct.sort_by_cached_key(|&game| mix(mix(seed) ^ u64::from(game)));
    distinct.truncate(count.clamp(1, most));
    distinct.sort_unstable();
    Some(distinct)
}

/// A step of SplitMix64: different pseudorandom numbers for different arguments.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. It is written
/// out so that a seed always means the same split, with any version of any crate.
pub(crate) fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand games of three samples each.
    fn games() -> Vec<u32> {
        (0..3000).map(|number| number / 3).collect()
    }

    #[test]
    fn the_share_is_held_and_nothing_is_lost() {
        let split = Split::of(&games(), 0.25, 7).unwrap();
        assert_eq!(split.validation.len(), 750);
        let mut all = [split.training, split.validation].concat();
        all.sort_unstable();
        assert_eq!(all, (0..3000).collect::<Vec<_>>());
    }

    #[test]
    fn a_game_stays_together() {
        let split = Split::of(&games(), 0.25, 7).unwrap();
        for game in split.validation.chunks(3) {
            assert_eq!(game[0] % 3, 0);
            assert_eq!(game[2], game[0] + 2);
        }
    }

    #[test]
    fn the_seed_decides() {
        let split = |seed| Split::of(&games(), 0.25, seed).unwrap();
        assert_eq!(split(1), split(1));
        assert_ne!(split(1), split(2));
        // A quarter of a quarter is expected to be in both.
        let both = split(1).validation.iter().filter(|number| split(2).validation.contains(number)).count();
        assert!((100..280).contains(&both), "{both}");
    }

    #[test]
    fn neither_side_is_empty() {
        assert_eq!(Split::of(&[4, 9], 0.001, 1).unwrap().validation.len(), 1);
        assert_eq!(Split::of(&[4, 9], 0.999, 1).unwrap().training.len(), 1);
        assert_eq!(Split::of(&[4, 4], 0.5, 1), None);
        assert_eq!(Split::of(&[4, 4], 0.0, 1).unwrap().training, [0, 1]);
    }

    #[test]
    fn mixing_is_splitmix64() {
        // The first number of the reference implementation from the state 0.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
    }
}
