import { decodeFutureTerms } from "./futures";
import { decodeListed, type InstrumentDetail } from "./market";
import { decodeAuction, decodeOffer } from "./offerTerms";
import { moment, momentOrNull, type Wire } from "./wire";

const decodeMarginTerms = ({
  maxLeverage,
  closeOutPercent,
  financing,
  initialPercent,
  maintenancePercent,
}: Wire["MarginInfo"]) => ({
  leverageCap: maxLeverage,
  closeOutPercent,
  financing: financing
    ? {
        long: financing.longRate,
        short: financing.shortRate,
        at: moment(financing.nightTimestamp),
        nights: financing.nights,
      }
    : null,
  ...(initialPercent && maintenancePercent
    ? { ofValue: { initial: initialPercent, maintenance: maintenancePercent } }
    : {}),
});

export function decodeDetail(wire: Wire["StockDetail"]): InstrumentDetail {
  const { stockInfo } = wire;
  return {
    ...decodeListed(stockInfo),
    future: decodeFutureTerms(stockInfo),
    watched: wire.selfSelectStatus,
    bids: stockInfo.bids,
    asks: stockInfo.asks,
    tickSize: stockInfo.tickSize ?? null,
    fractionStep: stockInfo.contract?.fractionStep ?? null,
    amplitude: stockInfo.amplitude ?? null,
    week52High: stockInfo.week52High ?? null,
    week52Low: stockInfo.week52Low ?? null,
    marketCap: stockInfo.marketCap ?? null,
    openAroundTheClock: stockInfo.openAroundTheClock,
    calendar: stockInfo.calendar,
    timeZone: stockInfo.timeZone,
    sessionOpensAt: momentOrNull(stockInfo.sessionOpensTimestamp),
    isOnBreak: stockInfo.onBreak,
    sessionClosesAt: moment(stockInfo.sessionClosesTimestamp),
    settlementDays: stockInfo.contract?.settlementDays ?? null,
    settlesAt: momentOrNull(stockInfo.contract?.settlesTimestamp),
    marketRange: stockInfo.contract?.marketCollar ?? null,
    offer: stockInfo.offer ? decodeOffer(stockInfo.offer) : undefined,
    halt: stockInfo.halt
      ? {
          resumesAt: momentOrNull(stockInfo.halt.resumesTimestamp),
          takesLimitOrders: stockInfo.halt.takesLimitOrders,
        }
      : undefined,
    auction: stockInfo.auction ? decodeAuction(stockInfo.auction) : undefined,
    margin: stockInfo.contract?.margin ? decodeMarginTerms(stockInfo.contract.margin) : null,
  };
}
