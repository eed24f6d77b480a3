//! What programs that play over DXP send, and how it arrives.

use remise_protocol::dxp::{
    Acceptance, BackAnswer, BackRequest, Error, GameEnd, GameRequest, Inbox, Kind, LONGEST, Message, Move,
    Reason, Side, Start, TooLong, Verdict,
};

use super::dice::Dice;

/// Reads a text, and writes it again.
#[track_caller]
fn check(text: &str, expected: &Message) {
    assert_eq!(Message::parse(text.as_bytes()).as_ref(), Ok(expected), "{text}");
    assert_eq!(expected.to_string(), text);
}

#[track_caller]
fn check_error(text: &str, kind: Option<Kind>, expected: &str) {
    let error = Message::parse(text.as_bytes()).expect_err(text);
    assert_eq!((error.kind(), error.to_string().as_str()), (kind, expected), "{text}");
}

fn capture(seconds: u16, from: u8, to: u8, captured: &[u8]) -> Message {
    Message::Move(Move { seconds, from, to, captured: captured.to_vec() })
}

fn request(name: &str, follower: Side, start: Start) -> Message {
    Message::GameRequest(GameRequest { name: name.to_owned(), follower, minutes: 3, moves: 75, start })
}

const INITIAL: &str = "zzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn a_request_has_a_name_a_color_the_time_the_moves_and_a_start() {
    check("R01Scan 3.1                        Z003075A", &request("Scan 3.1", Side::Black, Start::Initial));
    let position = Start::Position { turn: Side::White, squares: INITIAL.to_owned() };
    let text = format!("R01Program C                       W003075BW{INITIAL}");
    check(&text, &request("Program C", Side::White, position));
    let kings = format!("{}WeZeewzezw", "e".repeat(40));
    let position = Start::Position { turn: Side::Black, squares: kings.clone() };
    check(&format!("R01{:32}Z003075BZ{kings}", "x"), &request("x", Side::Black, position));
}

#[test]
fn an_answer_to_a_request_has_a_name_and_a_code() {
    let name = || "Remise".to_owned();
    for (code, verdict) in
        [Verdict::Accepted, Verdict::WrongVersion, Verdict::NotThisGame, Verdict::NoGame].iter().enumerate()
    {
        let answer = Message::Acceptance(Acceptance { name: name(), verdict: *verdict });
        check(&format!("ARemise                          {code}"), &answer);
    }
}

/// The first two are the samples of the protocol's description.
#[test]
fn a_move_has_the_time_both_squares_and_the_captured_ones() {
    check("M0012061100", &capture(12, 6, 11, &[]));
    check("M001205250412202223", &capture(12, 5, 25, &[12, 20, 22, 23]));
    check("M0001322800", &capture(1, 32, 28, &[]));
    check("M999950010146", &capture(9999, 50, 1, &[46]));
}

#[test]
fn captured_squares_come_in_any_order() {
    assert_eq!(Message::parse(b"M001205250422122320"), Ok(capture(12, 5, 25, &[12, 20, 22, 23])));
}

#[test]
fn the_end_of_a_game_has_a_reason_and_a_stop_code() {
    let reasons = [Reason::Unspecified, Reason::Loss, Reason::Draw, Reason::Win];
    for (number, reason) in reasons.into_iter().enumerate() {
        check(&format!("E{number}0"), &Message::GameEnd(GameEnd { reason, stop: false }));
        check(&format!("E{number}1"), &Message::GameEnd(GameEnd { reason, stop: true }));
    }
}

#[test]
fn moves_are_taken_back_up_to_a_number_and_a_side() {
    check("B005Z", &Message::BackRequest(BackRequest { number: 5, side: Side::Black }));
    check("B001W", &Message::BackRequest(BackRequest { number: 1, side: Side::White }));
    check("K0", &Message::BackAnswer(BackAnswer::Agreed));
    check("K1", &Message::BackAnswer(BackAnswer::Unsupported));
    check("K2", &Message::BackAnswer(BackAnswer::NotNow));
}

