"""What the scripts of this folder share: how a Chinese name is spelled, and how rows are read and written."""

import csv

from pypinyin import Style, lazy_pinyin

INSTRUMENT_COLUMNS = (
    "code market exchange currency name_en name_zh_hans name_zh_hant pinyin initials industry profile "
    "reference_price calendar founded headquarters employees website"
).split()


def spelled(name: str) -> tuple[str, str]:
    return "".join(lazy_pinyin(name)).lower(), "".join(lazy_pinyin(name, style=Style.FIRST_LETTER)).lower()


def read(path: str) -> list[dict]:
    with open(path, encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def write(path: str, columns: list[str], rows: list[dict]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
