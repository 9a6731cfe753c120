(** Where no slack can be had.

    The end of section "What v is" of docs/certified-values.md. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game promise.
Import ListNotations.
Open Scope Q_scope.

Section Limits.

Variables (G : game) (T : table G) (s : Z).
Hypothesis some : (1 <= s)%Z.

Lemma best_of_one_kind : forall value (list : list (play (position G))) n,
  list <> [] -> (forall chosen, In chosen list -> value chosen = n) -> best value list = n.
Proof.
  intros value choices n filled all.
  destruct (best_is_reached _ value choices filled) as [chosen [inside <-]]. apply all, inside.
Qed.

(** All plays at p lead to q, in which the other side is about to roll. *)
Definition leads_only_to (p q : position G) : Prop :=
  result G p = None /\ forall r chosen, has (rolls G p) r -> In chosen (plays G p r) ->
    chosen = to_other q.

Lemma parts_after_one : forall p q, leads_only_to p q -> result G q = None ->
  lower_part G (lower T) (upper T) p = (- upper T q)%Z
  /\ upper_part G (lower T) (upper T) p = (- lower T q)%Z.
Proof.
  intros p q [going only] going_q. pose proof (rolls_fair G p going) as isfair.
  assert (forall low high r, has (rolls G p) r ->
    best (gain G low high) (plays G p r) = (- high q)%Z) as single.
  { intros low high r chance. apply best_of_one_kind; [apply some_play; assumption|].
    intros chosen allowed. rewrite (only r chosen chance allowed). simpl. unfold worth.
    rewrite going_q. reflexivity. }
  assert (forall low high,
    mean (number (fun r => best (gain G low high) (plays G p r))) (rolls G p)
      == inject_Z (- high q)) as value.
  { intros low high. rewrite <- (mean_constant _ (inject_Z (- high q)) (rolls G p) isfair).
    apply mean_equal; [assumption|]. intros r chance. unfold number.
    rewrite single by assumption. reflexivity. }
  unfold lower_part, upper_part. split.
  - destruct (rounding_is_outward _ (fun r => best (gain G (lower T) (upper T)) (plays G p r)) _
      isfair) as [down [_ [above _]]].
    rewrite value in down, above. rewrite <- Zle_Qle in down. rewrite <- Zlt_Qlt in above. lia.
  - destruct (rounding_is_outward _ (fun r => best (gain G (upper T) (lower T)) (plays G p r)) _
      isfair) as [_ [up [_ below]]].
    rewrite value in up, below. rewrite <- Zle_Qle in up. rewrite <- Zlt_Qlt in below. lia.
Qed.

(** Where two positions lead to each other and nowhere else, no slack can be had but by bounds m and
    M, which promise nothing. *)
Theorem no_slack_in_circles : forall p q, leads_only_to p q -> leads_only_to q p ->
  inductive_at G T s p -> inductive_at G T s q ->
  (lower T p = - most G /\ upper T q = most G)%Z.
Proof.
  intros p q to_q to_p [low_p _] [_ high_q].
  destruct (parts_after_one p q to_q (proj1 to_p)) as [low _].
  destruct (parts_after_one q p to_p (proj1 to_q)) as [_ high].
  rewrite low in low_p. rewrite high in high_q.
  pose proof (lower_possible G T p). pose proof (upper_possible G T q). lia.
Qed.

(** A bound at the other end, l = M or u = m, cannot have slack either. *)
Theorem no_slack_at_the_other_end : forall p, result G p = None -> (0 < most G)%Z ->
  inductive_at G T s p -> (lower T p <> most G /\ upper T p <> - most G)%Z.
Proof.
  intros p going positive [low high].
  pose proof (rolls_fair G p going) as isfair.
  assert (forall bound q, (forall p, - most G <= bound p <= most G)%Z ->
    (- most G <= worth G bound q <= most G)%Z) as possible by (intros; apply worth_possible; auto).
  assert (forall low high, (forall p, - most G <= low p <= most G)%Z ->
    (forall p, - most G <= high p <= most G)%Z -> forall r, has (rolls G p) r ->
    (- most G <= best (gain G low high) (plays G p r) <= most G)%Z) as within.
  { intros low' high' low_possible high_possible r chance.
    destruct (best_is_reached _ (gain G low' high') _ (some_play G p r going chance))
      as [chosen [_ <-]].
    destruct chosen as [q | q]; simpl; [pose proof (possible high' q high_possible)
      | pose proof (possible low' q low_possible)]; lia. }
  assert (lower_part G (lower T) (upper T) p <= most G)%Z.
  { destruct (rounding_is_outward _ (fun r => best (gain G (lower T) (upper T)) (plays G p r)) _
      isfair) as [down _].
    rewrite Zle_Qle. eapply Qle_trans; [exact down|]. apply mean_at_most; [assumption|].
    intros r chance. apply inject_Z_le, within;
      [apply lower_possible | apply upper_possible | assumption]. }
  assert (- most G <= upper_part G (lower T) (upper T) p)%Z.
  { destruct (rounding_is_outward _ (fun r => best (gain G (upper T) (lower T)) (plays G p r)) _
      isfair) as [_ [up _]].
    rewrite Zle_Qle. eapply Qle_trans; [|exact up]. apply mean_at_least; [assumption|].
    intros r chance. apply inject_Z_le, within;
      [apply upper_possible | apply lower_possible | assumption]. }
  lia.
Qed.

End Limits.
