import { encodeAssetClass, type Instrument } from "@/api/market";

/** An instrument in the query of an address, under the names that published addresses use. */
export const instrumentQuery = ({ symbol, name, assetClass, market }: Instrument) => ({
  code: symbol,
  name,
  source: encodeAssetClass(assetClass),
  market,
});
