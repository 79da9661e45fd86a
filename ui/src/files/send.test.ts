import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { shrinkAndSend } from "./send";

const sendPicture = vi.hoisted(() => vi.fn());
const redraw = vi.hoisted(() => vi.fn());
vi.mock("./calls", () => ({ sendPicture }));
vi.mock(import("./redraw"), async (original) => ({ ...(await original()), redraw }));

const sharp = new Blob(["x"], { type: "image/png" });
const small = new Blob(["y"], { type: "image/jpeg" });
const sent = () => sendPicture.mock.calls.map(([picture]) => picture);
const send = (file: Blob, tell = vi.fn()) =>
  shrinkAndSend(file, new AbortController().signal, tell);

beforeEach(() => {
  redraw.mockReset().mockResolvedValue(small);
  sendPicture.mockReset().mockResolvedValue("7");
});
afterEach(() => vi.restoreAllMocks());

it("sends what the server takes as it is", async () => {
  await expect(send(sharp)).resolves.toBe("7");
  expect(sent()).toEqual([sharp]);
});

it("draws anew what no server takes, and says what it does", async () => {
  const tell = vi.fn();
  await send(new Blob(["z"], { type: "image/heic" }), tell);
  expect(sent()).toEqual([small]);
  expect(tell.mock.calls.flat()).toEqual(["shrinking", "sending"]);
});

it("goes by the limit that the server tells", async () => {
  const refusal = new ApiError(413, "", {
    error: "file_too_large",
    detail: { maxBytes: 1_024_000 },
  });
  sendPicture.mockRejectedValueOnce(refusal);
  await send(sharp);
  expect(redraw).toHaveBeenCalledWith(sharp, 1_024_000);
  expect(sent()).toEqual([sharp, small]);
});

it("does not insist where the picture itself is not at fault, or was drawn anew already", async () => {
  const usedUp = new ApiError(429, "", { error: "uploads_used_up" });
  sendPicture.mockRejectedValueOnce(usedUp);
  await expect(send(sharp)).rejects.toBe(usedUp);
  const large = new ApiError(413, "", { error: "file_too_large" });
  sendPicture.mockRejectedValue(large);
  await expect(send(sharp)).rejects.toBe(large);
  expect(sent()).toEqual([sharp, sharp, small]);
});
