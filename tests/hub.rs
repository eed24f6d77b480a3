//! Dialogues in Hub, as clients lead them.

use serde_json::Value;

use crate::program::{Dialogue, is_report, run};

/// Follows a script. What is left when the input ends is silence.
#[track_caller]
fn check(words: &[&str], script: &str) {
    let mut dialogue = Dialogue::start(words);
    dialogue.follow(script);
    assert_eq!(dialogue.end(), [""; 0], "{script}");
}

/// A game, and how it can begin.
struct Game {
    /// As Hub calls it.
    name: &'static str,
    squares: usize,
    men: usize,
    first: &'static str,
    reply: &'static str,
    /// The only legal move then.
    capture: &'static str,
}

impl Game {
    /// The start, as Hub writes it.
    fn start(&self) -> String {
        let free = self.squares - 2 * self.men;
        format!("W{}{}{}", "b".repeat(self.men), "e".repeat(free), "w".repeat(self.men))
    }

    /// Black is to move and has nothing.
    fn over(&self) -> String {
        format!("B{}w", "e".repeat(self.squares - 1))
    }

    /// A client has chosen this game.
    fn dialogue(&self) -> Dialogue {
        let mut dialogue = Dialogue::start(&["hub"]);
        dialogue.send("hub");
        dialogue.until("wait");
        dialogue.follow(&format!("> set-param name=variant value={}\n > init\n < ready", self.name));
        dialogue
    }
}

const NORMAL: Game =
    Game { name: "normal", squares: 50, men: 20, first: "32-28", reply: "19-23", capture: "28x19x23" };

const GAMES: [Game; 4] = [
    NORMAL,
    Game { name: "russian", squares: 32, men: 12, first: "22-18", reply: "11-15", capture: "18x11x15" },
    Game { name: "brazilian", squares: 32, men: 12, first: "22-18", reply: "11-15", capture: "18x11x15" },
    Game { name: "canadian", squares: 72, men: 30, first: "45-38", reply: "27-33", capture: "38x27x33" },
];

/// A session that is ready, at the start of the international game.
const READY: &str = "
    > init
    < ready
";

#[test]
fn the_engine_introduces_itself() {
    let introduction = |variant: &str| {
        format!(
            "> hub
             < id name=Remise version=*
             < param name=variant value={variant} type=enum values=\"* brazilian normal * russian *\"
             < param name=hash value=64 type=int min=1 max=*
             < param name=threads value=1 type=int min=1 max=*
             < param name=level value=20 type=int min=0 max=20
             < param name=multi-pv value=1 type=int min=1 max=64
             < param name=ponder value=false type=bool
             < param name=never-lose value=false type=bool
             < param name=db-path value=* type=string
             < param name=evaluation value=network type=enum values=\"network features material\"
             < param name=weights value=\"\" type=string
             < wait
             > init
             < ready
             > quit"
        )
    };
    check(&["hub"], &introduction("normal"));
    check(&[], &introduction("normal"));
    check(&["--variant=russian"], &introduction("russian"));
    check(&["hub", "--variant=russian", "--foo=bar"], &introduction("russian"));
    check(&["hub", "--foo=bar", "--variant=canadian"], &introduction("draughts-12"));
    check(&["hub", "--foo=bar", "--initial-time=180.0", "--variant=normal"], &introduction("normal"));
}

#[test]
fn the_names_of_the_games_come_last_and_each_once() {
    let mut dialogue = Dialogue::start(&["hub"]);
    dialogue.send("hub");
    let lines = dialogue.until("param ");
    let (_, values) = lines[lines.len() - 1].split_once(" values=\"").expect("values");
    let names: Vec<_> = values.strip_suffix('"').expect("nothing after them").split(' ').collect();
    dialogue.until("wait");
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].contains(name), "{name}");
        dialogue.send(format!("set-param name=variant value={name}"));
    }
    dialogue.follow("> init\n < ready\n > level depth=1\n > go think\n < done move=*");
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn a_game_is_played() {
    for game in GAMES {
        let Game { first, reply, capture, .. } = game;
        let (start, over) = (game.start(), game.over());
        let mut dialogue = game.dialogue();
        dialogue.follow(&format!(
            "> new-game
             > pos pos={start} moves=\"{first} {reply}\"
             > level time=60 inc=0.5
             > go think
             < info depth=1 * pv=*{capture}*
             < done move={capture} ponder=*
             > ping
             < pong
             > pos pos={start} moves=\"{first}\"
             > level infinite
             > go ponder
             < info depth=3 *
             > level move-time=0.01
             > ponder-hit
             > stop
             < done move=*
             > pos pos={start}
             > level infinite
             > go analyze
             < info depth=4 *
             > stop
             < done move=*
             > pos pos={over}
             > level move-time=0.1
             > go think
             < done
             > ping
             < pong"
        ));
        assert_eq!(dialogue.end(), [""; 0]);
    }
}

