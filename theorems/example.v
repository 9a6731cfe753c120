(** A game and tables that satisfy all conditions, so that no theorem is about nothing.

    Each turn the side about to roll tosses a coin. On heads it has won. On tails it gives up, or it
    lets the other side toss: then the position has come back. The value is a third of a win,
    2³⁰/3 = 357,913,941⅓ units. *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process game promise certified value checked.
Import ListNotations.
Open Scope Z_scope.

Inductive place : Type := tossing | lost | won.
Inductive coin : Type := heads | tails.

(** 1, in units. *)
Definition one : Z := 1073741824.

Definition coin_game : game.
Proof.
  refine {|
    position := place;
    roll := coin;
    rolls := fun _ => [(1, heads); (1, tails)];
    plays := fun _ toss => match toss with
      | heads => [to_other lost]
      | tails => [to_other won; to_other tossing]
      end;
    result := fun p => match p with tossing => None | lost => Some (- one) | won => Some one end;
    most := one
  |}.
  - intros [] r H; inversion H; unfold one; lia.
  - intros p _. split; [|reflexivity].
    intros w a [same | [same | []]]; injection same as <- _; lia.
  - intros p [] _ _; discriminate.
Defined.

(** All positions in one layer, with bounds around a third. *)
Definition around (low high : Z) (possible : - one <= low <= one /\ - one <= high <= one) :
  table coin_game.
Proof.
  refine {|
    lower := fun p : position coin_game =>
      match p with tossing => low | lost => - one | won => one end;
    upper := fun p : position coin_game =>
      match p with tossing => high | lost => - one | won => one end;
    layer := fun _ => O
  |}.
  - intros []; unfold coin_game, most, one in *; lia.
  - intros []; unfold coin_game, most, one in *; lia.
  - intros; apply Nat.le_refl.
Defined.

Definition with_slack : table coin_game.
Proof. refine (around 357913938 357913945 _); unfold one; lia. Defined.

Definition without_slack : table coin_game.
Proof. refine (around 357913941 357913942 _); unfold one; lia. Defined.

Definition places : list (position coin_game) := [tossing; lost; won].

Lemma all_places : forall p : place, In p places.
Proof. intros []; unfold places; simpl; auto. Qed.

Lemma with_slack_is_certified : certified_layer coin_game with_slack 0.
Proof.
  apply (checked_with_slack _ _ 0 places (fun p _ => all_places p) 1); [lia|].
  vm_compute. reflexivity.
Qed.

(** The narrowest bounds have no slack, but play leaves the layer. *)
Lemma without_slack_is_certified : certified_layer coin_game without_slack 0.
Proof.
  apply (checked_by_striking_out _ _ 0 places (fun p _ => all_places p) 1 2);
    vm_compute; reflexivity.
Qed.

(** One unit less on both sides is refused. *)
Example too_narrow : position_holds coin_game without_slack 1 tossing = false.
Proof. vm_compute. reflexivity. Qed.

Theorem a_third : forall v, is_value coin_game tossing v ->
  (inject_Z 357913941 <= v <= inject_Z 357913942)%Q.
Proof.
  intros v value.
  apply (value_between_bounds coin_game without_slack tossing v); [| |exact value].
  - intros p r finished.
    apply (checked_results _ _ 0 places (fun p _ => all_places p) 0) with (r := r);
      [vm_compute; reflexivity | reflexivity | exact finished].
  - intros j bound. assert (j = O) as -> by (simpl in bound; lia). apply without_slack_is_certified.
Qed.
