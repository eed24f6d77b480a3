//! The requests of the page: which one it is, and where it is answered.

use std::sync::Arc;

use hyper::body::Bytes;
use hyper::{Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::spawn_blocking;

use super::http::{Body, Refusal, Site, response};
use super::{entry, game, lights, think};

/// Answers a request.
pub(super) async fn answer(site: Arc<Site>, path: &str, body: Bytes) -> Result<Response<Body>, Refusal> {
    match path {
        "api/layout" => quick(body, game::layout).await,
        "api/view" => quick(body, game::view).await,
        "api/move" => quick(body, entry::enter).await,
        "api/setup" => quick(body, game::set_up).await,
        "api/lights" => quick(body, move |asked| lights::lights(&site.options, &asked)).await,
        "api/think" => think::think(site, read(&body)?).await,
        _ => Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such request")),
    }
}

/// Reads a message.
fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(Refusal::bad)
}

/// Answers a message with another one, in a thread of its own.
async fn quick<T, R>(
    body: Bytes,
    work: impl FnOnce(T) -> Result<R, Refusal> + Send + 'static,
) -> Result<Response<Body>, Refusal>
where
    T: DeserializeOwned + Send + 'static,
    R: Serialize,
{
    let worked = spawn_blocking(move || json(&work(read(&body)?)?)).await;
    let failed = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the request failed; see the log");
    Ok(response("application/json", worked.map_err(failed)??))
}

fn json(message: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(message)
        .map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}
