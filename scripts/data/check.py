"""Says what is unsound in the committed rows of server/data: check.py FOLDER. It needs no package."""

import csv
import datetime
import pathlib
import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby, pairwise

from check_calendars import american_futures, calendars, file_of
from check_classes import classes
from check_offers import offers

# The columns that name the subject of a row, in each file of dated rows. Two rows on one subject are in force one after
# the other, each until the day of the next, so they never overlap unless their days are equal.
DATED = {
    "auctions.csv": ("market",),
    "block_rules.csv": ("market",),
    "board_lots.csv": ("market", "code"),
    "circuit_breakers.csv": ("market", "rule", "term", "up_to"),
    "fees.csv": ("fee_table", "name"),
    "financing_markups.csv": ("market",),
    "futures_margins.csv": ("root",),
    "fx_rates.csv": ("from_currency", "to_currency"),
    "leverage_caps.csv": ("market", "class"),
    "lot_rules.csv": ("market",),
    "order_rules.csv": ("market",),
    "policy_rates.csv": ("currency",),
    "products.csv": ("market", "class"),
    "settlement.csv": ("market", "code"),
    "tick_sizes.csv": ("market", "up_to"),
    "tick_tables.csv": ("table", "up_to"),
    "withdrawal_rules.csv": ("method", "currency"),
}
# Tables of which every version states all rules anew, with the column that names a table.
TABLES = {"fees.csv": "fee_table", "tick_sizes.csv": "market", "tick_tables.csv": "table"}
UNIQUE = {
    "calendars.csv": ("code",),
    "countries.csv": ("code",),
    "crypto_pairs.csv": ("code",),
    "currencies.csv": ("code",),
    "forex_currencies.csv": ("currency",),
    "forex_pairs.csv": ("code",),
    "futures.csv": ("root",),
    "indices.csv": ("code",),
    "instruments.csv": ("market", "code"),
    "instruments_hk.csv": ("market", "code"),
    "new_stocks.csv": ("market", "code"),
}
NAMES = ("name_en", "name_zh_hans", "name_zh_hant")

Row = dict[str, str]
Files = dict[str, list[Row]]


def read(folder: pathlib.Path) -> Files:
    """Every file below the folder by its path in it."""
    files = {}
    for path in sorted(folder.rglob("*.csv")):
        with open(path, encoding="utf-8", newline="") as rows:
            files[path.relative_to(folder).as_posix()] = list(csv.DictReader(rows))
    return files


def key(row: Row, columns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[column] for column in columns)


def is_day(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def repeated(rows: list[Row], columns: tuple[str, ...]) -> Iterator[str]:
    seen = set()
    for row in rows:
        if (of := key(row, columns)) in seen:
            yield " ".join(of)
        seen.add(of)


def dated(files: Files) -> Iterator[str]:
    for name, columns in DATED.items():
        rows = files[name]
        yield from (f"{name}: two rows from the same day: {of}" for of in repeated(rows, (*columns, "effective_from")))
        for row in rows:
            of = " ".join(key(row, columns))
            if not is_day(row["effective_from"]):
                yield f"{name}: {of}: {row['effective_from']!r} is no day"
            if not row["source"]:
                yield f"{name}: {of}: no source"


def bands(files: Files) -> Iterator[str]:
    for name in ("tick_sizes.csv", "tick_tables.csv"):
        for version, rows in groupby(files[name], lambda row: (row[TABLES[name]], row["effective_from"])):
            found = list(rows)
            bounds = [Decimal(row["up_to"] or "Infinity") for row in found]
            if any(low >= high for low, high in pairwise(bounds)) or any(Decimal(row["step"]) <= 0 for row in found):
                yield f"{name}: {' '.join(version)}: the bands do not rise"


def unique(files: Files) -> Iterator[str]:
    for name, columns in UNIQUE.items():
        yield from (f"{name}: {of} is listed twice" for of in repeated(files[name], columns))
        for row in files[name]:
            if not all(row.get(column, "-") for column in NAMES):
                yield f"{name}: {' '.join(key(row, columns))}: a name is missing"


def newest(rows: list[Row], column: str, of: str) -> list[Row]:
    """The rows of the last version of a table."""
    versions = [row for row in rows if row[column] == of]
    last = max((row["effective_from"] for row in versions), default="")
    return [row for row in versions if row["effective_from"] == last]


def on_tick(price: Decimal, ticks: list[Row]) -> bool:
    step = next((Decimal(row["step"]) for row in ticks if price <= Decimal(row["up_to"] or "Infinity")), None)
    return step is not None and price > 0 and price % step == 0


def hong_kong(files: Files) -> Iterator[str]:
    sectors = {row["industry"] for row in files["instruments.csv"]} - {""}
    lots = {row["code"] for row in files["board_lots.csv"] if row["market"] == "HK"}
    fees = {row["fee_table"] for row in files["fees.csv"]}
    for row in files["instruments_hk.csv"]:
        code, table = row["code"], row["tick_table"]
        ticks = newest(files["tick_tables.csv"], "table", table) if table else newest(files["tick_sizes.csv"], "market", "HK")
        sound = {
            "the code has not five digits": re.fullmatch(r"\d{5}", code),
            "no board lot": code in lots,
            "the sector is none of the US file's": row["industry"] in sectors or table,
            "the reference price is off the tick": on_tick(Decimal(row["reference_price"]), ticks),
            "no such fee table": row["fee_table"] in fees,
            "no such calendar": file_of(row["calendar"]) in files,
        }
        yield from (f"instruments_hk.csv: {code}: {problem}" for problem, fine in sound.items() if not fine)
    for row in files["board_lots.csv"]:
        if not re.fullmatch(r"[1-9]\d*", row["lot"]):
            yield f"board_lots.csv: {row['code']}: a lot of {row['lot']!r}"


def forex(files: Files) -> Iterator[str]:
    decimals = {row["code"] for row in files["currencies.csv"]}
    walks = {row["currency"] for row in files["forex_currencies.csv"] if Decimal(row["per_usd"]) > 0}
    rated = {row["currency"] for row in files["policy_rates.csv"]}
    caps = {row["class"] for row in files["leverage_caps.csv"] if row["market"] == "Forex"}
    settled = {row["code"] for row in files["settlement.csv"] if row["market"] == "Forex"}
    pairs = {row["code"] for row in files["forex_pairs.csv"]}
    for row in files["forex_pairs.csv"]:
        both = {row["base"], row["quote"]}
        sound = {
            "the code is not base and quote": row["code"] == row["base"] + row["quote"] and len(both) == 2,
            "a currency has no decimals": both <= decimals,
            "a currency has no reference rate": both <= walks,
            "a currency has no policy rate": both <= rated,
            "no leverage cap": row["class"] in caps,
            "no spread": Decimal(row["spread_pips"]) > 0,
            "no such calendar": file_of(row["calendar"]) in files,
        }
        yield from (f"forex_pairs.csv: {row['code']}: {problem}" for problem, fine in sound.items() if not fine)
    yield from (f"settlement.csv: there is no pair {code}" for code in settled - pairs - {""})
    if "" not in settled:
        yield "settlement.csv: Forex has no rule of its own"


def problems(files: Files) -> list[str]:
    checks = (dated, bands, unique, hong_kong, forex, calendars, american_futures, classes, offers)
    return [problem for check in checks for problem in check(files)]


def main() -> None:
    files = read(pathlib.Path(sys.argv[1]))
    found = problems(files)
    for problem in found:
        print(problem, file=sys.stderr)
    print(f"data: {sum(map(len, files.values()))} rows of {len(files)} files, {len(found)} problems")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
