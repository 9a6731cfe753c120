//! Server-sent events of work that takes a while: its progress, and its answer. The work ends when
//! the client disconnects.

use std::convert::Infallible;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Value as Json, json};
use shuban_core::Progress;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::places::Place;
use crate::problem::Problem;
use crate::reply::{Freshness, accepts, reply};

/// An event for the client.
enum News {
    Progress(Json),
    Answer(Json),
    Problem(Problem),
}

/// Least interval between two reports of progress.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// Reports progress to a client. Work is interrupted when its client disconnects.
struct Teller {
    to: mpsc::Sender<News>,
    phase: Mutex<(String, u64, Instant)>,
}

impl Teller {
    fn tell(&self, news: Json) {
        // A client that reads too slowly misses some reports.
        let _ = self.to.try_send(News::Progress(news));
    }
}

impl Progress for Teller {
    fn layer(&self, name: &str, step: usize, steps: usize) {
        self.tell(json!({ "layer": name, "step": step, "steps": steps }));
    }

    fn phase(&self, what: &str, total: u64) {
        if let Ok(mut phase) = self.phase.lock() {
            *phase = (what.to_owned(), total, Instant::now());
        }
        self.tell(json!({ "phase": what, "done": 0, "total": total }));
    }

    fn at(&self, done: u64, detail: &str) {
        // If another thread holds the lock, it sends the report.
        let Ok(mut phase) = self.phase.try_lock() else { return };
        let (what, total, told) = &mut *phase;
        if told.elapsed() >= BETWEEN_NEWS {
            *told = Instant::now();
            let news = json!({ "phase": what, "done": done, "total": total, "detail": detail });
            drop(phase);
            self.tell(news);
        }
    }

    fn interrupted(&self) -> bool {
        self.to.is_closed()
    }
}

/// Runs work that takes a while. A client that accepts `text/event-stream` gets server-sent events,
/// `progress` and finally `answer` or `problem`; any other gets the answer at the end. The work is
/// interrupted when the client disconnects. `place` is freed when the work ends.
pub(crate) async fn streamed(
    headers: &HeaderMap,
    place: Place,
    work: impl FnOnce(&dyn Progress) -> Result<Json, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let (to, mut from) = mpsc::channel(64);
    spawn_blocking(move || {
        let phase = Mutex::new((String::new(), 0, Instant::now()));
        let teller = Teller { to, phase };
        let last = work(&teller).map_or_else(News::Problem, News::Answer);
        drop(place);
        // The client may have disconnected.
        let _ = teller.to.blocking_send(last);
    });
    if accepts(headers, "text/event-stream") {
        let events = ReceiverStream::new(from).map(|news| Ok::<_, Infallible>(event(news)));
        let mut response = Sse::new(events).keep_alive(KeepAlive::default()).into_response();
        // Otherwise some proxies buffer until the end.
        let no_buffer = HeaderValue::from_static("no");
        response.headers_mut().insert("x-accel-buffering", no_buffer);
        return Ok(response);
    }
    while let Some(news) = from.recv().await {
        match news {
            News::Progress(_) => {}
            News::Answer(answer) => return Ok(reply(headers, &answer, Freshness::Changing)),
            News::Problem(problem) => return Err(problem),
        }
    }
    Err(Problem::failed("the work ended without an answer"))
}

fn event(news: News) -> Event {
    let (name, data) = match news {
        News::Progress(progress) => ("progress", progress),
        News::Answer(answer) => ("answer", answer),
        News::Problem(problem) => ("problem", json!(problem)),
    };
    Event::default().event(name).data(data.to_string())
}
