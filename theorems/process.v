(** Play that goes on turn by turn until it is stopped, without measures: expectations after n
    turns are defined by recursion on n.

    Sections "Leaving from slack" and "Why that is a proof" of docs/certified-values.md, as far as
    they speak of neither positions nor strategies. *)

From Coq Require Import QArith Qround ZArith Arith List Lqa Lia.
From Shuban Require Import mean.
Open Scope Q_scope.

(** A natural number as a rational one. *)
Definition count (n : nat) : Q := inject_Z (Z.of_nat n).

Lemma count_next : forall n, count (S n) == count n + 1.
Proof. intro n. unfold count. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. Qed.

Lemma count_not_negative : forall n, 0 <= count n.
Proof. intro n. apply (inject_Z_le 0). lia. Qed.

Fixpoint power (c : Q) (n : nat) : Q :=
  match n with O => 1 | S n => c * power c n end.

(** What any state has an expectation of one turn later. *)
Record expectation {state : Type} (follows : state -> state -> Prop)
    (E : (state -> Q) -> state -> Q) : Prop := {
  monotone : forall f g x, (forall y, follows x y -> f y <= g y) -> E f x <= E g x;
  additive : forall f g x, E (fun y => f y + g y) x == E f x + E g x;
  homogeneous : forall c f x, E (fun y => c * f y) x == c * E f x;
  constant : forall c x, E (fun _ => c) x == c
}.

Section Play.

Context {state : Type} {follows : state -> state -> Prop} {E : (state -> Q) -> state -> Q}.
Hypothesis E_is_expectation : expectation follows E.

(** Play stops at τ, the first time at which it is in one of these states. *)
Variable stops : state -> bool.

(** E[X at min(n, τ)]. *)
Fixpoint stopped (X : state -> Q) (n : nat) (x : state) : Q :=
  match n with
  | O => X x
  | S n => if stops x then X x else E (stopped X n) x
  end.

(** E[min(n, τ)]. *)
Fixpoint turns (n : nat) (x : state) : Q :=
  match n with
  | O => 0
  | S n => if stops x then 0 else E (fun y => 1 + turns n y) x
  end.

(** The probability of τ > n: that play has not stopped after n turns. *)
Fixpoint still (n : nat) (x : state) : Q :=
  if stops x then 0 else match n with O => 1 | S n => E (still n) x end.

Lemma E_affine : forall a b c f g x,
  E (fun y => a + b * f y + c * g y) x == a + b * E f x + c * E g x.
Proof.
  intros. rewrite (additive _ _ E_is_expectation (fun y => a + b * f y) (fun y => c * g y)).
  rewrite (additive _ _ E_is_expectation (fun _ => a) (fun y => b * f y)).
  rewrite !(homogeneous _ _ E_is_expectation), (constant _ _ E_is_expectation). reflexivity.
Qed.

Lemma E_le : forall f g x, (forall y, f y <= g y) -> E f x <= E g x.
Proof. intros f g x below. apply (monotone _ _ E_is_expectation). intros y _. apply below. Qed.

Lemma E_at_least : forall f c x, (forall y, c <= f y) -> c <= E f x.
Proof.
  intros f c x above. rewrite <- (constant _ _ E_is_expectation c x) at 1. apply E_le, above.
Qed.

Lemma E_at_most : forall f c x, (forall y, f y <= c) -> E f x <= c.
Proof.
  intros f c x below. rewrite <- (constant _ _ E_is_expectation c x). apply E_le, below.
Qed.

Lemma stopped_at_least : forall X c n x, (forall y, c <= X y) -> c <= stopped X n x.
Proof.
  intros X c n; induction n as [|n IH]; intros x above; simpl; [apply above|].
  destruct (stops x); [apply above | apply E_at_least; intro y; apply IH, above].
Qed.

Lemma stopped_at_most : forall X c n x, (forall y, X y <= c) -> stopped X n x <= c.
Proof.
  intros X c n; induction n as [|n IH]; intros x below; simpl; [apply below|].
  destruct (stops x); [apply below | apply E_at_most; intro y; apply IH, below].
Qed.

Lemma still_is_probability : forall n x, 0 <= still n x <= 1.
Proof.
  induction n as [|n IH]; intro x; simpl; destruct (stops x); try lra.
  split; [apply E_at_least | apply E_at_most]; intro y; apply IH.
Qed.

Lemma still_falls : forall n x, still (S n) x <= still n x.
Proof.
  induction n as [|n IH]; intro x.
  - pose proof (still_is_probability 1 x) as [_ most]. simpl in *. destruct (stops x); lra.
  - change (still (S (S n)) x) with (if stops x then 0 else E (still (S n)) x).
    change (still (S n) x) with (if stops x then 0 else E (still n) x).
    destruct (stops x); [lra | apply E_le, IH].
