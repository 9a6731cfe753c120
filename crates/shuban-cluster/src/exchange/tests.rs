//! Rounds over a wire that says what a test lets it say.

use std::sync::{Arc, Mutex};

use super::*;

type Posted = Arc<Mutex<Vec<(usize, Vec<u8>)>>>;

/// The wire of process 0 of 4, on which others say what is in the script.
struct Scripted {
    script: VecDeque<Result<(usize, Frame), Lost>>,
    posted: Posted,
    is_closed: Arc<Mutex<bool>>,
}

impl Wire for Scripted {
    fn own(&self) -> usize {
        0
    }

    fn count(&self) -> usize {
        4
    }

    fn post(&mut self, to: usize, frame: Vec<u8>) {
        self.posted.lock().unwrap().push((to, frame));
    }

    fn poll(&mut self, wait: Duration) -> Result<Option<(usize, Frame)>, Lost> {
        match self.script.pop_front() {
            Some(said) => said.map(Some),
            // The script ends with what should end the round, unless there is patience.
            None if wait >= TICK => panic!("a round waits for ever"),
            None => {
                std::thread::sleep(wait);
                Ok(None)
            }
        }
    }

    fn close(&mut self, _most: Duration) {
        *self.is_closed.lock().unwrap() = true;
    }
}

type Said = Result<(usize, Frame), Lost>;

/// A process sends numbers in round 0; `count` of them came before.
fn piece(from: usize, count: u64, numbers: &[i32]) -> Said {
    let head = Head { kind: Kind::Piece, round: 0, count };
    Ok((from, head.with_numbers(from, 0, numbers).into()))
}

fn alone(from: usize, kind: Kind, round: u64, count: u64) -> Said {
    Ok((from, Head { kind, round, count }.alone(from, 0).into()))
}

fn end(from: usize) -> Said {
    alone(from, Kind::End, 0, 0)
}

/// A process sends numbers, and has sent all; `count` of them came before.
fn last(from: usize, count: u64, numbers: &[i32]) -> Said {
    let head = Head { kind: Kind::Last, round: 0, count };
    Ok((from, head.with_numbers(from, 0, numbers).into()))
}

fn lost(process: usize) -> Said {
    Err(Lost::new(process, "it ended"))
}

fn bye(from: usize, process: u64) -> Said {
    let head = Head { kind: Kind::Bye, round: 0, count: process };
    Ok((from, head.with_reason(from, 0, "the disk is full").into()))
}

/// Numbers sent to process 3: more than there are credits for.
const MANY: usize = 5 * PIECE / 4;

/// Runs a round in which process 0 sends many numbers to process 3, if it does to any. Returns the
/// error, and the process that the others were told of.
fn round(sends: bool, script: Vec<Said>) -> (Result<Vec<Vec<i32>>, Lost>, Option<u64>) {
    let (posted, is_closed) = <(Posted, Arc<Mutex<bool>>)>::default();
    let script = script.into();
    let wire = Scripted { script, posted: posted.clone(), is_closed: is_closed.clone() };
    let mut exchange = Exchange::new(Box::new(wire));
    let mut sent = vec![Vec::new(); 4];
    sent[3] = vec![1; if sends { MANY } else { 0 }];
    let mut received = vec![Vec::new(); 4];
    let result = exchange.trade(&sent, &mut received);
    assert_eq!(*is_closed.lock().unwrap(), result.is_err());
    if result.is_err() {
        assert_eq!(exchange.trade(&sent, &mut received), result, "errors stay");
    }
    let posted = posted.lock().unwrap();
    let mut told = posted.iter().filter_map(|(to, frame)| {
        let (head, _) = Head::open(frame, 0, *to).unwrap();
        (head.kind == Kind::Bye).then_some(head.count)
    });
    (result.map(|()| received), told.next())
}

#[test]
fn one_that_ended_its_round_may_die() {
    let script = vec![piece(1, 0, &[5]), last(1, 1, &[6]), lost(1), end(2), end(3)];
    let (result, told) = round(false, script);
    assert_eq!(result.unwrap(), [vec![], vec![5, 6], vec![], vec![]]);
    assert_eq!(told, None);
}

#[test]
fn one_that_ended_its_round_and_died_is_lost_if_it_owes_credits() {
    let (result, told) = round(true, vec![end(1), end(2), end(3), lost(3)]);
    assert_eq!(result, Err(Lost::new(3, "it ended")));
    assert_eq!(told, Some(3));
}

#[test]
fn credits_let_the_rest_go() {
    let taken = alone(3, Kind::Taken, 0, 2);
    round(true, vec![end(1), end(2), end(3), taken, lost(3)]).0.unwrap();
}

