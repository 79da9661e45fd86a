"""Writes cases.jsonl anew, always the same. The paths hold calm and wild hours, gaps beyond the collar, thin books."""

import json
import random

from cases import AT_BID, ESCAPE, FAR, FOLDER, LETTERS, MARKETS, NO_MOVE, Step, read_steps

PATHS, STEPS = 200, 280
# The last step on which an order is placed.
PLACED = 150
KINDS = ["market", "limit", "stop", "stopLimit", "trailAmount", "trailPercent"]
FIRST = {"pair": [15_000, 108_500], "share": [10_000, 2_500], "coarse": [2_000, 6_000]}


def letters_of(random: random.Random, wildness: int) -> str:
    written, spread = [], random.randint(1, 12)
    for _ in range(STEPS):
        if random.random() < 0.004 * wildness:
            far = random.choice([-1, 1]) * random.randint(40, 700) + FAR
            written.append(ESCAPE + LETTERS[far // 64] + LETTERS[far % 64])
        else:
            move = round(random.gauss(0, 1 + 3 * wildness))
            written.append(LETTERS[max(-31, min(31, move)) + NO_MOVE])
        spread = max(1, min(40, spread + random.choice([-2, -1, 0, 0, 1, 2])))
        last = random.choice([0, spread, spread // 2, random.randint(-8, 40)])
        sizes = [random.choice([random.randint(1, 9), random.randint(1, 63)]) for _ in range(2)]
        written += [LETTERS[number] for number in [spread, last + AT_BID, *sizes]]
    return "".join(written)


def reached(step: Step, order: dict, kind: str) -> bool:
    """True if a pair's tick fills a limit order, or triggers a stop."""
    price = step.ask if order["side"] == "buy" else step.bid
    rises = (order["side"] == "buy") == (kind != "limit")
    wanted = order["price" if kind == "limit" else "stop"]
    return price >= wanted if rises else price <= wanted


def order_of(random: random.Random, path: dict, steps: list[Step], at: int, kind: str) -> dict:
    step = steps[at]
    is_buy = random.random() < 0.5
    # Away from the market for a buyer: above the ask for a stop, below the bid for a limit.
    up = 1 if is_buy else -1
    near, far = (step.ask, step.bid) if is_buy else (step.bid, step.ask)
    times = ["day", "gtc", "ioc", "fok"] if kind in ("market", "limit") else ["day", "gtc"]
    time = random.choice(times)
    order = {"at": at, "side": "buy" if is_buy else "sell", "kind": kind}
    order["lots"] = random.choice([random.randint(1, 9), random.randint(1, 150)])
    if time != "gtc":
        order["time"] = time
    # Shares are sold by those who own them.
    by_last = MARKETS[path["market"]].by_last
    if not by_last and random.random() < 0.4:
        order["closes"] = True
    if kind == "limit":
        order["price"] = far - up * random.randint(-30, 60)
    if kind in ("stop", "stopLimit"):
        order["stop"] = near + up * random.randint(-3, 70)
    if kind == "stopLimit":
        order["price"] = order["stop"] + up * random.randint(-25, 25)
    if kind == "trailAmount":
        order["trail"] = random.randint(1, 90)
    if kind == "trailPercent":
        order["trail"] = random.randint(2, random.choice([20, 200]))
    if time == "day":
        # nautilus's emulator, which waits for the last trade, ends no order.
        is_emulated = by_last and kind not in ("market", "limit")
        order["ends"] = STEPS if is_emulated else random.randint(at + 20, STEPS - 1)
        # Some end at the very tick that reaches them.
        if kind == "limit" or kind in ("stop", "stopLimit") and not by_last:
            then = [n for n in range(at + 1, STEPS) if reached(steps[n], order, kind)]
            if then and random.random() < 0.3:
                order["ends"] = then[0]
    return order


def rival_of(random: random.Random, order: dict) -> dict:
    """A limit order at the limit of a stop limit order, placed later: it is first where the stop is triggered later."""
    at, lots = order["at"] + random.randint(1, 30), random.randint(1, 150)
    return {"at": at, "side": order["side"], "kind": "limit", "lots": lots, "price": order["price"]}


def legs_of(random: random.Random, is_buy: bool, middle: int, quote: int, lots: int) -> list[dict]:
    """The legs of what is bought, or sold, at `middle`: on both sides of it, and most stop-losses also beyond `quote`."""
    up, closing = (1, "sell") if is_buy else (-1, "buy")
    # Where they are near each other, one is often filled in part before the other is reached.
    far = random.choice([6, 60])
    profit = {"part": "takeProfit", "kind": "limit", "price": middle + up * random.randint(1, far)}
    nearest = middle if random.random() < 0.1 else min(middle * up, quote * up) * up
    stop = nearest - up * random.randint(1, far)
    loss = {"part": "stopLoss", "kind": "stop", "stop": stop}
    if random.random() < 0.4:
        limit = min(stop * up + random.randint(-25, 10), profit["price"] * up - 1) * up
        loss.update(kind="stopLimit", price=limit)
    return [{"side": closing, "lots": lots, "closes": True, **leg} for leg in (profit, loss)]


def lots_of_group(random: random.Random) -> int:
    """Often more than some ticks together display, so that the orders of a group are filled in parts."""
    return random.choice([random.randint(1, 9), random.randint(20, 250), random.randint(20, 250)])


def bracket_of(random: random.Random, path: dict, steps: list[Step], at: int) -> list[dict]:
    entry = order_of(random, path, steps, at, random.choice(["market", "limit", "limit", "stop", "stopLimit"]))
    is_buy, step = entry["side"] == "buy", steps[at]
    up, near, far = (1, step.ask, step.bid) if is_buy else (-1, step.bid, step.ask)
    entry = {**entry, "part": "entry", "lots": lots_of_group(random)}
    entry.pop("closes", None)
    if "stop" in entry:
        # The legs of an entry that is refused come to life in nautilus, and would sell what nobody has bought.
        entry["stop"] = max(entry["stop"] * up, near * up + 1) * up
    if "ends" in entry and entry["kind"] != "market" and random.random() < 0.4:
        # Some end when one tick has filled a part of them.
        then = [n for n in range(at + 1, STEPS - 1) if reached(steps[n], entry, entry["kind"])]
        entry["ends"] = then[0] + 1 if then else entry["ends"]
    if "stop" in entry:
        return [entry, *legs_of(random, is_buy, entry["stop"], entry["stop"], entry["lots"])]
    is_filled = entry["kind"] == "market" or entry["price"] * up >= near * up
    middle = near if is_filled else entry["price"]
    return [entry, *legs_of(random, is_buy, middle, far if is_filled else middle, entry["lots"])]


def pair_of(random: random.Random, steps: list[Step], at: int) -> list[dict]:
    """Legs of a position that is open already."""
    is_buy = random.random() < 0.5
    quote = steps[at].bid if is_buy else steps[at].ask
    # The market has reached one of few pairs when they come.
    middle = quote + random.choice([0] * 18 + [-30, 30])
    return legs_of(random, is_buy, middle, middle, lots_of_group(random))


def groups_along(path: dict, number: int) -> dict:
    chosen = random.Random(f"plumbline groups {number}")
    moments, steps = [chosen.randint(1, PLACED) for _ in range(3)], read_steps(path)
    orders = []
    for group in range(7):
        at, link = chosen.choice(moments), chosen.choice(["ouo", "ouo", "oco"])
        parts = bracket_of(chosen, path, steps, at) if group < 5 else pair_of(chosen, steps, at)
        orders += [{"at": at, "group": group, "link": link, **order} for order in parts]
    return {"path": number, "along": path["path"], "orders": orders}


def main() -> None:
    paths = []
    for number in range(PATHS):
        chosen = random.Random(f"plumbline {number}")
        market = ["pair", "share", "pair", "coarse"][number % 4]
        path = {"path": number, "market": market, "first": FIRST[market][number // 4 % 2]}
        path["gap"] = chosen.choice([1, 2, 5, 40, 300])
        path["steps"] = letters_of(chosen, chosen.choice([0, 1, 1, 2, 4]))
        # Orders that come together compete for what ticks display.
        moments = [chosen.randint(1, PLACED) for _ in range(4)]
        steps, orders = read_steps(path), []
        for kind in KINDS * 2:
            orders.append(order_of(chosen, path, steps, chosen.choice(moments), kind))
            rivals = [order for order in orders if order["kind"] == "stopLimit"]
            if kind == "limit" and rivals and chosen.random() < 0.5:
                orders[-1] = rival_of(chosen, rivals[0])
        paths.append({**path, "orders": orders})
    # Where stops wait for the last trade, nautilus's emulator would have to deal with them.
    pairs = [path for path in paths if path["market"] == "pair"]
    paths += [groups_along(path, PATHS + index) for index, path in enumerate(pairs)]
    with open(FOLDER / "cases.jsonl", "w") as file:
        for path in paths:
            file.write(json.dumps(path, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
