import type { ErrorCode } from "../../contract/errors.js";

/** Meaning of the error codes in the document, and what to do about them. */
export const errorDescriptions: Partial<Record<ErrorCode, string>> = {
  "invalid-request": "A field or parameter is invalid; `details.issues` lists each by its path.",
  "invalid-json": "The body is not valid JSON.",
  unauthenticated: "The token is missing, malformed, expired or revoked.",
  "upgrade-required": "The free run is used up, or a payment failed. Add a payment method.",
  "billing-blocked": "The workspace's billing blocks runs; `details.blockedBy` and `userMessage` say why.",
  "not-a-member": "The caller has no access to this workspace, or it doesn't exist.",
  "role-too-low": "The role of the caller, or of the token's creator, doesn't allow this.",
  "scope-too-low": "The API token's scope doesn't allow this.",
  "token-not-allowed": "API tokens can't do this. Log in.",
  "not-found": "It doesn't exist in this workspace.",
  "csv-not-ready": "The run hasn't written this file (yet).",
  "run-already-active": "Another run of the workspace is active. Wait for it or cancel it.",
  "run-active": "A run is active. Wait for it or cancel it.",
  "run-not-active": "The run has already ended.",
  "setup-paused": "The setup is paused. Resume it.",
  "connection-not-verified": "The connection isn't verified.",
  "connection-in-use": "A setup uses the connection.",
  "edit-conflict": "It was changed after the given `revision`. Read it again.",
  "id-taken": "This id is already in use.",
  "limit-reached": "The workspace has reached its limit for these.",
  "payload-too-large": "The body is too large. Send fewer changes at a time.",
  "unsupported-media-type": "Send the body as `application/json`.",
  "verification-failed":
    "Mixpanel refused the connection; `details.mixpanelStatus` and `userMessage` say why.",
  "rate-limited": "Too many requests. Wait as long as `Retry-After` indicates.",
  internal: "A bug on our side. `requestId` helps us find it.",
  "upstream-failed": "A service that Plumbline depends on failed. Try again.",
  unavailable: "Plumbline is busy or starting. Try again.",
};

/** Errors that any operation may return. */
export const commonErrors = [
  "invalid-request",
  "invalid-json",
  "unauthenticated",
  "not-a-member",
  "role-too-low",
  "scope-too-low",
  "token-not-allowed",
  "not-found",
  "payload-too-large",
  "unsupported-media-type",
  "rate-limited",
  "internal",
  "unavailable",
] as const satisfies ErrorCode[];
