#!/usr/bin/env python3
"""Computes stats.jsonl anew: python3 stats.py > stats.jsonl (needs numpy and scipy).

The likelihoods are maximised as they stand, over the whole distribution, by a general optimiser (SLSQP) from several
starts; the crate solves for one Lagrange multiplier instead. Elo errors come from the two ends of the interval.
An infinite number is written as null.
"""

import json
import math

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax
from scipy.stats import norm

ELO_PER_DEVIATION = 800 / math.log(10)


def moments(counts):
    scores = np.linspace(0, 1, len(counts))
    mean = np.average(scores, weights=counts)
    return mean, np.average((scores - mean) ** 2, weights=counts)


def elo(score):
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


def spread(counts):
    """Elo with error, normalised Elo with error, LOS."""
    mean, variance = moments(counts)
    games_each = 2 if len(counts) == 5 else 1
    average = norm(mean, math.sqrt(variance / sum(counts)))
    low, high = average.interval(0.95)
    per_game = math.sqrt(variance * games_each)
    return {
        "elo": elo(mean),
        "elo_error": (elo(high) - elo(low)) / 2,
        "normalized_elo": ELO_PER_DEVIATION * (mean - 0.5) / per_game,
        "normalized_elo_error": ELO_PER_DEVIATION * (high - low) / 2 / per_game,
        "los": average.sf(0.5),
    }


def greatest_log_likelihood(counts, condition, gradient):
    """The greatest sum of weight * ln(p) over the distributions p with condition(p) = 0.

    p is written as a softmax, so that any step leads to a distribution."""
    weights = counts / counts.sum()
    kept = {
        "type": "eq",
        "fun": lambda q: condition(softmax(q)),
        "jac": lambda q: softmax(q) * (gradient(softmax(q)) - softmax(q) @ gradient(softmax(q))),
    }
    best = -math.inf
    even = np.full(len(counts), 1 / len(counts))
    for start in (weights, (weights + even) / 2, even):
        found = minimize(
            lambda q: -weights @ log_softmax(q),
            np.log(start),
            jac=lambda q: softmax(q) - weights,
            method="SLSQP",
            constraints=[kept],
            options={"ftol": 1e-17, "maxiter": 5000},
        )
        if abs(condition(softmax(found.x))) < 1e-12:
            best = max(best, weights @ log_softmax(found.x))
    assert math.isfinite(best), (counts, "no start led to a distribution")
    return best


def logistic(counts, elo_of_hypothesis):
    scores = np.linspace(0, 1, len(counts))
    mean = 1 / (1 + 10 ** (-elo_of_hypothesis / 400))
    return greatest_log_likelihood(counts, lambda p: p @ scores - mean, lambda p: scores)


def normalized(counts, elo_of_hypothesis):
    scores = np.linspace(0, 1, len(counts))
    distance = elo_of_hypothesis / ELO_PER_DEVIATION * math.sqrt(2 if len(counts) == 5 else 1)

    def condition(p):
        mean = p @ scores
        return mean - 0.5 - distance * math.sqrt(p @ (scores - mean) ** 2)

    def gradient(p):
        mean = p @ scores
        deviation = math.sqrt(p @ (scores - mean) ** 2)
        return scores - distance * (scores**2 - 2 * mean * scores) / (2 * deviation)

    return greatest_log_likelihood(counts, condition, gradient)


def llr(counts, elo0, elo1, model):
    counts = np.where(np.array(counts) == 0, 1e-3, np.array(counts, dtype=float))
    return counts.sum() * (model(counts, elo1) - model(counts, elo0))


# Losses, draws, wins; or pairs by points 0, 1/2, 1, 3/2, 2. Then the Elo of both hypotheses.
CASES = [
    ([25592, 49492, 24916], 0, 2),
    ([287, 12123, 25841, 11477, 272], 0, 2),
    ([287, 12123, 25841, 11477, 272], -1.75, 0.25),
    ([163, 5287, 12032, 5427, 211], 0, 2),
    ([163, 5287, 12032, 5427, 211], 0.5, 2.5),
    ([12, 160, 410, 190, 18], 0, 5),
    ([12, 160, 410, 190, 18], -5, 0),
    ([1, 2, 3, 2, 1], 0, 10),
    ([1, 2, 3, 4, 5], 0, 10),
    ([5, 4, 3, 2, 1], 0, 10),
    ([40, 300, 500, 420, 80], 0, 10),
    ([40, 300, 500, 420, 80], 20, 30),
    ([0, 10, 50, 12, 0], 0, 5),
    ([0, 10, 50, 12, 0], -10, 10),
    ([0, 0, 50, 1, 0], 0, 5),
    ([0, 1, 50, 0, 0], 0, 5),
    ([1, 0, 0, 0, 1], 0, 20),
    ([1, 0, 0, 0, 2], 0, 20),
    ([0, 0, 3, 4, 5], 0, 20),
    ([0, 0, 0, 4, 5], 0, 20),
    ([9, 3, 0, 0, 0], -20, 0),
    ([100, 0, 800, 0, 110], 0, 3),
    ([100, 0, 0, 0, 110], 0, 30),
    ([2, 900, 3000, 1010, 3], -3, 3),
    ([1500, 24000, 48000, 25000, 1600], 0, 1),
    ([1500, 24000, 48000, 25000, 1600], 1, 3),
    ([20, 50, 80, 150, 300], 0, 100),
    ([20, 50, 80, 150, 300], 100, 200),
    ([300, 150, 80, 50, 20], -200, -100),
    ([3, 30, 90, 35, 4], -200, 200),
    ([7, 0, 21, 14, 0], 5, 15),
    ([1, 1, 1, 1, 1], 0, 1),
    ([0, 1, 0, 2, 0], -50, 50),
    ([6, 8, 6], 0, 10),
    ([10, 20, 15], 0, 10),
    ([15, 20, 10], 0, 10),
    ([100, 300, 140], 0, 20),
    ([100, 300, 140], -5, 5),
    ([480, 0, 520], 0, 20),
    ([480, 1, 520], 0, 20),
    ([0, 90, 10], 0, 50),
    ([3, 95, 0], -10, 10),
    ([1, 0, 2], 0, 40),
    ([1, 1, 1], 0, 5),
    ([9000, 2000, 9500], 5, 10),
    ([1200, 22000, 1300], 0, 4),
    ([1200, 22000, 1300], -2, 2),
    ([50, 100, 400], 100, 200),
    ([400, 100, 50], -200, -150),
    ([31, 337, 42], -3, 7),
]


def main():
    for counts, elo0, elo1 in CASES:
        case = {"counts": counts, "elo0": elo0, "elo1": elo1}
        case |= spread(counts)
        case["llr_logistic"] = llr(counts, elo0, elo1, logistic)
        case["llr_normalized"] = llr(counts, elo0, elo1, normalized)
        print(json.dumps({key: None if value in (math.inf, -math.inf) else value for key, value in case.items()}))


if __name__ == "__main__":
    main()
