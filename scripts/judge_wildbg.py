#!/usr/bin/env python3
"""wildbg as a player that `shuban judge` examines.

    shuban judge backgammon/contact-2-2 --program 'python3 scripts/judge_wildbg.py --url http://localhost:8080'

It asks a server of wildbg, which is started beforehand, about one position after another over one
connection. Values are cubeless equities of money play for the player about to roll, as wildbg weighs its
probabilities of wins, gammons and backgammons; it takes checkers that are not on the board as borne off.
With `--ahead` it is asked for its best play of each of the 21 rolls instead, and a value is the mean of what it
says of the positions after these plays.
"""

import argparse
import http.client
import json
import sys
import urllib.parse

# Games of 15 checkers a side, on wildbg's board and with its rules.
GAMES = ("backgammon", "nackgammon")
BAR = 25
# The rolls, with the number of ways to throw each.
ROLLS = [(first, second, 1 if first == second else 2) for first in range(1, 7) for second in range(1, first + 1)]


class Refused(Exception):
    """A question that the server does not answer, with the reason."""


class Server:
    """A server of wildbg, and a connection to it that is kept."""

    def __init__(self, url, patience):
        self.url = url
        try:
            parts = urllib.parse.urlsplit(url)
            address = parts.hostname, parts.port
        except ValueError as error:
            raise SystemExit(f"{url} is no address: {error}") from None
        if parts.scheme != "http" or not parts.hostname:
            raise SystemExit(f"{url} is no address such as http://localhost:8080")
        self.folder = parts.path.rstrip("/")
        self.connection = http.client.HTTPConnection(*address, timeout=patience)

    def fetch(self, path):
        """Returns the status and the text of an answer."""
        # A connection that the server has closed in the meantime is opened again, once.
        for again in (True, False):
            kept = self.connection.sock is not None
            try:
                self.connection.request("GET", self.folder + path)
                answer = self.connection.getresponse()
                return answer.status, answer.read()
            except (OSError, http.client.HTTPException) as error:
                self.connection.close()
                if not (kept and again) or isinstance(error, TimeoutError):
                    reason = str(error) or type(error).__name__
                    raise SystemExit(f"wildbg at {self.url} does not answer: {reason}") from None

    def ask(self, path):
        """Returns the JSON document of an answer."""
        status, text = self.fetch(path)
        try:
            document = json.loads(text)
        except ValueError:
            raise Refused(f"status {status}, and no JSON") from None
        if status != 200:
            message = document.get("message") if isinstance(document, dict) else None
            raise Refused(message or f"status {status}")
        return document

    def version(self):
        """Returns the version in the description of the server's questions, such as `0.3.0`."""
        try:
            return str(self.ask("/api-docs/openapi.json")["info"]["version"])
        except (Refused, KeyError, TypeError):
            return "of unknown version"

    def probabilities(self, position):
        """Returns the probabilities of a position's outcomes, by wildbg's names of them."""
        return shares_of(self.ask("/eval?" + urllib.parse.urlencode(pips(position))))

    def probabilities_ahead(self, position, away):
        """Returns the same as the means over the rolls, after wildbg's best play of each; `away` is the number of
        points that each side needs, 0 for money play."""
        asked, means = {**pips(position), "x_away": away, "o_away": away}, {}
        for first, second, ways in ROLLS:
            document = self.ask("/move?" + urllib.parse.urlencode({"die1": first, "die2": second, **asked}))
            try:
                best = document["moves"][0]
            except (KeyError, IndexError, TypeError):
                raise Refused(f"no moves in {str(document)[:200]}") from None
            shares = shares_of(best)
            if means and shares.keys() != means.keys():
                raise Refused(f"other probabilities after one roll than after another: {', '.join(shares)}")
            means = {name: means.get(name, 0) + share * ways / 36 for name, share in shares.items()}
        return means


def shares_of(document):
    """Returns the probabilities in an answer."""
    try:
        return {name: float(share) for name, share in document["probabilities"].items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Refused(f"no probabilities in {str(document)[:200]}") from None


def places(text):
    """Returns the places of one side's checkers as that side counts them, from `1,3,bar`."""
    return [BAR if word == "bar" else int(word) for word in text.split(",") if word not in ("", "off")]


def pips(position):
    """Returns the checkers on each place as the mover counts them, those of the opponent as negative numbers."""
    mover, opponent = position.split("|")
    counts = {}
    for place in places(mover):
        counts[f"p{place}"] = counts.get(f"p{place}", 0) + 1
    for place in places(opponent):
        counts[f"p{BAR - place}"] = counts.get(f"p{BAR - place}", 0) - 1
    return counts


def equity(shares):
    """Returns what a game is worth in points: gammons count among wins too, and backgammons among both."""
    return 2 * shares["win"] - 1 + shares["winG"] + shares["winBg"] - shares["loseG"] - shares["loseBg"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://localhost:8080", help="address of the server")
    parser.add_argument("--one-point", action="store_true", help="count wins alone, as in a match to one point")
    parser.add_argument("--ahead", action="store_true", help="look one roll ahead")
    parser.add_argument("--patience", type=float, default=30, metavar="SECONDS", help="longest wait for an answer")
    arguments = parser.parse_args()

    greeting = json.loads(sys.stdin.readline())
    if greeting["game"] not in GAMES:
        raise SystemExit(f"wildbg does not play {greeting['game']}")
    server = Server(arguments.url, arguments.patience)
    name = f"wildbg {server.version()}"
    name += (", one point" if arguments.one_point else "") + (", one roll ahead" if arguments.ahead else "")
    print(json.dumps({"name": name, "answers": "values"}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"id": question["id"], "position": question["position"]}
        try:
            position = question["position"]
            if arguments.ahead:
                shares = server.probabilities_ahead(position, 1 if arguments.one_point else 0)
            else:
                shares = server.probabilities(position)
            answer["value"] = 2 * shares["win"] - 1 if arguments.one_point else equity(shares)
        except KeyError as error:
            answer["error"] = f"no probability {error}"
        except Refused as error:
            answer["error"] = str(error)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
