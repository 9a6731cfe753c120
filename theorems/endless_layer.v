(** A layer in which no promise rests on endless play.

    Section "Endless play" of docs/certified-values.md. The promise of a side rises in expectation.
    Where it is more than e, some roll leads towards a place where it is not, or out of the layer;
    and from a place where it is not, play comes back only by a change of the promise, of which
    there are few: each adds to the expectation of its square. *)

From Coq Require Import QArith ZArith Arith List Bool Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value checked.
From Shuban Require Import deficit endless broken_off.
Import ListNotations.
Open Scope Q_scope.

(** The first of N + 1 steps at which something holds that goes on to hold. *)
Fixpoint first_of (holds : nat -> bool) (n : nat) : nat :=
  match n with O => O | S m => if holds m then first_of holds m else S m end.

Lemma first_of_holds : forall holds n,
  (forall i, holds i = true -> holds (S i) = true) -> holds n = true ->
  holds (first_of holds n) = true
  /\ (forall i, holds i = true -> (first_of holds n <= i)%nat).
Proof.
  intros holds n stays. induction n as [|n IH]; intros now; simpl.
  - split; [assumption | intros; lia].
  - destruct (holds n) eqn:sooner; [apply IH; reflexivity|].
    split; [assumption|]. intros i holds_i.
    destruct (Nat.le_gt_cases i n) as [early|]; [|lia].
    assert (holds n = true); [|congruence].
    clear - stays holds_i early. induction early; [assumption | auto].
Qed.

Section Layer.

Variables (G : game) (T : table G) (endless : position G -> Z) (rounds last : nat -> nat).
Hypothesis worth_of_endless : endless_is_a_worth G endless.

Local Notation endless_to := (endless_to G endless).
Local Notation score_or_endless := (score_or_endless G endless).
Local Notation expected := (expected G endless).
Local Notation plays_by_table := (plays_by_table G T endless rounds last).
Local Notation lacks := (lacks G T endless).
Local Notation lacks_little := (lacks_little G T endless rounds last).

Variables (k : nat) (eps : Q).
Hypothesis founded_layer : is_founded G T endless k (rounds k) (last k) eps.

(** Both kinds of striking out as one: out after n rounds. *)
Definition escapes (mine : bool) (p : position G) (n : nat) : bool :=
  if (n <=? rounds k)%nat
  then is_modest T endless mine p || is_struck_out G T k n p
  else founded T endless k (rounds k) (n - rounds k) mine p.

Lemma escapes_stays : forall mine p n, escapes mine p n = true -> escapes mine p (S n) = true.
Proof.
  intros mine p n now. unfold escapes in *.
  destruct (n <=? rounds k)%nat eqn:early; destruct (S n <=? rounds k)%nat eqn:next.
  - simpl. apply orb_true_iff in now as [-> | ->]; [reflexivity | apply orb_true_r].
  - apply Nat.leb_le in early. apply Nat.leb_gt in next.
    replace (S n - rounds k)%nat with 1%nat by lia.
    assert (n = rounds k) as same by lia. rewrite same in now.
    apply (founded_stays G T endless k (rounds k) 0 1); [lia | exact now].
  - apply Nat.leb_gt in early. apply Nat.leb_le in next. lia.
  - apply Nat.leb_gt in early. replace (S n - rounds k)%nat with (S (n - rounds k)) by lia.
    apply (founded_stays G T endless k (rounds k) (n - rounds k)); [lia | exact now].
Qed.

Lemma modest_escapes : forall mine p, is_modest T endless mine p = true -> escapes mine p 0 = true.
Proof. intros mine p modest. unfold escapes. simpl. rewrite modest. reflexivity. Qed.

Definition steps : nat := rounds k + last k.

