//! `tune`, as a user sees it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{refuse, run};

#[track_caller]
fn tuned(words: &[&str]) -> Value {
    let all = [
        &["tune", "features", "--json", "--games", "200", "--nodes", "60", "--variant", "draughts-6"],
        words,
    ]
    .concat();
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
    let words = "tune features --games 2 --nodes 9 --variant draughts-6 --seed 1 --out /no/file";
    refuse(&words.split_whitespace().collect::<Vec<_>>(), "--out '/no/file': ");
}

/// Runs the program and returns the lines of JSON.
#[track_caller]
fn lines(words: &str) -> Vec<Value> {
    let words: Vec<_> = words.split_whitespace().chain(["--json"]).collect();
    let run = run(&words, "");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{words:?}");
    run.output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A fresh folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Samples of games that take little time.
const SAMPLES: &str = "tune samples --variant checkers-8 --games 120 --nodes 20 --seed 3";

#[test]
fn samples_in_shards_are_those_of_one_run() {
    let folder = folder("shards");
    let file = |name: &str| folder.join(name).display().to_string();
    let [whole, merged, one, two] = ["whole", "merged", "one", "two"].map(file);
    let line = &lines(&format!("{SAMPLES} --out {whole}"))[0];
    assert_eq!(line["games"], 120);
    assert!(line["samples"].as_u64().expect("a number") > 4096, "{line}");
    lines(&format!("{SAMPLES} --threads 2 --shard 1/2 --out {one}"));
    lines(&format!("{SAMPLES} --shard 2/2 --out {two}"));
    let again = &lines(&format!("tune samples --variant checkers-8 --merge {one} {two} --out {merged}"))[0];
    assert_eq!(again["samples"], line["samples"]);
    assert_eq!(fs::read(&merged).expect("samples"), fs::read(&whole).expect("samples"));
}

#[test]
fn a_network_is_learnt_that_plays() {
    let folder = folder("fit");
    let file = |name: &str| folder.join(name).display().to_string();
    let [samples, network, again] = ["samples", "network", "again"].map(file);
    lines(&format!("{SAMPLES} --out {samples}"));
    let learnt = lines(&format!("tune fit {samples} --epochs 8 --rate 0.02 --out {network}"));
    let losses: Vec<_> = learnt[..8].iter().map(|line| line["held_back"].as_f64().expect("a loss")).collect();
    assert!(losses.is_sorted_by(|earlier, later| earlier > later), "{losses:?}");
    lines(&format!("tune fit {samples} --epochs 8 --rate 0.02 --threads 2 --out {again}"));
    assert_eq!(fs::read(&network).expect("a network"), fs::read(&again).expect("a network"));

    let report = lines(&format!("tune report {samples} --weights {network}"));
    let names: Vec<_> = report.iter().map(|line| line["evaluation"].as_str().expect("a name")).collect();
    assert_eq!(names, ["material", "features", "network", &network]);
    // Knowing nothing costs ln 2.
    let loss = report[3]["loss"].as_f64().expect("a loss");
    assert!(loss < 0.6, "{report:?}");

    let played = |variant: &str| {
        format!(
            "match self:weights={network} self:evaluation=features --games 2 --depth 1 --variant {variant}"
        )
    };
    assert_eq!(lines(&format!("{} --seed 1", played("checkers-8"))).len(), 3);
    let words = played("checkers-10");
    refuse(
        &words.split_whitespace().collect::<Vec<_>>(),
        "this network is for \"checkers-8\", not for checkers-10",
    );
}

#[test]
fn a_damaged_network_is_refused() {
    let folder = folder("damaged");
    let path = folder.join("network").display().to_string();
    fs::write(&path, "nonsense").expect("it can be written");
    let spec = format!("self:weights={path}");
    refuse(&["match", &spec, "self", "--depth", "1"], "this is not a network of this program");
    refuse(&["match", "self:weights=/no/file", "self", "--depth", "1"], "'/no/file': No such file");
    refuse(&["tune", "fit", &path, "--out", "/dev/null"], "this is not a file of samples");
}

#[test]
fn generations_go_on_where_they_were_interrupted() {
    let folder = folder("generations");
    let words = |name: &str, generations: u32| {
        format!(
            "tune generations {} --variant checkers-8 --generations {generations} --games 120 --nodes 20 --epochs 1 \
             --match-games 6 --match-nodes 20 --seed 3",
            folder.join(name).display()
        )
    };
    let whole = lines(&words("whole", 2));
    assert_eq!(whole.len(), 2);
    assert!(folder.join("whole/strength.svg").exists());
    let part = lines(&words("part", 1));
    // Killed before the result was written, in the middle of a match.
    fs::remove_file(folder.join("part/001/result.json")).expect("a result");
    let games = fs::read_to_string(folder.join("part/001/match.jsonl")).expect("games");
    let cut = games.lines().take(3).map(|line| format!("{line}\n")).collect::<String>() + "{\"job\":5,\"mo";
    fs::write(folder.join("part/001/match.jsonl"), cut).expect("it can be written");
    assert_eq!(lines(&words("part", 2)), whole);
    assert_eq!(part, whole[..1]);
    let network = |name: &str| fs::read(folder.join(name).join("002/network")).expect("a network");
    assert_eq!(network("part"), network("whole"));
}

#[test]
fn games_of_another_generation_are_replaced_only_with_force() {
    let folder = folder("generations-replaced").join("run");
    let words = |match_nodes: u32| {
        format!(
            "tune generations {} --variant checkers-8 --generations 1 --games 120 --nodes 20 --epochs 1 \
             --match-games 4 --match-nodes {match_nodes} --seed 3",
            folder.display()
        )
    };
    lines(&words(20));
    // Killed before the result was written.
    fs::remove_file(folder.join("001/result.json")).expect("a result");
    let other = words(30);
    let other: Vec<_> = other.split_whitespace().collect();
    refuse(&other, "(--match-nodes 20, not 30); choose another file, or --force to replace it");
    assert_eq!(run(&[&other[..], &["--force"]].concat(), "").code, Some(0));
    assert!(folder.join("001/result.json").exists());
}
