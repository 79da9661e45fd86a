import { queryOptions } from "@tanstack/react-query";
import { api, reply, withKey } from "@/api/client";
import { families } from "@/api/keys";
import { decodeArea, decodeKyc, encodeIdentity, type Identity, type Kyc } from "@/api/kyc";

/** The refetch intervals of a check sent just now, and of one that waits for reviewers. */
const SOON_MS = 2_000;
const LATER_MS = 60_000;
const JUST_NOW_MS = 2 * 60_000;

const againAfter = (kyc: Kyc | undefined, now: number) => {
  if (kyc?.status !== "underReview") return false;
  return now - (kyc.sentAt ?? 0) < JUST_NOW_MS ? SOON_MS : LATER_MS;
};

/** The customer's identity check and its status. */
export const identityCheck = queryOptions({
  queryKey: [...families.identity, "kyc"],
  queryFn: async ({ signal }) =>
    decodeKyc(await reply(api.POST("/api/user/userSet/applyStatus", { signal }))),
  refetchInterval: ({ state }) => againAfter(state.data, Date.now()),
});

/** The countries whose documents are accepted, by their names in a language. */
export const areas = (language: string) =>
  queryOptions({
    queryKey: ["areas", language],
    queryFn: async ({ signal }) => {
      const list = (await reply(api.GET("/areaInfo/list", { signal }))).map(decodeArea);
      const { compare } = new Intl.Collator(language);
      return list.toSorted((one, other) => compare(one.name, other.name));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sends a document for review. */
export const sendIdentity = (identity: Identity, key: string) =>
  reply(
    api.POST("/updateReal", { body: encodeIdentity(identity), params: { header: withKey(key) } }),
  );
