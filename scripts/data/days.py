"""A trading day, and how a calendar of them is written."""

import datetime
import pathlib
from typing import NamedTuple

HEADING = "date,open_utc,breaks_utc,close_utc,half_day\n"


class Day(NamedTuple):
    date: datetime.date
    open: datetime.datetime
    breaks: list[tuple[datetime.datetime, datetime.datetime]]
    close: datetime.datetime
    half: bool


def utc(moment: datetime.datetime) -> str:
    return f"{moment.astimezone(datetime.UTC):%Y-%m-%dT%H:%MZ}"


def write(folder: pathlib.Path, code: str, days: list[Day]) -> None:
    with open(folder / f"{code}.csv", "w", encoding="utf-8") as out:
        out.write(HEADING)
        for day in days:
            breaks = ";".join(f"{utc(start)}/{utc(end)}" for start, end in day.breaks)
            out.write(f"{day.date},{utc(day.open)},{breaks},{utc(day.close)},{int(day.half)}\n")
