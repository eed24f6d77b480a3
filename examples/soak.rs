//! A soak test of the protocol sessions: one process, many random commands, exactly one answer for each search.
//!
//! `cargo run --example soak -- target/release/remise uci 10000 1` sends ten thousand commands that a seed selects,
//! of which many make no sense. After every few commands the searches are stopped and their answers counted. It
//! prints the number of answers and the memory of the process as it goes on, which Linux tells.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::env;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Longer than any search or count here takes: it only guards against hanging.
const PATIENCE: Duration = Duration::from_secs(120);
/// Commands between two counts of the answers.
const BURST: usize = 20;
/// Commands between two looks at the memory.
const INTERVAL: usize = 1000;

/// A protocol: what is said, what begins a search, and what answers.
struct Dialect {
    name: &'static str,
    /// The start of the lines that answer a search.
    answer: &'static str,
    /// A question, and the line that answers it when everything before is done.
    ready: (&'static str, &'static str),
    /// Commands that begin a search, also with a bad limit.
    searches: &'static [&'static str],
    /// Other commands, sensible and not.
    others: &'static [&'static str],
}

const UCI: Dialect = Dialect {
    name: "uci",
    answer: "bestmove ",
    ready: ("isready", "readyok"),
    searches: &[
        "go",
        "go depth 1",
        "go depth 4",
        "go nodes 500",
        "go nodes 0",
        "go movetime 3",
        "go movetime -3",
        "go movetime 1e999",
        "go wtime 40 btime 40 winc 1 binc 1 movestogo 3",
        "go wtime -1 btime -1",
        "go infinite",
        "go infinite depth 2",
        "go ponder",
        "go ponder wtime 30 btime 30",
        "go mate 2",
        "go depth 3 searchmoves 32-28 31x26 frob",
        "go depth x",
        "go nodes",
        "go perft x",
        "go depth 99999999999999999999",
    ],
    others: &[
        "uci",
        "ucinewgame",
        "stop",
        "ponderhit",
        "position startpos",
        "position startpos moves 32-28 19-23 28x19 14x23",
        "position startpos moves 32-28 19-23 33-29 1-1",
        "position fen W:WK4:B13,20,32,37",
        "position fen B:WK46:B1,2",
        "position fen W:W:B1",
        "position fen W:W99:B1",
        "position fen",
        "position",
        "setoption name Hash value 4",
        "setoption name Hash value 8",
        "setoption name Hash value -1",
        "setoption name Threads value 1",
        "setoption name Threads value 2",
        "setoption name MultiPV value 3",
        "setoption name MultiPV value 1",
        "setoption name Variant value russian",
        "setoption name Variant value draughts-10",
        "setoption name Variant value chess",
        "setoption name UCI_Variant value english",
        "setoption name Skill Level value 0",
        "setoption name Skill Level value 20",
        "setoption name NeverLose value true",
        "setoption name NeverLose value false",
        "setoption name Evaluation value features",
        "setoption name Evaluation value network",
        "setoption name EvalFile value /no/file",
        "setoption name EGDBPath value <empty>",
        "setoption name MoveFormat value hub",
        "setoption name MoveFormat value compact",
        "setoption name Move Overhead value 5",
        "setoption name Clear Hash",
        "setoption",
        "debug on",
        "d",
        "eval",
        "bench 1",
        "bench x",
        "go perft 2",
        "go perft 0",
        "",
        "frobnicate \u{301}\u{0}\u{7f}",
    ],
};

