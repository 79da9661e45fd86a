"""Writes the sessions of the exchanges, regular hours only, from the package exchange_calendars.

A calendar ends where the exchange's own published holidays end in the package: one year past its release.
"""

import pathlib
import sys

import exchange_calendars
import pandas

FIRST_DAY = "2020-01-01"
EXCHANGES = ("XNYS", "XHKG")


def utc(moment) -> str:
    """Empty where the exchange has no break in the middle of the day."""
    return "" if pandas.isna(moment) else f"{moment:%Y-%m-%dT%H:%MZ}"


def write(folder: pathlib.Path, exchange: str) -> None:
    calendar = exchange_calendars.get_calendar(exchange, start=FIRST_DAY)
    early = set(calendar.early_closes)
    with open(folder / f"{exchange}.csv", "w", encoding="utf-8") as out:
        out.write("date,open_utc,break_start_utc,break_end_utc,close_utc,half_day\n")
        for day, session in calendar.schedule.iterrows():
            times = ",".join(utc(session[name]) for name in ("open", "break_start", "break_end", "close"))
            out.write(f"{day:%Y-%m-%d},{times},{int(day in early)}\n")


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for exchange in EXCHANGES:
        write(folder, exchange)


main()
