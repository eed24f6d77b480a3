//! `dxp`: plays 10×10 draughts over a connection, with the DamExchange protocol.
//!
//! Either side may listen for the connection (server) or open it (client), and either may request games (initiator)
//! or accept them (follower). `session.rs` has the states and what each message does.

mod endpoint;
mod orders;
mod runner;
mod series;
mod session;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never, select};
use protocol::dxp;
use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use super::output_file::OutputFile;
use super::pdn::told;
use super::session::{EngineSession, InputLine};
use crate::engine::Settings;
use crate::matches::dxp_connection::DxpConnection;
use crate::matches::dxp_translation::is_playable;
use crate::matches::openings;
use crate::matches::pdn_file::PdnFile;
use crate::notation::seconds;
use endpoint::Listener;
use orders::Order;
use runner::{Ended, Runner};
use series::Series;
use session::{DxpSession, Role};

/// The arguments of `dxp`.
#[derive(clap::Args)]
pub(super) struct DxpArgs {
    /// Port to listen at or to connect to; 0 listens at any free one
    #[arg(long, value_name = "P", default_value_t = dxp::PORT, value_parser = whole::<u16>(0, u16::MAX.into()))]
    port: u16,
    /// Address to listen at; may be given several times [default: the loopback addresses]
    #[arg(long, value_name = "ADDRESS")]
    listen: Vec<IpAddr>,
    /// Connect to a program that listens on this host
    #[arg(long, value_name = "HOST", conflicts_with = "listen")]
    connect: Option<String>,
    /// Request games; without this flag, accept them
    #[arg(long)]
    initiator: bool,
    /// Number of games to request; each opening is played twice with colors swapped
    #[arg(long, value_name = "G", default_value_t = 2, requires = "initiator")]
    #[arg(value_parser = whole::<u32>(1, 10_000_000))]
    games: u32,
    /// Minutes of each player for a game to request; 0 plays at once
    #[arg(long, value_name = "M", default_value_t = 5, requires = "initiator")]
    #[arg(value_parser = whole::<u16>(0, 999))]
    minutes: u16,
    /// Moves of each player after which a requested game ends; 0 has no limit
    #[arg(long, value_name = "N", default_value_t = 0, requires = "initiator")]
    #[arg(value_parser = whole::<u16>(0, 999))]
    moves: u16,
    /// File of openings of the games to request: one FEN per line, or games in PDN
    #[arg(long, value_name = "FILE", requires = "initiator")]
    openings: Option<PathBuf>,
    /// File for the games
    #[arg(long, value_name = "FILE.pdn")]
    out: Option<PathBuf>,
    /// Name to play under
    #[arg(long, value_name = "NAME", default_value = concat!("Remise ", env!("CARGO_PKG_VERSION")))]
    name: String,
    /// Least seconds between two messages in a row, such as the acceptance of a game and the first move: some
    /// programs lose the second of two that arrive together
    #[arg(long, value_name = "S", default_value_t = 0.1, value_parser = delay)]
    delay: f64,
    /// Seconds beyond the time of the game after which a silent partner is disconnected
    #[arg(long, value_name = "S", default_value_t = 300.0, value_parser = seconds)]
    patience: f64,
    /// Listen again after a partner wants no more games, instead of ending
    #[arg(long, conflicts_with_all = ["connect", "initiator"])]
    stay: bool,
    /// Never play a move that is proven to lose
    #[arg(long)]
    never_lose: bool,
}

/// The longest delay between messages, in seconds.
const LONGEST_DELAY: f64 = 10.0;
/// The time that a program has to begin to listen.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// The most connections in a row that end before a game has begun.
const MOST_FAILED: usize = 3;

/// Reads a delay in seconds.
fn delay(text: &str) -> Result<f64, String> {
    let delay = text.parse().ok().filter(|delay| (0.0..=LONGEST_DELAY).contains(delay));
    delay.ok_or_else(|| format!("expected seconds from 0 to {LONGEST_DELAY}"))
}

/// The addresses where it listens.
#[derive(Serialize)]
struct ListeningLine {
    listening: Vec<String>,
}

/// A connection.
#[derive(Serialize)]
struct ConnectedLine {
    connected: String,
}

/// Plays over DXP until there are no more games.
pub(super) fn run(
    options: &Options,
    args: &DxpArgs,
    lines: Receiver<InputLine>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    if !is_playable(options.variant) {
        return Err(Error::Input(format!("--variant: DXP has no positions of {}", options.variant)));
    }
    if let Some(path) = &args.out {
        OutputFile::out(path).check(options)?;
    }
    let settings = Settings { never_lose: args.never_lose, ..options.settings()? };
    let runner = Runner {
        options,
        output,
        session: args.session(options),
        series: args.series(&settings)?,
        engine: EngineSession::new(settings),
        name: args.name.clone(),
        patience: Duration::from_secs_f64(args.patience),
        pdn: args.out.as_ref().map(|path| PdnFile::create(path, "DXP", options.variant)).transpose()?,
        lines,
        began: Instant::now(),
        games: 0,
    };
    Dxp { args, runner }.run()
}

