//! A published folder on a web server.

use std::ops::Range;
use std::time::Duration;

use ureq::config::ConfigBuilder;
use ureq::http::header::{CONTENT_ENCODING, CONTENT_RANGE, LOCATION, RANGE};
use ureq::http::uri::Scheme;
use ureq::http::{HeaderName, Response, StatusCode, Uri};
use ureq::typestate::AgentScope;
use ureq::{Agent, Body};

use crate::source::{Reason, Source, SourceError, of_length};

/// The longest time until a connection stands.
const CONNECTING: Duration = Duration::from_secs(10);

/// The longest time in which nothing comes.
const SILENCE: Duration = Duration::from_secs(30);

/// The longest time of one answer, of some megabytes.
const ANSWERING: Duration = Duration::from_secs(600);

/// Number of times that a server may send on to another file of its own.
const MOST_REDIRECTS: usize = 4;

/// A published folder on a web server. Connections are kept, and any number of threads may read.
#[derive(Debug)]
pub(crate) struct Http {
    /// The address, without a slash at its end.
    base: String,
    agent: Agent,
}

/// Makes a client that keeps connections, follows nobody, and waits for nothing without end.
pub(crate) fn agent() -> Agent {
    settings().build().new_agent()
}

/// Returns the settings of such a client.
pub(crate) fn settings() -> ConfigBuilder<AgentScope> {
    Agent::config_builder()
        .http_status_as_error(false)
        // A server could send one on to any other, which the user has not named.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .accept_encoding("identity")
        .user_agent(concat!("shuban/", env!("CARGO_PKG_VERSION")))
        .timeout_connect(Some(CONNECTING))
        .timeout_recv_response(Some(SILENCE))
        .timeout_per_read(Some(SILENCE))
        .timeout_global(Some(ANSWERING))
        .max_idle_connections_per_host(64)
}

impl Http {
    /// Takes an address, without asking it anything.
    pub(crate) fn new(address: &str) -> Result<Self, SourceError> {
        // A password must not end up in a message.
        let refused = |reason| {
            let is_secret = address.contains(['@', '?', '#']);
            let address = if is_secret { "the address" } else { address };
            Err(SourceError { address: address.to_owned(), reason: Reason::Address(reason) })
        };
        let Ok(uri) = address.parse::<Uri>() else { return refused("not an address") };
        if uri.scheme() != Some(&Scheme::HTTP) && uri.scheme() != Some(&Scheme::HTTPS) {
            return refused(
                "databases are read from https, http and file addresses, and from buckets (s3, gs, az)",
            );
        }
        if uri.authority().is_none_or(|authority| authority.as_str().contains('@')) {
            return refused("a name or a password does not belong into an address");
        }
        if uri.query().is_some() || address.contains('#') {
            return refused("the address of a folder has no `?` and no `#`");
        }
        let base = address.trim_end_matches('/').to_owned();
        Ok(Http { base, agent: agent() })
    }

    /// Asks for a file, or a part of it, and follows the server to another file of its own.
    fn ask(&self, name: &str, range: Option<&Range<u64>>) -> Result<Response<Body>, Reason> {
        let mut address = self.address(name);
        for _ in 0..=MOST_REDIRECTS {
            let mut request = self.agent.get(&address);
            if let Some(Range { start, end }) = range {
                request = request.header(RANGE, format!("bytes={start}-{}", end - 1));
            }
            let answer = request.call();
            let answer = answer.map_err(|error| Reason::Unreachable(error.to_string()))?;
            if !answer.status().is_redirection() {
                return checked(answer);
            }
            let to = header(&answer, LOCATION).unwrap_or_default().to_owned();
            address = self.same_host(&to).ok_or_else(|| Reason::Elsewhere(without_secrets(&to)))?;
        }
        Err(Reason::Elsewhere(without_secrets(&address)))
    }

    /// Returns the address that a server has sent one on to, if it is one of the same server.
    fn same_host(&self, to: &str) -> Option<String> {
        let (own, to): (Uri, Uri) = (self.base.parse().ok()?, to.parse().ok()?);
        let path = to.path_and_query()?.as_str();
        match to.authority() {
            Some(_) if to.scheme() != own.scheme() || to.authority() != own.authority() => None,
            // Two slashes begin the name of another server.
            None if !path.starts_with('/') || path.starts_with("//") => None,
            _ => Some(format!("{}://{}{path}", own.scheme()?, own.authority()?)),
        }
    }
}

/// Returns an address without name, password, query and all else that may be a key to it.
fn without_secrets(address: &str) -> String {
    let Ok(uri) = address.parse::<Uri>() else { return "another address".to_owned() };
    let place = uri.authority().map_or("", |authority| authority.as_str());
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    match uri.scheme() {
        Some(scheme) => format!("{scheme}://{host}{}", uri.path()),
        None => format!("{host}{}", uri.path()),
    }
}

/// Returns the answer if its body is the file, as it is.
fn checked(answer: Response<Body>) -> Result<Response<Body>, Reason> {
    if !matches!(answer.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT) {
        return Err(Reason::Status(answer.status().as_u16()));
    }
    match header(&answer, CONTENT_ENCODING) {
        None | Some("identity") => Ok(answer),
        Some(encoding) => Err(Reason::Encoded(encoding.to_owned())),
    }
}

fn header(answer: &Response<Body>, name: HeaderName) -> Option<&str> {
    answer.headers().get(name)?.to_str().ok()
}

/// Reads a body of at most `most` bytes, and one more to tell that there are more.
fn body(mut answer: Response<Body>, most: u64) -> Result<Vec<u8>, Reason> {
    let reader = answer.body_mut().with_config().limit(most.saturating_add(1)).reader();
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(reader, most + 1), &mut bytes)
        .map_err(|error| Reason::Unreachable(error.to_string()))?;
    Ok(bytes)
}

impl Source for Http {
    fn range(&self, name: &str, range: Range<u64>, len: u64) -> Result<Vec<u8>, SourceError> {
        let expected = range.end - range.start;
        let read = || {
            let answer = self.ask(name, Some(&range))?;
            if answer.status() != StatusCode::PARTIAL_CONTENT {
                // A whole file that is as short as the part is the part.
                if expected == len && answer.body().content_length() == Some(len) {
                    return body(answer, len);
                }
                return Err(Reason::NoRanges);
            }
            let part = format!("bytes {}-{}/{len}", range.start, range.end - 1);
            let found = header(&answer, CONTENT_RANGE).unwrap_or_default();
            if found != part {
                let total = found.rsplit('/').next().and_then(|total| total.parse().ok());
                return Err(match total {
                    Some(total) if total != len => {
                        Reason::OtherLength { expected: len, found: total }
                    }
                    _ => Reason::NoRanges,
                });
            }
            body(answer, expected)
        };
        read()
            .and_then(|bytes| of_length(bytes, expected))
            .map_err(|reason| SourceError { address: self.address(name), reason })
    }

    fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        let read = || {
            let bytes = body(self.ask(name, None)?, most)?;
            if bytes.len() as u64 > most { Err(Reason::TooLong(most)) } else { Ok(bytes) }
        };
        read().map_err(|reason| SourceError { address: self.address(name), reason })
    }

    fn address(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_server_sends_one_on_is_told_without_keys() {
        for (address, told) in [
            ("https://user:secret@other.example/x?Signature=secret", "https://other.example/x"),
            ("https://other.example:8443/a/b#secret", "https://other.example:8443/a/b"),
            ("/x?token=secret", "/x"),
            ("no address: secret", "another address"),
        ] {
            assert_eq!(without_secrets(address), told);
        }
    }
}
