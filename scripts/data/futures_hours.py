"""The days of futures: holidays and half days of the package pandas_market_calendars, hours as the exchanges state them.

What the packages have of hours is not these: the softs have those of ICE's currencies, and half days end at noon.
"""

import datetime
from zoneinfo import ZoneInfo

import exchange_calendars
import pandas_market_calendars

from days import Day

CHICAGO, NEW_YORK, HONG_KONG = (ZoneInfo(name) for name in ("America/Chicago", "America/New_York", "Asia/Hong_Kong"))
NIGHT = datetime.timedelta(days=1)
# After these holidays grains open with the day session: New Year, and those of July, November and December.
WITHOUT_NIGHT_AFTER = ("01-01", "07", "11", "12")
# The opening and the closing of ICE's softs, in New York.
SOFTS = {"ICE_SB": ("03:30", "13:00"), "ICE_KC": ("04:15", "13:30"), "ICE_CC": ("04:45", "13:30")}


def at(date: datetime.date, clock: str, zone: ZoneInfo) -> datetime.datetime:
    return datetime.datetime.combine(date, datetime.time.fromisoformat(clock), zone)


class Packaged:
    """What the package says of one of its calendars: its days, those of them that end early, and the weekdays between
    them."""

    def __init__(self, name: str, first_day: str, last_day: str) -> None:
        calendar = pandas_market_calendars.get_calendar(name)
        schedule = calendar.schedule(first_day, last_day, tz=calendar.tz)
        closes = {date.date(): f"{close:%H:%M}" for date, close in schedule["market_close"].items()}
        usual = max(closes.values())
        self.dates = list(closes)
        self.early = {date for date, close in closes.items() if close != usual}
        self.first = datetime.date.fromisoformat(first_day)

    def closed_weekdays_before(self, date: datetime.date) -> list[datetime.date]:
        """The weekdays between the day before this one and this one."""
        found, day = [], date - NIGHT
        while day not in self.dates and day >= self.first:
            if day.weekday() < 5:
                found.insert(0, day)
            day -= NIGHT
        return found


def globex(first_day: str, last_day: str) -> list[Day]:
    """From 17:00 to 16:00 in Chicago. On most holidays of the United States trading halts at noon and goes on at 17:00,
    and belongs to the next day throughout: there are no settlements on them, and no contract ends."""
    traded = Packaged("CME_TradeDate", first_day, last_day)
    equity, energy = (Packaged(name, first_day, last_day) for name in ("CME_Equity", "CMEGlobex_EnergyAndMetals"))
    halting = (set(equity.dates) & set(energy.dates)) - set(traded.dates)
    days = []
    for date in traded.dates:
        halts = [day for day in traded.closed_weekdays_before(date) if day in halting]
        begins = [*halts, date]
        breaks = [
            (at(halt, "12:00", CHICAGO), at(after - NIGHT, "17:00", CHICAGO)) for halt, after in zip(begins, begins[1:])
        ]
        half = date in equity.early
        days.append(Day(
            date, at(begins[0] - NIGHT, "17:00", CHICAGO), breaks, at(date, "12:15" if half else "16:00", CHICAGO), half))
    return days


def grains(first_day: str, last_day: str) -> list[Day]:
    packaged = Packaged("CBOT_Agriculture", first_day, last_day)
    days = []
    for date in packaged.dates:
        half, before = date in packaged.early, date - NIGHT
        holiday = before.weekday() < 5 and before not in packaged.dates
        if holiday and f"{before:%m-%d}".startswith(WITHOUT_NIGHT_AFTER):
            opens, breaks = at(date, "08:30", CHICAGO), []
        else:
            opens, breaks = at(before, "19:00", CHICAGO), [(at(date, "07:45", CHICAGO), at(date, "08:30", CHICAGO))]
        days.append(Day(date, opens, breaks, at(date, "12:05" if half else "13:20", CHICAGO), half))
    return days


def livestock(first_day: str, last_day: str) -> list[Day]:
    packaged = Packaged("CBOT_Agriculture", first_day, last_day)
    return [
        Day(date, at(date, "08:30", CHICAGO), [], at(date, "12:05" if date in packaged.early else "13:05", CHICAGO),
            date in packaged.early)
        for date in packaged.dates
    ]


def softs(first_day: str, last_day: str) -> dict[str, list[Day]]:
    """The softs have the holidays of Chicago's grains, and no half days that the package knows."""
    dates = Packaged("CBOT_Agriculture", first_day, last_day).dates
    days = {
        code: [Day(date, at(date, opens, NEW_YORK), [], at(date, closes, NEW_YORK), False) for date in dates]
        for code, (opens, closes) in SOFTS.items()
    }
    cotton = [Day(date, at(date - NIGHT, "21:00", NEW_YORK), [], at(date, "14:20", NEW_YORK), False) for date in dates]
    return {**days, "ICE_CT": cotton}


def hong_kong(first_day: str, last_day: str) -> list[Day]:
    """The night after a day belongs to the next one. There is none after a half day, nor where London and New York both
    have a holiday."""
    stocks, london, new_york = (
        exchange_calendars.get_calendar(code, start=first_day, end=last_day) for code in ("XHKG", "XLON", "XNYS"))
    halves = {day.date() for day in stocks.early_closes}
    abroad = {day.date() for day in london.sessions} | {day.date() for day in new_york.sessions}
    dates, days, before = [day.date() for day in stocks.sessions], [], None
    for date in dates:
        half = date in halves
        opens = at(date, "09:15", HONG_KONG)
        noon = [] if half else [(at(date, "12:00", HONG_KONG), at(date, "13:00", HONG_KONG))]
        close = at(date, "12:00" if half else "16:30", HONG_KONG)
        if before and before not in halves and before in abroad:
            day = Day(date, at(before, "17:15", HONG_KONG), [(at(before + NIGHT, "03:00", HONG_KONG), opens), *noon], close, half)
        else:
            day = Day(date, opens, noon, close, half)
        days.append(day)
        before = date
    return days


def calendars(first_day: str, last_day: str) -> dict[str, list[Day]]:
    span = (first_day, last_day)
    return {
        "CME": globex(*span), "CBOT_AG": grains(*span), "CME_LIVESTOCK": livestock(*span), **softs(*span),
        "HKFE": hong_kong(*span),
    }
