import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeOverview } from "@/api/funds";
import { families } from "@/api/keys";

/** The account's worth, and the rates between currencies that it and transfers go by. */
export const fundingOverview = queryOptions({
  queryKey: families.fundingOverview,
  queryFn: ({ signal }) =>
    reply(api.POST("/userCenter/getFundingOverview", { signal })).then(decodeOverview),
});
