//! `analyse` and `bench`, as a user sees them.

use serde_json::Value;

use crate::program::{refuse, run};

/// What a command writes, a value a line.
#[track_caller]
fn lines(words: &[&str]) -> Vec<Value> {
    let run = run(words, "");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{words:?}");
    run.output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_shot_is_found_with_its_length() {
    let fen = "W:W13,14,18,19,33,42:B21,22,27,31,38";
    let lines = lines(&["analyse", "--json", "--depth", "9", "--fen", fen]);
    let (last, iterations) = lines.split_last().expect("a result");
    assert_eq!(iterations.len(), 9);
    let pv = ["33-29", "38x47", "13-8", "47x23", "19x37"];
    for (mv, expected) in iterations[8]["pv"].as_array().expect("a line").iter().zip(pv) {
        assert_eq!(mv, expected);
    }
    assert_eq!(
        (&last["best"], &last["ponder"], &last["win_in"]),
        (&"33-29".into(), &"38x47".into(), &7.into())
    );
    assert_eq!((&last["score"], &last["depth"]), (&99.93.into(), &9.into()));
}

/// White wins in 13 plies by the tables, and the moves are those of such a game.
#[test]
fn a_position_in_the_tables_has_its_whole_line() {
    let lines = lines(&["analyse", "--json", "--fen", "W:W21,22:B15"]);
    let [iteration, last] = &lines[..] else { panic!("{lines:?}") };
    let line: Vec<_> = iteration["pv"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
    assert_eq!((line.len(), &last["win_in"]), (13, &13.into()), "{lines:?}");
    let end = self::lines(&["analyse", "--json", "--fen", "W:W21,22:B15", "--moves", &line.join(" ")]);
    assert_eq!((end.len(), &end[0]["result"]), (1, &"white".into()), "{end:?}");
}

#[test]
fn an_analysis_ends_when_the_score_is_certain() {
    for limit in ["--nodes", "--time"] {
        let lines = lines(&["analyse", "--json", "--no-tables", "--fen", "W:WK5,16:BK41", limit, "100000"]);
        let last = lines.last().expect("a result");
        assert_eq!((&last["best"], &last["win_in"], &last["depth"]), (&"5x46".into(), &1.into(), &1.into()));
    }
}

#[test]
fn a_game_that_is_over_has_a_result() {
    let lines = lines(&["analyse", "--json", "--fen", "B:W50:B"]);
    assert_eq!(lines.len(), 1);
    assert_eq!((&lines[0]["best"], &lines[0]["result"]), (&Value::Null, &"white".into()));
    assert_eq!(lines[0]["score"], Value::from(-100.0));
    let lines = self::lines(&["analyse", "--json", "--variant", "losing", "--fen", "B:W50:B"]);
    assert_eq!((&lines[0]["result"], &lines[0]["score"]), (&"black".into(), &Value::from(100.0)));
}

#[test]
fn the_end_of_a_game_is_told_by_its_rules() {
    for (variant, fen, end) in [
        ("draughts-6", "B:W14:B", "White wins: Black has no move."),
        ("losing-6", "B:W14:B", "Black wins: it has no move."),
        ("breakthrough-6", "B:WK1:B5", "White wins: it has the first king."),
        ("breakthrough-6", "B:W14:B", "White wins: Black has no move."),
    ] {
        let run = run(&["watch", "--variant", variant, "--fen", fen], "");
        assert_eq!(run.output.lines().last(), Some(end), "{variant}: {}", run.output);
    }
}

#[test]
fn moves_are_played_first_and_named_when_they_are_wrong() {
    let lines = lines(&["analyse", "--json", "--depth", "3", "--moves", "32-28 19-23"]);
    assert_eq!(lines.last().expect("a result")["best"], "28x19");
    let run = run(&["analyse", "--moves", "32-28 32-28"], "");
    assert_eq!(run.code, Some(2));
    assert_eq!(run.errors, "remise: --moves: '32-28': no piece stands on 32\n");
}

#[test]
fn more_lines_begin_with_different_moves() {
    let lines = lines(&["analyse", "--json", "--depth", "4", "--lines", "3"]);
    let last: Vec<_> = lines[lines.len() - 4..lines.len() - 1].iter().map(|line| &line["pv"][0]).collect();
    assert!(last[0] != last[1] && last[1] != last[2] && last[0] != last[2], "{last:?}");
}

/// The nodes of `bench --depth 8`. A change of how the search behaves changes them, and says so.
#[test]
fn the_signature_of_the_search_is_known() {
    for (variant, nodes) in SIGNATURES {
        let lines = lines(&["bench", "--json", "--depth", "8", "--variant", variant]);
        assert_eq!(lines.last().expect("a total")["nodes"], nodes, "{variant}");
    }
}

const SIGNATURES: [(&str, u64); 3] = [("draughts-10", 490_811), ("checkers-8", 125_837), ("russian", 43_000)];

#[test]
fn each_move_is_labelled_with_what_is_proven_about_it() {
    let fen = "W:WK1,K2:BK14";
    let words = ["analyse", "--json", "--variant", "english", "--depth", "2", "--never-lose", "--fen", fen];
    let of_rest = lines(&[&words[..], &["--explain"]].concat());
    let last = of_rest.last().expect("a result");
    assert_eq!((&last["claim"], &last["claim_plies"]), (&"proven-win".into(), &33.into()));
    assert_eq!((&last["win_in"], &last["rule_may_draw"]), (&33.into(), &false.into()));
    let moves = last["moves"].as_array().expect("the moves");
    assert_eq!(moves.len(), 4);
    for mv in moves {
        assert_eq!((&mv["value"], &mv["claim"]), (&"win".into(), &"proven-win".into()), "{mv}");
    }
    assert!(last["rules"].as_str().is_some_and(|rules| rules.starts_with("checkers-8")));
    assert_eq!(last["table_hashes"]["0201"].as_str().map(str::len), Some(64));
}

#[test]
fn a_lost_position_and_one_without_a_move_are_lost() {
    let words = ["analyse", "--json", "--variant", "english", "--depth", "2", "--never-lose", "--fen"];
    let last = |fen| lines(&[&words[..], &[fen]].concat()).pop().expect("a result");
    assert_eq!(last("B:WK2,K5:BK14")["claim_plies"], 32);
    let over = last("B:W9:B");
    assert_eq!(
        (&over["claim"], &over["claim_plies"], &over["best"]),
        (&"lost".into(), &0.into(), &Value::Null)
    );
}

#[test]
fn the_nodes_of_all_lines_count() {
    let lines = lines(&["analyse", "--json", "--lines", "3", "--depth", "4", "--no-tables"]);
    let nodes = lines.iter().map(|line| line["nodes"].as_u64().expect("a number"));
    assert_eq!(lines[lines.len() - 1]["nodes"].as_u64(), nodes.max());
}

#[test]
fn the_time_and_the_speed_of_a_short_thought_are_not_zero() {
    let words = ["analyse", "--depth", "1", "--variant", "draughts-6", "--no-tables"];
    let told = crate::program::run(&words, "").output;
    let mut lines = told.lines().rev();
    let best = lines.next().expect("a result");
    let [_, nodes, rate] = best.split(", ").collect::<Vec<_>>()[..] else { panic!("{best}") };
    assert_positive(nodes.split_once(" nodes in ").expect("nodes and time").1, &["µs", "ms", "s"]);
    assert_positive(rate, &["/s", "k/s", "M/s"]);
    let iteration: Vec<_> = lines.next().expect("an iteration").split_whitespace().collect();
    assert_positive(&iteration[3..5].join(" "), &["µs", "ms", "s"]);
}

/// The text is a positive number and one of the units.
#[track_caller]
fn assert_positive(text: &str, units: &[&str]) {
    let (number, unit) = text.split_once(' ').expect("a number and a unit");
    assert!(number.parse().is_ok_and(|number: f64| number > 0.0) && units.contains(&unit), "{text}");
}

#[test]
fn the_speed_is_that_of_the_search() {
    let lines = lines(&["analyse", "--json", "--depth", "5", "--variant", "draughts-6"]);
    let [.., last, result] = &lines[..] else { panic!("an iteration and a result") };
    let number = |line: &Value, key: &str| line[key].as_f64().expect("a number");
    assert_eq!(number(last, "seconds"), number(result, "seconds"));
    let speed = number(last, "nodes") / number(last, "seconds");
    assert!((number(result, "nps") / speed - 1.0).abs() < 1e-9, "{result} {speed}");
}

#[test]
fn the_evaluation_and_its_weights_are_chosen() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/network/networks/draughts-10.net");
    let nodes = |words: &[&str]| {
        let words = [&["analyse", "--json", "--depth", "5", "--no-tables"], words].concat();
        lines(&words).pop().expect("a result")["nodes"].clone()
    };
    let [built_in, read] = [nodes(&[]), nodes(&["--weights", network])];
    assert_eq!(built_in, read);
    let [features, material] = ["features", "material"].map(|name| nodes(&["--evaluation", name]));
    assert!(features != built_in && material != built_in && features != material);
    refuse(&["analyse", "--weights", "/no/file"], "--weights: '/no/file': No such file");
    refuse(&["analyse", "--variant", "russian", "--weights", network], "not for russian");
    refuse(&["analyse", "--evaluation", "taste"], "material");
}
