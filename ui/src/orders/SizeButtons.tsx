import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Share, Sizing } from "@/api/orders";
import { walletOf, wallets } from "@/api/wallets";
import { classOf, type TradingWallet } from "@/products";
import { counted } from "@/products/words";
import { useSession } from "@/session";
import {
  compare,
  currencyDecimals,
  equal,
  floorMoney,
  formatMoney,
  isPositive,
  multiply,
  useDebounced,
  useOwnHidden,
  wholeTimes,
} from "@/ui";
import { largestOrder, sizeOf } from "./queries";

const SHARES = [
  { share: "25", of: "0.25", label: "quarter" },
  { share: "half", of: "0.5", label: "half" },
  { share: "75", of: "0.75", label: "threeQuarters" },
] as const;

const LOOK =
  "min-h-11 rounded-[12px] bg-sunken px-2 text-small font-semibold text-balance transition-transform duration-150 enabled:active:scale-[0.97] disabled:text-ink-3";

interface SharesProps {
  /** The greatest possible size: "Max 181 shares"; just "Max" if amounts are hidden. */
  max: string;
  onMax: () => void;
  onShare: (share: (typeof SHARES)[number]) => void;
  /** True if no size is possible, or none is known yet. */
  disabled: boolean;
  /** True for a share that rounds to zero. */
  isNothing?: (share: (typeof SHARES)[number]) => boolean;
}

function Shares({ max, onMax, onShare, disabled, isNothing }: SharesProps) {
  const { t } = useTranslation("orders");
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not fields of a form
    <div
      role="group"
      aria-label={t("ticket.sizes")}
      className="num grid grid-cols-[repeat(3,minmax(44px,1fr))_minmax(0,auto)] gap-2 @max-[240px]/ticket:grid-cols-3 @max-[240px]/ticket:*:last:col-span-3"
    >
      {SHARES.map((share) => (
        <button
          key={share.share}
          type="button"
          disabled={disabled || isNothing?.(share)}
          onClick={() => onShare(share)}
          className={LOOK}
        >
          {t(`ticket.size.${share.label}`)}
        </button>
      ))}
      <button type="button" disabled={disabled} onClick={onMax} className={`${LOOK} px-3`}>
        {max}
      </button>
    </div>
  );
}

interface SizeButtonsProps {
  order: Sizing;
  /** Quantities are multiples of it. */
  lotSize: string;
  /** The step of quantities that are not; null if there are none. */
  fractionStep: string | null;
  /** The account that pays: the server calculates the affordable quantity. Null if the order reduces a holding. */
  wallet: TradingWallet | null;
  /** The quantity free to close; undefined while unknown. */
  free?: string;
  onChoose: (quantity: string) => void;
}

/** Fills in the greatest quantity that is affordable, fees included, or free to sell, or a share of it. */
export function SizeButtons(props: SizeButtonsProps) {
  const { order, lotSize, fractionStep, wallet, free, onChoose } = props;
  const { t } = useTranslation("orders");
  const session = useSession();
  const assetClass = classOf(order.market);
  const isPaid = wallet !== null;
  const { data: owned } = useQuery({ ...wallets, enabled: session !== null && isPaid });
  const available = walletOf(owned, wallet ?? undefined)?.available;
  // The price changes with each tick or key.
  const limitPrice = useDebounced(order.limitPrice);
  const { data: affordable } = useQuery({
    ...largestOrder({ ...order, limitPrice }, available),
    enabled: session !== null && isPaid,
  });
  const choose = useMutation({
    mutationFn: (share: Share) => sizeOf(order, share),
    onSuccess: ({ quantity }) => onChoose(quantity),
  });
  const hidden = useOwnHidden();
  const max = isPaid ? affordable : free;
  // A part of what ends in a fraction may end in one.
  const isWhole = !max || equal(multiply(wholeTimes(max, lotSize), lotSize), max);
  const step = isPaid || isWhole || !fractionStep ? lotSize : fractionStep;
  return (
    <Shares
      max={
        max === undefined || hidden
          ? t("max.unknown")
          : t("max.amount", { amount: counted(t, { ...order, assetClass }, max) })
      }
      onMax={() => max && onChoose(max)}
      onShare={({ share, of }) => {
        // The server sizes what is paid for; what is held is known.
        if (isPaid || !max) choose.mutate(share);
        else onChoose(multiply(wholeTimes(multiply(max, of), step), step));
      }}
      isNothing={({ of }) => !max || compare(multiply(max, of), step) < 0}
      disabled={!max || !isPositive(max) || choose.isPending}
    />
  );
}

interface AmountButtonsProps {
  /** The account that pays. */
  wallet: TradingWallet;
  onChoose: (amount: string) => void;
}

/** Fills in the buying power, or a share of it, as the amount of a purchase. */
export function AmountButtons({ wallet, onChoose }: AmountButtonsProps) {
  const { t } = useTranslation("orders");
  const session = useSession();
  const { data } = useQuery({ ...wallets, enabled: session !== null });
  const { available, currency } = walletOf(data, wallet) ?? {};
  const whole = (amount: string) => floorMoney(amount, currencyDecimals(currency));
  const hidden = useOwnHidden();
  return (
    <Shares
      max={
        available === undefined || hidden
          ? t("max.unknown")
          : t("max.amount", { amount: formatMoney(available, currency) })
      }
      onMax={() => available && onChoose(whole(available))}
      onShare={({ of }) => available && onChoose(whole(multiply(available, of)))}
      disabled={!available || !isPositive(available)}
    />
  );
}
