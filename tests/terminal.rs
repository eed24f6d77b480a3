//! What people see and type in a terminal: `play` and `watch`.

mod session;

use std::fs;
use std::path::{Path, PathBuf};

use self::session::{Look, Terminal};
use crate::program::is_about_tables;

/// A file that does not exist yet.
fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // There may be no earlier run.
    let _ = fs::remove_file(&path);
    path
}

/// No line is wider than the terminal, escape sequences apart.
#[track_caller]
fn check_width(shown: &str) {
    let mut plain = String::new();
    let mut letters = shown.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => drop(letters.find(char::is_ascii_alphabetic)),
            '\r' => {}
            _ => plain.push(letter),
        }
    }
    // What is said about tables names a folder.
    for line in plain.lines().filter(|line| !is_about_tables(line)) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_whole_game_is_played() {
    let words = ["play", "--variant", "checkers-8", "--depth", "1", "--fen", "W:WK10,13,14:B5"];
    let mut terminal = Terminal::start(&words, Look::Colors);
    terminal.expect("You play white. Type a move, such as ");
    terminal.expect("white> ");
    terminal.say("13-9", "White wins: Black has no move.");
    terminal.expect("black> ");
    terminal.say("13-9", "White wins: Black has no move. Type new or undo.");
    terminal.say("undo", "white> ");
    terminal.say("redo", "White wins: Black has no move.");
    terminal.say("new", "You play white.");
    terminal.expect("white> ");
    let screen = terminal.screen();
    let gap = |width: usize| " ".repeat(width);
    for row in [
        format!("  5   ●{}8\n", gap(24)),
        format!("  9{}♛{}12\n", gap(12), gap(15)),
        format!(" 13   ●     ●{}16\n", gap(18)),
    ] {
        assert!(screen.contains(&row), "{row}{screen}");
    }
    terminal.say("resign", "You resign. Black wins.");
    terminal.press("quit\r");
    let shown = terminal.end();
    check_width(&shown);
    assert!(shown.contains("\u{1b}[48;5;"), "{shown}");
}

#[test]
fn what_is_wrong_is_said() {
    let mut terminal = Terminal::start(&["play", "--variant", "draughts-6", "--depth", "1"], Look::Colors);
    terminal.expect("white> ");
    for (line, answer) in [
        ("frog", "'frog': expected a move, such as 32-28 or c3-d4; help lists the commands"),
        ("13-7", "'13-7': the piece on 13 cannot go to 7"),
        ("level 21", "level: expected an integer from 0 to 20, not '21'"),
        ("undo", "you have not moved yet"),
        ("redo", "nothing was taken back"),
        ("fen W:W99:B1", "there is no square 99 on the 6×6 board"),
        ("save", "save: the name of a file is missing"),
        ("save no/folder/game.pdn", "save 'no/folder/game.pdn': there is no folder 'no/folder'"),
        ("load", "load: the name of a file is missing"),
        ("load no-such-file", "load: 'no-such-file': No such file or directory"),
        ("draw", "The engine declines: it "),
    ] {
        terminal.say(line, answer);
        terminal.expect("white> ");
    }
    terminal.press("\x03");
    terminal.expect("type quit to leave");
    // Ctrl-D ends the input, but only a prompt sees it: before, the terminal itself takes it.
    terminal.expect("white> ");
    terminal.press("\x04");
    check_width(&terminal.end());
}

#[test]
fn lines_are_edited_remembered_and_completed() {
    let mut terminal = Terminal::start(&["play", "--variant", "draughts-6", "--depth", "1"], Look::NoColors);
    terminal.expect("white> ");
    terminal.say("fen", "W:W13,14,15,16,17,18:B1,2,3,4,5,6");
    terminal.expect("white> ");
    // The arrow up brings the line again, the arrow left moves in it.
    terminal.press("\x1b[A\x1b[D\x1b[D\x1b[D\x1b[Cxx\x7f\x7f\r");
    terminal.expect("W:W13,14,15,16,17,18:B1,2,3,4,5,6");
    terminal.expect("white> ");
    // The only command that begins like this, and the only legal move.
    terminal.press("nev\t\r");
    terminal.expect("The engine plays no move that is proven to lose.");
    terminal.expect("white> ");
    terminal.press("14-1\t\x7f\x7f\x7f");
    terminal.press("\x15quit\r");
    assert!(!terminal.end().contains("\u{1b}[48;5;"), "NO_COLOR is set");
}

