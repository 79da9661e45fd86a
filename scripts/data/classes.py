"""Writes the indices, the pairs of crypto assets and the futures that Plumbline lists, from the facts of indices.csv,
crypto.csv and futures.csv beside it (docs/data.md says whose they are). The order of the rows is the order of renown.

A reference price is no market data: it is where the simulated market starts. A level is taken from a public copy of
what Yahoo Finance or the World Bank published, and `source` names the copy and its day.
"""

import pathlib
import sys

from opencc import OpenCC

from rows import read, spelled, write

INDEX_COLUMNS = (
    "code market exchange name_en name_zh_hans name_zh_hant pinyin initials currency class calendar reference_price "
    "price_decimals follows deviation source"
).split()
PAIR_COLUMNS = (
    "code market exchange asset name_en name_zh_hans name_zh_hant pinyin initials currency class calendar "
    "reference_price price_decimals tick lot deviation source"
).split()
FUTURE_COLUMNS = (
    "root exchange class name_en name_zh_hans name_zh_hant pinyin initials currency multiplier unit_en tick "
    "price_decimals calendar months listed last_trade first_notice settlement on reference_price carry deviation source"
).split()
LEVELS = {
    "atra": "github.com/AtraVigil/atra-vigil, data/overnight/latest.json (Yahoo Finance), 2026-09-15",
    "blazem": "github.com/kunal-gswm/BlazeM, data/commodities.json (Yahoo Finance), 2026-09-24",
    "blazem-indices": "github.com/kunal-gswm/BlazeM, data/global_indices.json (Yahoo Finance), 2026-09-24",
    "etf-surge": "github.com/BojieLiu/ETFSurge, _write_cache.py, 2026-07",
    "gmre": "github.com/d87skg/gmre-collectors, data/yahoo_market.csv (Yahoo Finance), 2026-10-09",
    "market-news": "github.com/ingyu-song/market-news, data/indices.json (Yahoo Finance), 2026-06-18",
    "markets": "github.com/DanielAzvdo/markets, data/quotes.json (Yahoo Finance), 2026-08-22",
    "pink-sheet": "World Bank, Pink Sheet, April 2026: mean of March, by weight",
    "ticker-tape": "github.com/jeffbai996/ticker-tape-web, public/data (Yahoo Finance), April 2026",
}
STEPS = "Binance, exchangeInfo: github.com/QuantConnect/Lean, Data/symbol-properties/symbol-properties-database.csv, 2026-08-21"
PRICES = "github.com/Bencode92/stock-analysis-platform, data/filtered/crypto_all_metrics.csv, 2026-03-18"
CONTRACT = "github.com/QuantConnect/Lean, symbol-properties-database.csv and FuturesExpiryFunctions.cs, 2026-08-21"
INDEX_DECIMALS = 2
TO_TRADITIONAL = OpenCC("s2hk")


def decimals(step: str) -> int:
    return len(step.partition(".")[2])


def named(fact: dict) -> dict[str, str]:
    """The traditional name is written where it is not the simplified one in other characters. A name without Chinese
    has no reading."""
    pinyin, initials = ("", "") if fact["name_zh_hans"].isascii() else spelled(fact["name_zh_hans"])
    return {
        "name_en": fact["name_en"], "name_zh_hans": fact["name_zh_hans"],
        "name_zh_hant": fact["name_zh_hant"] or TO_TRADITIONAL.convert(fact["name_zh_hans"]),
        "pinyin": pinyin, "initials": initials,
    }


def index_of(fact: dict) -> dict:
    return {
        **fact, **named(fact), "market": "Index", "price_decimals": INDEX_DECIMALS,
        "source": f"level: {LEVELS[fact['source']]}",
    }


def pair_of(fact: dict) -> dict:
    """A pair is called by its asset. Tether counts as a dollar, as it does in deposits."""
    return {
        **fact, **named(fact), "code": f"{fact['asset']}USDT", "market": "Crypto", "exchange": "", "currency": "USDT",
        "calendar": "", "price_decimals": decimals(fact["tick"]),
        "source": f"steps: {STEPS}; price and swings: {PRICES}",
    }


def future_of(fact: dict) -> dict:
    level = LEVELS[fact.pop("price_source")]
    return {
        **fact, **named(fact), "price_decimals": decimals(fact["tick"]),
        "source": f"contract: {CONTRACT}; price: {level}",
    }


def main() -> None:
    facts, folder = (pathlib.Path(path) for path in sys.argv[1:])
    files = (
        ("indices.csv", "indices.csv", INDEX_COLUMNS, index_of),
        ("crypto.csv", "crypto_pairs.csv", PAIR_COLUMNS, pair_of),
        ("futures.csv", "futures.csv", FUTURE_COLUMNS, future_of),
    )
    for source, target, columns, row_of in files:
        rows = [row_of(fact) for fact in read(str(facts / source))]
        write(str(folder / target), columns, rows)
        print(f"{len(rows)} rows of {target}", file=sys.stderr)


main()
