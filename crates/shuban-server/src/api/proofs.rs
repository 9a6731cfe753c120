//! `/proofs`: proof files, and their steps by position.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use shuban_catalog::Printable;
use utoipa::IntoParams;

use crate::line::moves_of;
use crate::problem::Problem;
use crate::proofs::Listed;
use crate::reply::{Freshness, reply};
use crate::request::{Path, Query, RequestState};

/// The proofs in `proofs` of the data folder
#[utoipa::path(get, path = "/api/v1/proofs", tag = "proofs",
    responses((status = 200, description = "`proofs`: all files, each with what it claims, of \
        which position, and how large it is; or with `error`, if it cannot be read")))]
pub(crate) async fn list(state: RequestState, headers: HeaderMap) -> Result<Response, Problem> {
    let proofs = state.look_up(move |state| {
        let entry = |Listed { file, about }: Listed| match about {
            Ok(about) => with_file(&file, json!(about)),
            Err(error) => json!({ "file": file, "error": error }),
        };
        Ok(state.proofs().into_iter().map(entry).collect::<Vec<Json>>())
    });
    Ok(reply(&headers, &json!({ "proofs": proofs.await? }), Freshness::Stored))
}

fn with_file(file: &str, mut document: Json) -> Json {
    document["file"] = json!(file);
    document
}

/// A position of a proof.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProofQuery {
    /// The moves from the proof's position, separated by semicolons [default: none].
    line: Option<String>,
}

/// The move of a proof in a position, or its answer to each move
///
/// `status` is, of the position and of the one after each move: `listed`, the file has a move
/// there, which is `answer`; `replies`, all moves of the other side are answered; `decided`, it is
/// not in the file and plain search decides it; `over`; `missing`, the file says nothing; or
/// `unsearched`, it is not in the file and there was too much to search. `holds` tells whether the
/// claim holds where that is known, `left` whether a move of the line is not that of the strategy.
/// What a file claims is checked by `shuban-check`, not here.
#[utoipa::path(get, path = "/api/v1/proofs/{file}", tag = "proofs",
    params(("file" = String, Path, description = "The name of a file that `/proofs` lists"),
        ProofQuery),
    responses(
        (status = 200, description = "`proof`: what the file claims; `position`, `to_move`, \
            `status`, `holds`, `left`, and `moves`"),
        (status = 400, description = "Not a legal move"),
        (status = 404, description = "No such file"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Path(file): Path<String>,
    Query(ProofQuery { line }): Query<ProofQuery>,
) -> Result<Response, Problem> {
    let line = line.unwrap_or_default();
    state.short("line", &line)?;
    let document = state.walk(file, moves_of(&line)?, |file, walked| {
        let mut document = walked.step.json();
        document["left"] = json!(walked.has_left);
        document["proof"] = with_file(file, json!(walked.proof.about()));
        Ok(document)
    });
    Ok(reply(&headers, &document.await?, Freshness::Stored))
}
