"""Each check of check.py finds what it is for: the committed rows are sound, and one broken row is named."""

import pathlib
import unittest

import check

FOLDER = pathlib.Path(__file__).parent.parent.parent / "server" / "data"
COMMITTED = check.read(FOLDER)
# The committed rows with short calendars: a broken row is found in them too, and sooner.
SHORT = {
    name: [row for row in rows if row["date"] < "2024-03"] if name.startswith("calendars/") else rows
    for name, rows in COMMITTED.items()
}

# Each case: its name, the file, the change, and the words of the finding.
TABLE = (
    ("a code of four digits", "instruments_hk.csv", {"code": "0700"}, "0700: the code has not five digits"),
    ("a price between ticks", "instruments_hk.csv", {"reference_price": "621.03"}, "off the tick"),
    ("a price above the last band", "instruments_hk.csv", {"reference_price": "10000"}, "off the tick"),
    ("an unknown sector", "instruments_hk.csv", {"industry": "Internet"}, "the sector is none"),
    ("an unknown fee table", "instruments_hk.csv", {"fee_table": "hk-stocks"}, "no such fee table"),
    ("a missing name", "instruments_hk.csv", {"name_zh_hant": ""}, "a name is missing"),
    ("a lot of nothing", "board_lots.csv", {"lot": "0"}, "a lot of '0'"),
    ("a negative lot", "board_lots.csv", {"lot": "-100"}, "a lot of '-100'"),
    ("a code that is not its currencies", "forex_pairs.csv", {"code": "EURGBX"}, "the code is not base and quote"),
    ("a currency that nobody knows", "forex_pairs.csv", {"code": "XXXUSD", "base": "XXX"}, "XXXUSD: a currency has no decimals"),
    ("a currency without a policy rate", "forex_pairs.csv", {"code": "KRWUSD", "base": "KRW"}, "KRWUSD: a currency has no policy rate"),
    ("a class without a cap", "forex_pairs.csv", {"class": "huge"}, "no leverage cap"),
    ("a day that is none", "policy_rates.csv", {"effective_from": "2026-02-30"}, "'2026-02-30' is no day"),
    ("a rule without a source", "fees.csv", {"source": ""}, "no source"),
    ("a breaker without a source", "circuit_breakers.csv", {"source": ""}, "circuit_breakers.csv: UsStock marketWideHalt reference : no source"),
    ("a product from a day that is none", "products.csv", {"effective_from": "2026-02-30"}, "products.csv: UsStock : '2026-02-30' is no day"),
    ("a falling band", "tick_sizes.csv", {"up_to": ""}, "the bands do not rise"),
    ("a closing before the opening", "calendars/FX.csv", {"close_utc": "2019-12-31T22:00Z"}, "the hours do not rise"),
    ("a break that ends before it begins", "calendars/XTKS.csv", {"breaks_utc": "2024-01-04T03:30Z/2024-01-04T02:30Z"}, "the hours do not rise"),
    ("a break after the closing", "calendars/XTKS.csv", {"breaks_utc": "2024-01-04T07:30Z/2024-01-04T08:30Z"}, "the hours do not rise"),
    ("half a break", "calendars/XTKS.csv", {"breaks_utc": "2024-01-04T02:30Z"}, "the hours do not rise"),
    ("a moment that is none", "calendars/XTKS.csv", {"open_utc": "2024-01-04 00:00"}, "a moment is none"),
    ("a day that ends on another date", "calendars/XLON.csv", {"date": "2024-01-03"}, "it ends on another date"),
    ("a night that begins at another time", "calendars/CBOT_AG.csv", {"date": "2024-01-03", "close_utc": "2024-01-03T19:20Z"}, "it does not begin when"),
    ("a half day that is neither", "calendars/XLON.csv", {"half_day": "yes"}, "a half day of 'yes'"),
    ("a zone that is none", "calendars.csv", {"zone": "America/Gotham"}, "there is no zone America/Gotham"),
    ("a time that is none", "calendars.csv", {"pre_opens": "4:00"}, "'4:00' is no time"),
    ("hours before and none after", "calendars.csv", {"after_closes": ""}, "hours before or after the regular ones are missing"),
    ("a calendar that nothing names", "calendars.csv", {"code": "XXXX"}, "calendars/XNYS.csv: no row of calendars.csv names it"),
    ("a calendar without days", "calendars.csv", {"code": "XXXX"}, "calendars/XXXX.csv: no days"),
    ("a day of futures on a holiday", "calendars/CME.csv", {"date": "2024-01-01"}, "2024-01-01: other than in New York"),
    ("an index of no region", "indices.csv", {"class": "africa"}, "SPX: unknown class"),
    ("an index without hours", "indices.csv", {"calendar": ""}, "SPX: no such calendar"),
    ("an index that follows a continent", "indices.csv", {"follows": "Europe"}, "SPX: it follows nothing"),
    ("an index in a currency that nobody knows", "indices.csv", {"currency": "XXX"}, "SPX: unknown currency"),
    ("an index at nothing", "indices.csv", {"reference_price": "0"}, "SPX: the reference price is none"),
    ("an index without a Chinese name", "indices.csv", {"name_zh_hans": ""}, "indices.csv: SPX: a name is missing"),
    ("a pair that is not its asset", "crypto_pairs.csv", {"asset": "ETH"}, "BTCUSDT: the code is not asset and USDT"),
    ("a pair that closes", "crypto_pairs.csv", {"calendar": "XNYS"}, "BTCUSDT: it closes"),
    ("a step of nothing", "crypto_pairs.csv", {"tick": "0"}, "BTCUSDT: the reference price is off the tick"),
    ("a price between steps", "crypto_pairs.csv", {"tick": "0.05"}, "BTCUSDT: the reference price is off the tick"),
    ("a step finer than its prices", "crypto_pairs.csv", {"tick": "0.001"}, "BTCUSDT: too few decimals"),
    ("a lot finer than quantities", "crypto_pairs.csv", {"lot": "0.000000001"}, "BTCUSDT: no lot"),
    ("a negative lot of a pair", "crypto_pairs.csv", {"lot": "-1"}, "BTCUSDT: no lot"),
    ("an auction that ends before it begins", "auctions.csv", {"closes": "03:00"}, "UsStock: the times do not rise"),
    ("a block of nothing", "block_rules.csv", {"least_shares": "0"}, "UsStock: no size or no band"),
    ("a new stock that is an old one", "new_stocks.csv", {"code": "AAPL"}, "AAPL: another instrument has the code"),
    ("a new stock that seems to exist", "new_stocks.csv", {"source": "prospectus"}, "AMBZZ: it does not say that it is invented"),
    ("a listing before the subscription", "new_stocks.csv", {"listed": "2026-08-01"}, "AMBZZ: the days do not rise"),
    ("a price out of its range", "new_stocks.csv", {"subscription_price": "99.00"}, "AMBZZ: the price is not within its range"),
    ("a month that is none", "futures.csv", {"months": "HMUA"}, "ES: the months are none"),
    ("months that do not rise", "futures.csv", {"months": "HUMZ"}, "ES: the months are none"),
    ("more nearest months than are listed", "futures.csv", {"months": "5+HMUZ"}, "ES: the months are none"),
    ("a rule that is none", "futures.csv", {"last_trade": "fourth_friday"}, "ES: unknown day of last trade"),
    ("a notice that is none", "futures.csv", {"settlement": "physical", "first_notice": "soon"}, "ES: unknown day of first notice"),
    ("a notice of cash", "futures.csv", {"first_notice": "last_of_prior_month"}, "ES: cash is not noticed"),
    ("a future on an index that is none", "futures.csv", {"on": "FTSE250"}, "ES: there is no such index"),
    ("an index future on nothing", "futures.csv", {"on": ""}, "ES: an index future is on no index"),
    ("a future with swings of its own and an index", "futures.csv", {"deviation": "1600"}, "ES: no deviation, or one of its index"),
    ("half a contract", "futures.csv", {"multiplier": "0.5"}, "ES: no multiplier"),
    ("a future without a carry", "futures.csv", {"carry": ""}, "ES: no carry"),
    ("days that overlap", "calendars/XHKG.csv", {"close_utc": "2020-01-09T08:00Z"}, "begins before the day before it ends"),
)


