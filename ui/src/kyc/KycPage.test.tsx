import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Wire } from "@/api/wire";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const AREAS = [
  ["CN", "China", "中国", "中國"],
  ["HK", "Hong Kong", "香港", "香港"],
].map(([country, name, zhHans, zhHant]) => ({
  ...{ country, name, nameEn: name, nameZhHans: zhHans, nameZhHant: zhHant, dialCode: "1" },
}));

const NONE: Wire["KycReply"] = {
  kycStatus: 0,
  reason: null,
  reasons: [],
  documentType: null,
  country: null,
  submitTimestamp: null,
  reviewUntilTimestamp: null,
  overdue: false,
  reviewTimestamp: null,
  reviewedBy: null,
  imagesUntilTimestamp: null,
};
const SENT: Wire["KycReply"] = {
  ...NONE,
  ...{ kycStatus: 1, documentType: 1, country: "HK" },
  ...{ submitTimestamp: "1795241000000", reviewUntilTimestamp: "1795327400000" },
};
const USABLE = {
  ...{ currency: "USD", usable: "0.00", lines: [], rate: null, methods: [], locks: [] },
  ...{ suspense: [], addressLockSeconds: 0, coolingOffSeconds: 0, creditHoldSeconds: 0 },
};

let kyc: Wire["KycReply"];
let refusedName: string | null;
let sent: { key: string | null; body: Record<string, unknown> }[];
let outcomes: (() => Response)[];
let uploads: number;
/** Holds each upload until it resolves. */
let uploading: Promise<void>;
/** True if the server blocks withdrawals until the identity is verified. */
let identityRequired: boolean;

