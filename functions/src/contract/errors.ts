import { z } from "zod";

/** Every expected error: its HTTP status, and whether the same call may succeed later without changes. */
export const errorCatalogue = {
  "invalid-request": { status: 400, retryable: false },
  "invalid-json": { status: 400, retryable: false },
  "invalid-signature": { status: 400, retryable: false },
  "invalid-unsubscribe-token": { status: 400, retryable: false },
  unauthenticated: { status: 401, retryable: false },
  "upgrade-required": { status: 402, retryable: false },
  "billing-blocked": { status: 402, retryable: false },
  "not-a-member": { status: 403, retryable: false },
  "role-too-low": { status: 403, retryable: false },
  "scope-too-low": { status: 403, retryable: false },
  "token-not-allowed": { status: 403, retryable: false },
  "email-not-verified": { status: 403, retryable: false },
  "sign-in-again": { status: 403, retryable: false },
  "not-found": { status: 404, retryable: false },
  "csv-not-ready": { status: 404, retryable: false },
  "method-not-allowed": { status: 405, retryable: false },
  "run-already-active": { status: 409, retryable: false },
  "run-active": { status: 409, retryable: false },
  "run-not-active": { status: 409, retryable: false },
  "setup-paused": { status: 409, retryable: false },
  "connection-not-verified": { status: 409, retryable: false },
  "connection-in-use": { status: 409, retryable: false },
  "limit-reached": { status: 409, retryable: false },
  "no-manager": { status: 409, retryable: false },
  "schedule-ended": { status: 409, retryable: false },
  "last-owner": { status: 409, retryable: false },
  "already-a-member": { status: 409, retryable: false },
  "invitation-invalid": { status: 409, retryable: false },
  "edit-conflict": { status: 409, retryable: false },
  "id-taken": { status: 409, retryable: false },
  "billing-not-active": { status: 409, retryable: false },
  "payload-too-large": { status: 413, retryable: false },
  "unsupported-media-type": { status: 415, retryable: false },
  "verification-failed": { status: 422, retryable: false },
  "rate-limited": { status: 429, retryable: true },
  internal: { status: 500, retryable: false },
  "upstream-failed": { status: 502, retryable: true },
  "payments-unavailable": { status: 503, retryable: true },
  unavailable: { status: 503, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof errorCatalogue;
const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/** The body of every error response. `userMessage` is a sentence a person can act on. */
export const errorBodySchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  userMessage: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
