import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@contract/api";
import { http, HttpResponse } from "msw";
import { apiServer, fail, respond } from "@/testing/api-server";
import { aConnection, aRun } from "@/testing/builders";
import { forgetAnswers } from "./answers/kept-answers";
import { callApi, callApiPage } from "./api-client";
import { setTokenSource, type TokenSource } from "./token-source";

const isReplaced = vi.fn<TokenSource["isReplaced"]>();
const renew = (action: () => Promise<void>) => action();

beforeEach(() => {
  isReplaced.mockReset().mockResolvedValue(false);
  setTokenSource({ idToken: () => Promise.resolve("token-1"), isReplaced, renew });
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

it("sends the bearer token, fills the path and parses the answer", async () => {
  let authorization: string | null = null;
  apiServer.use(
    http.get("*/api/v1/mixpanel/connections/c1", ({ request }) => {
      authorization = request.headers.get("Authorization");
      return HttpResponse.json({ ...aConnection(), unknownField: 1 });
    }),
  );
  expect(await callApi("getConnection", { params: { id: "c1" } })).toEqual(aConnection());
  expect(authorization).toBe("Bearer token-1");
});

it("asks whether an answer has changed, and reuses the kept one if not", async () => {
  const asked: (string | null)[] = [];
  let name = "Shop";
  apiServer.use(
    http.get("*/api/v1/mixpanel/connections/c1", ({ request }) => {
      const tag = `W/"${name}"`;
      asked.push(request.headers.get("If-None-Match"));
      return asked.at(-1) === tag
        ? new HttpResponse(null, { status: 304, headers: { ETag: tag } })
        : HttpResponse.json({ ...aConnection(), projectName: name }, { headers: { ETag: tag } });
    }),
  );
  const read = () => callApi("getConnection", { params: { id: "c1" } });
  const first = await read();
  expect(await read()).toBe(first);
  name = "Store";
  expect(await read()).toMatchObject({ projectName: "Store" });
  forgetAnswers();
  await read();
  expect(asked).toEqual([null, 'W/"Shop"', 'W/"Shop"', null]);
});

it("fails without a token, before anything is sent", async () => {
  setTokenSource({ idToken: () => Promise.resolve(null), isReplaced, renew });
  await expect(callApi("listSetups")).rejects.toThrow("User is not authenticated");
});

it("checks the session if its token is refused, and not otherwise", async () => {
  fail("listSetups", 401, { code: "unauthenticated", message: "The token is revoked." });
  await expect(callApi("listSetups")).rejects.toMatchObject({ status: 401 });
  fail("listSetups", 403);
  await expect(callApi("listSetups")).rejects.toMatchObject({ status: 403 });
  expect(isReplaced.mock.calls).toEqual([["token-1", true]]);
});

it("retries a read if another token has replaced the refused one, but never a mutation", async () => {
  isReplaced.mockResolvedValue(true);
  const reads = fail("listSetups", 401, { code: "unauthenticated" });
  await expect(callApi("listSetups")).rejects.toMatchObject({ status: 401 });
  expect(reads).toHaveLength(2);
  const changes = fail("cancelRun", 401, { code: "unauthenticated" });
  await expect(callApi("cancelRun", { params: { runId: "r1" } })).rejects.toMatchObject({ status: 401 });
  expect(changes).toHaveLength(1);
});

it("returns nothing for a 204", async () => {
  respond("deleteRun", undefined);
  expect(await callApi("deleteRun", { params: { runId: "r1" } })).toBeUndefined();
});

it.each(["updateSetup", "verifyConnection", "updateDataSettings"] as const)(
  "returns nothing for a 204 from %s, whose answer usually has content",
  async (name) => {
    const { path, method } = api[name];
    const verb = method === "PUT" ? http.put : http.post;
    apiServer.use(verb(`*${path}`, () => new HttpResponse(null, { status: 204 })));
    const input = { params: { id: "x1" }, body: {} } as never;
    expect(await callApi(name, input)).toBeUndefined();
  },
);

it("sends a verification without a body, other mutations with an object", async () => {
  const sent: { body: string; type: string | null }[] = [];
  const note = async ({ request }: { request: Request }) => {
    sent.push({ body: await request.text(), type: request.headers.get("Content-Type") });
    return new HttpResponse(null, { status: 204 });
  };
  apiServer.use(
    http.post("*/api/v1/mixpanel/connections/c1/verify", note),
    http.post("*/api/v1/billing/setup-intent", note),
  );
  await callApi("verifyConnection", { params: { id: "c1" } });
  await callApi("createSetupIntent");
  await callApi("verifyConnection", { params: { id: "c1" }, body: { tryOtherRegions: true } });
  expect(sent).toEqual([
    { body: "", type: null },
    { body: "{}", type: "application/json" },
    { body: '{"tryOtherRegions":true}', type: "application/json" },
  ]);
});

it("names the path of a read that failed", async () => {
  fail("getSetup", 404, { code: "not-found", message: "Setup not found" });
  await expect(callApi("getSetup", { params: { id: "s1" } })).rejects.toMatchObject({
    status: 404,
    code: "not-found",
    message: "Failed to fetch /api/v1/setups/s1",
  });
});

it("names method and endpoint of a mutation that failed", async () => {
  fail("cancelRun", 409, { code: "run-not-active", message: "Ended." });
  await expect(callApi("cancelRun", { params: { runId: "r1" } })).rejects.toMatchObject({
    message: "Failed to PATCH /api/v1/runs/r1/cancel",
    userMessage: "Ended.",
  });
});

it("fails in the same way if there is no response", async () => {
  apiServer.use(http.get("*/api/v1/detectors", () => HttpResponse.error()));
  await expect(callApi("listDetectors")).rejects.toMatchObject({
    status: 0,
    message: "Failed to fetch /api/v1/detectors",
  });
});

it("refuses an answer that does not match the contract", async () => {
  apiServer.use(http.get("*/api/v1/runs", () => HttpResponse.json([{ id: 1 }])));
  await expect(callApi("listRuns")).rejects.toThrow("Failed to fetch /api/v1/runs");
});

it("accepts a status that this release does not know", async () => {
  apiServer.use(http.get("*/api/v1/runs", () => HttpResponse.json([{ ...aRun(), status: "paused" }])));
  expect((await callApi("listRuns"))[0]?.status).toBe("paused");
});

it("returns the cursor of the next page, and sends it", async () => {
  const calls = respond("listRuns", [aRun()], { "X-Next-Cursor": "next" });
  expect((await callApiPage("listRuns", { query: { cursor: "a b", limit: 25 } })).nextCursor).toBe("next");
  expect(calls[0]?.query.get("cursor")).toBe("a b");
  expect(calls[0]?.query.get("limit")).toBe("25");
});
