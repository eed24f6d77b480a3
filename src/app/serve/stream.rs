//! Server-sent events: an answer that goes on until there is nothing more to say or the client has gone.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

use http_body_util::BodyExt;
use hyper::Response;
use hyper::body::{Bytes, Frame};
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::http::{Body, respond};

/// The number of events that wait for the client to read them.
const WAITING: usize = 64;
/// How long an event that must not be lost waits.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends events to a client.
#[derive(Clone)]
pub(super) struct EventStream(Sender<Bytes>);

struct Events(Receiver<Bytes>);

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// A stream, and the answer that it writes to.
pub(super) fn stream() -> (EventStream, Response<Body>) {
    let (sender, receiver) = channel(WAITING);
    (EventStream(sender), respond("text/event-stream", Events(receiver).boxed_unsync()))
}

impl EventStream {
    /// Whether the client has gone.
    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// Waits until the client has gone.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }

    /// Sends an event, or drops it if the client does not read.
    pub(super) fn tell(&self, name: &str, data: &impl Serialize) {
        let _ = self.0.try_send(text(name, data));
    }

    /// Sends an event that must arrive. It waits for a slow client, but not for long.
    pub(super) fn conclude(&self, name: &str, data: &impl Serialize) {
        let (mut bytes, began) = (text(name, data), Instant::now());
        while let Err(TrySendError::Full(unsent)) = self.0.try_send(bytes) {
            if began.elapsed() > PATIENCE {
                return;
            }
            bytes = unsent;
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn text(name: &str, data: &impl Serialize) -> Bytes {
    let json = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    format!("event: {name}\ndata: {json}\n\n").into()
}
