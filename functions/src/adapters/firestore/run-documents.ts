import { billingStates, freeQuotaLimit } from "../../contract/billing.js";
import { endedStatuses } from "../../contract/runs.js";
import { z } from "zod";
import { initialBilling } from "../../features/billing/account/run-permission.js";
import { newBillingLimits, billingLimitsSchema } from "../../features/billing/account/billing-limits.js";
import {
  detectorRecordSchema,
  runRecordSchema,
  shownRunSchema,
  type DetectorRecord,
  type RunRecord,
} from "../../features/runs/run-record.js";
import type { Account, RawRunState } from "../../features/runs/run-repository.js";
import { documentOf, storedInstant } from "./documents.js";

/** Instants that queries order and filter by are stored as timestamps; the others as text. */
const storedFields = {
  createdAt: storedInstant,
  startedAt: storedInstant.nullable(),
  finishedAt: storedInstant.nullable(),
};
export const storedRun = runRecordSchema.extend({ ...storedFields, nextSweepAt: storedInstant.nullable() });
export const storedShownRun = shownRunSchema.extend(storedFields);
/** The stored fields that the API shows. */
export const shownFields = Object.keys(shownRunSchema.omit({ id: true }).shape);

export const runDocument = (run: Partial<RunRecord>) =>
  documentOf(run, "createdAt", "startedAt", "finishedAt", "nextSweepAt");

const endedStatus = z.enum(endedStatuses);

/** Reads the fields that the sweeper needs, even if the rest of the document is unreadable. */
export function readRawState(snapshot: FirebaseFirestore.DocumentSnapshot): RawRunState | null {
  if (!snapshot.exists) return null;
  const nextSweepAt = storedInstant.safeParse(snapshot.get("nextSweepAt"));
  return {
    isReadable: storedRun.safeParse({ ...snapshot.data(), id: snapshot.id }).success,
    hasEnded: endedStatus.safeParse(snapshot.get("status")).success,
    nextSweepAt: nextSweepAt.success ? nextSweepAt.data : null,
  };
}

export const storedDetector = detectorRecordSchema.extend({ createdAt: storedInstant });

export const detectorDocument = (detector: DetectorRecord) => documentOf(detector, "createdAt");

const accountSchema = z.object({
  activeRunId: z.string().nullish(),
  deletedAt: storedInstant.optional(),
  billing: z
    .looseObject({
      status: z.enum(billingStates).default("active"),
      freeQuotaUsed: z.number().int().default(0),
      freeQuotaLimit: z.number().int().default(freeQuotaLimit),
      hasPaymentMethod: z.boolean().default(false),
      limits: billingLimitsSchema.default(newBillingLimits),
    })
    .optional(),
});

/** An account without billing data gets that of a new one. */
export function readAccount(data: FirebaseFirestore.DocumentData | undefined): Account {
  const { activeRunId, billing, deletedAt } = accountSchema.parse(data ?? {});
  const deleted = deletedAt === undefined ? {} : { isDeleted: true as const };
  if (!billing) return { activeRunId: activeRunId ?? null, billing: initialBilling, ...deleted };
  const { status, freeQuotaUsed, freeQuotaLimit, hasPaymentMethod, limits } = billing;
  return {
    activeRunId: activeRunId ?? null,
    billing: { status, freeQuotaUsed, freeQuotaLimit, hasPaymentMethod, limits },
    ...deleted,
  };
}
