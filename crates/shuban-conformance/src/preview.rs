//! The law of previews: a page shows what the game then says.

use shuban_core::Present;
use shuban_core::present::{Editor, Preview, PreviewBoard};

use crate::law::hold;

/// Kind and number of the pieces on each place.
type Held = Vec<Option<(usize, usize)>>;

/// Checks a use of a tool against the preview of the position before it: where the preview knows
/// the tool, it shows the position after it, or the same one if the game refuses.
pub(crate) fn shows<G: Present>(
    editor: &dyn Editor<G>,
    before: &G::Position,
    (tool, part): (&str, &str),
    after: Option<&G::Position>,
) -> Result<(), String> {
    let held = |position| editor.preview(position).map(|preview| held(&preview));
    let Some(shown) = editor.preview(before).and_then(|preview| used(&preview, tool, part)) else {
        return Ok(());
    };
    let says = held(after.unwrap_or(before)).unwrap_or_default();
    hold(shown == says, || format!("{tool} on `{part}` is shown as {shown:?}, and is {says:?}"))
}

fn held(preview: &Preview) -> Held {
    preview.places.iter().map(|place| place.holds).collect()
}

/// Uses a tool as pages do (`setup.js`); `None` if the preview does not know the tool.
fn used(preview: &Preview, tool: &str, part: &str) -> Option<Held> {
    let mut now = held(preview);
    if let Some((_, effect)) = preview.boards.iter().find(|(name, _)| *name == tool) {
        match effect {
            PreviewBoard::Stays => {}
            PreviewBoard::Turned => {
                now.reverse();
                now.iter_mut().flatten().for_each(|(piece, _)| *piece = 1 - *piece);
            }
            PreviewBoard::Leaves(all) => {
                now.fill(None);
                all.iter().for_each(|&(place, piece, count)| now[place] = Some((piece, count)));
            }
        }
        return Some(now);
    }
    let place = |part: &str| preview.places.iter().position(|place| place.stack.part == part);
    let piece = preview.pieces.iter().position(|piece| piece.tool == tool);
    if tool == preview.remove {
        take(preview, &mut now, place(part), preview.fewest);
        return Some(now);
    } else if let Some(piece) = piece {
        add(preview, &mut now, place(part), piece);
        return Some(now);
    }
    let (from, to) = part.split_once(' ').filter(|_| preview.carry == Some(tool))?;
    let at_rest = |part: &str| {
        let rests = |piece: &shuban_core::present::PreviewPiece| {
            piece.rest.as_ref().is_some_and(|(stack, _)| stack.part == part)
        };
        preview.pieces.iter().position(rests)
    };
    let is_rest = at_rest(to).is_some();
    let old = now.clone();
    let piece = match at_rest(from) {
        Some(piece) => Some(piece),
        None => take(preview, &mut now, place(from), if is_rest { preview.fewest } else { 0 }),
    };
    let is_done = is_rest || piece.is_some_and(|piece| add(preview, &mut now, place(to), piece));
    Some(if is_done { now } else { old })
}

/// Takes a piece away, and returns its kind.
fn take(preview: &Preview, now: &mut Held, place: Option<usize>, fewest: usize) -> Option<usize> {
    let all: usize = now.iter().flatten().map(|(_, count)| count).sum();
    let (piece, count) = now[place?].filter(|_| all > fewest)?;
    now[place?] = (count > 1 && preview.is_stacked).then_some((piece, count - 1));
    Some(piece)
}

/// Adds a piece where the place takes it; returns true if it does.
fn add(preview: &Preview, now: &mut Held, place: Option<usize>, piece: usize) -> bool {
    let Some(place) = place else { return false };
    let all: usize =
        now.iter().flatten().filter(|(own, _)| *own == piece).map(|(_, count)| count).sum();
    let beside = now[place].filter(|_| preview.is_stacked);
    let is_same = now[place].is_some_and(|(own, _)| own == piece);
    let may_stand = preview.places[place].only.is_none_or(|only| only == piece)
        && beside.is_none_or(|(own, _)| own == piece)
        && (all < preview.pieces[piece].most || (is_same && !preview.is_stacked));
    if may_stand {
        now[place] = Some((piece, beside.map_or(1, |(_, count)| count + 1)));
    }
    may_stand
}
