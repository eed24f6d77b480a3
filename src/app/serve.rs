//! `serve`: a board in the browser, from a small server on this machine.
//!
//! The browser keeps the game and sends it with each request; the server keeps none. It says what is legal, what
//! an engine thinks and what tables and proofs know. Nothing of the rules is in the page.

mod api;
mod engines;
mod entry;
mod game;
mod gate;
mod http;
mod lights;
mod page;
mod stream;
mod think;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use super::ExitStatus;
use super::error::{Error, warn};
use super::options::Options;
use super::output::Output;
use gate::Gate;
use http::Site;

/// The arguments of `serve`.
#[derive(clap::Args)]
pub(super) struct ServeArgs {
    /// Port of the page; 0 for any free one. The browser keeps games by port
    #[arg(long, value_name = "P", default_value_t = 8064)]
    port: u16,
    /// IP address to listen on. Beyond this machine, the address of the page has a random token
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Serves until the program is ended.
pub(super) fn run(options: &Options, args: &ServeArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let wanted = SocketAddr::new(args.listen, args.port);
    let failed = |error| Error::Input(format!("cannot listen on {wanted}: {error}"));
    let listener = TcpListener::bind(wanted).map_err(failed)?;
    let gate = Gate::new(listener.local_addr().map_err(failed)?);
    let address = gate.address();
    let site = Arc::new(Site::new(options, gate)?);
    output.line(&address)?;
    if args.open
        && let Err(error) = open::that_detached(&address)
    {
        warn(&format!("cannot open the browser: {error}"));
    }
    http::serve(listener, &site).map_err(failed)?;
    Ok(ExitStatus::Done)
}
