(** What a verifier computes: the conditions as comparisons of integers, for finite layers.

    Sections "What a published table satisfies" and "Checking by sweeps" of
    docs/certified-values.md. However T⁻ and T⁺ are computed, by the rules or by sweeps, and in
    whatever order, the comparison is this one. *)

From Coq Require Import QArith ZArith Arith List Bool Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value.
Import ListNotations.
Open Scope Q_scope.

Section Checked.

Variables (G : game) (T : table G).

(** The comparison of stored bounds with those that follow. A bound that says nothing is not
    compared. *)
Definition follows_with (s low high low_follows high_follows : Z) : bool :=
  ((low <=? - most G) || (low + s <=? low_follows))%Z
  && ((most G <=? high) || (high_follows <=? high - s))%Z.

(** A position; without slack where the game is over. *)
Definition position_holds (s : Z) (p : position G) : bool :=
  match result G p with
  | Some r => follows_with 0 (lower T p) (upper T p) r r
  | None => follows_with s (lower T p) (upper T p)
      (lower_part G (lower T) (upper T) p) (upper_part G (lower T) (upper T) p)
  end.

Theorem position_that_holds : forall s p,
  position_holds s p = true <->
  match result G p with
  | Some r => (lower T p <= r <= upper T p)%Z
  | None => inductive_at G T s p
  end.
Proof.
  intros s p. unfold position_holds, follows_with, inductive_at.
  pose proof (lower_possible G T p). pose proof (upper_possible G T p).
  destruct (result G p) as [r|] eqn:finished;
    rewrite andb_true_iff, !orb_true_iff, !Z.leb_le; [|lia].
  pose proof (results_possible G p r finished). lia.
Qed.

(** The same, if all bounds are compared with those that two passes gave. *)
Theorem swept_position_holds : forall s p (low_pass high_pass : position G -> Z),
  result G p = None ->
  low_pass p = lower_part G (lower T) (upper T) p ->
  high_pass p = upper_part G (lower T) (upper T) p ->
  follows_with s (lower T p) (upper T p) (low_pass p) (high_pass p) = position_holds s p.
Proof.
  intros s p low_pass high_pass going low high.
  unfold position_holds. rewrite going, low, high. reflexivity.
Qed.

(** A round of striking out, as a computation. *)
Fixpoint is_struck_out (k rounds : nat) (p : position G) : bool :=
  match rounds with
  | O => negb (layer T p =? k)%nat || over G (start G first p)
  | S earlier => is_struck_out k earlier p
      || existsb
        (fun chance => forallb (fun chosen => is_struck_out k earlier (reached chosen))
          (plays G p (snd chance)))
        (rolls G p)
  end.

Lemma struck_out_is_computed : forall k rounds p,
  is_struck_out k rounds p = true -> struck_out G T k rounds p.
Proof.
  induction rounds as [|rounds IH]; intros p struck; simpl in *.
  - apply leaves_out with (x := start G first p). unfold leaves. rewrite orb_comm. exact struck.
  - apply orb_true_iff in struck as [earlier | chance]; [left; apply IH, earlier | right].
    apply existsb_exists in chance as [[w r] [inside all]].
    rewrite forallb_forall in all. exists r. split; [exists w; assumption|].
    intros chosen allowed. apply IH, all, allowed.
Qed.

(** All weights of rolls are positive, and those of a position add up to at most W. *)
Definition weights_up_to (W : Z) (p : position G) : bool :=
  (weight (rolls G p) <=? W)%Z && forallb (fun chance => (0 <? fst chance)%Z) (rolls G p).

Section Layer.

Variables (k : nat) (positions : list (position G)).
Hypothesis all_listed : forall p, layer T p = k -> In p positions.

(** A layer that was checked with slack is certified. *)
Theorem checked_with_slack : forall s, (1 <= s)%Z ->
  forallb (position_holds s) positions = true -> certified_layer G T k.
Proof.
  intros s some all. left. exists s. split; [assumption|]. intros p here_k going.
  rewrite forallb_forall in all. specialize (all p (all_listed p here_k)).
  apply position_that_holds in all. rewrite going in all. exact all.
Qed.

(** Weights up to W leave no chance below 1/W. *)
Lemma checked_least_chance : forall W,
  forallb (weights_up_to W) positions = true -> exists eps, least_chance G T k eps.
Proof.
  intros W weights. exists (1 / inject_Z (Z.max 1 W)). rewrite forallb_forall in weights.
  assert (1 <= inject_Z (Z.max 1 W)) as large by (apply (inject_Z_le 1); lia).
  assert (1 / inject_Z (Z.max 1 W) * inject_Z (Z.max 1 W) == 1) as product by (field; lra).
  assert (0 < 1 / inject_Z (Z.max 1 W)) as positive by (apply Qlt_shift_div_l; lra).
  split; [split; nra|].
  intros p w r here_k going inside. specialize (weights p (all_listed p here_k)).
  apply andb_true_iff in weights as [total each]. rewrite forallb_forall in each.
  specialize (each (w, r) inside). apply Z.ltb_lt in each. simpl in each.
  apply Z.leb_le in total.
  assert (inject_Z (weight (rolls G p)) <= inject_Z (Z.max 1 W)) by (apply inject_Z_le; lia).
  assert (1 <= inject_Z w) by (apply (inject_Z_le 1); lia).
  nra.
Qed.

(** So is one that was checked without slack, of which striking out leaves nothing. *)
Theorem checked_by_striking_out : forall rounds W,
  forallb (position_holds 0) positions = true ->
  forallb (is_struck_out k rounds) positions = true ->
  forallb (weights_up_to W) positions = true ->
  certified_layer G T k.
Proof.
  intros rounds W all struck weights. right.
  destruct (checked_least_chance W weights) as [eps chances]. exists rounds, eps.
  rewrite forallb_forall in all, struck.
  split; [|split; [exact chances|]].
  - intros p here_k going. specialize (all p (all_listed p here_k)).
    apply position_that_holds in all. rewrite going in all. exact all.
  - intros p here_k. apply struck_out_is_computed, struck, all_listed, here_k.
Qed.

(** Results of the layer are between their bounds. *)
Theorem checked_results : forall s, forallb (position_holds s) positions = true ->
  forall p r, layer T p = k -> result G p = Some r -> (lower T p <= r <= upper T p)%Z.
Proof.
  intros s all p r here_k finished. rewrite forallb_forall in all.
  specialize (all p (all_listed p here_k)). apply position_that_holds in all.
  rewrite finished in all. exact all.
Qed.

End Layer.

End Checked.
