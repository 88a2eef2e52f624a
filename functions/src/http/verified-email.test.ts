import { describe, expect, it } from "vitest";
import type { EndpointName } from "../contract/api.js";
import { signedInCalls } from "../testing/foreign-calls.js";
import { reached, testApp } from "../testing/test-app.js";

/** What lasts, writes to others or takes data away. Whoever hasn't proven that the address is theirs can do none of it. */
const lasting: EndpointName[] = [
  "acceptInvitation",
  "createChannel",
  "createRoute",
  "createToken",
  "exportAudit",
  "exportMyData",
  "exportWorkspaceData",
  "getDataExport",
  "inviteMember",
  "resendInvitation",
  "retryChannel",
  "rotateChannelSecret",
  "switchChannel",
  "switchMixpanelAnnotations",
  "testChannel",
  "updateChannel",
  "updateRoute",
];
/** Every other change: what only the account itself sees and its owner finds, and what takes something back. */
const others: EndpointName[] = [
  "cancelBilling",
  "cancelRun",
  "changeEmail",
  "changeIncidents",
  "changeRole",
  "createConnection",
  "createSetup",
  "createSetupIntent",
  "createUser",
  "createWorkspace",
  "decideNames",
  "deleteAccount",
  "deleteChannel",
  "deleteConnection",
  "deleteRelease",
  "deleteRoute",
  "deleteRun",
  "deleteSetup",
  "deleteWorkspace",
  "leaveWorkspace",
  "previewRoute",
  "recordRelease",
  "removeMember",
  "renameWorkspace",
  "resumeBilling",
  "revokeInvitation",
  "revokeToken",
  "sendVerificationEmail",
  "setSpendingLimit",
  "signOutEverywhere",
  "startReplay",
  "startRun",
  "stopReplay",
  "syncDataSettings",
  "updateConnection",
  "updateDataSettings",
  "updatePreferences",
  "updateProfile",
  "updateSetup",
  "verifyConnection",
];

const app = testApp(reached);
const calls = signedInCalls();

it("every change is in one of the lists", () => {
  const changes = calls.filter(([name, { endpoint }]) => endpoint.method !== "GET" || lasting.includes(name));
  expect([...lasting, ...others].sort()).toEqual(changes.map(([name]) => name).sort());
});

describe.each(calls)("%s by someone whose address isn't verified", (name, { endpoint, path, body }) => {
  const isLasting = lasting.includes(name);

  it(isLasting ? "is refused" : "is not refused for that", async () => {
    const verb = endpoint.method.toLowerCase() as "get";
    const call = app.as("unverified")[verb](path);
    const answer = await (verb === "get" ? call : call.send(body));
    if (!isLasting) return expect(answer.body.code).not.toBe("email-not-verified");
    expect([answer.status, answer.body.code]).toEqual([403, "email-not-verified"]);
    expect(answer.body.userMessage).toContain("Verify your email address first");
  });
});
