"""Holds the committed calendars against the other package that has them, for 2026 and 2027, and names what they say
otherwise. Run by `generate`, since it needs the packages."""

import pathlib
import unittest

import exchange_calendars
import pandas_market_calendars

from days import utc
from rows import read

FOLDER = pathlib.Path(__file__).parent.parent.parent / "server" / "data" / "calendars"
FIRST_DAY, LAST_DAY = "2026-01-01", "2027-12-31"
# Calendars that pandas_market_calendars has of its own, and does not take from exchange_calendars.
OTHERS = {
    "XNYS": "NYSE", "XHKG": "HKEX", "XTSE": "TSX", "BVMF": "BMF", "XLON": "LSE", "XSWX": "SIX", "XTKS": "JPX",
    "XSHG": "SSE", "XBOM": "BSE", "XASX": "ASX",
}
# Calendars for which the two have equal days and different hours.
OTHER_HOURS = {
    "XHKG": "pandas_market_calendars does not know that the eves end at noon",
    "BVMF": "pandas_market_calendars ends at 17:00; São Paulo does from March to October, and an hour later else",
    "XASX": "pandas_market_calendars counts the closing auction in, ten minutes",
}


def days(code: str) -> dict[str, dict[str, str]]:
    return {row["date"]: row for row in read(str(FOLDER / f"{code}.csv")) if FIRST_DAY <= row["date"] <= LAST_DAY}


class Agreement(unittest.TestCase):
    def test_stocks_have_the_days_of_the_other_package(self) -> None:
        for code, name in OTHERS.items():
            ours = days(code)
            schedule = pandas_market_calendars.get_calendar(name).schedule(FIRST_DAY, max(ours), tz="UTC")
            theirs = {f"{date:%Y-%m-%d}": session for date, session in schedule.iterrows()}
            with self.subTest(code):
                self.assertEqual(list(ours), list(theirs))
                other_hours = [
                    date for date, day in ours.items()
                    if (day["open_utc"], day["close_utc"]) != (utc(theirs[date]["market_open"]), utc(theirs[date]["market_close"]))
                ]
                self.assertEqual(bool(other_hours), code in OTHER_HOURS, other_hours[:5])

    def test_what_the_hours_of_hong_kong_differ_by_is_the_half_days(self) -> None:
        ours = days("XHKG")
        closes = pandas_market_calendars.get_calendar("HKEX").schedule(FIRST_DAY, LAST_DAY, tz="UTC")["market_close"]
        other = {f"{date:%Y-%m-%d}" for date, close in closes.items() if utc(close) != ours[f"{date:%Y-%m-%d}"]["close_utc"]}
        self.assertEqual(other, {date for date, day in ours.items() if day["half_day"] == "1"})

    def test_futures_have_the_holidays_of_the_other_package(self) -> None:
        """It counts a holiday on which trading halts at noon as a day that ends early, and does not know that of June."""
        calendar = exchange_calendars.get_calendar("CMES", start=FIRST_DAY, end=LAST_DAY)
        open_days = {f"{day:%Y-%m-%d}" for day in calendar.sessions}
        early = {f"{day:%Y-%m-%d}" for day in calendar.early_closes}
        ours = days("CME")
        half = {date for date, day in ours.items() if day["half_day"] == "1"}
        self.assertEqual(set(ours) - open_days, set())
        self.assertEqual(half - early, set())
        self.assertEqual(open_days - set(ours) - early, {"2026-06-19", "2027-06-18"})


if __name__ == "__main__":
    unittest.main()
