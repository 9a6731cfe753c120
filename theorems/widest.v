(** The widest fixed point of an operator on intervals.

    Section "A fixed point of several numbers" of docs/certified-values.md: why the order in which
    positions were worked out left nothing in it. *)

From Coq Require Import QArith ZArith Lqa Lia.
From Shuban Require Import mean.
Open Scope Q_scope.

Section Widest.

(** The numbers of all positions, each with an interval of integers. *)
Variable place : Type.
Definition intervals : Type := place -> Z * Z.

(** I ⊆ J. *)
Definition inside (I J : intervals) : Prop := forall x,
  (fst (J x) <= fst (I x) /\ snd (I x) <= snd (J x))%Z.

(** X lies in I. *)
Definition lies_in (X : place -> Q) (I : intervals) : Prop := forall x,
  inject_Z (fst (I x)) <= X x <= inject_Z (snd (I x)).

(** The outward rounded operator is monotone. *)
Variable F : intervals -> intervals.
Hypothesis F_is_monotone : forall I J, inside I J -> inside (F I) (F J).

(** Intervals that follow from I₀: in each step some are worked out again, and the rest stays. *)
Inductive follows_from (start : intervals) : intervals -> Prop :=
  | at_first : follows_from start start
  | a_step : forall I J, follows_from start I -> (forall x, J x = I x \/ J x = F I x) ->
      follows_from start J.

Definition is_fixed (I : intervals) : Prop := forall x, F I x = I x.

(** Every other fixed point within I₀ lies in I. *)
Theorem fixed_points_lie_inside : forall start I J,
  follows_from start I -> inside J start -> is_fixed J -> inside J I.
Proof.
  intros start I J follows within fixed. induction follows as [|I I' _ IH step]; [assumption|].
  intro x. destruct (step x) as [-> | ->]; [apply IH|].
  pose proof (F_is_monotone J I IH x) as narrower. rewrite (fixed x) in narrower. exact narrower.
Qed.

(** So there is only one that follows from I₀, in whatever order. *)
Theorem order_leaves_nothing : forall start I J,
  (forall x, fst (F start x) >= fst (start x) /\ snd (F start x) <= snd (start x))%Z ->
  follows_from start I -> follows_from start J -> is_fixed I -> is_fixed J ->
  forall x, I x = J x.
Proof.
  intros start I J narrows from_I from_J fixed_I fixed_J x.
  assert (forall K, follows_from start K -> inside K start /\ inside (F K) start) as all_within.
  { intros K from. induction from as [|K K' _ [IH IHF] step].
    - split; intro y; [lia | pose proof (narrows y); lia].
    - assert (inside K' start) as within.
      { intro y. destruct (step y) as [-> | ->]; [apply IH | apply IHF]. }
      split; [assumption|]. intro y.
      pose proof (F_is_monotone K' start within y). pose proof (narrows y). lia. }
  pose proof (fixed_points_lie_inside start I J from_I (proj1 (all_within J from_J)) fixed_J x).
  pose proof (fixed_points_lie_inside start J I from_J (proj1 (all_within I from_I)) fixed_I x).
  destruct (I x) as [low high], (J x) as [low' high']. simpl in *. f_equal; lia.
Qed.

(** Every solution within I₀ lies in I, if F keeps whatever the equation keeps. *)
Theorem solutions_lie_inside : forall start I X,
  (forall K, lies_in X K -> lies_in X (F K)) ->
  follows_from start I -> lies_in X start -> lies_in X I.
Proof.
  intros start I X kept follows within. induction follows as [|I I' _ IH step]; [assumption|].
  intro x. destruct (step x) as [-> | ->]; [apply IH | apply (kept I IH)].
Qed.

End Widest.
