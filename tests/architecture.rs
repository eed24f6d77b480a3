//! The layers, as ARCHITECTURE.md draws them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Which modules of the crate a module may look at.
const LAYERS: &[(&str, &[&str])] = &[
    ("adjacency", &[]),
    ("split_mix", &[]),
    ("files", &[]),
    ("interrupt", &[]),
    ("board", &["split_mix"]),
    ("perft", &["board"]),
    ("notation", &["board"]),
    ("eval", &["board"]),
    ("endgame", &["interrupt", "files", "board"]),
    ("search", &["board", "eval", "endgame"]),
    ("proof", &["adjacency", "board", "notation", "endgame"]),
    ("lab", &["adjacency", "board"]),
    ("picture", &["board", "notation", "lab"]),
    (
        "engine",
        &[
            "interrupt",
            "files",
            "board",
            "perft",
            "notation",
            "eval",
            "endgame",
            "search",
            "proof",
            "picture",
        ],
    ),
    ("jobs", &["interrupt", "files", "notation", "engine"]),
    ("matches", &["interrupt", "split_mix", "files", "board", "eval", "notation", "search", "engine"]),
    ("complexity", &["split_mix", "search", "engine", "jobs", "matches"]),
    (
        "app",
        &[
            "interrupt",
            "split_mix",
            "files",
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
    ("Instant::now", &["app", "engine", "matches"]),
    ("SystemTime::now", &["app"]),
    ("process::exit", &[]),
    ("protocol::", &["app", "matches"]),
    ("tuning::", &["app"]),
];

#[test]
fn every_module_looks_only_where_its_layer_allows() {
    for (name, text) in source_files() {
        let module = module_of(&name);
        for seen in modules_named_in(&name, &without_comments(&text)) {
            let allowed = seen == module || allowed_by(&module).contains(&seen.as_str());
            assert!(allowed, "{module} looks at {seen} in {}", name.display());
        }
    }
}

/// Imports in all their forms are seen: in functions, over several lines, in nested braces, by `super`.
#[test]
fn no_form_of_an_import_is_overlooked() {
    check("src.rs", "fn f() { use crate::board::Move; }", &["board"]);
    check("src.rs", "let x = crate::search::Depth(3); // crate::eval", &["search"]);
    check("src.rs", "use crate::{\n    board::{Color, Move},\n    endgame,\n};", &["board", "endgame"]);
    check("src.rs", "use crate :: engine :: Go;", &["engine"]);
    check("search/node.rs", "use super::super::engine::Go;", &["engine"]);
    check("search/node.rs", "use super::limits;", &[]);
    check("search/mod.rs", "use super::{eval::Score, endgame};", &["endgame", "eval"]);
    check("search/node/deep.rs", "fn f() { super::super::super::engine::go() }", &["engine"]);
    check("search.rs", "mod tests { use super::super::engine::Go; }", &["engine"]);

    #[track_caller]
    fn check(name: &str, text: &str, modules: &[&str]) {
        let seen = modules_named_in(Path::new(name), &without_comments(text));
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), modules, "{name}: {text}");
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

/// Each module is drawn once, and in a higher row than the modules that it uses.
#[test]
fn the_drawing_agrees_with_the_layers() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a description");
    let drawing = text.split("## Layers").nth(1).and_then(|rest| rest.split("```").nth(1));
    let rows: Vec<Vec<_>> =
        drawing.expect("it has a drawing").lines().map(|row| row.split_whitespace().collect()).collect();
    let row_of = |module: &str| {
        let found: Vec<_> = (0..rows.len()).filter(|&row| rows[row].contains(&module)).collect();
        assert_eq!(found.len(), 1, "{module} is drawn {} times", found.len());
        found[0]
    };
    for (module, seen) in LAYERS.iter().filter(|(module, _)| *module != "lib") {
        for other in *seen {
            assert!(row_of(module) < row_of(other), "{module} is not drawn above {other}");
        }
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
    let mut lines = Vec::new();
    for (name, text) in source_files() {
        for (number, line) in text.lines().enumerate() {
            lines.push((module_of(&name), format!("{}:{}", name.display(), number + 1), line.to_owned()));
        }
    }
    lines
}

/// Each source file: its path below `src`, and its text.
fn source_files() -> Vec<(PathBuf, String)> {
    let source = root().join("src");
    let read = |file: PathBuf| {
        let name = file.strip_prefix(&source).expect("it is below").to_owned();
        (name, fs::read_to_string(&file).expect("source is text"))
    };
    // Networks are not text.
    let is_text = |file: &PathBuf| file.extension().is_none_or(|extension| extension != "net");
    let files: Vec<_> = files_below(&source).into_iter().filter(is_text).map(read).collect();
    assert!(files.len() > 100, "the source was found");
    files
}

fn module_of(name: &Path) -> String {
    let first = name.iter().next().expect("a file has a name");
    Path::new(first).with_extension("").display().to_string()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// The text without line comments, so that a link in the documentation is not an import.
fn without_comments(text: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or("").to_owned();
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// The layers that the paths of a file name: after `crate::` and `remise::`, and after as many `super::` as
/// lead to the root.
fn modules_named_in(name: &Path, code: &str) -> BTreeSet<String> {
    let tokens = tokens(code);
    let mut seen = BTreeSet::new();
    for start in 0..tokens.len() {
        let path = &tokens[start..];
        match path {
            ["crate" | "remise", "::", rest @ ..] => seen.extend(first_names(rest)),
            ["super", "::", ..] if start < 2 || tokens[start - 1] != "::" => {
                let ups = path.chunks(2).take_while(|pair| *pair == ["super", "::"]).count();
                if ups >= depth_of(name) {
                    seen.extend(first_names(&path[2 * ups..]));
                }
            }
            _ => {}
        }
    }
    seen.retain(|name| LAYERS.iter().any(|(module, _)| module == name));
    seen
}

/// How many `super::` lead from a file to the root of the crate.
fn depth_of(name: &Path) -> usize {
    let is_folder = name.file_name().is_some_and(|file| file == "mod.rs" || file == "lib.rs");
    name.iter().count() - usize::from(is_folder)
}

/// Names, `::`, and every other character that is no blank.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match first {
            _ if name > 0 => name,
            ':' if rest.starts_with("::") => 2,
            other => other.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The names that a path begins with: one, or each of a list in braces.
fn first_names(path: &[&str]) -> Vec<String> {
    if path.first() != Some(&"{") {
        return path.first().map(|name| (*name).to_owned()).into_iter().collect();
    }
    let (mut depth, mut names, mut begins) = (0, Vec::new(), false);
    for token in path {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," => {}
            name if depth == 1 && begins => names.push(name.to_owned()),
            _ => {}
        }
        begins = depth == 1 && matches!(*token, "{" | ",");
        if depth == 0 {
            break;
        }
    }
    names
}
