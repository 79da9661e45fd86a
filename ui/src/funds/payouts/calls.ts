import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import {
  decodePayout,
  encodeChange,
  encodeNewPayout,
  type Payout,
  type PayoutKind,
  type TypedPayout,
} from "@/api/payouts";

/** The accounts that the customer has saved to send money to, the newest first. */
export const payouts = queryOptions({
  queryKey: families.payouts,
  queryFn: async ({ signal }) => {
    const list = await reply(api.POST("/UserAccount/SelectCardNo", { body: {}, signal }));
    return list.map(decodePayout);
  },
});

/** Saves a new account. The same once more changes nothing. */
export const addPayout = (kind: PayoutKind, typed: TypedPayout, payPassword: string) =>
  reply(
    api.POST("/UserAccount/addCardNo", { body: { ...encodeNewPayout(kind, typed), payPassword } }),
  );

/** Changes what was typed anew of a saved account; everything else stays as it is. */
export const changePayout = (payout: Payout, typed: TypedPayout, payPassword: string) => {
  const changed = encodeChange(payout, typed);
  return reply(
    api.POST("/UserAccount/UpdateCardNo", { body: { ...changed, id: payout.id, payPassword } }),
  );
};

/** Deletes a saved account. What was sent to it keeps a copy. */
export const deletePayout = ({ id }: Payout, payPassword: string) =>
  reply(api.POST("/UserAccount/delete-card", { body: { id, payPassword } }));
