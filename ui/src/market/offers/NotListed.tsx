import { useTranslation } from "react-i18next";
import type { Offer } from "@/api/offerTerms";

/** Replaces the trade buttons before the listing. */
export default function NotListed({ offer }: { offer: Offer }) {
  const { t } = useTranslation("offers");
  const text = t(offer.status === "open" ? "trade.subscribeLater" : "trade.notListed");
  return <p className="flex-1 py-1.5 text-center text-small text-ink-2">{text}</p>;
}