def with_rows(file: str, rows: list[check.Row]) -> list[str]:
    return check.problems(SHORT | {file: rows})


def broken(file: str, fields: dict[str, str]) -> list[str]:
    first, *others = SHORT[file]
    return with_rows(file, [first | fields, *others])


class Check(unittest.TestCase):
    def test_the_committed_rows_are_sound(self) -> None:
        self.assertEqual(check.problems(COMMITTED), [])

    def test_a_broken_row_is_named(self) -> None:
        for what, file, fields, words in TABLE:
            with self.subTest(what):
                found = broken(file, fields)
                self.assertTrue(any(words in problem for problem in found), found)

    def test_a_row_that_is_there_twice_is_named(self) -> None:
        for file in (*check.DATED, *check.UNIQUE):
            with self.subTest(file):
                found = with_rows(file, [*COMMITTED[file], COMMITTED[file][0]])
                self.assertTrue(any(problem.startswith(file) for problem in found))

    def test_a_market_that_is_settled_for_a_pair_only_is_named(self) -> None:
        pairs_only = [row for row in COMMITTED["settlement.csv"] if row["code"]]
        self.assertIn("settlement.csv: Forex has no rule of its own", with_rows("settlement.csv", pairs_only))


if __name__ == "__main__":
    unittest.main()
