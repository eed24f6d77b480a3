//! What README.md shows is what the program prints.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A command that the README shows, and the output that it shows with it.
#[derive(Debug)]
struct Example {
    command: String,
    output: String,
}

#[test]
fn the_examples_are_real_output() {
    let examples = examples();
    assert!(examples.len() >= 4, "the README has examples");
    // A reader has no tables at first.
    let cache = tempfile::tempdir().expect("a folder");
    for example in examples {
        let printed = run(&example.command, cache.path());
        assert_eq!(timeless(&printed), timeless(&example.output), "$ {}\n{printed}", example.command);
    }
}

/// The commands in blocks marked `console`, each with the lines up to the next one.
fn examples() -> Vec<Example> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let mut examples: Vec<Example> = Vec::new();
    let mut shown = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            shown = line == "```console";
        } else if let (true, Some(command)) = (shown, line.strip_prefix("$ ")) {
            examples.push(Example { command: command.to_owned(), output: String::new() });
        } else if let (true, Some(example)) = (shown, examples.last_mut()) {
            example.output.push_str(line);
            example.output.push('\n');
        }
    }
    examples
}

fn run(command: &str, cache: &Path) -> String {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("remise"), "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_remise"))
        .args(words)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .expect("the program runs");
    // 1 is an answer too: no.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The text without what differs from run to run: times in `µs`, `ms` or `s`, and rates in `/s`, `k/s` or `M/s`.
fn timeless(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(words_without_times).collect()
}

fn words_without_times(line: &str) -> Vec<&str> {
    let words: Vec<_> = line.split_whitespace().collect();
    let is_unit =
        |word: &&str| matches!(word.trim_end_matches(','), "µs" | "ms" | "s" | "/s" | "k/s" | "M/s");
    let kept = words.iter().zip(words.iter().skip(1).map(Some).chain([None]));
    kept.filter(|(word, next)| !is_unit(word) && !next.is_some_and(is_unit)).map(|(word, _)| *word).collect()
}
