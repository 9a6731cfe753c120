//! The client by which object stores are asked: the one that reads from web servers.

use std::io::Read;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http_body::{Body as Frames, Frame};
use http_body_util::BodyExt;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use ureq::http::header::{CONTENT_ENCODING, CONTENT_RANGE, RANGE};
use ureq::http::request::Parts;
use ureq::http::uri::Scheme;
use ureq::http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode, Uri};
use ureq::{Agent, Body, BodyReader};

use crate::http::{agent, settings};
use crate::source::{PAUSES, Reason};

/// Bytes that are read of a body at once.
const CHUNK: usize = 1 << 16;

/// Bytes that are read of a refusal.
const MOST_OF_REFUSAL: u64 = 1 << 16;

/// Bytes of a refusal that are repeated in a message.
const MOST_WORDS: usize = 200;

/// The longest time for an answer of a machine's own service for keys, which most machines do not have.
const KEYS: Duration = Duration::from_secs(2);

/// An error of this program's own within one of a store.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refused(pub(crate) Reason);

impl From<Refused> for HttpError {
    fn from(refused: Refused) -> Self {
        HttpError::new(HttpErrorKind::Unknown, refused)
    }
}

/// Gives the clients of stores this crate's way of asking.
#[derive(Debug)]
pub(crate) struct BucketConnector {
    /// Requests may be sent where everybody on the way reads them.
    pub(crate) unencrypted: bool,
}

impl HttpConnector for BucketConnector {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        // No proxy has the keys of a machine.
        let keys = settings().proxy(None).timeout_global(Some(KEYS)).build().new_agent();
        Ok(HttpClient::new(BucketClient { agent: agent(), keys, unencrypted: self.unencrypted }))
    }
}

/// A client of stores. It works on the thread that waits for it.
#[derive(Debug)]
struct BucketClient {
    agent: Agent,
    /// Asks the machine's own service for keys.
    keys: Agent,
    unencrypted: bool,
}

#[async_trait]
impl HttpService for BucketClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let is_for_keys = is_service_for_keys(request.uri());
        if request.uri().scheme() != Some(&Scheme::HTTPS) && !self.unencrypted && !is_for_keys {
            let reason = "not encrypted: AWS_ALLOW_HTTP=true, GOOGLE_ALLOW_HTTP=true or AZURE_ALLOW_HTTP=true allows it";
            return Err(Refused(Reason::Address(reason)).into());
        }
        let is_part = request.headers().contains_key(RANGE);
        let (parts, sent) = request.into_parts();
        let sent = sent.collect().await?.to_bytes();
        let agent = if is_for_keys { &self.keys } else { &self.agent };
        let answer = match parts.method {
            Method::GET | Method::HEAD => agent.run(Request::from_parts(parts, ())),
            _ => sent_persistently(agent, &parts, &sent),
        };
        let answer = answer.map_err(|error| match is_for_keys {
            true => no_keys(&error.to_string()),
            false => Refused(Reason::Unreachable(error.to_string())),
        })?;
        let status = answer.status();
        let most = if status.is_success() { u64::MAX } else { MOST_OF_REFUSAL };
        let answer = answer.map(|body| body.into_with_config().limit(most).reader());
        if is_for_keys && !status.is_success() {
            return Err(no_keys(&status.to_string()).into());
        }
        if is_part && status == StatusCode::OK {
            return Err(Refused(Reason::NoRanges).into());
        }
        if is_understood(status) {
            check_form(answer.headers()).map_err(Refused)?;
            return Ok(answer.map(|reader| HttpResponseBody::new(Received { reader, left: most })));
        }
        if Reason::Status(status.as_u16()).may_pass() {
            return Err(Refused(Reason::Status(status.as_u16())).into());
        }
        let mut words = Vec::new();
        // If the connection breaks, those that have come say enough.
        let _ = answer.into_body().read_to_end(&mut words);
        let words = String::from_utf8_lossy(&words);
        let words = &words[..words.floor_char_boundary(MOST_WORDS)];
        Err(Refused(Reason::Settings(format!("the store answers {status}: {words}"))).into())
    }
}

/// Sends something, again after a pause if that may help: reads are tried again where they are wanted, but of
/// a file that is sent in parts only this request can be.
fn sent_persistently(
    agent: &Agent,
    parts: &Parts,
    bytes: &[u8],
) -> Result<Response<Body>, ureq::Error> {
    let send = || agent.run(Request::from_parts(parts.clone(), bytes));
    for pause in PAUSES {
        let answer = send();
        let may_pass = answer
            .as_ref()
            .map_or(true, |answer| Reason::Status(answer.status().as_u16()).may_pass());
        if !may_pass {
            return answer;
        }
        std::thread::sleep(pause);
    }
    send()
}

/// Returns true if an address is that of a service which gives keys to programs on a machine of a cloud.
fn is_service_for_keys(uri: &Uri) -> bool {
    uri.host()
        .is_some_and(|host| host.starts_with("169.254.") || host == "metadata.google.internal")
}

fn no_keys(why: &str) -> Refused {
    let reason = "there are no keys in the environment (AWS_ACCESS_KEY_ID and others; \
                  AWS_SKIP_SIGNATURE=true for what all may read), and this machine has no service for them";
    Refused(Reason::Settings(format!("{reason}: {why}")))
}

/// Returns true if the client of a store knows what an answer means.
fn is_understood(status: StatusCode) -> bool {
    let refusals = [
        StatusCode::UNAUTHORIZED,
        StatusCode::FORBIDDEN,
        StatusCode::NOT_FOUND,
        StatusCode::CONFLICT,
        StatusCode::PRECONDITION_FAILED,
    ];
    status.is_success() || refusals.contains(&status)
}

/// Refuses a file that comes in another form, and a part that nobody can ask for.
fn check_form(headers: &HeaderMap) -> Result<(), Reason> {
    let header = |name: HeaderName| headers.get(name)?.to_str().ok();
    match (header(CONTENT_ENCODING), header(CONTENT_RANGE)) {
        (Some(encoding), _) if encoding != "identity" && !encoding.is_empty() => {
            Err(Reason::Encoded(encoding.to_owned()))
        }
        // The client of stores adds one to its end.
        (_, Some(range)) if range.contains(&u64::MAX.to_string()) => Err(Reason::NoRanges),
        _ => Ok(()),
    }
}

/// A body that is read where it is waited for.
struct Received {
    reader: BodyReader<'static>,
    /// Bytes that are read at most.
    left: u64,
}

impl Frames for Received {
    type Data = Bytes;
    type Error = HttpError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, HttpError>>> {
        let mut bytes = vec![0; CHUNK.min(usize::try_from(self.left).unwrap_or(CHUNK))];
        Poll::Ready(match self.reader.read(&mut bytes) {
            Ok(0) => None,
            Ok(read) => {
                self.left -= read as u64;
                bytes.truncate(read);
                Some(Ok(Frame::data(bytes.into())))
            }
            Err(error) => Some(Err(Refused(Reason::Unreachable(error.to_string())).into())),
        })
    }
}
