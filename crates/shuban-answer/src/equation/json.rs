//! Expressions as JSON: an object whose first member names the operation.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use shuban_core::equation::{Case, DistanceCase, Expression, Number, Numbers, Relation, Rounding};

/// Every smaller integer is exact in JavaScript and in other readers of JSON.
const EXACT: i128 = 1 << 53;

/// Returns a number; as text where readers of JSON may round it.
fn number_json(number: Number) -> Json {
    match number {
        None => Json::Null,
        Some(number) if number.abs() < EXACT => json!(number as i64),
        Some(number) => json!(number.to_string()),
    }
}

pub(super) fn numbers_json(numbers: &Numbers) -> Map<String, Json> {
    numbers.iter().map(|(name, number)| ((*name).to_owned(), number_json(*number))).collect()
}

pub(super) fn number<S: Serializer>(number: &Number, to: S) -> Result<S::Ok, S::Error> {
    number_json(*number).serialize(to)
}

pub(super) fn integer<S: Serializer>(integer: &i128, to: S) -> Result<S::Ok, S::Error> {
    number_json(Some(*integer)).serialize(to)
}

pub(super) fn relation<S: Serializer>(relation: &Relation, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match relation {
        Relation::Equal => "=",
        Relation::AtMost => "<=",
        Relation::AtLeast => ">=",
    })
}

pub(super) fn expression_json(expression: &Expression) -> Json {
    let all = |terms: &[Expression]| terms.iter().map(expression_json).collect::<Vec<_>>();
    match expression {
        Expression::Stored(position, number) => json!({ "stored": position, "number": number }),
        Expression::Derived(position, number) => json!({ "derived": position, "number": number }),
        Expression::Constant(number) => json!({ "constant": number_json(*number) }),
        Expression::Negated(of) => json!({ "negated": expression_json(of) }),
        Expression::Sum(terms) => json!({ "sum": all(terms) }),
        Expression::FirstOf(terms) => json!({ "first_of": all(terms) }),
        Expression::Max(plays) => json!({ "max": plays_json(plays) }),
        Expression::Min(plays) => json!({ "min": plays_json(plays) }),
        Expression::Mean(events, rounding) => {
            let rounded = match rounding {
                Rounding::Down => "down",
                Rounding::Up => "up",
            };
            let event = |Case { label, weight, of }: &Case| {
                let of = expression_json(of);
                json!({ "roll": label, "weight": weight, "of": of })
            };
            let events: Vec<Json> = events.iter().map(event).collect();
            json!({ "mean": events, "rounded": rounded })
        }
        Expression::Distance { plays, endless, most } => {
            let play = |DistanceCase { label, score, plies }: &DistanceCase| {
                let (score, plies) = (expression_json(score), expression_json(plies));
                json!({ "move": label, "score": score, "plies": plies })
            };
            let plays: Vec<Json> = plays.iter().map(play).collect();
            let (endless, most) = (number_json(Some(*endless)), number_json(Some(*most)));
            json!({ "distance": plays, "endless": endless, "most": most })
        }
        Expression::United { mover, plays, otherwise } => {
            let (plays, otherwise) = (plays_json(plays), plays_json(otherwise));
            json!({ "united": plays, "otherwise": otherwise, "mover": mover })
        }
        Expression::Rotated { of, first, seats } => {
            json!({ "rotated": expression_json(of), "first": first, "seats": seats })
        }
    }
}

fn plays_json(plays: &[Case]) -> Json {
    let play = |Case { label, of, .. }: &Case| json!({ "move": label, "of": expression_json(of) });
    plays.iter().map(play).collect()
}
