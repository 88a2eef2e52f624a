import { billingStates, freeQuotaLimit } from "../../contract/billing.js";
import { z } from "zod";
import { initialBilling } from "../../features/billing/run-permission.js";
import {
  detectorRecordSchema,
  runRecordSchema,
  type DetectorRecord,
  type RunRecord,
} from "../../features/runs/run-record.js";
import type { Account } from "../../features/runs/run-repository.js";
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
