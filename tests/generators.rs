//! The fast generator compared with the rulebook.

use std::collections::HashSet;
use std::sync::LazyLock;

use rand::{SeedableRng, rngs::StdRng};
use remise::board::{
    Board, CaptureLines, Checkers, Color, Counted, Draughts, DrawRules, Game, Geometry, Goal, Landing, Move,
    MoveList, Notation, Piece, Placement, Position, Precedence, Promotion, Rank, RuleSet, Rules, Russian,
    Set, Varied, movegen, rulebook,
};

use crate::positions::{fen, random_game, random_position, text};

/// The first random seed.
const SEED: u64 = 20;

#[test]
fn they_agree_in_games_on_6() {
    check_games(Draughts::<6>, 1000);
    check_games(Checkers::<6>, 1000);
}

#[test]
fn they_agree_in_games_on_8() {
    check_games(Draughts::<8>, 1000);
    check_games(Checkers::<8>, 1000);
    check_games(Russian, 1000);
}

#[test]
fn they_agree_in_games_on_10() {
    check_games(Draughts::<10>, 1000);
    check_games(Checkers::<10>, 1000);
}

#[test]
fn they_agree_in_games_that_differ_in_their_rules() {
    for rules in [RuleSet::Killer, RuleSet::Breakthrough, RuleSet::Losing, RuleSet::Frisian] {
        check_games(Varied::<6>(rules), 1000);
        check_games(Varied::<10>(rules), 500);
        check_positions(Varied::<6>(rules), 3000);
        check_positions(Varied::<10>(rules), 3000);
    }
}

#[test]
fn they_agree_in_games_on_12() {
    check_games(Draughts::<12>, 500);
    check_games(Checkers::<12>, 500);
}

#[test]
fn they_agree_in_games_on_14() {
    check_games(Draughts::<14>, 500);
    check_games(Checkers::<14>, 500);
}

#[test]
fn they_agree_with_many_kings_on_6() {
    check_positions(Draughts::<6>, 5000);
    check_positions(Checkers::<6>, 5000);
}

#[test]
fn they_agree_with_many_kings_on_8() {
    check_positions(Draughts::<8>, 5000);
    check_positions(Checkers::<8>, 5000);
    check_positions(Russian, 5000);
}

#[test]
fn they_agree_with_many_kings_on_10() {
    check_positions(Draughts::<10>, 5000);
    check_positions(Checkers::<10>, 5000);
}

#[test]
fn they_agree_with_many_kings_on_12() {
    check_positions(Draughts::<12>, 5000);
    check_positions(Checkers::<12>, 5000);
}

#[test]
fn they_agree_with_many_kings_on_14() {
    check_positions(Draughts::<14>, 5000);
    check_positions(Checkers::<14>, 5000);
}

#[test]
fn they_agree_in_games_of_frysk() {
    check_games(Varied::<10>(RuleSet::Frysk), 1000);
}

/// A game on 8×8 with any combination of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Mixture(usize);

/// The rules of mixtures, by number.
static MIXTURES: LazyLock<Vec<Rules>> = LazyLock::new(|| (0..288).map(mixed).collect());

fn mixed(number: usize) -> Rules {
    Rules {
        flying_kings: number.is_multiple_of(2),
        men_capture_backward: (number / 2).is_multiple_of(2),
        precedence: match number / 4 % 3 {
            0 => Precedence::Most,
            1 => Precedence::Free,
            _ => Precedence::Value,
        },
        promotion: match number / 12 % 3 {
            0 => Promotion::AtRest,
            1 => Promotion::InPassing,
            _ => Promotion::EndsMove,
        },
        landing: if (number / 36).is_multiple_of(2) { Landing::Anywhere } else { Landing::NextToKing },
        capture_lines: if (number / 72).is_multiple_of(2) {
            CaptureLines::Diagonals
        } else {
            CaptureLines::All
        },
        king_moves: if number < 144 { None } else { Some(1 + (number % 3) as u8) },
        goal: Goal::Block,
        rows: None,
        opener: Color::White,
        draws: DrawRules { repetitions: 3, quiet_moves: 25, endings: &[] },
    }
}

