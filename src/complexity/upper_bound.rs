//! An upper bound on the number of positions of a game.

use ethnum::U256;

/// Returns an upper bound on the positions with one player to move, on an N×N board where each player begins
/// with N(N−2)/4 men. N is at most 14: the numbers have less than 256 bits.
///
/// The formula counts the placements of Black's men, by how many of them stand on the row where White's men
/// become kings, of White's men, and of the kings of both, and leaves out the empty board (van Horssen, *Complexity of checkers
/// and draughts on different board sizes*, section 2).
pub(crate) fn positions(size: usize) -> U256 {
    let row = size / 2;
    let squares = size * size / 2;
    let men = size * (size - 2) / 4;
    let choose = Pascal::new(squares);
    let mut sum = U256::ZERO;
    for black in 0..=men {
        for white in 0..=men {
            let free = squares - black - white;
            sum += choose.men(squares, row, black, white) * choose.kings(free, men - black, men - white);
        }
    }
    sum - 1
}

/// Pascal's triangle: the binomial coefficients.
struct Pascal(Vec<Vec<U256>>);

impl Pascal {
    /// The rows from 0 to `last`.
    fn new(last: usize) -> Self {
        let mut rows = vec![vec![U256::ONE]];
        for row in 1..=last {
            let inner = rows[row - 1].windows(2).map(|pair| pair[0] + pair[1]);
            let ends = || std::iter::once(U256::ONE);
            rows.push(ends().chain(inner).chain(ends()).collect());
        }
        Self(rows)
    }

    /// Returns the number of ways to choose `some` of `of` things.
    fn ways(&self, of: usize, some: usize) -> U256 {
        self.0[of].get(some).copied().unwrap_or(U256::ZERO)
    }

    /// Returns the number of ways to place the men: none of Black's stands on Black's last row and none of
    /// White's on White's last row, where `first` of Black's men stand.
    fn men(&self, squares: usize, row: usize, black: usize, white: usize) -> U256 {
        let ways = |first: usize| {
            let rest = black - first;
            self.ways(row, first)
                * self.ways(squares - 2 * row, rest)
                * self.ways((squares - row).saturating_sub(rest), white)
        };
        (0..=black.min(row)).map(ways).sum()
    }

    /// Returns the number of ways to place at most `black` and at most `white` kings on `free` squares.
    fn kings(&self, free: usize, black: usize, white: usize) -> U256 {
        let of_white = |left: usize| (0..=white).map(|kings| self.ways(left, kings)).sum::<U256>();
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
    fn the_triangle_has_the_binomial_coefficients() {
        let choose = Pascal::new(6);
        let row: Vec<_> = (0..=7).map(|some| choose.ways(6, some).as_u32()).collect();
        assert_eq!(row, [1, 6, 15, 20, 15, 6, 1, 0]);
    }
}
