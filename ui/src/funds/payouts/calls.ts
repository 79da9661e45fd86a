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

/** The customer's saved accounts for withdrawals, the newest first. */
export const payouts = queryOptions({
  queryKey: families.payouts,
  queryFn: async ({ signal }) => {
    const list = await reply(api.POST("/UserAccount/SelectCardNo", { body: {}, signal }));
    return list.map(decodePayout);
  },
});

/** Saves a new account. Repeating it changes nothing. */
export const addPayout = (kind: PayoutKind, typed: TypedPayout, payPassword: string) =>
  reply(
    api.POST("/UserAccount/addCardNo", { body: { ...encodeNewPayout(kind, typed), payPassword } }),
  );

/** Changes the edited fields of a saved account; the others stay. */
export const changePayout = (payout: Payout, typed: TypedPayout, payPassword: string) => {
  const changed = encodeChange(payout, typed);
  return reply(
    api.POST("/UserAccount/UpdateCardNo", { body: { ...changed, id: payout.id, payPassword } }),
  );
};

/** Deletes a saved account. Withdrawals to it keep a copy. */
export const deletePayout = ({ id }: Payout, payPassword: string) =>
  reply(api.POST("/UserAccount/delete-card", { body: { id, payPassword } }));
