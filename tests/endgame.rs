//! Endgame tables: numbers from elsewhere, values that follow from each other, and files that break.
//!
//! The tables that tests look at are made once, and stay as long as the tests run.

pub(crate) mod files;
mod played;
mod runs;
#[cfg(unix)]
mod unreadable;

use std::any::type_name;
use std::collections::HashMap;
use std::fs;
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use rand::RngExt;
use rand::{SeedableRng, rngs::StdRng};
use remise::board::{
    Checkers, Color, Draughts, Game, Geometry, Placement, Position, RuleSet, Russian, Varied, movegen,
    rulebook,
};
use remise::endgame::{
    Build, BuildEvent, Counts, Fast, Kind, Pair, Rulebook, Slice, Tables, Value, verify_slice,
};

use crate::positions::{fen, position};

/// Wins, draws, losses, and the longest distance of either kind in plies, by the number of pieces.
type Totals = [(u64, u64, u64, u16)];

#[test]
fn checkers_6_by_pieces() {
    check_totals::<Checkers<6>>(&[
        (256, 648, 125, 9),
        (15_579, 1_907, 12_640, 46),
        (216_518, 115_390, 149_847, 59),
        (2_714_672, 515_498, 2_046_704, 89),
    ]);
}

#[test]
fn draughts_6_by_pieces() {
    check_totals::<Draughts<6>>(&[
        (407, 432, 190, 9),
        (11_126, 14_014, 4_986, 17),
        (192_404, 186_773, 102_578, 42),
        (2_162_960, 1_914_317, 1_199_597, 58),
    ]);
}

#[test]
fn larger_boards_by_pieces() {
    check_totals::<Checkers<8>>(&[(716, 2_370, 402, 13), (100_250, 8_477, 87_305, 62)]);
    check_totals::<Draughts<8>>(&[(1_291, 1_507, 690, 13), (67_461, 95_158, 33_413, 25)]);
    check_totals::<Russian>(&[(1_291, 1_507, 690, 13), (67_475, 95_144, 33_413, 25)]);
    check_totals::<Draughts<10>>(&[(3_205, 3_678, 1_962, 17), (265_795, 394_163, 146_342, 33)]);
}

fn check_totals<G: Game + Default>(totals: &Totals) {
    let folder = Folder::new(&format!("totals-{}", made_name::<G>()));
    let counts = build::<G>(folder.path(), 1 + totals.len(), Kind::Dtw, 1);
    for (pieces, &(wins, draws, losses, longest)) in (2..).zip(totals) {
        let of: Vec<_> = counts.iter().filter(|(slice, _)| slice.pieces() == pieces).collect();
        let sum = |count: fn(&Counts) -> u64| of.iter().map(|(_, counts)| count(counts)).sum::<u64>();
        let found = (sum(|counts| counts.wins), sum(|counts| counts.draws), sum(|counts| counts.losses));
        assert_eq!(found, (wins, draws, losses), "{pieces} pieces");
        let distances = of.iter().map(|(_, counts)| counts.longest_win.max(counts.longest_loss));
        assert_eq!(distances.max(), Some(Some(longest)), "{pieces} pieces");
    }
}

#[test]
fn slices_of_6x6() {
    check_slices::<Checkers<6>>("checkers-6", 25 + 12 + 4);
    check_slices::<Draughts<6>>("draughts-6", 25 + 12 + 4);
}

#[test]
fn slices_of_8x8() {
    check_slices::<Checkers<8>>("checkers-8", 12 + 4);
    check_slices::<Draughts<8>>("draughts-8", 12 + 4);
    check_slices::<Russian>("russian", 12 + 4);
}

#[test]
fn slices_of_10x10() {
    check_slices::<Draughts<10>>("draughts-10", 12 + 4);
}

/// Compares each slice of a game with the file, which has this number of slices, for both players to move.
fn check_slices<G: Game + Default>(game: &str, slices: usize) {
    let tables = small::<G>();
    let text = include_str!("endgame/slices.txt");
    let lines = text.lines().filter_map(|line| line.strip_prefix(game)?.strip_prefix(' '));
    let mut seen = 0;
    for line in lines {
        check_slice(&tables, line);
        seen += 1;
    }
    assert_eq!(seen, 2 * slices);
}