#[test]
fn sides_are_changed_and_said() {
    let words = ["play", "--variant", "draughts-6", "--depth", "1", "--color", "white"];
    let mut terminal = Terminal::start(&words, Look::Ascii);
    terminal.expect("  1 |    b     b     b | 3");
    terminal.expect("white> ");
    terminal.say("flip", " 18 |    w     w     w | 16");
    terminal.expect("white> ");
    terminal.say("flip", "  1 |    b     b     b | 3");
    terminal.expect("white> ");
    // Black's side is at the bottom now.
    terminal.say("go", "You play black.");
    terminal.expect(" w | 16");
    terminal.expect("black> ");
    terminal.say("undo", "You play white.");
    terminal.expect("  1 |    b     b     b | 3");
    terminal.expect("white> ");
    terminal.say("go", "You play black.");
    terminal.expect("black> ");
    terminal.say("new", "You play white.");
    terminal.expect("white> ");
    terminal.press("quit\r");
    let shown = terminal.end();
    assert!(shown.is_ascii(), "{shown}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let path = file("played.pdn");
    let mut terminal =
        Terminal::start(&["play", "--variant", "russian", "--depth", "1", "--level", "3"], Look::Colors);
    terminal.expect("white> ");
    terminal.say("c3-d4", "white> ");
    terminal.say("save played.pdn", "The game is saved in played.pdn.");
    terminal.expect("white> ");
    terminal.say("save played.pdn", "save 'played.pdn': the file exists; --force replaces it");
    terminal.expect("white> ");
    terminal.say("resign", "You resign. Black wins.");
    terminal.say("save played.pdn --force", "The game is saved in played.pdn.");
    let saved = fs::read_to_string(&path).expect("a game");
    for text in
        ["[White \"Person\"]", ", level 3\"]", "[Result \"0-1\"]", "[Variant \"russian\"]", "1. c3-d4 "]
    {
        assert!(saved.contains(text), "{text} is not in {saved}");
    }
    terminal.say("new", "white> ");
    terminal.say("load played.pdn", "Game 1 of 1: Person - Remise");
    terminal.expect("You resign. Black wins.");
    terminal.say("undo", "white> ");
    terminal.say("fen", "W:W21,");
    terminal.say("load played.pdn 2", "load: played.pdn has games 1 to 1, not 2");
    terminal.press("quit\r");
    check_width(&terminal.end());
    let mut terminal = Terminal::start(&["play", "--depth", "1"], Look::Colors);
    terminal.expect("white> ");
    terminal.say("load played.pdn", "load: line 1: this is a game of 'russian', not of draughts-10");
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn the_values_of_moves_are_shown() {
    let words = ["play", "--variant", "draughts-6", "--depth", "1", "--fen", "W:WK11,15:BK5"];
    let mut terminal = Terminal::start(&words, Look::Colors);
    terminal.expect("white> ");
    terminal.say("moves", "11-7         \u{1b}[31mloss in 8");
    terminal.expect("11-8         \u{1b}[32mwin in 3");
    terminal.expect("11-13        \u{1b}[33mdraw");
    terminal.expect("white> ");
    let board = terminal.say("lights", "white> ");
    assert_eq!(["m + ", "m = ", "m - "].map(|sign| board.matches(sign).count()), [1, 8, 1], "{board}");
    terminal.say("draw", "Draw by agreement.");
    terminal.press("quit\r");
    terminal.end();
    let mut terminal = Terminal::start(&words, Look::NoColors);
    terminal.expect("white> ");
    terminal.say("moves", "11-7         loss in 8\r\n11-8         win in 3\r\n");
    terminal.expect("white> ");
    terminal.say("lights", "  7 │    -     +     · │ 9");
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn time_that_is_up_loses_the_game() {
    let words = ["play", "--variant", "draughts-6", "--clock", "0.2+0.1"];
    let mut terminal = Terminal::start(&words, Look::Colors);
    terminal.expect("white 0:00> ");
    terminal.expect("Your time is up. Black wins.");
    terminal.say("moves", "> ");
    terminal.say("13-10", "Your time is up. Black wins. Type new or undo.");
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn a_game_that_is_watched_stops_at_a_key_and_is_kept() {
    let path = file("watched.pdn");
    let words = "watch --variant draughts-6 --depth 1 --pace 100000 --seed 1 --out watched.pdn";
    let mut terminal = Terminal::start(&words.split(' ').collect::<Vec<_>>(), Look::Colors);
    terminal.expect("space pauses and goes on");
    // One move after the other, and the board turned.
    terminal.press(" fn");
    terminal.expect(" 18 ");
    terminal.expect(" 16");
    terminal.expect("    2. ");
    terminal.press("n");
    terminal.expect("  2... ");
    terminal.press("q");
    let shown = terminal.end();
    assert!(shown.ends_with("The game is not over.\r\n"), "{shown}");
    check_width(&shown);
    let saved = fs::read_to_string(path).expect("a game");
    assert!(
        saved.contains("[Event \"Remise watch\"]") && saved.contains(" 2. ") && saved.ends_with(" *\n\n")
    );
}

#[test]
fn the_terminal_is_restored_however_the_program_ends() {
    let words = ["watch", "--variant", "draughts-6", "--depth", "1", "--pace", "100000"];
    let mut terminal = Terminal::start(&words, Look::Colors);
    terminal.expect("space pauses");
    // Ctrl-C.
    terminal.press("\x03");
    let shown = terminal.end();
    assert!(shown.ends_with("The game is not over.\r\nremise: interrupted\r\n"), "{shown}");
    for words in [&words[..], &["play", "--variant", "draughts-6"]] {
        let mut terminal = Terminal::start(words, Look::Colors);
        terminal.expect(if words[0] == "play" { "white> " } else { "space pauses" });
        terminal.kill();
    }
}
