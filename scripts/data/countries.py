"""Writes the countries that customers choose from: names in three languages and the code that calls to them begin with.

The countries are those of ISO 3166-1 that have a dialling code (package phonenumbers, Google's libphonenumber), and Kosovo.
Names are those of the Unicode CLDR (package babel), but for four places, which are called as products of their readers do.
"""

import pathlib
import sys

import phonenumbers
from babel import Locale

from rows import write

COLUMNS = "code name_en name_zh_hans name_zh_hant dial_code".split()
LOCALES = {column: Locale.parse(name) for column, name in (
    ("name_en", "en"), ("name_zh_hans", "zh_Hans"), ("name_zh_hant", "zh_Hant_HK"))}
# Islands that have a dialling code and are no country of the standard.
NOT_OF_THE_STANDARD = {"AC", "TA"}
CUSTOMARY = {
    "CN": {"name_en": "Mainland China", "name_zh_hans": "中国内地", "name_zh_hant": "中國內地"},
    "HK": {"name_en": "Hong Kong", "name_zh_hans": "中国香港", "name_zh_hant": "香港"},
    "MO": {"name_en": "Macau", "name_zh_hans": "中国澳门", "name_zh_hant": "澳門"},
    "TW": {"name_en": "Taiwan", "name_zh_hans": "中国台湾", "name_zh_hant": "台灣"},
}


def main(target: str) -> None:
    codes = sorted(phonenumbers.SUPPORTED_REGIONS - NOT_OF_THE_STANDARD)
    rows = [{
        "code": code,
        **{column: locale.territories[code] for column, locale in LOCALES.items()},
        **CUSTOMARY.get(code, {}),
        "dial_code": str(phonenumbers.country_code_for_region(code)),
    } for code in codes]
    write(str(pathlib.Path(target) / "countries.csv"), COLUMNS, rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
