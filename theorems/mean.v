(** Weighted means of finite lists, as a roll of dice or a choice by chance gives them.

    Numbers are rational throughout, so that nothing rests on axioms of the real numbers. *)

From Coq Require Import QArith ZArith List Lqa Lia.
Import ListNotations.
Open Scope Q_scope.

(** Outcomes, each with its integer weight. *)
Definition lottery (A : Type) : Type := list (Z * A).

(** W: the sum of all weights. *)
Definition weight {A} (chances : lottery A) : Z :=
  fold_right (fun outcome sum => (fst outcome + sum)%Z) 0%Z chances.

(** Σ w · f. *)
Definition total {A} (f : A -> Q) (chances : lottery A) : Q :=
  fold_right (fun outcome sum => inject_Z (fst outcome) * f (snd outcome) + sum) 0 chances.

(** Σ w · f / W: the expectation of f. *)
Definition mean {A} (f : A -> Q) (chances : lottery A) : Q :=
  total f chances / inject_Z (weight chances).

(** No weight is negative, and some weight is positive. *)
Definition fair {A} (chances : lottery A) : Prop :=
  (forall w a, In (w, a) chances -> (0 <= w)%Z) /\ (0 < weight chances)%Z.

(** An outcome that a lottery has, of whatever weight. *)
Definition has {A} (chances : lottery A) (a : A) : Prop := exists w, In (w, a) chances.

Lemma inject_Z_lt : forall a b : Z, (a < b)%Z -> inject_Z a < inject_Z b.
Proof. intros a b H. rewrite <- Zlt_Qlt. exact H. Qed.

Lemma inject_Z_le : forall a b : Z, (a <= b)%Z -> inject_Z a <= inject_Z b.
Proof. intros a b H. rewrite <- Zle_Qle. exact H. Qed.

Lemma square_not_negative : forall a : Q, 0 <= a * a.
Proof. intro a. destruct (Qlt_le_dec a 0); nra. Qed.

Lemma total_le : forall A (f g : A -> Q) chances,
  (forall w a, In (w, a) chances -> (0 <= w)%Z) ->
  (forall a, has chances a -> f a <= g a) ->
  total f chances <= total g chances.
Proof.
  intros A f g chances; induction chances as [|[w a] rest IH]; intros positive below; simpl.
  - lra.
  - assert (0 <= inject_Z w) by (apply (inject_Z_le 0), (positive w a); left; reflexivity).
    assert (f a <= g a) by (apply below; exists w; left; reflexivity).
    assert (total f rest <= total g rest).
    { apply IH.
      - intros w' a' inside; apply (positive w' a'); right; assumption.
      - intros a' [w' inside]; apply below; exists w'; right; assumption. }
    assert (inject_Z w * f a <= inject_Z w * g a) by nra.
    lra.
Qed.

Lemma total_add : forall A (f g : A -> Q) chances,
  total (fun a => f a + g a) chances == total f chances + total g chances.
Proof.
  induction chances as [|[w a] rest IH]; simpl; [lra | rewrite IH; ring].
Qed.

Lemma total_scale : forall A c (f : A -> Q) chances,
  total (fun a => c * f a) chances == c * total f chances.
Proof.
  induction chances as [|[w a] rest IH]; simpl; [lra | rewrite IH; ring].
Qed.

Lemma total_constant : forall A c (chances : lottery A),
  total (fun _ => c) chances == c * inject_Z (weight chances).
Proof.
  induction chances as [|[w a] rest IH]; simpl.
  - ring.
  - rewrite inject_Z_plus, IH; ring.
Qed.

Lemma fair_positive : forall A (chances : lottery A),
  fair chances -> 0 < inject_Z (weight chances).
Proof. intros A chances [_ positive]. apply (inject_Z_lt 0 _ positive). Qed.

(** If every outcome of a fair lottery has a larger g than f, so has the mean. *)
Lemma mean_le : forall A (f g : A -> Q) chances,
  fair chances ->
  (forall a, has chances a -> f a <= g a) ->
  mean f chances <= mean g chances.
Proof.
  intros A f g chances isfair below.
  pose proof (fair_positive _ _ isfair) as positive. destruct isfair as [weights _].
  unfold mean. apply Qle_shift_div_l; [assumption|].
  assert (total f chances / inject_Z (weight chances) * inject_Z (weight chances)
          == total f chances) as -> by (field; lra).
  apply total_le; assumption.
