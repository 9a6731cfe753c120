(** The value of a position lies between its bounds.

    Section "What v is" of docs/certified-values.md. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game promise certified.
Import ListNotations.
Open Scope Q_scope.

Section Value.

Variable G : game.

(** A strategy secures c to a side at x: for every ε > 0 its guarantee comes within ε of c, with
    everything unfinished counted as m, if there are enough turns, whatever the other side does. *)
Definition secures (mine : strategy G) (a : side) (x : state G) (c : Q) : Prop :=
  forall eps, 0 < eps -> exists enough, forall n both, (enough <= n)%nat ->
    all_legal G both -> both a = mine -> c - eps <= guaranteed G both a n x.

(** Play that begins at p. *)
Definition start (a : side) (p : position G) : state G :=
  {| about_to_roll := a; before := []; here := p |}.

(** The side about to roll at p can secure c. *)
Definition can_secure (p : position G) (c : Q) : Prop :=
  exists mine, legal G mine /\ forall a, secures mine a (start a p) c.

(** The other side can hold it to c. *)
Definition can_hold_to (p : position G) (c : Q) : Prop :=
  exists mine, legal G mine /\ forall a, secures mine a (start (other a) p) (- c).

(** v is any number between what the side about to roll can secure and what the other side can hold
    it to. It is rational here; of one that is not, [bounds_are_secured] says the same. *)
Definition is_value (p : position G) (v : Q) : Prop :=
  (forall c, can_secure p c -> c <= v) /\ (forall c, can_hold_to p c -> v <= c).

(** What one side is sure of and what the other is do not add up to more than nothing. *)
Lemma guarantees_are_opposed : forall both n x, all_legal G both -> (0 <= most G)%Z ->
  guaranteed G both first n x + guaranteed G both second n x <= 0.
Proof.
  intros both n x legals positive. pose proof (turn_is_expectation G both legals) as E.
  assert (forall y, score G first y + score G second y <= 0) as opposed.
  { intro y. unfold score. destruct (result G (here y)) as [r|].
    - destruct (about_to_roll y); simpl; rewrite inject_Z_opp; lra.
    - apply inject_Z_le in positive. rewrite inject_Z_opp. change (inject_Z 0) with 0 in positive.
      lra. }
  unfold guaranteed. revert x. induction n as [|n IH]; intro x; simpl; [apply opposed|].
  destruct (over G x); [apply opposed|].
  rewrite <- (additive _ _ E). apply (E_at_most E), IH.
Qed.

(** What a side can secure is no more than what the other can hold it to. *)
Theorem secured_at_most_held : forall p c d, (0 <= most G)%Z ->
  can_secure p c -> can_hold_to p d -> c <= d.
Proof.
  intros p c d positive [mine [mine_legal secures_c]] [theirs [theirs_legal holds_d]].
  destruct (Qlt_le_dec d c) as [above|]; [|assumption].
  set (both := fun a => match a with first => mine | second => theirs end).
  assert (all_legal G both) as legals by (intros []; assumption).
  destruct (secures_c first ((c - d) * (1 # 3))) as [n secured_c]; [lra|].
  destruct (holds_d second ((c - d) * (1 # 3))) as [n' held_d]; [lra|].
  specialize (secured_c (n + n')%nat both ltac:(lia) legals eq_refl).
  specialize (held_d (n + n')%nat both ltac:(lia) legals eq_refl).
  change (start (other second) p) with (start first p) in held_d.
  pose proof (guarantees_are_opposed both (n + n') (start first p) legals positive). lra.
Qed.

Variable T : table G.

(** A position in which the game is over has its result between its bounds. *)
Definition results_within : Prop := forall p r, result G p = Some r ->
  (lower T p <= r <= upper T p)%Z.

(** The theorem for the side about to roll, and for the other one. The strategy is the same for
    both, and for all positions. *)
Theorem bounds_are_secured : forall p,
  results_within ->
  (forall k, (k <= layer T p)%nat -> certified_layer G T k) ->
  can_secure p (inject_Z (lower T p)) /\ can_hold_to p (inject_Z (upper T p)).
Proof.
  intros p within certified.
  pose proof (layers_secured G T (layer T p) certified) as holds.
  destruct (by_bounds_is_legal G T) as [legals by_the_bounds].
  assert (forall a x, here x = p -> secures (by_bounds G T) a x (promised T a x)) as both_sides.
  { intros a x at_p eps positive. destruct (holds eps positive) as [enough guarantee].
    exists enough. intros n both turns_left all mine.
    apply guarantee; try assumption; [rewrite mine; assumption | unfold up_to; rewrite at_p; lia]. }
  split; exists (by_bounds G T); (split; [assumption|]); intros a eps positive;
    [ destruct (both_sides a (start a p) eq_refl eps positive) as [enough guarantee]
    | destruct (both_sides a (start (other a) p) eq_refl eps positive) as [enough guarantee] ];
    exists enough; intros n both turns_left all mine;
    specialize (guarantee n both turns_left all mine).
  - assert (inject_Z (lower T p) <= promised T a (start a p)); [|lra].
    unfold promised, promise, worth. simpl. apply inject_Z_le.
    destruct (result G p) as [r|] eqn:finished; destruct a; simpl;
      try (pose proof (within p r finished)); lia.
  - assert (- inject_Z (upper T p) <= promised T a (start (other a) p)); [|lra].
    unfold promised, promise, worth. simpl. rewrite <- inject_Z_opp. apply inject_Z_le.
    destruct (result G p) as [r|] eqn:finished; destruct a; simpl;
      try (pose proof (within p r finished)); lia.
Qed.

(** l(p) ≤ v(p) ≤ u(p). *)
Theorem value_between_bounds : forall p v,
  results_within ->
  (forall k, (k <= layer T p)%nat -> certified_layer G T k) ->
  is_value p v ->
  inject_Z (lower T p) <= v <= inject_Z (upper T p).
Proof.
  intros p v within certified [above below].
  destruct (bounds_are_secured p within certified) as [low high]. auto.
Qed.

End Value.
