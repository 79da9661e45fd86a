import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useContext, useState } from "react";
import type { Listing } from "@/api/market";
import type { OfferList } from "@/choices/lists";
import { quoteAddress } from "@/products";
import { instrumentQuery } from "@/products/instrumentQuery";
import { to } from "@/screens";
import { DockedScreen } from "@/ui/DockedScreen";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { ChosenContext } from "../chosen";
import { type OfferChoice, oneOf } from "./offerChoice";
import { auctionStocks, blockStocks, newStocks } from "./offerQueries";

/** The rows of an offer list, from the list's query; undefined until loaded. */
function useOffered(offer: OfferList, choice: OfferChoice) {
  const { status, market } = choice;
  const fresh = useQuery({ ...newStocks(status, market), enabled: offer === "newStocks" });
  const auctions = useQuery({ ...auctionStocks(oneOf(choice)), enabled: offer === "auctions" });
  const blocks = useInfiniteQuery({ ...blockStocks(oneOf(choice)), enabled: offer === "blocks" });
  const rows = {
    newStocks: fresh.data,
    auctions: auctions.data,
    blocks: blocks.data?.pages[0]?.rows,
  };
  const { error } = { newStocks: fresh, auctions, blocks }[offer];
  return { rows: rows[offer], error };
}

interface OfferQuoteProps {
  offer: OfferList;
  choice: OfferChoice;
  /** The quote to show if the list is empty. */
  fallback: ReactNode;
}

/** The quote beside an offer list: of the chosen stock, or of the first. */
export default function OfferQuote({ offer, choice, fallback }: OfferQuoteProps) {
  const { rows, error } = useOffered(offer, choice);
  const chosen = useContext(ChosenContext);
  const [first, setFirst] = useState(rows?.[0]);
  // A later change of the first row does not replace the quote.
  if (!first && rows?.[0]) setFirst(rows[0]);
  const isChosen = ({ symbol, market }: Listing) =>
    symbol === chosen?.code && market === chosen.market;
  const row = rows?.find(isChosen) ?? first;
  if (!row) return rows || error ? fallback : <PageSkeleton />;
  const address =
    offer === "auctions" ? to("quoteAuction", instrumentQuery(row)) : quoteAddress(row);
  return <DockedScreen address={address} />;
}
