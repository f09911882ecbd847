#!/usr/bin/env python3
"""Plays a match in shards as tasks of Ray, shows the standings while they run, and stops all when the SPRT is decided.

caipan, the engines and the files of openings have to be at the same paths on every node. Needs `pip install ray`.

    scripts/cluster/ray_match.py --shards 4 --folder out -- -engine cmd=… -engine cmd=… -sprt elo0=0 elo1=5 …

What stands behind `--` are options of `caipan match`, with -srand if anything is left to chance; not -journal, -resume,
-shard. The journals of the shards, the joined one (match.jsonl) and the standings (match.json) are kept in the folder of the
driver; started again with them, a match goes on where it was cut off.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ray


@ray.remote(num_cpus=0)
class Board:
    """What the shards have written so far, and whether they are to stop."""

    def __init__(self):
        self.news = {}
        self.is_over = False

    def add(self, shard, data):
        """Takes what a shard has added to its journal; tells whether it is to stop."""
        self.news[shard] = self.news.get(shard, b"") + data
        return self.is_over

    def take(self):
        """Gives what is new, by shard."""
        news, self.news = self.news, {}
        return news

    def stop(self):
        self.is_over = True


@ray.remote
def play(board, words, shard, known):
    """Plays one shard, goes on from what is known of its journal, and tells the board what it adds."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "shard.jsonl"
        journal.write_bytes(known)
        words = [*words, "-shard", shard, "-resume", "-journal", str(journal)]
        errors = Path(folder) / "errors"
        with errors.open("w") as file:
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=file)
        told, is_told_to_stop = len(known), False
        while True:
            is_running = process.poll() is None
            with journal.open("rb") as file:
                # A last line that was cut off is written anew when a match goes on.
                told = min(told, os.fstat(file.fileno()).st_size)
                file.seek(told)
                data = file.read()
            data = data[: data.rfind(b"\n") + 1]
            told += len(data)
            if ray.get(board.add.remote(shard, data)) and not is_told_to_stop:
                is_told_to_stop = True
                process.terminate()
            if not is_running:
                break
            time.sleep(0.5)
        fault = errors.read_text(errors="replace").strip()
    if process.returncode != 0 and not is_told_to_stop:
        raise RuntimeError(f"shard {shard}: {fault}")


def join(caipan, folder, journals):
    """Joins what the shards have played and gives the standings; None before the first game is over."""
    joined, summary = folder / "match.jsonl", folder / "match.json"
    joined.unlink(missing_ok=True)
    begun = [str(path) for path in journals if path.stat().st_size > 0]
    if not begun:
        return None
    words = [caipan, "match", "merge", "-partial", "-jsonout", str(summary), str(joined), *begun]
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    return json.loads(summary.read_text())


def told(standings):
    """Says in one line how a match stands."""
    words = [f"{standings['games']} of {standings['of']} games"]
    for pair in standings["pairs"]:
        words.append(f"{pair['one']} - {pair['other']}: +{pair['wins']} ={pair['draws']} -{pair['losses']}")
    test = standings.get("sprt")
    if test:
        words.append(f"LLR {test['llr']:.2f} [{test['lower']:.2f}, {test['upper']:.2f}]")
        if test["accepted"]:
            words.append(f"{test['accepted']} is accepted")
    return "; ".join(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shards", type=int, required=True, help="how many parts")
    parser.add_argument("--folder", type=Path, required=True, help="where the journals are kept")
    parser.add_argument("--caipan", default="caipan", help="the program")
    parser.add_argument("--address", help="the cluster; this machine alone if left out")
    parser.add_argument("--cpus", type=float, default=1, help="processors for each shard")
    parser.add_argument("--interval", type=float, default=5, help="seconds between two looks at the standings")
    parser.add_argument("words", nargs="+", metavar="-- OPTION", help="options of caipan match")
    given = parser.parse_args()

    given.folder.mkdir(parents=True, exist_ok=True)
    ray.init(address=given.address, log_to_driver=False)
    board = Board.remote()
    journals = {}
    for number in range(1, given.shards + 1):
        path = given.folder / f"shard-{number}.jsonl"
        with path.open("ab+") as file:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
        journals[f"{number}/{given.shards}"] = path
    words = [given.caipan, "match", *given.words]
    tasks = [
        play.options(num_cpus=given.cpus).remote(board, words, shard, path.read_bytes())
        for shard, path in journals.items()
    ]
    last = None
    while True:
        done, tasks = ray.wait(tasks, num_returns=len(tasks), timeout=given.interval)
        ray.get(done)
        for shard, data in ray.get(board.take.remote()).items():
            with journals[shard].open("ab") as file:
                file.write(data)
        standings = join(given.caipan, given.folder, list(journals.values()))
        if standings and told(standings) != last:
            last = told(standings)
            print(last, flush=True)
        if standings and (standings.get("sprt") or {}).get("accepted"):
            ray.get(board.stop.remote())
        if not tasks:
            break


if __name__ == "__main__":
    main()
