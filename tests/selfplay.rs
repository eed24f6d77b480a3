//! Games of the engine against itself, and matches.

use std::fs;
use std::path::Path;

use remise::engine::{GameState, Start, Variant};
use remise::notation::{GameResult, pdn};
use serde_json::Value;

use crate::program::{self, Run, run};

/// What the program writes, as JSON.
#[track_caller]
fn lines(words: &str) -> Vec<Value> {
    let Run { output, errors, code, .. } = run(&words.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!((errors.as_str(), code), ("", Some(0)), "{words}");
    output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[track_caller]
fn refuse(words: &str, reason: &str) {
    program::refuse(&words.split_whitespace().collect::<Vec<_>>(), reason);
}

#[test]
fn the_same_seed_gives_the_same_games_with_any_number_of_threads() {
    for variant in ["draughts-6", "checkers-8"] {
        let games = |threads: &str| {
            let words = ["selfplay", "--games", "12", "--ply", "2", "--seed", "3", "--variant", variant];
            run(&[&words[..], &["--threads", threads, "--json"]].concat(), "").output
        };
        let one = games("1");
        assert_eq!(one.lines().count(), 13, "{one}");
        assert_eq!(one, games("2"));
        assert_eq!(one, games("5"));
    }
}

#[test]
fn one_game_is_a_game() {
    let words = "selfplay --games 1 --ply 0 --plies 1 --variant draughts-6 --seed 1";
    let Run { output, .. } = run(&words.split_whitespace().collect::<Vec<_>>(), "");
    let lines: Vec<_> = output.lines().map(str::trim).collect();
    assert_eq!(lines[0], "1    *      1 ply, plies");
    assert!(lines[1].starts_with("1 game, 1 unique: "), "{output}");
}

#[test]
fn another_seed_gives_other_games() {
    let games = |seed: u32| lines(&format!("selfplay --games 8 --ply 1 --seed {seed} --json"));
    assert_ne!(games(1)[..8], games(2)[..8]);
}

#[test]
fn the_games_add_up() {
    let mut lines = lines("selfplay --games 30 --ply 0 --seed 5 --variant checkers-6 --json");
    let total = lines.pop().expect("a summary");
    let count = |result: &str| lines.iter().filter(|line| line["result"] == result).count();
    assert_eq!(total["games"], 30);
    assert_eq!(total["white"], count("2-0"));
    assert_eq!(total["draws"], count("1-1"));
    assert_eq!(total["black"], count("0-2"));
    let repeated = lines.iter().filter(|line| line["duplicate"] == true).count();
    assert_eq!(total["unique"], 30 - repeated);
}

#[test]
fn a_game_that_is_broken_off_has_no_result() {
    let lines = lines("selfplay --games 2 --ply 1 --plies 5 --seed 1 --json");
    assert_eq!(lines[0]["result"], "*");
    assert_eq!(lines[0]["reason"], "plies");
    assert_eq!(lines[0]["plies"], 5);
    assert_eq!(lines[2]["unfinished"], 2);
}

#[test]
fn who_looks_farther_wins_the_match_and_colors_are_swapped() {
    let words = "match self:depth=4 self:depth=0 --variant draughts-6 --games 20 --seed 1 --json";
    let mut lines = lines(words);
    let total = lines.pop().expect("a summary");
    assert_eq!(lines.len(), 20);
    assert_eq!(lines[0]["white"], "self:depth=4");
    assert_eq!(lines[1]["white"], "self:depth=0");
    assert!(total["score"].as_f64().expect("a score") > 0.9, "{total}");
    let pairs: u64 = total["pentanomial"].as_array().expect("five").iter().filter_map(Value::as_u64).sum();
    assert_eq!(pairs, 10);
}

#[test]
fn a_match_is_the_same_with_any_number_of_threads() {
    let games = |threads: u32| {
        lines(&format!(
            "match self:profile=full self:evaluation=material --nodes 300 --variant checkers-6 --games 16 \
             --seed 9 --threads {threads} --json"
        ))
    };
    assert_eq!(games(1), games(3));
}

#[test]
fn weaker_levels_choose_by_the_seed_of_the_match() {
    let games = |seed: u32| {
        lines(&format!(
            "match self:level=3 self:level=6 --depth 3 --variant russian --games 4 --seed {seed} --json"
        ))
    };
    assert_eq!(games(8), games(8));
    assert_ne!(games(8)[..4], games(9)[..4]);
}

#[test]
fn a_sequential_test_ends_the_match() {
    let words =
        "match self:depth=3 self:depth=0 --variant draughts-6 --games 400 --sprt 0,50 --seed 1 --json";
    let output = run(&words.split_whitespace().collect::<Vec<_>>(), "").output;
    let total: Value = serde_json::from_str(output.lines().last().expect("a summary")).expect("JSON");
    assert_eq!(total["sprt"]["verdict"], "accepted");
    assert!(total["games"].as_u64().expect("a number") < 100, "{total}");
}

#[test]
fn games_begin_where_they_are_told() {
    let line = &lines("selfplay --games 1 --ply 3 --fen W:WK46:B5 --seed 1 --json")[0];
    assert_eq!((&line["result"], &line["reason"]), (&"2-0".into(), &"no-move".into()));
}

#[test]
fn what_makes_no_sense_is_refused() {
    refuse("selfplay --games 3", "selfplay needs --ply, --nodes or --time");
    refuse("selfplay --ply 3", "--games");
    refuse("selfplay --games 0 --ply 1", "at least 1");
    refuse("selfplay --games 1 --ply 1 --fen W:W60:B1", "--fen: there is no square 60");
    refuse("selfplay --games -3 --ply 1", "'-3' for '--games <G>': expected an integer, at least 1");
    refuse("selfplay --games 5000000000 --ply 1", "expected an integer, at most 4294967295");
    refuse("perft -3", "'-3' for '[DEPTH]': expected an integer from 1 to 1000");
    refuse("perft 3 --threads -1", "'-1' for '--threads <N>': expected an integer from 1 to 256");
    refuse("analyse --time -1", "expected a number of seconds from 0 to 1000000");
    refuse("match self", "<B>");
    refuse("match self:dept=3 self", "'dept=3': unknown key");
    refuse("match self self --sprt 5,0", "ELO0 must be less than ELO1");
}

/// A file in the folder of the tests.
fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // An earlier run may have left it.
    let _ = fs::remove_file(&path);
    path.display().to_string()
}

#[test]
fn every_game_that_is_written_is_read_back_and_replays_legally() {
    for variant in
        [Variant::Draughts6, Variant::Draughts8, Variant::Draughts10, Variant::Checkers8, Variant::Russian]
    {
        let out = file(&format!("written-{variant}.pdn"));
        let rest = format!(
            "selfplay --games 8 --ply 1 --random-plies 3 --seed 4 --json --variant {variant} --out {out}"
        );
        let lines = lines(&rest);
        let (games, flaws) = pdn::read(&fs::read_to_string(&out).expect("games"));
        assert_eq!((games.len(), flaws.as_slice()), (8, &[][..]), "{variant}");
        for (game, line) in games.iter().zip(&lines) {
            let mut state = GameState::new(variant, &Start::Opening).expect("a game");
            for entry in &game.moves {
                state.play(&entry.text).unwrap_or_else(|error| panic!("{variant}: {error}"));
            }
            assert_eq!(line["plies"], game.moves.len());
            assert_eq!(game.tag("Result"), game.result.as_deref());
            let outcome: GameResult = state.outcome().expect("the game is over").into();
            assert_eq!(line["result"], outcome.to_string());
        }
    }
}

#[test]
fn a_black_win_in_english_checkers_is_written_1_0() {
    let out = file("black-wins.pdn");
    let line = &lines(&format!(
        "selfplay --games 1 --ply 3 --variant checkers-8 --fen B:W29:BK25,K24 --seed 1 --json --out {out}"
    ))[0];
    assert_eq!(line["result"], "0-2");
    let text = fs::read_to_string(out).expect("a game");
    assert!(text.contains("[Result \"1-0\"]") && text.contains("[FEN \"B:W29:BK24,K25\"]"), "{text}");
}

#[test]
fn games_begin_from_openings_in_a_file() {
    let (fens, games) = (file("openings.fen"), file("openings.pdn"));
    fs::write(&fens, "# two endings\nW:WK46:B5\n\nB:WK46:BK5,K4,K3,K2\n").expect("it can be written");
    fs::write(&games, "[Event \"a\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n[Event \"b\"]\n\n1. 31-26 *\n")
        .expect("it can be written");
    let of_fens = lines(&format!("selfplay --games 2 --ply 1 --plies 6 --seed 1 --json --openings {fens}"));
    assert_eq!(of_fens.len(), 3);
    let of_games = lines(&format!("selfplay --games 3 --ply 1 --plies 4 --seed 1 --json --openings {games}"));
    assert_eq!(of_games[0]["plies"], 4);
    assert_eq!(of_games[2]["duplicate"], true);
    fs::write(&games, "[Event \"a\"]\n\n1. 32-28 32-27 *\n").expect("it can be written");
    let reason = "game 1, line 3, ply 2: '32-27': no piece stands on 32; the game is left out";
    refuse(&format!("selfplay --games 3 --ply 1 --openings {games}"), reason);
    refuse("selfplay --games 3 --ply 1 --openings /no/such/file", "/no/such/file");
}

/// A bad opening is told, and the others are played.
#[track_caller]
fn check_bad_openings(name: &str, openings: &str, told: &[&str], starts: &[&str]) {
    let (path, out) = (file(name), file(&format!("{name}-out.pdn")));
    fs::write(&path, openings).expect("it can be written");
    for command in ["selfplay --ply 1 --plies 5", "match self:depth=1 self:depth=1 --plies 5"] {
        let games = 2 * (starts.len() + 1);
        let words =
            format!("{command} --games {games} --seed 1 --json --force --openings {path} --out {out}");
        let Run { errors, code, .. } = run(&words.split_whitespace().collect::<Vec<_>>(), "");
        let notes: Vec<_> = told.iter().map(|note| format!("remise: {path}: {note}\n")).collect();
        assert_eq!((errors, code), (notes.concat(), Some(0)), "{command}");
        let (games, _) = pdn::read(&fs::read_to_string(&out).expect("games"));
        let begins = |game: &pdn::PdnGame| {
            let moves: Vec<_> = game.moves.iter().map(|entry| entry.text.clone()).collect();
            game.fen().map_or_else(|| moves[..2].join(" "), str::to_owned)
        };
        for start in starts {
            assert!(games.iter().any(|game| begins(game) == *start), "{command}: {start}");
        }
    }
}

#[test]
fn a_bad_opening_does_not_cost_the_file() {
    let text = "[Event \"a\"]\n\n1. 32-28 19-23 2. 28x19 1-2 *\n\n[Event \"b\"]\n\n1. 33-28 18-22 *\n\n\
                [Event \"c\"]\n\n1. 31-26 { no end *\n\n[Event \"d\"]\n\n1. 34-29 } 19-23 *\n";
    check_bad_openings(
        "bad-games.pdn",
        text,
        &[
            "game 1, line 3, ply 4: '1-2': 2 is occupied; the game is left out",
            "game 3, line 11: unterminated comment",
            "game 3, line 9: the game is left out",
            "game 4, line 15: unmatched closing brace",
        ],
        &["33-28 18-22", "34-29 19-23"],
    );
    check_bad_openings(
        "bad-list.fen",
        "# list\r\n W:W31-50:B1-20\r\n\r\nB:W31-50:B1-2O\r\nW:WK47,36:BK3,12:H0:F1\r\n\"W:WK3:B26,36\"\r\nW:WK3:B21,31.",
        &[
            "game 2, line 4, ply 0: '1-2O' is not a square (entry 1 in the list of black pieces); the game is left out",
        ],
        &["W:W36,K47:BK3,12", "W:WK3:B26,36", "W:WK3:B21,31"],
    );
}

#[test]
fn players_and_the_day_of_a_match_are_written() {
    let out = file("names.pdn");
    lines(&format!(
        "match self:depth=1,noise self:depth=2 --nodes-b 9 --games 1 --plies 2 --seed 1 --json --variant russian \
         --fen W:Wc3,g3:Bd4,b8 --out {out}"
    ));
    let (games, _) = pdn::read(&fs::read_to_string(out).expect("a game"));
    assert_eq!(games[0].tag("White"), Some("Remise (depth 1, noise)"));
    assert_eq!(games[0].tag("Black"), Some("Remise (depth 2, nodes 9)"));
    let date = games[0].tag("Date").expect("a date").as_bytes();
    let is_date = |(place, byte): (usize, &u8)| {
        if matches!(place, 4 | 7) { *byte == b'.' } else { byte.is_ascii_digit() }
    };
    assert!(date.len() == 10 && date.iter().enumerate().all(is_date), "{date:?}");
    // A colon is in the standard, but not in all programs.
    assert_eq!(games[0].moves[0].text, "c3xe5");
}

#[test]
fn endgame_tables_end_games_that_they_know() {
    let tables = file("tables-for-games");
    lines(&format!("tables build --pieces 3 --variant draughts-6 --tables {tables} --json"));
    let rest = "selfplay --games 1 --ply 1 --variant draughts-6 --seed 1 --json";
    let line = &lines(&format!("{rest} --fen W:WK16,K17:B3 --tables {tables}"))[0];
    assert_eq!((&line["reason"], &line["plies"]), (&"tables".into(), &0.into()));
    assert_eq!(line["result"], "2-0");
    let line = &lines(&format!("{rest} --tables {tables}"))[0];
    assert!(line["plies"].as_u64().is_some_and(|plies| plies > 5), "{line}");
}

#[test]
fn what_is_claimed_is_written_with_the_moves() {
    let tables = file("tables-for-claims");
    lines(&format!("tables build --pieces 3 --variant checkers-6 --tables {tables} --json"));
    let of_player = "match self:never-lose self";
    for (command, claimed) in [("selfplay --never-lose", [true, true]), (of_player, [true, false])] {
        let out = file(if claimed[1] { "claims-of-both.pdn" } else { "claims.pdn" });
        lines(&format!(
            "{command} --games 1 --ply 2 --variant checkers-6 --fen W:WK16,K17,K4:BK3 --plies 2 \
             --tables {tables} --out {out} --seed 1 --json"
        ));
        let (games, _) = pdn::read(&fs::read_to_string(&out).expect("a game"));
        let comments: Vec<_> = games[0].moves.iter().map(|entry| entry.comments.join(" ")).collect();
        let is_claimed = comments.iter().map(|comment| !comment.is_empty());
        assert_eq!(is_claimed.collect::<Vec<_>>(), claimed, "{command}: {comments:?}");
        assert!(comments[0].starts_with("proven-win "), "{comments:?}");
    }
}

#[test]
fn an_engine_with_limits_of_its_own_is_not_out_of_time() {
    let words = "match self:time=0.2 self:depth=1 --games 2 --plies 2 --tolerance 0 --seed 1 --json";
    for game in &lines(words)[..2] {
        assert_eq!((&game["reason"], &game["plies"]), (&"plies".into(), &2.into()), "{game}");
    }
}

#[test]
fn the_ballots_that_are_shipped_are_those_that_are_balanced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/ballots");
    for variant in Variant::ALL {
        let shipped = fs::read_to_string(folder.join(format!("{variant}.fen"))).expect("each game has some");
        let Run { output, code, .. } = run(&["ballots", "--variant", variant.name()], "");
        assert_eq!((shipped, code), (output, Some(0)), "{variant}");
    }
}

