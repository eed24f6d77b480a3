//! The real program, as a user or a client starts it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// No conversation takes so long: it only guards against hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// The cache folder of all programs that the tests start. It is empty when the first one starts, so that
/// tables of an earlier run cannot hide that the generator is broken. What is found there is tested, so that
/// only sessions may add to it, by the small tables that they make at first use: a command that makes larger
/// ones has a folder of its own.
pub(crate) fn cache_home() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache-home");
        // There may be no earlier run.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder for tests is there");
        path
    });
    &FOLDER
}

/// Lets programs that are started hear the signals that this one was started to ignore, as in the background of a
/// script: what is ignored stays so in a new program, what is handled does not.
pub(crate) fn hear_signals() {
    #[cfg(target_os = "linux")]
    LazyLock::force(&SIGNALS_HEARD);
}

#[cfg(target_os = "linux")]
static SIGNALS_HEARD: LazyLock<()> = LazyLock::new(|| {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has this file");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask");
    let mask = u64::from_str_radix(mask.trim(), 16).expect("a mask");
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        if mask >> (signal - 1) & 1 == 1 {
            let never_read = std::sync::Arc::default();
            signal_hook::flag::register(signal, never_read).expect("it can be handled");
        }
    }
});

/// What a run of the program came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) output: String,
    /// Standard error without the lines about endgame tables.
    pub(crate) errors: String,
    /// The lines about the endgame tables that were found.
    pub(crate) tables: Vec<String>,
    pub(crate) code: Option<i32>,
}

/// Runs the program to its end, with this input.
#[track_caller]
pub(crate) fn run(words: &[&str], input: impl Into<Vec<u8>>) -> Run {
    run_with_cache(cache_home(), words, input)
}

/// Runs the program to its end, with this input and a cache folder of its own.
#[track_caller]
pub(crate) fn run_with_cache(cache: &Path, words: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut program = Program::start_with_cache(cache, words);
    let input = input.into();
    let mut stdin = program.0.stdin.take().expect("an input");
    // A program may end before it has read all its input.
    thread::spawn(move || stdin.write_all(&input));
    let output = all(program.0.stdout.take().expect("an output"));
    let errors = all(program.0.stderr.take().expect("an output for errors"));
    let text = |bytes: &Receiver<Vec<u8>>| {
        let bytes = bytes.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{words:?} does not end"));
        String::from_utf8(bytes).expect("text")
    };
    let (tables, errors) = without_tables(&text(&errors));
    Run { output: text(&output), errors, tables, code: program.code() }
}

/// Runs the program with these words, which are refused in a line that says why.
#[track_caller]
pub(crate) fn refuse(words: &[&str], reason: &str) {
    let Run { output, errors, code, .. } = run(words, "");
    assert_eq!((output.as_str(), code), ("", Some(2)), "{words:?}");
    assert!(errors.lines().count() == 1 && errors.contains(reason), "{words:?}: {errors}");
}

/// Whether a line says which endgame tables were found.
pub(crate) fn is_about_tables(line: &str) -> bool {
    line.contains("endgame tables of ")
}

/// The lines about endgame tables, and the text without them.
fn without_tables(text: &str) -> (Vec<String>, String) {
    let (tables, others): (Vec<_>, Vec<_>) =
        text.split_inclusive('\n').partition(|line| is_about_tables(line));
    (tables.into_iter().map(|line| line.trim_end().to_owned()).collect(), others.concat())
}

/// All that comes, when it has come.
fn all(mut source: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).expect("the pipe can be read");
        // A test that has failed does not listen.
        let _ = sender.send(bytes);
    });
    receiver
}

/// A running program, which ends with the test.
#[derive(Debug)]
struct Program(Child);

impl Program {
    #[track_caller]
    fn start(words: &[&str]) -> Self {
        Self::start_with_cache(cache_home(), words)
    }

