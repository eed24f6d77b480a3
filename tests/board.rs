//! `board`: positions as text and as pictures.

use std::path::PathBuf;

use crate::program::{refuse, run};

/// The picture that a command draws.
#[track_caller]
fn svg(name: &str, words: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.svg"));
    let file = path.display().to_string();
    let words = shlex::split(words).expect("quotes are closed");
    let words = words.iter().map(String::as_str);
    let drawn = run(&["board", "--force", "--svg", &file].into_iter().chain(words).collect::<Vec<_>>(), "");
    assert_eq!((drawn.code, drawn.output.as_str(), drawn.errors.as_str()), (Some(0), "", ""));
    std::fs::read_to_string(path).expect("a picture")
}

/// The height at which a text stands in a picture. Returns `None` if it is not there.
fn height(svg: &str, text: &str) -> Option<u32> {
    let (before, _) = svg.split_once(&format!(">\n{text}\n</text>"))?;
    let (_, attributes) = before.rsplit_once("<text")?;
    let (_, y) = attributes.split_once(" y=\"")?;
    y.split_once('"')?.0.parse().ok()
}

#[test]
fn either_player_can_be_at_the_bottom() {
    let shown = |bottom: &str| {
        let words = ["board", "--variant", "checkers-6", "--fen", "W:WK3,16:B4", "--bottom", bottom];
        run(&words, "").output
    };
    assert!(shown("white").contains(" 16 │ w     ·     ·    │ 18\n    └"), "{}", shown("white"));
    assert!(shown("black").contains("  3 │(W)    ·     ·    │ 1\n    └"), "{}", shown("black"));
    let first = |bottom: &str| height(&svg(bottom, &format!("--numbers --bottom {bottom}")), "1");
    let last = |bottom: &str| height(&svg(bottom, &format!("--numbers --bottom {bottom}")), "50");
    assert!(first("white") < last("white") && first("black") > last("black"));
    assert_eq!(height(&svg("plain", "--bottom white"), "1"), None);
}

/// A man takes two pieces and turns once.
#[test]
fn a_move_is_an_arrow_along_its_route() {
    let position = "--fen W:W28,31,44:B22,23,13 --moves";
    let one = svg("capture", &format!("{position} 28x8"));
    let crosses = |svg: &str| svg.matches("#C62828").count();
    assert_eq!(crosses(&one), 2 * 2, "two lines on each of two pieces");
    assert!(one.contains("290,350 410,230 "), "from 28 by 19 to 8: {one}");
    assert_eq!(height(&one, "1"), None, "a single move has no number");
    let two = svg("line", &format!("{position} '28x8 22-27'"));
    assert_eq!((crosses(&two), height(&two, "2").is_some()), (2 * 2, true));
}

/// The king wins by one move, gives itself up by another, and draws by the rest.
#[test]
fn moves_have_the_colors_of_their_values() {
    let tables = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("board-tables").display().to_string();
    let built =
        run(&["tables", "build", "--pieces", "3", "--variant", "draughts-6", "--tables", &tables], "");
    assert_eq!(built.code, Some(0), "{}", built.errors);
    let position = "--variant draughts-6 --fen W:WK11,15:BK5 --lights";
    let shown = svg("lights", &format!("{position} --tables {tables}"));
    // Each color is in the legend once.
    let count = |color: &str| shown.matches(color).count() - 1;
    assert_eq!(["#A6DBA0", "#FFF3B0", "#E07B73"].map(count), [1, 8, 1]);
    assert!(height(&shown, "win 3").is_some() && height(&shown, "loss 8").is_some());
    let words = format!("board {position} --tables {tables}");
    let text = run(&words.split(' ').collect::<Vec<_>>(), "").output;
    assert!(text.contains("  7 │    -     +     · │ 9\n 10 │ ·    (W)    =    │"), "{text}");
    let unknown = svg("unknown", "--no-tables --lights");
    assert!(height(&unknown, "?").is_some() && height(&unknown, "not known").is_some());
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refused.svg");
    let _ = std::fs::remove_file(&path);
    let file = path.display().to_string();
    refuse(&["board", "--svg", &file, "--moves", "32-28 20-25x"], "--moves: '20-25x': expected a move");
    assert!(!path.exists());
    refuse(&["board", "--moves", "32-28"], "--svg");
    svg("refused", "--bottom white");
    refuse(&["board", "--svg", &file], "the file exists; --force replaces it");
}
