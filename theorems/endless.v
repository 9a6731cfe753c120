(** No promise rests on endless play.

    Section "Endless play" of docs/certified-values.md: the condition, and the strategy. The theorem
    is in endless_theorem.v. *)

From Coq Require Import QArith ZArith Arith List Bool Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value checked.
Import ListNotations.
Open Scope Q_scope.

Section Endless.

Variables (G : game) (T : table G).

(** e: what play that never ends is worth to the side about to roll. It may differ by side, and what
    one side wins the other loses; so along play it stays what it is to each. *)
Variable endless : position G -> Z.

Definition endless_is_a_worth : Prop :=
  (forall p, - most G <= endless p <= most G)%Z
  /\ forall p r chosen, result G p = None -> has (rolls G p) r -> In chosen (plays G p r) ->
    match chosen with
    | to_other q => endless q = (- endless p)%Z
    | to_same q => endless q = endless p
    end.

(** A number of the side about to roll, seen by a side: [mine] says that it is the one. *)
Definition seen (mine : bool) (n : Z) : Z := if mine then n else (- n)%Z.

(** After a play, whether a side is about to roll. *)
Definition still_mine (mine : bool) (chosen : play (position G)) : bool :=
  match chosen with to_other _ => negb mine | to_same _ => mine end.

(** What the bounds of a position promise to a side. *)
Definition promise_at (mine : bool) (p : position G) : Z :=
  if mine then worth G (lower T) p else (- worth G (upper T) p)%Z.

(** The bound promises no more than e. *)
Definition is_modest (mine : bool) (p : position G) : bool :=
  (promise_at mine p <=? seen mine (endless p))%Z.

(** A play that the bound is best for. *)
Definition is_best_play (p : position G) (r : roll G) (chosen : play (position G)) : bool :=
  (gain G (lower T) (upper T) chosen =? best (gain G (lower T) (upper T)) (plays G p r))%Z.

(** Of the positions that [rounds] rounds of striking out leave of layer k, take those whose bound
    promises a side more than e. Strike out each that has a roll after which, if that side plays,
    one of the plays that its bound is best for leads out of them, or, if the other side plays,
    every play does. This is what is out after n rounds. *)
Fixpoint founded (k rounds n : nat) (mine : bool) (p : position G) : bool :=
  match n with
  | O => is_modest mine p || is_struck_out G T k rounds p
  | S earlier => founded k rounds earlier mine p
      || existsb
        (fun chance =>
          let leads chosen := founded k rounds earlier (still_mine mine chosen) (reached chosen) in
          let choices := plays G p (snd chance) in
          if mine
          then existsb (fun chosen => is_best_play p (snd chance) chosen && leads chosen) choices
          else forallb leads choices)
        (rolls G p)
  end.

(** In the end none is left. *)
Definition is_founded (k rounds n : nat) (eps : Q) : Prop :=
  (forall p, layer T p = k -> result G p = None -> inductive_at G T 0 p)
  /\ least_chance G T k eps
  /\ forall mine p, layer T p = k -> founded k rounds n mine p = true.

(** After such a roll, to play what leads out. *)
Definition leads_out (k rounds : nat) (s : strategy G) : Prop :=
  forall p n, layer T p = k -> result G p = None ->
    founded k rounds n true p = false -> founded k rounds (S n) true p = true ->
    exists w r, In (w, r) (rolls G p)
      /\ forall h chosen, has (s h p r) chosen ->
        founded k rounds n (still_mine true chosen) (reached chosen) = true.

(** ** There is a strategy that plays by the bounds and leads out *)

Lemma founded_stays : forall k rounds n more mine p, (n <= more)%nat ->
  founded k rounds n mine p = true -> founded k rounds more mine p = true.
Proof.
  intros k rounds n more mine p order holds. induction order as [|more order IH]; [assumption|].
  simpl. rewrite IH. reflexivity.
Qed.

(** The play that leads out in the earliest round, among those that are best. *)
Fixpoint earliest (k rounds n : nat) (p : position G) (r : roll G) : option (play (position G)) :=
  let search := find (fun chosen => is_best_play p r chosen
    && founded k rounds n (still_mine true chosen) (reached chosen)) (plays G p r) in
  match n with
  | O => search
  | S m => match earliest k rounds m p r with Some chosen => Some chosen | None => search end
  end.

Lemma none_is_founded : forall k rounds n p r, earliest k rounds n p r = None ->
  forall chosen, In chosen (plays G p r) -> is_best_play p r chosen = true ->
    founded k rounds n (still_mine true chosen) (reached chosen) = false.
Proof.
  intros k rounds n p r search chosen allowed best_one.
  destruct n as [|n]; simpl earliest in search.
  - apply (find_none _ _ search) in allowed. rewrite best_one in allowed. exact allowed.
  - destruct (earliest k rounds n p r); [discriminate|].
    apply (find_none _ _ search) in allowed. rewrite best_one in allowed. exact allowed.
Qed.

