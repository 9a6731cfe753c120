//! Tools with which a position is set up, and what lets the page show their use at once.

use maud::{Markup, html};
use serde_json::{Value, json};
use shuban_core::present::{
    Preview, PreviewBoard, PreviewPiece, PreviewPlace, PreviewStack, Tool, ToolTarget,
};

use super::line::Place;
use super::shown::Shown;
use super::texts::{Language, Texts};

/// Renders the tools for editing the board.
pub(super) fn tools(texts: &Texts, shown: &Shown) -> Markup {
    let chosen = shown.place.edit.as_deref();
    let label = |tool: &Tool| match texts.language {
        Language::Japanese => tool.label_ja.unwrap_or(tool.label),
        Language::English => tool.label,
    };
    let address = |tool: &Tool| match tool.on {
        ToolTarget::Part | ToolTarget::Piece => {
            let edit = Some(tool.name.to_owned());
            Place { edit, ..shown.place.clone() }.address("/position")
        }
        ToolTarget::Board => format!("{}&use={}:", shown.place.address("/put"), tool.name),
    };
    let done = Place { edit: None, ..shown.place.clone() }.address("/position");
    html! {
        div.tools role="group" aria-label=(texts.set_up) {
            @for tool in &shown.tools {
                a.button href=(address(tool)) data-tool=(tool.name) data-on=(tool.on.name())
                    aria-current=[(chosen == Some(tool.name)).then_some("true")] { (label(tool)) }
            }
            a.button.done href=(done) { (texts.set_up_end) }
        }
        @let has_places = shown.tools.iter().any(|tool| tool.on == ToolTarget::Part);
        @let is_carried = shown.preview.as_ref().is_some_and(|preview| preview.carry.is_some());
        p.note role="status" data-unsent=(texts.unsent) {
            @match &shown.said {
                Some(said) => strong { (shown.say(texts, said)) },
                None if !has_places => (texts.set_up_pieces),
                None if is_carried => (texts.set_up_carried),
                None => (texts.set_up_how),
            }
        }
    }
}

/// Converts a preview for the script.
pub(super) fn preview_text(preview: &Preview) -> String {
    let stack = |stack: &PreviewStack| {
        let PreviewStack { part, at, step, most_drawn } = stack;
        json!({ "part": part, "at": at, "step": step, "most": most_drawn.min(&99) })
    };
    let piece = |PreviewPiece { tool, look, count_class, most, rest }: &PreviewPiece| {
        let rest = rest.as_ref().map(|(own, look)| json!({ "stack": stack(own), "look": look }));
        json!({ "tool": tool, "look": look, "count": count_class, "most": most, "rest": rest })
    };
    let place = |place: &PreviewPlace| {
        let PreviewPlace { stack: own, only, holds } = place;
        json!({ "stack": stack(own), "only": only, "holds": holds })
    };
    let board = |(tool, effect): &(&'static str, PreviewBoard)| {
        let effect = match effect {
            PreviewBoard::Stays => json!("stays"),
            PreviewBoard::Turned => json!("turned"),
            PreviewBoard::Leaves(all) => json!(all),
        };
        ((*tool).to_owned(), effect)
    };
    json!({
        "pieces": preview.pieces.iter().map(piece).collect::<Vec<_>>(),
        "places": preview.places.iter().map(place).collect::<Vec<_>>(),
        "remove": preview.remove,
        "carry": preview.carry,
        "stacked": preview.is_stacked,
        "fewest": preview.fewest,
        "boards": preview.boards.iter().map(board).collect::<serde_json::Map<String, Value>>(),
    })
    .to_string()
}
