import type { User } from "@/api/types";

/** A customer for tests. */
export const testUser: User = {
  userLoginId: "80214663",
  name: "80214663",
  email: "customer@example.com",
  phone: null,
  inviteCode: "PLUMB7",
  kycStatus: 0,
  payPasswordSet: true,
  blockTradeStatus: 0,
  createTimeTimestamp: "1795241000000",
};
