import type { TFunction } from "i18next";
import type { CoinReadings } from "@/api/market";
import { formatDecimal, NO_VALUE } from "@/ui";

const TREND_MARKS = { up: "↗", down: "↘", sideways: "→" };

/** The trend of a coin with an arrow, for a quick look. */
export const trendText = (t: TFunction<"kinds">, trend: CoinReadings["trend"] | undefined) =>
  trend ? `${TREND_MARKS[trend]} ${t(`readings.${trend}`)}` : NO_VALUE;

export const strengthText = (strength: string | null | undefined) =>
  formatDecimal(strength, { max: 0 });

export const volatilityText = (volatility: string | null | undefined) =>
  volatility ? `${formatDecimal(volatility, { max: 0 })}%` : NO_VALUE;
