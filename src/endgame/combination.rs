//! The combinatorial number system: sets of cells as numbers.
//!
//! A set of k of n cells, c₁ < c₂ < … < cₖ, has the rank C(c₁, 1) + C(c₂, 2) + … + C(cₖ, k). This orders the
//! sets of k cells by their highest cell, then by the second highest, and so on.

use crate::board::{Black, Set, Side, White};

/// The largest set that can be ranked.
pub(super) const MAX_COUNT: usize = 9;

/// `CHOOSE[count][from]`: the binomial coefficient, the number of ways to choose `count` of `from` cells.
static CHOOSE: [[usize; 128]; 16] = {
    let mut table = [[0; 128]; 16];
    let mut from = 0;
    while from < 128 {
        table[0][from] = 1;
        let mut count = 1;
        while count <= MAX_COUNT && from > 0 {
            table[count][from] = table[count - 1][from - 1] + table[count][from - 1];
            count += 1;
        }
        from += 1;
    }
    table
};

/// The number of ways to choose `count` of `from` cells.
#[inline(always)]
pub(super) fn choose(from: usize, count: usize) -> usize {
    CHOOSE[count & 15][from & 127]
}

/// The side from which cells are counted. Ranks seen by Black are those that White would give on the board
/// turned by 180°, but nothing is turned.
pub(super) trait Perspective: Side {
    /// The opponent's side.
    type Opponent: Perspective<Opponent = Self>;

    /// The rank of a set among the subsets of `within` of the same size.
    fn rank<S: Set>(set: S, within: S) -> usize;
}

impl Perspective for White {
    type Opponent = Black;

    #[inline(always)]
    fn rank<S: Set>(set: S, within: S) -> usize {
        let (mut rest, mut rank, mut nth) = (set, 0, 0);
        while !rest.is_empty() {
            nth += 1;
            rank += choose((within & rest.below_first()).count() as usize, nth);
            rest = rest.without_first();
        }
        rank
    }
}

impl Perspective for Black {
    type Opponent = White;

    #[inline(always)]
    fn rank<S: Set>(set: S, within: S) -> usize {
        let (mut rest, mut rank, mut nth) = (set, 0, set.count() as usize);
        let highest = (within.count() as usize).wrapping_sub(1);
        while !rest.is_empty() {
            rank += choose(highest.wrapping_sub((within & rest.below_first()).count() as usize), nth);
            nth -= 1;
            rest = rest.without_first();
        }
        rank
    }
}

/// The subset of `within` with `count` cells that has this rank, seen by White.
pub(super) fn unrank<S: Set>(rank: usize, count: usize, within: S) -> S {
    let cells: Vec<_> = within.cells().collect();
    let (mut set, mut rest, mut bound) = (S::EMPTY, rank, cells.len());
    for nth in (1..=count).rev() {
        let place = (0..bound).rev().find(|&place| choose(place, nth) <= rest);
        let place = place.expect("a rank is below the number of sets");
        set |= S::of(cells[place]);
        rest -= choose(place, nth);
        bound = place;
    }
    set
}

/// Lists all subsets of `within` with `count` cells by their rank, seen by White.
pub(super) fn subsets<S: Set>(count: usize, within: S, sets: &mut Vec<S>) {
    sets.clear();
    extend(S::EMPTY, count, within, sets);
}

/// Adds all unions of `chosen` and `count` cells of `within`.
fn extend<S: Set>(chosen: S, count: usize, within: S, sets: &mut Vec<S>) {
    if count == 0 {
        return sets.push(chosen);
    }
    let mut lower = S::EMPTY;
    for cell in within.cells() {
        if lower.count() as usize + 1 >= count {
            extend(chosen | S::of(cell), count - 1, lower, sets);
        }
        lower |= S::of(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Geometry};

    fn check<B: Geometry>(count: usize) {
        let within = B::PLAYING & !B::TOP;
        let turned = B::turned_set(within);
        let mut sets = Vec::new();
        subsets(count, within, &mut sets);
        assert_eq!(sets.len(), choose(within.count() as usize, count));
        for (rank, &set) in sets.iter().enumerate() {
            assert_eq!(White::rank(set, within), rank);
            assert_eq!(Black::rank(B::turned_set(set), turned), rank);
            assert_eq!(unrank(rank, count, within), set);
        }
    }

    #[test]
    fn ranks_number_sets_without_gaps_from_either_side() {
        for count in 0..=4 {
            check::<Board<6>>(count);
        }
        for count in 0..=3 {
            check::<Board<8>>(count);
            check::<Board<10>>(count);
        }
        check::<Board<12>>(2);
        check::<Board<14>>(2);
    }
}
