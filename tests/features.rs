//! The features of the evaluation: each counts in favour of the player who has more of it.

use remise::board::{Color, Draughts, Game, Geometry, Piece, Placement, Position, Rank, RuleSet, Varied};
use remise::eval::{self, Feature, Weights, evaluate};

use crate::positions::{position, position_in};

/// White's surplus of a feature.
fn count<G: Game>(position: &Position<G>, feature: Feature) -> i32 {
    let mut found = 0;
    eval::features(position, |other, count| {
        if other == feature {
            found += count;
        }
    });
    found
}

/// Checks White's surplus of a feature, Black's in the mirrored position, and that the evaluation prefers
/// White exactly if the weight is positive.
#[track_caller]
fn check<G: Game + Default>(position: &Position<G>, feature: Feature, expected: i32) {
    let mirrored = Position::new(position.placement().mirrored()).expect("a legal position");
    assert_eq!((count(position, feature), count(&mirrored, feature)), (expected, -expected), "{feature:?}");
    for (weight, sign) in [(1_000, 1), (-1_000, -1)] {
        let weights = Weights::NONE.with(feature, [weight; 2]);
        let of_mover = eval::evaluate(position, &weights).hundredths().signum();
        let of_white = if position.turn() == Color::White { of_mover } else { -of_mover };
        assert_eq!(of_white, sign * expected.signum(), "{feature:?} of weight {weight}");
    }
}

/// A feature, a position of international draughts and White's surplus of the feature there.
const SURPLUSES: [(Feature, &str, i32); 18] = [
    (Feature::Man, "W:W28,33:B3", 1),
    (Feature::King, "W:WK46,K33:BK14", 1),
    (Feature::Turn, "W:W33:B3", 1),
    (Feature::Center, "W:W28:B5", 1),
    (Feature::Imbalance, "W:W26,36:B6,5", 2),
    (Feature::Support, "W:W28,33:B5", 1),
    (Feature::Outpost, "W:W23,28:B1", 1),
    (Feature::LooseOutpost, "W:W23:B1", 1),
    (Feature::Hole, "W:W22,23:B5", 1),
    (Feature::Runaway, "W:W16,50:B35", 1),
    (Feature::RunawayStep, "W:W16,50:B35", 3),
    (Feature::Mobility, "W:W33:B6", 1),
    (Feature::SafeMobility, "W:W33:B6", 1),
    (Feature::Locked, "W:W31,36:B5", 1),
    (Feature::Hanging, "W:W28:B17,22", 1),
    (Feature::KingMobility, "W:WK28:BK5", 3),
    (Feature::TrappedKing, "W:WK46:B37", 1),
    (Feature::MainDiagonal, "W:WK46:B20", 1),
];

#[test]
fn each_feature_favours_the_player_who_has_more_of_it() {
    for (feature, fen, surplus) in SURPLUSES {
        check(&position::<Draughts<10>>(fen), feature, surplus);
    }
}

#[test]
fn each_row_and_column_counts_for_the_player_whose_man_stands_there() {
    type Board = <Draughts<14> as Game>::Board;
    for square in 1 + Board::SIZE / 2..=Board::SQUARES {
        let (row, column) = row_and_column(square, Board::SIZE);
        let mut placement = Placement::empty(Draughts::<14>, Color::White);
        placement.put(Board::cell(square).expect("a square"), Piece::new(Color::White, Rank::Man));
        let corner = if square == Board::SQUARES { 1 } else { Board::SQUARES };
        placement.put(Board::cell(corner).expect("a square"), Piece::new(Color::Black, Rank::King));
        let position = Position::new(placement).expect("a legal position");
        let (steps, inward) = (Board::SIZE - 1 - row, column.min(Board::SIZE - 1 - column));
        for &feature in Feature::ALL {
            let name = feature.name();
            let expected = [("Row", steps), ("Column", inward)].into_iter().find_map(|(kind, number)| {
                let of: usize = name.strip_prefix(kind)?.parse().ok()?;
                Some(i32::from(of == number))
            });
            if let Some(expected) = expected {
                check(&position, feature, expected);
            }
        }
    }
}

/// The row and the column of a square, from the upper left corner.
fn row_and_column(square: usize, size: usize) -> (usize, usize) {
    let (row, number) = ((square - 1) / (size / 2), (square - 1) % (size / 2));
    (row, 2 * number + usize::from(row % 2 == 0))
}

#[test]
fn every_feature_is_tested() {
    let named = |feature: &Feature| SURPLUSES.iter().any(|(other, ..)| other == feature);
    for feature in Feature::ALL {
        let is_by_location = ["Row", "Column"].iter().any(|kind| feature.name().starts_with(kind));
        assert!(is_by_location || named(feature), "{feature:?}");
    }
}

#[test]
fn an_evaluation_knows_the_goal_and_what_kings_can_do() {
    let score = |rules, fen| {
        let game = Varied::<10>(rules);
        evaluate(&position_in(game, fen), &Weights::new(game)).hundredths()
    };
    // Two kings catch one that stops right behind a king.
    let kings = "W:WK46,K47:BK2";
    assert!(score(RuleSet::Killer, kings) > 150);
    assert!(evaluate(&position::<Draughts<10>>(kings), &Weights::new(Draughts::<10>)).hundredths() < 100);
    // They catch one in Frisian draughts too.
    assert!(score(RuleSet::Frisian, kings) > 150);
    // Who has fewer pieces is nearer to having none.
    let few = "W:W38:B7,8,9";
    assert!(score(RuleSet::Losing, few) > 100 && score(RuleSet::Killer, few) < -100);
    // A man that nobody stops wins before more men count.
    let runaway = "W:W6:B22,23,24,25";
    assert!(score(RuleSet::Breakthrough, runaway) > score(RuleSet::Killer, runaway) + 500);
}

/// Pieces hang along files and rows only where pieces capture so.
#[test]
fn pieces_that_can_be_captured_along_files_and_rows_hang() {
    let hanging = |rules, fen| count(&position_in(Varied::<10>(rules), fen), Feature::Hanging);
    // 18 can be captured from above and from below, 28 likewise; the others stand behind or beside nothing.
    assert_eq!(hanging(RuleSet::Frisian, "W:W28,50:B18,6"), 0);
    assert_eq!(hanging(RuleSet::Frisian, "W:W28,38,50:B18,6"), -1);
    assert_eq!(hanging(RuleSet::Frisian, "W:W27,50:B26,6"), 1);
    assert_eq!(hanging(RuleSet::Killer, "W:W28,38,50:B18,6"), 0);
    // 30 and 31 follow each other, on two rows.
    assert_eq!(hanging(RuleSet::Frisian, "W:W30,50:B31,6"), 0);
}
