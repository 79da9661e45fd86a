"""Writes reference.json, the bars and figures that reference.test.ts holds our indicators to.

    python3 -m venv venv && venv/bin/pip install TA-Lib==0.8.2 pandas==3.1.1
    venv/bin/python reference.py > reference.json

The bars are a random walk in cents. MA, BOLL and RSI are TA-Lib's. EMA and MACD are pandas' exponentially weighted
means, which begin with the first close as brokers' do; TA-Lib's begin with an average and come to the same in time, to
which MACD's last figures are held here. KDJ, which neither has, is worked out in fractions from its published definition: RSV = (C - L9) / (H9 - L9) x 100, K = 2/3 K' + 1/3 RSV,
D = 2/3 D' + 1/3 K, J = 3K - 2D, K' and D' being 50 at first.
"""

import json
import random
from fractions import Fraction

import pandas
import talib

COUNT = 150
random.seed(9)


def bars():
    cents = 26000
    for _ in range(COUNT):
        opened = cents + random.randint(-150, 150)
        cents = max(1000, opened + random.randint(-400, 400))
        high = max(opened, cents) + random.randint(0, 200)
        low = min(opened, cents) - random.randint(0, 200)
        yield [f"{price // 100}.{price % 100:02}" for price in (opened, high, low, cents)]


def kdj(highs, lows, closes):
    k = d = Fraction(50)
    for at, close in enumerate(closes):
        if at < 8:
            yield None, None, None
            continue
        top, bottom = max(highs[at - 8 : at + 1]), min(lows[at - 8 : at + 1])
        rsv = Fraction(close - bottom) / (top - bottom) * 100
        k = k * Fraction(2, 3) + rsv / 3
        d = d * Fraction(2, 3) + k / 3
        # The fractions grow without end.
        k, d = k.limit_denominator(10**15), d.limit_denominator(10**15)
        yield float(k), float(d), float(3 * k - 2 * d)


def ema(series, length):
    """From the first figure that there is, and told where there are so many."""
    return series.ewm(span=length, adjust=False, min_periods=length).mean()


def written(*lines):
    """The lines side by side, to ten significant digits; null where there is none yet."""
    return [[None if f is None or f != f else float(f"{f:.10g}") for f in at] for at in zip(*lines)]


told = list(bars())
highs, lows, closes = ([Fraction(bar[part]) for bar in told] for part in (1, 2, 3))
close = pandas.Series([float(price) for price in closes])
upper, middle, lower = talib.BBANDS(close, 20, 2, 2)
rsi = {length: talib.RSI(close, length) for length in (6, 12, 14, 24)}
averages = [talib.SMA(close, length) for length in (5, 10, 20, 60)]
fast, slow = ema(close, 12), ema(close, 26)
dif = fast - slow
dea = ema(dif, 9)
assert abs(dif - talib.MACD(close, 12, 26, 9)[0]).iloc[-1] < 1e-3
expected = {
    "MA": written(*averages),
    "EMA": written(fast, slow),
    "BOLL": written(middle, upper, lower),
    "MACD": written(dif, dea, dif - dea),
    "RSI": written(rsi[14]),
    "RSI3": written(rsi[6], rsi[12], rsi[24]),
    "KDJ": [list(at) if at[0] is None else [float(f"{f:.10g}") for f in at] for at in kdj(highs, lows, closes)],
}
made = f"reference.py, TA-Lib {talib.__version__}, pandas {pandas.__version__}"
parts = [f'"made": {json.dumps(made)}', f'"bars": {json.dumps(told)}']
parts += [f"{json.dumps(name)}: {json.dumps(values)}" for name, values in expected.items()]
print("{\n" + ",\n".join(parts) + "\n}")
