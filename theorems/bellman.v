(** The bounds enclose every solution of the Bellman equation X = T X.

    Section "What v is" of docs/certified-values.md, for layers with slack; and "Why that is a
    proof" for layers that play leaves: there T has only one fixed point.

    Solutions may be irrational. So the theorems are about rational numbers X that solve the
    equation but for η, as every solution has some within reach of it. *)

From Coq Require Import QArith Qminmax ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game promise certified.
Import ListNotations.
Open Scope Q_scope.

Section Bellman.

Variables (G : game) (T : table G) (k : nat).

(** Numbers of positions. *)
Variable X : position G -> Q.

(** X, or the result where the game is over. *)
Definition solved (p : position G) : Q :=
  match result G p with Some r => inject_Z r | None => X p end.

(** −X(q). *)
Definition exchanged (chosen : play (position G)) : Q :=
  match chosen with to_other q => - solved q | to_same q => solved q end.

(** The largest −X(q) after a roll. *)
Definition is_best (p : position G) (r : roll G) (largest : Q) : Prop :=
  (forall chosen, In chosen (plays G p r) -> exchanged chosen <= largest)
  /\ exists chosen, In chosen (plays G p r) /\ exchanged chosen == largest.

(** In layer k, X differs from T X by at most η. *)
Definition solves (eta : Q) : Prop := forall p, layer T p = k -> result G p = None ->
  exists largest, (forall r, has (rolls G p) r -> is_best p r (largest r))
    /\ X p - eta <= mean largest (rolls G p) <= X p + eta.

(** At the exits, X is within the bounds there. *)
Definition exits_within : Prop := forall p, (layer T p < k)%nat -> result G p = None ->
  inject_Z (lower T p) <= X p <= inject_Z (upper T p).

(** m ≤ X ≤ M. *)
Definition possible : Prop := forall p, result G p = None ->
  inject_Z (- most G) <= X p <= inject_Z (most G).

(** No bound of the layer is beyond X by more than δ. *)
Definition close (delta : Q) : Prop := forall p, layer T p = k -> result G p = None ->
  inject_Z (lower T p) - delta <= X p <= inject_Z (upper T p) + delta.

Lemma close_in_range : possible -> close (range G).
Proof.
  intros within p _ going. specialize (within p going). unfold range.
  pose proof (inject_Z_le _ _ (proj2 (lower_possible G T p))).
  pose proof (inject_Z_le _ _ (proj1 (upper_possible G T p))).
  rewrite inject_Z_opp in *. lra.
Qed.

(** If bounds are beyond X by at most δ after a play, so are those of the play itself. *)
Lemma gain_close : forall p r delta chosen,
  exits_within -> 0 <= delta ->
  layer T p = k -> result G p = None -> has (rolls G p) r -> In chosen (plays G p r) ->
  (layer T (reached chosen) = k -> result G (reached chosen) = None ->
    inject_Z (lower T (reached chosen)) - delta <= X (reached chosen)
      <= inject_Z (upper T (reached chosen)) + delta) ->
  inject_Z (gain G (lower T) (upper T) chosen) <= exchanged chosen + delta
  /\ exchanged chosen - delta <= inject_Z (gain G (upper T) (lower T) chosen).
Proof.
  intros p r delta chosen exits positive here_k going chance allowed near.
  pose proof (layers_in_order G T p r chosen going chance allowed) as order.
  assert (result G (reached chosen) = None ->
    inject_Z (lower T (reached chosen)) - delta <= X (reached chosen)
      <= inject_Z (upper T (reached chosen)) + delta) as all_near.
  { intros on. destruct (Nat.eq_dec (layer T (reached chosen)) k) as [same | elsewhere]; [auto|].
    specialize (exits (reached chosen) ltac:(lia) on). lra. }
  destruct chosen as [q | q]; simpl in *; unfold worth, solved;
    destruct (result G q); rewrite ?inject_Z_opp; try lra; specialize (all_near eq_refl); lra.
Qed.

Lemma best_close : forall p r largest delta,
  result G p = None -> has (rolls G p) r -> is_best p r largest ->
  (forall chosen, In chosen (plays G p r) ->
    inject_Z (gain G (lower T) (upper T) chosen) <= exchanged chosen + delta
    /\ exchanged chosen - delta <= inject_Z (gain G (upper T) (lower T) chosen)) ->
  inject_Z (best (gain G (lower T) (upper T)) (plays G p r)) <= largest + delta
  /\ largest - delta <= inject_Z (best (gain G (upper T) (lower T)) (plays G p r)).
