(** A game with dice, its strategies, and the bounds of a table.

    Sections "Definitions" and "What a published table satisfies" of docs/certified-values.md.
    Values, results and bounds are integers, in units (of 2⁻³⁰, say). *)

From Coq Require Import QArith ZArith Arith List Lqa Lia.
From Shuban Require Import mean rounding process.
Import ListNotations.
Open Scope Q_scope.

(** A play leads to a position in which the other side is about to roll; in some games also to one
    in which the same side is. *)
Inductive play (position : Type) : Type :=
  | to_other (q : position)
  | to_same (q : position).
Arguments to_other {position}.
Arguments to_same {position}.

Definition reached {position} (chosen : play position) : position :=
  match chosen with to_other q => q | to_same q => q end.

(** The rules. Nothing is asked of positions and rolls: there may be infinitely many positions. *)
Record game : Type := {
  position : Type;
  roll : Type;
  (** Rolls at a position, with their weights w. *)
  rolls : position -> lottery roll;
  plays : position -> roll -> list (play position);
  (** The result of the side about to roll, where the game is over, by the rules or as a dead
      position. *)
  result : position -> option Z;
  (** M, the most that a result can be. The least is m = −M. *)
  most : Z;
  results_possible : forall p r, result p = Some r -> (- most <= r <= most)%Z;
  rolls_fair : forall p, result p = None -> fair (rolls p);
  some_play : forall p r, result p = None -> has (rolls p) r -> plays p r <> []
}.

(** ** Play *)

Inductive side : Type := first | second.

Definition other (a : side) : side := match a with first => second | second => first end.

Definition is (a b : side) : bool :=
  match a, b with first, first => true | second, second => true | _, _ => false end.

Section Rules.

Variable G : game.

(** All rolls and plays so far, the last one first. *)
Definition history : Type := list (roll G * play (position G)).

Record state : Type := {
  about_to_roll : side;
  before : history;
  here : position G
}.

(** A strategy may choose by all that happened before, and by chance. *)
Definition strategy : Type :=
  history -> position G -> roll G -> lottery (play (position G)).

Definition legal (s : strategy) : Prop :=
  forall h p r, result G p = None -> has (rolls G p) r ->
    fair (s h p r) /\ forall chosen, has (s h p r) chosen -> In chosen (plays G p r).

Definition after (x : state) (r : roll G) (chosen : play (position G)) : state := {|
  about_to_roll := match chosen with
    | to_other _ => other (about_to_roll x)
    | to_same _ => about_to_roll x
    end;
  before := (r, chosen) :: before x;
  here := reached chosen
|}.

Definition over (x : state) : bool :=
  match result G (here x) with Some _ => true | None => false end.

(** The expectation of f after a turn: a roll, then a play by the strategy of the side about to
    roll. A game that is over stays as it is. *)
Definition turn (both : side -> strategy) (f : state -> Q) (x : state) : Q :=
  if over x then f x else
  mean
    (fun r => mean (fun chosen => f (after x r chosen))
      (both (about_to_roll x) (before x) (here x) r))
    (rolls G (here x)).

Definition follows (x y : state) : Prop :=
  if over x then y = x else
  exists r chosen, has (rolls G (here x)) r /\ In chosen (plays G (here x) r)
    /\ y = after x r chosen.

Definition all_legal (both : side -> strategy) : Prop := forall a, legal (both a).

Lemma going_has_no_result : forall x, over x = false -> result G (here x) = None.
Proof. intros x. unfold over. destruct (result G (here x)); [discriminate | reflexivity]. Qed.

Theorem turn_is_expectation : forall both, all_legal both -> expectation follows (turn both).
Proof.
  intros both legals. split.
  - intros f g x below. unfold turn, follows in *. destruct (over x) eqn:going; [auto|].
    apply going_has_no_result in going.
    apply mean_le; [apply rolls_fair, going|]. intros r inside.
    destruct (legals (about_to_roll x) (before x) (here x) r going inside) as [isfair allowed].
    apply mean_le; [assumption|]. intros chosen chance. apply below.
    exists r, chosen. auto.
  - intros f g x. unfold turn. destruct (over x) eqn:going; [reflexivity|].
    apply going_has_no_result in going. rewrite <- mean_add.
    apply mean_equal; [apply rolls_fair, going|]. intros r _. apply mean_add.
  - intros c f x. unfold turn. destruct (over x) eqn:going; [reflexivity|].
    apply going_has_no_result in going. rewrite <- mean_scale.
    apply mean_equal; [apply rolls_fair, going|]. intros r _. apply mean_scale.
  - intros c x. unfold turn. destruct (over x) eqn:going; [reflexivity|].
    apply going_has_no_result in going. pose proof (rolls_fair G _ going) as isfair.
    transitivity (mean (fun _ => c) (rolls G (here x))); [|apply mean_constant, isfair].
    apply mean_equal; [assumption|]. intros r inside. apply mean_constant.
    apply (legals (about_to_roll x) (before x) (here x) r going inside).
Qed.

(** What a side is sure of after n turns: the result, or m if the game is not over. *)
Definition score (a : side) (x : state) : Q :=
  match result G (here x) with
  | Some r => inject_Z (if is a (about_to_roll x) then r else - r)
  | None => inject_Z (- most G)
  end.

(** Its expectation. *)
Definition guaranteed (both : side -> strategy) (a : side) (n : nat) (x : state) : Q :=
  stopped (E := turn both) over (score a) n x.

(** ** Bounds *)

(** What a table has of a position, and result where the game is over. *)
Definition worth (bound : position G -> Z) (p : position G) : Z :=
  match result G p with Some r => r | None => bound p end.