const HUB: Dialect = Dialect {
    name: "hub",
    answer: "done",
    ready: ("init", "ready"),
    searches: &["go", "go think", "go ponder", "go analyze"],
    others: &[
        "hub",
        "ping",
        "new-game",
        "stop",
        "ponder-hit",
        "level depth=1",
        "level depth=4",
        "level nodes=500",
        "level move-time=0.003",
        "level moves=3 time=0.05 inc=0.001",
        "level time=-1",
        "level depth=x",
        "level",
        "pos start",
        "pos start moves=\"32-28 19-23\"",
        "pos start moves=\"32-28 1-1\"",
        "pos pos=Wxx",
        "pos",
        "set-param name=variant value=russian",
        "set-param name=variant value=normal",
        "set-param name=variant value=chess",
        "set-param name=hash value=4",
        "set-param name=hash value=8",
        "set-param name=hash value=0",
        "set-param name=threads value=1",
        "set-param name=threads value=2",
        "set-param name=multi-pv value=3",
        "set-param name=multi-pv value=1",
        "set-param name=level value=3",
        "set-param name=level value=20",
        "set-param name=never-lose value=true",
        "set-param name=never-lose value=false",
        "set-param name=evaluation value=material",
        "set-param name=evaluation value=network",
        "set-param name=weights value=/no/file",
        "set-param value=1",
        "go frob",
        "",
        "pos pos=\"",
        "frobnicate \u{301}\u{0}\u{7f}",
    ],
};

/// A program that speaks a protocol, and what it was asked.
struct Session {
    dialect: &'static Dialect,
    program: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    searches: usize,
    answers: usize,
}

impl Session {
    fn start(program: &str, dialect: &'static Dialect) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(program);
        command.arg(dialect.name).arg("--no-tables").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = command.spawn()?;
        let (input, output) =
            (program.stdin.take().ok_or("no input")?, program.stdout.take().ok_or("no output")?);
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.map(|line| sender.send(line)).all(|sent| sent.is_ok())
        });
        Ok(Self { dialect, program, input, lines, searches: 0, answers: 0 })
    }

    fn say(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{line}")?;
        self.searches += usize::from(self.dialect.searches.contains(&line));
        Ok(())
    }

    /// The next line, which is counted if it is an answer.
    fn hear(&mut self) -> Result<String, Box<dyn Error>> {
        let line = self
            .lines
            .recv_timeout(PATIENCE)
            .map_err(|error| format!("{error}: {} answers for {} searches", self.answers, self.searches))?;
        self.answers += usize::from(line.starts_with(self.dialect.answer));
        Ok(line)
    }

    /// Stops all searches and compares the number of answers.
    fn settle(&mut self) -> Result<(), Box<dyn Error>> {
        self.say("stop")?;
        while self.answers < self.searches {
            self.hear()?;
        }
        let (question, answer) = self.dialect.ready;
        self.say(question)?;
        while self.hear()? != answer {}
        match self.answers == self.searches {
            true => Ok(()),
            false => Err(format!("{} answers for {} searches", self.answers, self.searches).into()),
        }
    }

    /// The memory of the process in kibibytes, if the system tells it.
    fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.program.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }
}

/// Pseudo-random numbers: a linear congruential generator is enough to choose lines.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn line(&mut self, dialect: &Dialect) -> &'static str {
        let lines = if self.below(3) == 0 { dialect.searches } else { dialect.others };
        lines[self.below(lines.len())]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = env::args().skip(1).collect();
    let [program, protocol, count, seed] = &words[..] else {
        return Err("usage: soak PROGRAM uci|hub COMMANDS SEED".into());
    };
    let dialect = [&UCI, &HUB].into_iter().find(|dialect| dialect.name == protocol).ok_or("uci or hub")?;
    let (count, mut dice) = (count.parse::<usize>()?, Dice(seed.parse()?));
    let mut session = Session::start(program, dialect)?;
    for number in 1..=count {
        session.say(dice.line(dialect))?;
        if number % BURST == 0 || number == count {
            session.settle()?;
        }
        if number % INTERVAL == 0 || number == count {
            let memory = session.memory().map_or("unknown".to_owned(), |kib| format!("{kib} KiB"));
            println!(
                "{number} commands, {} searches, {} answers, {memory}",
                session.searches, session.answers
            );
        }
    }
    session.say("quit")?;
    let status = session.program.wait()?;
    if status.success() { Ok(()) } else { Err(format!("the program ended with {status}").into()) }
}
