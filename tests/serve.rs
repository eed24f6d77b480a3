//! `serve`: what it answers, and what it refuses, over plain sockets.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::program::{Dialogue, is_like, refuse};

/// A server that runs.
struct Server {
    _program: Dialogue,
    host: String,
}

impl Server {
    fn start() -> Self {
        let program = Dialogue::start(&["serve", "--port", "0", "--no-tables", "--hash", "4"]);
        let line = program.line();
        let host = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect("an address");
        Self { host: host.to_owned(), _program: program }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server listens");
        // No answer takes so long: it only guards against hanging.
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        stream
    }

    /// Sends this, and returns all that comes back until the server closes the connection.
    fn send(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("the server reads");
        rest(&mut stream)
    }

    fn get(&self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host))
    }

    fn post_text(&self, path: &str, message: &str) -> String {
        let (host, length) = (&self.host, message.len());
        format!(
            "POST /api/{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{message}"
        )
    }

    fn post(&self, path: &str, message: &str) -> String {
        self.send(&self.post_text(path, message))
    }

    #[track_caller]
    fn check(&self, path: &str, message: &str, expected: &str) {
        let answer = self.post(path, message);
        assert!(is_like(&answer, &expected.replace('…', "*")), "{message}: {answer}");
    }
}

/// What comes until the connection ends. It may end roughly.
fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).expect("text")
}

