//! A TCP connection that carries messages of DXP.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use protocol::dxp::{Error, Inbox, Message};

use crate::interrupt;

/// A connection to another program. It is closed when this is dropped.
#[derive(Debug)]
pub(crate) struct DxpConnection {
    stream: TcpStream,
    incoming: Receiver<IncomingMessage>,
    /// The least time between two messages with none from the partner in between.
    delay: Duration,
    /// When the last message was sent, if none has come since.
    sent: Option<Instant>,
}

/// A message, or why what came is none.
pub(crate) type IncomingMessage = Result<Message, Error>;

/// Why there is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoMessage {
    /// The time is over.
    Timeout,
    /// The partner has closed the connection.
    Closed,
}

/// The number of messages that may wait to be read. A partner that sends more has to wait.
const QUEUE: usize = 64;
/// The time that a message may take to be sent.
const SEND_TIME: Duration = Duration::from_secs(10);
/// The time for one attempt to connect.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(100);
/// The time that the partner has to read the last message and to close its side.
const FAREWELL: Duration = Duration::from_millis(300);

impl DxpConnection {
    /// Connects to a program. One that does not listen yet gets this much time to do so.
    ///
    /// # Errors
    /// Returns the last reason why there is no connection.
    pub(crate) fn open(host: &str, port: u16, patience: Duration, delay: Duration) -> io::Result<Self> {
        let began = Instant::now();
        loop {
            match connect(host, port) {
                Ok(stream) => return Self::new(stream, delay),
                Err(error) if error.kind() != ErrorKind::ConnectionRefused => return Err(error),
                Err(error) if began.elapsed() >= patience || interrupt::is_requested() => return Err(error),
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    /// A connection that was accepted.
    ///
    /// Some programs lose the second of two messages that arrive together, so there is a delay between them.
    ///
    /// # Errors
    /// Returns an error if the system refuses what is needed.
    pub(crate) fn new(stream: TcpStream, delay: Duration) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SEND_TIME))?;
        let (sender, incoming) = bounded(QUEUE);
        let source = stream.try_clone()?;
        thread::Builder::new().spawn(move || read_messages(source, &sender))?;
        Ok(Self { stream, incoming, delay, sent: None })
    }

    /// Returns the address of the partner.
    pub(crate) fn partner(&self) -> Option<SocketAddr> {
        self.stream.peer_addr().ok()
    }

    /// Returns the channel of messages. It closes when the partner closes the connection. Who reads from it calls
    /// [`Self::note_received`].
    pub(crate) const fn incoming(&self) -> &Receiver<IncomingMessage> {
        &self.incoming
    }

    /// A message has come: the next one can be sent at once.
    pub(crate) const fn note_received(&mut self) {
        self.sent = None;
    }

    /// Waits for the next message, until the deadline or until this program is asked to end.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<IncomingMessage, NoMessage> {
        let time_left = || deadline.saturating_duration_since(Instant::now());
        let message = interrupt::receive(&self.incoming, time_left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoMessage::Timeout,
            RecvTimeoutError::Disconnected => NoMessage::Closed,
        })?;
        self.note_received();
        Ok(message)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Returns an error if the partner does not take it.
    pub(crate) fn send(&mut self, message: &Message) -> io::Result<()> {
        if let Some(sent) = self.sent {
            thread::sleep(self.delay.saturating_sub(sent.elapsed()));
        }
        log::debug!("> {message}");
        // One write, so that the message arrives in one piece.
        self.stream.write_all(format!("{message}\0").as_bytes())?;
        self.sent = Some(Instant::now());
        Ok(())
    }
}

impl Drop for DxpConnection {
    /// Lets the partner read what was sent: data that nobody reads would make the system discard it.
    fn drop(&mut self) {
        // The partner may be gone.
        let _ = self.stream.shutdown(Shutdown::Write);
        let deadline = Instant::now() + FAREWELL;
        while self.incoming.recv_deadline(deadline).is_ok() {}
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Connects to one of the addresses of a host.
fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut failed = io::Error::new(ErrorKind::NotFound, "the host has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIME) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// Sends the messages that arrive until the connection is closed.
fn read_messages(mut source: impl Read, messages: &Sender<IncomingMessage>) {
    let (mut inbox, mut bytes) = (Inbox::default(), [0; 1024]);
    loop {
        let count = match source.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        for message in inbox.push(&bytes[..count]) {
            log::debug!("< {:?}", message.as_ref().map(|bytes| bytes.escape_ascii().to_string()));
            let message = message.map_err(|_| Error::TooLong).and_then(|bytes| Message::parse(&bytes));
            if messages.send(message).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use protocol::dxp::{GameEnd, Reason};

    use super::*;

    const END: Message = Message::GameEnd(GameEnd { reason: Reason::Unspecified, stop: false });

    /// A connection, and its other end.
    fn pair() -> (DxpConnection, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let connection = DxpConnection::open("127.0.0.1", port, Duration::ZERO, Duration::ZERO);
        let (other, _) = listener.accept().expect("a connection");
        (connection.expect("somebody listens"), other)
    }

    fn deadline() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn messages_arrive_whole_however_they_are_cut() {
        let (mut connection, mut other) = pair();
        for bytes in [&b"E0"[..], b"0\0E00\0", b"\0", b"x\0E00", b"\0"] {
            other.write_all(bytes).expect("it listens");
            thread::sleep(Duration::from_millis(2));
        }
        let mut next = || connection.receive(deadline()).expect("a message");
        assert_eq!((next(), next()), (Ok(END), Ok(END)));
        assert_eq!((next(), next()), (Err(Error::Empty), Err(Error::Unknown(b'x'))));
        assert_eq!(next(), Ok(END));
    }

    #[test]
    fn each_message_ends_with_a_nul_and_the_last_one_arrives() {
        let (mut connection, mut other) = pair();
        // Nobody reads this.
        other.write_all(&[b'C'; 10_000]).expect("it listens");
        connection.send(&END).expect("it is sent");
        connection.send(&Message::Chat("bye".to_owned())).expect("it is sent");
        let closing = thread::spawn(move || drop(connection));
        let mut bytes = Vec::new();
        other.read_to_end(&mut bytes).expect("the connection is closed in order");
        assert_eq!(bytes, b"E00\0Cbye\0");
        drop(other);
        closing.join().expect("it is closed");
    }

    #[test]
    fn a_partner_that_says_nothing_and_one_that_is_gone_are_told_apart() {
        let (mut connection, other) = pair();
        assert_eq!(connection.receive(Instant::now()), Err(NoMessage::Timeout));
        drop(other);
        assert_eq!(connection.receive(deadline()), Err(NoMessage::Closed));
    }

    #[test]
    fn who_does_not_listen_is_an_error() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let error = DxpConnection::open("localhost", port, Duration::ZERO, Duration::ZERO);
        assert_eq!(error.expect_err("nobody listens").kind(), ErrorKind::ConnectionRefused);
    }
}
