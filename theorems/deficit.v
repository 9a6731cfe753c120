(** What a side lacks, added up over all numbers of turns after which play may be broken off.

    Where play that never ends has a worth e, play that is broken off is counted as e. Then there is
    no number of turns that is enough against every strategy: the other side may wait for as long as
    it likes at a promise of e, and in the last turns take a risk of which only what it wins is over
    in time (no_horizon.v). But the sum of what a side lacks after 0, 1, 2 … turns is bounded. So for each strategy
    it lacks more than any ε > 0 after a bounded number of turns only. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean process.
Open Scope Q_scope.

(** f(0) + … + f(n − 1). *)
Fixpoint sum_to (f : nat -> Q) (n : nat) : Q :=
  match n with O => 0 | S n => sum_to f n + f n end.

Lemma sum_to_first : forall f n, sum_to f (S n) == f O + sum_to (fun i => f (S i)) n.
Proof.
  intros f n. induction n as [|n IH]; [simpl; ring|].
  change (sum_to f (S (S n))) with (sum_to f (S n) + f (S n)). rewrite IH. simpl. ring.
Qed.

Lemma sum_to_le : forall f g n, (forall i, (i < n)%nat -> f i <= g i) -> sum_to f n <= sum_to g n.
Proof.
  intros f g n. induction n as [|n IH]; intros below; simpl; [lra|].
  specialize (IH ltac:(intros; apply below; lia)). specialize (below n ltac:(lia)). lra.
Qed.

Lemma sum_to_constant : forall c n, sum_to (fun _ => c) n == count n * c.
Proof.
  induction n as [|n IH]; simpl; [change (count 0) with 0; ring | rewrite IH, count_next; ring].
Qed.

Lemma sum_to_split : forall f n m,
  sum_to f (n + m) == sum_to f n + sum_to (fun i => f (n + i)%nat) m.
Proof.
  intros f n m. induction m as [|m IH].
  - rewrite Nat.add_0_r. simpl. ring.
  - rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.

(** If a sum is bounded, its terms cannot all be large. *)
Lemma some_term_is_small : forall f n c eps,
  sum_to f n <= c -> c < count n * eps -> exists i, (i < n)%nat /\ f i <= eps.
Proof.
  intros f n c eps bounded large.
  assert ((exists i, (i < n)%nat /\ f i <= eps) \/ (forall i, (i < n)%nat -> eps <= f i)) as cases.
  { clear. induction n as [|n [[i [before small]] | all]].
    - right. intros i none. lia.
    - left. exists i. split; [lia | assumption].
    - destruct (Qlt_le_dec eps (f n)) as [above | small].
      + right. intros i before. destruct (Nat.eq_dec i n) as [-> | other]; [lra|].
        apply all. lia.
      + left. exists n. split; [lia | assumption]. }
  destruct cases as [found | all]; [assumption|].
  pose proof (sum_to_le (fun _ => eps) f n all) as sums. rewrite sum_to_constant in sums. lra.
Qed.

Section Deficit.

Context {state : Type} {follows : state -> state -> Prop} {E : (state -> Q) -> state -> Q}.
Hypothesis E_is_expectation : expectation follows E.

Lemma E_sum_to : forall (g : nat -> state -> Q) n x,
  E (fun y => sum_to (fun i => g i y) n) x == sum_to (fun i => E (g i) x) n.
Proof.
  intros g n x. induction n as [|n IH]; simpl; [apply (constant _ _ E_is_expectation)|].
  rewrite (additive _ _ E_is_expectation), IH. reflexivity.
Qed.

Variables (stops over : state -> bool) (X score : state -> Q).

(** Σ of X − E[result after n turns] for all n < L. *)
Definition deficit (L : nat) (x : state) : Q :=
  sum_to (fun n => X x - stopped (E := E) over score n x) L.

(** The expected cost of n turns, as long as play is not stopped. *)
Fixpoint visits (cost : state -> Q) (n : nat) (x : state) : Q :=
  match n with
  | O => 0
  | S n => if stops x then 0 else cost x + E (visits cost n) x
  end.

Variables (inside : state -> Prop) (cost : state -> Q) (most exits : Q).
Hypothesis closed : forall x y, inside x -> stops x = false -> follows x y -> inside y.
Hypothesis over_stops : forall x, over x = true -> stops x = true.
Hypothesis X_does_not_fall : forall x, stops x = false -> X x <= E X x.
Hypothesis most_not_negative : 0 <= most.
Hypothesis exits_not_negative : 0 <= exits.
(** What is promised beyond the score, should play be broken off here. *)
Hypothesis cost_covers : forall x, stops x = false -> X x - score x <= most * cost x.
Hypothesis exits_covered : forall x L, inside x -> stops x = true -> deficit L x <= exits.

Theorem deficit_at_most_visits : forall L x, inside x ->
  deficit L x <= exits + most * visits cost L x.
Proof.
  induction L as [|L IH]; intros x here.
  - unfold deficit; simpl. lra.
  - destruct (stops x) eqn:stop.
    + simpl. rewrite stop. pose proof (exits_covered x (S L) here stop). lra.
    + simpl visits. rewrite stop. unfold deficit. rewrite sum_to_first.
      assert (over x = false) as going.
      { destruct (over x) eqn:finished; [|reflexivity].
        rewrite over_stops in stop; [discriminate | assumption]. }
      assert (sum_to (fun i => X x - stopped (E := E) over score (S i) x) L
        <= E (deficit L) x) as later.
      { unfold deficit. rewrite E_sum_to. apply sum_to_le. intros i _. simpl. rewrite going.
        assert (E (fun y => X y - stopped (E := E) over score i y) x
          == E X x - E (stopped (E := E) over score i) x) as ->.
        { pose proof (E_affine E_is_expectation 0 1 (-1) X (stopped (E := E) over score i) x)
            as affine.
          setoid_replace (E X x - E (stopped (E := E) over score i) x)
            with (0 + 1 * E X x + - 1 * E (stopped (E := E) over score i) x) by ring.
          rewrite <- affine.
          apply Qle_antisym; apply (E_le E_is_expectation); intro y; lra. }
        pose proof (X_does_not_fall x stop). lra. }
      assert (E (deficit L) x <= E (fun y => exits + most * visits cost L y + 0 * 0) x) as bound.
      { apply (monotone _ _ E_is_expectation). intros y next.
        pose proof (IH y (closed x y here stop next)). lra. }
      rewrite (E_affine E_is_expectation exits most 0 (visits cost L) (fun _ => 0)) in bound.
      pose proof (cost_covers x stop). change (stopped (E := E) over score 0 x) with (score x). lra.
Qed.

(** A potential that rises by κ times the cost bounds the cost of all turns. *)
Theorem visits_are_bounded : forall (potential : state -> Q) (low high kappa : Q),
  0 < kappa ->
  (forall x, low <= potential x <= high) ->
  (forall x, stops x = false -> potential x + kappa * cost x <= E potential x) ->
  forall n x, visits cost n x <= (high - low) / kappa.
Proof.
  intros potential low high kappa positive within rises.
  assert (forall n x, potential x + kappa * visits cost n x <= high) as bounded.
  { induction n as [|n IH]; intro x; simpl; [pose proof (within x); lra|].
    destruct (stops x) eqn:stop; [pose proof (within x); lra|].
    assert (E (fun y => 0 + 1 * potential y + kappa * visits cost n y) x <= high) as later.
    { apply (E_at_most E_is_expectation). intro y. pose proof (IH y). lra. }
    rewrite (E_affine E_is_expectation) in later. pose proof (rises x stop). lra. }
  intros n x. apply Qle_shift_div_l; [assumption|].
  pose proof (bounded n x). pose proof (within x). lra.
Qed.

End Deficit.

Arguments deficit {state} E over X score L x.
