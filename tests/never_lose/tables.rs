//! Never losing with tables that break, are not there, or know no distances.

use rand::RngExt;

use super::*;
use crate::endgame::Folder;

/// A player with the tables of a folder for one test.
fn player_with(scratch: &Folder, variant: Variant) -> Player {
    Player::new(variant, TableFolder { path: scratch.path().to_owned(), small: SmallTables::Leave })
}

/// Games in which the tables of the player are harmed after some moves.
#[test]
fn tables_that_break_during_a_game_take_claims_back_and_never_make_wrong_ones() {
    let scratch = Folder::new("never-lose-broken");
    let folder = scratch.path().join("checkers-6");
    let judge = judge_of_checkers();
    let mut rng = StdRng::seed_from_u64(2);
    let mut taken_back = 0;
    for number in 0..30 {
        made::<Checkers<6>>(&folder, 4);
        let player = player_with(&scratch, Variant::Checkers6);
        let position = random_position(Checkers::<6>, &mut rng, 5);
        let start = Start::Fen(fen(position.placement()));
        let color = position.turn();
        let mut answers = 0;
        let mut was_safe = false;
        play_out(position, |position, moves| {
            if position.turn() != color || answers == 20 {
                return erring(&judge, position, &mut rng);
            }
            let answer = player.answer(&start, moves, 4_000);
            check_claims(&judge, position, &answer.position_claim);
            let is_safe = answer.position_claim.claim.is_safe();
            assert!(is_safe || !was_safe || answers > 1, "{start:?} {moves:?}");
            taken_back += usize::from(was_safe && !is_safe);
            was_safe = is_safe;
            answers += 1;
            if answers == 2 {
                harm(&folder, number, &mut rng);
            }
            answer.best_in(position)
        });
    }
    assert!(taken_back > 0);
}

/// Cuts, alters or removes all tables of a folder.
fn harm(folder: &Path, number: usize, rng: &mut StdRng) {
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let mut bytes = fs::read(&path).expect("a table");
        match number % 3 {
            0 => bytes.truncate(rng.random_range(0..bytes.len())),
            1 => {
                for _ in 0..bytes.len() / 16 {
                    let at = rng.random_range(0..bytes.len());
                    bytes[at] ^= 1 << rng.random_range(0..8);
                }
            }
            _ => {
                fs::remove_file(path).expect("a table");
                continue;
            }
        }
        fs::write(path, bytes).expect("it can be written");
    }
}

#[test]
fn a_table_that_is_not_there_is_named_as_missing() {
    let scratch = Folder::new("never-lose-missing");
    let folder = scratch.path().join("draughts-6");
    made::<Draughts<6>>(&folder, 3);
    fs::remove_file(folder.join("1110.dtw")).expect("a table");
    let player = player_with(&scratch, Variant::Draughts6);
    let answer = player.answer(&Start::Fen("W:W16,K18:B2".to_owned()), &[], 10);
    assert_eq!(answer.position_claim.claim, Claim::TableMissing);
    assert!(answer.best.is_some());
}

/// What the other tables say is lost is not played, nor is a draw looked for without them.
#[test]
fn tables_that_are_there_count_where_others_are_missing() {
    let scratch = Folder::new("never-lose-incomplete");
    let folder = scratch.path().join("checkers-6");
    made::<Checkers<6>>(&folder, 4);
    fs::remove_file(folder.join("1010.dtw")).expect("a table");
    let tables = Tables::open(Checkers::<6>, &folder, 64);
    assert!(tables.pieces() < 2);
    let player = player_with(&scratch, Variant::Checkers6);
    let mut rng = StdRng::seed_from_u64(4);
    let mut avoided = 0;
    for number in 0..200 {
        let position = random_position(Checkers::<6>, &mut rng, 3 + number % 2);
        let legal = MoveList::legal(position.placement());
        let is_lost = |mv| matches!(tables.probe(position.play(mv).placement()), Some(Value::Win(_)));
        let lost = legal.iter().filter(|mv| is_lost(mv)).count();
        if lost == legal.len() {
            continue;
        }
        let answer = player.answer(&Start::Fen(fen(position.placement())), &[], 10);
        assert!(!is_lost(&answer.best_in(&position)), "{}", fen(position.placement()));
        avoided += lost;
    }
    assert!(avoided > 30, "{avoided}");
}

#[test]
fn tables_without_distances_give_claims_without_distances() {
    let scratch = Folder::new("never-lose-wdl");
    let folder = scratch.path().join("checkers-6");
    build::<Checkers<6>>(&folder, 4, Kind::Wdl, 1);
    let judge = judge_of_checkers();
    assert_eq!(check_distances(&player_with(&scratch, Variant::Checkers6), &judge), 0);
    // From here on those of three pieces know them.
    made::<Checkers<6>>(&folder, 3);
    let player = player_with(&scratch, Variant::Checkers6);
    assert!(check_distances(&player, &judge) > 20);
    let won = position::<Checkers<6>>("W:WK1,K2:BK14");
    let answer = player.answer(&Start::Fen(fen(won.placement())), &[], u64::MAX);
    let Some(Value::Win(plies)) = judge.probe(won.placement()) else { panic!("a win") };
    assert_eq!(answer.position_claim.claim.plies(), plies);
}

/// Wins are kept, and no distance is claimed that is not true. In how many positions of the tables one is.
fn check_distances(player: &Player, judge: &Tables<Checkers<6>>) -> usize {
    let mut rng = StdRng::seed_from_u64(6);
    let (mut wins, mut named) = (0, 0);
    for number in 0..200 {
        let position = random_position(Checkers::<6>, &mut rng, 2 + number % 4);
        let answer = player.answer(&Start::Fen(fen(position.placement())), &[], 40_000);
        check_claims(judge, &position, &answer.position_claim);
        if position.placement().occupied().count() > 4 {
            continue;
        }
        // A capture of the last piece is seen without tables.
        named += usize::from(answer.position_claim.claim.plies().is_some_and(|plies| plies > 4));
        if matches!(judge.probe(position.placement()), Some(Value::Win(_))) {
            let next = judge.probe(position.play(&answer.best_in(&position)).placement());
            assert!(matches!(next, Some(Value::Loss(_))), "{}", fen(position.placement()));
            wins += 1;
        }
    }
    assert!(wins > 20, "{wins}");
    named
}

fn judge_of_checkers() -> Tables<Checkers<6>> {
    Tables::open(Default::default(), &FOLDER.path.join("checkers-6"), 64)
}
