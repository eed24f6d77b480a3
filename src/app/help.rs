//! What the help of each command says beyond its own arguments: the common options that it knows, and examples.
//!
//! Common options may stand before or after the command. One that would change the answer is refused where the
//! command does not know it.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory};

use super::Cli;
use super::error::Error;

/// A command: what it knows of the common options, and how it is used.
struct CommandHelp {
    /// Its words, such as `tables build`. Empty for the program without a command.
    path: &'static str,
    /// The names of the common options that it knows.
    options: &'static [&'static str],
    /// The default of `--hash`, if it has one of its own.
    hash: &'static str,
    /// Where it looks for endgame tables if `--tables` is not given.
    tables: &'static str,
    examples: &'static [&'static str],
}

/// The default of `--hash` of an engine.
const ENGINE_HASH: &str = "64";
/// The default of `--tables` of an engine.
const CACHE: &str = "the user's cache folder";

const NONE: CommandHelp =
    CommandHelp { path: "", options: &[], hash: ENGINE_HASH, tables: CACHE, examples: &[] };

/// What a game with a person, or one to look at, depends on.
const GAME: &[&str] = &["variant", "fen", "threads", "seed", "hash", "tables", "no_tables", "force"];
/// What a session with a client depends on, which sets the position.
const SESSION: &[&str] = &["variant", "threads", "seed", "hash", "tables", "no_tables", "log"];
/// What games between engines depend on.
const GAMES: &[&str] = &["variant", "fen", "json", "threads", "seed", "hash", "tables", "no_tables", "force"];

