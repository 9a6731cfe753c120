//! An answer as JSON.
//!
//! It is written directly, without a tree of JSON in between: a probe lists hundreds of moves, and
//! servers answer thousands of probes a second.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value as Json, json};
use shuban_core::{Datum, Field, Seat};

use super::{AnyAnswer, AnyEvent, AnyPlay, Recorded};
use crate::game_end::GameEnd;
use crate::proof::{LedgerRow, ProofStanding};

/// Name of the member for the recorded value of a position.
const RECORDED_VALUE: &str = "recorded_value";

/// Value of a member.
enum Member<'a> {
    Text(Option<&'a str>),
    Number(f64),
    Seat(Seat),
    Datum(&'a Datum),
    End(&'a GameEnd),
    Plays(&'a [AnyPlay]),
    Rolls(&'a AnyAnswer),
    Rows(&'a [LedgerRow]),
}

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Member::Text(text) => text.serialize(serializer),
            Member::Number(number) => serializer.serialize_f64(*number),
            Member::Seat(seat) => seat.serialize(serializer),
            Member::Datum(datum) => DatumMember(datum).serialize(serializer),
            Member::End(GameEnd { winner, payoffs, reason, .. }) => {
                let mut object = serializer.serialize_map(Some(3))?;
                object.serialize_entry("winner", winner)?;
                object.serialize_entry("payoffs", payoffs)?;
                object.serialize_entry("reason", reason)?;
                object.end()
            }
            Member::Rows(rows) => rows.serialize(serializer),
            Member::Plays(plays) => serializer.collect_seq(*plays),
            Member::Rolls(answer) => {
                serializer.collect_seq(answer.events.iter().map(|event| Roll { answer, event }))
            }
        }
    }
}

/// The members of an object in order. Of two with one name the later stays, in the place of the
/// earlier.
struct Members<'a>(Vec<(&'a str, Member<'a>)>);

impl<'a> Members<'a> {
    fn new<const N: usize>(members: [(&'a str, Member<'a>); N]) -> Self {
        let mut all = Vec::with_capacity(N + 8);
        all.extend(members);
        Members(all)
    }

    fn add(&mut self, name: &'a str, member: Member<'a>) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = member,
            None => self.0.push((name, member)),
        }
    }

    fn add_fields(&mut self, fields: impl IntoIterator<Item = &'a Field>) {
        for field in fields {
            self.add(field.name, Member::Datum(&field.datum));
        }
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, member)| (name, member)))
    }
}

impl Serialize for AnyPlay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = Members::new([
            ("move", Member::Text(Some(&self.action))),
            ("after", Member::Text(Some(&self.after.text))),
        ]);
        object.add_fields(self.value.iter().flatten());
        if let Some(name) = self.recorded.and_then(ProofStanding::name) {
            object.add(RECORDED_VALUE, Member::Text(Some(name)));
        }
        object.serialize(serializer)
    }
}

/// One event of an answer.
struct Roll<'a> {
    answer: &'a AnyAnswer,
    event: &'a AnyEvent,
}

impl Serialize for Roll<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let AnyEvent { chance, probability, value, plays, .. } = self.event;
        let best = plays.first().filter(|_| value.is_some());
        let mut object = Members::new([
            ("dice", Member::Text(chance.as_deref())),
            ("probability", Member::Number(*probability)),
            ("best", Member::Text(best.map(|play| &*play.action))),
            ("after", Member::Text(best.map(|play| &*play.after.text))),
        ]);
        object.add_fields(value.iter().flatten());
        if self.answer.is_whole(self.event) {
            object.add("moves", Member::Plays(plays));
        }
        object.serialize(serializer)
    }
}

impl Serialize for AnyAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let over = self.over.as_ref();
        let mut object = Members::new([
            ("game", Member::Text(Some(&self.game))),
            ("domain", Member::Text(self.domain.as_deref())),
            ("position", Member::Text(Some(&self.position.text))),
            ("seat", Member::Seat(self.seat)),
            ("over", over.map_or(Member::Text(None), Member::End)),
            ("outcome", Member::Text(over.map(|end| end.outcome))),
            ("source", Member::Text(self.source.as_deref())),
        ]);
        object.add_fields(self.value.iter().flatten());
        if self.has_chance {
            object.add("rolls", Member::Rolls(self));
            if let Some(roll) = &self.roll {
                object.add("roll", Member::Text(Some(roll)));
            }
        } else {
            let plays = self.events.first().map_or(&[][..], |event| &event.plays);
            object.add("moves", Member::Plays(plays));
        }
        object.add_fields(&self.facts);
        if let Some(Recorded { standing, rows }) = &self.recorded {
            object.add(RECORDED_VALUE, Member::Text(standing.name()));
            object.add("recorded", Member::Rows(rows));
        }
        object.serialize(serializer)
    }
}

/// A datum as a member of a document.
struct DatumMember<'a>(&'a Datum);

impl Serialize for DatumMember<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Datum::Null | Datum::Integer(None) => serializer.serialize_unit(),
            Datum::Bool(yes) => serializer.serialize_bool(*yes),
            Datum::Integer(Some(number)) => serializer.serialize_i64(*number),
            Datum::Number(number) => serializer.serialize_f64(*number),
            Datum::Text(text) => serializer.serialize_str(text),
            Datum::List(all) => serializer.collect_seq(all.iter().map(DatumMember)),
            Datum::Object(members) => {
                let members = members.iter().map(|(name, datum)| (name, DatumMember(datum)));
                serializer.collect_map(members)
            }
        }
    }
}

/// Converts a datum to JSON.
pub fn datum_json(datum: &Datum) -> Json {
    json!(DatumMember(datum))
}

/// Adds fields as members; of two with one name the later stays, in the place of the earlier.
pub fn add_fields<'f>(object: &mut Map<String, Json>, fields: impl IntoIterator<Item = &'f Field>) {
    let member = |field: &Field| (field.name.to_owned(), datum_json(&field.datum));
    object.extend(fields.into_iter().map(member));
}