Proof.
  intros p r largest delta going chance [above [reaches [inside equal]]] near. split.
  - destruct (best_is_reached _ (gain G (lower T) (upper T)) _ (some_play G p r going chance))
      as [most [allowed <-]].
    pose proof (near most allowed). pose proof (above most allowed). lra.
  - pose proof (near reaches inside).
    pose proof (inject_Z_le _ _ (best_is_largest _ (gain G (upper T) (lower T)) _ _ inside)). lra.
Qed.

(** ** With slack *)

(** Bounds that are beyond X by at most δ are so by at most δ − s + η. *)
Lemma slack_brings_closer : forall s eta delta,
  has_slack G T k s -> possible -> exits_within -> solves eta -> 0 <= delta ->
  close delta -> forall least, 0 <= least -> delta - inject_Z s + eta <= least -> close least.
Proof.
  intros s eta delta [_ slack] within exits equation positive near least not_negative enough
    p here_k going.
  destruct (equation p here_k going) as [largest [bests [low high]]].
  pose proof (rolls_fair G p going) as isfair.
  assert (forall r, has (rolls G p) r ->
    inject_Z (best (gain G (lower T) (upper T)) (plays G p r)) <= largest r + delta
    /\ largest r - delta <= inject_Z (best (gain G (upper T) (lower T)) (plays G p r))) as rolled.
  { intros r chance. apply best_close; auto. intros chosen allowed.
    apply (gain_close p r); auto. }
  destruct (slack p here_k going) as [low_holds high_holds].
  specialize (within p going).
  split.
  - destruct low_holds as [nothing | holds]; [rewrite nothing; lra|].
    apply at_most_rounded_down in holds; [|assumption]. rewrite inject_Z_plus in holds.
    assert (mean (number (fun r => best (gain G (lower T) (upper T)) (plays G p r))) (rolls G p)
      <= mean largest (rolls G p) + delta); [|lra].
    rewrite <- (mean_constant _ delta _ isfair), <- mean_add.
    apply mean_le; [assumption|]. intros r chance. apply rolled, chance.
  - destruct high_holds as [nothing | holds]; [rewrite nothing; lra|].
    apply at_least_rounded_up in holds; [|assumption].
    unfold Z.sub in holds. rewrite inject_Z_plus, inject_Z_opp in holds.
    assert (mean largest (rolls G p)
      <= mean (number (fun r => best (gain G (upper T) (lower T)) (plays G p r))) (rolls G p)
        + delta); [|lra].
    rewrite <- (mean_constant _ delta _ isfair), <- mean_add.
    apply mean_le; [assumption|]. intros r chance.
    pose proof (proj2 (rolled r chance)). unfold number. lra.
Qed.

(** Every X that solves the equation but for less than s is within the bounds. *)
Theorem slack_encloses_solutions : forall s eta,
  has_slack G T k s -> eta < inject_Z s ->
  possible -> exits_within -> solves eta ->
  forall p, layer T p = k -> result G p = None ->
  inject_Z (lower T p) <= X p <= inject_Z (upper T p).
Proof.
  intros s eta slack small within exits equation p here_k going.
  set (step := inject_Z s - eta).
  assert (0 < step) by (unfold step; lra).
  assert (0 <= range G).
  { pose proof (promised_within G T first {| about_to_roll := first; before := []; here := p |}).
    unfold range. lra. }
  assert (forall n, close (Qmax 0 (range G - count n * step))) as closer.
  { induction n as [|n IH].
    - intros q here_q going_q. pose proof (close_in_range within q here_q going_q).
      change (count 0) with 0. pose proof (Q.le_max_r 0 (range G - 0 * step)). lra.
    - apply (slack_brings_closer s eta _ slack within exits equation (Q.le_max_l _ _) IH).
      + apply Q.le_max_l.
      + rewrite count_next. unfold step in *.
        destruct (Q.max_spec 0 (range G - count n * (inject_Z s - eta))) as [[_ ->] | [_ ->]];
          [pose proof (Q.le_max_r 0 (range G - (count n + 1) * (inject_Z s - eta)))
          | pose proof (Q.le_max_l 0 (range G - (count n + 1) * (inject_Z s - eta)))]; lra. }
  destruct (some_count_above (range G / step)) as [n [_ enough]].
  assert (range G / step * step == range G) by (field; lra).
  assert (range G - count n * step <= 0) by nra.
  specialize (closer n p here_k going). rewrite (Q.max_l 0 _ H2) in closer. lra.
