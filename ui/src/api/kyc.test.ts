import { expect, it } from "vitest";
import { ApiError } from "./errors";
import { decodeKyc, encodeIdentity, refusedPart } from "./kyc";
import type { Wire } from "./wire";

const wire: Wire["ApplicationsReply"] = {
  kyc: {
    kycStatus: 1,
    reason: null,
    reasons: [],
    documentType: 2,
    country: "HK",
    submitTimestamp: "1795241000000",
    reviewUntilTimestamp: "1795327400000",
    overdue: false,
    reviewTimestamp: null,
    reviewedBy: null,
    imagesUntilTimestamp: null,
  },
  blockTrade: { service: "blockTrade", status: 0 } as Wire["ServiceReply"],
  paperRefusedName: "Refuse",
};

it.each([
  [0, "none"],
  [1, "underReview"],
  [2, "verified"],
  [3, "unsuccessful"],
  [9, "other"],
])("reads status %i as %s", (kycStatus, status) =>
  expect(
    decodeKyc({ ...wire, kyc: { ...wire.kyc, kycStatus: kycStatus as Wire["KycStatus"] } }).status,
  ).toBe(status),
);

it("reads how far a check has come", () =>
  expect(decodeKyc(wire)).toEqual({
    status: "underReview",
    reasons: [],
    document: "passport",
    country: "HK",
    sentAt: 1_795_241_000_000,
    reviewUntil: 1_795_327_400_000,
    overdue: false,
    reviewedAt: null,
    reviewedBy: null,
    picturesUntil: null,
    refusedName: "Refuse",
  }));

it("reads by when the pictures of an unsuccessful check are deleted", () => {
  const kyc = { ...wire.kyc, kycStatus: 3 as const, imagesUntilTimestamp: "1797833003000" };
  expect(decodeKyc({ ...wire, kyc }).picturesUntil).toBe(1_797_833_003_000);
});

const person = { country: "HK", firstName: " Ada ", lastName: "King", number: " A1234563" };

it("writes each document with what it has, and nothing of the other", () => {
  const sent = { country: "HK", firstName: "Ada", lastName: "King", documentNumber: "A1234563" };
  const card = { ...person, birthday: "1990-01-31", lines: [], front: "7", back: "8" };
  expect(encodeIdentity({ ...card, document: "idCard" })).toEqual({
    ...{ ...sent, documentType: 1, birthDate: "1990-01-31" },
    ...{ frontUrl: "/file/7", backUrl: "/file/8" },
  });
  const passport = { ...person, birthday: "", lines: ["P<", "L8"], front: "9", back: null };
  expect(encodeIdentity({ ...passport, document: "passport" })).toEqual({
    ...{ ...sent, documentType: 2, mrzLine1: "P<", mrzLine2: "L8", frontUrl: "/file/9" },
  });
});

it.each([
  ["documentNumber", "number"],
  ["mrzLine2", "lines"],
  ["backUrl", "back"],
  ["somethingNew", null],
  [null, null],
])("knows that %s is about %s", (field, part) =>
  expect(refusedPart(new ApiError(422, "", { error: "x", field }))).toBe(part),
);
