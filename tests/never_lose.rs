//! The never-lose player: its claims are true, and it keeps them.
//!
//! The judge has at least the tables of the player. `benches/never_lose.rs` plays many more games, with a judge
//! that has larger tables.

mod games;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use rand::{SeedableRng, rngs::StdRng};
use remise::board::{Checkers, Draughts, Game, MoveList, Outcome, Position, Set};
use remise::endgame::{Kind, Tables, Value};
use remise::engine::{
    Claim, GameState, Go, Level, Request, Settings, SmallTables, Start, TableFolder, Variant,
};
use remise::notation::{self, hub};
use remise::search::{Depth, GameClock, Limits};

use self::games::{Answer, Player, check_claim, check_claims, check_games, erring, play_out};
use crate::endgame::build;
use crate::positions::{fen, position, random_position};

/// Tables of this many pieces are enough to prove 6×6 games from the start quickly.
const PIECES: usize = 6;

/// A folder of tables of both 6×6 games, built once per test process.
static FOLDER: LazyLock<TableFolder> = LazyLock::new(|| {
    let path = fresh("6x6");
    made::<Checkers<6>>(&path.join("checkers-6"), PIECES);
    made::<Draughts<6>>(&path.join("draughts-6"), PIECES);
    TableFolder { path, small: SmallTables::Leave }
});

/// A folder of tables of at most three pieces.
static FEW: LazyLock<TableFolder> = LazyLock::new(|| {
    let path = fresh("three");
    made::<Checkers<6>>(&path.join("checkers-6"), 3);
    TableFolder { path, small: SmallTables::Leave }
});

/// An empty folder. Tables of an earlier run are removed, since they could hide that the generator is broken.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("never-lose-{name}"));
    // There may be no earlier run.
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder for tests is there");
    path
}

fn made<G: Game + Default>(folder: &Path, pieces: usize) {
    build::<G>(folder, pieces, Kind::Dtw, 1);
}

#[test]
fn both_6x6_games_are_proven_safe_from_the_start_for_either_color() {
    for variant in [Variant::Checkers6, Variant::Draughts6] {
        let player = Player::new(variant, FOLDER.clone());
        assert_eq!(player.answer(&Start::Opening, &[], u64::MAX).position_claim.claim, Claim::ProvenSafe);
        for first in first_moves(variant) {
            player.engine.request(Request::NewGame);
            let claim =
                player.answer(&Start::Opening, std::slice::from_ref(&first), u64::MAX).position_claim.claim;
            assert!(claim.is_safe(), "{variant} {first}: {claim}");
        }
    }
}

fn first_moves(variant: Variant) -> Vec<String> {
    fn all<G: Game + Default>() -> Vec<String> {
        MoveList::legal(Position::start(G::default()).placement()).iter().map(hub::write_move).collect()
    }
    if variant == Variant::Checkers6 { all::<Checkers<6>>() } else { all::<Draughts<6>>() }
}

#[test]
fn no_game_of_checkers_is_lost() {
    check_hundred_games::<Checkers<6>>(Variant::Checkers6);
}

#[test]
fn no_game_of_draughts_is_lost() {
    check_hundred_games::<Draughts<6>>(Variant::Draughts6);
}

fn check_hundred_games<G: Game + Default>(variant: Variant) {
    let tally = check_games::<G>(variant, 0..100, &FOLDER, &FOLDER);
    assert!(tally.wins > 10 && tally.safe > 100, "the opponents erred, and the player was asked: {tally:?}");
}

#[test]
fn claims_with_few_tables_are_those_of_more() {
    check_few::<Checkers<6>>(Variant::Checkers6);
    check_few::<Draughts<6>>(Variant::Draughts6);
}

