"""Writes server/data/new_stocks.csv: new_stocks.py FACTS DATA. The facts are names of companies that do not exist; all else
follows from their place in the file by the rules below, and from the days of the exchanges' calendars. It needs no package."""

import csv
import datetime
import hashlib
import pathlib
import sys

COLUMNS = (
    "code market exchange currency name_en name_zh_hans name_zh_hant pinyin initials industry lot price_low price_high "
    "subscription_price shares_offered prospectus subscription_from subscription_to allotment listed fee_table source"
).split()
SOURCE = "invented: no such company exists"
# Each market's first subscription begins on it or the next trading day; the others follow so many days apart.
FIRST = {"UsStock": datetime.date(2026, 8, 17), "HK": datetime.date(2026, 8, 24)}
DAYS_APART = {"UsStock": 18, "HK": 24}
# Trading days: a prospectus is there before the subscription, which lasts; shares are allotted after it and listed then.
BEFORE = {"UsStock": 15, "HK": 10}
LASTS = {"UsStock": 16, "HK": 4}
CALENDARS = {"UsStock": "XNYS", "HK": "XHKG"}


def days_of(folder: pathlib.Path, calendar: str) -> list[datetime.date]:
    """The days of a calendar, and behind its end all weekdays, since no exchange has announced holidays of then."""
    with open(folder / "calendars" / f"{calendar}.csv", encoding="utf-8", newline="") as rows:
        days = [datetime.date.fromisoformat(row["date"]) for row in csv.DictReader(rows)]
    later = (days[-1] + datetime.timedelta(days=number) for number in range(1, 400))
    return days + [day for day in later if day.weekday() < 5]


def draw(name: str, what: str, bound: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{what}:{name}".encode()).digest()[:8], "big") % bound


def price(name: str, market: str) -> tuple[int, int, int]:
    """The lowest, the highest and the price of subscription, in hundredths: whole dollars, or Hong Kong's steps of then."""
    if market == "UsStock":
        middle = (12 + draw(name, "price", 23)) * 100
        low, high = middle - 100, middle + 100
        return low, high, low + 100 * draw(name, "fixed", 3)
    middle = (60 + draw(name, "price", 420)) * 10
    low, high = middle * 9 // 100 * 10, middle * 11 // 100 * 10
    return low, high, low + (high - low) * draw(name, "fixed", 5) // 40 * 10


def shares(name: str, market: str) -> int:
    return (4 + draw(name, "shares", 17)) * 1_000_000 if market == "UsStock" else (20 + draw(name, "shares", 61)) * 1_000_000


def code(name: str, number: int, market: str, taken: set[str]) -> str:
    """ZZ ends the codes that Nasdaq tests with; 39001 and on lie in a range that HKEX kept free in 2008 (docs/data.md)."""
    if market == "HK":
        return f"{39_001 + number}"
    letters = "".join(letter for letter in name.upper() if letter.isalpha())
    consonants = [letter for letter in letters[1:] if letter not in "AEIOU"]
    found = (f"{letters[0]}{first}{second}ZZ" for first in consonants for second in consonants[1:])
    return next(known for known in found if known not in taken)


def rows(facts: list[dict], folder: pathlib.Path) -> list[dict]:
    made, taken, numbers = [], set(), {market: 0 for market in FIRST}
    for fact in facts:
        market, name = fact["market"], fact["name_en"]
        number = numbers[market]
        numbers[market] += 1
        days = days_of(folder, CALENDARS[market])
        begins = FIRST[market] + datetime.timedelta(days=number * DAYS_APART[market])
        first = next(place for place, day in enumerate(days) if day >= begins)
        last = first + LASTS[market] - 1
        low, high, fixed = price(name, market)
        symbol = code(name, number, market, taken)
        taken.add(symbol)
        syllables = fact["spelled"].split()
        made.append({
            "code": symbol, "market": market, "name_en": name,
            "exchange": "HKEX" if market == "HK" else ("NASDAQ", "NYSE")[number % 2],
            "currency": "HKD" if market == "HK" else "USD",
            "name_zh_hans": fact["name_zh_hans"], "name_zh_hant": fact["name_zh_hant"],
            "pinyin": "".join(syllables), "initials": "".join(syllable[0] for syllable in syllables),
            "industry": fact["industry"], "lot": (100, 200, 500, 1_000)[number % 4] if market == "HK" else 1,
            "price_low": f"{low / 100:.2f}", "price_high": f"{high / 100:.2f}", "subscription_price": f"{fixed / 100:.2f}",
            "shares_offered": shares(name, market),
            "prospectus": days[first - BEFORE[market]], "subscription_from": days[first], "subscription_to": days[last],
            "allotment": days[last + 1], "listed": days[last + 2],
            "fee_table": "hk-stock" if market == "HK" else "", "source": SOURCE,
        })
    return made


def main() -> None:
    with open(sys.argv[1], encoding="utf-8", newline="") as facts:
        made = rows(list(csv.DictReader(facts)), pathlib.Path(sys.argv[2]))
    with open(pathlib.Path(sys.argv[2]) / "new_stocks.csv", "w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(made)


if __name__ == "__main__":
    main()
