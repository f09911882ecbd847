#!/usr/bin/env python3
"""Judges a game through the dynamic library: judge.py LIBRARY RULES MOVES [FEN]"""

import ctypes
import json
import sys


class Referee:
    """The library, loaded."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.caipan_version.restype = ctypes.c_char_p
        self.library.caipan_judge.argtypes = [ctypes.c_char_p] * 3
        # Not c_char_p, of which Python would keep a copy alone and nothing that could be freed.
        self.library.caipan_judge.restype = ctypes.c_void_p
        self.library.caipan_free.argtypes = [ctypes.c_void_p]
        self.library.caipan_free.restype = None

    def version(self):
        return self.library.caipan_version().decode()

    def judge(self, moves, rules=None, fen=None):
        """Gives the object that `caipan judge --jsonl` answers."""
        texts = [None if text is None else text.encode() for text in (fen, moves, rules)]
        answer = self.library.caipan_judge(*texts)
        try:
            return json.loads(ctypes.string_at(answer))
        finally:
            self.library.caipan_free(answer)


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    path, rules, moves, *fen = sys.argv[1:]
    referee = Referee(path)
    print("caipan", referee.version())
    judgement = referee.judge(moves, rules, *fen)
    if "error" in judgement:
        sys.exit(judgement["error"]["message"])
    for move in judgement["moves"]:
        print(move["move"], move["zh"], move["nature"])
    print(judgement["verdict"], judgement["result"])
    print(judgement["why"]["zh"])
    print(judgement["why"]["en"])


if __name__ == "__main__":
    main()
