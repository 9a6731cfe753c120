(** Backing up keeps a table inductive, and only narrows it.

    The end of section "Why that is a proof" of docs/certified-values.md: how interval iteration
    finds bounds. Also what a table may hold of positions in which the game is over. *)

From Coq Require Import QArith ZArith Arith List Lia.
From Shuban Require Import mean rounding game.
Import ListNotations.
Open Scope Z_scope.

Section Iteration.

Variable G : game.

(** Wider intervals, as far as backing up sees them. *)
Definition within (low high wide_low wide_high : position G -> Z) : Prop :=
  forall p, worth G wide_low p <= worth G low p /\ worth G high p <= worth G wide_high p.

Lemma best_is_monotone : forall A (f g : A -> Z) list,
  (forall a, In a list -> f a <= g a) -> best f list <= best g list.
Proof.
  intros A f g list below. destruct list as [|head rest]; [reflexivity|].
  destruct (best_is_reached _ f (head :: rest)) as [a [inside <-]]; [discriminate|].
  pose proof (below a inside). pose proof (best_is_largest _ g _ _ inside). lia.
Qed.

(** Both operators are monotone. *)
Theorem backing_up_is_monotone : forall low high wide_low wide_high,
  within low high wide_low wide_high ->
  forall p, result G p = None ->
  lower_part G wide_low wide_high p <= lower_part G low high p
  /\ upper_part G low high p <= upper_part G wide_low wide_high p.
Proof.
  intros low high wide_low wide_high narrower p going.
  pose proof (rolls_fair G p going) as isfair.
  split; apply rounding_is_monotone; try assumption; intros r _; apply best_is_monotone;
    intros [q | q] _; simpl; pose proof (narrower q); lia.
Qed.

(** Condition 1 of "What a published table satisfies". *)
Definition is_inductive (low high : position G -> Z) : Prop :=
  forall p, result G p = None ->
    low p <= lower_part G low high p /\ upper_part G low high p <= high p.

(** It holds for l = m and u = M. *)
Theorem widest_is_inductive : is_inductive (fun _ => - most G) (fun _ => most G).
Proof.
  intros p going. pose proof (rolls_fair G p going) as isfair.
  assert (forall q, - most G <= worth G (fun _ => - most G) q
    /\ worth G (fun _ => most G) q <= most G) as possible.
  { intro q. unfold worth. destruct (result G q) eqn:finished; [|lia].
    pose proof (results_possible G q _ finished). lia. }
  split.
  - apply at_most_rounded_down; [assumption|].
    apply mean_at_least; [assumption|]. intros r chance. apply inject_Z_le.
    destruct (best_is_reached _ (gain G (fun _ => - most G) (fun _ => most G)) (plays G p r))
      as [[q | q] [_ <-]]; [apply some_play; assumption | |]; simpl; pose proof (possible q); lia.
  - apply at_least_rounded_up; [assumption|].
    apply mean_at_most; [assumption|]. intros r chance. apply inject_Z_le.
    destruct (best_is_reached _ (gain G (fun _ => most G) (fun _ => - most G)) (plays G p r))
      as [[q | q] [_ <-]]; [apply some_play; assumption | |]; simpl; pose proof (possible q); lia.
Qed.

(** Backing up preserves it, and only narrows. *)
Theorem backing_up_stays_inductive : forall low high, is_inductive low high ->
  within (lower_part G low high) (upper_part G low high) low high
  /\ is_inductive (lower_part G low high) (upper_part G low high).
Proof.
  intros low high holds.
  assert (within (lower_part G low high) (upper_part G low high) low high) as narrower.
  { intro p. unfold worth. destruct (result G p) eqn:finished; [lia | apply holds, finished]. }
  split; [assumption|]. intros p going.
  apply (backing_up_is_monotone _ _ _ _ narrower p going).
Qed.

(** Where a table holds bounds of a position in which the game is over, and its result is between
    them, these may take the place of the result: what follows from them is no narrower. *)
Theorem results_may_be_bounded : forall (T : table G) low high,
  (forall p, low p <= worth G (lower T) p /\ worth G (upper T) p <= high p) ->
  forall p, result G p = None ->
  rounded_down
    (fun r => best (fun chosen => match chosen with to_other q => - high q | to_same q => low q end)
      (plays G p r)) (rolls G p)
    <= lower_part G (lower T) (upper T) p
  /\ upper_part G (lower T) (upper T) p <=
  rounded_up
    (fun r => best (fun chosen => match chosen with to_other q => - low q | to_same q => high q end)
      (plays G p r)) (rolls G p).
Proof.
  intros T low high around p going. pose proof (rolls_fair G p going) as isfair.
  split; apply rounding_is_monotone; try assumption; intros r _; apply best_is_monotone;
    intros [q | q] _; simpl; pose proof (around q); lia.
Qed.

End Iteration.
