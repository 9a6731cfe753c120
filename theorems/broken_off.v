(** Play that is broken off after n turns, where endless play has a worth.

    Section "Endless play" of docs/certified-values.md: what a side lacks of its promise, and that
    it lacks little in a layer with slack. *)

From Coq Require Import QArith ZArith Arith List Bool Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value checked.
From Shuban Require Import deficit endless.
Import ListNotations.
Open Scope Q_scope.

Section Broken_off.

Variables (G : game) (T : table G) (endless : position G -> Z) (rounds last : nat -> nat).
Hypothesis worth_of_endless : endless_is_a_worth G endless.

(** e of a side. *)
Definition endless_to (a : side) (x : state G) : Z :=
  seen (is a (about_to_roll x)) (endless (here x)).

(** The result, or e if the game is not over. *)
Definition score_or_endless (a : side) (x : state G) : Q :=
  match result G (here x) with
  | Some r => inject_Z (if is a (about_to_roll x) then r else - r)
  | None => inject_Z (endless_to a x)
  end.

(** Its expectation after n turns. *)
Definition expected (both : side -> strategy G) (a : side) (n : nat) (x : state G) : Q :=
  stopped (E := turn G both) (over G) (score_or_endless a) n x.

(** To play by the bounds, and where the table needs it to what leads out. *)
Definition plays_by_table (s : strategy G) : Prop :=
  plays_by_bounds G T s
  /\ forall k eps, is_founded G T endless k (rounds k) (last k) eps ->
      leads_out G T endless k (rounds k) s.

Definition lacks (both : side -> strategy G) (a : side) : nat -> state G -> Q :=
  deficit (turn G both) (over G) (promised T a) (score_or_endless a).

(** What the side that plays by the table lacks in all is bounded. *)
Definition lacks_little (inside : position G -> Prop) : Prop :=
  exists most, 0 <= most /\ forall L both a,
    all_legal G both -> plays_by_table (both a) ->
    forall x, inside (here x) -> lacks both a L x <= most.

Lemma is_other : forall a b, is a (other b) = negb (is a b).
Proof. intros [] []; reflexivity. Qed.

Lemma promise_is_seen : forall a x,
  promise G T a x = promise_at T (is a (about_to_roll x)) (here x).
Proof. reflexivity. Qed.

Lemma mine_after : forall a x r chosen,
  is a (about_to_roll (after G x r chosen)) = still_mine G (is a (about_to_roll x)) chosen.
Proof. intros a x r []; simpl; [apply is_other | reflexivity]. Qed.

Lemma endless_to_possible : forall a x, (- most G <= endless_to a x <= most G)%Z.
Proof.
  intros a x. pose proof (proj1 worth_of_endless (here x)).
  unfold endless_to, seen. destruct (is a (about_to_roll x)); lia.
Qed.

Lemma endless_to_stays : forall a x r chosen, result G (here x) = None ->
  has (rolls G (here x)) r -> In chosen (plays G (here x) r) ->
  endless_to a (after G x r chosen) = endless_to a x.
Proof.
  intros a x r chosen going chance allowed.
  pose proof (proj2 worth_of_endless (here x) r chosen going chance allowed) as same.
  unfold endless_to. rewrite mine_after.
  destruct chosen as [q | q]; simpl in *; rewrite same; unfold seen;
    destruct (is a (about_to_roll x)); simpl; lia.
Qed.

Lemma score_within : forall a x,
  inject_Z (- most G) <= score_or_endless a x <= inject_Z (most G).
Proof.
  intros a x. pose proof (endless_to_possible a x). unfold score_or_endless.
  destruct (result G (here x)) as [r|] eqn:finished.
  - pose proof (results_possible G _ _ finished).
    split; apply inject_Z_le; destruct (is a (about_to_roll x)); lia.
  - split; apply inject_Z_le; lia.
Qed.

(** When play is stopped the side lacks nothing: if the game is over, or the bound says nothing. *)
Lemma lacks_nothing : forall both a L x, all_legal G both ->
  over G x = true \/ (promise G T a x = - most G)%Z -> lacks both a L x <= 0.
