//! `serve`

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use clap::Args;
use shuban_server::{Limits, Server};
use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::commands::build::usual_options;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::{self, Parting};

/// Show databases in the browser, and answer questions over HTTP
///
/// The explorer is at /, the API is described at /api. Its answers have the members of
/// `probe --json`, `show --json`, `list --json` and `info --json`. Nothing is written to the data
/// folder, unless --build-default or --allow-builds is given.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// Build the default databases in the background, some of each family, and a few small proofs:
    /// in a minute or two
    #[arg(long)]
    build_default: bool,
    /// Let readers have a database built that a page names: what takes at most 60 s and 256 MiB on
    /// the disk
    #[arg(long)]
    allow_builds: bool,
    /// Answer to this name too, such as example.org, and not only to numbers and localhost; to any for
    /// `*`. May be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Let pages of this origin read the API, such as https://example.org; those of all origins for
    /// `*`
    #[arg(long, value_name = "ORIGIN")]
    cors: Option<String>,
    /// Set a limit of what clients may take, such as connections=200 or search-time=2.5. May be given
    /// several times
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
}

/// Interval of checks for an interruption.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Serve {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        // Shown only if the server does not end in time.
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
        let mut limits = Limits { index_memory: context.common.memory(), ..Limits::default() };
        for text in &self.limit {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            limits.set(name, value).map_err(|why| Failure::usage(format!("--limit: {why}")))?;
        }
        let mut server = Server::limited(context.catalog, context.common.data(), limits);
        server = server.publishing((context.published)(context.common));
        #[cfg(feature = "publish")]
        if self.build_default || self.allow_builds {
            let instead = "a server that builds needs a folder, `--data`";
            crate::addresses::refuse_address(context.common.data(), instead)?;
        }
        if self.build_default {
            server = server.building(usual_options(context.common));
        }
        if self.allow_builds {
            server = server.building_on_request(usual_options(context.common));
        }
        server = self.host.iter().fold(server, |server, name| server.named(name));
        if let Some(origin) = &self.cors {
            let wrong = |reason| Failure::usage(format!("--cors: {reason}"));
            server = server.sharing(origin).map_err(wrong)?;
        }
        context.line(&format!("http://{address}/"))?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).map_err(cannot)?;
            server.run(listener, stop()).await;
            Ok::<_, Failure>(())
        })?;
        context.remark("the server is closed");
        Ok(Status::Success)
    }
}

/// Completes when the program is asked to end.
async fn stop() {
    while !interrupt::asked() {
        sleep(POLL_INTERVAL).await;
    }
}
