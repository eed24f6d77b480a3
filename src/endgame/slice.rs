//! Slices: the positions with the same material, which one table covers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::combination::{MAX_COUNT, choose};
use super::index::{Index, Pieces};
use super::spec::GameSpec;
use crate::board::{Color, Game, Piece, Placement, Set};

/// All positions with the same material and White to move, written as four digits: white men, white kings,
/// black men, black kings.
///
/// Black to move in `2101` is White to move in its mirror `0121`, with the board turned and the colors
/// exchanged. Both players have at least one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice([u8; 4]);

impl Slice {
    /// The slice with these numbers of pieces, in the order of [`Piece::ALL`]. Returns `None` if a player has
    /// no piece, or more than nine of a kind.
    #[must_use]
    pub fn new(counts: [u8; 4]) -> Option<Self> {
        let [white_men, white_kings, black_men, black_kings] = counts;
        let both_play = white_men + white_kings > 0 && black_men + black_kings > 0;
        (both_play && counts.into_iter().all(|count| usize::from(count) <= MAX_COUNT)).then_some(Self(counts))
    }

    /// The slice that contains this placement, mirrored if Black is to move. Returns `None` if no slice does.
    #[must_use]
    pub fn of<G: Game>(placement: &Placement<G>) -> Option<Self> {
        let counts = Piece::ALL.map(|piece| placement.of(piece).count() as u8);
        let slice = Self::new(counts)?;
        Some(if placement.turn == Color::White { slice } else { slice.mirror() })
    }

    /// All slices with this number of pieces.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Self> {
        let slices = (0..Self::NUMBERS).filter_map(Self::with_number);
        slices.filter(|slice| slice.pieces() == pieces).collect()
    }

    /// The number of pieces of a player.
    pub(super) fn pieces_of(self, color: Color) -> usize {
        let [white_men, white_kings, black_men, black_kings] = self.0.map(usize::from);
        match color {
            Color::White => white_men + white_kings,
            Color::Black => black_men + black_kings,
        }
    }

    /// The slice with the colors exchanged.
    #[must_use]
    pub fn mirror(self) -> Self {
        let [white_men, white_kings, black_men, black_kings] = self.0;
        Self([black_men, black_kings, white_men, white_kings])
    }

    /// The slice after the promotion of a white man.
    #[must_use]
    pub(super) fn promoted(self) -> Self {
        let [white_men, white_kings, black_men, black_kings] = self.0;
        Self([white_men - 1, white_kings + 1, black_men, black_kings])
    }

    /// The number of pieces of this kind.
    #[inline(always)]
    #[must_use]
    pub fn count(self, piece: Piece) -> usize {
        usize::from(self.0[piece as usize])
    }

    /// The number of all pieces.
    #[must_use]
    pub fn pieces(self) -> usize {
        self.0.into_iter().map(usize::from).sum()
    }

    /// The number of men.
    #[must_use]
    pub fn men(self) -> usize {
        self.count(Piece::WhiteMan) + self.count(Piece::BlackMan)
    }

    /// One more than the largest slice number.
    pub(super) const NUMBERS: usize = 10_000;

    /// The digits as a decimal number.
    #[must_use]
    pub(super) fn number(self) -> usize {
        decimal(self.0.map(usize::from))
    }

    /// The slice with this number.
    pub(super) fn with_number(number: usize) -> Option<Self> {
        let digits = [number / 1000, number / 100 % 10, number / 10 % 10, number % 10];
        Self::new(digits.map(|digit| digit as u8)).filter(|_| number < Self::NUMBERS)
    }

    /// The number of the slice that contains a position, seen by the player to move. A kind with ten or more
    /// pieces carries into the next digit.
    #[inline(always)]
    pub(super) fn number_of<S: Set>(pieces: &Pieces<S>) -> usize {
        let count = |set: S| set.count() as usize;
        let Pieces { own, theirs, kings } = *pieces;
        let (own_kings, their_kings) = (count(own & kings), count(theirs & kings));
        decimal([count(own) - own_kings, own_kings, count(theirs) - their_kings, their_kings])
    }

    /// The four digits as bytes.
    #[must_use]
    pub(super) fn counts(self) -> [u8; 4] {
        self.0
    }

    /// The position with this number in a game. Returns `None` if there are fewer positions.
    #[must_use]
    pub fn placement<G: Game>(self, game: G, number: usize) -> Option<Placement<G>> {
        let index = Index::new(self, GameSpec::of(game));
        (number < index.len()).then(|| index.placement(game, number))
    }

    /// The number of positions in a game.
    #[must_use]
    pub fn positions<G: Game>(self, game: G) -> u128 {
        self.positions_in(GameSpec::of(game))
    }

    /// The number of positions in a game.
    pub(super) fn positions_in(self, spec: GameSpec) -> u128 {
        let [white_men, white_kings, black_men, black_kings] = self.0.map(usize::from);
        let (squares, row) = (spec.squares(), spec.row_length());
        let zone = squares - row;
        // White's men on their first row come first, since Black's men cannot stand there.
        let men = (0..=white_men).map(|low| {
            let high = white_men - low;
            product([
                choose(row, low),
                choose(zone - row, high),
                choose(zone.saturating_sub(high), black_men),
            ])
        });
        let left = squares.saturating_sub(white_men + black_men);
        // A file may bear the name of a slice with more pieces than squares.
        let after_white = left.saturating_sub(white_kings);
        let kings = product([choose(left, white_kings), choose(after_white, black_kings), 1]);
        men.sum::<u128>().saturating_mul(kings)
    }
}

/// The number that four digits make.
#[inline(always)]
const fn decimal([thousands, hundreds, tens, ones]: [usize; 4]) -> usize {
    1000 * thousands + 100 * hundreds + 10 * tens + ones
}

fn product(factors: [usize; 3]) -> u128 {
    factors.into_iter().fold(1, |product: u128, factor| product.saturating_mul(factor as u128))
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// The text does not name a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a slice is four digits, with at least one piece for each player")]
pub struct SliceError;

impl FromStr for Slice {
    type Err = SliceError;

    fn from_str(text: &str) -> Result<Self, SliceError> {
        let digits = text.bytes().map(|byte| byte.is_ascii_digit().then(|| byte - b'0'));
        let digits: Vec<u8> = digits.collect::<Option<_>>().ok_or(SliceError)?;
        Self::new(digits.try_into().map_err(|_| SliceError)?).ok_or(SliceError)
    }
}

/// A slice and its mirror. They depend on each other and are generated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(Slice);

impl Pair {
    /// The pair that contains a slice.
    #[must_use]
    pub fn of(slice: Slice) -> Self {
        Self(slice.max(slice.mirror()))
    }

    /// All pairs with this number of pieces, in an order in which each depends only on those before it: fewer
    /// men first, because men become kings and kings never become men.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut pairs: Vec<_> = Slice::all(pieces).into_iter().map(Self::of).collect();
        pairs.sort_by_key(|pair| (pair.0.men(), pair.0));
        pairs.dedup();
        pairs
    }

    /// The slice that names the pair: the one with more white men, or with more white kings if those are equal.
    #[must_use]
    pub fn first(self) -> Slice {
        self.0
    }

    /// Both slices, or only one if it is its own mirror.
    #[must_use]
    pub fn slices(self) -> Vec<Slice> {
        let mut slices = vec![self.0, self.0.mirror()];
        slices.dedup();
        slices
    }

    /// Whether there are only kings, one of them alone against the others.
    pub(super) fn is_kings_against_one(self) -> bool {
        self.0.men() == 0 && Color::ALL.into_iter().any(|color| self.0.pieces_of(color) == 1)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
