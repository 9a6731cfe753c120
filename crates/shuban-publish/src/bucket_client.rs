//! The client by which object stores are asked: the one that reads from web servers.

use std::io::Read;
use std::pin::Pin;
use std::task::{Context, Poll};

use async_trait::async_trait;
use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::BodyExt;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use object_store::{ClientConfigKey, ClientOptions};
use ureq::http::uri::Scheme;
use ureq::{Agent, BodyReader};

use crate::http::agent;

/// Bytes that are read of a body at once.
const CHUNK: usize = 1 << 16;

/// Bytes that are read of an answer that says why there is none.
const MOST_OF_REFUSAL: u64 = 1 << 16;

/// Gives the clients of stores this crate's way of asking.
#[derive(Debug)]
pub(crate) struct BucketConnector;

impl HttpConnector for BucketConnector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let allowed = options.get_config_value(&ClientConfigKey::AllowHttp);
        let allow_http = allowed.is_some_and(|allowed| allowed == "true");
        Ok(HttpClient::new(BucketClient { agent: agent(), allow_http }))
    }
}

/// A client of stores. It works on the thread that waits for it.
#[derive(Debug)]
struct BucketClient {
    agent: Agent,
    /// Requests may be sent where everybody on the way reads them.
    allow_http: bool,
}

#[async_trait]
impl HttpService for BucketClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        if request.uri().scheme() != Some(&Scheme::HTTPS) && !self.allow_http {
            let reason = "without encryption, which the environment does not allow (`AWS_ALLOW_HTTP=true` does)";
            return Err(HttpError::new_boxed(HttpErrorKind::Unknown, reason.into()));
        }
        let (parts, sent) = request.into_parts();
        let sent = sent.collect().await?.to_bytes();
        let answer = match sent.is_empty() {
            true => self.agent.run(ureq::http::Request::from_parts(parts, ())),
            false => self.agent.run(ureq::http::Request::from_parts(parts, &sent[..])),
        };
        let answer = answer.map_err(|error| HttpError::new(HttpErrorKind::Connect, error))?;
        let most = if answer.status().is_success() { u64::MAX } else { MOST_OF_REFUSAL };
        Ok(answer.map(|body| {
            let reader = body.into_with_config().limit(u64::MAX).reader();
            HttpResponseBody::new(Received { reader, left: most })
        }))
    }
}

/// A body that is read where it is waited for.
struct Received {
    reader: BodyReader<'static>,
    /// Bytes that are read at most.
    left: u64,
}

impl Body for Received {
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
            Err(error) => Some(Err(HttpError::new(HttpErrorKind::Interrupted, error))),
        })
    }
}