fn check_slice<G: Game + Default>(tables: &Tables<G>, line: &str) {
    let words: Vec<_> = line.split(' ').collect();
    let [digits, turn, numbers @ ..] = words.as_slice() else { panic!("{line}") };
    let slice: Slice = digits.parse().expect("four digits");
    let slice = if *turn == "white" { slice } else { slice.mirror() };
    let values: Vec<_> = placements::<G>(slice).map(|placement| tables.probe(&placement)).collect();
    let count = |is: fn(&Value) -> bool| values.iter().flatten().filter(|value| is(value)).count();
    let found = [
        values.len(),
        count(|value| matches!(value, Value::Win(_))),
        count(|value| *value == Value::Draw),
        count(|value| matches!(value, Value::Loss(_))),
    ];
    assert_eq!(found.map(|number| number.to_string()), numbers[..4], "{line}");
    check_longest(tables, &values, &numbers[4..7], Value::Win);
    check_longest(tables, &values, &numbers[7..10], Value::Loss);
}

/// Looks for the longest distance, how many positions have it, and one of them.
fn check_longest<G: Game + Default>(
    tables: &Tables<G>,
    values: &[Option<Value>],
    expected: &[&str],
    kind: fn(Option<u16>) -> Value,
) {
    let plies = |value: &Value| value.plies().filter(|&plies| kind(Some(plies)) == *value);
    let longest = values.iter().flatten().filter_map(plies).max();
    assert_eq!(longest.map_or("-".to_owned(), |plies| plies.to_string()), expected[0]);
    if let Some(plies) = longest {
        let value = Some(kind(Some(plies)));
        assert_eq!(values.iter().filter(|other| **other == value).count().to_string(), expected[1]);
        assert_eq!(tables.probe(position::<G>(expected[2]).placement()), value, "{}", expected[2]);
    }
}

#[test]
fn every_value_follows_from_its_moves() {
    check_all::<Checkers<6>>(4);
    check_all::<Draughts<6>>(4);
    check_all::<Checkers<8>>(3);
    check_all::<Draughts<8>>(3);
    check_all::<Russian>(3);
    check_all::<Draughts<10>>(3);
}

#[test]
fn every_value_follows_on_the_largest_boards() {
    check_all::<Checkers<10>>(2);
    check_all::<Draughts<12>>(2);
    check_all::<Checkers<12>>(2);
    check_all::<Draughts<14>>(2);
    check_all::<Checkers<14>>(2);
}

fn check_all<G: Game + Default>(pieces: usize) {
    let tables = small::<G>();
    assert!(tables.pieces() >= pieces, "{}", tables.pieces());
    for table in tables.list() {
        for (slice, counts) in table.counts.iter().filter(|(slice, _)| slice.pieces() <= pieces) {
            let found = verify_slice(&tables, *slice, 1, &mut |_| ());
            assert_eq!(found.as_ref().ok(), Some(counts), "{slice}: {found:?}");
        }
    }
}

#[test]
fn wins_draws_and_losses_are_those_of_the_distances() {
    let folder = Folder::new("wdl");
    build::<Draughts<6>>(folder.path(), 4, Kind::Wdl, 1);
    let (wdl, dtw) = (Tables::open(Draughts::<6>, folder.path(), 1), small::<Draughts<6>>());
    for slice in (2..=4).flat_map(Slice::all) {
        for placement in placements(slice) {
            let (found, expected) = (wdl.probe(&placement), dtw.probe(&placement));
            let (found, expected) = (found.expect("it is there"), expected.expect("it is there"));
            assert_eq!(discriminant(&found), discriminant(&expected), "{}", fen(&placement));
            // Captures of all that is left can be counted without a table.
            assert!(found.plies().is_none() || found == expected, "{}: {found:?}", fen(&placement));
        }
        if slice.pieces() <= 3 {
            verify_slice(&wdl, slice, 1, &mut |_| ()).expect("consistent");
        }
    }
}