Qed.

Lemma mean_equal : forall A (f g : A -> Q) chances,
  fair chances ->
  (forall a, has chances a -> f a == g a) ->
  mean f chances == mean g chances.
Proof.
  intros A f g chances isfair same.
  apply Qle_antisym; apply mean_le; try assumption;
    intros a inside; rewrite (same a inside); lra.
Qed.

Lemma mean_add : forall A (f g : A -> Q) chances,
  mean (fun a => f a + g a) chances == mean f chances + mean g chances.
Proof.
  intros. unfold mean, Qdiv. rewrite total_add. ring.
Qed.

Lemma mean_scale : forall A c (f : A -> Q) chances,
  mean (fun a => c * f a) chances == c * mean f chances.
Proof.
  intros. unfold mean, Qdiv. rewrite total_scale. ring.
Qed.

Lemma mean_constant : forall A c (chances : lottery A),
  fair chances -> mean (fun _ => c) chances == c.
Proof.
  intros A c chances isfair. pose proof (fair_positive _ _ isfair).
  unfold mean. rewrite total_constant. field. lra.
Qed.

Lemma mean_at_least : forall A (f : A -> Q) c chances,
  fair chances -> (forall a, has chances a -> c <= f a) -> c <= mean f chances.
Proof.
  intros A f c chances isfair above.
  rewrite <- (mean_constant A c chances isfair) at 1. apply mean_le; assumption.
Qed.

Lemma mean_at_most : forall A (f : A -> Q) c chances,
  fair chances -> (forall a, has chances a -> f a <= c) -> mean f chances <= c.
Proof.
  intros A f c chances isfair below.
  rewrite <- (mean_constant A c chances isfair). apply mean_le; assumption.
Qed.

(** One outcome of chance at least ε moves the mean by at least ε times what it lacks. *)
Lemma mean_with_one : forall A (f : A -> Q) chances w a c d eps,
  fair chances ->
  In (w, a) chances ->
  eps * inject_Z (weight chances) <= inject_Z w ->
  (forall b, has chances b -> f b <= c) ->
  f a <= c - d -> 0 <= d ->
  mean f chances <= c - eps * d.
Proof.
  intros A f chances w a c d eps isfair inside chance below least dpos.
  pose proof (fair_positive _ _ isfair) as positive. destruct isfair as [weights _].
  unfold mean. apply Qle_shift_div_r; [assumption|].
  assert (total f chances <= c * inject_Z (weight chances) - d * inject_Z w) as bound.
  { clear chance positive. revert inside weights below.
    induction chances as [|[w' a'] rest IH]; intros inside weights below; [destruct inside|].
    assert (0 <= inject_Z w') by (apply (inject_Z_le 0), (weights w' a'); left; reflexivity).
    assert (f a' <= c) by (apply below; exists w'; left; reflexivity).
    assert (forall w a, In (w, a) rest -> (0 <= w)%Z)
      by (intros w0 a0 in0; apply (weights w0 a0); right; assumption).
    assert (forall b, has rest b -> f b <= c)
      by (intros b [w0 in0]; apply below; exists w0; right; assumption).
    assert (inject_Z w' * f a' <= inject_Z w' * c) by nra.
    simpl. rewrite inject_Z_plus. destruct inside as [same | inside].
    - injection same as -> ->.
      assert (total f rest <= c * inject_Z (weight rest)).
      { rewrite <- total_constant. apply total_le; assumption. }
      assert (inject_Z w * f a <= inject_Z w * (c - d)) by nra.
      nra.
    - specialize (IH inside H1 H2). nra. }
  nra.
Qed.

(** One outcome of chance at least ε, and what it has. *)
Lemma mean_with_one_above : forall A (f : A -> Q) chances w a d eps,
  fair chances ->
  In (w, a) chances ->
  eps * inject_Z (weight chances) <= inject_Z w ->
  (forall b, has chances b -> 0 <= f b) ->
  d <= f a -> 0 <= d ->
  eps * d <= mean f chances.
Proof.
  intros A f chances w a d eps isfair inside chance above least positive.
  assert (mean (fun b => -1 * f b) chances <= 0 - eps * d) as opposite.
  { apply (mean_with_one _ _ _ w a); try assumption.
    - intros b there. pose proof (above b there). lra.
    - lra. }
  rewrite mean_scale in opposite. lra.
Qed.