(** −u(q) for a play to q, in which the other side is about to roll; l(q), if the same side is. *)
Definition gain (low high : position G -> Z) (chosen : play (position G)) : Z :=
  match chosen with
  | to_other q => (- worth high q)%Z
  | to_same q => worth low q
  end.

(** T⁻: ⌊ Σ w(r) · max −u(q) / W ⌋. *)
Definition lower_part (low high : position G -> Z) (p : position G) : Z :=
  rounded_down (fun r => best (gain low high) (plays G p r)) (rolls G p).

(** T⁺: ⌈ Σ w(r) · max −l(q) / W ⌉. *)
Definition upper_part (low high : position G -> Z) (p : position G) : Z :=
  rounded_up (fun r => best (gain high low) (plays G p r)) (rolls G p).

(** Published bounds of all layers. Each layer leads only to itself and to earlier ones. *)
Record table : Type := {
  lower : position G -> Z;
  upper : position G -> Z;
  layer : position G -> nat;
  lower_possible : forall p, (- most G <= lower p <= most G)%Z;
  upper_possible : forall p, (- most G <= upper p <= most G)%Z;
  layers_in_order : forall p r chosen, result G p = None -> has (rolls G p) r ->
    In chosen (plays G p r) -> (layer (reached chosen) <= layer p)%nat
}.

Variable T : table.

(** The condition on the bounds of a position in which the game is not over. Without slack, s = 0,
    it is 1 of "What a published table satisfies"; with it, those of "Leaving from slack". *)
Definition inductive_at (s : Z) (p : position G) : Prop :=
  (lower T p = - most G \/ lower T p + s <= lower_part (lower T) (upper T) p)%Z
  /\ (upper T p = most G \/ upper_part (lower T) (upper T) p <= upper T p - s)%Z.

(** Positions that lead out of a layer by definition: of others, or with a result. *)
Definition out (k : nat) (p : position G) : Prop := layer T p <> k \/ result G p <> None.

(** Striking out: a position is struck out in a round if it has a roll all of whose plays lead out
    of the layer or to positions that are already struck out. *)
Fixpoint struck_out (k rounds : nat) (p : position G) : Prop :=
  match rounds with
  | O => out k p
  | S earlier => struck_out k earlier p
      \/ exists r, has (rolls G p) r
          /\ forall chosen, In chosen (plays G p r) -> struck_out k earlier (reached chosen)
  end.

(** ε is positive, and no roll in the layer has a smaller probability. *)
Definition least_chance (k : nat) (eps : Q) : Prop :=
  0 < eps <= 1 /\ forall p w r, layer T p = k -> result G p = None -> In (w, r) (rolls G p) ->
    eps * inject_Z (weight (rolls G p)) <= inject_Z w.

(** A layer with slack. *)
Definition has_slack (k : nat) (s : Z) : Prop :=
  (1 <= s)%Z /\ forall p, layer T p = k -> result G p = None -> inductive_at s p.

(** A layer that is inductive, and that play leaves. *)
Definition is_left (k rounds : nat) (eps : Q) : Prop :=
  (forall p, layer T p = k -> result G p = None -> inductive_at 0 p)
  /\ least_chance k eps
  /\ forall p, layer T p = k -> struck_out k rounds p.

(** What a published layer satisfies. *)
Definition certified_layer (k : nat) : Prop :=
  (exists s, has_slack k s) \/ (exists rounds eps, is_left k rounds eps).

(** What the bounds promise to a side: l of the position if it is about to roll there, −u of it if
    the other side is; and the result, if the game is over. *)
Definition promise (a : side) (x : state) : Z :=
  if is a (about_to_roll x) then worth (lower T) (here x) else (- worth (upper T) (here x))%Z.

(** To play, after each roll, to a q of the largest −u(q). *)
Definition plays_by_bounds (s : strategy) : Prop :=
  forall h p r chosen, result G p = None -> has (rolls G p) r -> has (s h p r) chosen ->
    gain (lower T) (upper T) chosen = best (gain (lower T) (upper T)) (plays G p r).

(** There is such a strategy. *)
Definition by_bounds : strategy := fun _ p r =>
  let value := gain (lower T) (upper T) in
  match find (fun chosen => value chosen =? best value (plays G p r))%Z (plays G p r) with
  | Some chosen => [(1%Z, chosen)]
  | None => []
  end.

Theorem by_bounds_is_legal : legal by_bounds /\ plays_by_bounds by_bounds.
Proof.
  assert (forall h p r chosen, has (by_bounds h p r) chosen ->
    In chosen (plays G p r)
    /\ gain (lower T) (upper T) chosen = best (gain (lower T) (upper T)) (plays G p r)) as chooses.
  { intros h p r chosen [w inside]. unfold by_bounds in inside.
    destruct (find _ _) as [found|] eqn:finds; [|destruct inside].
    destruct inside as [same | []]. injection same as _ <-.
    apply find_some in finds as [inside equal]. apply Z.eqb_eq in equal. auto. }
  split.
  - intros h p r going inside. split; [|intros; apply (chooses h p r); assumption].
    destruct (best_is_reached _ (gain (lower T) (upper T)) (plays G p r)) as [most [there reached]];
      [apply some_play; assumption|].
    unfold by_bounds. destruct (find _ _) as [found|] eqn:finds.
    + split; [|reflexivity]. intros w chosen [same | []]. injection same as <- _. lia.
    + apply (find_none _ _ finds) in there. apply Z.eqb_neq in there. contradiction.
  - intros h p r chosen _ _ inside. apply (chooses h p r chosen inside).
Qed.

End Rules.

Arguments lower {G}. Arguments upper {G}. Arguments layer {G}.
Arguments here {G}. Arguments before {G}. Arguments about_to_roll {G}.
