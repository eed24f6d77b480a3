//! Games over DXP: the program against a partner that the test plays, and against itself.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv6Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::program::{Dialogue, Run, refuse, run};

/// No answer takes so long: it only guards against hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that listens, and its port.
struct Server {
    dialogue: Dialogue,
    port: u16,
}

impl Server {
    #[track_caller]
    fn start(words: &[&str]) -> Self {
        let fixed = ["dxp", "--port", "0", "--json", "--no-tables", "--hash", "1", "--delay", "0"];
        let dialogue = Dialogue::start(&[&fixed, words].concat());
        let line: Value = serde_json::from_str(&dialogue.line()).expect("JSON");
        let address = line["listening"][0].as_str().expect("an address").to_owned();
        let port = address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        Self { dialogue, port }
    }

    #[track_caller]
    fn partner(&self) -> Partner {
        Partner::connect(self.port)
    }

    /// The next report of a game: its result, its plies and its reason.
    #[track_caller]
    fn game(&self) -> (String, u64, String) {
        let line = self.dialogue.until("{\"game\"").pop().expect("a line");
        let line: Value = serde_json::from_str(&line).expect("JSON");
        let text = |key: &str| line[key].as_str().expect("text").to_owned();
        (text("result"), line["plies"].as_u64().expect("a number"), text("reason"))
    }
}

/// A partner, played by the test.
struct Partner {
    stream: TcpStream,
    bytes: Vec<u8>,
}

impl Partner {
    #[track_caller]
    fn connect(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("somebody listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        stream.set_nodelay(true).expect("the option");
        Self { stream, bytes: Vec::new() }
    }

    #[track_caller]
    fn send(&mut self, messages: &[&str]) {
        let bytes: String = messages.iter().map(|message| format!("{message}\0")).collect();
        self.stream.write_all(bytes.as_bytes()).expect("the program listens");
    }

    /// The next message.
    #[track_caller]
    fn hear(&mut self) -> String {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == 0) {
                let message: Vec<u8> = self.bytes.drain(..=end).collect();
                return String::from_utf8(message[..end].to_vec()).expect("ASCII");
            }
            let mut bytes = [0; 256];
            let count = self.stream.read(&mut bytes).expect("the program answers");
            assert!(count > 0, "the connection is closed");
            self.bytes.extend(&bytes[..count]);
        }
    }

    /// Says something, and expects an answer that begins like this.
    #[track_caller]
    fn ask(&mut self, messages: &[&str], beginning: &str) -> String {
        self.send(messages);
        let answer = self.hear();
        assert!(answer.starts_with(beginning), "{messages:?}: {answer}");
        answer
    }

    /// Expects that the program closes the connection.
    #[track_caller]
    fn end(mut self) {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        }
    }
}

fn request(color: char, rest: &str) -> String {
    format!("R01{:32}{color}{rest}", "the test")
}

const OPENING_MOVES: [&str; 2] = ["M0000322800", "M0000192300"];

#[test]
fn a_follower_plays_several_games_on_one_connection() {
    let server = Server::start(&["--name", "Tester"]);
    let mut partner = server.partner();
    let accepted = format!("A{:32}0", "Tester");
    partner.ask(&["Chello", &request('W', "000000A")], &accepted);
    let first = partner.hear();
    assert!(first.starts_with('M') && first.len() == 11, "{first}");
    partner.ask(&["B001W"], "K0");
    assert!(partner.hear().starts_with('M'), "it plays on from where it was");
    assert_eq!(partner.ask(&["E00"], "E"), "E00");
    assert_eq!(server.game(), ("*".to_owned(), 1, "abandoned".to_owned()));
    // The normal position may be sent too, and both messages in one segment.
    let squares = format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20));
    partner.ask(&[&request('Z', &format!("000075BW{squares}")), OPENING_MOVES[0]], &accepted);
    assert!(partner.hear().starts_with('M'));
    assert_eq!(partner.ask(&["E10"], "E"), "E00");
    assert_eq!(server.game(), ("0-2".to_owned(), 2, "resignation".to_owned()));
    partner.ask(&["R02future"], "A");
    partner.ask(&["E01"], "E01");
    partner.end();
    assert_eq!(server.dialogue.end(), [""; 0]);
}

