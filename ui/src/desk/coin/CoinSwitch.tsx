import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { classOf, codeOf } from "@/products";

/** Loaded lazily: it is below a press. */
const CoinSheet = lazy(() => import("./CoinSheet"));

interface CoinSwitchProps {
  listing: Listing;
  name: string;
}

/** The coin as a title; a press lists the others. */
export function CoinSwitch({ listing, name }: CoinSwitchProps) {
  const { t } = useTranslation("kinds");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-my-2 inline-flex min-h-11 max-w-full items-center gap-1.5"
      >
        <span className="truncate">
          {codeOf({ ...listing, assetClass: classOf(listing.market) })}{" "}
          <span className="text-caption font-medium text-ink-2">{name}</span>
        </span>
        <ChevronDown size={18} aria-hidden className="shrink-0 text-ink-2" />
        <span className="sr-only">{t("desk.switch")}</span>
      </button>
      {isOpen ? (
        <Suspense>
          <CoinSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
