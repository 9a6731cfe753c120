(** The assumptions of each theorem that docs/certified-values.md names: none.

    `scripts/check_theorems.sh` compares what is printed here with the number of lines. *)

From Shuban Require Import rounding process promise certified value limits iteration bellman checked.
From Shuban Require Import endless endless_theorem example example_endless no_horizon
  widest.

Print Assumptions at_most_rounded_down.
Print Assumptions at_least_rounded_up.
Print Assumptions rounding_is_outward.
Print Assumptions rounding_is_monotone.
Print Assumptions promise_rises.
Print Assumptions slack_submartingale.
Print Assumptions slack_bounds_turns.
Print Assumptions slack_leaves.
Print Assumptions slack_layer.
Print Assumptions struck_out_leaves.
Print Assumptions play_leaves.
Print Assumptions left_layer.
Print Assumptions layers_secured.
Print Assumptions secured_at_most_held.
Print Assumptions bounds_are_secured.
Print Assumptions value_between_bounds.
Print Assumptions slack_encloses_solutions.
Print Assumptions leaving_encloses_exact_solutions.
Print Assumptions no_slack_in_circles.
Print Assumptions no_slack_at_the_other_end.
Print Assumptions backing_up_is_monotone.
Print Assumptions widest_is_inductive.
Print Assumptions backing_up_stays_inductive.
Print Assumptions results_may_be_bounded.
Print Assumptions position_that_holds.
Print Assumptions swept_position_holds.
Print Assumptions checked_with_slack.
Print Assumptions checked_by_striking_out.
Print Assumptions some_strategy_plays_by_table.
Print Assumptions endless_promises_are_kept.
Print Assumptions checked_as_founded.
Print Assumptions a_third.
Print Assumptions win_is_certain.
Print Assumptions no_number_of_turns_is_enough.
Print Assumptions fixed_points_lie_inside.
Print Assumptions order_leaves_nothing.
Print Assumptions solutions_lie_inside.
