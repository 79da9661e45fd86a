import { encodeAssetClass, type Instrument } from "@/api/market";

/** What an address says of an instrument, under the names that addresses have had since they were published. */
export const instrumentQuery = ({ symbol, name, assetClass, market }: Instrument) => ({
  code: symbol,
  name,
  source: encodeAssetClass(assetClass),
  market,
});
