(** The theorem: the side that plays by the bounds gets in expectation at least what they promise.

    Sections "Why that is a proof", "Leaving from slack" and "What v is" of
    docs/certified-values.md. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game promise.
Import ListNotations.
Open Scope Q_scope.

Section Layer.

Variables (G : game) (T : table G).

(** M − m. *)
Definition range : Q := inject_Z (most G) - inject_Z (- most G).

(** For every ε > 0 there is a number of turns from which on the side that plays by the bounds is
    sure of what they promise but for ε, whatever the other side does: from all positions where
    [inside] says so. *)
Definition secured (inside : position G -> Prop) : Prop :=
  forall eps, 0 < eps -> exists enough : nat, forall n, (enough <= n)%nat ->
  forall (both : side -> strategy G) (a : side),
    all_legal G both -> plays_by_bounds G T (both a) ->
  forall x, inside (here x) ->
    promised T a x - eps <= guaranteed G both a n x.

Definition up_to (k : nat) (p : position G) : Prop := (layer T p <= k)%nat.
Definition before_layer (k : nat) (p : position G) : Prop := (layer T p < k)%nat.

Lemma score_at_least : forall a x, inject_Z (- most G) <= score G a x.
Proof.
  intros a x. unfold score. destruct (result G (here x)) as [r|] eqn:finished; [|lra].
  pose proof (results_possible G _ _ finished).
  apply inject_Z_le. destruct (is a (about_to_roll x)); lia.
Qed.

(** If the game is over, the promise is the result. *)
Lemma promise_when_over : forall both a n x, over G x = true ->
  guaranteed G both a n x == promised T a x.
Proof.
  intros both a n x finished. unfold guaranteed.
  assert (score G a x == promised T a x) as equal.
  { unfold over in finished. unfold score, promised, promise, worth.
    destruct (result G (here x)); [|discriminate].
    destruct (is a (about_to_roll x)); reflexivity. }
  destruct n; simpl; [exact equal | rewrite finished; exact equal].
Qed.

Lemma guaranteed_at_least : forall both a n x, all_legal G both ->
  inject_Z (- most G) <= guaranteed G both a n x.
Proof.
  intros. apply (stopped_at_least (turn_is_expectation G both H)). apply score_at_least.
Qed.

Lemma stays_up_to : forall k x y,
  up_to k (here x) -> over G x = false -> follows G x y -> up_to k (here y).
Proof.
  intros k x y inside going next. unfold follows in next. rewrite going in next.
  destruct next as [r [chosen [chance [allowed ->]]]].
  pose proof (layers_in_order G T _ r chosen (going_has_no_result _ _ going) chance allowed).
  unfold up_to in *. simpl. lia.
Qed.

Section Stop.

Variable k : nat.

(** τ is the first time at which play has left the layer, or the game is over, or the bound that
    the promise comes from says nothing. *)
Definition stops (a : side) (x : state G) : bool :=
  leaves T k x || (promise G T a x =? - most G)%Z.

(** Once play is stopped, the side gets what was promised: the result, if the game is over; m, if
    the bound says nothing; and in earlier layers by induction. *)
Lemma promise_at_stop : forall both a x n d,
  all_legal G both -> 0 <= d -> up_to k (here x) -> stops a x = true ->
  (before_layer k (here x) -> promised T a x - d <= guaranteed G both a n x) ->
  promised T a x - d <= guaranteed G both a n x.
Proof.
  intros both a x n d legals positive inside stop earlier.
  apply Bool.orb_true_iff in stop as [stop | nothing].
  - apply Bool.orb_true_iff in stop as [finished | elsewhere].
    + pose proof (promise_when_over both a n x finished). lra.
    + apply Bool.negb_true_iff, Nat.eqb_neq in elsewhere. apply earlier.
      unfold up_to, before_layer in *. lia.
  - apply Z.eqb_eq in nothing.
    assert (promised T a x == inject_Z (- most G))
      by (unfold promised; rewrite nothing; reflexivity).
    pose proof (guaranteed_at_least both a n x legals). lra.
Qed.

End Stop.

Section Slack.

Variables (k : nat) (s : Z).
Hypothesis slack : has_slack G T k s.

Local Notation stops := (stops k).

Lemma promise_rises_until_it_stops : forall both a x,
  all_legal G both -> plays_by_bounds G T (both a) -> stops a x = false ->
  promised T a x + inject_Z s <= turn G both (promised T a) x.
Proof.
  intros both a x legals by_the_bounds going.
  apply Bool.orb_false_iff in going as [stays says]. apply Z.eqb_neq in says.
  apply Bool.orb_false_iff in stays as [going same].
  apply Bool.negb_false_iff, Nat.eqb_eq in same.
  apply promise_rises; try assumption.
  apply (proj2 slack); [assumption|]. apply going_has_no_result, going.
Qed.

(** E[X at min(n, τ)] ≥ X₀ + s · E[min(n, τ)]. *)
Theorem slack_submartingale : forall both a n x,
  all_legal G both -> plays_by_bounds G T (both a) ->
  promised T a x + inject_Z s * turns (E := turn G both) (stops a) n x
    <= stopped (E := turn G both) (stops a) (promised T a) n x.
Proof.
  intros. apply (stopped_promise_rises (turn_is_expectation G both H)).
  intros y. apply promise_rises_until_it_stops; assumption.
Qed.

Lemma slack_is_positive : 0 < inject_Z s.
Proof. apply (inject_Z_lt 0). pose proof (proj1 slack). lia. Qed.

(** E[min(n, τ)] ≤ (M − m)/s. *)
Theorem slack_bounds_turns : forall both a n x,
  all_legal G both -> plays_by_bounds G T (both a) ->
  turns (E := turn G both) (stops a) n x <= range / inject_Z s.
Proof.
  intros. apply (turns_are_bounded (turn_is_expectation G both H) _ (promised T a));
    [apply promised_within | apply slack_is_positive |].
  intros y. apply promise_rises_until_it_stops; assumption.
Qed.

(** P(τ > n) ≤ (M − m)/(s · n). *)
Theorem slack_leaves : forall both a n x,
  all_legal G both -> plays_by_bounds G T (both a) -> (0 < n)%nat ->
  still (E := turn G both) (stops a) n x <= range / (inject_Z s * count n).
Proof.
  intros. apply (still_is_rare (turn_is_expectation G both H) _ (promised T a)); try assumption;
    [apply promised_within | apply slack_is_positive |].
  intros y. apply promise_rises_until_it_stops; assumption.
Qed.

(** One more layer with slack. *)
Theorem slack_layer : secured (before_layer k) -> secured (up_to k).
Proof.
  intros earlier eps positive.
  pose proof slack_is_positive as s_positive.
  assert (0 <= range * range / inject_Z s) as square
    by (pose proof (square_not_negative range); apply Qle_shift_div_l; [assumption | lra]).
  destruct (earlier (eps * (1 # 2))) as [left exits]; [lra|].
  destruct (share_becomes_small _ (eps * (1 # 2)) square) as [rounds [some small]]; [lra|].
  exists (left + rounds)%nat. intros n enough both a legals by_the_bounds x inside.
  pose proof (turn_is_expectation G both legals) as E.
  assert (promised T a x <= stopped (E := turn G both) (stops a) (promised T a) rounds x) as rises.
  { pose proof (slack_submartingale both a rounds x legals by_the_bounds).
    pose proof (turns_not_negative E (stops a) rounds x). nra. }
  assert (stopped (E := turn G both) (stops a) (promised T a) rounds x - eps * (1 # 2)
      - range * still (E := turn G both) (stops a) rounds x <= guaranteed G both a n x) as result.
  { apply (result_after_stopping E (stops a) (over G) (promised T a) (score G a)
      (inject_Z (- most G)) (inject_Z (most G)) (eps * (1 # 2)) left (fun y => up_to k (here y)));
      try assumption; try lra.
    - intros y z from going. apply Bool.orb_false_iff in going as [stays _].
      apply Bool.orb_false_iff in stays as [going _]. apply stays_up_to; assumption.
    - intros y finished. unfold stops, leaves. rewrite finished. reflexivity.
    - intro y. apply promised_within.
    - apply score_at_least.
    - intros y m from stop turns_left. apply (promise_at_stop k both a y m); try assumption; [lra|].
      intros same. apply exits; try assumption. }
  pose proof (slack_leaves both a rounds x legals by_the_bounds some) as rare.
  pose proof (still_is_probability E (stops a) rounds x).
  pose proof (promised_within G T a x). fold range in result.
  assert (0 < count rounds) by (apply (inject_Z_lt 0); lia).
  assert (0 <= range) by (unfold range; lra).
  assert (range * (range / (inject_Z s * count rounds))
          == range * range / inject_Z s / count rounds) as equal by (field; split; lra).
  nra.
Qed.

End Slack.

Section Leaving.

Variables (k rounds : nat) (least : Q).
Hypothesis left : is_left G T k rounds least.

(** The probability of still being in the layer after m · n turns is at most (1 − εⁿ)ᵐ, under
    every pair of strategies. *)
Theorem play_leaves : forall both m x, all_legal G both ->
  still (E := turn G both) (leaves T k) (m * rounds) x <= power (1 - power least rounds) m.
Proof.
  intros both m x legals. destruct left as [_ [chances struck]].
  pose proof (turn_is_expectation G both legals) as E.
  apply (still_after_repeats E).
  - destruct chances as [unit _].
    assert (0 <= power least rounds <= 1) by (clear - unit; induction rounds; simpl; nra). lra.
  - intro y. destruct (Nat.eq_dec (layer T (here y)) k) as [same | elsewhere].
    + apply (struck_out_leaves G T k both least rounds legals chances), struck, same.
    + assert (struck_out G T k rounds (here y)) as away.
      { clear - elsewhere. induction rounds; simpl; [left; assumption | left; assumption]. }
      apply (struck_out_leaves G T k both least rounds legals chances), away.
Qed.

(** The bound can only rise in expectation. *)
Theorem leaving_submartingale : forall both a n x,
  all_legal G both -> plays_by_bounds G T (both a) ->
  promised T a x <= stopped (E := turn G both) (leaves T k) (promised T a) n x.
Proof.
  intros both a n x legals by_the_bounds.
  pose proof (stopped_promise_rises (turn_is_expectation G both legals) (leaves T k)
    (promised T a) 0) as rises.
  enough (promised T a x + 0 * turns (E := turn G both) (leaves T k) n x
    <= stopped (E := turn G both) (leaves T k) (promised T a) n x) by lra.
  apply rises. intros y stays.
  apply Bool.orb_false_iff in stays as [going same].
  apply Bool.negb_false_iff, Nat.eqb_eq in same.
  pose proof (promise_does_not_fall G T both a y legals by_the_bounds going
    (proj1 left (here y) same (going_has_no_result _ _ going))). lra.
Qed.

(** One more layer without slack. *)
Theorem left_layer : secured (before_layer k) -> secured (up_to k).
Proof.
  intros earlier eps positive.
  destruct (earlier (eps * (1 # 2))) as [turns_left exits]; [lra|].
  assert (0 < eps * (1 # 2) / (1 + range * range)) as some
    by (pose proof (square_not_negative range); apply Qlt_shift_div_l; lra).
  assert (0 < power least rounds <= 1) as unit.
  { destruct left as [_ [[unit _] _]]. clear - unit. induction rounds; simpl; [lra | nra]. }
  destruct (power_becomes_small (power least rounds) _ unit some) as [m small].
  exists (turns_left + m * rounds)%nat.
  intros n enough both a legals by_the_bounds x inside.
  pose proof (turn_is_expectation G both legals) as E.
  pose proof (leaving_submartingale both a (m * rounds) x legals by_the_bounds) as rises.
  assert (stopped (E := turn G both) (leaves T k) (promised T a) (m * rounds) x - eps * (1 # 2)
      - range * still (E := turn G both) (leaves T k) (m * rounds) x
      <= guaranteed G both a n x) as result.
  { apply (result_after_stopping E (leaves T k) (over G) (promised T a) (score G a)
      (inject_Z (- most G)) (inject_Z (most G)) (eps * (1 # 2)) turns_left
      (fun y => up_to k (here y)));
      try assumption; try lra.
    - intros y z from stays. apply Bool.orb_false_iff in stays as [going _].
      apply stays_up_to; assumption.
    - intros y finished. unfold leaves. rewrite finished. reflexivity.
    - intro y. apply promised_within.
    - apply score_at_least.
    - intros y n' from stop enough_left. apply (promise_at_stop k both a y n'); try assumption;
        [lra | unfold stops; rewrite stop; reflexivity |].
      intros same. apply exits; try assumption. }
  pose proof (play_leaves both m x legals) as rare.
  pose proof (still_is_probability E (leaves T k) (m * rounds) x).
  pose proof (promised_within G T a x).
  assert (0 <= range) by (unfold range; lra).
  pose proof (square_not_negative range).
  assert (eps * (1 # 2) / (1 + range * range) * (1 + range * range) == eps * (1 # 2))
    by (field; lra).
  set (tiny := eps * (1 # 2) / (1 + range * range)) in *.
  set (chance := still (E := turn G both) (leaves T k) (m * rounds) x) in *.
  assert (chance <= tiny) by lra.
  assert (range * chance <= range * tiny) by nra.
  assert (range <= 1 + range * range) by nra.
  assert (range * tiny <= (1 + range * range) * tiny) by nra.
  lra.
Qed.

End Leaving.

(** ** By induction over layers *)

Theorem layers_secured : forall k,
  (forall j, (j <= k)%nat -> certified_layer G T j) -> secured (up_to k).
Proof.
  induction k as [|k IH]; intros certified.
  - assert (secured (before_layer 0)) as nothing.
    { intros eps positive. exists O. intros n _ both a _ _ x inside.
      unfold before_layer in inside. lia. }
    destruct (certified 0%nat (Nat.le_refl _)) as [[s slack] | [rounds [eps left]]].
    + apply (slack_layer 0 s slack nothing).
    + apply (left_layer 0 rounds eps left nothing).
  - assert (secured (before_layer (S k))) as earlier.
    { intros eps positive. destruct (IH ltac:(intros; apply certified; lia) eps positive)
        as [enough holds].
      exists enough. intros n large both a legals by_the_bounds x inside.
      apply holds; try assumption. unfold before_layer, up_to in *. lia. }
    destruct (certified (S k) (Nat.le_refl _)) as [[s slack] | [rounds [eps left]]].
    + apply (slack_layer (S k) s slack earlier).
    + apply (left_layer (S k) rounds eps left earlier).
Qed.

End Layer.

Arguments range : clear implicits.