#[test]
fn reports_are_what_the_strictest_client_reads() {
    for game in GAMES {
        let mut dialogue = game.dialogue();
        let start = game.start();
        dialogue.follow(&format!("> pos pos={start}\n > level depth=6\n > go think"));
        let lines = dialogue.until("done");
        let (done, reports) = lines.split_last().expect("lines");
        assert!(reports.len() >= 6, "{reports:?}");
        reports.iter().for_each(|line| check_report(line));
        check_done(done);
        // What is expected can be played.
        let (_, line) = reports[reports.len() - 1].split_once("pv=").expect("a line");
        let [best, ponder] = ["move=", "ponder="].map(|name| argument(done, name));
        dialogue.follow(&format!(
            "> pos pos={start} moves={line}
             > pos pos={start} moves=\"{best} {ponder}\"
             > ping
             < pong"
        ));
        assert_eq!(dialogue.end(), [""; 0]);
    }
}

/// Clients keep the last report, so that of the best line comes last.
#[test]
fn several_lines_are_reported_with_the_best_one_last() {
    let mut dialogue = Dialogue::start(&["hub"]);
    dialogue.follow(
        "> set-param name=multi-pv value=65
         < error message=\"multi-pv: *
         > set-param name=multi-pv value=3
         > level depth=2
         > go think
         < info depth=1 * multipv=3 pv=*
         < info depth=1 * multipv=2 pv=*
         < info depth=1 * multipv=1 pv=*
         < info depth=2 * multipv=3 pv=*
         < info depth=2 * multipv=2 pv=*
         < info depth=2 * multipv=1 pv=*
         < done move=*
         > pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"
         > level depth=2
         > go analyze
         < info depth=1 * multipv=1 pv=*
         < info depth=2 * multipv=1 pv=*
         < done move=28x19*",
    );
    assert_eq!(dialogue.end(), [""; 0]);
}

/// An argument of a line that has no quotes.
#[track_caller]
fn argument<'a>(line: &'a str, name: &str) -> &'a str {
    line.split(' ').find_map(|word| word.strip_prefix(name)).expect("the argument is there")
}

#[track_caller]
fn check_report(line: &str) {
    let (line, moves) = line.split_once(" pv=").unwrap_or_else(|| panic!("no line: {line}"));
    let names = ["depth", "max-depth", "score", "nodes", "time", "nps"];
    let found: Vec<_> = line.split(' ').skip(1).filter_map(|word| word.split_once('=')).collect();
    assert_eq!(found.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names, "{line}");
    for (name, value) in found {
        let is_whole = matches!(name, "depth" | "max-depth" | "nodes");
        let is_read = if is_whole { value.parse::<u64>().is_ok() } else { value.parse::<f64>().is_ok() };
        assert!(is_read && !value.contains('n'), "{line}");
    }
    assert_eq!(moves.contains(' '), moves.starts_with('"') && moves.ends_with('"'), "{moves}");
    moves.trim_matches('"').split(' ').for_each(check_move);
}

#[track_caller]
fn check_done(line: &str) {
    let words: Vec<_> = line.split(' ').collect();
    assert!(words.len() == 3 && words[0] == "done" && !line.contains('"'), "{line}");
    check_move(words[1].strip_prefix("move=").expect("the move comes first"));
    check_move(words[2].strip_prefix("ponder=").expect("then the answer"));
}

/// Numbers with a sign between them; a capture names what it takes.
#[track_caller]
fn check_move(mv: &str) {
    let parts = |sign| mv.split(sign).filter(|part| part.parse::<u8>().is_ok()).count();
    let is_quiet = parts('-') == 2 && !mv.contains('x');
    let is_capture = parts('x') >= 3 && parts('x') == mv.split('x').count();
    assert!(is_quiet || is_capture, "{mv}");
}

