"""Has nautilus_trader's simulated exchange deal with the orders of cases.jsonl, and writes what came of each.

A line of the output is an order: path, number, step of its trigger, end, step of its end, and its fills as
step:price:lots. What there is not is empty. A stop without a limit that waits in the exchange is triggered by its fill.
An order of a group has one more cell: what is left of it where it is open at the path's end.

Every order that stands alone and every group has an instrument of its own with the book of its path, because the
exchange lets the fill of one order move the price that others of its instrument are compared with. Stops by the last
trade wait in nautilus's emulator, the only part of it that looks at trades.
"""

import multiprocessing
import signal
from collections import defaultdict
from decimal import Decimal

import pandas as pd
from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
from nautilus_trader.backtest.models import FillModel, MakerTakerFeeModel
from nautilus_trader.config import LoggingConfig, RiskEngineConfig, StrategyConfig
from nautilus_trader.model.currencies import EUR, USD
from nautilus_trader.model.data import BookOrder, OrderBookDepth10, TradeTick
from nautilus_trader.model.enums import (
    AccountType, AggressorSide, BookType, OmsType, OrderSide, TimeInForce, TrailingOffsetType, TriggerType,
)
from nautilus_trader.model.events import (
    OrderCanceled, OrderExpired, OrderFilled, OrderInitialized, OrderRejected, OrderReleased, OrderTriggered,
)
from nautilus_trader.model.identifiers import InstrumentId, Symbol, TradeId, Venue
from nautilus_trader.model.instruments import CurrencyPair, Equity
from nautilus_trader.model.objects import Money, Price, Quantity
from nautilus_trader.model.orders import OrderList, OrderUnpacker
from nautilus_trader.trading.strategy import Strategy

from cases import MARKETS, Market, Step, read_cases, read_steps

VENUE = Venue("SIM")
SECOND = 1_000_000_000
# The last trades, which the emulator looks at, and what tells the strategy that a step is over.
TRADES, OVER = (InstrumentId.from_str(f"{name}.SIM") for name in ("TRADES", "OVER"))
TIMES = {"gtc": TimeInForce.GTC, "ioc": TimeInForce.IOC, "fok": TimeInForce.FOK}


def time_of(step: int) -> int:
    return (step + 1) * SECOND


def step_at(time: int) -> int:
    return time // SECOND - 1


class Units:
    """Prices and quantities of a market, from its ticks and lots and back."""

    def __init__(self, market: Market) -> None:
        self.market = market
        self.increment = self.price(1)

    def price(self, ticks: int) -> Price:
        return Price(Decimal(ticks * self.market.tick).scaleb(-self.market.decimals), self.market.decimals)

    def quantity(self, lots: int) -> Quantity:
        return Quantity.from_int(lots * self.market.lot)

    def ticks(self, price: Price) -> str:
        """A price that lies between two ticks has a fraction."""
        ticks = price.as_decimal().scaleb(self.market.decimals) / self.market.tick
        return str(int(ticks)) if ticks == int(ticks) else str(ticks.normalize())

    def lots(self, quantity: Quantity) -> int:
        lots, rest = divmod(int(quantity.as_decimal()), self.market.lot)
        assert rest == 0, quantity
        return lots

    def instrument(self, id: InstrumentId) -> CurrencyPair | Equity:
        common = dict(
            instrument_id=id, raw_symbol=Symbol(id.symbol.value), price_precision=self.market.decimals,
            price_increment=self.increment, lot_size=Quantity.from_int(self.market.lot), ts_event=0, ts_init=0,
        )
        if self.market.by_last:
            return Equity(currency=USD, **common)
        return CurrencyPair(
            base_currency=EUR, quote_currency=USD, size_precision=0, size_increment=Quantity.from_int(1),
            maker_fee=Decimal(0), taker_fee=Decimal(0), margin_init=Decimal(0), margin_maint=Decimal(0), **common,
        )


