"""A stand-in for a server of wildbg, which evaluates by the count of pips alone.

It prints its port. Checkers are read as wildbg reads them: those of the player about to roll are positive and
move from 24 to 1, 25 is that player's bar and 0 the opponent's. More than 15 checkers are refused, as by wildbg.
With four checkers of that player the answer is not JSON, and with five it has no probabilities.
The best play of a roll takes its pips off the count, and wins all the more; there is none with four checkers.
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
        asked = dict(parse_qsl(parts.query))
        roll = sum(int(asked.pop(name, 0)) for name in ("die1", "die2"))
        points = [asked.pop(name, None) for name in ("x_away", "o_away")]
        counts = {int(name[1:]): int(count) for name, count in asked.items()}
        own = sum(count for count in counts.values() if count > 0)
        if own > 15:
            return self.answer(400, json.dumps({"message": "Player x has more than 15 checkers on the board."}))
        if parts.path == "/move":
            behind = sum((place if count > 0 else 25 - place) * count for place, count in counts.items())
            shares = {"win": 0.5 + (roll - behind) / 100, "winG": 0.1 * int(points[0]), "winBg": 0, "loseG": 0, "loseBg": 0}
            return self.answer(200, json.dumps({"moves": [{"probabilities": shares}] if own != 4 else []}))
        if own == 4:
            return self.answer(200, "much")
        if own == 5:
            return self.answer(200, json.dumps({"probabilities": {"win": 0.5}}))
        behind = sum((place if count > 0 else 25 - place) * count for place, count in counts.items())
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
