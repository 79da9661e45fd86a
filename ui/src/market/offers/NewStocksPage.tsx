import { useNavigation } from "@/navigation";
import type { NewStocksQuery } from "@/screenQueries";
import { to } from "@/screens";
import { OfferPage } from "./OfferParts";

export default function NewStocksPage(choice: NewStocksQuery) {
  const { open } = useNavigation();
  return (
    <OfferPage
      offer="newStocks"
      choice={choice}
      onShow={({ status, market }) =>
        open(to("newStocks", { status, market: market || undefined }), { replace: true })
      }
    />
  );
}
