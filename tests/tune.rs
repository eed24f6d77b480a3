//! `tune`, as a user sees it.

use serde_json::Value;

use crate::program::run;

#[track_caller]
fn tuned(words: &[&str]) -> Value {
    let all =
        [&["tune", "--json", "--games", "200", "--nodes", "60", "--variant", "draughts-6"], words].concat();
    let run = run(&all, "");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{words:?}");
    serde_json::from_str(&run.output).expect("one JSON object")
}

#[test]
fn weights_are_learnt_that_explain_the_games_better() {
    let learnt = tuned(&["--seed", "3", "--from-guesses"]);
    assert_eq!((&learnt["games"], &learnt["seed"]), (&200.into(), &3.into()));
    let loss = |name: &str| learnt[name].as_f64().expect("a loss");
    assert!(loss("training") < loss("loss_before"), "{learnt}");
    let weights = learnt["weights"].as_str().expect("no file was asked for");
    assert!(weights.lines().any(|line| line == "Man            1000  1000"), "{weights}");
}

#[test]
fn the_seed_decides_and_the_number_of_threads_does_not() {
    let learnt = |words: &[&str]| tuned(&[&["--from-guesses"], words].concat());
    let one = learnt(&["--seed", "3"]);
    assert_eq!(one, learnt(&["--seed", "3", "--threads", "2"]));
    assert_ne!(one["weights"], learnt(&["--seed", "4"])["weights"]);
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let words = [
        "tune",
        "--games",
        "2",
        "--nodes",
        "9",
        "--variant",
        "draughts-6",
        "--seed",
        "1",
        "--out",
        "/no/file",
    ];
    let run = run(&words, "");
    assert_eq!(run.code, Some(2));
    assert!(run.errors.starts_with("remise: --out '/no/file': "), "{}", run.errors);
}
