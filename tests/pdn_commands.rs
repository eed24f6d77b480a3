//! Commands that read files of games.

use std::fs;
use std::path::{Path, PathBuf};

use remise::notation::pdn::Games;
use serde_json::{Value, json};

use crate::program::{Run, refuse, run};

const GAMES: &str = "[Event \"a\"]\n[Result \"2-0\"]\n\n1. 32-28! {good} (1. 31-26) 19-23 2. 28x19 14x23 2-0\n\n\
                     [Event \"b\"]\n[Result \"1-1\"]\n\n1. 33-29 19-23 2. 29-24 20-25 1-1\n\n\
                     [Event \"c\"]\n[FEN \"\\\"W:WK4:B13,20,32,37.\\\"\"]\n\n1. 4x27x38x15 *\n\n\
                     [Event \"d\"]\n[Result \"0-2\"]\n\n0-2\n\n\
                     [Event \"e\"]\n[GameType \"25\"]\n[White \"Ren\u{e9}e\"]\n[Result \"0-1\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 0-1\n";

/// An empty folder with a file of games.
fn folder(name: &str, text: &[u8]) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // There may be no earlier run.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    let file = folder.join("games.pdn");
    fs::write(&file, text).expect("it can be written");
    (folder, file.display().to_string())
}

#[track_caller]
fn lines(words: &[&str], code: i32) -> Vec<Value> {
    let Run { output, errors, code: found, .. } = run(words, "");
    assert_eq!(found, Some(code), "{words:?}: {errors}");
    output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Latin-1, as old collections are written.
fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).expect("a letter of Latin-1")).collect()
}

#[test]
fn each_game_is_checked() {
    let (_, file) = folder("pdn-check", &latin(GAMES));
    for threads in ["1", "3"] {
        let found = lines(&["pdn", "check", &file, "--json", "--threads", threads], 1);
        let game = |number: usize| &found[number - 1];
        assert_eq!(
            game(1),
            &json!({"file": file, "game": 1, "line": 1, "plies": 4, "legal": true, "result": "2-0", "warnings": []})
        );
        assert_eq!((&game(2)["legal"], &game(2)["plies"]), (&json!(false), &json!(3)));
        let error = json!({"line": 9, "ply": 4, "reason": "'20-25': black has to capture"});
        assert_eq!(game(2)["error"], error);
        assert_eq!(
            (&game(3)["legal"], &game(3)["plies"], &game(3)["result"]),
            (&json!(true), &json!(1), &json!("*"))
        );
        assert_eq!((&game(4)["plies"], &game(4)["result"]), (&json!(0), &json!("0-2")));
        assert_eq!((&game(5)["plies"], &game(5)["result"]), (&json!(4), &json!("0-2")));
        let total = json!({"files": 1, "games": 5, "legal": 3, "illegal": 1, "without_moves": 1, "plies": 12, "warnings": 0});
        assert_eq!(found[5], total);
    }
    let Run { output, code, .. } = run(&["pdn", "check", &file], "");
    assert_eq!(code, Some(1));
    assert!(
        output.starts_with(&format!("{file}: game 2, line 9, ply 4: '20-25': black has to capture\n")),
        "{output}"
    );
    refuse(&["pdn", "check", "/no/such/file"], "'/no/such/file'");
}

#[test]
fn games_are_counted() {
    let (_, file) = folder("pdn-stats", GAMES.as_bytes());
    let found = lines(&["pdn", "stats", &file, &file, "--json"], 1);
    let total = found.last().expect("a total");
    for (name, count) in
        [("files", 2), ("games", 10), ("white", 2), ("draws", 2), ("black", 4), ("unfinished", 2)]
    {
        assert_eq!(total[name], count, "{name}: {total}");
    }
    assert_eq!(total["first_moves"], json!({"32-28": 2, "33-29": 2, "c3-d4": 2}));
    assert_eq!((&total["shortest"], &total["longest"]), (&json!(1), &json!(4)));
}

