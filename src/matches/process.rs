//! A program that reads and writes lines of text.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Option<String>>,
    since: Instant,
    /// The number of bytes that it wrote since then.
    written: usize,
}

/// Why there is no line to read.
pub(crate) enum ReadError {
    /// None came in this time.
    Timeout(Duration),
    /// The program has ended.
    Ended(String),
    /// The program wrote too much.
    Flood,
}

/// The bytes that a program may write in a line, and while it thinks about a move.
const MOST_BYTES: usize = 4 << 20;
/// The number of lines that may wait to be read. A program that writes more has to wait.
const QUEUE: usize = 1024;

/// Sends the lines that a program writes until it ends. Sends `None` for a line that is too long.
fn forward(output: impl Read, lines: &Sender<Option<String>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MOST_BYTES as u64).read_until(b'\n', &mut line);
        if read.is_err() || line.is_empty() {
            return;
        }
        let is_endless = line.len() == MOST_BYTES;
        // A name in another encoding does no harm.
        let text = (!is_endless).then(|| String::from_utf8_lossy(&line).trim_end().to_owned());
        if lines.send(text).is_err() || is_endless {
            return;
        }
    }
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns why it cannot be started.
    pub(crate) fn start(words: &[String]) -> Result<Self, String> {
        let (program, arguments) = words.split_first().ok_or("the command is empty")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("cannot start {program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot connect to {program}"));
        };
        let (sender, lines) = bounded(QUEUE);
        let process = Self { child, input, lines, since: Instant::now(), written: 0 };
        let reader = thread::Builder::new().spawn(move || forward(output, &sender));
        reader.map_err(|error| format!("cannot start a thread for {program}: {error}"))?;
        Ok(process)
    }

    /// Returns whether the program has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_none())
    }

    /// Starts to count the time and the amount of output.
    pub(crate) fn listen(&mut self) {
        self.since = Instant::now();
        self.written = 0;
    }

    /// Writes a line to the program.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Waits for the next line, at most this long since [`Process::listen`].
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, ReadError> {
        let waited = self.since.elapsed();
        let left = patience.checked_sub(waited).ok_or(ReadError::Timeout(waited))?;
        match self.lines.recv_timeout(left) {
            Ok(line) => {
                self.written += line.as_ref().map_or(MOST_BYTES, |line| line.len() + 1);
                line.filter(|_| self.written < MOST_BYTES).ok_or(ReadError::Flood)
            }
            Err(RecvTimeoutError::Timeout) => Err(ReadError::Timeout(self.since.elapsed())),
            Err(RecvTimeoutError::Disconnected) => Err(ReadError::Ended(self.end())),
        }
    }

    /// Describes how the program ended, when it cannot be read from or written to any more.
    pub(crate) fn end(&mut self) -> String {
        // The output closes a moment before the program ends. A program that continues without is killed later.
        let tries = std::iter::repeat_with(|| self.child.try_wait().ok().flatten()).take(20);
        let ended = tries.inspect(|_| thread::sleep(Duration::from_millis(5))).find_map(|status| status);
        ended.map_or_else(
            || "the program closed its output".to_owned(),
            |status| format!("the program ended ({status})"),
        )
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already, and it may not read its input.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
