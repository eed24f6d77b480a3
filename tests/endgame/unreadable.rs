//! Tables that cannot be opened or read, which are no less correct for that.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use remise::board::Checkers;
use remise::endgame::{Kind, Tables};

use super::{Folder, build};

type Small = Checkers<6>;

/// A folder with a folder of the tables of `checkers-6`.
fn tables(name: &str, pieces: usize) -> Folder {
    let folder = Folder::new(name);
    build::<Small>(&folder.path().join("checkers-6"), pieces, Kind::Dtw, 1);
    folder
}

/// Runs a command with few file handles.
fn run(folder: &Folder, words: &str, handles: usize) -> Output {
    let script = format!("ulimit -n {handles} && exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_remise")).args(words.split_whitespace());
    command.args(["--variant", "checkers-6", "--tables"]).arg(folder.path());
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn few_file_handles_change_no_game() {
    let folder = tables("handles", 4);
    let files = fs::read_dir(folder.path().join("checkers-6")).expect("the tables").count();
    assert!(files >= 22, "{files} files in use by four threads do not fit in 40 handles");
    let words = "match self:depth=3 self:depth=2 --games 12 --seed 1 --threads 4 --json";
    let [few, many] = [40, 1000].map(|handles| run(&folder, words, handles));
    assert!(few.status.success(), "{few:?}");
    assert_eq!(text(&few.stdout), text(&many.stdout));
    let check = run(&folder, "tables check --all --pieces 3 --threads 2 --json", 12);
    assert_eq!((check.status.code(), text(&check.stderr)), (Some(0), String::new()));
    assert!(!text(&check.stdout).contains("\"ok\":false"));
}

#[test]
fn a_table_that_cannot_be_opened_is_an_error_where_results_depend_on_it() {
    let folder = tables("unreadable", 2);
    let path = folder.path().join("checkers-6/2111.dtw");
    symlink("2111.dtw", &path).expect("a link to itself");
    let found = Tables::open(Small::default(), path.parent().expect("a folder"), 1).check_readable();
    assert_eq!(found.expect_err("it cannot be opened").path, path);
    let commands = [
        "match self:depth=1 self:depth=1 --games 2",
        "selfplay --games 1 --ply 1",
        "complexity game-tree --games 1 --plies 1",
        "tables probe --fen W:WK1:BK18",
        "tables check",
    ];
    for words in commands {
        let output = run(&folder, &format!("{words} --json"), 100);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
        assert!(error.contains("cannot read") && error.contains("2111.dtw"), "{words}: {error}");
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
        assert!(!text(&output.stdout).contains("\"ok\":false"), "{words}");
    }
}

#[test]
fn a_table_that_cannot_be_opened_is_a_word_where_results_do_not_depend_on_it() {
    let folder = tables("unreadable-word", 2);
    symlink("2111.dtw", folder.path().join("checkers-6/2111.dtw")).expect("a link to itself");
    let output = run(&folder, "analyse --depth 2 --json", 100);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let error = text(&output.stderr);
    let [found, warning] = error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
    assert!(found.contains("all up to 2 pieces") && found.contains("; 1 broken or unreadable"), "{error}");
    assert!(warning.contains("2111.dtw"), "{error}");
}

/// All players of a match share one set, and a change of the files is noticed.
#[test]
fn tables_are_shared_until_a_file_changes() {
    let folder = tables("shared-set", 2);
    let path = folder.path().join("checkers-6");
    let first = Tables::shared(Small::default(), &path, 1);
    let missing = path.join("1010.dtw");
    let bytes = fs::read(&missing).expect("a table");
    fs::remove_file(&missing).expect("a table");
    assert_eq!(Tables::shared(Small::default(), &path, 1).pieces(), 0);
    fs::write(&missing, &bytes[..bytes.len() - 1]).expect("it can be written");
    assert_eq!(Tables::shared(Small::default(), &path, 1).refused().len(), 1);
    assert_eq!(first.refused().len(), 0);
    check_replaced(&path, &bytes);
}

/// A file that was replaced by the same table is read on.
fn check_replaced(path: &Path, bytes: &[u8]) {
    fs::write(path.join("1010.dtw"), bytes).expect("it can be written");
    let tables = Tables::shared(Small::default(), path, 1);
    fs::write(path.join("1010.tmp"), bytes).expect("it can be written");
    fs::rename(path.join("1010.tmp"), path.join("1010.dtw")).expect("it can be renamed");
    let all = tables.list();
    assert!(all.iter().all(|table| tables.verify_blocks(table.pair).is_ok()));
    assert!(tables.check_readable().is_ok());
}