class Customer(Strategy):
    """Places the orders of a path, each at its step, and notes what comes of them."""

    def __init__(self, path: dict, steps: int, units: Units) -> None:
        super().__init__(StrategyConfig(strategy_id="CUSTOMER-1"))
        self.steps, self.units = steps, units
        self.placed = defaultdict(list)
        for number, order in enumerate(path["orders"]):
            self.placed[order["at"]].append((number, order))
        self.outcomes = [{"trigger": "", "end": "", "ended": "", "fills": []} for _ in path["orders"]]
        self.numbers = {}

    def on_start(self) -> None:
        self.subscribe_trade_ticks(OVER)

    def on_trade_tick(self, tick: TradeTick) -> None:
        step = step_at(tick.ts_init)
        if step == 0 and self.units.market.by_last:
            # The emulator hears of trades from its first order on: one that nothing reaches.
            never = Price(99_999_999, self.units.market.decimals)
            self.submit_order(self.order_factory.stop_market(
                TRADES, OrderSide.BUY, self.units.quantity(1), never,
                emulation_trigger=TriggerType.LAST_PRICE, trigger_instrument_id=TRADES))
        groups = defaultdict(dict)
        for number, order in self.placed[step]:
            if "group" in order:
                groups[order["group"]][order["part"]] = (number, order)
            else:
                made = self.made(number, order, instrument_of(number))
                self.numbers[made.client_order_id] = number
                self.submit_order(made)
        for parts in groups.values():
            self.submit_order_list(self.listed(parts))

    def listed(self, parts: dict) -> OrderList:
        """The orders of a group, the stop-loss before the take-profit as in the brackets that nautilus makes itself.

        Those have no stop-loss with a limit and no legs without an entry, and their legs are reduce-only. The exchange
        sets the totals of reduce-only orders to what the position has, in the order of a hash that each run seeds anew,
        so that runs differ.
        """
        parts = [parts[part] for part in ("entry", "stopLoss", "takeProfit") if part in parts]
        instrument, id = instrument_of(parts[0][0]), self.order_factory.generate_order_list_id()
        made = {order["part"]: self.made(number, order, instrument) for number, order in parts}
        entry, listed = made.get("entry"), []
        for number, order in parts:
            others = [other for part, other in made.items() if part not in ("entry", order["part"])]
            values = OrderInitialized.to_dict(made[order["part"]].init_event)
            values.update(
                contingency_type="OTO" if order["part"] == "entry" else order["link"].upper(), order_list_id=id.value,
                linked_order_ids=[other.client_order_id.value for other in others],
                parent_order_id=entry.client_order_id.value if entry and order["part"] != "entry" else None,
            )
            listed.append(OrderUnpacker.unpack(values))
            self.numbers[listed[-1].client_order_id] = number
        return OrderList(id, listed)

    def on_stop(self) -> None:
        for id, number in self.numbers.items():
            order, outcome = self.cache.order(id), self.outcomes[number]
            # The exchange may fill what it has cancelled, which is open again then, and never ends.
            outcome["left"] = self.units.lots(order.leaves_qty) if order.is_open and not outcome["end"] else ""

    def made(self, number: int, order: dict, instrument: InstrumentId):
        factory, units, market = self.order_factory, self.units, self.units.market
        common = dict(
            instrument_id=instrument, quantity=units.quantity(order["lots"]),
            order_side=OrderSide.BUY if order["side"] == "buy" else OrderSide.SELL,
        )
        kind, time = order["kind"], order.get("time", "gtc")
        if kind == "market":
            # A market order of nautilus cannot end with the day.
            return factory.market(time_in_force=TIMES.get(time, TimeInForce.GTC), **common)
        waits_for_last = market.by_last and kind != "limit"
        if time != "day":
            common["time_in_force"] = TIMES[time]
        elif waits_for_last:
            assert order["ends"] >= self.steps, "nautilus's emulator ends no order"
        else:
            common.update(time_in_force=TimeInForce.GTD, expire_time=pd.Timestamp(time_of(order["ends"]), tz="UTC"))
        if kind == "limit":
            return factory.limit(price=units.price(order["price"]), **common)
        if waits_for_last:
            common.update(emulation_trigger=TriggerType.LAST_PRICE, trigger_instrument_id=TRADES)
        common["trigger_type"] = TriggerType.LAST_PRICE if waits_for_last else TriggerType.BID_ASK
        if kind == "stop":
            return factory.stop_market(trigger_price=units.price(order["stop"]), **common)
        if kind == "stopLimit":
            stop, price = units.price(order["stop"]), units.price(order["price"])
            return factory.stop_limit(trigger_price=stop, price=price, **common)
        by_amount = kind == "trailAmount"
        return factory.trailing_stop_market(
            trailing_offset=units.price(order["trail"]).as_decimal() if by_amount else Decimal(order["trail"]),
            trailing_offset_type=TrailingOffsetType.PRICE if by_amount else TrailingOffsetType.BASIS_POINTS, **common,
        )

    def on_event(self, event) -> None:
        number = self.numbers.get(getattr(event, "client_order_id", None))
        if number is None:
            return
        outcome, step = self.outcomes[number], step_at(self.clock.timestamp_ns())
        match event:
            case OrderRejected():
                outcome.update(end="refused", ended=step)
            case OrderTriggered() | OrderReleased():
                outcome["trigger"] = step
            case OrderFilled():
                outcome["fills"].append((step, self.units.ticks(event.last_px), self.units.lots(event.last_qty)))
                if self.cache.order(event.client_order_id).is_closed:
                    outcome.update(end="filled", ended=step)
            case OrderCanceled():
                outcome.update(end="cancelled", ended=step)
            case OrderExpired():
                outcome.update(end="expired", ended=step)


