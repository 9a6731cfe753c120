//! Page of the tree of play: moves from a position, moves after them, and their values.

use maud::{Markup, html};
use shuban_core::{Fields, Phrase};

use super::common::Lang;
use super::field_values::{expected, name};
use super::layout::{Refusal, page};
use super::line::Place;
use super::texts::{Language, Texts};
use super::values::{choice, percent};
use crate::request::{Query, RequestState};
use crate::tree::{Below, MOST_NODES, MadeMove, Node, PLIES, Tree, WIDEST, tree};

pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(mut place): Query<Place>,
) -> Result<Markup, Refusal> {
    place.lang = Some(texts.code.to_owned());
    let address = place.address_in_any_language("/tree");
    let is_searched = place.search.is_some();
    let content = move |state: &RequestState| {
        let replayed = place.replay(state)?;
        place.settle(&replayed);
        let (game, position) = (replayed.game, replayed.position);
        let tree = tree(state, game, position, PLIES, place.search.is_some())?;
        let phrases = game.japanese().phrases;
        let seats = game.seat_names().into_iter().map(|seat| texts.say(phrases, &seat)).collect();
        let searchable = state.catalog.is_solved(state.catalog.games_named(&place.game)?);
        Ok(Drawn { texts, phrases, tree, seats }.content(&place, searchable))
    };
    let content = match is_searched {
        true => state.search(content).await?,
        false => state.work(content).await?,
    };
    Ok(page(texts, texts.tree_title, &address, &content))
}

/// A tree, and the context for rendering it.
struct Drawn {
    texts: &'static Texts,
    /// Japanese translations of the game's texts.
    phrases: &'static [Phrase],
    tree: Tree,
    /// Names of the seats.
    seats: Vec<String>,
}

impl Drawn {
    fn content(&self, place: &Place, searchable: bool) -> Markup {
        let Drawn { texts, tree, .. } = self;
        let root = &tree.root;
        let is_known = root.value.is_some();
        let above = place.made().checked_sub(1).map(|made| kept(place, place.after(made)));
        let search = Place { search: Some("1".to_owned()), ..place.clone() };
        html! {
            h1 { (texts.tree_title) " · " (root.game) }
            p { code { (root.position.text) } }
            p.links {
                a href=(place.address("/position")) { (texts.position) }
                @if let Some(above) = above {
                    a href=(above.address("/tree")) { (texts.tree_above) }
                }
            }
            @if is_known {
                p.note {
                    (texts.tree_how)
                    @if let Some(source) = &root.source { " " (texts.from) ": " (self.say(source)) }
                }
            } @else if root.over.is_none() {
                p.note { (texts.by_rules) }
                @if searchable && place.search.is_none() {
                    p {
                        a.button.search href=(search.address("/tree")) title=(texts.search_stops) {
                            (texts.search)
                        }
                    }
                }
            }
            @if expected(root.value.as_ref()).is_some() { (choice(texts)) }
            @match &tree.node(0).below {
                Some(below) => { (self.moves(place, below)) }
                None => { p { strong { (texts.over) } } }
            }
            p.note { (self.bounds()) }
        }
    }

    /// Describes the part of the tree that is shown.
    fn bounds(&self) -> String {
        let moves = self.tree.moves();
        match self.texts.language {
            Language::English => format!(
                "{moves} moves, {PLIES} deep at most; of each position the {WIDEST} best ones, and \
                 at most {MOST_NODES} in all."
            ),
            Language::Japanese => format!(
                "{moves}手を表示（深さ{PLIES}手まで、各局面で上位{WIDEST}手まで、全体で\
                 {MOST_NODES}手まで）。"
            ),
        }
    }

    /// Describes moves that are not followed.
    fn others(&self, others: usize) -> String {
        match (self.texts.language, others) {
            (Language::Japanese, _) => format!("他{others}手"),
            (Language::English, 1) => "1 more move".to_owned(),
            (Language::English, _) => format!("{others} more moves"),
        }
    }

    fn moves(&self, place: &Place, Below { followed, others }: &Below) -> Markup {
        html! {
            ul.tree {
                @for &number in followed { (self.node(place, number)) }
                @if *others > 0 {
                    li { a href=(place.address("/position")) { (self.others(*others)) } }
                }
            }
        }
    }

    fn node(&self, place: &Place, number: usize) -> Markup {
        let Drawn { texts, tree, .. } = self;
        let node = tree.node(number);
        let Some(made) = &node.made else { return html! {} };
        let there = kept(place, place.with(None, &made.action));
        let link = |class: &str, path: &str, text: &str| {
            let name = format!("{}: {text}", made.action);
            html! { a class=[Some(class).filter(|class| !class.is_empty())]
            href=(there.address(path)) aria-label=(name) { (text) } }
        };
        let position = link("", "/position", texts.position);
        html! {
            li.node.best[made.is_best].optimal[made.is_optimal] {
                @match &node.below {
                    Some(below) => {
                        details open[made.is_optimal] {
                            summary { (self.said(node, made)) }
                            p.links { (position) }
                            (self.moves(&there, below))
                        }
                    }
                    None => {
                        p.links {
                            span { (self.said(node, made)) }
                            (position)
                            @if node.over.is_none() {
                                (link("deeper", "/tree", texts.tree_deeper))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Translates a text of the game into the reader's language.
    fn say(&self, text: &str) -> String {
        self.texts.say(self.phrases, text)
    }

    /// Formats the value of a move, as in a list of moves.
    fn worth(&self, value: &Fields) -> Markup {
        if let Some([value, ..]) = expected(Some(value)) {
            return html! {
                span data-value=(value) { (percent(value)) }
                span.as-both { " (" (format!("{value:+.4}")) ")" }
            };
        }
        let said = value.iter().filter(|field| field.is_in_lists()).filter_map(|field| {
            let text = field.short_text().filter(|text| !text.is_empty())?;
            let (name, said) = (self.say(&name(field)), self.say(&text));
            // The text of a boolean field is its name.
            Some(if text == field.name { name } else { format!("{name} {said}") })
        });
        html! { (said.collect::<Vec<_>>().join(", ")) }
    }

    /// Renders a move with its player and its value.
    fn said(&self, node: &Node, made: &MadeMove) -> Markup {
        let MadeMove { seat, action, value, is_best, is_optimal } = made;
        let texts = self.texts;
        html! {
            span.who { (self.seats.get(*seat).map_or("?", String::as_str)) ": " }
            strong.move { (self.say(action)) }
            @if let Some(value) = value { " " span.worth { "(" (self.worth(value)) ")" } }
            @if node.over.is_some() { " " span.end { (texts.tree_end) } }
            @if *is_optimal { " " span.mark { (texts.best_line) } }
            @else if *is_best { " " span.mark { (texts.tree_best) } }
        }
    }
}

/// Keeps the search parameter of another place.
fn kept(from: &Place, to: Place) -> Place {
    Place { search: from.search.clone(), ..to }
}