/// Positions of five and six pieces, with tables of at most three.
fn check_few<G: Game + Default>(variant: Variant) {
    let path = fresh(&format!("few-{variant}"));
    made::<G>(&path.join(variant.name()), 3);
    let player = Player::new(variant, TableFolder { path, small: SmallTables::Leave });
    let judge = Tables::open(G::default(), &FOLDER.path.join(variant.name()), 64);
    let mut rng = StdRng::seed_from_u64(9);
    let mut proven = 0;
    for number in 0..200 {
        let position = random_position(G::default(), &mut rng, 5 + number % 2);
        let start = Start::Fen(fen(position.placement()));
        let position_claim = player.answer(&start, &[], 40_000).position_claim;
        check_claims(&judge, &position, &position_claim);
        proven +=
            usize::from(position_claim.claim.is_safe() || matches!(position_claim.claim, Claim::Lost { .. }));
    }
    assert!(proven > 100, "{proven} of 200 proven");
}

#[test]
fn what_is_safe_on_larger_boards_stays_safe() {
    check_promises::<Checkers<8>>(Variant::Checkers8);
    check_promises::<Draughts<8>>(Variant::Draughts8);
}

/// Games that begin with five to seven pieces, with tables of at most three, against a player who errs at random.
fn check_promises<G: Game + Default>(variant: Variant) {
    let folder = |pieces: usize| {
        let path = fresh(&format!("{pieces}-pieces-{variant}"));
        made::<G>(&path.join(variant.name()), pieces);
        path
    };
    let player = Player::new(variant, TableFolder { path: folder(3), small: SmallTables::Leave });
    let judge = Tables::open(G::default(), &folder(4).join(variant.name()), 64);
    let mut rng = StdRng::seed_from_u64(3);
    let mut proven = 0;
    for number in 0..60 {
        player.engine.request(Request::NewGame);
        let position = random_position(G::default(), &mut rng, 5 + number % 3);
        let (start, color) = (Start::Fen(fen(position.placement())), position.turn());
        let mut is_safe = false;
        let (outcome, moves) = play_out(position, |position, moves| {
            if position.turn() != color {
                return erring(&judge, position, &mut rng);
            }
            let answer = player.answer(&start, moves, 40_000);
            check_claims(&judge, position, &answer.position_claim);
            let claim = answer.position_claim.claim;
            assert!(claim.is_safe() || !is_safe, "{claim} in {}", fen(position.placement()));
            is_safe = claim.is_safe();
            proven += usize::from(is_safe && position.placement().occupied().count() > 3);
            answer.best_in(position)
        });
        assert!(!is_safe || outcome != Outcome::Win(!color), "{start:?} {moves:?}");
    }
    assert!(proven > 80, "{variant}: {proven} answers proven");
}

#[test]
fn a_player_short_of_time_makes_no_wrong_claims() {
    let go = |number| {
        let milliseconds = number % 40;
        let clock = GameClock { time: 10 * milliseconds as i64, increment: 5, moves_to_go: None };
        Go::think(match number % 2 {
            0 => Limits { move_time: Some(Duration::from_millis(milliseconds)), ..Limits::NONE },
            _ => Limits { clock: Some(clock), ..Limits::NONE },
        })
    };
    check_answers(&Player::new(Variant::Checkers6, FEW.clone()), go);
}

#[test]
fn levels_threads_noise_and_several_lines_make_no_wrong_claims() {
    let unlike = |level, threads| Settings {
        variant: Variant::Checkers6,
        hash_mib: 1,
        tables: Some(FEW.clone()),
        never_lose: true,
        level: Level::new(level).expect("a level"),
        threads,
        ..Settings::default()
    };
    let limits = Limits { depth: Depth(6), nodes: 20_000, ..Limits::NONE };
    let go =
        |number: u64| Go { lines: 1 + number as usize % 3, noise_seed: Some(number), ..Go::think(limits) };
    for (level, threads) in [(0, 1), (5, 2), (20, 2)] {
        check_answers(&Player::start(unlike(level, threads)), go);
    }
}

