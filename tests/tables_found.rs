//! Every session says which endgame tables it found, and none fills a folder that was named.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::{Dialogue, Run, cache_home, refuse, run};

/// A folder for one test, empty at first.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("found-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder for tests is there");
    path
}

/// Runs a command in which `@` stands for a folder.
#[track_caller]
fn run_in(folder: &Path, words: &str, code: i32) -> Run {
    let words = words.replace('@', folder.to_str().expect("a name"));
    let run = run(&words.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!((run.code, run.errors.as_str()), (Some(code), ""), "{words}: {run:?}");
    run
}

/// A folder with the tables of `draughts-6` with at most this number of pieces.
fn tables(name: &str, pieces: usize) -> PathBuf {
    let folder = folder(name);
    run_in(&folder, &format!("tables build --variant draughts-6 --pieces {pieces} --tables @"), 0);
    folder
}

/// Commands that read tables, without the variant and the folder.
const READERS: [&str; 9] = [
    "analyse --depth 1",
    "watch --depth 1 --plies 1",
    "play --depth 1",
    "solve --nodes 1 --pieces 2",
    "selfplay --games 1 --ply 1",
    "match self:depth=1 self:depth=1 --games 2",
    "complexity game-tree --games 1 --plies 1",
    "tune samples --games 2 --nodes 5 --force --out @.samples",
    "hub",
];

#[test]
fn a_folder_that_is_not_there_is_an_error_and_stays_away() {
    let folder = folder("absent");
    let (absent, file) = (folder.join("nosuch9"), folder.join("file"));
    fs::write(&file, "this is no folder").expect("it can be written");
    for words in READERS.into_iter().chain(["uci", "tables info", "tables check", "tables probe", "perft 1"])
    {
        for (named, reason) in [(&absent, "nosuch9': No such file"), (&file, "file': not a folder")] {
            let named = named.to_str().expect("a name");
            let words: Vec<_> = words.split(' ').chain(["--tables", named]).collect();
            refuse(&words, "--tables '");
            refuse(&words, reason);
        }
    }
    assert!(!absent.exists());
    let build = ["tables", "build", "--pieces", "2", "--variant", "draughts-6", "--tables"];
    let file = file.to_str().expect("a name");
    refuse(&[&build[..], &[file]].concat(), "file");
    let made = run(&[&build[..], &[absent.to_str().expect("a name")]].concat(), "");
    assert_eq!(made.code, Some(0), "{made:?}");
    assert!(absent.join("draughts-6").is_dir());
}

#[test]
fn every_command_says_in_one_line_what_it_found() {
    let (two, none) = (tables("two", 2), folder("none"));
    let found = format!(
        "remise: endgame tables of draughts-6: all up to 2 pieces, 3 files in {}/draughts-6",
        two.display()
    );
    let nothing =
        format!("remise: no endgame tables of draughts-6: {}/draughts-6: No such file", none.display());
    for words in READERS.into_iter().filter(|words| *words != "hub") {
        let words = format!("{words} --variant draughts-6 --tables @");
        assert_eq!(run_in(&two, &words, expected_code(&words)).tables, [&found[..]], "{words}");
        let [line] = &run_in(&none, &words, expected_code(&words)).tables[..] else { panic!("{words}") };
        assert!(line.starts_with(&nothing), "{line}");
    }
    assert_eq!(fs::read_dir(&none).expect("the folder").count(), 0, "nothing is made in it");
}

/// One position does not decide the initial one.
fn expected_code(words: &str) -> i32 {
    if words.starts_with("solve") { 3 } else { 0 }
}

#[test]
fn small_tables_are_made_in_the_default_folder() {
    let [line] = &run(&["analyse", "--depth", "1", "--variant", "checkers-8"], "").tables[..] else {
        panic!()
    };
    let folder = cache_home().join("remise/tables/checkers-8");
    let found = format!("endgame tables of checkers-8: all up to 3 pieces, 9 files in {}", folder.display());
    assert_eq!(*line, format!("remise: {found}"));
    let run = run(&["analyse", "--depth", "1", "--no-tables"], "");
    assert_eq!((run.code, run.tables.len()), (Some(0), 0), "{run:?}");
}

#[test]
fn clients_are_told_what_was_found() {
    let two = tables("clients", 2);
    let root = two.display();
    let found = format!("endgame tables of draughts-6: all up to 2 pieces, 3 files in {root}/draughts-6");
    let mut uci = Dialogue::start(&["uci", "--variant", "draughts-6"]).hearing_tables();
    uci.follow(&format!(
        "> setoption name EGDBPath value {root}
         > isready
         < info string {found}
         < readyok
         > setoption name EGDBPath value {root}/nosuch9
         < info string no endgame tables of draughts-6: {root}/nosuch9: No such file *
         > setoption name EGDBPath value {root}/draughts-6/0101.dtw
         < info string no endgame tables of draughts-6: {root}/draughts-6/0101.dtw is not a folder"
    ));
    assert_eq!(uci.end(), [""; 0]);
    let mut hub = Dialogue::start(&["hub", "--variant=draughts-6"]).hearing_tables();
    hub.follow(&format!(
        "> set-param name=db-path value={root}
         > init
         < info tables=\"{found}\"
         < ready
         > set-param name=db-path value={root}/nosuch9
         > level depth=2
         > go think
         < info tables=\"no endgame tables of draughts-6: {root}/nosuch9: No such file *\"
         < info depth=2 *
         < done move=*"
    ));
    assert_eq!(hub.end(), [""; 0]);
    assert!(!two.join("nosuch9").exists());
}

/// The answer to a question about a position.
#[track_caller]
fn probe(folder: &Path, fen: &str) -> Value {
    let words = format!("tables probe --variant draughts-6 --tables @ --json --fen {fen}");
    serde_json::from_str(&run_in(folder, &words, 0).output).expect("an object")
}

#[test]
fn the_slice_that_is_missing_or_broken_is_named() {
    let folder = tables("named", 3);
    // Two kings do not catch one that flies.
    let answer = probe(&folder, "W:WK1,K2:BK18");
    assert_eq!(
        (&answer["value"], &answer["missing"], &answer["reason"]),
        (&json!("draw"), &Value::Null, &Value::Null)
    );
    let reason = |answer: &Value| answer["reason"].as_str().expect("a reason").to_owned();
    let answer = probe(&folder, "W:WK1,K2:B4,5");
    assert_eq!((&answer["value"], &answer["missing"]), (&json!("unknown"), &json!("0220")));
    assert!(reason(&answer).starts_with("slice 0220: table 2002: missing in "), "{answer}");
    // Only a move leads to the table that is missing: the man on 7 is taken.
    fs::remove_file(folder.join("draughts-6/0101.dtw")).expect("a table");
    let answer = probe(&folder, "W:WK1,7:BK18");
    assert_eq!((&answer["value"], &answer["missing"]), (&json!("draw"), &Value::Null), "{answer}");
    let without: Vec<_> =
        answer["moves"].as_array().expect("a list").iter().map(|mv| &mv["missing"]).collect();
    assert!(without.contains(&&json!("0101")), "{answer}");
    assert!(reason(&answer).starts_with("slice 0101: table 0101: missing in "), "{answer}");
    let table = folder.join("draughts-6/0201.dtw");
    let mut bytes = fs::read(&table).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&table, bytes).expect("it can be written");
    let answer = probe(&folder, "W:WK1,K2:BK18");
    assert_eq!((&answer["value"], &answer["missing"]), (&json!("unknown"), &json!("0201")));
    let text = reason(&answer);
    assert!(text.starts_with("slice 0201: table 0201: ") && text.contains(" is corrupt"), "{text}");
    let words = "tables probe --variant draughts-6 --tables @ --fen W:WK1,K2:BK18";
    let lines = run_in(&folder, words, 0).output;
    assert_eq!(lines.lines().next(), Some("unknown without slice 0201"), "{lines}");
    assert_eq!(lines.lines().last(), Some(&text[..]), "{lines}");
}

#[test]
fn an_analysis_names_the_table_that_it_found_to_be_corrupt() {
    let folder = tables("analysed", 3);
    let table = folder.join("draughts-6/0101.dtw");
    let mut bytes = fs::read(&table).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&table, bytes).expect("it can be written");
    let path = folder.to_str().expect("a name");
    let words =
        ["analyse", "--variant", "draughts-6", "--tables", path, "--fen", "W:WK1:BK18", "--depth", "3"];
    let Run { errors, code, .. } = run(&words, "");
    assert_eq!(code, Some(0), "{errors}");
    let expected = format!("remise: cannot read '{}': ", table.display());
    assert!(errors.starts_with(&expected) && errors.ends_with("; it is not used\n"), "{errors}");
}
