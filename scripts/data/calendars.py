"""Writes the days of the exchanges, regular hours only: those of stocks from the package exchange_calendars, the forex
week from pandas_market_calendars; futures_hours.py has those of futures.

What the exchanges have not announced is not in the packages: a calendar ends where its package does, LAST_DAY at most.
"""

import pathlib
import sys

import exchange_calendars
import pandas
import pandas_market_calendars

import futures_hours
from days import Day, write

LAST_DAY = "2027-12-31"
# Markets whose history is kept since 2020, and those that are only watched.
TRADED = ("XNYS", "XHKG")
WATCHED = (
    "XTSE", "BVMF", "XMEX", "XLON", "XETR", "XPAR", "XMAD", "XMIL", "XAMS", "XSWX", "XSTO", "XTKS", "XSHG", "XTAI",
    "XKRX", "XSES", "XBOM", "XASX", "XIDX",
)
FIRST_DAY_TRADED, FIRST_DAY = "2020-01-01", "2024-01-01"
# Days, each from 17:00 of the day before in New York, on which nobody quotes currencies.
FOREX_HOLIDAYS = ("12-25", "01-01")


def exchange(code: str, first_day: str) -> list[Day]:
    last = exchange_calendars.get_calendar(code).bound_max()
    end = LAST_DAY if last is None else min(LAST_DAY, f"{last:%Y-%m-%d}")
    calendar = exchange_calendars.get_calendar(code, start=first_day, end=end)
    early = set(calendar.early_closes)
    days = []
    for date, session in calendar.schedule.iterrows():
        pause = [] if pandas.isna(session["break_start"]) else [(session["break_start"], session["break_end"])]
        days.append(Day(date.date(), session["open"], pause, session["close"], date in early))
    return days


def forex() -> list[Day]:
    """A day goes from 17:00 to 17:00 in New York, Monday's from Sunday on. The package also has Sundays as days, whose
    hours would be those of Saturday, and knows no holidays."""
    schedule = pandas_market_calendars.get_calendar("FX").schedule(FIRST_DAY_TRADED, LAST_DAY, tz="UTC")
    return [
        Day(date.date(), session["market_open"], [], session["market_close"], False)
        for date, session in schedule.iterrows()
        if date.weekday() < 5 and f"{date:%m-%d}" not in FOREX_HOLIDAYS
    ]


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for codes, first_day in ((TRADED, FIRST_DAY_TRADED), (WATCHED, FIRST_DAY)):
        for code in codes:
            write(folder, code, exchange(code, first_day))
    write(folder, "FX", forex())
    for code, days in futures_hours.calendars(FIRST_DAY, LAST_DAY).items():
        write(folder, code, days)


main()
