//! False content under sound checksums: changes to a file's contents, chosen by the bytes of a
//! script.

use std::path::Path;

use serde_json::{Value as Json, json};
use shuban_core::Random;
use shuban_store::ColumnEntry;
use shuban_store_testing::{OpenedSection, OpenedUp, with_directory};

/// A source of choices by the bytes of a script; zeros after its end.
pub(crate) struct Script<'a>(pub(crate) &'a [u8]);

impl Script<'_> {
    pub(crate) fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first.into()
    }

    /// Returns a number below n, or 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.byte() << 8 | self.byte()).checked_rem(n).unwrap_or(0)
    }

    /// Returns a number, often one near a boundary.
    pub(crate) fn number(&mut self) -> u64 {
        let near = self.byte() as u64;
        match self.byte() % 10 {
            0 => near,
            8 => 0,
            9 => u32::MAX.into(),
            1 => u64::MAX - near,
            2 => (1 << 63) - near,
            3 => (1 << 32) + near,
            4 => (1 << 31) - near,
            5 => 1 << (near % 64),
            6 => near << 8 | self.byte() as u64,
            _ => near << 24,
        }
    }

    /// Returns a number that fits into this many bits, often the largest or the smallest.
    fn number_of(&mut self, bits: u8) -> u64 {
        let mask = u64::MAX >> (64 - u32::from(bits));
        match self.byte() % 4 {
            0 => self.number() & mask,
            1 => mask,
            2 => 1,
            _ => mask.saturating_sub((self.byte() % 4) as u64),
        }
    }

    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let len = self.byte() % 12;
        (0..len).map(|_| self.byte() as u8).collect()
    }
}

/// Changes one member of a document, however deep.
pub(crate) fn change_member(document: &mut Json, script: &mut Script<'_>) {
    let mut at = document;
    loop {
        let len = at.as_object().map_or(at.as_array().map_or(0, Vec::len), serde_json::Map::len);
        if len == 0 {
            break;
        }
        let number = script.below(len);
        // Stop here, and change the list or the object itself?
        if script.byte().is_multiple_of(8) {
            match at {
                Json::Object(members) => {
                    let name = members.keys().nth(number).cloned().unwrap_or_default();
                    let member = members.remove(&name);
                    let name =
                        if script.byte().is_multiple_of(2) { "other".to_owned() } else { name };
                    members.extend(
                        member.filter(|_| script.byte().is_multiple_of(2)).map(|m| (name, m)),
                    );
                }
                Json::Array(list) => match script.byte() % 3 {
                    0 => drop(list.remove(number)),
                    1 => list.push(list[number].clone()),
                    _ => list.swap(0, number),
                },
                _ => {}
            }
            return;
        }
        at = match at {
            Json::Object(members) => members.values_mut().nth(number).expect("below the length"),
            Json::Array(list) => &mut list[number],
            _ => return,
        };
    }
    *at = match script.byte() % 10 {
        0 => Json::Null,
        1 => json!(-1),
        2 => json!(0.5),
        3 => json!(""),
        4 => json!([]),
        5 => json!({}),
        6 => json!(String::from_utf8_lossy(&script.bytes())),
        7 => json!(!at.as_bool().unwrap_or(false)),
        8 => json!(at.as_u64().unwrap_or(0).wrapping_add(1)),
        _ => json!(script.number()),
    };
}

/// Returns a file with a changed directory.
pub(crate) fn with_other_directory(path: &Path, sound: &[u8], script: &mut Script<'_>) -> Vec<u8> {
    with_directory(path, sound, |document| {
        let kept = ["domain", "parameters"].map(|name| (name, document[name].clone()));
        for _ in 0..=script.byte() % 3 {
            change_member(document, script);
        }
        // All checksums depend on them: they would have to be written anew.
        for (name, member) in kept {
            document[name] = member;
        }
    })
}

fn change_rows(columns: &[ColumnEntry], rows: &mut Vec<Vec<u64>>, script: &mut Script<'_>) {
    let (row, other) = (script.below(rows.len()), script.below(rows.len()));
    let Some(width) = rows.first().map(Vec::len) else { return };
    let column = script.below(width);
    match script.byte() % 12 {
        0 => rows[row][column] = script.number(),
        9.. => rows[row] = columns.iter().map(|column| script.number_of(column.bits)).collect(),
        1 => rows[row][column] ^= 1 << (script.byte() % 8),
        2 => rows[row][column] = rows[row][column].wrapping_add(1),
        3 => rows[row][column] = rows[row][column].saturating_sub(1),
        4 => rows[row] = rows[other].clone(),
        5 => rows.swap(row, other),
        6 => drop(rows.pop()),
        7 => rows.push(rows[row].clone()),
        _ => {
            let number = rows[row][column];
            rows.iter_mut().for_each(|row| row[column] = number);
        }
    }
}

fn change_entries(entries: &mut Vec<Vec<u8>>, script: &mut Script<'_>) {
    let (one, other) = (script.below(entries.len()), script.below(entries.len()));
    match script.byte() % 7 {
        _ if entries.is_empty() => entries.push(script.bytes()),
        0 => entries[one] = script.bytes(),
        1 => drop(entries[one].pop()),
        2 => drop(entries.remove(one)),
        3 => entries.push(entries[one].clone()),
        4 => entries.swap(one, other),
        5 => {
            let place = script.below(entries[one].len());
            let change = 1 << (script.byte() % 8);
            entries[one].iter_mut().skip(place).take(1).for_each(|byte| *byte ^= change);
        }
        _ => entries[one].extend(script.bytes()),
    }
}

fn change_account(opened: &mut OpenedUp, script: &mut Script<'_>) {
    let account = &mut opened.account;
    match script.byte() % 9 {
        0 => opened.subject.family.push('x'),
        1 => opened.subject.game.push('x'),
        2 => account.needs.iter_mut().for_each(|need| need.content_hash.insert(0, '0')),
        3 => drop(account.needs.pop()),
        4 => drop(account.facts.pop_first()),
        5 => account.parts.iter_mut().for_each(|part| part.positions += 1),
        6 | 7 => {
            account.facts.values_mut().for_each(|fact| *fact = json!(script.number()));
        }
        _ => account.provenance.solver.push('x'),
    }
}

/// Changes a file's contents, a few times.
pub(crate) fn change(opened: &mut OpenedUp, script: &mut Script<'_>) {
    for _ in 0..=script.byte() % 3 {
        if script.byte().is_multiple_of(6) {
            change_account(opened, script);
            continue;
        }
        let number = script.below(opened.sections.len());
        match opened.sections.get_mut(number) {
            Some(OpenedSection::Table(_, columns, rows)) => change_rows(columns, rows, script),
            Some(OpenedSection::Stream(section)) => change_entries(&mut section.entries, script),
            None => {}
        }
    }
}

/// Returns a different script for each number.
pub(crate) fn script(seed: u64, number: u64) -> Vec<u8> {
    let mut random = Random::of_part(seed, number);
    (0..48).map(|_| random.bits() as u8).collect()
}