#[test]
fn values_are_those_of_search_by_brute_force() {
    check_brute_force::<Checkers<6>>();
    check_brute_force::<Draughts<6>>();
    check_brute_force::<Checkers<8>>();
    check_brute_force::<Draughts<8>>();
    check_brute_force::<Russian>();
    check_brute_force::<Draughts<10>>();
}

fn check_brute_force<G: Game + Default>() {
    const DEPTH: u16 = 5;
    let (tables, mut random) = (small::<G>(), StdRng::seed_from_u64(6));
    let slices: Vec<_> = Slice::all(2).into_iter().chain(Slice::all(3)).collect();
    for _ in 0..300 {
        let slice = slices[random.random_range(0..slices.len())];
        let number = random.random_range(0..slice.positions(G::default()) as usize);
        let placement = slice.placement(G::default(), number).expect("it is below");
        let placement = if random.random() { placement } else { placement.mirrored() };
        let position = Position::new(placement).expect("a legal position");
        let value = tables.probe(&placement).expect("all tables are there");
        let near = value.plies().filter(|&plies| plies <= DEPTH).map(|_| value);
        assert_eq!(brute_force(&position, DEPTH), near, "{}: {value:?}", fen(&placement));
    }
}

/// The value, if the game can be forced to end within this number of plies.
fn brute_force<G: Game + Default>(position: &Position<G>, depth: u16) -> Option<Value> {
    let moves = rulebook::moves(position);
    if moves.is_empty() || depth == 0 {
        return moves.is_empty().then_some(Value::Loss(Some(0)));
    }
    let values: Vec<_> =
        moves.iter().map(|mv| brute_force(&position.play(mv), depth - 1).map(Value::before)).collect();
    let wins = values.iter().flatten().copied().filter(|value| matches!(value, Value::Win(_)));
    wins.reduce(Value::better).or_else(|| {
        let losses: Option<Vec<_>> = values.iter().copied().collect();
        losses?.into_iter().reduce(Value::better)
    })
}

#[test]
fn both_generators_resolve_captures_alike() {
    let tables = small::<Russian>();
    for slice in Slice::all(3) {
        for placement in placements(slice).step_by(7) {
            let (fast, slow) = (tables.probe_with(Fast, &placement), tables.probe_with(Rulebook, &placement));
            assert_eq!(fast, slow, "{}", fen(&placement));
            assert!(fast.1 >= 1 || movegen::must_capture(&placement), "{}", fen(&placement));
        }
    }
}

#[test]
fn black_sees_what_white_sees_from_the_other_side() {
    let tables = small::<Draughts<8>>();
    for slice in Slice::all(3) {
        for placement in placements::<Draughts<8>>(slice).step_by(5) {
            let value = tables.probe(&placement);
            assert!(value.is_some() && placement.turn == Color::White);
            assert_eq!(tables.probe(&placement.mirrored()), value, "{}", fen(&placement));
        }
    }
}

#[test]
fn who_has_no_piece_has_lost_and_what_is_not_there_is_unknown() {
    let tables = small::<Checkers<6>>();
    let probe = |text| tables.probe(position::<Checkers<6>>(text).placement());
    assert_eq!(probe("W:W:B1"), Some(Value::Loss(Some(0))));
    assert_eq!(probe("B:W16:BK1"), probe("W:WK18:B3"));
    assert_eq!(probe("W:W16:B"), Some(Value::Win(Some(1))));
    assert_eq!(tables.probe(&Placement::start(Default::default())), None);
    // Not even where ten of a kind carry into the digits of another slice.
    assert_eq!(probe("W:W18:B1-11"), None);
    assert_eq!(probe("B:WK18:B1-11"), None);
    assert_eq!(Tables::none(Checkers::<6>).probe(position("W:W16:B1").placement()), None);
    assert_eq!(Tables::none(Checkers::<6>).pieces(), 0);
}