/// Answers about positions of three to six pieces claim nothing wrong, and what is claimed is kept.
fn check_answers(player: &Player, go: impl Fn(u64) -> Go) {
    let judge = Tables::open(Checkers::<6>, &FOLDER.path.join("checkers-6"), 64);
    let mut rng = StdRng::seed_from_u64(7);
    for number in 0..60 {
        let position = random_position(Checkers::<6>, &mut rng, 3 + number as usize % 4);
        let (position_claim, best) = player.ask(&Start::Fen(fen(position.placement())), &[], go(number));
        let answer = Answer { position_claim: position_claim.expect("it says what is proven"), best };
        check_claims(&judge, &position, &answer.position_claim);
        if !MoveList::legal(position.placement()).is_empty() {
            let next = position.play(&answer.best_in(&position));
            let value = judge.probe(next.placement()).map(Value::before);
            check_claim(value, answer.position_claim.claim, &fen(position.placement()));
        }
    }
}

#[test]
fn a_player_who_may_only_play_losing_moves_claims_no_more() {
    let player = Player::new(Variant::Checkers6, FOLDER.clone());
    let start = Start::Fen("W:W16,K17,K11:B2,5,9".to_owned());
    let judged = player.answer(&start, &[], u64::MAX).position_claim;
    assert!(judged.claim.is_safe());
    let legal = GameState::new(Variant::Checkers6, &start).expect("a position").legal_moves();
    assert_eq!(judged.moves.len(), legal.len());
    for named in &judged.moves {
        let mv = &legal[named.number];
        let only = vec![mv.hub.clone()];
        let go = Go { only, ..Go::think(Limits { depth: Depth(2), ..Limits::NONE }) };
        let (position_claim, best) = player.ask(&start, &[], go);
        assert_eq!(best.as_ref(), Some(&mv.hub));
        let claim = position_claim.expect("it says what is proven").claim;
        assert_eq!(claim.is_safe(), named.claim.is_safe(), "{}: {claim}", mv.notation);
        assert!(named.claim.is_safe() || claim == named.claim, "{}: {claim}", mv.notation);
    }
    assert!(judged.moves.iter().any(|named| !named.claim.is_safe()));
}

#[test]
fn an_empty_table_of_the_search_takes_no_proof_back() {
    let player = Player::new(Variant::Checkers6, FOLDER.clone());
    assert_eq!(player.answer(&Start::Opening, &[], u64::MAX).position_claim.claim, Claim::ProvenSafe);
    player.engine.request(Request::ClearTable);
    assert_eq!(player.answer(&Start::Opening, &[], 1).position_claim.claim, Claim::ProvenSafe);
    player.engine.request(Request::NewGame);
    assert!(!player.answer(&Start::Opening, &[], 1).position_claim.claim.is_safe());
}

/// Two kings against one in English draughts.
#[test]
fn a_win_that_a_rule_or_the_game_may_spoil_is_named_so() {
    let path = fresh("english");
    made::<Checkers<8>>(&path.join("checkers-8"), 3);
    let player = Player::new(Variant::Checkers8, TableFolder { path, small: SmallTables::Leave });
    let start = Start::Fen("W:WK1,K2:BK14".to_owned());
    let claim = |moves: &[String]| player.answer(&start, moves, u64::MAX).position_claim.claim;
    assert_eq!(claim(&[]), Claim::ProvenWin { plies: 33, rule_may_draw: false });
    let round = ["1-5", "14-18", "5-1", "18-14"].map(str::to_owned);
    // A position of the game that is nearer to the end can come once more.
    assert_eq!(claim(&round), Claim::ProvenWin { plies: 33, rule_may_draw: true });
    let position = position::<Checkers<8>>("W:WK1,K2:BK14");
    assert!(notation::read_move(position.placement(), "1-5").is_ok());
    // Of the 80 plies in which something has to happen 32 are left.
    let rounds: Vec<_> = round.iter().cycle().take(48).cloned().collect();
    assert_eq!(claim(&rounds), Claim::ProvenWin { plies: 33, rule_may_draw: true });
}
