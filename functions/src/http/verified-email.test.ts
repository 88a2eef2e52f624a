import { describe, expect, it } from "vitest";
import type { EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { signedInCalls } from "../testing/foreign-calls.js";
import { reached, testApp } from "../testing/test-app.js";

/** What lasts, writes to others or takes data away. Whoever hasn't proven that the address is theirs can do none of it. */
const lasting = /token|channel|route|invit|export|annotation/i;
/** These only show, remove or preview such things. */
const harmless: EndpointName[] = [
  "listTokens",
  "listInvitations",
  "listChannels",
  "listRoutes",
  "listAnnotations",
  "getMixpanelAnnotations",
  "previewRoute",
  "revokeToken",
  "revokeInvitation",
  "deleteChannel",
  "deleteRoute",
];

const app = testApp(reached);
const calls = signedInCalls();

describe.each(calls)("%s by someone whose address isn't verified", (name, { endpoint, path, body }) => {
  const isLasting = lasting.test(name) && !harmless.includes(name);

  it(isLasting ? "is refused" : "is not refused for that", async () => {
    const verb = endpoint.method.toLowerCase() as "get";
    const call = app.as("unverified")[verb](path);
    const answer = await (verb === "get" ? call : call.send(body));
    if (!isLasting) return expect(answer.body.code).not.toBe("email-not-verified");
    expect([answer.status, answer.body.code]).toEqual([403, "email-not-verified"]);
    expect(answer.body.userMessage).toContain("Verify your email address first");
  });
});

it("every endpoint that changes something says whether it needs a verified address", () => {
  for (const [name, { endpoint }] of calls)
    if (endpoint.method !== "GET")
      expect([name, typeof (endpoint satisfies Endpoint).needsVerifiedEmail]).toEqual([name, "boolean"]);
});
