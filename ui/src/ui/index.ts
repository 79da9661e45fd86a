/** The design system. It knows how things look and behave, and nothing of any capability. */
export { AmountField } from "./AmountField";
export { OfflineBanner, StaleBanner } from "./Banner";
export { Button, IconButton } from "./Button";
export { Card, SectionTitle } from "./Card";
export { classes } from "./classes";
export { Field, type FieldProps } from "./Field";
export { FormError } from "./FormError";
export {
  directionOf,
  formatCompact,
  formatDecimal,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSigned,
  MINUS,
  NO_VALUE,
  trimAmount,
} from "./format";
export { FactGrid, KeyValue, KeyValues } from "./KeyValue";
export { ListRow } from "./ListRow";
export { LogoTile } from "./LogoTile";
export { Notice } from "./Notice";
export { Page, useScrollElement } from "./Page";
export { PaperBadge } from "./PaperBadge";
export { PlumbMark } from "./PlumbMark";
export { BigFigure, BigPrice, ChangePill, directionText, PriceText, SignedText } from "./PriceText";
export { Chips, type Choice, Segmented } from "./Segmented";
export { Sheet } from "./Sheet";
export { Skeleton, SkeletonRows } from "./Skeleton";
export { Sparkline } from "./Sparkline";
export { EmptyState, ErrorState } from "./states";
export { TopBar } from "./TopBar";
export { toast } from "./toast";