const COMMANDS: &[CommandHelp] = &[
    CommandHelp {
        options: GAME,
        examples: &["remise --variant russian", "remise analyse --variant draughts-8 --depth 8"],
        ..NONE
    },
    CommandHelp {
        path: "perft",
        options: &["variant", "fen", "json", "threads", "hash", "force"],
        hash: "no table",
        examples: &["remise perft 5 --variant russian", "remise perft 4 --divide --fen W:W31,K46:B20,K5"],
        ..NONE
    },
    CommandHelp {
        path: "moves",
        options: &["variant", "fen", "json"],
        examples: &[
            "remise moves --fen W:WK4:B13,20,32,37",
            "remise moves --variant russian --fen W:Wc3,e3:Bd4,f6 --json",
        ],
        ..NONE
    },
    CommandHelp {
        path: "analyse",
        options: &["variant", "fen", "json", "threads", "hash", "tables", "no_tables"],
        examples: &[
            "remise analyse --depth 8 --lines 3 --moves \"1. 32-28 19-23 2. 28x19 14x23\"",
            "remise analyse --variant checkers-6 --fen W:W16,17,11:B2,5,9 --depth 3 --never-lose",
        ],
        ..NONE
    },
    CommandHelp {
        path: "bench",
        options: &["variant", "json", "threads"],
        examples: &["remise bench --depth 5", "remise bench --depth 5 --variant russian --json"],
        ..NONE
    },
    CommandHelp {
        path: "solve",
        options: &["variant", "fen", "json", "threads", "hash", "tables", "no_tables", "force"],
        hash: "half of the free memory",
        examples: &[
            "remise solve --variant draughts-6 --fen W:W13,17,18:B4,8,10 --certificate ending",
            "remise solve --variant draughts-6 --fen W:W13,17,18:B4,8,10 --goal safe --side black",
        ],
        ..NONE
    },
    CommandHelp {
        path: "verify",
        options: &["json", "tables", "no_tables"],
        examples: &["remise verify ending-white-safe.cert", "remise verify ending-black-safe.cert --json"],
        ..NONE
    },
    CommandHelp {
        path: "lab nim",
        options: &["json", "force"],
        examples: &["remise lab nim 7", "remise lab nim 5 --svg nim.svg"],
        ..NONE
    },
    CommandHelp {
        path: "lab hex",
        options: &["json", "seed", "force"],
        examples: &["remise lab hex 3 3", "remise lab hex 3 4 --strategy pairing --svg pairs.svg"],
        ..NONE
    },
    CommandHelp {
        path: "lab tictactoe",
        options: &["json", "force"],
        examples: &["remise lab tictactoe", "remise lab tictactoe --svg tictactoe.svg"],
        ..NONE
    },
    CommandHelp {
        path: "lab wintree",
        options: &["json", "seed", "force"],
        examples: &[
            "remise lab wintree --vertices 8 --seed 1",
            "remise lab wintree --seed 1 --svg graph.svg",
        ],
        ..NONE
    },
    CommandHelp {
        path: "selfplay",
        options: GAMES,
        hash: "2",
        tables: "none",
        examples: &[
            "remise selfplay --games 3 --ply 2 --variant draughts-6 --seed 1",
            "remise selfplay --games 4 --nodes 200 --random-plies 4 --out games.pdn --threads 2",
        ],
    },
    CommandHelp {
        path: "match",
        options: GAMES,
        hash: "16",
        tables: "none",
        examples: &[
            "remise match self:depth=3 self:depth=1 --variant draughts-6 --games 4",
            "remise match self \"remise hub\" --variant draughts-6 --games 2 --nodes 50 --out match.pdn",
        ],
    },
    CommandHelp {
        path: "ballots",
        options: &["variant", "fen", "json"],
        examples: &[
            "remise ballots --plies 1 --variant draughts-6",
            "remise ballots --plies 1 --variant checkers-6 --json",
        ],
        ..NONE
    },
    CommandHelp {
        path: "complexity upper-bound",
        options: &["json"],
        examples: &["remise complexity upper-bound", "remise complexity upper-bound --json"],
        ..NONE
    },
    CommandHelp {
        path: "complexity reachable",
        options: &["variant", "fen", "json", "threads", "force"],
        examples: &[
            "remise complexity reachable --variant draughts-6 --fen W:W16,17:B2,6",
            "remise complexity reachable --variant checkers-6 --fen B:W13,16:B1,4 --state count.state --json",
        ],
        ..NONE
    },
    CommandHelp {
        path: "complexity game-tree",
        options: &["variant", "json", "threads", "seed", "hash", "tables", "no_tables", "force"],
        hash: "2",
        tables: "none",
        examples: &[
            "remise complexity game-tree --games 5 --plies 0-3 --variant draughts-6 --plot size.svg",
            "remise complexity game-tree --games 8 --plies 0-1 --variant draughts-6 --shard 1/4 --out part-1",
        ],
    },
    CommandHelp {
        path: "watch",
        options: GAME,
        examples: &[
            "remise watch --variant draughts-6 --depth 3 --plies 6 --seed 7",
            "remise watch --variant checkers-6 --time 0.05 --never-lose --plies 4 --out watched.pdn",
        ],
        ..NONE
    },
    CommandHelp {
        path: "play",
        options: GAME,
        examples: &["remise play --level 3 --color black", "remise play --variant english --clock 300+3"],
        ..NONE
    },
    CommandHelp {
        path: "board",
        options: &["variant", "fen", "tables", "no_tables", "force"],
        examples: &[
            "remise board --variant russian --numbers --bottom black",
            "remise board --fen W:W28,31,44:B22,23,13 --moves 28x8 --numbers --svg capture.svg",
        ],
        ..NONE
    },
    CommandHelp {
        path: "serve",
        options: &["threads", "seed", "hash", "tables", "no_tables", "log"],
        examples: &["remise serve --port 0", "remise serve --port 0 --hash 256 --threads 2"],
        ..NONE
    },
    CommandHelp {
        path: "hub",
        options: SESSION,
        examples: &["remise hub", "remise hub --threads 2 --hash 256 --never-lose=true"],
        ..NONE
    },
    CommandHelp {
        path: "uci",
        options: SESSION,
        examples: &["remise uci", "remise uci --variant russian --hash 256"],
        ..NONE
    },
    CommandHelp {
        path: "dxp",
        options: &["variant", "json", "threads", "seed", "hash", "tables", "no_tables", "log", "force"],
        examples: &[
            "remise dxp --port 27559",
            "remise dxp --initiator --connect localhost --port 27559 --minutes 0 --moves 5 --out dxp.pdn",
        ],
        ..NONE
    },
    CommandHelp {
        path: "tune samples",
        options: &["variant", "json", "threads", "seed", "tables", "no_tables", "force"],
        tables: "none",
        examples: &[
            "remise tune samples --games 500 --nodes 10 --variant draughts-6 --seed 1 --out samples",
            "remise tune samples --games 500 --nodes 10 --variant draughts-6 --features --out more-samples",
        ],
        ..NONE
    },
    CommandHelp {
        path: "tune fit",
        options: &["json", "threads", "seed", "force"],
        examples: &[
            "remise tune fit samples --epochs 1 --out network",
            "remise tune fit samples more-samples --epochs 1 --threads 2 --out better-network",
        ],
        ..NONE
    },
    CommandHelp {
        path: "tune report",
        options: &["json"],
        examples: &["remise tune report samples", "remise tune report samples --weights network --json"],
        ..NONE
    },
    CommandHelp {
        path: "tune generations",
        options: &["variant", "json", "threads", "seed", "hash", "tables", "no_tables", "force"],
        hash: "16",
        tables: "none",
        examples: &[
            "remise tune generations draughts-6 --variant draughts-6 --generations 1 --games 500 --nodes 10 \
             --epochs 1 --match-nodes 50 --match-games 4",
            "remise tune generations draughts-6 --variant draughts-6 --generations 1 --games 500 --nodes 10 \
             --epochs 1 --match-nodes 50 --match-games 4 --threads 2",
        ],
    },
    CommandHelp {
        path: "tune features",
        options: &["variant", "json", "threads", "seed", "force"],
        examples: &[
            "remise tune features --games 10 --nodes 50 --variant draughts-6 --seed 1 --out weights.txt",
            "remise tune features --games 10 --nodes 50 --variant draughts-6 --from-guesses --threads 2",
        ],
        ..NONE
    },
    CommandHelp {
        path: "pdn check",
        options: &["variant", "json", "threads"],
        examples: &["remise pdn check games.pdn", "remise pdn check games.pdn match.pdn --threads 2 --json"],
        ..NONE
    },
    CommandHelp {
        path: "pdn stats",
        options: &["variant", "json", "threads"],
        examples: &["remise pdn stats games.pdn", "remise pdn stats games.pdn match.pdn --json"],
        ..NONE
    },
    CommandHelp {
        path: "pdn convert",
        options: &["variant", "json", "threads", "force"],
        examples: &[
            "remise pdn convert games.pdn --to fen",
            "remise pdn convert games.pdn --to pdn --strict --out strict.pdn",
        ],
        ..NONE
    },
    CommandHelp {
        path: "pdn split",
        options: &["json", "force"],
        examples: &["remise pdn split games.pdn", "remise pdn split match.pdn --json"],
        ..NONE
    },
    CommandHelp {
        path: "pdn analyse",
        options: &["variant", "json", "threads", "hash", "tables", "no_tables", "force"],
        hash: "16",
        tables: "none",
        examples: &[
            "remise pdn analyse games.pdn --nodes 50",
            "remise pdn analyse match.pdn --depth 1 --threads 2 --out annotated.pdn",
        ],
    },
    CommandHelp {
        path: "tables build",
        options: &["variant", "json", "threads", "tables"],
        examples: &[
            "remise tables build --pieces 2 --variant draughts-6 --tables tables",
            "remise tables build --pieces 2 --kind wdl --variant draughts-8 --tables tables --threads 2",
        ],
        ..NONE
    },
    CommandHelp {
        path: "tables info",
        options: &["variant", "json", "tables"],
        examples: &[
            "remise tables info --variant draughts-6 --tables tables",
            "remise tables info --variant draughts-6 --tables tables --json",
        ],
        ..NONE
    },
    CommandHelp {
        path: "tables check",
        options: &["variant", "json", "threads", "tables"],
        examples: &[
            "remise tables check --variant draughts-6 --tables tables",
            "remise tables check --all --variant draughts-6 --tables tables",
        ],
        ..NONE
    },
    CommandHelp {
        path: "tables probe",
        options: &["variant", "fen", "json", "tables"],
        examples: &[
            "remise tables probe --variant draughts-6 --tables tables --fen W:WK1:BK18",
            "remise tables probe --variant draughts-6 --tables tables --fen W:WK1:B13 --json",
        ],
        ..NONE
    },
];