    #[track_caller]
    fn start_with_cache(cache: &Path, words: &[&str]) -> Self {
        hear_signals();
        let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
        command.args(words).env_remove("RUST_LOG").env("COLUMNS", "100");
        command.env("XDG_CACHE_HOME", cache);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().expect("the program starts"))
    }

    fn code(&mut self) -> Option<i32> {
        self.0.wait().expect("the program ends").code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A conversation with the program, line by line.
pub(crate) struct Dialogue {
    program: Program,
    input: Option<ChildStdin>,
    began: Instant,
    lines: Receiver<String>,
    /// Whether the lines about endgame tables are heard.
    hears_tables: bool,
    errors: Receiver<Vec<u8>>,
}

impl Dialogue {
    #[track_caller]
    pub(crate) fn start(words: &[&str]) -> Self {
        let mut program = Program::start(words);
        let input = program.0.stdin.take();
        let lines = lines(program.0.stdout.take().expect("an output"));
        let errors = all(program.0.stderr.take().expect("an output for errors"));
        Self { program, input, began: Instant::now(), lines, hears_tables: false, errors }
    }

    /// The same conversation with what is said about endgame tables.
    pub(crate) fn hearing_tables(self) -> Self {
        Self { hears_tables: true, ..self }
    }

    #[track_caller]
    pub(crate) fn send(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[line.as_ref(), b"\n"].concat()).expect("the program listens");
        input.flush().expect("the program listens");
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn line(&self) -> String {
        loop {
            let left = PATIENCE.saturating_sub(self.began.elapsed());
            let line = self.lines.recv_timeout(left).expect("the program says what is expected");
            if self.hears_tables || !is_about_tables(&line) {
                return line;
            }
        }
    }

    /// The lines up to the first one that begins like this.
    #[track_caller]
    pub(crate) fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    /// Closes the input, waits for the end, and gives what came still. The program must not complain.
    #[track_caller]
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        let errors = self.errors.recv_timeout(PATIENCE).expect("the program ends");
        assert_eq!(without_tables(&String::from_utf8_lossy(&errors)).1, "");
        assert_eq!(self.program.code(), Some(0));
        self.lines.iter().filter(|line| self.hears_tables || !is_about_tables(line)).collect()
    }

    /// Sends a signal, as soon as the program handles it.
    #[cfg(target_os = "linux")]
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let number = self.program.0.id();
        let handles = || {
            let status = fs::read_to_string(format!("/proc/{number}/status")).expect("it is running");
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
            u64::from_str_radix(mask.trim(), 16).expect("a mask") >> (signal.as_raw() - 1) & 1 == 1
        };
        while !handles() {
            thread::sleep(Duration::from_millis(1));
        }
        self.kill(signal);
    }

    /// Sends a signal.
    #[cfg(target_os = "linux")]
    pub(crate) fn kill(&self, signal: rustix::process::Signal) {
        let process = rustix::process::Pid::from_child(&self.program.0);
        rustix::process::kill_process(process, signal).expect("it has not been waited for");
    }

    /// Whether the program has ended.
    #[cfg(target_os = "linux")]
    pub(crate) fn has_ended(&mut self) -> bool {
        self.program.0.try_wait().expect("it can be waited for").is_some()
    }

    /// Waits for the end, and gives the lines that came still. The input stays open.
    #[cfg(target_os = "linux")]
    #[track_caller]
    pub(crate) fn rest(mut self) -> Run {
        let errors = self.errors.recv_timeout(PATIENCE).expect("the program ends");
        let code = self.program.code();
        let lines: Vec<_> = self.lines.iter().map(|line| line + "\n").collect();
        let (tables, errors) = without_tables(&String::from_utf8(errors).expect("text"));
        Run { output: lines.concat(), errors, tables, code }
    }

    /// Says the lines that begin with `> ` and expects those that begin with `< `, where `*` stands
    /// for any text. Other lines `info …` may come before one that is expected, and nothing else.
    #[track_caller]
    pub(crate) fn follow(&mut self, script: &str) {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match line.split_at_checked(2) {
                Some(("> ", said)) => self.send(said),
                Some(("< ", expected)) => self.expect(expected),
                _ => panic!("no output has {line}"),
            }
        }
    }

    #[track_caller]
    fn expect(&self, expected: &str) {
        let mut line = self.line();
        while !is_like(&line, expected) {
            assert!(is_report(&line), "{line}\ninstead of\n{expected}");
            line = self.line();
        }
    }
}

/// Whether a line tells how a search is going.
pub(crate) fn is_report(line: &str) -> bool {
    line.starts_with("info ") && !line.starts_with("info string")
}

/// Whether a text is like a pattern, where `*` stands for any text.
pub(crate) fn is_like(text: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => text == pattern,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().any(|(place, _)| is_like(&rest[place..], after)) || is_like("", after)
        }),
    }
}

fn lines(source: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(source).lines() {
            // A test that has failed does not listen.
            let _ = sender.send(line.expect("text"));
        }
    });
    receiver
}
