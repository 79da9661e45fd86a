import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { classOf, codeOf } from "@/products";

/** Loaded lazily: it is below a press. */
const CoinSheet = lazy(() => import("./CoinSheet"));

interface CoinSwitchProps {
  listing: Listing;
  /** The name in the address, until the one in the reader's language is known. */
  name: string;
}

/** The coin as a title; a press lists the others. */
export function CoinSwitch({ listing, name }: CoinSwitchProps) {
  const { t } = useTranslation("kinds");
  const { data } = useQuery(instrumentDetail(listing));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        // Not in the text, which names the window.
        aria-description={t("desk.switch")}
        onClick={() => setIsOpen(true)}
        className="-my-2 inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-control px-2 -outline-offset-4"
      >
        <span className="truncate">
          {codeOf({ ...listing, assetClass: classOf(listing.market) })}{" "}
          <span className="text-caption font-medium text-ink-2">{data?.name ?? name}</span>
        </span>
        <ChevronDown size={18} aria-hidden className="shrink-0 text-ink-2" />
      </button>
      {isOpen ? (
        <Suspense>
          <CoinSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