#[test]
fn chat_is_any_text_and_written_in_ascii_up_to_the_limit() {
    check("C", &Message::Chat(String::new()));
    check("C  hello ", &Message::Chat("  hello ".to_owned()));
    assert_eq!(Message::parse(b"Cd\xe9j\xe0"), Ok(Message::Chat("d\u{e9}j\u{e0}".to_owned())));
    assert_eq!(Message::Chat("d\u{e9}j\u{e0}\nvu\0\u{1b}".to_owned()).to_string(), "Cd?j??vu??");
    assert_eq!(Message::Chat("x".repeat(500)).to_string(), format!("C{}", "x".repeat(126)));
}

#[test]
fn a_name_is_cut_and_never_begins_with_a_blank() {
    let answer = |name: &str| {
        Message::Acceptance(Acceptance { name: name.to_owned(), verdict: Verdict::Accepted }).to_string()
    };
    assert_eq!(answer(&"x".repeat(40)), format!("A{}0", "x".repeat(32)));
    assert_eq!(answer(" x"), format!("A{:32}0", "x"));
    assert_eq!(answer(""), format!("A{:32}0", "?"));
}

#[test]
fn blanks_after_a_message_are_ignored() {
    assert_eq!(
        Message::parse(b"E00 \r\n"),
        Ok(Message::GameEnd(GameEnd { reason: Reason::Unspecified, stop: false }))
    );
}

#[test]
fn another_version_is_told_from_other_errors() {
    for text in ["R02Program C                       Z003075A", "R02", "R  whatever a later version says"] {
        assert_eq!(Message::parse(text.as_bytes()), Err(Error::Version), "{text}");
    }
}

#[test]
fn an_error_names_the_message_and_the_part() {
    check_error("", None, "the message is empty");
    check_error("x", None, "unknown type of message 'x'");
    check_error("\u{7f}", None, "unknown type of message '\\x7f'");
    let request = |rest: &str| format!("R01{:32}{rest}", "x");
    for (rest, part) in [
        ("", "the name is missing or wrong"),
        ("B003075A", "the color is missing or wrong"),
        ("Z 03075A", "the time is missing or wrong"),
        ("Z003-75A", "the number of moves is missing or wrong"),
        ("Z003075", "the start is missing or wrong"),
        ("Z003075C", "the start is missing or wrong"),
        ("Z003075B", "the side to move is missing or wrong"),
        ("Z003075BBzz", "the side to move is missing or wrong"),
        ("Z003075BWzz", "the position is missing or wrong"),
        ("Z003075A0", "too many characters"),
    ] {
        check_error(&request(rest), Some(Kind::GameRequest), &format!("GAMEREQ: {part}"));
    }
    let bad = format!("Z003075BW{}x", &INITIAL[1..]);
    check_error(&request(&bad), Some(Kind::GameRequest), "GAMEREQ: the position is missing or wrong");
    check_error("R0", Some(Kind::GameRequest), "GAMEREQ: the version is missing or wrong");
    check_error("Ashort", Some(Kind::Acceptance), "GAMEACC: the name is missing or wrong");
    check_error(&format!("A{:32}4", "x"), Some(Kind::Acceptance), "GAMEACC: the code is missing or wrong");
    for (text, part) in [
        ("M", "the time is missing or wrong"),
        ("M00x0322800", "the time is missing or wrong"),
        ("M0000002800", "the origin is missing or wrong"),
        ("M0000325100", "the destination is missing or wrong"),
        ("M000032", "the destination is missing or wrong"),
        ("M00003228", "the number of captured pieces is missing or wrong"),
        ("M000032280211", "a captured piece is missing or wrong"),
        ("M00003228010", "a captured piece is missing or wrong"),
        ("M000032280111x", "too many characters"),
    ] {
        check_error(text, Some(Kind::Move), &format!("MOVE: {part}"));
    }
    check_error("E", Some(Kind::GameEnd), "GAMEEND: the reason is missing or wrong");
    check_error("E40", Some(Kind::GameEnd), "GAMEEND: the reason is missing or wrong");
    check_error("E02", Some(Kind::GameEnd), "GAMEEND: the stop code is missing or wrong");
    check_error("B000W", Some(Kind::BackRequest), "BACKREQ: the number of the move is missing or wrong");
    check_error("B005", Some(Kind::BackRequest), "BACKREQ: the side to move is missing or wrong");
    check_error("K3", Some(Kind::BackAnswer), "BACKACC: the code is missing or wrong");
}