#[test]
fn messages_in_pieces_are_put_together() {
    let server = Server::start(&[]);
    let mut partner = server.partner();
    for byte in format!("{}\0{}\0", request('Z', "000000A"), OPENING_MOVES[0]).bytes() {
        partner.stream.write_all(&[byte]).expect("the program listens");
    }
    assert!(partner.hear().starts_with('A') && partner.hear().starts_with('M'));
}

#[test]
fn a_partner_can_come_back_after_the_connection_was_lost() {
    let server = Server::start(&[]);
    for plies in [1, 0, 1] {
        let mut partner = server.partner();
        let color = if plies == 1 { 'W' } else { 'Z' };
        partner.ask(&[&request(color, "000000A")], "A");
        if plies == 1 {
            assert!(partner.hear().starts_with('M'));
        }
        drop(partner);
        assert_eq!(server.game(), ("*".to_owned(), plies, "abandoned".to_owned()));
    }
    server.partner().ask(&["E01"], "E01");
    server.dialogue.end();
}

#[test]
fn a_program_that_stays_listens_again_after_the_last_game() {
    let server = Server::start(&["--stay"]);
    for _ in 0..2 {
        let mut partner = server.partner();
        partner.ask(&[&request('Z', "000000A")], "A");
        partner.ask(&["E01"], "E01");
        partner.end();
    }
}

/// The side that closes first keeps the port for a while, which must not matter.
#[test]
fn the_port_can_be_used_again_at_once() {
    let server = Server::start(&[]);
    let mut partner = server.partner();
    partner.ask(&["E01"], "E01");
    server.dialogue.end();
    partner.end();
    let port = server.port.to_string();
    let again = Dialogue::start(&["dxp", "--port", &port, "--json", "--no-tables"]);
    assert!(again.line().contains("listening"));
}

#[test]
fn a_silent_partner_makes_room_for_the_next_one() {
    let server = Server::start(&["--patience", "0.3"]);
    // It says nothing, not even a whole message, or never answers.
    for messages in [&b""[..], b"R01", b"Chello\0", format!("{}\0", request('W', "000000A")).as_bytes()] {
        let mut partner = server.partner();
        partner.stream.write_all(messages).expect("the program listens");
        partner.end();
    }
    server.partner().ask(&[&request('W', "000000A")], "A");
}

#[test]
fn while_one_plays_another_one_waits() {
    let server = Server::start(&[]);
    let mut first = server.partner();
    first.ask(&[&request('Z', "000000A")], "A");
    let mut second = server.partner();
    second.send(&[&request('Z', "000000A")]);
    first.ask(&[OPENING_MOVES[0]], "M");
    drop(first);
    assert!(second.hear().starts_with('A'));
}

#[test]
fn what_makes_no_sense_does_no_harm() {
    let server = Server::start(&[]);
    let mut partner = server.partner();
    partner.stream.write_all(&vec![b'R'; 1 << 20]).expect("the program listens");
    partner.stream.write_all(&[0; 1000]).expect("the program listens");
    let mut seed: u64 = 7;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let requests = [request('Z', "000075A"), request('W', "000001A")];
    for round in 0..300 {
        let texts =
            [&requests[round % 2], OPENING_MOVES[0], "B001W", "K0", "E00", "Chi", "M001205250422122320"];
        let mut bytes = texts[random(texts.len())].as_bytes().to_vec();
        let place = random(bytes.len());
        match random(3) {
            0 => bytes[place] = random(256) as u8,
            1 => bytes.truncate(place),
            _ => bytes.insert(place, random(256) as u8),
        }
        bytes.push(0);
        // A message may have asked for the end.
        if partner.stream.write_all(&bytes).is_err() {
            partner = server.partner();
        }
        let _ = partner.stream.set_nonblocking(true);
        while matches!(partner.stream.read(&mut [0; 256]), Ok(1..)) {}
        let _ = partner.stream.set_nonblocking(false);
    }
    drop(partner);
    let mut partner = server.partner();
    partner.ask(&[&request('Z', "000000A")], "A");
    partner.ask(&[OPENING_MOVES[0]], "M");
}