#[test]
fn slices_are_written_as_four_digits() {
    let slice: Slice = "2101".parse().expect("four digits");
    assert_eq!((slice.to_string(), slice.mirror().to_string()), ("2101".into(), "0121".into()));
    assert_eq!(Pair::of(slice.mirror()).to_string(), "2101");
    assert_eq!(Pair::of(slice).slices(), [slice, slice.mirror()]);
    assert_eq!(Pair::of("1111".parse().expect("four digits")).slices().len(), 1);
    for text in ["", "210", "21010", "2100", "0011", "2x01", "-101", "٢101"] {
        assert!(text.parse::<Slice>().is_err(), "{text}");
    }
    assert_eq!((Slice::all(2).len(), Slice::all(3).len(), Pair::all(4).len()), (4, 12, 14));
}

#[test]
fn what_is_too_large_is_refused_before_it_is_begun() {
    let folder = Folder::new("large");
    let build = |pieces, memory, disk| Build { pieces, kind: Kind::Dtw, threads: 1, memory, disk };
    let refused =
        |build: Build| build.run(Draughts::<10>, folder.path(), &mut |_| ()).expect_err("too large");
    let check = |small, reason: &str| {
        let message = refused(small).to_string();
        assert!(message.starts_with("tables of 3 pieces do not fit: the build "), "{message}");
        assert!(message.contains(reason), "{message}");
    };
    check(build(3, Some(1 << 16), None), " of memory, and ");
    check(build(3, None, Some(1 << 10)), " of disk space, and ");
    let message = refused(build(12, None, None)).to_string();
    assert!(
        message.contains(" has too many positions for a table; the largest number that fits is "),
        "{message}"
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// A file tells four rules, which killer draughts shares with international draughts.
#[test]
fn tables_of_a_game_serve_no_game_with_other_rules() {
    let folder = Folder::new("other-rules");
    build::<Draughts<6>>(folder.path(), 2, Kind::Dtw, 1);
    assert_eq!(Tables::open(Draughts::<6>, folder.path(), 1).pieces(), 2);
    for rules in [RuleSet::Killer, RuleSet::Breakthrough, RuleSet::Losing, RuleSet::Frisian, RuleSet::Frysk] {
        let game = Varied::<6>(rules);
        assert_eq!(Tables::open(game, folder.path(), 1).pieces(), 0, "{rules:?}");
        assert_eq!(Tables::shared(game, folder.path(), 1).pieces(), 0, "{rules:?}");
        let build = Build { pieces: 2, kind: Kind::Dtw, threads: 1, memory: None, disk: None };
        let error = build.run(game, folder.path(), &mut |_| ()).expect_err("there are none");
        assert_eq!(error.to_string(), "there are no endgame tables of this game");
    }
}

/// The tables that tests of values look at: up to 4 pieces on 6×6, 3 up to 10×10, else 2. Made once.
pub(crate) fn small<G: Game + Default>() -> Tables<G> {
    static MADE: LazyLock<Mutex<HashMap<&str, Folder>>> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = made.entry(type_name::<G>()).or_insert_with(|| {
        let folder = Folder::new(&format!("small-{}", made_name::<G>()));
        let pieces = match G::Board::SIZE {
            6 => 4,
            8 | 10 => 3,
            _ => 2,
        };
        build::<G>(folder.path(), pieces, Kind::Dtw, 1);
        folder
    });
    Tables::open(Default::default(), folder.path(), 64)
}

/// The name of a game, for a folder.
fn made_name<G: Game + Default>() -> String {
    type_name::<G>().chars().filter(char::is_ascii_alphanumeric).collect()
}

/// All positions of a slice, in the order of their numbers.
pub(crate) fn placements<G: Game + Default>(slice: Slice) -> impl Iterator<Item = Placement<G>> {
    (0..).map_while(move |number| slice.placement(G::default(), number))
}

/// Makes tables, and tells the counts of all slices.
pub(crate) fn build<G: Game + Default>(
    folder: &Path,
    pieces: usize,
    kind: Kind,
    threads: usize,
) -> Vec<(Slice, Counts)> {
    let mut made = Vec::new();
    let build = Build { pieces, kind, threads, memory: None, disk: None };
    let built = build.run(G::default(), folder, &mut |step| {
        if let BuildEvent::Finished { counts, .. } = step {
            made.extend_from_slice(counts);
        }
    });
    built.expect("there is room");
    made
}

/// A folder for one test, empty at first, that goes with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("endgame-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder for tests is there");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
