#!/usr/bin/env python3
"""OpenSpiel's Monte-Carlo tree search as a player that `shuban judge` examines.

    pip install open_spiel shuban
    shuban judge half-gammon/contact-2-2 --program 'python3 scripts/judge_openspiel.py --simulations 100'

The bot searches the game that `shuban.envs.open_spiel` registers, by the rules of this project, from the position and
the roll that it is asked about. Leaves are played out at random. Random numbers depend on the seed and the
question alone, not on the order of questions.
"""

import argparse
import json
import sys
import zlib

import numpy
import pyspiel
import shuban
import shuban.envs.open_spiel
from open_spiel.python.algorithms import mcts


class Bot:
    """A search for each question."""

    def __init__(self, arguments, game):
        self.arguments = arguments
        self.game = game

    def best_move(self, position, roll):
        """Returns the move that the search makes."""
        game = pyspiel.load_game("shuban", {"game": self.game, "position": position})
        state = game.new_initial_state()
        if roll is not None:
            state.apply_action(state.inner.string_to_action(roll))
        chosen = self.arguments
        numbers = numpy.random.RandomState(zlib.crc32(f"{chosen.seed} {position} {roll}".encode()))
        bot = mcts.MCTSBot(
            game,
            chosen.exploration,
            chosen.simulations,
            mcts.RandomRolloutEvaluator(chosen.rollouts, numbers),
            solve=chosen.solve,
            random_state=numbers,
        )
        return state.inner.action_to_string(bot.step(state))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=100, help="nodes that are added to the tree for a move")
    parser.add_argument("--rollouts", type=int, default=1, help="games that are played out from each of them")
    parser.add_argument("--exploration", type=float, default=2.0, help="the constant of UCT")
    parser.add_argument("--solve", action="store_true", help="let the bot prove wins and losses")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random numbers")
    arguments = parser.parse_args()

    greeting = json.loads(sys.stdin.readline())
    bot = Bot(arguments, greeting["game"])
    name = f"OpenSpiel MCTS, {arguments.simulations} simulations"
    for option in ("rollouts", "exploration", "solve", "seed"):
        if getattr(arguments, option) != parser.get_default(option):
            name += f", {option} {getattr(arguments, option)}"
    print(json.dumps({"name": name, "answers": "moves"}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"id": question["id"], "position": question["position"]}
        try:
            answer["move"] = bot.best_move(question["position"], question.get("roll"))
        except (shuban.ShubanError, ValueError, pyspiel.SpielError) as error:
            answer["error"] = str(error)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
