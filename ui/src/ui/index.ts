/** The design system: looks and behaviour, independent of any capability. */

export {
  add,
  ceilMoney,
  ceilWhole,
  compare,
  decimalsOf,
  equal,
  floorMoney,
  isDecimal,
  isPositive,
  multiply,
  negate,
  percentOf,
  proportion,
  roundMoney,
  stepBy,
  subtract,
  sum,
  toCents,
  wholeTimes,
  withDecimals,
} from "@/decimal";
export { AmountField } from "./AmountField";
export { BehindBanner, OfflineBanner, StaleBanner } from "./Banner";
export { Button, IconButton } from "./Button";
export { Card, SectionTitle } from "./Card";
export { CardSkeletons } from "./CardSkeletons";
export { type Column, ColumnTable } from "./ColumnTable";
export { CopyButton } from "./CopyButton";
export { classes } from "./classes";
export { Field, type FieldProps } from "./Field";
export { Form } from "./Form";
export { FormError } from "./FormError";
export {
  currencyDecimals,
  directionOf,
  type Figure,
  formatCompact,
  formatDecimal,
  formatGain,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSigned,
  MINUS,
  NO_VALUE,
} from "./format";
export { FactGrid, KeyValue, KeyValues } from "./KeyValue";
export { isComposing } from "./keys";
export { LeverageSlider } from "./LeverageSlider";
export { LinkButton } from "./LinkButton";
export { ListRow } from "./ListRow";
export { LogoTile } from "./LogoTile";
export { MoreButton, NextPageError } from "./MoreButton";
export { Notice } from "./Notice";
export { isOwnHidden, Own, ownText, useOwnHidden, useOwnText } from "./Own";
export { Page, useScrollElement } from "./Page";
export { PageHeading } from "./PageHeading";
export { PaperBadge } from "./PaperBadge";
export { PlumbMark } from "./PlumbMark";
export {
  BigFigure,
  BigPrice,
  ChangePill,
  directionText,
  PriceDigits,
  type PriceLook,
  PriceOverPill,
  PriceText,
  SignedText,
} from "./PriceText";
export { QueryList } from "./QueryList";
export { QueryView } from "./QueryView";
export { type ScrollingTab, ScrollingTabs } from "./ScrollingTabs";
export { Chips, type Choice, Segmented } from "./Segmented";
export { type Session, SessionBadge } from "./SessionBadge";
export { Sheet } from "./Sheet";
export { Skeleton, SkeletonRows } from "./Skeleton";
export { Sparkline } from "./Sparkline";
export { StepButton } from "./StepButton";
export { Stepper } from "./Stepper";
export { EmptyState, ErrorState } from "./states";
export { TopBar } from "./TopBar";
export {
  formatClock,
  formatExchangeClock,
  formatExchangeTime,
  formatMoment,
  formatTime,
  formatTradeMinute,
  formatTradeMoment,
  formatTradeTime,
  formatZonedMoment,
} from "./time";
export { toast } from "./toast";
export { UnansweredNotice } from "./UnansweredNotice";
export { useDebounced } from "./useDebounced";
export { useNextPage } from "./useNextPage";