Qed.

(** ** Without slack *)

(** Where play can leave within j turns, the bounds are beyond X by at most (1 − εʲ) of what they
    are anywhere. *)
Lemma leaving_brings_closer : forall rounds least eta delta,
  is_left G T k rounds least -> possible -> exits_within -> solves eta -> 0 <= eta -> 0 <= delta ->
  close delta ->
  forall j p, struck_out G T k j p -> layer T p = k -> result G p = None ->
    let rest := (1 - power least j) * delta + count j * eta in
    inject_Z (lower T p) - rest <= X p <= inject_Z (upper T p) + rest.
Proof.
  intros rounds least eta delta [inductive [[unit chances] _]] within exits equation eta_positive
    positive near.
  assert (forall j, 0 <= power least j <= 1) as units by (induction j; simpl; nra).
  induction j as [|j IH]; intros p struck here_k going rest.
  - destruct struck as [elsewhere | finished]; contradiction.
  - pose proof (units j) as unit_j.
    destruct struck as [earlier | [r [[w inside] leads]]].
    + specialize (IH p earlier here_k going). simpl in IH.
      assert (0 <= power least j * delta) by nra.
      assert (power least j * delta * least <= power least j * delta) by nra.
      assert (rest == delta - power least j * delta * least + count j * eta + eta) as is_rest
        by (unfold rest; simpl power; rewrite count_next; ring).
      rewrite is_rest. lra.
    + destruct (equation p here_k going) as [largest [bests [low high]]].
      pose proof (rolls_fair G p going) as isfair.
      pose proof (chances p w r here_k going inside) as chance.
      assert (has (rolls G p) r) as there by (exists w; assumption).
      pose proof (count_not_negative j) as count_j.
      set (tail := count j * eta) in *.
      assert (0 <= tail) by (unfold tail; nra).
      assert (forall r', has (rolls G p) r' ->
        inject_Z (best (gain G (lower T) (upper T)) (plays G p r')) <= largest r' + (delta + tail)
        /\ largest r' - (delta + tail)
          <= inject_Z (best (gain G (upper T) (lower T)) (plays G p r'))) as rolled.
      { intros r' chance'. apply best_close; auto. intros chosen allowed.
        apply (gain_close p r'); auto; [lra|]. intros same on.
        specialize (near _ same on). lra. }
      assert (inject_Z (best (gain G (lower T) (upper T)) (plays G p r))
          <= largest r + ((1 - power least j) * delta + tail)
        /\ largest r - ((1 - power least j) * delta + tail)
          <= inject_Z (best (gain G (upper T) (lower T)) (plays G p r))) as leaving.
      { apply best_close; auto. intros chosen allowed.
        apply (gain_close p r); try assumption; [nra|]. intros same on.
        apply (IH _ (leads chosen allowed) same on). }
      destruct (inductive p here_k going) as [low_holds high_holds].
      specialize (within p going).
      assert (0 <= rest).
      { unfold rest. pose proof (units (S j)). pose proof (count_not_negative (S j)). nra. }
      assert (least * (power least j * delta) == power least (S j) * delta) as product
        by (simpl; ring).
      assert (rest == delta + tail - least * (power least j * delta) + eta) as is_rest
        by (unfold rest; rewrite product, count_next; unfold tail; ring).
      assert (0 <= power least j * delta) by nra.
      split.
      * destruct low_holds as [nothing | holds]; [rewrite nothing; lra|].
        rewrite Z.add_0_r in holds. apply at_most_rounded_down in holds; [|assumption].
        assert (mean (fun r => number
            (fun r => best (gain G (lower T) (upper T)) (plays G p r)) r + - 1 * largest r)
          (rolls G p) <= delta + tail - least * (power least j * delta)) as closer.
        { apply (mean_with_one _ _ _ w r _ _ _ isfair inside chance); auto; unfold number.
          - intros r' chance'. pose proof (proj1 (rolled r' chance')). lra.
          - lra. }
        rewrite mean_add, mean_scale in closer. lra.
      * destruct high_holds as [nothing | holds]; [rewrite nothing; lra|].
        rewrite Z.sub_0_r in holds. apply at_least_rounded_up in holds; [|assumption].
        assert (mean (fun r => largest r + - 1 * number
            (fun r => best (gain G (upper T) (lower T)) (plays G p r)) r)
          (rolls G p) <= delta + tail - least * (power least j * delta)) as closer.
        { apply (mean_with_one _ _ _ w r _ _ _ isfair inside chance); auto; unfold number.
          - intros r' chance'. pose proof (proj2 (rolled r' chance')). lra.
          - lra. }
        rewrite mean_add, mean_scale in closer. lra.
Qed.

(** Every X that solves the equation within η is beyond the bounds by no more than
    (1 − εⁿ)ᵐ · (M − m) + m · n · η. *)
Theorem leaving_encloses_solutions : forall rounds least eta,
  is_left G T k rounds least -> possible -> exits_within -> solves eta -> 0 <= eta ->
  forall m, close (power (1 - power least rounds) m * range G + count m * (count rounds * eta)).
Proof.
  intros rounds least eta left within exits equation eta_positive m p here_k going.
  assert (0 <= range G).
  { pose proof (promised_within G T first {| about_to_roll := first; before := []; here := p |}).
    unfold range. lra. }
  assert (0 <= power least rounds <= 1) as unit.
  { destruct left as [_ [[unit _] _]]. clear - unit. induction rounds; simpl; nra. }
  pose proof (count_not_negative rounds).
  revert p here_k going. induction m as [|m IH]; intros p here_k going.
  - pose proof (close_in_range within p here_k going). change (count 0) with 0. simpl. lra.
  - assert (0 <= power (1 - power least rounds) m) as positive
      by (clear - unit; induction m; simpl; [lra | nra]).
    pose proof (count_not_negative m).
    assert (0 <= count rounds * eta) by nra.
    set (delta := power (1 - power least rounds) m * range G + count m * (count rounds * eta)) in *.
    assert (0 <= delta) by (unfold delta; nra).
    pose proof (leaving_brings_closer rounds least eta delta left within exits equation eta_positive
      ltac:(assumption) IH rounds p (proj2 (proj2 left) p here_k) here_k going) as near.
    simpl in near. rewrite count_next. simpl power.
    assert ((1 - power least rounds) * delta
      <= (1 - power least rounds) * power (1 - power least rounds) m * range G
        + count m * (count rounds * eta)).
    { unfold delta. assert (0 <= count m * (count rounds * eta)) by nra. nra. }
    lra.
Qed.

(** So every solution of the equation is within the bounds. *)
Theorem leaving_encloses_exact_solutions : forall rounds least,
  is_left G T k rounds least -> possible -> exits_within -> solves 0 ->
  forall p, layer T p = k -> result G p = None ->
  inject_Z (lower T p) <= X p <= inject_Z (upper T p).
Proof.
  intros rounds least left within exits equation p here_k going.
  assert (0 <= range G).
  { pose proof (promised_within G T first {| about_to_roll := first; before := []; here := p |}).
    unfold range. lra. }
  assert (0 < power least rounds <= 1) as unit.
  { destruct left as [_ [[unit _] _]]. clear - unit. induction rounds; simpl; [lra | nra]. }
  assert (forall d, 0 < d ->
    inject_Z (lower T p) - d <= X p <= inject_Z (upper T p) + d) as near.
  { intros d positive.
    assert (0 < d / (1 + range G)) as tiny by (apply Qlt_shift_div_l; lra).
    destruct (power_becomes_small _ _ unit tiny) as [m small].
    pose proof (leaving_encloses_solutions rounds least 0 left within exits equation
      ltac:(lra) m p here_k going) as enclosed.
    assert (d / (1 + range G) * (1 + range G) == d) by (field; lra).
    assert (power (1 - power least rounds) m * range G <= d / (1 + range G) * range G) by nra.
    assert (count m * (count rounds * 0) == 0) by ring.
    lra. }
  split.
  - destruct (Qlt_le_dec (X p) (inject_Z (lower T p))) as [beyond|]; [|assumption].
    specialize (near ((inject_Z (lower T p) - X p) * (1 # 2)) ltac:(lra)). lra.
  - destruct (Qlt_le_dec (inject_Z (upper T p)) (X p)) as [beyond|]; [|assumption].
    specialize (near ((X p - inject_Z (upper T p)) * (1 # 2)) ltac:(lra)). lra.
Qed.

End Bellman.
