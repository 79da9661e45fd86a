import { expect, it } from "vitest";
import { callsOf } from "./calls";

let sent: Request | undefined;
const answered = (response: Response) =>
  callsOf("https://trade.example", async (request) => {
    sent = request;
    return response;
  });

it("writes the values of a query, each of a list, and leaves out what is absent", async () => {
  const query = { pageSize: 3, text: "a b&c", none: null, absent: undefined, day: ["1", "2"] };
  await answered(Response.json({})).GET("/m_ft/topList", { params: { query: query as object } });
  expect(sent?.method).toBe("GET");
  expect(sent?.url).toBe(
    "https://trade.example/m_ft/topList?pageSize=3&text=a%20b%26c&day=1&day=2",
  );
  expect(sent?.headers.has("Content-Type")).toBe(false);
});

it("writes a part of the path, and a body as JSON with the headers of the call", async () => {
  await answered(Response.json({})).POST("/userSelfSecurity/delete/{id}", {
    params: { path: { id: "a/b" } },
  });
  expect(sent?.url).toBe("https://trade.example/userSelfSecurity/delete/a%2Fb");
  const reply = await answered(Response.json({ code: 200 })).POST("/orders/cancel", {
    body: { id: "7" },
    params: { header: { "Idempotency-Key": "key" } },
  });
  expect(sent?.headers.get("Idempotency-Key")).toBe("key");
  expect(sent?.headers.get("Content-Type")).toBe("application/json");
  expect(await sent?.json()).toEqual({ id: "7" });
  expect(reply.data).toEqual({ code: 200 });
});

it("leaves the type of a form to the browser", async () => {
  const bodySerializer = () => new FormData();
  await answered(Response.json({})).POST("/file/upload", { body: { file: "" }, bodySerializer });
  expect(sent?.headers.get("Content-Type")).toMatch(/^multipart\/form-data; boundary=/);
});

it("gives a file as it came, and nothing of an empty reply", async () => {
  const file = await answered(new Response("a,b")).GET("/wallet/bill.csv", {
    parseAs: "blob",
  } as never);
  expect(file.data).toBeInstanceOf(Blob);
  const empty = await answered(new Response(null, { status: 204 })).GET("/m_ft/topList");
  expect(empty.data).toBeUndefined();
});

it("gives the content of a refusal, as text where it is no JSON", async () => {
  const refused = await answered(Response.json({ code: 422 }, { status: 422 })).GET(
    "/m_ft/topList",
  );
  expect(refused.error).toEqual({ code: 422 });
  const gateway = await answered(new Response("<html>", { status: 502 })).GET("/m_ft/topList");
  expect([gateway.data, gateway.error]).toEqual([undefined, "<html>"]);
});

it("ends a call by its signal", async () => {
  const abort = new AbortController();
  await answered(Response.json({})).GET("/m_ft/topList", { signal: abort.signal });
  abort.abort();
  expect(sent?.signal.aborted).toBe(true);
});
