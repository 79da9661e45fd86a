"""What is unsound in the calendars: server/data/calendars.csv and the file of days that each of its rows names."""

import datetime
import re
from collections.abc import Iterator
from itertools import pairwise
from zoneinfo import ZoneInfo

Row = dict[str, str]
Files = dict[str, list[Row]]

CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ")
COLUMNS = ["date", "open_utc", "breaks_utc", "close_utc", "half_day"]


def file_of(code: str) -> str:
    return f"calendars/{code}.csv"


def moments(day: Row) -> list[str]:
    """The opening, each break's start and end, and the closing."""
    breaks = day["breaks_utc"].replace(";", "/")
    return [day["open_utc"], *(breaks.split("/") if breaks else []), day["close_utc"]]


def local(moment: str, zone: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(moment).astimezone(ZoneInfo(zone))


def begins_where_it_says(day: Row, calendar: Row) -> bool:
    """On its date, or at the time at which its calendar's days begin on an evening before."""
    opens, date = local(day["open_utc"], calendar["zone"]), datetime.date.fromisoformat(day["date"])
    if opens.date() == date:
        return True
    return opens.date() < date and f"{opens:%H:%M}" == calendar["day_begins"]


def of_a_day(day: Row, calendar: Row) -> Iterator[str]:
    hours = moments(day)
    if not all(MOMENT.fullmatch(moment) for moment in hours):
        yield "a moment is none"
        return
    if len(hours) % 2 or any(first >= then for first, then in pairwise(hours)):
        yield "the hours do not rise"
    if local(day["close_utc"], calendar["zone"]).date().isoformat() != day["date"]:
        yield "it ends on another date"
    if not begins_where_it_says(day, calendar):
        yield "it does not begin when the calendar's days do"
    if day["half_day"] not in ("0", "1"):
        yield f"a half day of {day['half_day']!r}"


def is_zone(name: str) -> bool:
    try:
        return bool(ZoneInfo(name).key)
    except (ValueError, OSError, KeyError):
        return False


def of_a_calendar(calendar: Row) -> Iterator[str]:
    if not is_zone(calendar["zone"]):
        yield f"there is no zone {calendar['zone']}"
    clocks = [calendar[column] for column in ("day_begins", "pre_opens", "after_closes", "after_closes_half_day")]
    yield from (f"{clock!r} is no time" for clock in clocks if clock and not CLOCK.fullmatch(clock))
    if len({bool(clock) for clock in clocks[1:]}) > 1:
        yield "hours before or after the regular ones are missing"
    if not calendar["source"]:
        yield "no source"


def calendars(files: Files) -> Iterator[str]:
    rows = files["calendars.csv"]
    named = {file_of(row["code"]) for row in rows}
    yield from (f"{name}: no row of calendars.csv names it" for name in files if name.startswith("calendars/") and name not in named)
    for calendar in rows:
        name, problems = file_of(calendar["code"]), list(of_a_calendar(calendar))
        yield from (f"calendars.csv: {calendar['code']}: {problem}" for problem in problems)
        days = files.get(name, [])
        if not days or list(days[0]) != COLUMNS:
            yield f"{name}: no days, or other columns"
        elif not problems:
            yield from (f"{name}: {day['date']}: {problem}" for day in days for problem in of_a_day(day, calendar))
            for before, after in pairwise(days):
                if before["date"] >= after["date"] or before["close_utc"] > after["open_utc"]:
                    yield f"{name}: {after['date']}: begins before the day before it ends"


def american_futures(files: Files) -> Iterator[str]:
    """Futures of the United States have the days of its stocks."""
    of_stocks = {day["date"] for day in files[file_of("XNYS")]}
    for code in ("CME", "CBOT_AG", "CME_LIVESTOCK", "ICE_SB", "ICE_KC", "ICE_CC", "ICE_CT"):
        dates = [day["date"] for day in files.get(file_of(code), [])]
        other = of_stocks.symmetric_difference(dates)
        yield from (f"{file_of(code)}: {date}: other than in New York" for date in sorted(other) if dates and dates[0] <= date)