Qed.

Lemma still_falls_to : forall n k x, (n <= k)%nat -> still k x <= still n x.
Proof.
  intros n k x order. induction order as [|k order IH]; [lra|].
  pose proof (still_falls k x). lra.
Qed.

(** P(τ > n) · n ≤ E[min(n, τ)]. *)
Lemma still_counts : forall n x, count n * still n x <= turns n x.
Proof.
  induction n as [|n IH]; intro x.
  - change (count 0) with 0. simpl. destruct (stops x); lra.
  - simpl. destruct (stops x); [lra|].
    assert (E (fun y => 0 + count n * still n y + 1 * still n y) x <= E (fun y => 1 + turns n y) x).
    { apply E_le. intro y. pose proof (IH y). pose proof (still_is_probability n y). lra. }
    rewrite E_affine in H. rewrite count_next. lra.
Qed.

Lemma turns_not_negative : forall n x, 0 <= turns n x.
Proof.
  intros n x. pose proof (still_counts n x). pose proof (still_is_probability n x).
  pose proof (count_not_negative n). nra.
Qed.

(** ** Promises that rise with every turn *)

Section Slack.

Variables (X : state -> Q) (m M s : Q).
Hypothesis X_within : forall x, m <= X x <= M.
Hypothesis s_positive : 0 < s.
(** The expectation of the promise after the turn, given all up to now, is larger by s. *)
Hypothesis X_rises : forall x, stops x = false -> X x + s <= E X x.

(** E[X at min(n, τ)] ≥ X₀ + s · E[min(n, τ)]. *)
Theorem stopped_promise_rises : forall n x, X x + s * turns n x <= stopped X n x.
Proof.
  induction n as [|n IH]; intro x; simpl; [lra|].
  destruct (stops x) eqn:going; [lra|].
  assert (E (fun y => 0 + 1 * X y + s * turns n y) x <= E (stopped X n) x) as later.
  { apply E_le. intro y. pose proof (IH y). lra. }
  rewrite E_affine in later.
  assert (E (fun y => 1 + turns n y) x == 1 + E (turns n) x) as ->.
  { rewrite (additive _ _ E_is_expectation (fun _ => 1) (turns n)).
    rewrite (constant _ _ E_is_expectation). reflexivity. }
  pose proof (X_rises x going). lra.
Qed.

(** E[min(n, τ)] ≤ (M − m)/s for every n. *)
Theorem turns_are_bounded : forall n x, turns n x <= (M - m) / s.
Proof.
  intros n x. apply Qle_shift_div_l; [assumption|].
  pose proof (stopped_promise_rises n x).
  pose proof (stopped_at_most X M n x (fun y => proj2 (X_within y))).
  pose proof (proj1 (X_within x)). lra.
Qed.

(** P(τ > n) ≤ (M − m)/(s · n). *)
Theorem still_is_rare : forall n x, (0 < n)%nat -> still n x <= (M - m) / (s * count n).
Proof.
  intros n x positive.
  assert (0 < count n) by (apply (inject_Z_lt 0); lia).
  apply Qle_shift_div_l; [nra|].
  pose proof (still_counts n x). pose proof (turns_are_bounded n x) as bounded.
  assert ((M - m) / s * s == M - m) as product by (field; lra).
  assert (s * (count n * still n x) <= s * ((M - m) / s)) by nra. nra.
Qed.

End Slack.

(** ** Play that leaves whatever is played *)

(** If play is still there after n turns with a probability of at most c, from everywhere, then
    after m · n turns with at most cᵐ. *)
Lemma still_after : forall n k c x,
  (forall y, still k y <= c) -> still (n + k) x <= c * still n x.
Proof.
  induction n as [|n IH]; intros k c x rare.
  - pose proof (rare x) as bound. simpl. destruct k; simpl in *; destruct (stops x); lra.
  - simpl. destruct (stops x); [lra|].
    rewrite <- (homogeneous _ _ E_is_expectation). apply E_le. intro y. apply IH, rare.
Qed.

Theorem still_after_repeats : forall n m c x,
  0 <= c -> (forall y, still n y <= c) -> still (m * n) x <= power c m.
Proof.
  intros n m c x positive rare. revert x. induction m as [|m IH]; intro x; simpl.
  - pose proof (still_is_probability 0 x) as [_ most]. exact most.
  - pose proof (still_after n (m * n) (power c m) x IH).
    assert (0 <= power c m) by (clear - positive; induction m; simpl; [lra | nra]).
    pose proof (rare x). pose proof (still_is_probability n x). nra.
Qed.

End Play.

