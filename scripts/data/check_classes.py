"""What is unsound in the instruments beside stocks and currencies: indices, pairs of crypto assets and futures."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from check_calendars import Files, Row, file_of

# Markets whose common motion an index can share.
FOLLOWED = {"", "UsStock", "HK"}
INDEX_CLASSES = {"america", "europe", "asia"}
CRYPTO_CLASSES = {"layer1", "payments", "infrastructure", "defi", "meme"}
FUTURE_CLASSES = {"index", "energy", "metal", "agricultural"}
# Quantities have eight decimals at most.
QUANTITY_DECIMALS = 8
MONTHS = re.compile(r"all|(?:(\d+)\+)?(?:[FGHJKMNQUVXZ]+|\d+q)")
NTH_LAST = ("last", "second_last", "third_last", "fifth_last", "seventh_last", "ninth_last", "tenth_last", "twelfth_last", "seventeenth_last")
DAY_RULES = {
    "third_friday", "before_25th_of_prior_month", "before_15th", "tenth", "monday_after_first_friday",
    *NTH_LAST, *(f"{rule}_of_prior_month" for rule in NTH_LAST),
}


def positive(text: str) -> bool:
    return bool(re.fullmatch(r"\d+(\.\d+)?", text)) and Decimal(text) > 0


def whole(text: str) -> bool:
    return bool(re.fullmatch(r"[1-9]\d*", text))


def decimals(text: str) -> int:
    return len(text.partition(".")[2])


def written_with(row: Row, column: str) -> bool:
    """Whether the prices of a row have enough decimals for a number."""
    return row["price_decimals"].isdigit() and decimals(row[column]) <= int(row["price_decimals"])


def on_step(price: str, step: str) -> bool:
    return positive(price) and positive(step) and Decimal(price) % Decimal(step) == 0


def of_all(files: Files, row: Row) -> dict[str, bool]:
    known = {currency["code"] for currency in files["currencies.csv"]}
    return {
        "unknown currency": row["currency"] in known,
        "the reference price is none": positive(row["reference_price"]),
        "too few decimals": written_with(row, "reference_price") and written_with(row, "tick" if "tick" in row else "reference_price"),
        "no source": bool(row["source"]),
    }


def of_an_index(files: Files, row: Row) -> dict[str, bool]:
    return of_all(files, row) | {
        "another market": row["market"] == "Index",
        "unknown class": row["class"] in INDEX_CLASSES,
        "no such calendar": file_of(row["calendar"]) in files,
        "it follows nothing": row["follows"] in FOLLOWED,
        "no deviation": whole(row["deviation"]),
    }


def of_a_pair(files: Files, row: Row) -> dict[str, bool]:
    return of_all(files, row) | {
        "another market": row["market"] == "Crypto",
        "the code is not asset and USDT": row["code"] == f"{row['asset']}USDT",
        "unknown class": row["class"] in CRYPTO_CLASSES,
        "it closes": not row["calendar"],
        "the reference price is off the tick": on_step(row["reference_price"], row["tick"]),
        "no lot": positive(row["lot"]) and decimals(row["lot"]) <= QUANTITY_DECIMALS,
        "no deviation": whole(row["deviation"]),
    }


def months_are_sound(months: str, listed: str) -> bool:
    found = MONTHS.fullmatch(months)
    letters = re.sub(r"^\d+\+|\d+q$", "", months)
    rises = months == "all" or list(letters) == sorted(set(letters))
    return bool(found) and rises and whole(listed) and int(found.group(1) or 0) <= int(listed)


def of_a_future(files: Files, row: Row) -> dict[str, bool]:
    indices = {index["code"] for index in files["indices.csv"]}
    physical = row["settlement"] == "physical"
    return of_all(files, row) | {
        "unknown class": row["class"] in FUTURE_CLASSES,
        "no such calendar": file_of(row["calendar"]) in files,
        "the reference price is off the tick": on_step(row["reference_price"], row["tick"]),
        "no multiplier": whole(row["multiplier"]),
        "no unit": bool(row["unit_en"]),
        "the months are none, or more than are listed": months_are_sound(row["months"], row["listed"]),
        "unknown day of last trade": row["last_trade"] in DAY_RULES,
        "unknown day of first notice": row["first_notice"] in DAY_RULES | {""},
        "it settles in neither way": physical or row["settlement"] == "cash",
        "cash is not noticed": physical or not row["first_notice"],
        "there is no such index": row["on"] in indices | {""},
        "an index future is on no index": (row["class"] == "index") == bool(row["on"]),
        "no deviation, or one of its index": whole(row["deviation"]) != bool(row["on"]),
        "no carry": bool(re.fullmatch(r"-?[1-9]\d*|0", row["carry"])),
    }


FILES: dict[str, tuple[str, Callable[[Files, Row], dict[str, bool]]]] = {
    "indices.csv": ("code", of_an_index),
    "crypto_pairs.csv": ("code", of_a_pair),
    "futures.csv": ("root", of_a_future),
}


def classes(files: Files) -> Iterator[str]:
    for name, (code, sound) in FILES.items():
        for row in files[name]:
            yield from (f"{name}: {row[code]}: {problem}" for problem, fine in sound(files, row).items() if not fine)
