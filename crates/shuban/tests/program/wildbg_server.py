"""A stand-in for a server of wildbg, which evaluates by the count of pips alone.

It prints its port. Checkers are read as wildbg reads them: those of the player about to roll are positive and
move from 24 to 1, 25 is that player's bar and 0 the opponent's. More than 15 checkers are refused, as by wildbg.
With four checkers of that player the answer is not JSON, and with five it has no probabilities.
The best play of a roll takes its pips off the count, which moves the probability to win as far; there is none with
four checkers. Money play is asked by 0 points for each side, a match to one point by 1, and by nothing else.
"""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl, urlsplit


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Buffered, so that an answer is sent in one piece: its second part would wait for the first.
    wbufsize = -1
    answered = 0

    def do_GET(self):
        parts = urlsplit(self.path)
        if parts.path == "/api-docs/openapi.json":
            return self.answer(200, json.dumps({"info": {"version": "of pips"}}))
        asked = {name: int(number) for name, number in parse_qsl(parts.query)}
        dice = [asked.pop(name, 0) for name in ("die1", "die2")]
        away = asked.pop("x_away", 0), asked.pop("o_away", 0)
        counts = {int(name[1:]): count for name, count in asked.items()}
        own = sum(count for count in counts.values() if count > 0)
        if parts.path not in ("/eval", "/move") or own > 15:
            return self.answer(400, json.dumps({"message": "Player x has more than 15 checkers on the board."}))
        if away not in ((0, 0), (1, 1)):
            return self.answer(400, json.dumps({"message": "Currently only 1 pointers and money games are supported."}))
        behind = sum((place if count > 0 else 25 - place) * count for place, count in counts.items())
        if parts.path == "/move":
            pips = 2 * sum(dice) if dice[0] == dice[1] else sum(dice)
            # So that what was asked for is seen in the answer.
            win = 0.5 + (pips - behind) / 100 + away[0] / 10
            shares = {"win": win, "winG": 0.125, "winBg": 0, "loseG": 0, "loseBg": 0}
            return self.answer(200, json.dumps({"moves": [{"probabilities": shares}] if own != 4 else []}))
        if own == 4:
            return self.answer(200, "much")
        if own == 5:
            return self.answer(200, json.dumps({"probabilities": {"win": 0.5}}))
        shares = {"win": 0.5 - behind / 100, "winG": 0.125, "winBg": 0.0625, "loseG": 0.25, "loseBg": 0.125}
        return self.answer(200, json.dumps({"cube": {}, "probabilities": shares}))

    def answer(self, status, text):
        Handler.answered += 1
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())
        # Every third answer ends the connection without saying so.
        self.close_connection = Handler.answered % 3 == 0

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
