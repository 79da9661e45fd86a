import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Position, PositionMargin } from "@/api/positions";
import { formatAverageOf, formatPriceOf, kindOf, priceLook } from "@/products";
import { counted } from "@/products/words";
import {
  BigFigure,
  Card,
  classes,
  directionOf,
  directionText,
  FactGrid,
  formatDecimal,
  formatMoney,
  formatPercent,
  formatTradeTime,
  isPositive,
  KeyValue,
  KeyValues,
  NO_VALUE,
  Own,
  PriceText,
} from "@/ui";
import { FutureFacts } from "../future/FutureFacts";
import { MarginCall } from "../future/MarginCall";
import { RefillSwitch } from "../future/RefillSwitch";
import { LeverageSheet } from "./LeverageSheet";
import { type MarginDirection, MarginSheet } from "./MarginSheet";
import { RiskGauge } from "./RiskGauge";
import { removableOf } from "./removableOf";

const ACTION =
  "min-h-11 rounded-control bg-sunken px-2 text-note font-semibold text-balance transition-transform duration-150 active:scale-[0.985] disabled:opacity-45";

function Profit({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const { profit, profitPercent, currency } = position;
  const look = directionText[directionOf(profit)];
  return (
    <div className="pb-4 text-center">
      <p className="text-small text-ink-2">
        {/* A part of a future's profit is settled each day. */}
        {t(position.future ? "future.profit" : "unrealised")} · {currency}
      </p>
      <Own className="block text-display font-semibold">
        <BigFigure value={profit ?? NO_VALUE} signed className={look} />
      </Own>
      <p className={`num font-semibold ${look}`}>{formatPercent(profitPercent, profit)}</p>
    </div>
  );
}

interface TermsProps {
  position: Position;
  margin: PositionMargin;
}

/** The margin and leverage, with buttons to change them. */
function Terms({ position, margin }: TermsProps) {
  const { t } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const { future } = position;
  const { hasLeverage } = kindOf(position);
  const [opened, setOpened] = useState<MarginDirection | "leverage" | null>(null);
  const removable = removableOf(position);
  const close = () => setOpened(null);
  return (
    <Card className="mt-3">
      <MarginCall position={position} />
      {/* Futures have a margin call at their maintenance margin, and no half that is closed first. */}
      {future ? null : <RiskGauge level={margin.level} />}
      <KeyValues>
        {future && margin.liquidationPrice === null ? null : (
          <KeyValue
            label={
              <>
                {t("margin.liquidation")}
                {future ? null : (
                  <span className="block text-caption">{t("margin.liquidationHint")}</span>
                )}
              </>
            }
          >
            {margin.liquidationPrice === null ? (
              t("margin.noLiquidation")
            ) : (
              <span className="font-semibold text-danger">
                {formatPriceOf(position, margin.liquidationPrice)}
              </span>
            )}
          </KeyValue>
        )}
        <KeyValue label={t("margin.amount")}>
          <Own>
            {formatMoney(position.cost, position.currency)} {position.currency}
          </Own>
        </KeyValue>
        {future?.maintenance ? (
          <KeyValue label={orders("margin.maintenance")}>
            <Own>
              {formatMoney(future.maintenance, position.currency)} {position.currency}
            </Own>
          </KeyValue>
        ) : null}
        <KeyValue
          label={
            <>
              {t("margin.removable")}
              <span className="block text-caption">{t("margin.removableHint")}</span>
            </>
          }
        >
          <Own>
            {removable === null
              ? NO_VALUE
              : `${formatMoney(removable, position.currency)} ${position.currency}`}
          </Own>
        </KeyValue>
        {hasLeverage ? (
          <KeyValue label={t("margin.leverage")}>{formatDecimal(margin.leverage)} : 1</KeyValue>
        ) : null}
      </KeyValues>
      <div className={classes("mt-2 gap-2", hasLeverage ? "flex *:flex-auto" : "grid grid-cols-2")}>
        <button type="button" className={ACTION} onClick={() => setOpened("add")}>
          {t("margin.add")}
        </button>
        {/* It stays in its place: what can be taken back comes and goes with the market. */}
        <button
          type="button"
          className={ACTION}
          disabled={!isPositive(removable ?? "")}
          onClick={() => setOpened("remove")}
        >
          {t("margin.remove")}
        </button>
        {hasLeverage ? (
          <button type="button" className={ACTION} onClick={() => setOpened("leverage")}>
            {t("margin.leverage")}
          </button>
        ) : null}
      </div>
      {future ? <RefillSwitch position={position} /> : null}
      {opened === "leverage" ? (
        <LeverageSheet position={position} onClose={close} onAddMargin={() => setOpened("add")} />
      ) : opened ? (
        <MarginSheet position={position} direction={opened} onClose={close} />
      ) : null}
    </Card>
  );
}

interface MarginFactsProps extends TermsProps {
  /** Called with the new month's code once the roll of a future is confirmed. */
  onRoll?: (code: string) => void;
}

/** A position on margin: its gain, its price and its margin. */
export function MarginFacts({ position, margin, onRoll }: MarginFactsProps) {
  const { t, i18n } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const { future } = position;
  const facts = [
    {
      label: t(`side.${position.side}`),
      value: (
        <Own>
          {future ? counted(orders, position, position.quantity) : formatDecimal(position.quantity)}
        </Own>
      ),
    },
    { label: t("entry"), value: formatAverageOf(position, position.averagePrice) },
    {
      label: t("mark"),
      value: <PriceText value={margin.mark} {...priceLook(position, margin.mark)} />,
    },
  ];
  return (
    <>
      <Profit position={position} />
      <Card>
        <FactGrid facts={facts} />
        {/* A line ends between the two, and not within an amount. */}
        <p className="num mt-3 flex flex-wrap justify-between gap-x-4 text-caption text-ink-2">
          <span>
            {t("openedAt", { time: formatTradeTime(position.openedAt, i18n.language, position) })}
          </span>
          <span>
            {t("feesPaid")} <Own>{formatMoney(position.fee, position.currency)}</Own>{" "}
            {position.currency}
          </span>
        </p>
      </Card>
      <Terms position={position} margin={margin} />
      {future ? <FutureFacts position={position} future={future} onRoll={onRoll} /> : null}
    </>
  );
}