impl Game for Mixture {
    type Board = Board<8>;
    type Runs = Counted;
    const ONLY: Option<Self> = None;

    fn rules(self) -> &'static Rules {
        &MIXTURES[self.0]
    }

    fn notation(self) -> Notation {
        Notation::Numeric
    }
}

/// All combinations of rules, whether or not a game has them.
#[test]
fn they_agree_whatever_the_rules() {
    for number in 0..MIXTURES.len() {
        check_games(Mixture(number), 20);
        check_positions(Mixture(number), 150);
    }
}

fn check_games<G: Game>(game: G, games: u64) {
    for seed in SEED..SEED + games {
        random_game(game, &mut StdRng::seed_from_u64(seed), |position| check(position, seed));
    }
}

/// Sparse and crowded boards, which are rare in games.
fn check_positions<G: Game>(game: G, positions: u64) {
    let most = G::Board::SQUARES.min(40);
    for seed in SEED..SEED + positions {
        let pieces = 2 + seed as usize % (most - 1);
        let position = random_position(game, &mut StdRng::seed_from_u64(seed), pieces);
        check(&position, seed);
        for mv in rulebook::moves(&position) {
            check_updated(&position.play(&mv), seed);
        }
    }
}

/// Compares both generators in one position, and all that follows from their moves.
#[track_caller]
fn check<G: Game>(position: &Position<G>, seed: u64) {
    let placement = position.placement();
    let expected = rulebook::moves(position);
    let context = || format!("{:?}, seed {seed}: {}", placement.game.rules(), fen(placement));
    assert_eq!(expected.len(), set(&expected).len(), "each move once; {}", context());
    let fast = fast_moves(placement);
    if set(&fast) != set(&expected) {
        let texts = |moves: &[Move<G>]| moves.iter().map(text).collect::<Vec<_>>().join(" ");
        panic!("fast: {}\nbook: {}\n{}", texts(&fast), texts(&expected), context());
    }
    assert_eq!(fast.len(), expected.len(), "each move once; {}", context());
    assert_eq!(movegen::count(placement), expected.len() as u64, "{}", context());
    assert_eq!(movegen::has_moves(placement), !expected.is_empty(), "{}", context());
    let captures = expected.iter().any(Move::is_capture);
    assert_eq!(movegen::must_capture(placement), captures, "{}", context());
    let turned: HashSet<_> = fast_moves(&placement.mirrored()).iter().map(turned).collect();
    assert_eq!(turned, set(&expected), "seen from the other side; {}", context());
    check_updated(position, seed);
}

/// The key is updated correctly, and the position is legal.
#[track_caller]
fn check_updated<G: Game>(position: &Position<G>, seed: u64) {
    let placement = position.placement();
    assert_eq!(position.key(), placement.key(), "seed {seed}: {}", fen(placement));
    assert!(!placement.white.meets(placement.black), "seed {seed}: {}", fen(placement));
    for color in Color::ALL {
        let men = placement.of(Piece::new(color, Rank::Man));
        assert!(!men.meets(G::Board::promotion_row(color)), "seed {seed}: {}", fen(placement));
    }
}

fn fast_moves<G: Game>(placement: &Placement<G>) -> Vec<Move<G>> {
    let mut list = MoveList::new();
    movegen::moves(placement, &mut list);
    list.to_vec()
}

fn set<G: Game>(moves: &[Move<G>]) -> HashSet<Move<G>> {
    moves.iter().copied().collect()
}

/// The move after rotating the board by 180°.
fn turned<G: Game>(mv: &Move<G>) -> Move<G> {
    Move {
        from: G::Board::turned(mv.from),
        to: G::Board::turned(mv.to),
        captured: G::Board::turned_set(mv.captured),
        ..*mv
    }
}
