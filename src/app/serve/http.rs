//! The HTTP server: connections and their limits.
//!
//! What requests mean is the subject of [`super::api`].

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited, combinators::UnsyncBoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_LENGTH, CONTENT_TYPE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::engines::Engines;
use super::gate::Gate;
use super::{api, page};
use crate::app::error::Error;
use crate::app::options::Options;

/// The most connections at a time. A browser opens six.
const CONNECTIONS: usize = 64;
/// The most threads for requests and searches.
const THREADS: usize = 16;
/// The time that a client may take to send the head of a request, or none at all.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time that a client may take to send a body.
const BODY_TIME: Duration = Duration::from_secs(10);
/// The time that a client may not read what it is sent.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// The most bytes of a body: a file of a few thousand games.
const MOST_BYTES: usize = 2 << 20;

/// The body of an answer.
pub(super) type Body = UnsyncBoxBody<Bytes, Infallible>;

/// What all connections share.
pub(super) struct Site {
    pub(super) options: Options,
    pub(super) engines: Engines,
    gate: Gate,
}

/// Why a request is not served.
pub(super) struct Refusal {
    status: StatusCode,
    text: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// The request makes no sense.
    pub(super) fn bad(text: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text.to_string())
    }

    /// What is said.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    fn response(self) -> Response<Body> {
        let json = serde_json::json!({ "error": self.text }).to_string();
        let mut response = response("application/json", json);
        *response.status_mut() = self.status;
        response
    }
}

/// What a page may load: nothing but itself.
const POLICY: &str =
    "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'";

/// An answer with this body.
pub(super) fn response(kind: &'static str, body: impl Into<Bytes>) -> Response<Body> {
    respond(kind, Full::new(body.into()).boxed_unsync())
}

/// An answer with a body that may still grow.
pub(super) fn respond(kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let fixed = [
        (CONTENT_TYPE.as_str(), kind),
        ("cache-control", "no-store"),
        ("content-security-policy", POLICY),
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, hyper::header::HeaderValue::from_static(value));
    }
    response
}

/// Serves until the program ends.
pub(super) fn serve(listener: std::net::TcpListener, site: &Arc<Site>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime =
        runtime::Builder::new_current_thread().enable_all().max_blocking_threads(THREADS).build()?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            match listener.accept().await {
                Ok((stream, _)) => match Arc::clone(&connections).try_acquire_owned() {
                    Ok(permit) => drop(tokio::spawn(converse(stream, Arc::clone(site), permit))),
                    Err(_) => turn_away(&stream),
                },
                // Too many open files, for example.
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
    })
}

fn turn_away(stream: &TcpStream) {
    let body = r#"{"error":"too many connections; close some pages"}"#;
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close";
    // The client may be gone.
    let _ = stream.try_write(format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).as_bytes());
}

/// Serves the requests of one connection.
async fn converse(stream: TcpStream, site: Arc<Site>, _permit: OwnedSemaphorePermit) {
    // The default delays small packets.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    let answer = service_fn(move |request| {
        let site = Arc::clone(&site);
        async move { Ok::<_, Infallible>(site.answer(request).await.unwrap_or_else(Refusal::response)) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer);
    if let Err(error) = connection.await {
        log::debug!("connection: {error}");
    }
}

impl Site {
    pub(super) fn new(options: &Options, gate: Gate) -> Result<Self, Error> {
        Ok(Self { engines: Engines::new(options.settings()?), options: options.clone(), gate })
    }

    async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Body>, Refusal> {
        let path = self.gate.pass(&request)?.to_owned();
        match *request.method() {
            Method::GET => match page::file(&path) {
                Some((kind, content)) => Ok(response(kind, content)),
                None => Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such page")),
            },
            Method::POST => {
                let body = body(request).await?;
                api::answer(self, &path, body).await
            }
            _ => Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "only GET and POST are served")),
        }
    }
}

/// Reads the body of a request.
async fn body(request: Request<Incoming>) -> Result<Bytes, Refusal> {
    let too_long = || {
        let text = format!("a request has at most {} MiB", MOST_BYTES >> 20);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, text)
    };
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > MOST_BYTES as u64) {
        return Err(too_long());
    }
    let read = Limited::new(request.into_body(), MOST_BYTES).collect();
    match timeout(BODY_TIME, read).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => Err(too_long()),
        Ok(Err(error)) => Err(Refusal::bad(error)),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")),
    }
}
