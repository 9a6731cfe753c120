(** A game with endless play in which no number of turns is enough against every strategy.

    The end of section "Endless play" of docs/certified-values.md. The second side may wait, and the
    first has to wait with it; or it takes a risk: on heads it wins at once, on tails it loses, two
    turns later. Both is worth as much as endless play, 0. But if it is known when play will be broken
    off, the second side can see to it that only its wins are over by then. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value checked.
From Shuban Require Import deficit endless broken_off endless_theorem.
Import ListNotations.
Open Scope Q_scope.

Inductive place : Type := idle | reply | toss | doomed | saved | won | lost.
Inductive coin : Type := heads | tails.

Definition risk : game.
Proof.
  refine {|
    position := place;
    roll := coin;
    rolls := fun p => match p with
      | toss => [(1, heads); (1, tails)]
      | _ => [(1, heads)]
      end%Z;
    plays := fun p side => match p, side with
      | idle, _ => [to_other reply; to_other toss]
      | reply, _ => [to_other idle]
      | toss, heads => [to_other won]
      | toss, tails => [to_other doomed]
      | doomed, _ => [to_other saved]
      | _, _ => [to_other lost]
      end;
    result := fun p => match p with won => Some 1 | lost => Some (-1) | _ => None end%Z;
    most := 1
  |}.
  - intros [] r H; inversion H; lia.
  - intros p _. split; [|destruct p; reflexivity].
    intros w a inside; destruct p; simpl in inside;
      repeat (destruct inside as [same | inside]; [injection same as <- _; lia|]); destruct inside.
  - intros [] [] _ _; discriminate.
Defined.

(** Bounds that are exact. *)
Definition exact (p : position risk) : Z :=
  match p with doomed | lost => -1 | saved | won => 1 | _ => 0 end%Z.

Definition exact_table : table risk.
Proof.
  refine {| lower := exact; upper := exact; layer := fun _ => O |}.
  - intros []; simpl; lia.
  - intros []; simpl; lia.
  - intros; apply Nat.le_refl.
Defined.

Definition drawn : position risk -> Z := fun _ => 0%Z.
Definition places : list (position risk) := [idle; reply; toss; doomed; saved; won; lost].

Lemma exact_is_certified :
  certified_with_endless risk exact_table drawn (fun _ => 2%nat) (fun _ => O) 0.
Proof.
  apply (checked_as_founded risk exact_table drawn (fun _ => 2%nat) (fun _ => O) 0 places 2);
    [|vm_compute; reflexivity ..].
  intros [] _; unfold places; simpl; tauto.
Qed.

(** To wait for n turns, and then to take the risk. *)
Definition waits_for (n : nat) : strategy risk := fun h p r =>
  match p with
  | idle => [(1%Z, if (length h =? n)%nat then to_other toss else to_other reply)]
  | _ => map (fun chosen => (1%Z, chosen)) (plays risk p r)
  end.

Lemma waiting_is_legal : forall n, legal risk (waits_for n).
Proof.
  intros n h p r going _. split.
  - split; [|destruct p, r; reflexivity].
    intros w a inside. destruct p, r; simpl in inside;
      repeat (destruct inside as [same | inside]; [injection same as <- _; lia|]); destruct inside.
  - intros chosen [w inside].
    destruct p, r; simpl in inside;
      repeat (destruct inside as [same | inside];
        [injection same as _ <-; simpl;
          try match goal with |- context [if ?now then _ else _] => destruct now end; tauto|]);
      destruct inside.
Qed.

Lemma mean_of_one : forall A (f : A -> Q) chances only,
  fair chances -> (forall a, has chances a -> a = only) -> mean f chances == f only.
Proof.
  intros A f chances only isfair all. rewrite <- (mean_constant _ (f only) chances isfair).
  apply mean_equal; [assumption|]. intros a inside. rewrite (all a inside). reflexivity.
Qed.

Lemma mean_single : forall A (f : A -> Q) a, mean f [(1%Z, a)] == f a.
Proof.
  intros. unfold mean. simpl. setoid_replace (inject_Z 1) with 1 by reflexivity. field.
Qed.

Lemma mean_pair : forall A (f : A -> Q) a b,
  mean f [(1%Z, a); (1%Z, b)] == (f a + f b) * (1 # 2).
Proof.
  intros. unfold mean. simpl. setoid_replace (inject_Z 1) with 1 by reflexivity.
  setoid_replace (inject_Z 2) with 2 by reflexivity. field.
Qed.

Definition at_place (a : side) (p : position risk) (h : history risk) : state risk :=
  {| about_to_roll := a; before := h; here := p |}.

(** Turns of each kind: with one play, with the toss, and with a choice. *)
Section Turns.

Variables (both : side -> strategy risk) (f : state risk -> Q).
Hypothesis legals : all_legal risk both.

Lemma after_forced : forall x r only,
  result risk (here x) = None -> has (rolls risk (here x)) r -> plays risk (here x) r = [only] ->
  mean (fun chosen => f (after risk x r chosen)) (both (about_to_roll x) (before x) (here x) r)
    == f (after risk x r only).
Proof.
  intros x r only going chance single.
  destruct (legals (about_to_roll x) (before x) (here x) r going chance) as [isfair allowed].
  apply (mean_of_one _ (fun chosen => f (after risk x r chosen))); [assumption|].
  intros chosen choice. apply allowed in choice. rewrite single in choice.
  destruct choice as [<- | []]. reflexivity.
Qed.

Lemma turn_with_heads : forall x, over risk x = false ->
  rolls risk (here x) = [(1%Z, heads)] ->
  turn risk both f x == mean (fun chosen => f (after risk x heads chosen))
    (both (about_to_roll x) (before x) (here x) heads).
Proof.
  intros x going one_roll. unfold turn. rewrite going, one_roll.
  exact (mean_single _ (fun r => mean (fun chosen => f (after risk x r chosen))
    (both (about_to_roll x) (before x) (here x) r)) heads).
Qed.

Lemma turn_forced : forall x only, over risk x = false ->
  rolls risk (here x) = [(1%Z, heads)] -> plays risk (here x) heads = [only] ->
  turn risk both f x == f (after risk x heads only).
Proof.
  intros x only going one_roll single. rewrite turn_with_heads by assumption.
  apply after_forced; [apply going_has_no_result, going | | assumption].
  rewrite one_roll. exists 1%Z. left. reflexivity.
Qed.

Lemma turn_toss : forall a h,
  turn risk both f (at_place a toss h) ==
  (f (after risk (at_place a toss h) heads (to_other won))
    + f (after risk (at_place a toss h) tails (to_other doomed))) * (1 # 2).
Proof.
  intros a h. set (x := at_place a toss h).
  assert (has (rolls risk (here x)) heads) as on_heads by (exists 1%Z; left; reflexivity).
  assert (has (rolls risk (here x)) tails) as on_tails by (exists 1%Z; right; left; reflexivity).
  pose proof (after_forced x heads (to_other won) eq_refl on_heads eq_refl) as win.
  pose proof (after_forced x tails (to_other doomed) eq_refl on_tails eq_refl) as loss.
  rewrite <- win, <- loss. unfold turn. change (over risk x) with false. cbv iota.
  exact (mean_pair _ (fun r => mean (fun chosen => f (after risk x r chosen))
    (both (about_to_roll x) (before x) (here x) r)) heads tails).
Qed.

Lemma turn_chosen : forall a h chosen,
  both a h idle heads = [(1%Z, chosen)] ->
  turn risk both f (at_place a idle h) == f (after risk (at_place a idle h) heads chosen).
Proof.
  intros a h chosen choice. rewrite turn_with_heads by reflexivity.
  simpl about_to_roll. simpl before. simpl here. rewrite choice.
  exact (mean_single _ (fun c => f (after risk (at_place a idle h) heads c)) chosen).
Qed.

End Turns.

(** Half a game is lost, where as many turns are left as there are to wait, and two or three. *)
Lemma loses_half : forall both n more k h,
  all_legal risk both -> both second = waits_for n -> (more <= 1)%nat ->
  (length h + 2 * k = n)%nat ->
  expected risk drawn both first (2 * k + (2 + more)) (at_place second idle h) == - (1 # 2).
Proof.
  intros both n more k. unfold expected.
  induction k as [|k IH]; intros h legals waits some time.
  - change (2 * 0 + (2 + more))%nat with (S (S more)).
    assert (both second h idle heads = [(1%Z, to_other toss)]) as choice.
    { rewrite waits. unfold waits_for.
      assert ((length h =? n)%nat = true) as -> by (apply Nat.eqb_eq; lia). reflexivity. }
    etransitivity; [apply (turn_chosen both _ second h _ choice)|].
    etransitivity; [apply (turn_toss both _ legals first)|].
    destruct more as [|[|more]]; [vm_compute; reflexivity | | lia].
    set (x := after risk (at_place first toss ((heads, to_other toss) :: h)) tails
      (to_other doomed)).
    assert (forall f, turn risk both f x == f (after risk x heads (to_other saved))) as next
      by (intro f; apply turn_forced; [exact legals | reflexivity ..]).
    assert (stopped (E := turn risk both) (over risk) (score_or_endless risk drawn first) 1 x == 0)
      as later by (etransitivity; [exact (next _) | vm_compute; reflexivity]).
    etransitivity;
      [apply Qmult_comp; [apply Qplus_comp; [reflexivity | exact later] | reflexivity]|].
    vm_compute. reflexivity.
  - replace (2 * S k + (2 + more))%nat with (S (S (2 * k + (2 + more)))) by lia.
    assert (both second h idle heads = [(1%Z, to_other reply)]) as choice.
    { rewrite waits. unfold waits_for.
      assert ((length h =? n)%nat = false) as -> by (apply Nat.eqb_neq; lia). reflexivity. }
    etransitivity; [apply (turn_chosen both _ second h _ choice)|].
    etransitivity;
      [apply (turn_forced both _ legals
        (after risk (at_place second idle h) heads (to_other reply)) (to_other idle));
        reflexivity|].
    apply (IH ((heads, to_other idle) :: (heads, to_other reply) :: h) legals waits some).
    change (S (S (length h)) + 2 * k = n)%nat. lia.
Qed.

(** The table promises 0 to the first side, and endless play is worth 0; but for every number of
    turns from 2 on there is a strategy of the second side against which play that is broken off
    then is worth −1/2 to the first, whatever that side plays. *)
Theorem no_number_of_turns_is_enough : forall n, (2 <= n)%nat ->
  promised exact_table first (at_place second idle []) == 0
  /\ exists theirs, legal risk theirs /\ forall both,
    all_legal risk both -> both second = theirs ->
    expected risk drawn both first n (at_place second idle []) == - (1 # 2).
Proof.
  intros n large. split; [reflexivity|].
  set (k := ((n - 2) / 2)%nat). set (more := ((n - 2) mod 2)%nat).
  assert (n - 2 = 2 * k + more)%nat as parts by (apply Nat.div_mod; lia).
  assert (more < 2)%nat as few by (apply Nat.mod_upper_bound; lia).
  exists (waits_for (2 * k)). split; [apply waiting_is_legal|].
  intros both legals waits. replace n with (2 * k + (2 + more))%nat by lia.
  apply (loses_half both (2 * k) more k []); try assumption; [lia | reflexivity].
Qed.
