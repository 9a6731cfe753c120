(** The two integer sums of a position, rounded outward.

    Section "Definitions" of docs/certified-values.md: sums are exact in integers; only the division
    rounds, and always outward. *)

From Coq Require Import QArith ZArith List Lqa Lia.
From Shuban Require Import mean.
Import ListNotations.
Open Scope Q_scope.

(** Σ w · f for integers. *)
Definition sum {A} (f : A -> Z) (chances : lottery A) : Z :=
  fold_right (fun outcome rest => (fst outcome * f (snd outcome) + rest)%Z) 0%Z chances.

(** ⌊Σ w · f / W⌋; the division of integers rounds down. *)
Definition rounded_down {A} (f : A -> Z) (chances : lottery A) : Z :=
  (sum f chances / weight chances)%Z.

(** ⌈Σ w · f / W⌉, as −⌊−Σ w · f / W⌋. *)
Definition rounded_up {A} (f : A -> Z) (chances : lottery A) : Z :=
  (- (- sum f chances / weight chances))%Z.

(** An integer as a rational number. *)
Definition number {A} (f : A -> Z) (a : A) : Q := inject_Z (f a).

Lemma sum_total : forall A (f : A -> Z) chances,
  inject_Z (sum f chances) == total (number f) chances.
Proof.
  induction chances as [|[w a] rest IH]; simpl.
  - reflexivity.
  - rewrite inject_Z_plus, inject_Z_mult, IH. reflexivity.
Qed.

Lemma mean_times_weight : forall A (f : A -> Z) chances,
  fair chances ->
  mean (number f) chances * inject_Z (weight chances) == inject_Z (sum f chances).
Proof.
  intros A f chances isfair. pose proof (fair_positive _ _ isfair).
  unfold mean. rewrite sum_total. field. lra.
Qed.

(** Comparing an integer with the rounded mean is comparing it with the mean itself. *)
Theorem at_most_rounded_down : forall A (f : A -> Z) chances k,
  fair chances ->
  (k <= rounded_down f chances)%Z <-> inject_Z k <= mean (number f) chances.
Proof.
  intros A f chances k isfair.
  pose proof (mean_times_weight _ f _ isfair) as product.
  pose proof (fair_positive _ _ isfair) as positive.
  destruct isfair as [_ wpos]. unfold rounded_down. split; intro H.
  - assert (weight chances * k <= sum f chances)%Z as scaled.
    { pose proof (Z.mul_div_le (sum f chances) (weight chances) wpos). nia. }
    apply inject_Z_le in scaled. rewrite inject_Z_mult in scaled. nra.
  - apply Z.div_le_lower_bound; [assumption|].
    rewrite Zle_Qle, inject_Z_mult, <- product. nra.
Qed.

Theorem at_least_rounded_up : forall A (f : A -> Z) chances k,
  fair chances ->
  (rounded_up f chances <= k)%Z <-> mean (number f) chances <= inject_Z k.
Proof.
  intros A f chances k isfair.
  pose proof (mean_times_weight _ f _ isfair) as product.
  pose proof (fair_positive _ _ isfair) as positive.
  destruct isfair as [_ wpos]. unfold rounded_up. split; intro H.
  - assert (weight chances * k >= sum f chances)%Z as scaled.
    { pose proof (Z.mul_div_le (- sum f chances) (weight chances) wpos). nia. }
    apply Z.ge_le in scaled.
    apply inject_Z_le in scaled. rewrite inject_Z_mult in scaled. nra.
  - assert (- k <= - sum f chances / weight chances)%Z; [|lia].
    apply Z.div_le_lower_bound; [assumption|].
    assert (sum f chances <= weight chances * k)%Z; [|nia].
    rewrite Zle_Qle, inject_Z_mult, <- product. nra.
Qed.

(** Rounding is outward, by less than a unit. *)
Theorem rounding_is_outward : forall A (f : A -> Z) chances,
  fair chances ->
  inject_Z (rounded_down f chances) <= mean (number f) chances
  /\ mean (number f) chances <= inject_Z (rounded_up f chances)
  /\ mean (number f) chances < inject_Z (rounded_down f chances + 1)
  /\ inject_Z (rounded_up f chances - 1) < mean (number f) chances.
Proof.
  intros A f chances isfair. repeat split.
  - apply at_most_rounded_down; [assumption | lia].
  - apply at_least_rounded_up; [assumption | lia].
  - apply Qnot_le_lt. intro H. apply at_most_rounded_down in H; [lia | assumption].
  - apply Qnot_le_lt. intro H. apply at_least_rounded_up in H; [lia | assumption].
Qed.

(** Rounding is monotone. *)
Theorem rounding_is_monotone : forall A (f g : A -> Z) chances,
  fair chances ->
  (forall a, has chances a -> (f a <= g a)%Z) ->
  (rounded_down f chances <= rounded_down g chances)%Z
  /\ (rounded_up f chances <= rounded_up g chances)%Z.
Proof.
  intros A f g chances isfair below.
  assert (mean (number f) chances <= mean (number g) chances) as order.
  { apply mean_le; [assumption|].
    intros a inside. apply inject_Z_le, below, inside. }
  destruct (rounding_is_outward _ f _ isfair) as [down _].
  destruct (rounding_is_outward _ g _ isfair) as [_ [up _]].
  split.
  - apply at_most_rounded_down; [assumption | lra].
  - apply at_least_rounded_up; [assumption | lra].
Qed.

(** The largest f of a list that is not empty. *)
Definition best {A} (f : A -> Z) (list : list A) : Z :=
  match list with
  | [] => 0%Z
  | first :: rest => fold_right (fun a most => Z.max (f a) most) (f first) rest
  end.

Lemma best_is_largest : forall A (f : A -> Z) list a,
  In a list -> (f a <= best f list)%Z.
Proof.
  intros A f [|first rest] a inside; [destruct inside|]. simpl.
  induction rest as [|b rest IH]; simpl in *.
  - destruct inside as [-> | []]. lia.
  - destruct inside as [-> | [-> | inside]]; [| lia |].
    + specialize (IH (or_introl eq_refl)). lia.
    + specialize (IH (or_intror inside)). lia.
Qed.

Lemma best_is_reached : forall A (f : A -> Z) list,
  list <> [] -> exists a, In a list /\ f a = best f list.
Proof.
  intros A f [|first rest] filled; [contradiction|]. simpl. clear filled.
  induction rest as [|b rest IH]; simpl.
  - exists first. auto.
  - destruct IH as [a [inside reached]].
    destruct (Z.max_spec (f b) (fold_right (fun a most => Z.max (f a) most) (f first) rest))
      as [[_ ->] | [_ ->]].
    + exists a. split; [tauto | assumption].
    + exists b. auto.
Qed.
