"""Adds to the board lots what a newer List of Securities of HKEX says otherwise: a row for each changed or new lot.

The list is https://www.hkex.com.hk/eng/services/trading/securities/securitieslists/ListOfSecurities.xlsx. It names the day
that it is as at, and the rows are in force from that day: on which day before it a lot changed, the list does not say.
"""

import re
import sys

import openpyxl

from rows import read, write

COLUMNS = "market code effective_from lot source".split()
SOURCE = (
    "HKEX, List of Securities, https://www.hkex.com.hk/eng/services/trading/securities/securitieslists/"
    "ListOfSecurities.xlsx, updated as at {}"
)


def listed(path: str) -> tuple[str, dict[str, str]]:
    """The day of the list as it writes it, and the lot of each code."""
    sheet = openpyxl.load_workbook(path, read_only=True).active
    # The file claims to be as small as its heading.
    sheet.reset_dimensions()
    day, lots = "", {}
    for row in sheet.iter_rows(values_only=True):
        first = str(row[0] or "")
        day = first.removeprefix("Updated as at ") if first.startswith("Updated as at ") else day
        if re.fullmatch(r"\d{5}", first) and row[4]:
            lots[first] = str(row[4]).replace(",", "")
    return day, lots


def main() -> None:
    codes_path, target, list_path = sys.argv[1:]
    day, lots = listed(list_path)
    effective_from = "-".join(reversed(day.split("/")))
    rows = read(target)
    if any(row["effective_from"] > effective_from for row in rows):
        sys.exit(f"The list is as at {day}, and some rows are newer.")
    in_force = {row["code"]: row["lot"] for row in sorted(rows, key=lambda row: row["effective_from"])}
    for code in (row["code"] for row in read(codes_path)):
        if code not in lots:
            print(f"{code} is not on the list", file=sys.stderr)
        elif lots[code] != in_force.get(code):
            print(f"{code}: {in_force.get(code)} to {lots[code]}", file=sys.stderr)
            source = SOURCE.format(day)
            rows.append(dict(zip(COLUMNS, ("HK", code, effective_from, lots[code], source), strict=True)))
    write(target, COLUMNS, sorted(rows, key=lambda row: (row["market"], row["code"], row["effective_from"])))


main()
