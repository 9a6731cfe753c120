//! `serve`

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use clap::Args;
use shuban_server::Server;
use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::{self, Parting};

/// Answer questions over HTTP: values, moves, rules and pictures, as JSON
///
/// The API is described at /api/v1/openapi.json. Answers have the members of `probe --json`,
/// `show --json`, `list --json` and `info --json`. Nothing is written to the data folder.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
}

/// How often the service looks whether it is to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Serve {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        context.if_interrupted(|| Parting::word("the server is closed"));
        let cannot = |error: std::io::Error| {
            Failure::environment("io", format!("cannot listen at {}: {error}", self.listen))
        };
        let listener = TcpListener::bind(self.listen).map_err(cannot)?;
        listener.set_nonblocking(true).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(context.common.threads())
            .enable_all()
            .build()
            .map_err(cannot)?;
        let server = Server::new(context.catalog, &context.common.data);
        context.line(&format!("http://{address}/"))?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).map_err(cannot)?;
            server.run(listener, stop()).await;
            Ok::<_, Failure>(())
        })?;
        Err(Failure::Interrupted)
    }
}

/// Comes when the program is asked to end.
async fn stop() {
    while !interrupt::asked() {
        sleep(POLL_INTERVAL).await;
    }
}