impl DxpArgs {
    fn session(&self, options: &Options) -> DxpSession {
        let role = if self.initiator { Role::Initiator } else { Role::Follower };
        DxpSession::new(&self.name, options.variant, role)
    }

    /// The games of an initiator.
    fn series(&self, settings: &Settings) -> Result<Option<Series>, Error> {
        if !self.initiator {
            return Ok(None);
        }
        let openings = match &self.openings {
            Some(path) => told(openings::read(path, settings)?),
            None => Vec::new(),
        };
        let limits = (self.minutes, self.moves);
        Ok(Some(Series::new(settings.variant, &openings, self.games as usize, limits)))
    }

    fn delay(&self) -> Duration {
        Duration::from_secs_f64(self.delay)
    }
}

/// Where partners come from.
enum Source {
    Listener(Listener),
    /// The partner listens.
    Host(String),
}

struct Dxp<'a> {
    args: &'a DxpArgs,
    runner: Runner<'a>,
}

impl Dxp<'_> {
    fn run(mut self) -> Result<ExitStatus, Error> {
        let source = self.source()?;
        self.runner.get_ready()?;
        let mut failed = 0;
        loop {
            let games = self.runner.games;
            let Some(connection) = self.connect(&source)? else { break };
            match self.runner.converse(connection)? {
                Ended::Over if self.args.stay => self.runner.session = self.args.session(self.runner.options),
                Ended::Over | Ended::Quit => break,
                // A follower that connects has nothing more to do.
                Ended::Closed if self.args.connect.is_some() && !self.args.initiator => break,
                Ended::Closed => {}
            }
            failed = if self.runner.games > games { 0 } else { failed + 1 };
            if self.args.initiator && failed >= MOST_FAILED {
                return Err(Error::Input("the partner closes the connection before the game".to_owned()));
            }
        }
        self.conclude()
    }

    fn source(&mut self) -> Result<Source, Error> {
        let DxpArgs { connect, listen, port, .. } = self.args;
        if let Some(host) = connect {
            // A literal address of IPv6 may be in brackets.
            return Ok(Source::Host(host.trim_start_matches('[').trim_end_matches(']').to_owned()));
        }
        let listener = Listener::open(listen, *port)?;
        let listening: Vec<_> = listener.addresses().iter().map(ToString::to_string).collect();
        let sentence = format!("listening at {}", listening.join(" and "));
        self.runner.options.tell(self.runner.output, &ListeningLine { listening }, sentence)?;
        Ok(Source::Listener(listener))
    }

    /// Waits for a connection. Returns `None` if the user quits before.
    fn connect(&mut self, source: &Source) -> Result<Option<DxpConnection>, Error> {
        let connection = match source {
            Source::Listener(listener) => match self.accept(listener)? {
                Some(stream) => DxpConnection::new(stream, self.args.delay()).map_err(Error::input)?,
                None => return Ok(None),
            },
            Source::Host(host) => {
                let port = self.args.port;
                DxpConnection::open(host, port, CONNECT_TIME, self.args.delay())
                    .map_err(|error| Error::Input(format!("--connect {host}: port {port}: {error}")))?
            }
        };
        let connected = connection.partner().map_or_else(String::new, |address| address.to_string());
        let sentence = format!("connected to {connected}");
        self.runner.options.tell(self.runner.output, &ConnectedLine { connected }, sentence)?;
        Ok(Some(connection))
    }

    fn accept(&mut self, listener: &Listener) -> Result<Option<std::net::TcpStream>, Error> {
        loop {
            let lines = self.runner.lines.clone();
            select! {
                recv(listener.accepted()) -> stream => return stream.map(Some).map_err(Error::input),
                recv(lines) -> line => match line {
                    Ok(Ok(line)) if line.parse() == Ok(Order::Quit) => return Ok(None),
                    Ok(_) => super::error::warn("there is no partner yet"),
                    Err(_) => self.runner.lines = never(),
                },
            }
        }
    }

    fn conclude(self) -> Result<ExitStatus, Error> {
        let Runner { options, output, series, .. } = self.runner;
        if let Some(series) = &series {
            let line = series.line();
            options.tell(output, &line, line.sentence())?;
        }
        Ok(ExitStatus::Done)
    }
}
