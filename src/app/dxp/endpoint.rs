//! Where the partner comes from: it connects to us, or we to it.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::super::error::Error;

/// Listens for partners, who get one connection after the other.
pub(super) struct Listener {
    addresses: Vec<SocketAddr>,
    accepted: Receiver<TcpStream>,
}

/// The time between attempts to accept a connection if the system refuses.
const PAUSE: Duration = Duration::from_millis(100);

impl Listener {
    /// Listens at these addresses, or if there are none at the loopback addresses that the system has.
    pub(super) fn open(addresses: &[IpAddr], port: u16) -> Result<Self, Error> {
        let listeners = if addresses.is_empty() { at_loopback(port) } else { at(addresses, port) };
        let listeners = listeners.map_err(|(address, error)| Error::Input(format!("{address}: {error}")))?;
        // Without room in the channel, those who wait do so in the queue of the system.
        let (sender, accepted) = bounded(0);
        let addresses = listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect();
        for listener in listeners {
            let sender = sender.clone();
            thread::Builder::new().spawn(move || accept(&listener, &sender)).map_err(Error::input)?;
        }
        Ok(Self { addresses, accepted })
    }

    /// The addresses where it listens.
    pub(super) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The channel of connections.
    pub(super) const fn accepted(&self) -> &Receiver<TcpStream> {
        &self.accepted
    }
}

type BindError = (SocketAddr, io::Error);

fn at(addresses: &[IpAddr], port: u16) -> Result<Vec<TcpListener>, BindError> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    for &address in addresses {
        // All have the same port, also if the system chooses it.
        let chosen = listeners.first().and_then(|first| first.local_addr().ok());
        listeners.push(bind((address, chosen.map_or(port, |chosen| chosen.port())).into())?);
    }
    Ok(listeners)
}

/// Listens at both loopback addresses. One of them may be missing.
fn at_loopback(port: u16) -> Result<Vec<TcpListener>, BindError> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut failed = None;
    for address in [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)] {
        let chosen = listeners.first().and_then(|first| first.local_addr().ok());
        match bind((address, chosen.map_or(port, |chosen| chosen.port())).into()) {
            Ok(listener) => listeners.push(listener),
            // Somebody else would get our partners.
            Err((address, error)) if error.kind() == ErrorKind::AddrInUse => return Err((address, error)),
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        Some(error) if listeners.is_empty() => Err(error),
        _ => Ok(listeners),
    }
}

/// On Unix the standard library sets `SO_REUSEADDR`, so that the port can be used again at once.
fn bind(address: SocketAddr) -> Result<TcpListener, BindError> {
    TcpListener::bind(address).map_err(|error| (address, error))
}

fn accept(listener: &TcpListener, accepted: &Sender<TcpStream>) {
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                if accepted.send(stream).is_err() {
                    return;
                }
            }
            Err(error) => {
                log::warn!("cannot accept a connection: {error}");
                thread::sleep(PAUSE);
            }
        }
    }
}
