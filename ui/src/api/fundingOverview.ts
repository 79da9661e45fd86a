import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { decodeOverview } from "./funds";
import { families } from "./keys";

/** The account's worth, and the rates between currencies that it and transfers go by. */
export const fundingOverview = queryOptions({
  queryKey: families.fundingOverview,
  queryFn: ({ signal }) =>
    reply(api.POST("/userCenter/getFundingOverview", { signal })).then(decodeOverview),
});
