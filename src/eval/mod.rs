//! The static evaluation of a position: a weighted sum of features, interpolated by game phase.
//!
//! Proven wins and losses are the business of `endgame` and `search`.

mod drawish;
mod feature;
mod fitted;
mod network;
mod noise;
mod regions;
mod score;
mod side;
mod static_evaluation;
mod weights;

use crate::board::{Color, Game, Geometry, Position, Set};
use side::SideFeatures;

pub use feature::Feature;
pub use network::{
    BUCKETS, HIDDEN, HUNDREDTHS, KINDS, Network, NetworkError, RealNetwork, bucket, cells, most_pieces,
};
pub use noise::Noise;
pub use score::Score;
pub use static_evaluation::StaticEvaluation;
pub use weights::{Weights, WeightsError, king_value};

/// The phase of a position with all men on the board.
pub const FULL_PHASE: i32 = 256;

/// Calls `count` with each feature and its count for White less its count for Black.
#[inline(always)]
pub fn features<G: Game>(position: &Position<G>, mut count: impl FnMut(Feature, i32)) {
    let placement = position.placement();
    let white = SideFeatures::<G>::new(placement, Color::White);
    let black = SideFeatures::<G>::new(placement, Color::Black);
    count(Feature::Man, white.men() - black.men());
    count(Feature::Turn, if placement.turn == Color::White { 1 } else { -1 });
    men_by_region(&white, &black, &mut count);
    structure(&white, &black, &mut count);
    runaways(&white, &black, &mut count);
    if white.has_kings() || black.has_kings() {
        kings(&white, &black, &mut count);
    }
}

/// Men by row, column, center and wing.
#[inline(always)]
fn men_by_region<G: Game>(
    white: &SideFeatures<G>,
    black: &SideFeatures<G>,
    count: &mut impl FnMut(Feature, i32),
) {
    for (steps, &row) in Feature::ROWS[..G::Board::SIZE - 1].iter().enumerate() {
        count(row, white.on_row(steps) - black.on_row(steps));
    }
    for (inward, &column) in Feature::COLUMNS[..G::Board::HALF].iter().enumerate() {
        count(column, white.on_column(inward) - black.on_column(inward));
    }
    count(Feature::Center, white.center() - black.center());
    count(Feature::Imbalance, white.imbalance() - black.imbalance());
}

/// Support, holes, mobility and hanging pieces.
#[inline(always)]
fn structure<G: Game>(
    white: &SideFeatures<G>,
    black: &SideFeatures<G>,
    count: &mut impl FnMut(Feature, i32),
) {
    count(Feature::Support, white.support() - black.support());
    let [supported, loose] = difference(white.outposts(), black.outposts());
    count(Feature::Outpost, supported);
    count(Feature::LooseOutpost, loose);
    count(Feature::Hole, white.holes() - black.holes());
    let [steps, safe, locked] = difference(white.steps(), black.steps());
    count(Feature::Mobility, steps);
    count(Feature::SafeMobility, safe);
    count(Feature::Locked, locked);
    count(Feature::Hanging, white.hanging() - black.hanging());
}

#[inline(always)]
fn runaways<G: Game>(white: &SideFeatures<G>, black: &SideFeatures<G>, count: &mut impl FnMut(Feature, i32)) {
    let [runaways, steps] = difference(white.runaways(), black.runaways());
    count(Feature::Runaway, runaways);
    count(Feature::RunawayStep, steps);
}

#[inline(always)]
fn kings<G: Game>(white: &SideFeatures<G>, black: &SideFeatures<G>, count: &mut impl FnMut(Feature, i32)) {
    count(Feature::King, white.kings() - black.kings());
    let [steps, trapped] = difference(white.king_steps(), black.king_steps());
    count(Feature::KingMobility, steps);
    count(Feature::TrappedKing, trapped);
    count(Feature::MainDiagonal, white.on_main_diagonal() - black.on_main_diagonal());
}

#[inline(always)]
fn difference<const N: usize>(white: [i32; N], black: [i32; N]) -> [i32; N] {
    std::array::from_fn(|index| white[index] - black[index])
}

/// The phase of the game by the number of men: [`FULL_PHASE`] with all men on the board, 0 with none.
#[must_use]
pub fn phase<G: Game>(position: &Position<G>) -> i32 {
    let placement = position.placement();
    let men = placement.occupied() & !placement.kings;
    let all = (G::Board::SQUARES - G::Board::SIZE) as i32;
    (men.count() as i32 * FULL_PHASE / all).min(FULL_PHASE)
}

/// The static value of a position for the player to move.
#[must_use]
pub fn evaluate<G: Game>(position: &Position<G>, weights: &Weights) -> Score {
    let (mut early, mut late) = (0, 0);
    features(position, |feature, count| {
        let [with_all_men, with_none] = weights.of(feature);
        early += with_all_men * count;
        late += with_none * count;
    });
    let phase = phase(position);
    let mut white = (early * phase + late * (FULL_PHASE - phase)) / (FULL_PHASE * weights::UNITS);
    if drawish::is_drawish(position.placement()) {
        white /= drawish::DIVISOR;
    }
    Score::estimate(if position.turn() == Color::White { white } else { -white })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Checkers, Draughts, MoveList, Piece, Placement, Rank, Russian, Set, movegen};
    use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

    /// The positions of a game of random moves.
    pub(super) fn random_positions<G: Game>(game: G, random: &mut impl Rng) -> Vec<Position<G>> {
        let mut position = Position::start(game);
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

    fn check<G: Game>(game: G) {
        let weights = Weights::new(game);
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..20 {
            for position in random_positions(game, &mut random) {
                let mirrored =
                    Position::new(position.placement().mirrored()).expect("a mirrored position is legal");
                assert_eq!(evaluate(&position, &weights), evaluate(&mirrored, &weights), "{position:?}");
            }
        }
    }

    #[test]
    fn a_mirrored_position_has_the_same_value_for_the_player_to_move() {
        check(Draughts::<6>);
        check(Draughts::<8>);
        check(Draughts::<10>);
        check(Draughts::<12>);
        check(Draughts::<14>);
        check(Checkers::<6>);
        check(Checkers::<8>);
        check(Checkers::<14>);
        check(Russian);
    }

    fn placed<G: Game>(game: G, pieces: &[(usize, Color, Rank)]) -> Position<G> {
        let mut placement = Placement::empty(game, Color::White);
        for &(square, color, rank) in pieces {
            placement.put(G::Board::cell(square).expect("a square of the board"), Piece::new(color, rank));
        }
        Position::new(placement).expect("a legal position")
    }

    #[test]
    fn three_kings_do_not_win_against_one_on_100_squares() {
        use {Color::*, Rank::*};
        let weights = Weights::new(Draughts::<10>);
        let pieces = [(46, White, King), (47, White, King), (48, White, King), (2, Black, King)];
        let three = evaluate(&placed(Draughts::<10>, &pieces), &weights);
        assert!(three < Score::estimate(100), "{three}");
        let men = [(46, White, King), (47, White, King), (48, White, King), (2, Black, Man)];
        let against_a_man = evaluate(&placed(Draughts::<10>, &men), &weights);
        assert!(against_a_man > Score::estimate(500), "{against_a_man}");
    }

    #[test]
    fn a_runaway_man_has_no_opponent_ahead() {
        use {Color::*, Rank::*};
        let mut seen = Vec::new();
        let position = placed(Draughts::<10>, &[(16, White, Man), (35, Black, Man), (50, White, Man)]);
        features(&position, |feature, count| seen.push((feature, count)));
        // The man on 16 is 3 steps from becoming a king; the man on 50 can still stop the one on 35.
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