/// The command line as clap reads it.
pub(super) fn command() -> Command {
    let root = Cli::command();
    let common: Vec<Arg> = root.get_arguments().filter(|option| option.is_global_set()).cloned().collect();
    let root = tailored(root, "", &common);
    common
        .iter()
        .fold(root, |root, option| root.mut_arg(option.get_id(), |option| with_default(option, &NONE)))
}

/// A command whose help shows the common options that it knows, what it requires, and examples.
fn tailored(mut command: Command, path: &str, common: &[Arg]) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    for name in names {
        let path = format!("{path} {name}").trim_start().to_owned();
        command = command.mut_subcommand(name, |sub| {
            // Clap gives a subcommand the common options that it does not have.
            let sub = common.iter().fold(sub, |sub, option| sub.arg(tailored_option(option, &path)));
            tailored(sub, &path, common)
        });
    }
    let command = command.mut_args(marked);
    let Some(row) = row(path) else { return command };
    let notes = command.get_after_help().map(|notes| format!("{notes}\n\n"));
    let examples: String = row.examples.iter().map(|example| format!("\n  {example}")).collect();
    command.after_long_help(format!("{}Examples:{examples}", notes.unwrap_or_default()))
}

/// A common option as the help of a command shows it, if the command knows it.
fn tailored_option(option: &Arg, path: &str) -> Arg {
    let option = option.clone().hide(!knows(path, option.get_id().as_str()));
    match row(path) {
        Some(row) => with_default(option, row),
        None => option,
    }
}