#[test]
fn it_listens_at_the_address_that_it_is_told() {
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        return;
    }
    let server = Server::start(&["--listen", "::1"]);
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_err());
    let address: IpAddr = Ipv6Addr::LOCALHOST.into();
    let mut stream = TcpStream::connect((address, server.port)).expect("it listens");
    stream.write_all(b"E01\0").expect("it listens");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers");
    assert_eq!(answer, b"E01\0");
}

#[test]
fn what_cannot_work_is_refused() {
    refuse(&["dxp", "--variant", "draughts-8"], "--variant: DXP has no positions of");
    refuse(&["dxp", "--games", "2"], "--initiator");
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    refuse(&["dxp", "--port", &port, "--no-tables"], &port);
    drop(taken);
    refuse(&["dxp", "--initiator", "--openings", "/no/such/file"], "/no/such/file");
}

fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may never have been there.
    let _ = fs::remove_file(&path);
    path
}

/// An ending that takes a few moves, and a start.
fn openings() -> String {
    let path = fresh("dxp-openings.fen");
    fs::write(&path, "W:W28,33,38,K40:B3,10,18,K5\nB:WK50,45:BK1\n").expect("it can be written");
    path.display().to_string()
}

/// What an initiator prints for four games, and what is in its file.
#[track_caller]
fn check_games(lines: &[Value], file: &Path) {
    let games: Vec<_> = lines.iter().filter(|line| line["game"].is_number()).collect();
    assert_eq!(games.len(), 4, "{lines:?}");
    for (number, game) in games.iter().enumerate() {
        let (white, black) =
            if number % 2 == 0 { ("Initiator", "Follower") } else { ("Follower", "Initiator") };
        assert_eq!((&game["white"], &game["black"]), (&white.into(), &black.into()));
        let reason = game["reason"].as_str().expect("a reason");
        assert!(matches!(reason, "no-move" | "repetition" | "move-count"), "{game}");
    }
    assert_eq!(lines.last().expect("a summary")["games"], 4);
    let text = fs::read_to_string(file).expect("the games");
    assert_eq!(text.matches("[SetUp \"1\"]").count(), 4, "{text}");
    assert_eq!(text.matches("[FEN \"B:W45,K50:BK1\"]").count(), 2, "{text}");
}

