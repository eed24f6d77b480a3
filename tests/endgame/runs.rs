//! Builds that are shared by threads, stopped, and gone on with: the files are always the same.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use rand::RngExt;
use rand::{SeedableRng, rngs::StdRng};
use remise::board::{Checkers, Draughts, Game, Russian};
use remise::endgame::{Kind, sha256};

use super::{Folder, build};

/// The names and hashes of all files of a folder.
pub(super) fn hashes(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), sha256(&path).expect("it can be read"))).collect()
}

#[test]
fn one_thread_and_several_make_the_same_files() {
    check_threads::<Checkers<6>>(4);
    check_threads::<Draughts<6>>(4);
    check_threads::<Russian>(3);
}

fn check_threads<G: Game + Default>(pieces: usize) {
    for kind in Kind::ALL {
        let (one, three) = (Folder::new("one-thread"), Folder::new("three-threads"));
        assert_eq!(build::<G>(one.path(), pieces, kind, 1), build::<G>(three.path(), pieces, kind, 3));
        assert_eq!(hashes(one.path()), hashes(three.path()));
    }
}

#[test]
fn what_is_missing_or_broken_is_made_again() {
    let folder = Folder::new("again");
    let counts = build::<Draughts<6>>(folder.path(), 4, Kind::Dtw, 1);
    let whole = hashes(folder.path());
    fs::remove_file(folder.path().join("2010.dtw")).expect("a table");
    fs::write(folder.path().join("1101.dtw"), b"RemiseEG").expect("a table");
    let path = folder.path().join("1111.dtw");
    let mut bytes = fs::read(&path).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(path, bytes).expect("a table");
    fs::write(folder.path().join("2010.dtw.1.tmp"), b"left behind").expect("a file");
    assert_eq!(build::<Draughts<6>>(folder.path(), 4, Kind::Dtw, 2), counts);
    assert_eq!(hashes(folder.path()), whole);
}

/// Each writer must keep its file from those that clean up, from its creation until it has its name.
#[test]
fn builds_at_the_same_time_in_the_same_folder_all_succeed() {
    let whole = Folder::new("alone");
    build::<Checkers<6>>(whole.path(), 2, Kind::Dtw, 1);
    for round in 0..10 {
        let folder = Folder::new("shared");
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| build::<Checkers<6>>(folder.path(), 2, Kind::Dtw, 1));
            }
        });
        assert_eq!(hashes(folder.path()), hashes(whole.path()), "round {round}");
    }
}

#[test]
fn a_build_that_is_killed_again_and_again_ends_with_the_same_files() {
    const PIECES: usize = 5;
    let whole = Folder::new("not-killed");
    build::<Checkers<6>>(whole.path(), PIECES, Kind::Dtw, 1);
    let folder = Folder::new("killed");
    let mut random = StdRng::seed_from_u64(4);
    for _ in 0..10 {
        kill_after(folder.path(), random.random_range(1..90));
    }
    let output = command(folder.path()).output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(hashes(&folder.path().join("checkers-6")), hashes(whole.path()));
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
    command.args(["tables", "build", "--pieces", "5", "--variant", "checkers-6", "--json", "--tables"]);
    command.arg(folder);
    command
}

/// Kills a build after it has reported this number of slices.
fn kill_after(folder: &Path, lines: usize) {
    let mut child = command(folder).stdout(Stdio::piped()).spawn().expect("the program runs");
    let told = BufReader::new(child.stdout.take().expect("a pipe")).lines().take(lines).count();
    assert!(told > 0);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}
