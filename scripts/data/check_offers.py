"""What is unsound in the rows of auctions, blocks and new stocks."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

Files = dict[str, list[dict[str, str]]]

TIMES = ("collects", "indicates", "binds", "closes", "ends")
DAYS = ("prospectus", "subscription_from", "subscription_to", "allotment", "listed")


def offers(files: Files) -> Iterator[str]:
    for row in files["auctions.csv"]:
        times = [row[column] for column in TIMES]
        if not all(re.fullmatch(r"[0-2]\d:[0-5]\d", time) for time in times) or times != sorted(times):
            yield f"auctions.csv: {row['market']}: the times do not rise"
    for row in files["block_rules.csv"]:
        if not 0 < Decimal(row["band_percent"]) < 50 or int(row["least_shares"]) <= 0:
            yield f"block_rules.csv: {row['market']}: no size or no band"
    yield from new_stocks(files)


def new_stocks(files: Files) -> Iterator[str]:
    codes = {(row["market"], row["code"]) for name in ("instruments.csv", "instruments_hk.csv") for row in files[name]}
    sectors = {row["industry"] for row in files["instruments.csv"]} - {""}
    for row in files["new_stocks.csv"]:
        days = [row[column] for column in DAYS]
        low, price, high = (Decimal(row[column]) for column in ("price_low", "subscription_price", "price_high"))
        sound = {
            "another instrument has the code": (row["market"], row["code"]) not in codes,
            "it does not say that it is invented": row["source"].startswith("invented"),
            "the sector is none of the US file's": row["industry"] in sectors,
            "the days do not rise": all(early < late for early, late in pairwise(days)),
            "the price is not within its range": 0 < low <= price <= high,
            "nothing is offered": int(row["shares_offered"]) > 0,
        }
        yield from (f"new_stocks.csv: {row['code']}: {problem}" for problem, fine in sound.items() if not fine)
