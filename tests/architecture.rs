//! The layers, as ARCHITECTURE.md draws them.

use std::fs;
use std::path::{Path, PathBuf};

/// Which modules of the crate a module may look at.
const LAYERS: &[(&str, &[&str])] = &[
    ("split_mix", &[]),
    ("board", &["split_mix"]),
    ("perft", &["board"]),
    ("notation", &["board"]),
    ("eval", &["board"]),
    ("endgame", &["board"]),
    ("search", &["board", "eval", "endgame"]),
    ("proof", &["board", "notation", "endgame", "lab"]),
    ("lab", &["board"]),
    ("picture", &["board", "lab"]),
    ("engine", &["board", "perft", "notation", "eval", "endgame", "search", "proof", "lab"]),
    ("jobs", &["split_mix", "notation", "app"]),
    ("matches", &["split_mix", "board", "notation", "eval", "search", "engine", "jobs", "app"]),
    ("complexity", &["split_mix", "board", "engine", "jobs", "matches"]),
    (
        "app",
        &[
            "split_mix",
            "board",
            "perft",
            "notation",
            "eval",
            "endgame",
            "search",
            "proof",
            "lab",
            "picture",
            "engine",
            "jobs",
            "matches",
            "complexity",
        ],
    ),
    ("lib", &[]),
    ("main", &["app"]),
];

/// What only `app` does, and the engine's thread, which hands the clock to the search.
const FOREIGN: &[(&str, &[&str])] = &[
    ("println!", &["app"]),
    ("print!", &["app"]),
    ("eprintln!", &["app"]),
    ("eprint!", &["app"]),
    ("io::stdout", &["app"]),
    ("io::stdin", &["app"]),
    ("Instant::now", &["app", "engine", "matches", "jobs"]),
    ("SystemTime::now", &["app"]),
    ("process::exit", &[]),
    ("protocol::", &["app", "matches"]),
    ("tuning::", &["app"]),
];

#[test]
fn every_module_looks_only_where_its_layer_allows() {
    for (module, line, text) in lines_of_code() {
        for seen in modules_named_in(&text) {
            let allowed = seen == module || allowed_by(&module).contains(&seen.as_str());
            assert!(allowed, "{module} looks at {seen} in {line}: {text}");
        }
    }
}

#[test]
fn only_app_prints_and_reads_the_clock() {
    for (module, line, text) in lines_of_code() {
        for (word, modules) in FOREIGN {
            let meant = text.contains(word) && !text.trim_start().starts_with("//");
            assert!(!meant || modules.contains(&module.as_str()), "{module} has {word} in {line}: {text}");
        }
    }
}

#[test]
fn leaf_crates_depend_on_nothing_of_ours() {
    for leaf in ["protocol", "tuning"] {
        let manifest = root().join(leaf).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("every leaf crate has a manifest");
        assert!(!text.contains("path ="), "{} depends on a crate of the project", manifest.display());
    }
}

#[test]
fn every_module_has_a_layer() {
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("the library has a root");
    let modules = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let unknown: Vec<_> = modules.filter(|module| LAYERS.iter().all(|(name, _)| name != module)).collect();
    assert!(unknown.is_empty(), "no layer is written down for {unknown:?}");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn allowed_by(module: &str) -> &'static [&'static str] {
    let layer = LAYERS.iter().find(|(name, _)| *name == module);
    layer.unwrap_or_else(|| panic!("no layer is written down for {module}")).1
}

/// Each line of the engine's code: its module, where it is, and the text.
fn lines_of_code() -> Vec<(String, String, String)> {
    let source = root().join("src");
    let mut lines = Vec::new();
    for file in files_below(&source) {
        let name = file.strip_prefix(&source).expect("it is below").to_owned();
        let first = name.iter().next().expect("a file has a name");
        let module = Path::new(first).with_extension("").display().to_string();
        let text = fs::read_to_string(&file).expect("source is text");
        for (number, line) in text.lines().enumerate() {
            lines.push((module.clone(), format!("{}:{}", name.display(), number + 1), line.to_owned()));
        }
    }
    assert!(lines.len() > 1000, "the source was found");
    lines
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// The modules that follow `crate::` and `remise::`, in braces too.
fn modules_named_in(line: &str) -> Vec<String> {
    let after =
        |word: &'static str| line.match_indices(word).map(move |(place, _)| &line[place + word.len()..]);
    let paths = after("crate::").chain(after("remise::"));
    paths.flat_map(first_names).filter(|name| LAYERS.iter().any(|(module, _)| module == name)).collect()
}

fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| {
        text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("").to_owned()
    };
    match path.strip_prefix('{') {
        None => vec![name(path)],
        Some(list) => list.split('}').next().unwrap_or("").split(',').map(name).collect(),
    }
}
