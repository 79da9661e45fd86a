"""Writes the sessions of the exchanges, regular hours only, from the package exchange_calendars, and those of the forex
week from pandas_market_calendars.

A calendar ends where the exchange's own published holidays end in the package: one year past its release. The forex
week ends with that of New York.
"""

import pathlib
import sys

import exchange_calendars
import pandas
import pandas_market_calendars

FIRST_DAY = "2020-01-01"
EXCHANGES = ("XNYS", "XHKG")
HEADING = "date,open_utc,break_start_utc,break_end_utc,close_utc,half_day\n"
# Days, each from 17:00 of the day before in New York, on which nobody quotes currencies.
FOREX_HOLIDAYS = ("12-25", "01-01")


def utc(moment) -> str:
    """Empty where the exchange has no break in the middle of the day."""
    return "" if pandas.isna(moment) else f"{moment:%Y-%m-%dT%H:%MZ}"


def write(folder: pathlib.Path, exchange: str) -> None:
    calendar = exchange_calendars.get_calendar(exchange, start=FIRST_DAY)
    early = set(calendar.early_closes)
    with open(folder / f"{exchange}.csv", "w", encoding="utf-8") as out:
        out.write(HEADING)
        for day, session in calendar.schedule.iterrows():
            times = ",".join(utc(session[name]) for name in ("open", "break_start", "break_end", "close"))
            out.write(f"{day:%Y-%m-%d},{times},{int(day in early)}\n")


def write_forex(folder: pathlib.Path) -> None:
    """A day goes from 17:00 to 17:00 in New York, Monday's from Sunday on. The package also has Sundays as days, whose
    hours would be those of Saturday, and knows no holidays."""
    last = exchange_calendars.get_calendar("XNYS").last_session
    schedule = pandas_market_calendars.get_calendar("FX").schedule(FIRST_DAY, last, tz="UTC")
    with open(folder / "FX.csv", "w", encoding="utf-8") as out:
        out.write(HEADING)
        for day, session in schedule.iterrows():
            if day.weekday() < 5 and f"{day:%m-%d}" not in FOREX_HOLIDAYS:
                out.write(f"{day:%Y-%m-%d},{utc(session['market_open'])},,,{utc(session['market_close'])},0\n")


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for exchange in EXCHANGES:
        write(folder, exchange)
    write_forex(folder)


main()
