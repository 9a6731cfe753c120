(** The theorem for games in which endless play has a worth.

    Section "Endless play" of docs/certified-values.md. Play that is broken off after n turns is
    counted as e. What a side lacks of its promise, added up over all n, is bounded: so for every
    ε > 0 there is a number of turns within which, however late one begins, its expected result is
    at some time what was promised but for ε. The expected result of the whole game is the limit of
    those after n turns, and so at least what was promised. *)

From Coq Require Import QArith ZArith Arith List Bool Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value checked.
From Shuban Require Import deficit endless broken_off endless_layer.
Import ListNotations.
Open Scope Q_scope.

Section Layers.

Variables (G : game) (T : table G) (endless : position G -> Z) (rounds last : nat -> nat).
Hypothesis worth_of_endless : endless_is_a_worth G endless.

Local Notation score_or_endless := (score_or_endless G endless).
Local Notation expected := (expected G endless).
Local Notation plays_by_table := (plays_by_table G T endless rounds last).
Local Notation lacks_little := (lacks_little G T endless rounds last).

(** What a layer satisfies: slack, or that no promise rests on endless play. *)
Definition certified_with_endless (k : nat) : Prop :=
  (exists s, has_slack G T k s) \/ (exists eps, is_founded G T endless k (rounds k) (last k) eps).

(** A layer that play leaves is one in which none is left. *)
Lemma left_is_founded : forall k eps,
  (forall p, layer T p = k -> result G p = None -> inductive_at G T 0 p) ->
  least_chance G T k eps ->
  (forall p, layer T p = k -> is_struck_out G T k (rounds k) p = true) ->
  is_founded G T endless k (rounds k) 0 eps.
Proof.
  intros k eps inductive chances struck. repeat split; try apply inductive; try apply chances;
    try assumption.
  intros mine p here_k. simpl. rewrite (struck p here_k). apply orb_true_r.
Qed.

Theorem layers_lack_little : forall k,
  (forall j, (j <= k)%nat -> certified_with_endless j) -> lacks_little (up_to G T k).
Proof.
  induction k as [|k IH]; intros certified.
  - assert (lacks_little (before_layer G T 0)) as nothing.
    { exists 0. split; [lra|]. intros L both a _ _ x inside. unfold before_layer in inside. lia. }
    destruct (certified 0%nat (Nat.le_refl _)) as [[s slack] | [eps holds]].
    + apply (slack_lacks_little worth_of_endless 0 s slack nothing).
    + apply (founded_lacks_little worth_of_endless 0 eps holds nothing).
  - assert (lacks_little (before_layer G T (S k))) as earlier.
    { destruct (IH ltac:(intros; apply certified; lia)) as [most_lacking [positive holds]].
      exists most_lacking. split; [assumption|].
      intros L both a legals by_the_table x inside.
      apply holds; try assumption. unfold before_layer, up_to in *. lia. }
    destruct (certified (S k) (Nat.le_refl _)) as [[s slack] | [eps holds]].
    + apply (slack_lacks_little worth_of_endless (S k) s slack earlier).
    + apply (founded_lacks_little worth_of_endless (S k) eps holds earlier).
Qed.

(** However late one begins to look, within a fixed number of turns there is one after which the
    side that plays by the table has in expectation what was promised but for ε, play that is
    broken off counted as e: against every strategy. *)
Theorem endless_promises_are_kept : forall k,
  (forall j, (j <= k)%nat -> certified_with_endless j) ->
  forall eps late, 0 < eps -> exists window, forall both a,
    all_legal G both -> plays_by_table (both a) ->
  forall x, (layer T (here x) <= k)%nat ->
  exists n, (late <= n < late + window)%nat /\ promised T a x - eps <= expected both a n x.
Proof.
  intros k certified eps late positive.
  destruct (layers_lack_little k certified) as [most_lacking [_ bounded]].
  destruct (some_count_above ((most_lacking + count late * (1 + range G * range G)) / eps + 1))
    as [window [_ long]].
  exists window. intros both a legals by_the_table x inside.
  specialize (bounded (late + window)%nat both a legals by_the_table x inside).
  change (sum_to (fun n => promised T a x - expected both a n x) (late + window) <= most_lacking)
    in bounded.
  rewrite sum_to_split in bounded.
  pose proof (count_not_negative late) as count_late.
  pose proof (square_not_negative (range G)) as square.
  assert (count late * - (1 + range G * range G)
    <= sum_to (fun n => promised T a x - expected both a n x) late) as early.
  { rewrite <- sum_to_constant. apply sum_to_le. intros i _.
    pose proof (stopped_at_most (turn_is_expectation G both legals) (over G) (score_or_endless a)
      (inject_Z (most G)) i x (fun y => proj2 (score_within worth_of_endless a y))).
    pose proof (promised_within G T a x).
    assert (- range G <= promised T a x - expected both a i x) by (unfold range, expected; lra).
    assert (range G <= 1 + range G * range G) by nra. lra. }
  set (c := most_lacking + count late * (1 + range G * range G)) in *.
  destruct (some_term_is_small (fun i => promised T a x - expected both a (late + i) x)
    window c eps) as [i [before small]].
  - unfold c. lra.
  - assert (c / eps * eps == c) by (field; lra). nra.
  - exists (late + i)%nat. split; [lia | lra].
Qed.

(** There is a strategy that plays by the table. *)
Theorem some_strategy_plays_by_table :
  legal G (by_founded_bounds G T endless rounds last)
  /\ plays_by_table (by_founded_bounds G T endless rounds last).
Proof.
  destruct (by_founded_bounds_is_legal G T endless rounds last) as [legals by_the_bounds].
  repeat split; try apply legals; try assumption.
  intros k eps holds. apply (by_founded_bounds_leads_out G T endless rounds last k eps holds).
Qed.

(** What a verifier computes of such a layer, from the rules and the stored bounds. *)
Theorem checked_as_founded : forall k positions W,
  (forall p, layer T p = k -> In p positions) ->
  forallb (position_holds G T 0) positions = true ->
  forallb (weights_up_to G W) positions = true ->
  forallb (founded T endless k (rounds k) (last k) true) positions = true ->
  forallb (founded T endless k (rounds k) (last k) false) positions = true ->
  certified_with_endless k.
Proof.
  intros k positions W listed all weights own others. right.
  destruct (checked_least_chance G T k positions listed W weights) as [eps chances].
  exists eps. rewrite forallb_forall in all, own, others.
  split; [|split; [exact chances|]].
  - intros p here_k going. specialize (all p (listed p here_k)).
    apply position_that_holds in all. rewrite going in all. exact all.
  - intros [] p here_k; [apply own | apply others]; apply listed, here_k.
Qed.

End Layers.
