(** The theorems that docs/certified-values.md names, and what they assume: nothing.

    `scripts/check_theorems.sh` asks for just that answer, and that no theorem of the page is missing.
    They are asked for together, because each question reads all proofs below it. *)

From Shuban Require Import rounding process promise certified value limits iteration bellman checked.
From Shuban Require Import endless endless_theorem example example_endless no_horizon widest.

Definition theorems := (
  @at_most_rounded_down,
  @at_least_rounded_up,
  @rounding_is_outward,
  @rounding_is_monotone,
  @promise_rises,
  @promise_does_not_fall,
  @slack_submartingale,
  @slack_bounds_turns,
  @slack_leaves,
  @slack_layer,
  @struck_out_leaves,
  @play_leaves,
  @left_layer,
  @layers_secured,
  @secured_at_most_held,
  @bounds_are_secured,
  @value_between_bounds,
  @slack_encloses_solutions,
  @leaving_encloses_exact_solutions,
  @no_slack_in_circles,
  @no_slack_at_the_other_end,
  @backing_up_is_monotone,
  @widest_is_inductive,
  @backing_up_stays_inductive,
  @results_may_be_bounded,
  @position_that_holds,
  @swept_position_holds,
  @checked_with_slack,
  @checked_by_striking_out,
  @some_strategy_plays_by_table,
  @endless_promises_are_kept,
  @checked_as_founded,
  @a_third,
  @win_is_certain,
  @no_number_of_turns_is_enough,
  @fixed_points_lie_inside,
  @order_leaves_nothing,
  @solutions_lie_inside
).

Print Assumptions theorems.
