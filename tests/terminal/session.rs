//! The program in a terminal of 80 columns.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};

use crate::program::cache_home;

/// Nothing takes so long: it only guards against hanging.
const PATIENCE: Duration = Duration::from_secs(120);
const ROWS: NonZero<u16> = NonZero::new(60).expect("some rows");
const COLUMNS: NonZero<u16> = NonZero::new(80).expect("some columns");

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Colors,
    /// `NO_COLOR` is set.
    NoColors,
    /// Neither colors nor Unicode.
    Ascii,
}

/// A running program and what its terminal shows.
pub(super) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    /// Keeps the terminal open when the program has ended.
    slave: Option<Box<dyn SlavePty + Send>>,
    modes_before: String,
    keys: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// All bytes that were shown, as text.
    shown: String,
    /// How much of it was waited for.
    seen: usize,
}

impl Terminal {
    #[track_caller]
    pub(super) fn start(words: &[&str], look: Look) -> Self {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), ..PtySize::default() };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_remise"));
        command.args(words);
        command.cwd(env!("CARGO_TARGET_TMPDIR"));
        command.env("XDG_CACHE_HOME", cache_home());
        for name in ["RUST_LOG", "NO_COLOR", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LANG", if look == Look::Ascii { "C" } else { "en_US.UTF-8" });
        if look == Look::NoColors {
            command.env("NO_COLOR", "1");
        }
        let modes_before = modes(&*pair.master);
        let bytes = bytes(pair.master.try_clone_reader().expect("the terminal can be read"));
        Self {
            child: pair.slave.spawn_command(command).expect("the program starts"),
            keys: pair.master.take_writer().expect("the terminal takes keys"),
            master: pair.master,
            slave: Some(pair.slave),
            modes_before,
            bytes,
            screen: vt100::Parser::new(ROWS, COLUMNS, 0),
            shown: String::new(),
            seen: 0,
        }
    }

    /// Presses keys, such as `\r` for Enter or `\x1b[A` for the arrow up.
    #[track_caller]
    pub(super) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Waits for a text after the last one that was waited for, and returns what came before it.
    #[track_caller]
    pub(super) fn expect(&mut self, text: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some(place) = self.shown[self.seen..].find(text) {
                let before = self.shown[self.seen..self.seen + place].to_owned();
                self.seen += place + text.len();
                return before;
            }
            match self.bytes.recv_timeout(PATIENCE.saturating_sub(began.elapsed())) {
                Ok(bytes) => self.show(&bytes),
                Err(error) => panic!("{error}: no {text:?} in\n{}", self.shown),
            }
        }
    }

    /// Types a line, and waits for an answer with this text.
    #[track_caller]
    pub(super) fn say(&mut self, line: &str, answer: &str) -> String {
        self.press(&format!("{line}\r"));
        // The end of the line that was typed.
        self.expect("\r\n");
        self.expect(answer)
    }

    fn show(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        self.shown.push_str(&String::from_utf8_lossy(bytes));
    }

    /// What the screen shows.
    pub(super) fn screen(&self) -> String {
        let mut text = String::new();
        for row in self.screen.screen().rows(0, COLUMNS.get()) {
            let _ = writeln!(text, "{}", row.trim_end());
        }
        text
    }

    /// Kills the program by a signal that it can obey, and waits for its end.
    #[track_caller]
    pub(super) fn kill(mut self) {
        self.child.kill().expect("the program is running");
        self.end();
    }

    /// Waits for the end of the program, checks that the terminal is as it was before, and returns all that was
    /// shown.
    #[track_caller]
    pub(super) fn end(mut self) -> String {
        let (sender, ended) = channel();
        let mut child = self.child;
        // A test that has failed does not listen.
        thread::spawn(move || drop(sender.send(child.wait())));
        let status = ended.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no end of\n{}", self.shown));
        status.expect("the program has ended");
        assert_eq!(modes(&*self.master), self.modes_before, "the modes of the terminal");
        drop(self.slave.take());
        loop {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Disconnected) => return self.shown,
                Err(RecvTimeoutError::Timeout) => panic!("the terminal stays open:\n{}", self.shown),
            }
        }
    }
}

/// Whether the terminal edits and shows what is typed, and so on.
fn modes(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios().expect("a terminal has modes"))
}

/// What the program shows. The channel closes when the terminal does.
fn bytes(mut terminal: Box<dyn Read + Send>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = terminal.read(&mut buffer) {
            // A test that has failed does not listen.
            let _ = sender.send(buffer[..count].to_vec());
        }
    });
    receiver
}