def instrument_of(number: int) -> InstrumentId:
    return InstrumentId.from_str(f"BOOK{number}.SIM")


def depth_of(id: InstrumentId, step: Step, gap: int, units: Units, time: int) -> OrderBookDepth10:
    def side(is_buyers: bool) -> list[BookOrder]:
        of = OrderSide.BUY if is_buyers else OrderSide.SELL
        levels = step.levels(is_buyers, gap)
        return [BookOrder(of, units.price(price), units.quantity(size), 0) for price, size in levels]

    bids, asks = side(True), side(False)
    return OrderBookDepth10(id, bids, asks, [1] * len(bids), [1] * len(asks), 0, 0, time, time)


def recorded(path: dict) -> list[dict]:
    units = Units(MARKETS[path["market"]])
    engine = BacktestEngine(BacktestEngineConfig(
        logging=LoggingConfig(bypass_logging=True), risk_engine=RiskEngineConfig(bypass=True)))
    engine.add_venue(
        VENUE, OmsType.NETTING, AccountType.MARGIN, [Money(1_000_000_000, USD)], base_currency=USD,
        book_type=BookType.L2_MBP, fill_model=FillModel(1.0, 1.0, 0.0), fee_model=MakerTakerFeeModel(),
        use_message_queue=False, bar_execution=False, frozen_account=True,
    )
    for id in (TRADES, OVER, *map(instrument_of, range(len(path["orders"])))):
        engine.add_instrument(units.instrument(id))
    steps, data = read_steps(path), []
    for number, step in enumerate(steps):
        time = time_of(number)
        data += [depth_of(instrument_of(index), step, path["gap"], units, time)
                 for index, order in enumerate(path["orders"]) if order["at"] <= number]
        for id, after in ((TRADES, 1), (OVER, 2)):
            data.append(TradeTick(id, units.price(step.last), units.quantity(1), AggressorSide.NO_AGGRESSOR,
                                  TradeId(str(number)), time + after, time + after))
    engine.add_data(data, validate=False, sort=False)
    customer = Customer(path, len(steps), units)
    engine.add_strategy(customer)
    engine.run()
    engine.dispose()
    return customer.outcomes


def of_process(path: dict) -> list[dict] | None:
    """The outcomes of a path, from a process of its own; `None` where the exchange aborts it."""
    outcomes, ours = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=lambda: ours.send(recorded(path)))
    process.start()
    ours.close()
    try:
        return outcomes.recv()
    except EOFError:
        process.join()
        assert process.exitcode == -signal.SIGABRT, f"path {path['path']} ends with {process.exitcode}"
        return None


def of_groups(path: dict) -> list[dict]:
    """The outcomes of a path of groups that together abort the exchange. Each is dealt with alone, to find those that do."""
    outcomes, groups = [], defaultdict(list)
    for order in path["orders"]:
        groups[order["group"]].append(order)
    for orders in groups.values():
        aborted = [{"trigger": "", "end": "aborted", "ended": "", "fills": [], "left": ""}] * len(orders)
        outcomes += of_process({**path, "orders": orders}) or aborted
    return outcomes


def main() -> None:
    for path in read_cases():
        outcomes = of_process(path) or of_groups(path)
        for number, (order, outcome) in enumerate(zip(path["orders"], outcomes, strict=True)):
            fills = " ".join(":".join(map(str, fill)) for fill in outcome["fills"])
            left = [outcome["left"]] if "group" in order else []
            print(path["path"], number, outcome["trigger"], outcome["end"], outcome["ended"], fills, *left, sep=",")


if __name__ == "__main__":
    main()
