//! Who may talk to the server: its own page, at the address that was printed.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{CONTENT_TYPE, HOST, HeaderName, ORIGIN};
use hyper::{Method, Request, StatusCode};

use super::http::Refusal;

/// Checks where a request comes from and what it names.
pub(super) struct Gate {
    listens: SocketAddr,
    /// The first part of every path, if the server listens beyond this machine.
    token: Option<String>,
}

impl Gate {
    /// The gate of a server that listens here.
    pub(super) fn new(listens: SocketAddr) -> Self {
        let token = (!listens.ip().is_loopback()).then(|| format!("{:032x}", rand::random::<u128>()));
        Self { listens, token }
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        match &self.token {
            None => format!("http://{}/", self.listens),
            Some(token) => format!("http://{}/{token}/", self.listens),
        }
    }

    /// The path of a request, without its first slash and the token.
    ///
    /// # Errors
    /// Returns why the request is refused.
    pub(super) fn pass<'a, B>(&self, request: &'a Request<B>) -> Result<&'a str, Refusal> {
        let host = header(request, HOST).unwrap_or_default();
        if !self.is_own_host(host) {
            let text = "this server answers only at the address that it printed";
            return Err(Refusal::new(StatusCode::FORBIDDEN, text));
        }
        // A browser names the page that a request comes from; other clients need not.
        if header(request, ORIGIN).is_some_and(|origin| origin != format!("http://{host}")) {
            return Err(Refusal::new(StatusCode::FORBIDDEN, "this server answers only its own page"));
        }
        let is_json = || header(request, CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        if request.method() == Method::POST && !is_json() {
            let text = "a request needs the content type application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
        }
        self.path(request.uri().path())
    }

    fn path<'a>(&self, path: &'a str) -> Result<&'a str, Refusal> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let Some(token) = &self.token else { return Ok(path) };
        let inner = path.strip_prefix(token.as_str()).and_then(|rest| rest.strip_prefix('/'));
        let text = "the token of the address is missing or wrong: open the address that the server printed";
        inner.ok_or_else(|| Refusal::new(StatusCode::FORBIDDEN, text))
    }

    /// Whether this is the server's own name. Another name can be a page of somebody else that was made to lead
    /// here. An IP address cannot.
    fn is_own_host(&self, host: &str) -> bool {
        let own_port = self.listens.port();
        if host.rsplit_once(':') == Some(("localhost", own_port.to_string().as_str())) {
            return true;
        }
        host.parse::<SocketAddr>().is_ok_and(|named| {
            let is_own = named.ip() == self.listens.ip() || self.listens.ip().is_unspecified();
            named.port() == own_port && (is_own || is_loopback_twin(named.ip(), self.listens.ip()))
        })
    }
}

/// Whether both addresses are this machine.
fn is_loopback_twin(one: IpAddr, other: IpAddr) -> bool {
    one.is_loopback() && other.is_loopback()
}

fn header<B>(request: &Request<B>, name: HeaderName) -> Option<&str> {
    request.headers().get(name)?.to_str().ok()
}