Lemma earliest_is_founded : forall k rounds n p r chosen, earliest k rounds n p r = Some chosen ->
  In chosen (plays G p r) /\ is_best_play p r chosen = true
  /\ forall j, (j <= n)%nat ->
    (exists other, In other (plays G p r) /\ is_best_play p r other = true
      /\ founded k rounds j (still_mine true other) (reached other) = true) ->
    founded k rounds j (still_mine true chosen) (reached chosen) = true.
Proof.
  induction n as [|n IH]; intros p r chosen found; simpl earliest in found.
  - apply find_some in found as [inside both]. apply andb_true_iff in both as [best_one out].
    repeat split; try assumption. intros j order _. replace j with O by lia. exact out.
  - destruct (earliest k rounds n p r) as [sooner|] eqn:search.
    + injection found as ->. destruct (IH p r chosen search) as [inside [best_one least]].
      repeat split; try assumption. intros j order some.
      destruct (Nat.eq_dec j (S n)) as [-> | lower_round]; [|apply least; [lia | exact some]].
      apply (founded_stays k rounds n); [lia|].
      assert (exists i, (i <= n)%nat /\
        founded k rounds i (still_mine true chosen) (reached chosen) = true) as [i [below out]].
      { clear - search. revert search. induction n as [|n IHn]; simpl earliest; intros search.
        - exists O. apply find_some in search as [_ both]. apply andb_true_iff in both as [_ out].
          split; [lia | exact out].
        - destruct (earliest k rounds n p r) as [sooner|].
          + destruct (IHn search) as [i [below out]]. exists i. split; [lia | exact out].
          + exists (S n). apply find_some in search as [_ both].
            apply andb_true_iff in both as [_ out]. split; [lia | exact out]. }
      apply (founded_stays k rounds i); assumption.
    + apply find_some in found as [inside both]. apply andb_true_iff in both as [best_one out].
      repeat split; try assumption. intros j order [other [allowed [other_best leads]]].
      destruct (Nat.eq_dec j (S n)) as [-> | lower_round]; [exact out|].
      assert (founded k rounds n (still_mine true other) (reached other) = true) as before_n
        by (apply (founded_stays k rounds j); [lia | exact leads]).
      rewrite (none_is_founded _ _ _ _ _ search other allowed other_best) in before_n. discriminate.
Qed.

(** Rounds of both kinds of striking out, by layer. *)
Variables (rounds last : nat -> nat).

Definition by_founded_bounds : strategy G := fun h p r =>
  match earliest (layer T p) (rounds (layer T p)) (last (layer T p)) p r with
  | Some chosen => [(1%Z, chosen)]
  | None => by_bounds G T h p r
  end.

Theorem by_founded_bounds_is_legal :
  legal G by_founded_bounds /\ plays_by_bounds G T by_founded_bounds.
Proof.
  destruct (by_bounds_is_legal G T) as [legals by_the_bounds]. split.
  - intros h p r going chance. unfold by_founded_bounds.
    destruct (earliest _ _ _ p r) as [chosen|] eqn:search; [|apply legals; assumption].
    apply earliest_is_founded in search as [inside _]. split.
    + split; [|reflexivity]. intros w a [same | []]. injection same as <- _. lia.
    + intros other [w [same | []]]. injection same as _ <-. exact inside.
  - intros h p r chosen going chance [w choice]. unfold by_founded_bounds in choice.
    destruct (earliest _ _ _ p r) as [found|] eqn:search;
      [|apply (by_the_bounds h p r); try assumption; exists w; assumption].
    destruct choice as [same | []]. injection same as _ ->.
    apply earliest_is_founded in search as [_ [best_one _]]. apply Z.eqb_eq, best_one.
Qed.

Theorem by_founded_bounds_leads_out : forall k eps,
  is_founded k (rounds k) (last k) eps -> leads_out k (rounds k) by_founded_bounds.
Proof.
  intros k eps [_ [_ none_left]] p n here_k going not_yet now.
  simpl in now. rewrite not_yet in now. simpl in now.
  apply existsb_exists in now as [[w r] [inside leads]]. simpl in leads.
  apply existsb_exists in leads as [chosen [allowed both]].
  apply andb_true_iff in both as [best_one out].
  exists w, r. split; [assumption|].
  assert (n <= last k)%nat as in_time.
  { destruct (Nat.le_gt_cases n (last k)) as [|late]; [assumption|].
    rewrite (founded_stays k (rounds k) (last k) n) in not_yet; [discriminate | lia |].
    apply none_left, here_k. }
  intros h played [w' choice]. unfold by_founded_bounds in choice. rewrite here_k in choice.
  destruct (earliest k (rounds k) (last k) p r) as [found|] eqn:search.
  - destruct choice as [same | []]. injection same as _ ->.
    apply earliest_is_founded in search as [_ [_ least]].
    apply least; [assumption|]. exists chosen. auto.
  - pose proof (none_is_founded _ _ _ _ _ search chosen allowed best_one) as never.
    rewrite (founded_stays k (rounds k) n (last k)) in never;
      [discriminate | assumption | exact out].
Qed.

End Endless.

Arguments is_modest {G}. Arguments founded {G}. Arguments promise_at {G}.