#[test]
fn the_ballots_that_are_shipped_can_be_played() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/ballots/checkers-8.fen");
    let file = file.to_str().expect("a name in UTF-8");
    let options = ["--variant", "checkers-8", "--games", "94", "--depth", "1", "--json"];
    let Run { output, errors, .. } =
        run(&[&["match", "self", "self", "--openings", file][..], &options].concat(), "");
    assert_eq!(errors, "");
    let games = output.lines().filter(|line| line.contains("\"game\":"));
    assert_eq!(games.count(), 94);
}

#[test]
fn pairs_of_games_that_repeat_are_counted_once() {
    let words = "match self:depth=2 self:depth=1 --variant draughts-6 --fen W:W13:B11 --games 7 --seed 1";
    let words: Vec<_> = words.split_whitespace().collect();
    let told = run(&words, "");
    assert!(told.output.starts_with("1 opening for 4 pairs of games: "), "{}", told.output);
    let run = run(&[&words[..], &["--json"]].concat(), "");
    assert_eq!((told.errors.as_str(), run.errors.as_str()), ("", ""));
    let lines: Vec<Value> =
        run.output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    // White captures and wins, whoever has White.
    let repeated: Vec<_> = (1..8).filter(|game| lines[game - 1]["repeated"] == true).collect();
    assert_eq!(repeated, [4, 6, 7]);
    let total = &lines[7];
    for (name, count) in [("openings", 1), ("games", 2), ("wins", 1), ("losses", 1), ("repeated", 5)] {
        assert_eq!(total[name], count, "{name}: {total}");
    }
    assert_eq!(total["pentanomial"], serde_json::json!([0, 0, 1, 0, 0]));
}

/// Depth 3 beats depth 1. If openings became longer when they run out, chance would decide.
#[test]
fn the_estimate_stays_when_openings_run_out() {
    let total = |games: &str| {
        let words =
            ["match", "self:depth=3", "self:depth=1", "--variant", "draughts-6", "--seed", "1", "--json"];
        let run = run(&[&words[..], &["--hash", "1", "--games", games]].concat(), "");
        let total: Value = serde_json::from_str(run.output.lines().last().expect("a summary")).expect("JSON");
        total
    };
    let (few, many) = (total("60"), total("400"));
    let number = |total: &Value, name: &str| total[name].as_f64().expect("a number");
    let gap = number(&few, "elo") - number(&many, "elo");
    assert!(gap.abs() < number(&few, "elo_error"), "{few}\n{many}");
}

#[test]
fn games_with_another_evaluation_are_other_games() {
    let games = |words: &str| lines(&format!("selfplay --games 2 --ply 2 --seed 1 --json {words}"));
    let default = games("");
    assert_eq!(games("--evaluation network"), default);
    assert_ne!(games("--evaluation material")[..2], default[..2]);
    refuse("selfplay --games 2 --ply 1 --weights /no/file", "--weights: '/no/file': No such file");
}
