/** The indicators drawn over the prices. */
export const OVER = ["MA", "EMA", "BOLL"] as const;
/** The indicators in panes beneath the prices. */
export const BELOW = ["VOL", "MACD", "RSI", "RSI3", "KDJ"] as const;
export type Over = (typeof OVER)[number];
export type Below = (typeof BELOW)[number];
export type Indicator = Over | Below;
/** The indicators calculated from the bars; the volume is part of them. */
export type Studied = Exclude<Indicator, "VOL">;

/** One line of an indicator, in the colour of a token. */
export interface StudyLine {
  name: string;
  color: StudyColor;
}

/** Four colours that mean neither price nor status. Legends use them as `text-study-1`. */
export type StudyColor = "study-1" | "study-2" | "study-3" | "study-4";

export interface StudyLook {
  /** The parameters, in brokers' notation. */
  parameters: string;
  lines: readonly StudyLine[];
  /** Decimals beyond those of the prices; without it there are always two. */
  moreDecimals?: number;
  /** Dashed, to distinguish it from another in the same colours. */
  dashed?: true;
  /** True if the last line is drawn as columns from zero, in the colours of rise and fall. */
  columns?: true;
  /** The marked levels, between which the value is neither high nor low. */
  levels?: readonly [low: number, high: number];
}

const COLORS = ["study-1", "study-2", "study-3", "study-4"] as const;

const lines = (...names: string[]): StudyLine[] =>
  names.map((name, index) => ({ name, color: COLORS[index % COLORS.length] ?? "study-1" }));

export const LOOKS: Record<Indicator, StudyLook> = {
  MA: {
    parameters: "5, 10, 20, 60",
    lines: lines("MA5", "MA10", "MA20", "MA60"),
    moreDecimals: 0,
  },
  EMA: { parameters: "12, 26", lines: lines("EMA12", "EMA26"), moreDecimals: 0, dashed: true },
  BOLL: { parameters: "20, 2", lines: lines("MID", "UP", "LOW"), moreDecimals: 0 },
  VOL: { parameters: "", lines: [] },
  MACD: {
    parameters: "12, 26, 9",
    lines: lines("DIF", "DEA", "MACD"),
    moreDecimals: 1,
    columns: true,
  },
  RSI: { parameters: "14", lines: lines("RSI14"), levels: [30, 70] },
  RSI3: { parameters: "6, 12, 24", lines: lines("RSI6", "RSI12", "RSI24"), levels: [30, 70] },
  KDJ: { parameters: "9, 3, 3", lines: lines("K", "D", "J"), levels: [20, 80] },
};

export const isStudied = (name: Indicator): name is Studied => name !== "VOL";

/** The decimals of an indicator's figures, given those of the prices. */
export function decimalsOfStudy(name: Indicator, decimals: number): number {
  const { moreDecimals } = LOOKS[name];
  return moreDecimals === undefined ? 2 : decimals + moreDecimals;
}
