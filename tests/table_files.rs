//! What people read about table files: their names, lists that fit a terminal, damage, and builds that do not fit.

use std::fs;
use std::path::Path;

use remise::board::Draughts;
use remise::endgame::{Build, Kind};

use crate::program::{refuse, run};

/// What a command prints about the tables of `draughts-6` in a folder.
#[track_caller]
fn printed(folder: &Path, words: &str, code: i32) -> String {
    let words = format!("tables {words} --variant draughts-6 --tables {}", folder.display());
    let run = run(&words.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!((run.code, run.errors.as_str()), (Some(code), ""), "{words}: {}", run.output);
    run.output
}

#[test]
fn names_are_explained() {
    for words in ["tables", "tables build", "tables info", "tables check", "tables probe"] {
        let words: Vec<_> = words.split(' ').chain(["--help"]).collect();
        let help = run(&words, "").output.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("white men, white kings, black men, black kings"), "{help}");
        assert!(help.contains("In 3011 three white men play against a black man and a black king"), "{help}");
    }
}

#[test]
fn lists_fit_80_columns_and_have_a_heading() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, lines) in [("build --pieces 3", 18), ("info", 17), ("check", 17), ("check --all", 17)] {
        let output = printed(folder.path(), words, 0);
        let table: Vec<_> = output.lines().filter(|line| !line.starts_with("the tables are in ")).collect();
        assert!(table.iter().all(|line| line.chars().count() <= 80), "{output}");
        assert!(table[0].split_whitespace().eq("slice positions wins draws losses longest".split(' ')));
        // Four slices with two pieces and twelve with three.
        assert_eq!(table.len(), lines, "{output}");
        // The columns end where those of the heading do.
        let ends = |line: &str| {
            ["positions", "wins", "draws", "losses"].map(|name| line.find(name).map(|at| at + name.len()))
        };
        for end in ends(table[0]).into_iter().flatten() {
            let around: Vec<_> = table[1..17].iter().map(|line| &line[end - 1..=end]).collect();
            assert!(
                around
                    .iter()
                    .all(|pair| pair.starts_with(|c: char| c.is_ascii_digit()) && pair.ends_with(' ')),
                "{output}"
            );
        }
    }
}

#[test]
fn what_is_damaged_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    printed(folder.path(), "build --pieces 3", 0);
    let path = |name: &str| folder.path().join("draughts-6").join(name);
    let bytes = |name: &str| fs::read(path(name)).expect("a table");
    let whole = bytes("1110.dtw");
    let damage = |name: &str, bytes: &[u8], reason: &str| {
        let sound = fs::read(path(name)).ok();
        fs::write(path(name), bytes).expect("it can be written");
        for words in ["info", "check"] {
            let output = printed(folder.path(), words, 1);
            let line = output
                .lines()
                .find(|line| line.contains(&format!("{name}: ")))
                .unwrap_or_else(|| panic!("{output}"));
            assert!(line.ends_with(reason), "{line}");
        }
        match sound {
            Some(sound) => fs::write(path(name), sound).expect("it can be written"),
            None => fs::remove_file(path(name)).expect("it can be removed"),
        }
    };
    damage("1110.dtw", b"", "too short: the file has 0 bytes, and the header of a table alone has 128");
    damage(
        "1110.dtw",
        &whole[..127],
        "too short: the file has 127 bytes, and the header of a table alone has 128",
    );
    let length = whole.len();
    damage(
        "1110.dtw",
        &whole[..length - 1],
        &format!("too short: the file has {} bytes instead of {length}", length - 1),
    );
    damage(
        "1110.dtw",
        &[&whole[..], b"!"].concat(),
        &format!("too long: the file has {} bytes instead of {length}", length + 1),
    );
    damage("1110.dtw", &[b'x'; 500], "not a table");
    damage("1110.dtw", &bytes("1010.dtw"), "the file holds the table of another game, slice or kind");
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    damage("1110.dtw", &flipped(60), "the header is corrupt");
    damage("1110.dtw", &flipped(128), "the index is corrupt");
    // The name of a slice that has more pieces than the board has squares.
    damage("9999.dtw", &whole, "the file holds the table of another game, slice or kind");
    fs::write(path("1110.dtw"), flipped(length - 1)).expect("it can be written");
    let output = printed(folder.path(), "check", 1);
    let broken: Vec<_> = output.lines().filter(|line| line.ends_with("block 0 is corrupt")).collect();
    assert!(
        broken[0].starts_with("1110 ") && broken[1].starts_with("1011 ") && broken.len() == 2,
        "{output}"
    );
}

#[test]
fn a_build_that_does_not_fit_names_the_largest_that_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = |pieces| Build { pieces, kind: Kind::Dtw, threads: 1, memory: None, disk: None };
    let error = |pieces, memory| {
        let build = Build { memory: Some(memory), ..build(pieces) };
        build
            .run(Draughts::<10>, &folder.path().join("none"), &mut |_| ())
            .expect_err("it does not fit")
            .to_string()
    };
    let memory = build(4).requirements(Draughts::<10>).expect("it is small").memory as u64;
    assert!(error(5, memory).ends_with("MiB are free; the largest number that fits is 4"));
    assert!(error(5, memory).starts_with("tables of 5 pieces do not fit: the build needs "));
    assert!(error(5, memory - 1).ends_with("; the largest number that fits is 3"));
    // Four kings and three stand in 230300 * 19600 ways, more than 2^30.
    assert_eq!(
        error(9, memory),
        "tables of 9 pieces do not fit: slice 0403 has too many positions for a table; the largest number that \
         fits is 4"
    );
    assert!(error(2, 1).ends_with(" MiB are free; no tables fit"));
    assert!(!folder.path().join("none").exists());
    let path = folder.path().join("cli");
    let words = ["tables", "build", "--pieces", "9", "--variant", "draughts-10", "--tables"];
    refuse(&[&words[..], &[path.to_str().expect("text")]].concat(), "; the largest number that fits is ");
    assert!(!path.exists());
}
