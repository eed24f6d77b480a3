//! What LIBRARY.md shows: its code is that of the example, and its output is what the example prints.

use std::fs;
use std::path::Path;

#[path = "../examples/library.rs"]
#[allow(dead_code)]
mod example;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the file is there")
}

/// The blocks of this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    page.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_code_of_the_page_is_that_of_the_example() {
    let (page, code) = (read("LIBRARY.md"), read("examples/library.rs"));
    let blocks = blocks(&page, "rust");
    assert_eq!(blocks.len(), 4);
    for block in blocks {
        assert!(code.contains(block), "the example has not:\n{block}");
    }
}

#[test]
fn the_example_prints_what_the_page_says() {
    let (folder, mut output) = (Path::new(env!("CARGO_TARGET_TMPDIR")).join("library-example"), Vec::new());
    example::show(&mut output, &folder).expect("the example runs");
    assert_eq!(blocks(&read("LIBRARY.md"), "text"), [String::from_utf8(output).expect("text")]);
}
