//! How good a position is, without looking ahead.
//!
//! Not about wins and losses that can be known: those are for `endgame` and `search`.

mod army;
mod drawish;
mod noise;
mod regions;
mod score;

use crate::board::{Color, Game, Geometry, Position};
use army::Army;

pub use noise::Noise;
pub use score::Score;

macro_rules! features {
    ($($(#[$doc:meta])+ $feature:ident = $weight:expr;)*) => {
        /// Something that makes a position better for the player who has more of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Feature {
            $($(#[$doc])+ $feature,)*
        }

        impl Feature {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$feature,)*];
        }

        const GUESSES: [i32; Feature::ALL.len()] = [$($weight,)*];
    };
}

features! {
    /// A man.
    Man = 100;
    /// A king. What it is worth depends on how it moves.
    King = 0;
    /// It is one's turn.
    Turn = 3;
    /// A step that a man has gone.
    Advance = 1;
    /// A man on the row where the opponent's men become kings.
    BackRow = 5;
    /// A piece near the center.
    Center = 3;
    /// A man more on one wing than on the other.
    Imbalance = -3;
    /// A piece right behind a man.
    Support = 2;
    /// A supported man in the opponent's half.
    Outpost = 5;
    /// A man that cannot be followed and nobody is ahead of.
    Runaway = 40;
    /// A step that such a man has to go.
    RunawayStep = -6;
    /// A step that a man can make.
    Mobility = 2;
    /// A step that a king can make.
    KingMobility = 2;
}

/// What each feature is worth, in hundredths of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; Feature::ALL.len()]);

impl Weights {
    /// The weights for a game.
    #[must_use]
    pub fn new<G: Game>() -> Self {
        let mut weights = Self(GUESSES);
        weights.0[Feature::King as usize] = king::<G>();
        weights
    }

    /// The weights of who only counts pieces.
    #[must_use]
    pub fn material<G: Game>() -> Self {
        let all = Self::new::<G>();
        let mut weights = Self([0; Feature::ALL.len()]);
        for feature in [Feature::Man, Feature::King] {
            weights.0[feature as usize] = all.0[feature as usize];
        }
        weights
    }
}

/// A short king is worth a man and a half, a flying one √N men on a board of N×N.
fn king<G: Game>() -> i32 {
    if G::RULES.flying_kings { (10_000 * G::Board::SIZE as i32).isqrt() } else { 150 }
}

/// Shows each feature to `count`: how much more White has of it than Black.
#[inline(always)]
pub fn features<G: Game>(position: &Position<G>, mut count: impl FnMut(Feature, i32)) {
    let placement = position.placement();
    let white = Army::<G>::new(placement, Color::White);
    let black = Army::<G>::new(placement, Color::Black);
    count(Feature::Man, white.men() - black.men());
    count(Feature::King, white.kings() - black.kings());
    count(Feature::Turn, if placement.turn == Color::White { 1 } else { -1 });
    count(Feature::Advance, white.advance() - black.advance());
    count(Feature::BackRow, white.back_row() - black.back_row());
    count(Feature::Center, white.center() - black.center());
    count(Feature::Imbalance, white.imbalance() - black.imbalance());
    count(Feature::Support, white.support() - black.support());
    count(Feature::Outpost, white.outposts() - black.outposts());
    let [runaways, steps] = white.runaways();
    let [others, their_steps] = black.runaways();
    count(Feature::Runaway, runaways - others);
    count(Feature::RunawayStep, steps - their_steps);
    count(Feature::Mobility, white.mobility() - black.mobility());
    count(Feature::KingMobility, white.king_mobility() - black.king_mobility());
}

/// What the position is worth for the player to move.
#[must_use]
pub fn evaluate<G: Game>(position: &Position<G>, weights: &Weights) -> Score {
    let mut white = 0;
    features(position, |feature, count| white += weights.0[feature as usize] * count);
    if drawish::is_drawish(position.placement()) {
        white /= drawish::SHARE;
    }
    Score::estimate(if position.turn() == Color::White { white } else { -white })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Checkers, Draughts, MoveList, Piece, Placement, Rank, Russian, Set, movegen};
    use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

    /// Positions of a game of random moves, kings thrown in.
    fn random_positions<G: Game>(random: &mut impl Rng) -> Vec<Position<G>> {
        let mut position = Position::<G>::start();
        let mut positions = vec![position];
        let mut moves = MoveList::new();
        for _ in 0..120 {
            moves.clear();
            movegen::moves(position.placement(), &mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.play(&moves[random.random_range(0..moves.len())]);
            positions.push(position);
        }
        positions
    }

    fn check<G: Game>() {
        let weights = Weights::new::<G>();
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..20 {
            for position in random_positions::<G>(&mut random) {
                let mirrored = Position::new(position.placement().mirrored()).expect("the same, turned");
                assert_eq!(evaluate(&position, &weights), evaluate(&mirrored, &weights), "{position:?}");
            }
        }
    }

    #[test]
    fn a_position_turned_is_worth_the_same_to_the_mover() {
        check::<Draughts<6>>();
        check::<Draughts<8>>();
        check::<Draughts<10>>();
        check::<Draughts<12>>();
        check::<Draughts<14>>();
        check::<Checkers<6>>();
        check::<Checkers<8>>();
        check::<Checkers<14>>();
        check::<Russian>();
    }

    #[test]
    fn a_king_is_worth_what_its_steps_are() {
        assert_eq!(king::<Checkers<8>>(), 150);
        assert_eq!(king::<Draughts<10>>(), 316);
        assert_eq!(king::<Draughts<14>>(), 374);
        assert_eq!(king::<Russian>(), 282);
    }

    fn placed<G: Game>(pieces: &[(usize, Color, Rank)]) -> Position<G> {
        let mut placement = Placement::<G>::empty(Color::White);
        for &(square, color, rank) in pieces {
            placement.put(G::Board::cell(square).expect("a square of the board"), Piece::new(color, rank));
        }
        Position::new(placement).expect("a legal position")
    }

    #[test]
    fn three_kings_do_not_win_against_one_on_100_squares() {
        use {Color::*, Rank::*};
        let weights = Weights::new::<Draughts<10>>();
        let pieces = [(46, White, King), (47, White, King), (48, White, King), (2, Black, King)];
        let three = evaluate(&placed::<Draughts<10>>(&pieces), &weights);
        assert!(three < Score::estimate(100), "{three}");
        let men = [(46, White, King), (47, White, King), (48, White, King), (2, Black, Man)];
        let against_a_man = evaluate(&placed::<Draughts<10>>(&men), &weights);
        assert!(against_a_man > Score::estimate(500), "{against_a_man}");
    }

    #[test]
    fn a_runaway_man_has_nobody_ahead() {
        use {Color::*, Rank::*};
        let mut seen = Vec::new();
        let position = placed::<Draughts<10>>(&[(16, White, Man), (35, Black, Man), (50, White, Man)]);
        features(&position, |feature, count| seen.push((feature, count)));
        // The man on 16 is 3 steps from becoming a king, the one on 35 is seen by the man on 50.
        assert!(seen.contains(&(Feature::Runaway, 1)), "{seen:?}");
        assert!(seen.contains(&(Feature::RunawayStep, 3)), "{seen:?}");
    }

    #[test]
    fn the_center_of_every_board_is_symmetric() {
        fn check<B: Geometry>() {
            let center = B::Set::from_bits(regions::Regions::<B>::CENTER);
            assert_eq!(B::turned_set(center), center);
            assert!(!center.is_empty());
        }
        check::<Board<6>>();
        check::<Board<8>>();
        check::<Board<10>>();
        check::<Board<12>>();
        check::<Board<14>>();
    }
}