(** All positions are out in the end, those of other layers from the beginning. *)
Lemma all_escape : forall mine p, escapes mine p steps = true.
Proof.
  intros mine p. destruct (Nat.eq_dec (layer T p) k) as [same | elsewhere].
  - destruct founded_layer as [_ [_ none_left]]. specialize (none_left mine p same).
    unfold escapes, steps. destruct (_ <=? _)%nat eqn:early.
    + apply Nat.leb_le in early. assert (last k = 0%nat) as none by lia.
      rewrite none in *. rewrite Nat.add_0_r. exact none_left.
    + replace (rounds k + last k - rounds k)%nat with (last k) by lia. exact none_left.
  - assert (escapes mine p 0 = true) as now.
    { unfold escapes. simpl. apply Nat.eqb_neq in elsewhere. rewrite elsewhere.
      apply orb_true_r. }
    clear - now. induction steps; [assumption | apply escapes_stays; assumption].
Qed.

(** The number of the round in which a position is struck out, and η to the power of it. *)
Definition round_of (a : side) (x : state G) : nat :=
  first_of (escapes (is a (about_to_roll x)) (here x)) steps.

Definition eta : Q := eps * (1 # 2).
Definition nearness (a : side) (x : state G) : Q := power eta (round_of a x).

Lemma eta_unit : 0 < eta /\ eta < 1.
Proof. destruct founded_layer as [_ [[unit _] _]]. unfold eta. lra. Qed.

Lemma power_unit : forall n, 0 < power eta n <= 1.
Proof. pose proof eta_unit. induction n; simpl; [lra | nra]. Qed.

Lemma power_falls : forall n m, (n <= m)%nat -> power eta m <= power eta n.
Proof.
  intros n m order. induction order as [|m order IH]; [lra|].
  pose proof (power_unit m). pose proof eta_unit. simpl. nra.
Qed.

Lemma nearness_unit : forall a x, 0 < nearness a x <= 1.
Proof. intros. apply power_unit. Qed.

Lemma nearness_at_least : forall a x n,
  escapes (is a (about_to_roll x)) (here x) n = true -> power eta n <= nearness a x.
Proof.
  intros a x n out. apply power_falls.
  apply (first_of_holds _ steps (escapes_stays _ _) (all_escape _ _)), out.
Qed.

(** From where more than e is promised, a roll leads to a position struck out in an earlier
    round, whatever the other side does. *)
Lemma some_roll_leads_out : forall both a x,
  all_legal G both -> plays_by_table (both a) ->
  leaves T k x = false -> is_modest T endless (is a (about_to_roll x)) (here x) = false ->
  exists n w r, round_of a x = S n /\ In (w, r) (rolls G (here x))
    /\ forall chosen, has (both (about_to_roll x) (before x) (here x) r) chosen ->
      escapes (is a (about_to_roll (after G x r chosen))) (reached chosen) n = true.
Proof.
  intros both a x legals [_ leading] stays promising.
  destruct (first_of_holds _ steps (escapes_stays (is a (about_to_roll x)) (here x))
    (all_escape _ _)) as [now least].
  fold (round_of a x) in now, least.
  assert (out_of_layer := stays). unfold leaves in stays.
  apply orb_false_iff in stays as [going same]. apply negb_false_iff, Nat.eqb_eq in same.
  pose proof (going_has_no_result _ _ going) as no_result.
  destruct (round_of a x) as [|n] eqn:round.
  - exfalso. unfold escapes in now. simpl in now. rewrite promising in now. simpl in now.
    unfold leaves in out_of_layer. rewrite orb_comm in now. unfold over in *. simpl in now.
    rewrite now in out_of_layer. discriminate.
  - exists n.
    assert (escapes (is a (about_to_roll x)) (here x) n = false) as not_yet.
    { destruct (escapes _ _ n) eqn:sooner; [|reflexivity]. apply least in sooner. lia. }
    unfold escapes in now, not_yet.
    destruct (S n <=? rounds k)%nat eqn:early.
    + apply Nat.leb_le in early.
      assert (n <=? rounds k = true)%nat as before_n by (apply Nat.leb_le; lia).
      rewrite before_n in not_yet. apply orb_false_iff in not_yet as [_ not_yet].
      rewrite promising in now. simpl in now. rewrite not_yet in now. simpl in now.
      apply existsb_exists in now as [[w r] [inside all]]. rewrite forallb_forall in all.
      exists w, r. repeat split; [assumption|]. intros chosen choice.
      unfold escapes. rewrite before_n.
      rewrite (all chosen); [apply orb_true_r|].
      apply (legals (about_to_roll x) (before x) (here x) r no_result); [|exact choice].
      exists w. assumption.
    + apply Nat.leb_gt in early.
      assert (founded T endless k (rounds k) (n - rounds k) (is a (about_to_roll x)) (here x)
        = false) as not_founded.
      { destruct (n <=? rounds k)%nat eqn:at_end; [|exact not_yet].
        apply Nat.leb_le in at_end. replace (n - rounds k)%nat with 0%nat by lia.
        replace n with (rounds k) in not_yet by lia. exact not_yet. }
      replace (S n - rounds k)%nat with (S (n - rounds k)) in now by lia.
      assert (exists w r, In (w, r) (rolls G (here x)) /\ forall chosen,
        has (both (about_to_roll x) (before x) (here x) r) chosen ->
        founded T endless k (rounds k) (n - rounds k)
          (still_mine G (is a (about_to_roll x)) chosen) (reached chosen) = true)
        as [w [r [inside leads]]].
      { destruct (is a (about_to_roll x)) eqn:mine.
        - assert (about_to_roll x = a) as -> by
            (destruct a, (about_to_roll x); simpl in mine; congruence).
          destruct (leading k eps founded_layer (here x) (n - rounds k)%nat same no_result
            not_founded now) as [w [r [inside leads]]].
          exists w, r. split; [assumption|]. intros chosen choice. apply (leads _ _ choice).
        - simpl in now. rewrite not_founded in now. simpl in now.
          apply existsb_exists in now as [[w r] [inside all]]. simpl in all.
          rewrite forallb_forall in all.
          exists w, r. split; [assumption|]. intros chosen choice. apply all.
          apply (legals (about_to_roll x) (before x) (here x) r no_result); [|exact choice].
          exists w. assumption. }
      exists w, r. repeat split; [assumption|]. intros chosen choice.
      rewrite mine_after. specialize (leads chosen choice).
      unfold escapes. destruct (n <=? rounds k)%nat eqn:at_end; [|exact leads].
      apply Nat.leb_le in at_end. replace (n - rounds k)%nat with 0%nat in leads by lia.
      replace n with (rounds k) by lia. exact leads.
Qed.

(** So nearness rises there, by at least a fixed number. *)
Lemma nearness_rises : forall both a x,
  all_legal G both -> plays_by_table (both a) ->
  leaves T k x = false -> is_modest T endless (is a (about_to_roll x)) (here x) = false ->
  nearness a x + power eta steps <= turn G both (nearness a) x.
Proof.
  intros both a x legals by_the_table stays promising.
  destruct (some_roll_leads_out both a x legals by_the_table stays promising)
    as [n [w [r [round [inside leads]]]]].
  unfold leaves in stays.
  apply orb_false_iff in stays as [going same]. apply negb_false_iff, Nat.eqb_eq in same.
  pose proof (going_has_no_result _ _ going) as no_result.
  assert (eps * power eta n <= turn G both (nearness a) x) as leading.
  { unfold turn. rewrite going.
    apply (mean_with_one_above _ _ _ w r).
    - apply rolls_fair, no_result.
    - assumption.
    - destruct founded_layer as [_ [[_ chances] _]]. apply (chances (here x) w r); assumption.
    - intros r' chance.
      apply mean_at_least;
        [apply (legals (about_to_roll x) (before x) (here x) r' no_result chance)|].
      intros chosen _. pose proof (nearness_unit a (after G x r' chosen)). lra.
    - apply mean_at_least.
      + apply (legals (about_to_roll x) (before x) (here x) r no_result). exists w. exact inside.
      + intros chosen choice. apply nearness_at_least, leads, choice.
    - pose proof (power_unit n). lra. }
  unfold nearness at 1. rewrite round.
  assert (S n <= steps)%nat as bound.
  { rewrite <- round. apply (first_of_holds _ steps (escapes_stays _ _) (all_escape _ _)).
    apply all_escape. }
  pose proof (power_falls (S n) steps bound) as small. simpl in small. simpl.
  assert (eps * power eta n == eta * power eta n + eta * power eta n) by (unfold eta; ring).
  lra.
Qed.

(** The promise above the least, its square, and nearness. *)
Definition height (a : side) (x : state G) : Q := promised T a x - inject_Z (- most G).
Definition potential (a : side) (x : state G) : Q :=
  height a x * height a x + nearness a x.

Lemma potential_within : forall a x, 0 <= potential a x <= range G * range G + 1.
Proof.
  intros a x. pose proof (promised_within G T a x). pose proof (nearness_unit a x).
  unfold potential.
  assert (0 <= height a x <= range G) by (unfold height, range; lra). split; nra.
Qed.

(** 1, where more than e is promised. *)
Definition promising (a : side) (x : state G) : Q :=
  if is_modest T endless (is a (about_to_roll x)) (here x) then 0 else 1.

Lemma promise_does_not_fall_here : forall both a x,
  all_legal G both -> plays_by_table (both a) -> leaves T k x = false ->
  promised T a x <= turn G both (promised T a) x.
Proof.
  intros both a x legals [by_the_bounds _] stays.
  apply orb_false_iff in stays as [going same]. apply negb_false_iff, Nat.eqb_eq in same.
  apply promise_does_not_fall; try assumption.
  destruct founded_layer as [inductive _]. apply inductive; [assumption|].
  apply going_has_no_result, going.
Qed.

Lemma potential_rises : forall both a x,
  all_legal G both -> plays_by_table (both a) -> leaves T k x = false ->
  potential a x + power eta steps * promising a x <= turn G both (potential a) x.
Proof.
  intros both a x legals by_the_table stays.
  pose proof (turn_is_expectation G both legals) as E.
  pose proof (promise_does_not_fall_here both a x legals by_the_table stays) as rises.
  assert (0 <= height a x) as above
    by (unfold height; pose proof (promised_within G T a x); lra).
  set (z := height a x) in *.
  unfold promising. destruct (is_modest T endless (is a (about_to_roll x)) (here x)) eqn:modest.
  - (* As soon as the promise changes, its square rises; until then it is no more than e. *)
    assert (turn G both (fun y => (1 - z * z - 2 * z * inject_Z (- most G))
        + 2 * z * promised T a y + 0 * 0) x <= turn G both (potential a) x) as later.
    { apply (monotone _ _ E). intros y next. unfold follows in next.
      apply orb_false_iff in stays as [going _]. rewrite going in next.
      destruct next as [r [chosen [chance [allowed ->]]]].
      set (y := after G x r chosen). unfold potential.
      assert ((1 - z * z - 2 * z * inject_Z (- most G)) + 2 * z * promised T a y + 0 * 0
        == 1 - z * z + 2 * z * height a y) as -> by (unfold height; ring).
      pose proof (nearness_unit a y) as unit.
      destruct (Z.eq_dec (promise G T a y) (promise G T a x)) as [same | other].
      - assert (height a y == z) as ->
          by (unfold z, height, promised; rewrite same; reflexivity).
        assert (power eta 0 <= nearness a y) as near; [|simpl in near; lra].
        apply nearness_at_least, modest_escapes.
        unfold is_modest in *. rewrite <- promise_is_seen in *. rewrite same.
        pose proof (endless_to_stays worth_of_endless a x r chosen (going_has_no_result _ _ going)
          chance allowed) as constant_worth.
        unfold endless_to in constant_worth. fold y in constant_worth.
        rewrite constant_worth. exact modest.
      - assert (1 <= (height a y - z) * (height a y - z)) as moved.
        { assert (height a y - z == inject_Z (promise G T a y - promise G T a x)) as ->.
          { unfold z, height, promised, Z.sub.
            rewrite inject_Z_plus, (inject_Z_opp (promise G T a x)). ring. }
          rewrite <- inject_Z_mult. apply (inject_Z_le 1). nia. }
        lra. }
    rewrite (E_affine E _ _ 0 (promised T a) (fun _ => 0)) in later.
    pose proof (nearness_unit a x). unfold potential at 1. fold z.
    assert (z == promised T a x - inject_Z (- most G)) as is_height by reflexivity.
    assert (z * promised T a x <= z * turn G both (promised T a) x) by nra.
    assert (z * z == z * promised T a x - z * inject_Z (- most G))
      by (rewrite is_height at 2; ring).
    lra.
  - pose proof (nearness_rises both a x legals by_the_table stays modest) as nearer.
    assert (turn G both (fun y => (- (z * z) - 2 * z * inject_Z (- most G))
        + 2 * z * promised T a y + 1 * nearness a y) x <= turn G both (potential a) x) as later.
    { apply (monotone _ _ E). intros y _. unfold potential.
      assert ((- (z * z) - 2 * z * inject_Z (- most G)) + 2 * z * promised T a y
        == - (z * z) + 2 * z * height a y) as -> by (unfold height; ring).
      pose proof (square_not_negative (height a y - z)). lra. }
    rewrite (E_affine E) in later. unfold potential at 1. fold z.
    assert (z == promised T a x - inject_Z (- most G)) as is_height by reflexivity.
    assert (z * promised T a x <= z * turn G both (promised T a) x) by nra.
    assert (z * z == z * promised T a x - z * inject_Z (- most G))
      by (rewrite is_height at 2; ring).
    lra.
Qed.

Theorem founded_lacks_little :
  lacks_little (before_layer G T k) -> lacks_little (up_to G T k).
Proof.
  intros [exits [exits_positive earlier]].
  pose proof (power_unit steps) as kappa.
  pose proof (square_not_negative (range G)) as square.
  set (few := (range G * range G + 1 - 0) / power eta steps).
  assert (0 <= few) as few_positive by (apply Qle_shift_div_l; lra).
  exists (exits + range G * range G * few + few).
  split; [nra|]. intros L both a legals by_the_table x inside.
  pose proof (turn_is_expectation G both legals) as E.
  pose proof (proj1 (range_at T worth_of_endless a x)) as range_positive.
  assert (lacks both a L x
    <= exits + range G * visits (E := turn G both) (leaves T k) (promising a) L x) as bounded.
  { apply (deficit_at_most_visits E (leaves T k) (over G) (promised T a) (score_or_endless a)
      (fun y => up_to G T k (here y)) (promising a) (range G) exits); try assumption.
    - intros y z from stays. apply orb_false_iff in stays as [going _].
      apply stays_up_to; assumption.
    - intros y finished. unfold leaves. rewrite finished. reflexivity.
    - intros y stays. apply promise_does_not_fall_here; assumption.
    - intros y stays. pose proof (range_at T worth_of_endless a y) as [_ most_lacking].
      unfold promising. destruct (is_modest T endless _ _) eqn:modest; [|lra].
      apply orb_false_iff in stays as [going _]. unfold score_or_endless.
      rewrite (going_has_no_result _ _ going). unfold is_modest in modest.
      rewrite <- promise_is_seen in modest. apply Z.leb_le, inject_Z_le in modest.
      unfold promised, endless_to. lra.
    - intros y L' from stop. apply orb_true_iff in stop as [finished | elsewhere].
      + pose proof (lacks_nothing T worth_of_endless both a L' y legals (or_introl finished)).
        unfold lacks in *. lra.
      + apply negb_true_iff, Nat.eqb_neq in elsewhere. apply earlier; try assumption.
        unfold up_to, before_layer in *. lia. }
  assert (visits (E := turn G both) (leaves T k) (promising a) L x <= few) as seldom.
  { apply (visits_are_bounded E (leaves T k) (promising a) (potential a));
      [apply kappa | apply potential_within |].
    intros y stays. apply potential_rises; assumption. }
  assert (range G <= range G * range G + 1) by nra.
  assert (range G * visits (E := turn G both) (leaves T k) (promising a) L x <= range G * few)
    by nra.
  assert (range G * few <= (range G * range G + 1) * few) by nra.
  lra.
Qed.

End Layer.


Arguments founded_lacks_little {G T endless rounds last}.