#[test]
fn games_are_converted() {
    let (folder, file) = folder("pdn-convert", &latin(GAMES));
    let Run { output, errors, code, .. } = run(&["pdn", "convert", &file, "--to", "fen"], "");
    assert!(code == Some(1) && errors.contains("game 2, line 9, ply 4"), "{errors}");
    assert_eq!(output.lines().nth(1), Some("B:WK15:B37"));
    assert_eq!(output.lines().count(), 4);
    let Run { output, .. } = run(&["pdn", "convert", &file, "--to", "json"], "");
    let game: Value = serde_json::from_str(output.lines().next().expect("a game")).expect("JSON");
    assert_eq!(game["moves"], json!(["32-28", "19-23", "28x19", "14x23"]));

    let out = folder.join("out.pdn").display().to_string();
    let found = lines(&["pdn", "convert", &file, "--to", "pdn", "--out", &out, "--json"], 1);
    assert_eq!(found.len(), 6);
    let text = fs::read_to_string(&out).expect("games");
    let first = "[Event \"a\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"2-0\"]\n\
                 [GameType \"20,W,10,10,N2,0\"]\n[Variant \"draughts-10\"]\n\n\
                 1. 32-28! {good} (1. 31-26) 1... 19-23 2. 28x19 14x23 2-0\n\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:WK4:B13,20,32,37\"]\n\n1. 4x27x38x15 *\n"), "{text}");
    assert!(
        text.contains("[White \"Ren\u{e9}e\"]") && text.contains("[GameType \"25,W,8,8,A0,0\"]"),
        "{text}"
    );
    // What was written is read back as the same.
    let again = lines(&["pdn", "check", &out, "--json"], 0);
    assert_eq!(again.last().expect("a total")["plies"], 9);
    refuse(&["pdn", "convert", &file, "--to", "pdn", "--out", &out], "--force");
    refuse(&["pdn", "convert", &file, "--to", "pdn", "--json"], "--out");
    for words in [["convert", "--to=pdn"], ["analyse", "--depth=1"]] {
        refuse(
            &["pdn", words[0], &file, words[1], "--out", &file, "--force"],
            "this is the file that is read",
        );
    }
    let Run { output, .. } = run(&["pdn", "convert", &out, "--to", "pdn", "--strict"], "");
    assert!(output.contains("14x23 *\n") && output.contains("[Result \"2-0\"]"), "{output}");
}

#[test]
fn each_game_gets_a_file() {
    let (folder, file) = folder("pdn-split", &latin(GAMES));
    let found = lines(&["pdn", "split", &file, "--json"], 0);
    assert_eq!(found.len(), 5);
    assert_eq!(found[1]["line"], 6);
    let text = fs::read_to_string(folder.join("games-3.pdn")).expect("a game");
    assert_eq!(text, "[Event \"c\"]\n[FEN \"\\\"W:WK4:B13,20,32,37.\\\"\"]\n\n1. 4x27x38x15 *\n");
    refuse(&["pdn", "split", &file], "--force");
}

#[test]
fn positions_and_games_of_files_are_analysed() {
    let (folder, file) = folder("pdn-analyse-positions", &latin(GAMES));
    let Run { output, errors, code, .. } = run(&["analyse", &file, "--depth", "2", "--json"], "");
    assert!(code == Some(1) && errors.contains("game 2, line 9, ply 4"), "{errors}");
    let results: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &Value| line.get("best").is_some())
        .collect();
    let games: Vec<_> = results.iter().map(|line| &line["game"]).collect();
    assert_eq!(games, [&json!(1), &json!(3), &json!(4), &json!(5)]);
    let one = lines(&["analyse", &file, "--game", "3", "--depth", "2", "--json"], 0);
    assert_eq!((&one[one.len() - 1]["game"], &one[one.len() - 1]["line"]), (&json!(3), &json!(11)));
    let list = folder.join("list.fen");
    fs::write(&list, "W:WK46:B5\nB:W50:B\n").expect("it can be written");
    let list = list.display().to_string();
    let found = lines(&["analyse", &list, "--depth", "1", "--json"], 0);
    assert_eq!(found.last().expect("a result")["result"], "white");
    refuse(&["analyse", &list, "--game", "3"], "there is no such game");
}

#[test]
fn moves_may_be_numbered() {
    for moves in ["1. 32-28 19-23", "32-28 19-23", "1.32-28 {good} 19-23 *", "1. 32 - 28 1... 19-23"] {
        let found = lines(&["analyse", "--json", "--depth", "1", "--moves", moves], 0);
        assert_eq!(found.last().expect("a result")["best"], "28x19", "{moves}");
    }
    refuse(&["analyse", "--moves", "32-28 { no end"], "--moves: unterminated comment");
}

