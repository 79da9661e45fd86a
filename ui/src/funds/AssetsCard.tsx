import { useQuery } from "@tanstack/react-query";
import { ArrowRightLeft, ArrowUpRight, type LucideIcon, Plus, ReceiptText } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { type FundingOverview, fundingOverview } from "@/api/fundingOverview";
import { to } from "@/screens";
import {
  BigFigure,
  Card,
  ErrorState,
  Own,
  SignedText,
  Skeleton,
  Sparkline,
  useOwnHidden,
} from "@/ui";
import { Link } from "@/ui/Link";
import { useLastError } from "@/ui/useLastError";

/** Loaded lazily, after the figures that it hides. */
const OwnEye = lazy(() => import("@/ui/OwnEye"));

/** Totals follow the market; a wallet's movements are pushed and refresh them at once. */
const REFRESH_EVERY_MS = 10_000;

export function useLiveOverview() {
  return useQuery({ ...fundingOverview, refetchInterval: REFRESH_EVERY_MS });
}

function Totals({ overview, drawn }: { overview: FundingOverview; drawn: boolean }) {
  const { t } = useTranslation("home");
  const hidden = useOwnHidden();
  const curve = overview.history.map(({ total }) => total);
  return (
    <>
      <div className="flex min-h-4 items-center gap-2.5 text-caption text-ink-2">
        {t("assets.total")} · {overview.currency}
        <Suspense fallback={null}>
          <OwnEye className="-my-3.5" />
        </Suspense>
      </div>
      <Own className="block text-display font-semibold">
        <BigFigure value={overview.total} className="block" />
      </Own>
      <div className="mt-0.5 text-note font-semibold">
        <Own>
          <SignedText value={overview.todayProfit} />
        </Own>{" "}
        <SignedText value={overview.todayProfitPercent} gain={overview.todayProfit} percent />{" "}
        <span className="text-caption font-normal text-ink-2">{t("assets.today")}</span>
      </div>
      {drawn && curve.length > 1 ? (
        <Sparkline
          points={curve}
          // The curve spans more than today, and deposits raise it: the day's gain or loss must not colour it.
          direction="flat"
          width={358}
          height={64}
          area
          of={hidden ? undefined : "equity"}
          className="-mx-4 mt-2 w-[calc(100%+32px)]"
        />
      ) : null}
    </>
  );
}

function Actions() {
  const { t } = useTranslation("home");
  const actions: { href: string; icon: LucideIcon; label: string }[] = [
    { href: to("deposit"), icon: Plus, label: t("action.deposit") },
    { href: to("transfer"), icon: ArrowRightLeft, label: t("action.transfer") },
    { href: to("withdrawCard"), icon: ArrowUpRight, label: t("action.withdraw") },
    { href: to("transactions"), icon: ReceiptText, label: t("action.history") },
  ];
  return (
    <nav aria-label={t("action.label")} className="mt-3.5 grid grid-cols-4 gap-2">
      {actions.map(({ href, icon: Icon, label }) => (
        <Link
          key={href}
          to={href}
          className="flex flex-col items-center gap-1.5 text-center text-caption text-ink-2"
        >
          <span className="grid size-11 place-items-center rounded-control bg-sunken text-ink">
            <Icon size={22} strokeWidth={1.75} aria-hidden />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface AssetsCardProps {
  /** False if the curve is in another pane. */
  curve?: boolean;
}

/** The customer's total assets, their curve, and buttons to move money. */
export function AssetsCard({ curve = true }: AssetsCardProps) {
  const query = useLiveOverview();
  const { data, refetch } = query;
  const error = useLastError(query);
  return (
    <Card>
      {data ? <Totals overview={data} drawn={curve} /> : null}
      {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? (
        <>
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-2 h-9 w-48" />
          <Skeleton className="mt-2 h-4 w-36" />
          <Skeleton className="mt-3 h-14 w-full" />
        </>
      ) : null}
      <Actions />
    </Card>
  );
}
