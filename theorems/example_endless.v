(** A game that may last for ever, and a table of it that satisfies all conditions.

    One side is ahead. When it tosses heads, it may win at once, or go on; on tails it goes on. The
    other side can only wait. Endless play is a draw. The side that is ahead wins almost surely, if
    it plays what leads out: to go on is as good by the bounds, and wins nothing. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value checked.
From Shuban Require Import deficit endless broken_off endless_layer endless_theorem.
Import ListNotations.
Open Scope Z_scope.

Inductive place : Type := ahead | behind | lost.
Inductive coin : Type := heads | tails.

Definition chase : game.
Proof.
  refine {|
    position := place;
    roll := coin;
    rolls := fun _ => [(1, heads); (1, tails)];
    plays := fun p toss => match p, toss with
      | ahead, heads => [to_other behind; to_other lost]
      | ahead, tails => [to_other behind]
      | _, _ => [to_other ahead]
      end;
    result := fun p => match p with lost => Some (-1) | _ => None end;
    most := 1
  |}.
  - intros [] r H; inversion H; lia.
  - intros p _. split; [|reflexivity].
    intros w a [same | [same | []]]; injection same as <- _; lia.
  - intros [] [] _ _; discriminate.
Defined.

Definition certain : table chase.
Proof.
  refine {|
    lower := fun p : position chase => match p with ahead => 1 | _ => -1 end;
    upper := fun p : position chase => match p with ahead => 1 | _ => -1 end;
    layer := fun _ => O
  |}.
  - intros []; simpl; lia.
  - intros []; simpl; lia.
  - intros; apply Nat.le_refl.
Defined.

Definition drawn : position chase -> Z := fun _ => 0.
Definition places : list (position chase) := [ahead; behind; lost].

Lemma all_places : forall p : place, In p places.
Proof. intros []; unfold places; simpl; auto. Qed.

(** Play need not leave the layer, however often one strikes out. *)
Example play_may_stay : is_struck_out chase certain 0 9 ahead = false.
Proof. vm_compute. reflexivity. Qed.

Lemma certain_is_certified :
  certified_with_endless chase certain drawn (fun _ => O) (fun _ => 2%nat) 0.
Proof.
  apply (checked_as_founded chase certain drawn (fun _ => O) (fun _ => 2%nat) 0 places 2
    (fun p _ => all_places p)); vm_compute; reflexivity.
Qed.

(** A table that promises a win where both sides only wait is refused. *)
Example not_founded_at_once : founded certain drawn 0 0 0 true ahead = false.
Proof. vm_compute. reflexivity. Qed.

Theorem win_is_certain : forall eps late, (0 < eps)%Q -> exists window, forall both,
  all_legal chase both ->
  plays_by_table chase certain drawn (fun _ => O) (fun _ => 2%nat) (both first) ->
  exists n, (late <= n < late + window)%nat
    /\ (1 - eps <= expected chase drawn both first n (start chase first ahead))%Q.
Proof.
  intros eps late positive.
  destruct (endless_promises_are_kept chase certain drawn (fun _ => O) (fun _ => 2%nat))
    with (k := O) (eps := eps) (late := late) as [window kept]; try assumption.
  - split; intros; [unfold drawn; simpl; lia | destruct chosen; reflexivity].
  - intros j bound. assert (j = O) as -> by lia. apply certain_is_certified.
  - exists window. intros both legals by_the_table.
    apply (kept both first legals by_the_table (start chase first ahead)). apply Nat.le_refl.
Qed.