(** ** From the promise to the result *)

(** Play that is stopped is worth to a side what was promised when it stopped, less δ, if enough
    turns are left; play that is not stopped is worth at least m. [over] says that the game is over,
    and [score] is the result, or m. *)
Lemma result_after_stopping :
  forall {state} {follows : state -> state -> Prop} {E} (E_is_expectation : expectation follows E)
    (stops over : state -> bool) (X score : state -> Q) (m M d : Q) (left : nat)
    (inside : state -> Prop),
  (forall x y, inside x -> stops x = false -> follows x y -> inside y) ->
  (forall x, over x = true -> stops x = true) ->
  (forall x, m <= X x <= M) -> (forall x, m <= score x) -> 0 <= d ->
  (forall x n, inside x -> stops x = true -> (left <= n)%nat ->
    X x - d <= stopped (E := E) over score n x) ->
  forall n x, inside x -> forall k, (left + n <= k)%nat ->
    stopped (E := E) stops X n x - d - (M - m) * still (E := E) stops n x
      <= stopped (E := E) over score k x.
Proof.
  intros state follows E E_is_expectation stops over X score m M d left inside closed over_stops
    X_within score_within d_positive exits.
  assert (forall n x, m <= stopped (E := E) over score n x) as least
    by (intros; apply (stopped_at_least E_is_expectation); assumption).
  induction n as [|n IH]; intros x here k enough.
  - simpl. destruct (stops x) eqn:stop.
    + specialize (exits x k here stop ltac:(lia)). lra.
    + pose proof (least k x). pose proof (X_within x). lra.
  - simpl. destruct (stops x) eqn:stop.
    + specialize (exits x k here stop ltac:(lia)). lra.
    + destruct k as [|k]; [lia|]. simpl.
      destruct (over x) eqn:finished; [rewrite over_stops in stop; [discriminate | assumption]|].
      assert (E (fun y => - d + 1 * stopped (E := E) stops X n y
                            + - (M - m) * still (E := E) stops n y) x
              <= E (stopped (E := E) over score k) x) as later.
      { apply (monotone _ _ E_is_expectation). intros y next.
        specialize (IH y (closed x y here stop next) k ltac:(lia)). lra. }
      rewrite (E_affine E_is_expectation) in later. lra.
Qed.

(** ** Numbers that become small *)

Lemma some_count_above : forall c : Q, exists n : nat, (0 < n)%nat /\ c <= count n.
Proof.
  intro c. exists (S (Z.to_nat (Qceiling c))). split; [lia|].
  pose proof (Qle_ceiling c). unfold count.
  assert (inject_Z (Qceiling c) <= inject_Z (Z.of_nat (S (Z.to_nat (Qceiling c)))))
    by (apply inject_Z_le; lia).
  lra.
Qed.

(** c/n becomes as small as one likes. *)
Lemma share_becomes_small : forall c d, 0 <= c -> 0 < d ->
  exists n, (0 < n)%nat /\ c / count n <= d.
Proof.
  intros c d cpos dpos. destruct (some_count_above (c / d)) as [n [positive above]].
  exists n. split; [assumption|].
  assert (0 < count n) by (apply (inject_Z_lt 0); lia).
  apply Qle_shift_div_r; [assumption|].
  assert (c / d * d == c) by (field; lra). nra.
Qed.

Lemma power_with_count : forall d m, 0 <= d <= 1 ->
  0 <= power (1 - d) m /\ power (1 - d) m * (1 + count m * d) <= 1.
Proof.
  intros d m range. induction m as [|m [positive bound]].
  - change (count 0) with 0. simpl. lra.
  - simpl. rewrite count_next. pose proof (count_not_negative m). split; [nra|].
    assert ((1 - d) * (1 + (count m + 1) * d) <= 1 + count m * d) by nra. nra.
Qed.

(** (1 − d)ᵐ becomes as small as one likes. *)
Lemma power_becomes_small : forall d e, 0 < d <= 1 -> 0 < e ->
  exists m, power (1 - d) m <= e.
Proof.
  intros d e range epos. destruct (some_count_above (1 / (d * e))) as [m [_ above]].
  exists m. destruct (power_with_count d m) as [positive bound]; [lra|].
  assert (1 / (d * e) * (d * e) == 1) as product by (field; lra).
  assert (1 <= count m * (d * e)).
  { assert (0 < d * e) by nra. nra. }
  destruct (Qlt_le_dec e (power (1 - d) m)) as [large|]; [|assumption].
  pose proof (count_not_negative m).
  assert (0 <= count m * d) by nra.
  assert (e * (1 + count m * d) <= power (1 - d) m * (1 + count m * d)) by nra.
  nra.
Qed.
