//! How many positions a game can have at most.

use num_bigint::BigUint;

/// At most so many positions have one player to move, on an N×N board with N(N−2)/4 men each.
///
/// The number of ways to place White's men `b` of them on the first row, the others, Black's men, and the
/// kings of both, less the empty board (van Horssen, *Complexity of checkers and draughts on different
/// board sizes*, formula of section 2).
pub(crate) fn positions(size: usize) -> BigUint {
    let row = size / 2;
    let squares = size * size / 2;
    let each = size * (size - 2) / 4;
    let choose = Pascal::new(squares);
    let mut sum = BigUint::ZERO;
    for black in 0..=each {
        for white in 0..=each {
            let free = squares - black - white;
            sum += choose.men(squares, row, black, white) * choose.kings(free, each - black, each - white);
        }
    }
    sum - 1_u32
}

/// Pascal's triangle: how many ways there are to choose some of a number of things.
struct Pascal(Vec<Vec<BigUint>>);

impl Pascal {
    /// Up to so many things.
    fn new(most: usize) -> Self {
        let mut rows = vec![vec![BigUint::from(1_u32)]];
        for of in 1..=most {
            let above = &rows[of - 1];
            let inner = above.windows(2).map(|pair| &pair[0] + &pair[1]);
            let ends = || std::iter::once(BigUint::from(1_u32));
            rows.push(ends().chain(inner).chain(ends()).collect());
        }
        Self(rows)
    }

    fn ways(&self, of: usize, some: usize) -> &BigUint {
        static NONE: BigUint = BigUint::ZERO;
        self.0[of].get(some).unwrap_or(&NONE)
    }

    /// Ways to place men: Black's are not on the last row, White's not on the first, where `first` of
    /// Black's are.
    fn men(&self, squares: usize, row: usize, black: usize, white: usize) -> BigUint {
        let ways = |first: usize| {
            let rest = black - first;
            self.ways(row, first)
                * self.ways(squares - 2 * row, rest)
                * self.ways((squares - row).saturating_sub(rest), white)
        };
        (0..=black.min(row)).map(ways).sum()
    }

    /// Ways to place at most so many kings on what is free.
    fn kings(&self, free: usize, black: usize, white: usize) -> BigUint {
        let of_white = |left: usize| (0..=white).map(|kings| self.ways(left, kings)).sum::<BigUint>();
        (0..=black.min(free)).map(|kings| self.ways(free, kings) * of_white(free - kings)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 1 of the paper.
    #[test]
    fn the_numbers_are_those_of_the_paper() {
        let table = [
            (6, "63838220543"),
            (8, "500995484682338672639"),
            (10, "2301985676687843186738387267616767"),
            (12, "5732895173614141678179591577998733384657257103359"),
            (14, "7717880162220474034203925206374892518645244798128637950441522462719"),
        ];
        for (size, expected) in table {
            assert_eq!(positions(size).to_string(), expected, "{size}×{size}");
        }
    }

    #[test]
    fn pascal_s_triangle_is_that_of_pascal() {
        let choose = Pascal::new(6);
        let row: Vec<_> = (0..=7).map(|some| choose.ways(6, some).to_string()).collect();
        assert_eq!(row, ["1", "6", "15", "20", "15", "6", "1", "0"]);
    }
}