beforeEach(async () => {
  const host = installPlatform();
  URL.createObjectURL = vi.fn(() => "blob:picture");
  URL.revokeObjectURL = vi.fn();
  sessionStorage.clear();
  [kyc, refusedName, sent, outcomes, uploads] = [NONE, "Refuse", [], [], 0];
  identityRequired = false;
  uploading = Promise.resolve();
  host.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/areaInfo/list") return envelope(200, AREAS);
    if (pathname === "/api/user/userSet/applyStatus") {
      return envelope(200, { kyc, blockTrade: { status: 0 }, paperRefusedName: refusedName });
    }
    if (pathname === "/withdrawal/getUsableWithdrawalAmount") {
      return envelope(200, { ...USABLE, identityRequired });
    }
    if (pathname === "/file/upload") {
      uploads += 1;
      await uploading;
      return envelope(200, { id: String(uploads), url: `/file/${uploads}?expires=1&signature=x` });
    }
    if (pathname === "/file/link") {
      const { id } = (await request.json()) as { id: string };
      return envelope(200, { id, url: `/file/${id}?expires=1&signature=x` });
    }
    if (pathname.startsWith("/file/")) return new Response(new Blob(["picture"]));
    if (pathname !== "/updateReal") return envelope(404, { error: "url_unknown" });
    sent.push({
      key: request.headers.get("Idempotency-Key"),
      body: (await request.json()) as Record<string, unknown>,
    });
    return (outcomes.shift() ?? (() => envelope(200, SENT)))();
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

const send = () =>
  userEvent.click(screen.getByRole("button", { name: /^Send (for review|again)$/ }));

async function chooseCountry(search: string, name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: /Country or region/ }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.type(await sheet.findByRole("searchbox"), search);
  await userEvent.click(sheet.getByRole("button", { name: new RegExp(name) }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

async function fillInCard(): Promise<void> {
  await chooseCountry("香", "Hong Kong");
  await userEvent.type(screen.getByLabelText("Last name"), "King");
  await userEvent.type(screen.getByLabelText("First name"), "Ada");
  await userEvent.type(screen.getByLabelText("ID card number"), "A123456(3)");
  await userEvent.type(screen.getByLabelText("Date of birth"), "1990-01-31");
  const picture = new File(["x"], "card.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Choose a picture: Front of the ID card"), picture);
  await screen.findByRole("img", { name: "Front of the ID card" });
  await userEvent.upload(screen.getByLabelText("Choose a picture: Back of the ID card"), picture);
  await screen.findByRole("img", { name: "Back of the ID card" });
}

it("says that withdrawals need it where the server demands it, and nothing of them elsewhere", async () => {
  await renderScreen(<ScreenPage />, to("kyc"));
  expect(await screen.findByText(/You can trade without one\.$/)).toBeVisible();
  expect(screen.queryByText(/before you withdraw/)).toBeNull();
  cleanup();
  identityRequired = true;
  await renderScreen(<ScreenPage />, to("kyc"));
  expect(await screen.findByText(/verify your identity before you withdraw\.$/)).toBeVisible();
});

it("says of a verified identity what becomes of what verified it", async () => {
  kyc = { ...SENT, kycStatus: 2, reviewTimestamp: "1795241009000" };
  await renderScreen(<ScreenPage />, to("kyc"));
  expect(await screen.findByText(/is kept, with no deletion date/)).toBeVisible();
  expect(screen.queryByText(/unsuccessful/)).toBeNull();
});

it("asks for a country before the form, and leads to the one of the document", async () => {
  await renderScreen(<ScreenPage />, to("kyc"));
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
  expect(screen.getByText("Please choose a country or region.")).toBeVisible();
  await chooseCountry("hong", "Hong Kong");
  await userEvent.click(screen.getByRole("radio", { name: "Passport" }));
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(window.location.hash).toBe(`#${to("kycPassport")}`);
});

it("does not count a picture that is on its way among what is wrong, and sends nothing before it is there", async () => {
  let arrive = () => {};
  uploading = new Promise((resolve) => {
    arrive = resolve;
  });
  await renderScreen(<ScreenPage />, to("kycIdCard"));
  await chooseCountry("香", "Hong Kong");
  await send();
  const summary = () => screen.getByText(/entries need your attention$/).textContent;
  expect(summary()).toBe("6 entries need your attention");
  const picture = new File(["x"], "card.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Choose a picture: Front of the ID card"), picture);
  await waitFor(() => expect(summary()).toBe("5 entries need your attention"));
  expect(screen.getByRole("button", { name: "Uploading picture…" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send for review" })).toBeNull();
  arrive();
  expect(await screen.findByRole("button", { name: "Send for review" })).toBeVisible();
  expect(summary()).toBe("5 entries need your attention");
});

/** The word of a newer server. */
const NEWER = "brand_new" as "underage";

it("says why it was unsuccessful, and that it can be tried again", async () => {
  kyc = {
    ...SENT,
    ...{ kycStatus: 3, reasons: ["document_expired", NEWER], reason: "document_expired" },
    ...{ reviewTimestamp: "1795241003000", reviewedBy: "reviewers" },
    imagesUntilTimestamp: "1797833003000",
  };
  await renderScreen(<ScreenPage />, to("kyc"));
  expect(await screen.findByText("The document has expired.")).toBeVisible();
  expect(screen.getByText(/^Another reason/)).toBeVisible();
  expect(screen.getByText("Two reviewers")).toBeVisible();
  expect(screen.getByText("Pictures deleted by")).toBeVisible();
  expect(await screen.findByText("ID card · Hong Kong")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

it("says honestly that a review is late, and takes no other document meanwhile", async () => {
  kyc = { ...SENT, overdue: true };
  refusedName = null;
  await renderScreen(<ScreenPage />, to("kyc"));
  expect(await screen.findByText("The review is taking longer than promised")).toBeVisible();
  expect(screen.queryByText(/Two reviewers check your document/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
});

it("takes no document while one is under review", async () => {
  kyc = SENT;
  await renderScreen(<ScreenPage />, to("kycIdCard"));
  expect(await screen.findByText(/^A document is under review/)).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("names all that is missing, at the field and above", async () => {
  await renderScreen(<ScreenPage />, to("kycPassport"));
  await userEvent.type(await screen.findByLabelText("Last name"), "King");
  await userEvent.type(
    screen.getByLabelText("The two lines at the bottom of the photo page"),
    "p<uto",
  );
  await send();
  expect(await screen.findByText("5 entries need your attention")).toBeVisible();
  expect(screen.getByLabelText("First name")).toHaveAccessibleDescription(
    "Please enter your first name.",
  );
  expect(screen.getByLabelText("The two lines at the bottom of the photo page")).toHaveValue(
    "P<UTO",
  );
  expect(screen.getByText("Each of the two lines has 44 characters.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Passport number" }));
  expect(screen.getByLabelText("Passport number")).toHaveFocus();
  expect(sent).toEqual([]);
});

it("sends a card, says beside the field what is refused, and sends what was mended", async () => {
  const refused = { error: "document_number_invalid", field: "documentNumber" };
  outcomes = [() => envelope(422, refused, "This number is not right.")];
  await renderScreen(<ScreenPage />, to("kycIdCard"));
  await screen.findByLabelText("Last name");
  await fillInCard();
  await send();
  const number = screen.getByLabelText("ID card number");
  await waitFor(() => expect(number).toHaveAccessibleDescription("This number is not right."));
  await userEvent.type(number, "!");
  await send();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.body).toEqual({
    ...{ documentType: 1, country: "HK", firstName: "Ada", lastName: "King" },
    ...{ documentNumber: "A123456(3)", birthDate: "1990-01-31" },
    ...{ frontUrl: "/file/1", backUrl: "/file/2" },
  });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
}, 60_000);

it("sends the same under the same key where no answer came, and keeps it typed until then", async () => {
  outcomes = [
    () => {
      throw new TypeError("Failed to fetch");
    },
  ];
  await renderScreen(<ScreenPage />, to("kycIdCard"));
  await screen.findByLabelText("Last name");
  await fillInCard();
  await send();
  expect(await screen.findByText(/^We didn't get a response/)).toBeVisible();
  expect(sessionStorage.getItem(`kycDraft:${testUser.id}`)).toContain("A123456(3)");
  await send();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.key).toBe(sent[0]?.key);
}, 60_000);