/// Waits until this text has come.
fn wait_for(stream: &mut TcpStream, text: &str) {
    let (mut seen, mut byte) = (Vec::new(), [0]);
    while !String::from_utf8_lossy(&seen).contains(text) {
        let count = stream.read(&mut byte).expect("the server goes on");
        assert_ne!(count, 0, "no {text} in {}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
}

/// An analysis without end.
const ANALYSIS: &str = r#"{"game":{"variant":"draughts-10"},"id":"a","task":"analyse"}"#;

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = Server::start();
    for (path, kind) in [("/", "text/html"), ("/main.js", "text/javascript"), ("/style.css", "text/css")] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(kind), "{answer}");
        assert!(answer.contains("content-security-policy: default-src 'self'"), "{answer}");
    }
    for path in
        ["/../Cargo.toml", "/%2e%2e/etc/passwd", "//main.js", "/main.js/", "/api/view", "/page/main.js"]
    {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    let other = server.send(&format!("PUT / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.host));
    assert!(other.starts_with("HTTP/1.1 405") && other.contains("only GET and POST are served"), "{other}");
}

#[test]
fn only_its_own_page_is_answered() {
    let server = Server::start();
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:80", ""] {
        let answer = server.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert!(
            answer.starts_with("HTTP/1.1 403") && answer.contains("the address that it printed"),
            "{answer}"
        );
    }
    let message = server.post_text("view", r#"{"game":{"variant":"russian"}}"#);
    let own = format!("Origin: http://{}", server.host);
    for origin in ["Origin: http://evil.example", "Origin: null", "Origin: https://127.0.0.1"] {
        let answer = server.send(&message.replace(&own, origin));
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("only its own page"), "{answer}");
    }
    let form = message.replace("application/json", "text/plain");
    assert!(server.send(&form).starts_with("HTTP/1.1 415"));
    assert!(server.send(&message).starts_with("HTTP/1.1 200"));
}

#[test]
fn beyond_this_machine_the_address_has_a_token() {
    let program = Dialogue::start(&["serve", "--port", "0", "--listen", "0.0.0.0", "--no-tables"]);
    let line = program.line();
    let (address, token) = line.trim_end_matches('/').rsplit_once('/').expect("a token");
    assert_eq!(token.len(), 32, "{line}");
    let host = address.strip_prefix("http://0.0.0.0").map(|port| format!("127.0.0.1{port}")).expect("a port");
    let server = Server { host, _program: program };
    assert!(server.get(&format!("/{token}/")).starts_with("HTTP/1.1 200"));
    let without = server.get("/");
    assert!(without.starts_with("HTTP/1.1 403") && without.contains("token"), "{without}");
    assert!(server.get(&format!("/{}/", "0".repeat(32))).starts_with("HTTP/1.1 403"));
}

#[test]
fn messages_are_checked() {
    let server = Server::start();
    server.check("view", "", "HTTP/1.1 400…EOF while parsing…");
    server.check("view", "{", "HTTP/1.1 400…EOF while parsing…");
    server.check("view", r#"{"game":{"variant":"chess"}}"#, "HTTP/1.1 400…chess…");
    server.check("view", r#"{"game":{"variant":"russian"},"more":1}"#, "HTTP/1.1 400…unknown field…more…");
    server.check("view", r#"{"game":{"variant":"russian","fen":"W:Wz9"}}"#, "HTTP/1.1 400…z9…");
    server.check("view", r#"{"game":{"variant":"russian","moves":["c3-d5"]}}"#, "HTTP/1.1 400…ply 1…");
    server.check(
        "think",
        r#"{"game":{"variant":"russian"},"id":"","task":"play","level":21}"#,
        "HTTP/1.1 400…0 to 20…",
    );
    server.check(
        "think",
        r#"{"game":{"variant":"russian"},"id":"","task":"play","seconds":1e9}"#,
        "HTTP/1.1 400…range…",
    );
    server.check("nothing", "{}", "HTTP/1.1 404…");
    let deep = format!(r#"{{"game":{}"#, "[".repeat(100_000));
    server.check("view", &deep, "HTTP/1.1 400…");
}

#[test]
fn a_huge_body_is_refused_before_it_comes() {
    let server = Server::start();
    let message = server.post_text("view", "").replace("Content-Length: 0", "Content-Length: 1000000000");
    let answer = server.send(&message);
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("at most 2 MiB"), "{answer}");
    let chunked = server.post_text("view", "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let mut stream = server.connect();
    stream.write_all(chunked.as_bytes()).expect("the server reads");
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    // The server stops reading.
    while stream.write_all(chunk.as_bytes()).is_ok() {}
}

#[test]
fn a_slow_client_is_dropped_and_a_thousand_do_not_keep_others_out_for_long() {
    let server = Server::start();
    let mut idle: Vec<_> = (0..1000).map(|_| server.connect()).collect();
    let answer = idle.iter_mut().rev().map(rest).next().expect("a connection");
    assert!(answer.contains("too many connections"), "{answer}");
    let mut first = idle.swap_remove(0);
    first.write_all(b"GET / HT").expect("the server reads");
    assert!(!rest(&mut first).contains("200 OK"));
    drop(idle);
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn moves_are_entered_square_by_square_and_refused_with_a_reason() {
    let server = Server::start();
    let game = |fen: &str| format!(r#""game":{{"variant":"draughts-10","fen":"{fen}"}}"#);
    let enter = |fen: &str, squares: &str, expected: &str| {
        server.check("move", &format!(r#"{{{},"squares":[{squares}]}}"#, game(fen)), expected);
    };
    enter("", "32,28", r#"HTTP/1.1 200…{"played":[{"text":"32-28"…"turn":"black"…"#);
    enter("", "32,31", r#"…{"refused":"'32x31': 31 is occupied"}"#);
    enter("", "32,1000", "…{\"refused\":…}");
    let ambiguous = "W:WK4:B13,20,32,37";
    enter(ambiguous, "4,15", r#"…{"unfinished":[{"text":"4x27x38x15"…{"text":"4x31x42x15"…"#);
    enter(ambiguous, "4,38", r#"…{"played":[{"text":"4x27x38x15"…"#);
    enter(ambiguous, "4,15,42", r#"…"refused"…"#);
    enter("W:WK4:B13,20,32,37", "", r#"…"refused"…"#);
}

#[test]
fn a_level_answers_and_a_draw_is_declined() {
    let server = Server::start();
    let think =
        |task: &str| format!(r#"{{"game":{{"variant":"draughts-6"}},"id":"a","task":"{task}","level":0}}"#);
    server.check("think", &think("play"), "HTTP/1.1 200…text/event-stream…event: done…\"view\":{…");
    server.check("think", &think("hint"), "HTTP/1.1 200…event: line…event: done…\"view\":null…");
    server.check("think", &think("draw"), "HTTP/1.1 200…event: draw…\"accepted\":false…declines…");
}

#[test]
fn many_analyses_wait_their_turn_while_a_game_goes_on() {
    let server = Server::start();
    let start = || {
        let mut stream = server.connect();
        stream.write_all(server.post_text("think", ANALYSIS).as_bytes()).expect("the server reads");
        stream
    };
    let mut running: Vec<_> = (0..2).map(|_| start()).collect();
    running.iter_mut().for_each(|stream| wait_for(stream, "event: line"));
    let mut waiting: Vec<_> = (0..16).map(|_| start()).collect();
    waiting.iter_mut().for_each(|stream| wait_for(stream, "event: waiting"));
    assert!(rest(&mut start()).contains("too many searches are waiting"));
    let play = ANALYSIS.replace("analyse", "play").replace('}', "").replacen(
        "\"draughts-10\"",
        "\"draughts-6\"}",
        1,
    );
    server.check("think", &format!("{play},\"level\":0}}"), "…event: done…");
    // Who leaves makes room.
    drop(running);
    let mut next = waiting.remove(0);
    wait_for(&mut next, "event: line");
}

#[test]
fn the_values_of_moves_and_the_missing_table_are_told() {
    let server = Server::start();
    let lights = |fen: &str| format!(r#"{{"game":{{"variant":"draughts-6","fen":"{fen}"}}}}"#);
    server.check(
        "lights",
        &lights("W:WK1:B8"),
        r#"…{"moves":[{"text":"1x…"value":"win","plies":1}…"missing":""…"#,
    );
    server.check(
        "lights",
        &lights("W:WK1:B10,K18"),
        "…\"missing\":\"Table …remise tables build --variant draughts-6 --pieces 3…",
    );
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start();
    let port = server.host.rsplit(':').next().expect("a port");
    refuse(&["serve", "--port", port], &format!("cannot listen on 127.0.0.1:{port}"));
}