fn json(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

const PLAYER: [&str; 6] = ["--json", "--no-tables", "--hash", "1", "--delay", "0"];
const GAMES: [&str; 7] = ["--initiator", "--name", "Initiator", "--games", "4", "--minutes", "0"];

#[test]
fn whole_games_end_by_the_rules_when_the_follower_listens() {
    let server = Server::start(&["--name", "Follower"]);
    let (file, openings, port) = (fresh("dxp-follower.pdn"), openings(), server.port.to_string());
    let out = file.display().to_string();
    let words = ["dxp", "--connect", "localhost", "--port", &port, "--out", &out, "--openings", &openings];
    let Run { output, errors, code, .. } = run(&[&words[..], &PLAYER, &GAMES].concat(), "");
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    let lines = json(&output);
    check_games(&lines, &file);
    // The follower tells the same.
    let theirs = server.dialogue.end();
    let theirs: Vec<Value> = theirs.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let results = |lines: &[Value]| -> Vec<_> {
        lines.iter().filter(|line| line["game"].is_number()).map(|line| line["result"].clone()).collect()
    };
    assert_eq!(results(&theirs), results(&lines));
}

#[test]
fn whole_games_end_by_the_rules_when_the_initiator_listens() {
    let (file, openings) = (fresh("dxp-initiator.pdn"), openings());
    let out = file.display().to_string();
    let server = Server::start(&[&GAMES[..], &["--out", &out, "--openings", &openings]].concat());
    let port = server.port.to_string();
    let follower = thread::spawn(move || {
        let words = ["dxp", "--connect", "127.0.0.1", "--port", &port, "--name", "Follower"];
        run(&[&words[..], &PLAYER].concat(), "")
    });
    let lines = server.dialogue.until("{\"games\"");
    let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    check_games(&lines, &file);
    assert_eq!(follower.join().expect("it runs").code, Some(0));
    server.dialogue.end();
}

#[test]
fn an_initiator_asks_again_after_the_connection_was_lost() {
    let server = Server::start(&["--initiator", "--games", "2", "--minutes", "0"]);
    let accepted = format!("A{:32}0", "the test");
    let mut partner = server.partner();
    assert!(partner.hear().starts_with("R01Remise"));
    partner.ask(&[&accepted], "M");
    drop(partner);
    assert_eq!(server.game().2, "abandoned");
    let mut partner = server.partner();
    let request = partner.hear();
    assert_eq!(&request[35..], "W000000A");
    partner.ask(&[&accepted, OPENING_MOVES[0]], "M");
    partner.ask(&["E10"], "E01");
    partner.end();
    assert_eq!(server.game().2, "resignation");
    assert!(server.dialogue.end()[0].starts_with("{\"games\":2"));
}

#[test]
fn the_user_can_chat_and_ask_to_go_back() {
    let mut server = Server::start(&[]);
    let mut partner = server.partner();
    partner.ask(&[&request('W', "000000A")], "A");
    assert!(partner.hear().starts_with('M'));
    server.dialogue.send("chat good luck");
    assert_eq!(partner.hear(), "Cgood luck");
    server.dialogue.send("back 1 white");
    assert_eq!(partner.hear(), "B001W");
    partner.send(&["K0"]);
    assert!(partner.hear().starts_with('M'));
    partner.send(&["Cthanks"]);
    assert!(server.dialogue.until("{\"chat\"").last().expect("a line").contains("thanks"));
    server.dialogue.send("quit");
    partner.end();
}

/// A match of the built-in engine against the program, which listens.
#[test]
fn a_match_is_played_against_a_program_that_listens() {
    let server = Server::start(&[]);
    let engine = format!("dxp:127.0.0.1:{},minutes=0", server.port);
    let words = ["match", "self:nodes=100", &engine, "--games", "4", "--openings", &openings(), "--json"];
    let Run { output, errors, code, .. } =
        run(&[&words[..], &["--patience", "60", "--hash", "1"]].concat(), "");
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    let lines = json(&output);
    assert_eq!(lines.len(), 5, "{output}");
    for line in &lines[..4] {
        assert_eq!(line["fault"], Value::Null, "{line}");
        assert_eq!(server.game().0, line["result"], "both tell the same: {line}");
    }
}

/// A follower that accepts a game and then says these messages whenever it is its turn.
#[track_caller]
fn against_messages(messages: &'static [&'static str]) -> Value {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let follower = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a partner");
        let mut partner = Partner { stream, bytes: Vec::new() };
        partner.hear();
        partner.send(&[&format!("A{:32}0", "the test")]);
        partner.send(messages);
        // The rest does not matter.
        let _ = partner.stream.read_to_end(&mut Vec::new());
    });
    let engine = format!("dxp:localhost:{port},minutes=0");
    let words = ["match", &engine, "self:nodes=10", "--games", "1", "--ballots", "0", "--json"];
    let Run { output, code, .. } =
        run(&[&words[..], &["--patience", "0.3", "--tolerance", "0"]].concat(), "");
    assert_eq!(code, Some(0));
    follower.join().expect("it plays");
    json(&output).swap_remove(0)
}

#[test]
fn an_engine_that_ends_the_game_gets_the_result_that_it_declares() {
    for (end, result, reason) in [("E10", "0-2", "resignation"), ("E20", "1-1", "claim")] {
        let game = against_messages(match end {
            "E10" => &["Csorry", "E10"],
            _ => &["E20"],
        });
        assert_eq!((&game["result"], &game["reason"]), (&result.into(), &reason.into()));
        assert_eq!(game["fault"], Value::Null);
    }
}

#[test]
fn an_engine_that_breaks_the_rules_of_the_protocol_loses() {
    for (messages, reason) in [
        (&["M0000313200"][..], "illegal-move"),
        (&["M00003"], "crash"),
        (&["E00"], "abandoned"),
        (&["E30"], "abandoned"),
        (&["nonsense", "", "A", "B001W", "K0"], "hang"),
    ] {
        let game = against_messages(messages);
        assert_eq!((&game["result"], &game["reason"]), (&"0-2".into(), &reason.into()), "{messages:?}");
        assert!(game["fault"].as_str().is_some_and(|fault| fault.starts_with("white: ")), "{game}");
    }
}
