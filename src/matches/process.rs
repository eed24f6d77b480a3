//! A program that reads and writes lines of text.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};

use super::process_group::ProcessGroup;
use crate::interrupt;
use crate::notation::{Quote, one_line};

/// A running program. It is killed with all processes that it started when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    group: ProcessGroup,
    /// Lines to write. A thread writes them, because the program may not read them.
    input: Sender<String>,
    output: Receiver<ProgramOutput>,
    since: Instant,
    /// The number of bytes that it wrote since then.
    written: usize,
}

/// What comes from a program.
#[derive(Debug)]
enum ProgramOutput {
    Line(String),
    /// A line that is too long. No other output follows.
    TooLong,
    /// The program has closed its output. No other output follows.
    Closed,
    /// The program does not read its input any more.
    InputClosed,
}

/// Why there is no line to read or to write.
#[derive(Debug)]
pub(crate) enum LineError {
    /// The program has neither read nor written for this long.
    Timeout(Duration),
    /// The program has ended.
    Ended(String),
    /// The program wrote too much.
    Flood,
}

/// The bytes that a program may write while it thinks about a move.
const MOST_BYTES: usize = 4 << 20;
/// The bytes that a program may write in a line.
const LONGEST_LINE: usize = 1 << 16;
/// The number of lines that may wait to be read. A program that writes more has to wait.
const OUTPUT_QUEUE: usize = 256;
/// The number of lines that may wait until the program reads them.
const INPUT_QUEUE: usize = 1024;
/// The time from the end of its output or input to the end of a program that is ending.
const END: Duration = Duration::from_millis(100);

/// Sends the lines that a program writes until it ends.
fn send_lines(output: impl Read, lines: &Sender<ProgramOutput>) {
    let mut output = BufReader::new(output);
    loop {
        let line = read_line(&mut output);
        let is_last = !matches!(line, ProgramOutput::Line(_));
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

fn read_line(output: &mut impl BufRead) -> ProgramOutput {
    let mut line = Vec::new();
    let read = output.take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
    match line.len() {
        _ if read.is_err() => ProgramOutput::Closed,
        0 => ProgramOutput::Closed,
        LONGEST_LINE => ProgramOutput::TooLong,
        // A name in another encoding does no harm.
        _ => ProgramOutput::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
    }
}

/// Writes lines to a program until there are no more, or it does not take them.
fn write_lines(mut input: impl Write, lines: &Receiver<String>, output: &Sender<ProgramOutput>) {
    for line in lines {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            // The receiver may be gone.
            let _ = output.send(ProgramOutput::InputClosed);
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
        let failed = |error| format!("cannot start {}: {error}", one_line(program));
        let mut group = ProcessGroup::spawn(&mut command).map_err(failed)?;
        let child = group.child();
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot connect to {}", Quote::of(program)));
        };
        let (input, lines) = bounded(INPUT_QUEUE);
        let (sender, output) = bounded(OUTPUT_QUEUE);
        let closed = sender.clone();
        let failed = |error| format!("cannot start a thread for {}: {error}", one_line(program));
        thread::Builder::new().spawn(move || send_lines(stdout, &sender)).map_err(failed)?;
        thread::Builder::new().spawn(move || write_lines(stdin, &lines, &closed)).map_err(failed)?;
        Ok(Self { group, input, output, since: Instant::now(), written: 0 })
    }

    /// Returns whether the program has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        self.group.status().is_none()
    }

    /// Returns the processor time that the program has used so far.
    pub(crate) fn cpu_time(&self) -> io::Result<Duration> {
        self.group.cpu_time()
    }

    /// Starts to count the time and the amount of output.
    pub(crate) fn listen(&mut self) {
        self.since = Instant::now();
        self.written = 0;
    }

    /// Writes a line to the program, without waiting until it is read.
    pub(crate) fn say(&mut self, line: String) -> Result<(), LineError> {
        self.input.try_send(line).map_err(|error| match error {
            TrySendError::Full(_) => LineError::Timeout(self.since.elapsed()),
            TrySendError::Disconnected(_) => LineError::Ended(self.end("input")),
        })
    }

    /// Waits for the next line, at most this long since [`Process::listen`].
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, LineError> {
        match self.receive(patience) {
            Ok(ProgramOutput::Line(line)) => {
                self.written += line.len() + 1;
                if self.written < MOST_BYTES { Ok(line) } else { Err(LineError::Flood) }
            }
            Ok(ProgramOutput::TooLong) => Err(LineError::Flood),
            Ok(ProgramOutput::Closed) => Err(LineError::Ended(self.end("output"))),
            Ok(ProgramOutput::InputClosed) => Err(LineError::Ended(self.end("input"))),
            Err(RecvTimeoutError::Timeout) => Err(LineError::Timeout(self.since.elapsed())),
            Err(RecvTimeoutError::Disconnected) => Err(LineError::Ended(self.end("output"))),
        }
    }

    /// Waits for output, at most this long since [`Process::listen`] and until this program is asked to end.
    fn receive(&self, patience: Duration) -> Result<ProgramOutput, RecvTimeoutError> {
        // What waits to be read when the time is over is too late.
        patience.checked_sub(self.since.elapsed()).ok_or(RecvTimeoutError::Timeout)?;
        interrupt::receive(&self.output, || patience.saturating_sub(self.since.elapsed()))
    }

    /// Waits until the program ends by itself, at most this long.
    pub(crate) fn wait(&mut self, patience: Duration) {
        self.group.wait(patience);
    }

    /// Describes how the program ended, when this end of it is closed.
    fn end(&mut self, closed: &str) -> String {
        // The pipes close a moment before the program ends. A program that continues without is killed later.
        let status = self.group.wait(END);
        status.map_or_else(
            || format!("the program closed its {closed}"),
            |status| format!("the program ended ({status})"),
        )
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(script: &str) -> Process {
        Process::start(&["sh", "-c", script].map(str::to_owned)).expect("there is a shell")
    }

    #[test]
    fn a_program_that_never_reads_does_not_block_what_is_written_to_it() {
        let mut process = start("sleep 600");
        let result = (0..4 * INPUT_QUEUE).try_for_each(|_| process.say("x".repeat(1 << 10)));
        assert!(matches!(result, Err(LineError::Timeout(_))), "{result:?}");
    }

    #[test]
    fn a_program_that_closes_its_input_is_noticed_while_it_runs() {
        let mut process = start("exec <&-; echo closed; sleep 600");
        assert_eq!(process.line(Duration::MAX).expect("a line"), "closed");
        process.say("one".to_owned()).expect("the line can wait");
        let result = process.line(Duration::MAX);
        assert!(
            matches!(&result, Err(LineError::Ended(text)) if text == "the program closed its input"),
            "{result:?}"
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_processes_that_a_program_started_end_with_it() {
        for end in ["wait", "exit 3"] {
            let mut process = start(&format!("sleep 600 & echo $!; {end}"));
            let child = process.line(Duration::MAX).expect("the number of a process");
            if end != "wait" {
                process.wait(Duration::MAX);
            }
            drop(process);
            // It may be a zombie for a while, and then it has no command.
            let runs =
                || std::fs::read(format!("/proc/{child}/cmdline")).is_ok_and(|words| !words.is_empty());
            while runs() {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}