Proof.
  intros both a L x legals stop. unfold lacks, deficit.
  assert (forall n, promised T a x - expected both a n x <= 0) as each.
  { intro n. destruct stop as [finished | nothing].
    - assert (expected both a n x == promised T a x); [|lra].
      assert (score_or_endless a x == promised T a x) as equal.
      { unfold over in finished. unfold score_or_endless, promised, promise, worth.
        destruct (result G (here x)); [|discriminate].
        destruct (is a (about_to_roll x)); reflexivity. }
      unfold expected. destruct n; simpl; [exact equal | rewrite finished; exact equal].
    - pose proof (stopped_at_least (turn_is_expectation G both legals) (over G) (score_or_endless a)
        (inject_Z (- most G)) n x (fun y => proj1 (score_within a y))).
      unfold promised. rewrite nothing. unfold expected. lra. }
  pose proof (sum_to_le _ (fun _ => 0) L (fun i _ => each i)) as sums.
  rewrite sum_to_constant in sums. unfold expected in sums. lra.
Qed.

Lemma range_at : forall a x, 0 <= range G /\ promised T a x - score_or_endless a x <= range G.
Proof.
  intros a x. pose proof (promised_within G T a x). pose proof (score_within a x).
  unfold range. split; lra.
Qed.

(** ** A layer with slack *)

Theorem slack_lacks_little : forall k s,
  has_slack G T k s -> lacks_little (before_layer G T k) -> lacks_little (up_to G T k).
Proof.
  intros k s slack [exits [exits_positive earlier]].
  assert (0 < inject_Z s) as s_positive
    by (apply (inject_Z_lt 0); pose proof (proj1 slack); lia).
  exists (exits + range G * range G / inject_Z s).
  assert (0 <= range G * range G / inject_Z s) as square
    by (pose proof (square_not_negative (range G)); apply Qle_shift_div_l; [assumption | lra]).
  split; [lra|]. intros L both a legals by_the_table x inside.
  pose proof (turn_is_expectation G both legals) as E.
  pose proof (proj1 (range_at a x)) as range_positive.
  assert (lacks both a L x
    <= exits + range G * visits (E := turn G both) (stops G T k a) (fun _ => 1) L x) as bounded.
  { apply (deficit_at_most_visits E (stops G T k a) (over G) (promised T a) (score_or_endless a)
      (fun y => up_to G T k (here y)) (fun _ => 1) (range G) exits); try assumption.
    - intros y z from going. apply orb_false_iff in going as [stays _].
      apply orb_false_iff in stays as [going _]. apply stays_up_to; assumption.
    - intros y finished. unfold stops, leaves. rewrite finished. reflexivity.
    - intros y going.
      pose proof (promise_rises_until_it_stops G T k s slack both a y legals
        (proj1 by_the_table) going). lra.
    - intros y _. pose proof (range_at a y). lra.
    - intros y L' from stop. apply orb_true_iff in stop as [stop | nothing].
      + apply orb_true_iff in stop as [finished | elsewhere].
        * pose proof (lacks_nothing both a L' y legals (or_introl finished)).
          unfold lacks in *. lra.
        * apply negb_true_iff, Nat.eqb_neq in elsewhere. apply earlier; try assumption.
          unfold up_to, before_layer in *. lia.
      + apply Z.eqb_eq in nothing.
        pose proof (lacks_nothing both a L' y legals (or_intror nothing)). unfold lacks in *. lra. }
  assert (visits (E := turn G both) (stops G T k a) (fun _ => 1) L x <= range G / inject_Z s)
    as few.
  { apply (visits_are_bounded E (stops G T k a) (fun _ => 1) (promised T a)
      (inject_Z (- most G)) (inject_Z (most G)) (inject_Z s) s_positive).
    - intro y. apply promised_within.
    - intros y going.
      pose proof (promise_rises_until_it_stops G T k s slack both a y legals
        (proj1 by_the_table) going). lra. }
  assert (range G * (range G / inject_Z s) == range G * range G / inject_Z s) as equal
    by (field; lra).
  assert (range G * visits (E := turn G both) (stops G T k a) (fun _ => 1) L x
    <= range G * (range G / inject_Z s)) by nra.
  lra.
Qed.

End Broken_off.

Arguments promise_is_seen {G T}. Arguments mine_after {G}.
Arguments endless_to_stays {G endless}. Arguments score_within {G endless}.
Arguments range_at {G} T {endless}. Arguments lacks_nothing {G} T {endless}.
Arguments slack_lacks_little {G T endless rounds last}.
