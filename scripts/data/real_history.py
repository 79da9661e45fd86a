"""Writes the daily bars that the package arch ships in the form that the replay feed reads."""

import pathlib
import sys

from arch.data import nasdaq, sp500


def write(folder: pathlib.Path, code: str, frame) -> None:
    with open(folder / f"UsStock-{code}.csv", "w", encoding="utf-8") as out:
        out.write("timestamp,open,high,low,close,volume\n")
        for day, row in frame.iterrows():
            prices = ",".join(f"{row[name]:.2f}" for name in ("Open", "High", "Low", "Close"))
            out.write(f"{day:%Y-%m-%d},{prices},{int(row['Volume'])}\n")


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write(folder, "SP500", sp500.load())
    write(folder, "NASDAQ", nasdaq.load())


main()