#[test]
fn messages_arrive_together_and_in_pieces() {
    let stream = b"R01x\0M0001322800\0\0E00\0C";
    let expected: Vec<_> = [&b"R01x"[..], b"M0001322800", b"", b"E00"].map(|it| Ok(it.to_vec())).into();
    for size in 1..=stream.len() {
        let mut inbox = Inbox::default();
        let mut messages = Vec::new();
        for bytes in stream.chunks(size) {
            messages.extend(inbox.push(bytes));
        }
        assert_eq!(messages, expected, "in pieces of {size}");
        assert_eq!(inbox.waiting(), 1);
    }
}

#[test]
fn a_message_that_is_too_long_is_dropped_and_the_next_one_is_read() {
    let longest = vec![b'C'; LONGEST];
    for surplus in [1, 2, 1_000_000] {
        let mut inbox = Inbox::default();
        for bytes in vec![b'C'; LONGEST + surplus].chunks(1000) {
            assert_eq!(inbox.push(bytes).count(), 0);
            assert!(inbox.waiting() <= LONGEST);
        }
        assert_eq!(inbox.push(b"\0E00\0").collect::<Vec<_>>(), [Err(TooLong), Ok(b"E00".to_vec())]);
        assert_eq!(inbox.push(&longest).count(), 0);
        assert_eq!(inbox.push(b"\0").collect::<Vec<_>>(), [Ok(longest.clone())]);
    }
}

/// Whatever arrives, nothing breaks, and what is understood is written as a message of the protocol.
#[test]
fn damaged_messages_do_no_harm() {
    const ROUNDS: usize = 50_000;
    let messages = [
        format!("R01Scan 3.1                        Z003075BW{INITIAL}"),
        "R01Scan 3.1                        Z003075A".to_owned(),
        "ARemise                          0".to_owned(),
        "M001205250422122320".to_owned(),
        "M0001322800".to_owned(),
        "E00".to_owned(),
        "B005Z".to_owned(),
        "K0".to_owned(),
        "Chello".to_owned(),
    ];
    let mut dice = Dice::new(6);
    let mut understood = 0;
    for round in 0..ROUNDS {
        let mut bytes = messages[round % messages.len()].clone().into_bytes();
        for _ in 0..=dice.below(3) {
            damage(&mut bytes, &mut dice);
        }
        if let Ok(message) = Message::parse(&bytes) {
            let written = message.to_string();
            assert!((1..=LONGEST).contains(&written.len()), "{written}");
            assert!(written.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{written}");
            let again = Message::parse(written.as_bytes()).expect("a message");
            assert_eq!(again.to_string(), written);
            understood += 1;
        }
    }
    assert!((ROUNDS / 20..ROUNDS / 2).contains(&understood), "{understood}");
}

fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let place = dice.below(bytes.len() as u64 + 1) as usize;
    match dice.below(4) {
        0 => bytes.insert(place, dice.below(256) as u8),
        1 => bytes.truncate(place),
        2 if place < bytes.len() => bytes[place] = b"0159WZBAe x"[dice.below(11) as usize],
        _ if place < bytes.len() => drop(bytes.remove(place)),
        _ => bytes.extend_from_slice(b"00"),
    }
}