#[test]
fn a_won_game_is_worth_a_hundred_men_less_the_way() {
    let mut letters = vec![b'e'; 50];
    (letters[11], letters[7]) = (b'w', b'b');
    let position = String::from_utf8(letters).expect("letters");
    check(
        &["hub"],
        &format!(
            "> pos pos=W{position}
             > go think
             < info depth=1 * score=99.99 *
             < done move=12x3x8"
        ),
    );
}

/// How deep the next search goes.
#[track_caller]
fn depth(dialogue: &mut Dialogue, script: &str) -> u32 {
    dialogue.follow(script);
    let lines = dialogue.until("done");
    assert!(lines[..lines.len() - 1].iter().all(|line| is_report(line)), "{lines:?}");
    argument(&lines[lines.len() - 2], "depth=").parse().expect("a number")
}

#[test]
fn levels_add_up_until_the_next_position_or_search() {
    let mut dialogue = NORMAL.dialogue();
    let mut check = |script: &str, expected: u32| {
        assert_eq!(depth(&mut dialogue, script), expected, "{script}");
    };
    check("> level depth=3\n > level nodes=100000000\n > go think", 3);
    check("> level depth=9 move-time=1000\n > level depth=2\n > go think", 2);
    check("> level depth=1\n > pos start\n > level depth=3\n > go think", 3);
    check("> level nodes=1\n > pos\n > level depth=3\n > go think", 3);
    check("> level nodes=1\n > level infinite\n > level depth=3\n > go think", 3);
    check("> level depth=2 handicap=5 ply=3 fast\n > go think", 2);
    check("> level\tdepth =  3  nodes= 1000000\n > go think", 3);
    check("> level depth=3 move-time=1000,0\n > go think", 3);
    check("> level depth=0\n > go think", 1);
    check("> level depth=1\n > go", 1);
    check("> level depth=1\n > go think\n < done move=*\n > level depth=4\n > go think", 4);
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn clocks_may_say_anything() {
    let mut dialogue = NORMAL.dialogue();
    for level in [
        "time=-0.95 inc=1",
        "time=-100 inc=0",
        "time=0",
        "time=0 inc=0",
        "moves=9 time=0.291587",
        "moves=0 time=0.01",
        "time=0.05",
        "time=0.30000000000000004",
        "time=1e-05",
        "time=0,05",
        "time=1e300 move-time=0",
        "move-time=0.0001",
        "move-time=-1",
        "move-time=0",
        "nodes=1",
        "nodes=0",
        "depth=1 time=60 inc=0.5",
    ] {
        dialogue.follow(&format!("> level {level}\n > go think\n < info *\n < done move=*"));
    }
    for level in ["depth=x", "nodes=-1", "move-time=soon", "time=nan", "time=", "moves=\"\""] {
        dialogue.follow(&format!("> level {level}\n < error message=\"*: '*' is not a valid number\""));
    }
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn every_search_is_answered_once_and_in_order() {
    let start = NORMAL.start();
    check(
        &["hub"],
        &format!(
            "{READY}
             > level infinite
             > go analyze
             > stop
             > pos pos={start} moves=\"32-28 19-23\"
             > level depth=2
             > go think
             < done move=*
             < done move=28x19x23*
             > stop
             > stop
             > level depth=1
             > go think
             > go analyze
             > stop
             > level depth=1
             > go think
             < done move=28x19x23*
             < done move=28x19x23*
             < done move=28x19x23*
             > ping
             < pong"
        ),
    );
}

#[test]
fn who_does_nothing_has_nothing_to_stop() {
    check(
        &["hub"],
        &format!("> stop\n > ponder-hit\n > ping\n < pong {READY} > ponder-hit\n > stop\n > ping\n < pong"),
    );
}

#[test]
fn a_search_can_be_talked_to() {
    check(
        &["hub"],
        &format!(
            "{READY}
             > go analyze
             < info depth=2 *
             > ping
             < pong
             > ponder-hit
             > frobnicate
             < error message=\"unknown command 'frobnicate'\"
             < info *
             > stop
             < done move=*"
        ),
    );
}

#[test]
fn the_clock_stands_still_while_the_opponent_thinks() {
    check(
        &["hub"],
        &format!(
            "{READY}
             > pos start moves=\"32-28\"
             > level time=0.01
             > go ponder
             < info depth=8 *
             > ponder-hit
             < done move=*
             > level time=0.01
             > go ponder
             < info depth=2 *
             > stop
             > ponder-hit
             < done move=*
             > ping
             < pong"
        ),
    );
}

#[test]
fn analysis_goes_on_with_a_single_move() {
    check(
        &["hub"],
        &format!(
            "> pos pos={} moves=\"32-28 19-23\"
             > go analyze
             < info depth=5 * pv=\"28x19x23 *\"
             > stop
             < done move=28x19x23*",
            NORMAL.start()
        ),
    );
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let start = NORMAL.start();
    let twice = |letters: &str| format!("W{letters}{}", "e".repeat(49));
    let (man, letter) = (twice("w"), twice("x"));
    for (wrong, named) in [
        ("pos pos=Wxx", "a position has 51 letters on this board, not 3"),
        ("pos pos=\"\"", "a position has 51 letters on this board, not 0"),
        (&format!("pos pos=w{}", &start[1..]), "the player to move must be W or B, not 'w'"),
        (&format!("pos pos={man}"), "*square 1*"),
        (&format!("pos pos={letter}"), "'x' on square 1 *"),
        (&format!("pos pos=W{}", "e".repeat(50)), "there are no pieces*"),
        ("set-param name=variant value=chess", "variant: unknown variant 'chess'"),
        ("set-param name=hash value=0", "hash: expected an integer from 1 to *, not '0'"),
        ("set-param name=level value=21", "level: expected an integer from 0 to 20, not '21'"),
        ("set-param name=threads value=many", "threads: expected an integer from 1 to *, not 'many'"),
        ("set-param name=ponder value=perhaps", "ponder: expected true or false, not 'perhaps'"),
        ("set-param name=evaluation value=taste", "evaluation: expected one of network, *, not 'taste'"),
        ("set-param name=weights value=/no/file", "weights: '/no/file': *"),
        ("set-param value=5", "missing parameter name"),
        ("pos pos=\"W", "missing closing quote"),
        ("POS", "unknown command 'POS'"),
        ("", "missing command"),
        ("   \t ", "missing command"),
    ] {
        let mut dialogue = Dialogue::start(&["hub"]);
        dialogue.follow(&format!("> pos pos={start} moves=\"32-28 19-23\""));
        dialogue.send(wrong);
        dialogue.follow(&format!(
            "< error message=\"{named}\"
             > go think
             < done move=28x19x23*"
        ));
        assert_eq!(dialogue.end(), [""; 0], "{wrong}");
    }
}

#[test]
fn moves_are_played_up_to_the_first_that_cannot_be() {
    let start = NORMAL.start();
    for (moves, named) in [
        ("32-28 19-23 33-29", "'33-29': *"),
        ("32-28 19-23 28x23", "'28x23': *"),
        ("32-28 19-23 1-1 28x19x23", "'1-1': *"),
        ("32-28 19-23 frob", "'frob': *"),
        ("32-28 19-23 28x19x24", "'28x19x24': *"),
    ] {
        check(
            &["hub"],
            &format!(
                "> pos pos={start} moves=\"{moves}\"
                 < error message=\"{named}\"
                 > go think
                 < done move=28x19x23*"
            ),
        );
    }
}

#[test]
fn clients_write_in_many_ways() {
    let start = NORMAL.start();
    for line in [
        format!("pos  pos = {start}   moves = \"32-28   19-23\" "),
        format!("\tpos moves=\"32-28 19-23\" pos=\"{start}\"\r"),
        "pos start moves=\"32-28 19-23\"".to_owned(),
        "pos moves=\"032-028 19-23\" whatever=7 flag".to_owned(),
        format!("pos pos={start} moves=\"32-28 19-23 28x19 14x23x19 33-28 23x32x28 37x28 18-23\""),
    ] {
        let mut dialogue = Dialogue::start(&["hub"]);
        dialogue.send(line);
        dialogue.follow(
            "> set-param name=eval value=true
             > set-param name=book-margin value=0
             > init now
             < ready
             > level depth=1
             > go think
             < done move=28x19x23*",
        );
        assert_eq!(dialogue.end(), [""; 0]);
    }
}

#[test]
fn lines_that_are_no_text_are_refused() {
    let mut dialogue = Dialogue::start(&["hub"]);
    dialogue.send(b"ping \xff\xfe");
    dialogue.follow("< error message=\"the line is not UTF-8 at byte 5\"");
    dialogue.send(vec![b'x'; 10_000_000]);
    dialogue.follow("< error message=\"the line has 10000001 bytes; the maximum is 1048576\"");
    dialogue.send("x".repeat(1_000_000));
    dialogue.follow("< error message=\"unknown command 'xxx*...'\"");
    dialogue.send("frob \"\u{1b}[2J\"\r");
    dialogue.follow("< error message=\"unknown command 'frob'\"\n > ping\n < pong");
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn the_game_can_change_at_any_time() {
    let [_, russian, _, canadian] = GAMES;
    check(
        &["hub"],
        &format!(
            "{READY}
             > go analyze
             > stop
             > set-param name=variant value=russian
             > set-param name=hash value=2
             > pos pos={}
             > level depth=2
             > set-param name=unheard-of value=\"a b\"
             > go think
             < done move=*
             < done move=2*
             > set-param name=variant value=Canadian
             > pos pos={} moves=\"{} {}\"
             > go think
             < done move=38x27x33*
             > pos pos={}
             < error message=\"a position has 73 letters on this board, not 33\"",
            russian.start(),
            canadian.start(),
            canadian.first,
            canadian.reply,
            russian.start(),
        ),
    );
}

#[test]
fn the_end_of_the_input_ends_everything() {
    let mut dialogue = Dialogue::start(&["hub"]);
    dialogue.follow(&format!("{READY} > go analyze\n < info depth=2 *"));
    let rest = dialogue.end();
    assert!(rest.iter().all(|line| is_report(line) || line.starts_with("done move=")), "{rest:?}");
    let mut dialogue = Dialogue::start(&["hub"]);
    dialogue.follow(&format!("{READY} > go ponder\n < info depth=2 *\n > quit"));
    let rest = dialogue.end();
    assert!(rest.iter().all(|line| is_report(line) || line.starts_with("done move=")), "{rest:?}");
    assert_eq!(run(&["hub"], "ping").output, "pong\n");
    assert_eq!(run(&["hub"], "").output, "");
    assert_eq!(run(&["hub"], "quit\nping\n").output, "");
    assert_eq!(run(&["hub"], "pos pos=W\n").output.lines().count(), 1);
}

/// The moves that are legal in a position, each as its ends and what it takes.
fn legal(fen: &str) -> Vec<Vec<u64>> {
    let listing: Value =
        serde_json::from_str(&run(&["moves", "--json", "--fen", fen], "").output).expect("JSON");
    let numbers = |mv: &Value| {
        let captured = mv["captured"].as_array().expect("a list").iter();
        [&mv["from"], &mv["to"]].into_iter().chain(captured).filter_map(Value::as_u64).collect()
    };
    listing["moves"].as_array().expect("a list").iter().map(numbers).collect()
}

/// The position that these letters and moves lead to is the one of the FEN: the answer is legal there.
#[track_caller]
fn check_reaches(letters: &str, moves: &str, fen: &str) {
    let mut dialogue = Dialogue::start(&["hub"]);
    dialogue.follow(&format!("> pos pos={letters} moves=\"{moves}\"\n > level depth=2\n > go think"));
    let lines = dialogue.until("done");
    let done = argument(&lines[lines.len() - 1], "move=");
    let numbers: Vec<u64> = done.split(['-', 'x']).filter_map(|part| part.parse().ok()).collect();
    assert!(legal(fen).contains(&numbers), "{done} in {fen}: {lines:?}");
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn moves_lead_where_they_lead() {
    check_reaches(
        "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee",
        "38-15 5-41 48-26",
        "W:WK4,25,35,36,K41:BK15,K26",
    );
    // The captured squares come in any order.
    let letters = "WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee";
    check_reaches(letters, "4x15x37x20x13", "B:WK15:B32");
    check_reaches(letters, "4x15x13x32x20", "B:WK15:B37");
}

#[test]
fn what_is_proven_is_reported_with_the_move() {
    check(
        &["hub"],
        "> set-param name=variant value=english
         > set-param name=never-lose value=true
         > init
         < ready
         > pos pos=WWWeeeeeeeeeeeBeeeeeeeeeeeeeeeeee
         > level depth=2
         > go think
         < info depth=* claim=proven-win claim-plies=33 pv=*
         < done move=*",
    );
    check(
        &["hub"],
        "> set-param name=never-lose value=perhaps
         < error message=\"never-lose: expected true or false, not 'perhaps'\"",
    );
}