#[test]
fn games_are_annotated() {
    let (folder, file) = folder("pdn-annotate", GAMES.as_bytes());
    let out = folder.join("annotated.pdn").display().to_string();
    let words = ["pdn", "analyse", &file, "--depth", "3", "--out", &out, "--json"];
    let found = lines(&[&words[..], &["--threads", "2"]].concat(), 1);
    assert_eq!(found.len(), 6);
    let text = fs::read_to_string(&out).expect("games");
    let games: Vec<_> = Games::new(&text).collect();
    assert_eq!(games.len(), 4);
    // A capture that is forced has its score and the best line from there.
    let forced = &games[0].moves[2];
    assert_eq!((forced.text.as_str(), forced.variations[0][0].text.as_str()), ("28x19", "28x19"));
    assert!(forced.comments[0].ends_with("/3"), "{:?}", forced.comments);
    assert_eq!(games[0].moves[0].comments.len(), 2);
    assert_eq!(games[0].tag("Annotator"), Some("Remise"));
    let again = lines(&["pdn", "check", &out, "--json"], 0);
    assert_eq!(again.last().expect("a total")["plies"], 9);
    refuse(&words, "--force");

    // The number of threads does not matter.
    let once = lines(&[&words[..], &["--threads", "1", "--force"]].concat(), 1);
    assert_eq!((once, fs::read_to_string(&out).expect("games")), (found, text));
}

#[test]
fn a_file_without_games_and_a_variant_that_is_unknown_are_told() {
    let (_, file) = folder("pdn-none", b"");
    for command in [&["check"][..], &["stats"], &["split"], &["convert", "--to", "fen"]] {
        let words: Vec<_> = ["pdn"].iter().chain(command).copied().chain([file.as_str()]).collect();
        let Run { errors, code, .. } = run(&words, "");
        let expected = format!("remise: '{file}': there is no game in this file\n");
        assert_eq!((errors, code), (expected, Some(0)), "{words:?}");
    }
    refuse(&["analyse", &file], "there is no game in this file");
    let (_, file) = folder("pdn-unknown", b"[Variant \"chess\"]\n\n1. - 19-23 *\n");
    let found = lines(&["pdn", "check", &file, "--json"], 0);
    let warnings = found[0]["warnings"].to_string();
    assert!(
        warnings.contains("the variant 'chess' is unknown; the game is read as draughts-10"),
        "{warnings}"
    );
    // A game whose first move is unknown has no moves.
    assert_eq!([&found[1]["legal"], &found[1]["without_moves"]], [0, 1], "{}", found[1]);
    for (name, plies) in [("International", 2), ("BRAZILIAN", 0)] {
        let text = format!("[Variant \"{name}\"]\n\n1. 32-28 19-23 *\n");
        let (_, file) = folder("pdn-alias", text.as_bytes());
        let found = lines(&["pdn", "check", &file, "--json"], i32::from(plies == 0));
        assert_eq!((&found[0]["plies"], &found[0]["warnings"]), (&json!(plies), &json!([])), "{name}");
    }
}

#[test]
fn what_is_no_move_in_a_variation_is_converted_once() {
    let variations = [
        "({c} 31-26)",
        "(28x)",
        "(32- {c})",
        "(12 - {a} $3)",
        "(- !! !)",
        "(... xyz)",
        "(31-26 (28x {d}) - e)",
        "(32- #)",
    ];
    for variation in variations {
        let (folder, file) =
            folder("pdn-junk", format!("1. 32-28 19-23 {variation} 2. 28x19 14x23 *\n").as_bytes());
        let out = |name: &str| folder.join(name).display().to_string();
        let texts = [(file.clone(), out("1.pdn")), (out("1.pdn"), out("2.pdn"))].map(|(from, to)| {
            let run = run(&["pdn", "convert", &from, "--to", "pdn", "--out", &to], "");
            assert_eq!(run.code, Some(0), "{variation}: {}", run.errors);
            fs::read_to_string(to).expect("games")
        });
        assert_eq!(texts[0], texts[1], "{variation}");
        assert!(texts[0].contains("14x23"), "{}", texts[0]);
    }
}

#[cfg(unix)]
#[test]
fn another_name_of_the_file_that_is_read_is_not_written() {
    let (folder, file) = folder("pdn-linked", GAMES.as_bytes());
    let other = folder.join("other.pdn");
    fs::hard_link(&file, &other).expect("it can be linked");
    let other = other.display().to_string();
    let words = ["pdn", "convert", &file, "--to", "pdn", "--force", "--out", &other];
    refuse(&words, "this is the file that is read");
}