/// The option with the default that it has for this command.
fn with_default(option: Arg, row: &CommandHelp) -> Arg {
    let default = match option.get_id().as_str() {
        "hash" => row.hash,
        "tables" => row.tables,
        _ => return option,
    };
    let help = option.get_help().map_or_else(String::new, ToString::to_string);
    option.help(format!("{help} [default: {default}]"))
}

/// Says of an argument that it is required, if so. A negative number is a value, which is refused with the values
/// that are accepted.
fn marked(argument: Arg) -> Arg {
    let takes_values = argument.get_action().takes_values();
    let argument = argument.allow_negative_numbers(takes_values);
    match argument.get_help() {
        Some(help) if argument.is_required_set() => {
            let help = format!("{help} [required]");
            argument.help(help)
        }
        _ => argument,
    }
}

fn row(path: &str) -> Option<&'static CommandHelp> {
    COMMANDS.iter().find(|row| row.path == path)
}

/// Whether a command, or one of its subcommands, knows a common option.
fn knows(path: &str, option: &str) -> bool {
    let is_within = |row: &&CommandHelp| match row.path.strip_prefix(path) {
        // Without a command the program plays.
        Some(rest) => rest.is_empty() || (rest.starts_with(' ') && !path.is_empty()),
        None => false,
    };
    COMMANDS.iter().filter(is_within).any(|row| row.options.contains(&option))
}

/// The common options that change what a command is asked: elsewhere a position would be ignored, output would not be
/// JSON, and tables would be used. Scripts give the others, such as `--seed`, to all commands alike.
const DECISIVE: [&str; 3] = ["fen", "json", "no_tables"];

/// Refuses the common options that change what the command is asked, if it does not know them.
pub(super) fn check(matches: &ArgMatches) -> Result<(), Error> {
    let (mut path, mut last) = (String::new(), matches);
    while let Some((name, inner)) = last.subcommand() {
        path = format!("{path} {name}").trim_start().to_owned();
        last = inner;
    }
    let is_given = |option: &str| last.value_source(option) == Some(ValueSource::CommandLine);
    // Most commands use no tables with or without --no-tables.
    let is_harmless = |option: &str| option == "no_tables" && !path.starts_with("tables");
    let is_refused = |option: &&str| is_given(option) && !knows(&path, option) && !is_harmless(option);
    match DECISIVE.into_iter().find(is_refused) {
        None => Ok(()),
        Some(option) => {
            let (name, command) = (option.replace('_', "-"), format!("remise {path}"));
            Err(Error::Input(format!("--{name}: {} does not use this option", command.trim_end())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths of all commands without subcommands.
    fn leaves(command: &Command, path: &str) -> Vec<String> {
        if !command.has_subcommands() {
            return vec![path.to_owned()];
        }
        let inner = |sub: &Command| leaves(sub, format!("{path} {}", sub.get_name()).trim_start());
        command.get_subcommands().flat_map(inner).collect()
    }

    #[test]
    fn every_command_has_help_and_every_option_a_command() {
        let root = command();
        let mut paths = leaves(&root, "");
        paths.push(String::new());
        paths.sort();
        let mut rows: Vec<_> = COMMANDS.iter().map(|row| row.path.to_owned()).collect();
        rows.sort();
        assert_eq!(paths, rows);
        let common: Vec<_> =
            root.get_arguments().filter(|it| it.is_global_set()).map(|it| it.get_id().as_str()).collect();
        for row in COMMANDS {
            assert!(row.options.iter().all(|option| common.contains(option)), "{}", row.path);
        }
    }

    #[test]
    fn the_examples_are_two_and_can_be_parsed() {
        for row in COMMANDS {
            assert_eq!(row.examples.len(), 2, "{}", row.path);
            for example in row.examples {
                let words = shlex::split(example).expect("quotes are closed");
                assert!(
                    example.starts_with(format!("remise {}", row.path).trim_end()) || row.path.is_empty(),
                    "{example}"
                );
                let matches = command().try_get_matches_from(words);
                let matches = matches.unwrap_or_else(|error| panic!("{example}: {error}"));
                check(&matches).unwrap_or_else(|error| panic!("{example}: {error}"));
            }
        }
    }
}
