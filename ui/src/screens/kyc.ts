import { rows } from "./row.ts";

/** The verification of a customer's identity. */
export const kycScreens = rows({
  kyc: {
    path: "/pages/kycverify/index",
    who: "customer",
    tab: "profile",
    title: "kyc:title",
    place: "main",
  },
  kycIdCard: {
    path: "/pages/kycverify/idcard",
    who: "customer",
    tab: "profile",
    title: "kyc:document.idCard",
    place: "main",
  },
  kycPassport: {
    path: "/pages/kycverify/passport",
    who: "customer",
    tab: "profile",
    title: "kyc:document.passport",
    place: "main",
  },
});
