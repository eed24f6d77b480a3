//! `complexity`, as a user sees it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Run, refuse, run};

#[track_caller]
fn lines(words: &str) -> Vec<Value> {
    let Run { output, errors, code, .. } = run(&words.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!((errors.as_str(), code), ("", Some(0)), "{words}");
    output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn the_largest_numbers_of_positions_are_those_of_the_paper() {
    let lines = lines("complexity upper-bound --json");
    let numbers: Vec<_> = lines.iter().map(|line| line["positions"].as_str().expect("a text")).collect();
    assert_eq!(
        lines.iter().map(|line| line["size"].as_u64()).collect::<Vec<_>>(),
        [6, 8, 10, 12, 14].map(Some)
    );
    assert_eq!(
        numbers,
        [
            "63838220543",
            "500995484682338672639",
            "2301985676687843186738387267616767",
            "5732895173614141678179591577998733384657257103359",
            "7717880162220474034203925206374892518645244798128637950441522462719",
        ]
    );
}

#[test]
fn each_depth_has_a_line_and_all_together_one_more() {
    let words = "complexity game-tree --games 6 --plies 0-5 --variant draughts-6 --seed 2 --json";
    let lines = lines(words);
    assert_eq!(lines.len(), 7);
    for (ply, line) in lines[..6].iter().enumerate() {
        assert_eq!((&line["ply"], &line["games"]), (&ply.into(), &6.into()));
        assert!(line["unique"].as_u64().is_some_and(|unique| (1..=6).contains(&unique)));
        assert!(line["branching"].as_f64().is_some_and(|branching| (2.0..6.0).contains(&branching)));
    }
    let number = |key: &str| lines[6][key].as_f64().expect("a number");
    assert!((number("log10_gtc") - number("d") * number("b").log10()).abs() < 1e-9);
}

#[test]
fn the_figures_have_a_line_for_each_variant() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str| folder.join(format!("figures-{name}")).display().to_string();
    for variant in ["draughts-6", "checkers-6"] {
        // It may be there from an earlier run.
        let _ = fs::remove_file(file(variant));
        lines(&format!(
            "complexity game-tree --games 2 --plies 0-2 --variant {variant} --seed 1 --json --out {}",
            file(variant)
        ));
    }
    let (one, other, plot) = (file("draughts-6"), file("checkers-6"), file("plot.svg"));
    let _ = fs::remove_file(&plot);
    let lines = lines(&format!("complexity game-tree --json --plot {plot} --merge {one} {other}"));
    assert_eq!(lines.len(), 8);
    let svg = fs::read_to_string(plot).expect("a picture");
    for text in ["<svg", "draughts-6", "checkers-6", "Branching factor", "Length of a game", "depth in plies"]
    {
        assert!(svg.contains(text), "no {text}");
    }
}

/// The estimates name the depths of their games, and what they lack.
#[test]
fn an_estimate_says_over_which_depths_it_is_averaged() {
    let told = |plies: &str| {
        let words = format!("complexity game-tree --games 1 --plies {plies} --variant draughts-6 --seed 1");
        let Run { output, code, .. } = run(&words.split_whitespace().collect::<Vec<_>>(), "");
        assert_eq!(code, Some(0), "{plies}");
        output.lines().last().expect("a summary").to_owned()
    };
    let needed = "draughts-6: b and d need games at depth 3 or more, such as --plies 0-7; seed 1";
    assert_eq!(told("0-2"), needed);
    let deep = told("2-6");
    assert!(
        deep.contains(" from depths 3 to 6, d ") && deep.contains(" from depths 4 to 6, log10"),
        "{deep}"
    );
    let one = told("0-3");
    assert!(one.contains(" from depth 3, d ") && one.contains(" from depth 3, log10 of b^d "), "{one}");
    let json = &lines("complexity game-tree --games 1 --plies 3-4 --variant draughts-6 --seed 1 --json")[2];
    assert_eq!(
        (&json["b_plies"], &json["d_plies"]),
        (&serde_json::json!([3, 4]), &serde_json::json!([3, 4]))
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (words, reason) in [
        ("complexity game-tree", "--games"),
        ("complexity game-tree --games 2 --plies 7-0", "the least depth comes first, as in 0-7"),
        ("complexity game-tree --games 2 --fen W:W31:B1", "--fen"),
        ("complexity game-tree --merge /no/such/file", "/no/such/file"),
        (
            "complexity game-tree --games 1 --plies 0 --variant draughts-6 --plot /no/such/folder/a.svg",
            "--plot",
        ),
    ] {
        let Run { errors, code, .. } = run(&words.split_whitespace().collect::<Vec<_>>(), "");
        assert!(
            code == Some(2) && errors.lines().count() == 1 && errors.contains(reason),
            "{words}: {errors}"
        );
    }
}

#[test]
fn reachable_positions_are_counted_and_a_count_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("count.state").display().to_string();
    let words = "complexity reachable --variant checkers-6 --fen W:W13,16:B2,6 --save-every 0 --json --state";
    let counted = || lines(&format!("{words} {state}")).remove(0);
    let first = counted();
    assert_eq!(first["variant"], "checkers-6");
    let reachable = first["reachable"].as_u64().expect("a number");
    assert!(reachable > 1_000, "{reachable}");
    // Nothing is left to count.
    assert_eq!(counted()["reachable"], reachable);
    let other = format!("complexity reachable --variant checkers-6 --fen B:W13,16:B2,6 --state {state}");
    let reason = "it is the count of another game or position; --force begins anew";
    refuse(&other.split(' ').collect::<Vec<_>>(), reason);
    fs::write(&state, "no count").expect("it can be written");
    refuse(&other.split(' ').collect::<Vec<_>>(), "not a saved count, or damaged; --force begins anew");
    let forced = lines(&format!("{other} --force --json")).remove(0);
    assert!(forced["reachable"].as_u64().is_some_and(|other| other > 1_000 && other != reachable));
}

#[test]
fn reachable_positions_are_not_counted_on_larger_boards() {
    let reason = "reachable positions can be counted in draughts-6 and checkers-6, not in russian";
    refuse(&["complexity", "reachable", "--variant", "russian"], reason);
}
