//! A program that we talk to in lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

/// A running program. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Option<String>>,
    since: Instant,
    said: usize,
}

/// Why a program says nothing.
pub(crate) enum Silence {
    /// It was waited for so long.
    TooLong(Duration),
    /// It has ended.
    Ended(String),
    /// It says so much that nobody can find what matters.
    Flood,
}

/// Bytes that a program may say while it thinks about a move, and in a line.
const MOST: usize = 4 << 20;
/// Lines that wait to be read: a program that says more has to wait.
const WAITING: usize = 1024;

/// Hands on what a program says, line by line, until it ends. None: a line that is too long for anybody.
fn forward(output: impl Read, lines: &Sender<Option<String>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MOST as u64).read_until(b'\n', &mut line);
        if read.is_err() || line.is_empty() {
            return;
        }
        let is_endless = line.len() == MOST;
        // Names in other encodings are no reason not to play.
        let text = (!is_endless).then(|| String::from_utf8_lossy(&line).trim_end().to_owned());
        if lines.send(text).is_err() || is_endless {
            return;
        }
    }
}

impl Process {
    /// Starts a program. An error is a line of text.
    pub(crate) fn start(words: &[String]) -> Result<Self, String> {
        let (program, arguments) = words.split_first().ok_or("there is no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("cannot start {program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot talk to {program}"));
        };
        let (sender, lines) = bounded(WAITING);
        thread::spawn(move || forward(output, &sender));
        Ok(Self { child, input, lines, since: Instant::now(), said: 0 })
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_none())
    }

    /// Time and the amount of what is said count from now on.
    pub(crate) fn listen(&mut self) {
        self.since = Instant::now();
        self.said = 0;
    }

    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// The next line that comes within this time.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, Silence> {
        let waited = self.since.elapsed();
        let left = patience.checked_sub(waited).ok_or(Silence::TooLong(waited))?;
        match self.lines.recv_timeout(left) {
            Ok(line) => {
                self.said += line.as_ref().map_or(MOST, |line| line.len() + 1);
                line.filter(|_| self.said < MOST).ok_or(Silence::Flood)
            }
            Err(RecvTimeoutError::Timeout) => Err(Silence::TooLong(self.since.elapsed())),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended(self.end())),
        }
    }

    /// How the program has ended, when it cannot be talked to any more.
    pub(crate) fn end(&mut self) -> String {
        // The output closes a moment before the program is gone. One that goes on without is of no use.
        let tries = std::iter::repeat_with(|| self.child.try_wait().ok().flatten()).take(20);
        let ended = tries.inspect(|_| thread::sleep(Duration::from_millis(5))).find_map(|status| status);
        ended.map_or_else(|| "it has closed its end".to_owned(), |status| format!("it has ended: {status}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already, and may not listen: nothing is said that it would have to read.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
