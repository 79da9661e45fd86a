import type { User } from "@/api/identity";

/** A customer for tests. */
export const testUser: User = {
  id: "80214663",
  name: "80214663",
  email: "customer@example.com",
  inviteCode: "PLUMB7",
  payPasswordSet: true,
  registeredAt: 1_795_241_000_000,
};