#[test]
fn one_that_leaves_in_a_round_is_lost() {
    let (result, told) = round(false, vec![end(1), end(3), piece(2, 0, &[1]), lost(2)]);
    assert_eq!(result, Err(Lost::new(2, "it ended")));
    assert_eq!(told, Some(2));
}

#[test]
fn one_that_tells_of_another_is_not_blamed() {
    let (result, told) = round(false, vec![end(1), bye(2, 3), lost(2)]);
    assert_eq!(result, Err(Lost::new(3, "the disk is full")));
    assert_eq!(told, Some(3));
    // Itself; this one; and one that there is not.
    for process in [2, 0, 77] {
        let (result, _) = round(false, vec![bye(2, process)]);
        assert_eq!(result.unwrap_err().process, 2);
    }
}

#[test]
fn what_comes_early_waits_for_its_round() {
    let (posted, is_closed) = Default::default();
    let early = |head: Head| Ok((1, head.with_numbers(1, 0, &[7]).into()));
    let script = vec![
        end(1),
        early(Head { kind: Kind::Last, round: 1, count: 0 }),
        end(2),
        end(3),
        alone(2, Kind::End, 1, 0),
        alone(3, Kind::End, 1, 0),
    ];
    let mut exchange =
        Exchange::new(Box::new(Scripted { script: script.into(), posted, is_closed }));
    let mut received = vec![Vec::new(); 4];
    exchange.trade(&vec![Vec::new(); 4], &mut received).unwrap();
    assert_eq!(received[1], []);
    exchange.trade(&vec![Vec::new(); 4], &mut received).unwrap();
    assert_eq!(received[1], [7]);
}

#[test]
fn frames_out_of_place_are_refused() {
    let mut damaged = Head { kind: Kind::End, round: 0, count: 0 }.alone(2, 0);
    damaged[20] ^= 4;
    let scripts = [
        vec![Ok((2, damaged.into()))],
        vec![Ok((2, Vec::new().into()))],
        // Pieces that are missing, or come twice.
        vec![piece(2, 1, &[5])],
        vec![piece(2, 0, &[5]), piece(2, 0, &[5])],
        vec![piece(2, 0, &[5]), end(2)],
        vec![piece(2, 0, &[5]), last(2, 0, &[6])],
        vec![alone(2, Kind::End, 0, 1)],
        // Other rounds.
        vec![alone(2, Kind::End, 1, 0)],
        vec![end(2), end(2)],
        vec![last(2, 0, &[5]), end(2)],
        vec![end(2), last(2, 0, &[5])],
        vec![end(2), alone(2, Kind::End, 2, 0)],
        // More taken than was sent.
        vec![alone(2, Kind::Taken, 0, 1)],
        vec![alone(2, Kind::Taken, 0, u64::MAX)],
    ];
    for script in scripts {
        let (result, told) = round(false, script);
        assert_eq!(result.unwrap_err().process, 2);
        assert_eq!(told, Some(2));
    }
}

#[test]
fn one_that_sends_early_what_it_may_not_is_refused() {
    let early = |number| {
        let head = Head { kind: Kind::Piece, round: 1, count: number };
        Ok((2, head.with_numbers(2, 0, &[5]).into()))
    };
    let pieces = (0..=CREDITS).map(early);
    let (result, _) = round(false, [end(2)].into_iter().chain(pieces).collect());
    assert_eq!(result, Err(Lost::new(2, "it sends more than it may")));
}

#[test]
fn one_that_goes_on_early_behind_its_end_is_refused() {
    let (posted, is_closed) = Default::default();
    let early = |kind, number| {
        let head = Head { kind, round: 1, count: number };
        Ok((2, head.with_numbers(2, 0, &[5]).into()))
    };
    let script = [end(2), early(Kind::Last, 0), early(Kind::Piece, 1), end(1), end(3)].into();
    let mut exchange = Exchange::new(Box::new(Scripted { script, posted, is_closed }));
    let none = vec![Vec::new(); 4];
    exchange.trade(&none, &mut none.clone()).unwrap();
    assert_eq!(exchange.trade(&none, &mut none.clone()).unwrap_err().process, 2);
}

#[test]
fn patience_ends_with_one_that_says_nothing() {
    let (posted, is_closed) = Default::default();
    let script = vec![end(1), end(3)].into();
    let exchange = Exchange::new(Box::new(Scripted { script, posted, is_closed }));
    let mut exchange = exchange.with_patience(Duration::from_millis(30));
    let none = vec![Vec::new(); 4];
    let lost = exchange.trade(&none, &mut none.clone()).unwrap_err();
    assert_eq!(lost, Lost::new(2, "it said nothing for 30ms"));
}

#[test]
fn a_wire_that_has_ended_ends_the_round() {
    let (result, _) = round(false, vec![lost(0)]);
    assert_eq!(result.unwrap_err().process, 0);
}
