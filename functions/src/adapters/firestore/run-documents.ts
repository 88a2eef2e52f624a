import { billingStates, freeQuotaLimit } from "../../contract/billing.js";
import { z } from "zod";
import { initialBilling } from "../../features/billing/run-permission.js";
import {
  detectorRecordSchema,
  endedStatuses,
  runRecordSchema,
  type DetectorRecord,
  type RunRecord,
} from "../../features/runs/run-record.js";
import type { Account, RunOutline } from "../../features/runs/run-repository.js";
import { storedInstant, timestamp, timestampOrNull } from "./documents.js";

/** What queries order and filter by is stored as timestamps; the rest as the texts it is made of. */
export const storedRun = runRecordSchema.extend({
  createdAt: storedInstant,
  startedAt: storedInstant.nullable(),
  finishedAt: storedInstant.nullable(),
  wakeAt: storedInstant.nullable(),
});

export const runDocument = ({ id: _id, ...run }: RunRecord) => ({
  ...run,
  createdAt: timestamp(run.createdAt),
  startedAt: timestampOrNull(run.startedAt),
  finishedAt: timestampOrNull(run.finishedAt),
  wakeAt: timestampOrNull(run.wakeAt),
});

/** Of a change to some fields: those that are stored as timestamps are. */
export const runFields = ({ id: _id, ...fields }: Partial<RunRecord>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      timestampFields.has(name) ? timestampOrNull(value as string | null) : value,
    ]),
  );
const timestampFields: ReadonlySet<string> = new Set<keyof RunRecord>([
  "createdAt",
  "startedAt",
  "finishedAt",
  "wakeAt",
]);

const endedStatus = z.enum(endedStatuses);

/** By what can be read of the document. */
export function outlineOf(snapshot: FirebaseFirestore.DocumentSnapshot): RunOutline | null {
  if (!snapshot.exists) return null;
  const wakeAt = storedInstant.safeParse(snapshot.get("wakeAt"));
  return {
    isReadable: storedRun.safeParse({ ...snapshot.data(), id: snapshot.id }).success,
    hasEnded: endedStatus.safeParse(snapshot.get("status")).success,
    wakeAt: wakeAt.success ? wakeAt.data : null,
  };
}

export const storedDetector = detectorRecordSchema.extend({ createdAt: storedInstant });

export const detectorDocument = ({ id: _id, ...detector }: DetectorRecord) => ({
  ...detector,
  createdAt: timestamp(detector.createdAt),
});

const accountSchema = z.object({
  activeRunId: z.string().nullish(),
  billing: z
    .looseObject({
      status: z.enum(billingStates).default("active"),
      freeQuotaUsed: z.number().int().default(0),
      freeQuotaLimit: z.number().int().default(freeQuotaLimit),
      hasPaymentMethod: z.boolean().default(false),
    })
    .optional(),
});

/** An account without a document, or without billing yet, is a fresh one. */
export function readAccount(data: FirebaseFirestore.DocumentData | undefined): Account {
  const { activeRunId, billing } = accountSchema.parse(data ?? {});
  if (!billing) return { activeRunId: activeRunId ?? null, billing: initialBilling };
  const { status, freeQuotaUsed, freeQuotaLimit, hasPaymentMethod } = billing;
  return {
    activeRunId: activeRunId ?? null,
    billing: { status, freeQuotaUsed, freeQuotaLimit, hasPaymentMethod },
  };
}
