"""Reads cases.jsonl: 200 price paths and the orders that are placed on them, and groups of orders on half of these paths.

A line is a path. Prices count ticks and quantities count lots of its market. A step is five letters: how far the bid
moves, the spread, how far the last trade is from the bid, and the best sizes of buyers and sellers. Two further levels
lie `gap` ticks behind the best and behind each other, with twice and three times its size. A line with `along` has the
market, the prices and the book of the path of that number.

An order has `at`, the step whose tick it is placed on; `time`, its time in force, which is gtc where none is given;
`ends`, the step at which its day ends; and `closes`, true for one that closes a position of its pair. The orders with
one `group` are placed together. Their `part` is `entry`, `takeProfit` or `stopLoss`: an entry brings the two others to
life, and where there is none they protect a position that is open. `link` is what a fill of one of these does to the
other in nautilus: `ouo` leaves as much less to it, `oco` ends it.
"""

import json
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
# What the letters of moves and of last trades are counted from.
NO_MOVE, AT_BID = 31, 8
# The letter in front of a move that needs two, which are counted from `FAR`.
ESCAPE, FAR = "_", 2048
LEVELS = 3


class Market(NamedTuple):
    """What a market counts in: decimals of prices, the tick in their last place, and units of a lot."""

    decimals: int
    tick: int
    lot: int
    # True where stops are triggered by the last trade, and not by the quote that an order would be filled at.
    by_last: bool


MARKETS = {
    "pair": Market(5, 1, 1_000, False),
    "share": Market(2, 1, 1, True),
    "coarse": Market(2, 5, 100, True),
}


class Step(NamedTuple):
    bid: int
    ask: int
    last: int
    bid_size: int
    ask_size: int

    def levels(self, is_buyers: bool, gap: int) -> list[tuple[int, int]]:
        """One side of the book, the best level first: prices and sizes."""
        best, size, away = (self.bid, self.bid_size, -gap) if is_buyers else (self.ask, self.ask_size, gap)
        return [(best + away * level, size * (level + 1)) for level in range(LEVELS)]


def read_steps(path: dict) -> list[Step]:
    letters = iter(path["steps"])
    number = lambda: LETTERS.index(next(letters))
    steps, bid = [], path["first"]
    for letter in letters:
        if letter == ESCAPE:
            bid += number() * len(LETTERS) + number() - FAR
        else:
            bid += LETTERS.index(letter) - NO_MOVE
        spread, last, bid_size, ask_size = number(), number(), number(), number()
        steps.append(Step(bid, bid + spread, bid + last - AT_BID, bid_size, ask_size))
    return steps


def read_cases() -> list[dict]:
    with open(FOLDER / "cases.jsonl") as file:
        paths = [json.loads(line) for line in file]
    return [{**paths[path["along"]], **path} if "along" in path else path for path in paths]
