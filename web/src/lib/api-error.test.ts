import { describe, expect, it } from "vitest";
import { ApiError, errorText } from "./api-error";

const error = (status: number, body: object | string, statusText = "") =>
  new ApiError("Failed to POST /api/v1/setups", {
    status,
    statusText,
    rawBody: typeof body === "string" ? body : JSON.stringify(body),
  });

const failed = (isRead: boolean) => (status: number, body: object | string) =>
  new ApiError(
    isRead ? "Failed to fetch /api/v1/setups" : "Failed to POST /api/v1/setups",
    { status, statusText: "", rawBody: typeof body === "string" ? body : JSON.stringify(body) },
    { isRead, path: "/api/v1/setups" },
  );
const read = failed(true);
const mutation = failed(false);

describe("ApiError", () => {
  it.each([
    ["code", { code: "a", errorCode: "b", details: { mixpanelStatus: 401 } }, "a"],
    ["errorCode", { errorCode: "b", details: { mixpanelStatus: 401 } }, "b"],
    ["the analytics service's status", { details: { mixpanelStatus: 401 } }, "401"],
    ["nothing", {}, undefined],
  ])("takes its code from %s", (_name, body, code) => expect(error(400, body).code).toBe(code));

  it.each([
    ["userMessage", { userMessage: "u", error: "e", message: "m" }, "u"],
    ["error", { userMessage: " ", error: "e", message: "m" }, "e"],
    ["message", { userMessage: "", message: "m" }, "m"],
    ["short raw text", "quota used up", "quota used up"],
    ["no HTML page", "<html><body>502</body></html>", undefined],
    ["no long text", "x".repeat(301), undefined],
  ])("takes its user message from %s", (_name, body, message) =>
    expect(error(502, body).userMessage).toBe(message),
  );

  it("keeps status, status text, details and the raw body", () =>
    expect(error(409, { details: { activeRunId: "r1" } }, "Conflict")).toMatchObject({
      status: 409,
      statusText: "Conflict",
      details: { activeRunId: "r1" },
      rawBody: '{"details":{"activeRunId":"r1"}}',
      message: "Failed to POST /api/v1/setups",
    }));
});

describe("errorText", () => {
  it.each([
    ["the body's own words", error(401, { userMessage: "Wrong secret." }), "Wrong secret."],
    [
      "the status mapping",
      error(401, {}),
      "The credentials were rejected; confirm the service account username and secret.",
    ],
    [
      "the analytics service's status before our own",
      error(422, { details: { mixpanelStatus: 403 } }),
      "Access to the project was denied; ensure the service account has the necessary permissions.",
    ],
    [
      "the friendly message",
      error(418, { details: { friendlyMessage: "Short and stout." } }),
      "Short and stout.",
    ],
    ["the fallback, not method and path", error(418, ""), "An error occurred"],
    ["the path of a read without a body", read(500, ""), "Failed to fetch /api/v1/setups"],
    ["the body's own words for a read", read(500, { error: "Away." }), "Away."],
    ["no raw JSON", mutation(418, '["too", "big"]'), "An error occurred"],
    [
      "nothing of verification elsewhere",
      mutation(500, ""),
      "Something went wrong on our side. Please try again.",
    ],
    [
      "not what a schema says",
      mutation(400, {
        code: "invalid-request",
        message: "Too big: expected string to have <=200 characters",
      }),
      "Plumbline didn't accept this. Check what you entered and try again.",
    ],
    ["any Error's message", new Error("User is not authenticated"), "User is not authenticated"],
    ["the fallback for what is no error", null, "An error occurred"],
    ["the fallback for an empty Error", new Error(""), "An error occurred"],
  ])("says %s", (_name, thrown, text) => expect(errorText(thrown)).toBe(text));

  it.each([
    [400, "The request was rejected for invalid parameters; review the configuration."],
    [404, "The project or resource was not found; double-check the project ID and region."],
    [429, "Rate limit exceeded; wait before retrying."],
    [500, "Internal error while verifying the connection; try again shortly."],
    [503, "Temporarily unavailable; try again later."],
  ])("maps a %i without a body", (status, text) => expect(errorText(error(status, ""))).toBe(text));
});
