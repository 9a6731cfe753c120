(** Along play by the bounds, what they promise rises in expectation.

    Sections "Why that is a proof" and "Leaving from slack" of docs/certified-values.md. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game.
Import ListNotations.
Open Scope Q_scope.

Section Promise.

Variables (G : game) (T : table G).

(** The promise as a rational number. *)
Definition promised (a : side) (x : state G) : Q := inject_Z (promise G T a x).

Lemma worth_possible : forall bound,
  (forall p, - most G <= bound p <= most G)%Z ->
  forall p, (- most G <= worth G bound p <= most G)%Z.
Proof.
  intros bound possible p. unfold worth.
  destruct (result G p) eqn:finished; [apply (results_possible G p), finished | apply possible].
Qed.

(** X lies between m and M. *)
Lemma promised_within : forall a x,
  inject_Z (- most G) <= promised a x <= inject_Z (most G).
Proof.
  intros a x. unfold promised, promise.
  pose proof (worth_possible _ (lower_possible G T) (here x)).
  pose proof (worth_possible _ (upper_possible G T) (here x)).
  split; apply inject_Z_le; destruct (is a (about_to_roll x)); lia.
Qed.

(** What is promised to the side that has rolled, and to the other one, after a play. *)
Lemma promise_after : forall a x r chosen,
  promise G T a (after G x r chosen) =
  if is a (about_to_roll x)
  then gain G (lower T) (upper T) chosen
  else (- gain G (upper T) (lower T) chosen)%Z.
Proof.
  intros a x r [q | q]; unfold promise; simpl;
    destruct a, (about_to_roll x); simpl; lia.
Qed.

Lemma mean_opposite : forall A (f : A -> Z) chances,
  mean (fun a => - number f a) chances == - mean (number f) chances.
Proof.
  intros. setoid_replace (- mean (number f) chances) with ((-1) * mean (number f) chances) by ring.
  rewrite <- mean_scale. unfold mean.
  assert (total (fun a => - number f a) chances == total (fun a => -1 * number f a) chances) as ->;
    [|reflexivity].
  induction chances as [|[w a] rest IH]; simpl; [reflexivity | rewrite IH; ring].
Qed.

(** If the side that plays by the bounds rolls, it plays to the largest −u(q); if the other side
    does, it gets no more than the largest −l(p″). So by the two conditions at the position, the
    expectation of the promise after a turn is larger by s. *)
Theorem promise_rises : forall (both : side -> strategy G) (a : side) (x : state G) (s : Z),
  all_legal G both ->
  plays_by_bounds G T (both a) ->
  over G x = false ->
  inductive_at G T s (here x) ->
  (promise G T a x <> - most G)%Z ->
  promised a x + inject_Z s <= turn G both (promised a) x.
Proof.
  intros both a x s legals by_the_bounds going [low_holds high_holds] says.
  unfold turn. rewrite going. pose proof (going_has_no_result _ _ going) as no_result.
  pose proof (rolls_fair G _ no_result) as isfair.
  unfold promised at 1. unfold promise in *. unfold worth in *. rewrite no_result in *.
  destruct (is a (about_to_roll x)) eqn:mine.
  - destruct low_holds as [nothing | holds]; [contradiction|].
    apply at_most_rounded_down in holds; [|assumption]. rewrite inject_Z_plus in holds.
    eapply Qle_trans; [exact holds|].
    apply mean_le; [assumption|]. intros r inside.
    destruct (legals (about_to_roll x) (before x) (here x) r no_result inside) as [choice allowed].
    apply mean_at_least; [assumption|]. intros chosen chance.
    unfold promised. rewrite promise_after, mine. unfold number.
    rewrite <- (by_the_bounds (before x) (here x) r chosen no_result inside); [lra|].
    assert (about_to_roll x = a) as <-
      by (destruct a, (about_to_roll x); simpl in mine; congruence).
    assumption.
  - destruct high_holds as [nothing | holds]; [rewrite nothing in says; contradiction|].
    apply at_least_rounded_up in holds; [|assumption].
    unfold Z.sub in holds. rewrite inject_Z_plus, inject_Z_opp in holds.
    rewrite inject_Z_opp.
    assert (mean (fun r => - number
        (fun r => best (gain G (upper T) (lower T)) (plays G (here x) r)) r) (rolls G (here x))
      <= mean (fun r => mean (fun chosen => promised a (after G x r chosen))
        (both (about_to_roll x) (before x) (here x) r)) (rolls G (here x))) as later.
    { apply mean_le; [assumption|]. intros r inside.
      destruct (legals (about_to_roll x) (before x) (here x) r no_result inside)
        as [choice allowed].
      apply mean_at_least; [assumption|]. intros chosen chance.
      unfold promised. rewrite promise_after, mine. unfold number.
      rewrite <- inject_Z_opp. apply inject_Z_le.
      pose proof (best_is_largest _ (gain G (upper T) (lower T)) _ _ (allowed _ chance)). lia. }
    rewrite mean_opposite in later. lra.
Qed.

(** Without slack the promise does not fall, whatever it is. *)
Theorem promise_does_not_fall : forall (both : side -> strategy G) (a : side) (x : state G),
  all_legal G both ->
  plays_by_bounds G T (both a) ->
  over G x = false ->
  inductive_at G T 0 (here x) ->
  promised a x <= turn G both (promised a) x.
Proof.
  intros both a x legals by_the_bounds going holds.
  destruct (Z.eq_dec (promise G T a x) (- most G)) as [nothing | says].
  - unfold promised at 1. rewrite nothing.
    apply (E_at_least (turn_is_expectation G both legals)). intro y. apply promised_within.
  - pose proof (promise_rises both a x 0 legals by_the_bounds going holds says) as rises.
    change (inject_Z 0) with 0 in rises. lra.
Qed.

(** ** Leaving whatever is played *)

Variable k : nat.

(** Play has left layer k. *)
Definition leaves (x : state G) : bool := over G x || negb (layer T (here x) =? k)%nat.

Lemma leaves_out : forall x, leaves x = true <-> out G T k (here x).
Proof.
  intro x. unfold leaves, out, over.
  rewrite Bool.orb_true_iff, Bool.negb_true_iff, Nat.eqb_neq.
  destruct (result G (here x)); split; intros [H | H]; auto; try discriminate; try contradiction.
  right; discriminate.
Qed.

(** A position struck out in round n has a roll after which every play leads out or to a position
    struck out in an earlier round. So play has left the layer after n turns with probability at
    least εⁿ, whatever both sides do. *)
Theorem struck_out_leaves : forall (both : side -> strategy G) eps rounds,
  all_legal G both ->
  least_chance G T k eps ->
  forall x, struck_out G T k rounds (here x) ->
  still (E := turn G both) leaves rounds x <= 1 - power eps rounds.
Proof.
  intros both eps rounds legals [range chances].
  pose proof (turn_is_expectation G both legals) as E.
  assert (forall n, 0 <= power eps n <= 1) as unit
    by (induction n; simpl; nra).
  induction rounds as [|rounds IH]; intros x struck.
  - apply leaves_out in struck. simpl. rewrite struck. lra.
  - destruct struck as [earlier | [r [[w inside] leads]]].
    + pose proof (still_falls E leaves rounds x).
      specialize (IH x earlier). pose proof (unit rounds). simpl. simpl in H. nra.
    + simpl. destruct (leaves x) eqn:left; [pose proof (unit rounds); nra|].
      unfold leaves in left. apply Bool.orb_false_iff in left as [going same].
      apply Bool.negb_false_iff, Nat.eqb_eq in same.
      unfold turn at 1. rewrite going. pose proof (going_has_no_result _ _ going) as no_result.
      pose proof (chances (here x) w r same no_result inside) as chance.
      apply (mean_with_one _ _ _ w r 1 (power eps rounds) eps); auto.
      * apply rolls_fair, no_result.
      * intros r' inside'. apply mean_at_most;
          [apply (legals (about_to_roll x) (before x) (here x) r' no_result inside')|].
        intros chosen _. apply (still_is_probability E).
      * assert (has (rolls G (here x)) r) as there by (exists w; assumption).
        destruct (legals (about_to_roll x) (before x) (here x) r no_result there)
          as [choice allowed].
        apply mean_at_most; [assumption|]. intros chosen chance'.
        apply IH. apply leads, allowed, chance'.
      * apply unit.
Qed.

End Promise.

Arguments promised {G}. Arguments leaves {G}.
