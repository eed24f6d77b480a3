//! Which pieces stand on the board: a table's material.

use std::fmt;
use std::str::FromStr;

use super::combination::{MOST, choose};
use super::index::Index;
use crate::board::{Color, Game, Geometry, Piece, Placement, Set};

/// A material, written as four digits: white men, white kings, black men, black kings. White is to move.
///
/// Black to move in `2101` is White to move in its mirror `0121`: the board turned, the colors exchanged.
/// Both players have at least one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice([u8; 4]);

impl Slice {
    /// The slice with so many pieces of each kind, in the order of [`Piece::ALL`]. None: a player has no
    /// piece, or there are more than nine of a kind.
    #[must_use]
    pub fn new(counts: [u8; 4]) -> Option<Self> {
        let [white_men, white_kings, black_men, black_kings] = counts;
        let both_play = white_men + white_kings > 0 && black_men + black_kings > 0;
        (both_play && counts.into_iter().all(|count| usize::from(count) <= MOST)).then_some(Self(counts))
    }

    /// The slice where the value of this placement stands, whoever is to move. None: there is none.
    #[must_use]
    pub fn of<G: Game>(placement: &Placement<G>) -> Option<Self> {
        let counts = Piece::ALL.map(|piece| placement.of(piece).count() as u8);
        let slice = Self::new(counts)?;
        Some(if placement.turn == Color::White { slice } else { slice.mirror() })
    }

    /// All slices of so many pieces.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Self> {
        let digits = |number: u16| [number / 1000, number / 100 % 10, number / 10 % 10, number % 10];
        let slices = (0..10_000).filter_map(|number| Self::new(digits(number).map(|digit| digit as u8)));
        slices.filter(|slice| slice.pieces() == pieces).collect()
    }

    /// The same with colors exchanged.
    #[must_use]
    pub fn mirror(self) -> Self {
        let [white_men, white_kings, black_men, black_kings] = self.0;
        Self([black_men, black_kings, white_men, white_kings])
    }

    /// The same with a king of White's in place of a man.
    #[must_use]
    pub(super) fn promoted(self) -> Self {
        let [white_men, white_kings, black_men, black_kings] = self.0;
        Self([white_men - 1, white_kings + 1, black_men, black_kings])
    }

    /// How many pieces of this kind.
    #[inline(always)]
    #[must_use]
    pub fn count(self, piece: Piece) -> usize {
        usize::from(self.0[piece as usize])
    }

    /// How many pieces in all.
    #[must_use]
    pub fn pieces(self) -> usize {
        self.0.into_iter().map(usize::from).sum()
    }

    /// How many of them are men.
    #[must_use]
    pub fn men(self) -> usize {
        self.count(Piece::WhiteMan) + self.count(Piece::BlackMan)
    }

    /// The number that the digits make.
    #[must_use]
    pub(super) fn number(self) -> usize {
        self.0.into_iter().fold(0, |number, digit| 10 * number + usize::from(digit))
    }

    /// The four digits as bytes.
    #[must_use]
    pub(super) fn counts(self) -> [u8; 4] {
        self.0
    }

    /// All its positions on the board of `G`, White to move, in the order of their numbers.
    pub fn placements<G: Game>(self) -> impl Iterator<Item = Placement<G>> {
        let index = Index::<G>::new(self);
        (0..index.len()).map(move |number| index.placement(number))
    }

    /// The position with this number on the board of `G`. None: there are not so many.
    #[must_use]
    pub fn placement<G: Game>(self, number: usize) -> Option<Placement<G>> {
        let index = Index::<G>::new(self);
        (number < index.len()).then(|| index.placement(number))
    }

    /// How many positions it has on the board of `G`.
    #[must_use]
    pub fn positions<G: Game>(self) -> u128 {
        let [white_men, white_kings, black_men, black_kings] = self.0.map(usize::from);
        let (squares, row) = (G::Board::SQUARES, G::Board::HALF);
        let zone = squares - row;
        // Black's men stand where White's do, but for the two last rows: first White's men of the lowest row.
        let men = (0..=white_men).map(|low| {
            let high = white_men - low;
            product([choose(row, low), choose(zone - row, high), choose(zone - high, black_men)])
        });
        let left = squares - white_men - black_men;
        let kings = product([choose(left, white_kings), choose(left - white_kings, black_kings), 1]);
        men.sum::<u128>().saturating_mul(kings)
    }
}

fn product(factors: [usize; 3]) -> u128 {
    factors.into_iter().fold(1, |product: u128, factor| product.saturating_mul(factor as u128))
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// Not four digits with a piece for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSlice;

impl fmt::Display for NoSlice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a slice is four digits, with a piece for each player")
    }
}

impl std::error::Error for NoSlice {}

impl FromStr for Slice {
    type Err = NoSlice;

    fn from_str(text: &str) -> Result<Self, NoSlice> {
        let digits = text.bytes().map(|byte| byte.is_ascii_digit().then(|| byte - b'0'));
        let digits: Vec<u8> = digits.collect::<Option<_>>().ok_or(NoSlice)?;
        Self::new(digits.try_into().map_err(|_| NoSlice)?).ok_or(NoSlice)
    }
}

/// A slice and its mirror: they depend on each other and are made together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(Slice);

impl Pair {
    /// The pair of a slice.
    #[must_use]
    pub fn of(slice: Slice) -> Self {
        Self(slice.max(slice.mirror()))
    }

    /// All pairs of so many pieces in an order in which each can be made from those before it: fewer men
    /// first, because a man becomes a king and never the other way round.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut pairs: Vec<_> = Slice::all(pieces).into_iter().map(Self::of).collect();
        pairs.sort_by_key(|pair| (pair.0.men(), pair.0));
        pairs.dedup();
        pairs
    }

    /// The slice that gives the pair its name: the one with more white men, or more white kings.
    #[must_use]
    pub fn first(self) -> Slice {
        self.0
    }

    /// The slices: one when it is its own mirror.
    #[must_use]
    pub fn slices(self) -> Vec<Slice> {
        let mut slices = vec![self.0, self.0.mirror()];
        slices.dedup();
        slices
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
